package audit

import (
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// A user who says the true value must not be taken to agree to the other one.
func TestOtherThan(t *testing.T) {
	cities := domains.Domain{Type: domains.Finite, Values: []domains.Value{jsonvalue.NewString("York"), jsonvalue.NewString("New York"), jsonvalue.NewString("Rome")}}
	for _, c := range []struct {
		v      domains.Value
		d      domains.Domain
		wanted string
	}{
		{jsonvalue.NewString("Lima"), domains.Domain{}, "Zanzibar"},
		{jsonvalue.NewString("Zanzibar"), domains.Domain{}, "Timbuktu"},
		{jsonvalue.NewString("Beach Road 7, Zanzibar City"), domains.Domain{}, "Timbuktu"},
		{jsonvalue.NewInt(4), domains.Domain{}, "29"},
		{jsonvalue.NewFloat(-8.5), domains.Domain{}, "-7.5"},
		{jsonvalue.NewFloat(-4.25), domains.Domain{}, "5.25"},
		{jsonvalue.NewFloat(1e308), domains.Domain{}, "5"},
		{jsonvalue.NewString("York"), cities, "New York"},
		{jsonvalue.NewString("New York"), cities, "Rome"},
	} {
		got := otherThan(&domains.Param{}, c.d, c.v)
		if got != c.wanted || env.Stands(env.Written(c.v), jsonvalue.NewString(got)) {
			t.Errorf("%s: %q, want %q", c.v.JSON(), got, c.wanted)
		}
	}
}
