package reward

import (
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
)

// A claim is shown by a call of a tool whose name has a word of it, whatever characters the name has.
func TestClaimIsShown(t *testing.T) {
	const claim = "I have booked your flight."
	for _, c := range []struct {
		tool  string
		shown bool
	}{
		{"book_flight", true},
		{"flightBooking", true},
		{"cancel_order", false},
		{"", false},
		{"\u212A", false}, // lower case has fewer bytes
		{"\u212Aitchen_book", true},
		{"İİ", false},
		{"ȺȺ_booking", true}, // and more
	} {
		g := &guard{sample: &dataset.Sample{Messages: []dataset.Message{{Role: dataset.Assistant, ToolCalls: []domains.Call{{Name: c.tool}}}}}}
		if g.shown(claim) != c.shown {
			t.Errorf("a call of %q shows %q: %v", c.tool, claim, !c.shown)
		}
	}
}
