package gateway

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
)

// fault is a panic in code that reads a request or decides on it. It fails only that
// request, like an error.
type fault struct {
	what  string
	stack []byte
}

func (f *fault) Error() string { return "a fault of voi's own, which its log describes: " + f.what }

// safely turns a panic of do into an error. The panic's value may contain a user's text, so
// only its type is reported, unless it is a runtime error. A stack contains no texts.
func safely(do func() error) (err error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case runtime.Error:
			err = &fault{value.Error(), debug.Stack()}
		default:
			err = &fault{fmt.Sprintf("a panic of type %T", value), debug.Stack()}
		}
	}()
	return do()
}

// faulty counts and logs an error that is a fault.
func (g *Gateway) faulty(err error) {
	if f := (*fault)(nil); errors.As(err, &f) {
		g.failed("fault", fmt.Sprintf("%v\n%s", err, f.stack))
	}
}
