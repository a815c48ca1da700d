package sharedtest

import (
	"reflect"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Deep has cmp compare all of a value, what is not exported included, and JSON
// values by their text: reflect.DeepEqual sees where they lie, not what they say.
func Deep() cmp.Option {
	return cmp.Options{
		cmp.Exporter(func(reflect.Type) bool { return true }),
		cmp.Comparer(func(a, b jsonvalue.Value) bool { return a.JSON() == b.JSON() }),
	}
}
