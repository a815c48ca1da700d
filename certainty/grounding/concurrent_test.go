package grounding

import (
	"sync"
	"testing"

	"github.com/voi-rl/voi/domains"
)

// TestConcurrentSupport compares values with one reading from several goroutines at
// once.
func TestConcurrentSupport(t *testing.T) {
	rows := readCases(t)
	for _, l := range rows[:12] {
		r := Read(l.in)
		r.Bind(l.in)
		want := Read(l.in).Support(l.tool, l.p, l.d, domains.Coerce(l.p, l.v))
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if got := r.Support(l.tool, l.p, l.d, domains.Coerce(l.p, l.v)); got != want {
					t.Errorf("%s, %s: %+v, alone %+v", l.id, l.param, got, want)
				}
			})
		}
		wg.Wait()
	}
}
