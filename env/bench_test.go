package env_test

import (
	"testing"

	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// BenchmarkStep is one rewarded step in a recorded world.
func BenchmarkStep(b *testing.B) {
	p := prepare(b, flight, env.Options{User: env.Scripted{Constrain: -1}})
	completions := []jsonvalue.Value{
		jsonvalue.NewString(tagged("ASK", "<question>Which city is the destination?</question>")),
		jsonvalue.NewString(tagged("TOOLCALL", `[{"name":"book_flight","arguments":{"origin":"Oslo","destination":"Madrid","seat_class":"economy"}}]`)),
		jsonvalue.NewString("Done, your flight is booked."),
		jsonvalue.NewString(tagged("TOOLCALL", `[{"name":"cancel_flight","arguments":{"booking_id":"QX77"}}]`)),
		jsonvalue.NewString("Done."),
	}
	var e *env.Episode
	b.ReportAllocs()
	for i := range b.N {
		if i%len(completions) == 0 {
			var err error
			e, _, err = p.Reset(b.Context(), uint64(i))
			sharedtest.OK(b, err)
		}
		_, err := e.Step(b.Context(), completions[i%len(completions)])
		sharedtest.OK(b, err)
	}
}
