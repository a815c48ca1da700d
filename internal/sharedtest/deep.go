package sharedtest

import (
	"reflect"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Deep lets cmp compare whole values, including unexported fields, and JSON values by their
// text. reflect.DeepEqual would compare the addresses of JSON values.
func Deep() cmp.Option {
	return cmp.Options{
		cmp.Exporter(func(reflect.Type) bool { return true }),
		cmp.Comparer(func(a, b jsonvalue.Value) bool { return a.JSON() == b.JSON() }),
	}
}
