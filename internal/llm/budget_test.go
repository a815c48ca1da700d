package llm

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestTheBudgetStopsTheRunAndTheNextGoesOn(t *testing.T) {
	for _, limit := range []func(*Options){
		func(o *Options) { o.BudgetTokens = 3000 },
		func(o *Options) { o.BudgetCost, o.PriceIn, o.PriceOut = 0.003, 1, 1 },
	} {
		s := serve(t, always(good))
		var stopped error
		dir := t.TempDir()
		m := s.model(t, limit, func(o *Options) { o.Cache, o.Stop = dir, func(err error) { stopped = err } })
		var err error
		done := 0
		for _, text := range many(30) {
			if _, err = m.Annotator().Annotate(context.Background(), tool(t, text)); err != nil {
				break
			}
			done++
		}
		var budget *BudgetError
		if !errors.As(err, &budget) || !errors.As(stopped, &budget) {
			t.Fatalf("error %v, stopped by %v", err, stopped)
		}
		if u := m.Usage(); u.TokensIn+u.TokensOut > 3000 || done == 0 || s.count() != done {
			t.Errorf("%d calls, %d done, usage %+v", s.count(), done, u)
		}
		calls := s.count()
		m = s.model(t, func(o *Options) { o.Cache = dir })
		for _, text := range many(30) {
			wantDomains(t, annotated(t, m, text), goodDomains())
		}
		if s.count() != 30 || m.Usage().Cached != int64(calls) {
			t.Errorf("%d calls in all, %d cached, want 30 and %d", s.count(), m.Usage().Cached, calls)
		}
	}
}

// Calls at a time reserve more than they take. A budget that is enough for them one by one is enough
// for them together, and one that is not ends the run when the calls in flight are paid and cached.
func TestTheBudgetWaitsForTheCallsInFlight(t *testing.T) {
	for _, c := range []struct{ tokens, least, most int }{{4000, 16, 16}, {2300, 4, 14}} {
		s := serve(t, func(w http.ResponseWriter, _ *http.Request, _ int, _ *call) {
			time.Sleep(5 * time.Millisecond)
			say(w, good)
		})
		var done atomic.Int64
		ctx, cancel := context.WithCancelCause(t.Context())
		m := s.model(t, func(o *Options) { o.BudgetTokens, o.Concurrency, o.Stop = int64(c.tokens), 16, cancel })
		var all sync.WaitGroup
		for _, text := range many(16) {
			all.Go(func() {
				if _, err := m.Annotator().Annotate(ctx, tool(t, text)); err == nil {
					done.Add(1)
				}
			})
		}
		all.Wait()
		if n := int(done.Load()); n < c.least || n > c.most || n != s.count() || n != len(readTree(t, m.opt.Cache)) {
			t.Errorf("of %d tokens: %d of 16 answers, %d calls, %d in the cache", c.tokens, n, s.count(), len(readTree(t, m.opt.Cache)))
		}
		if u := m.Usage(); u.TokensIn+u.TokensOut > int64(c.tokens) {
			t.Errorf("of %d tokens %+v were spent", c.tokens, u)
		}
	}
}

// Each try whose prompt the server may have read counts, and a budget allows each.
func TestEachTryIsPaid(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request, _ int, _ *call) { <-r.Context().Done() }
	half := func(w http.ResponseWriter, _ *http.Request, _ int, _ *call) {
		w.Header().Set("Content-Length", "5000")
		_, _ = w.Write([]byte(`{"choices":[{"message":{"content":"`))
	}
	spent := func(answer func(http.ResponseWriter, *http.Request, int, *call), change ...func(*Options)) (int64, int) {
		s := serve(t, answer)
		m := s.model(t, change...)
		_, _ = m.Annotator().Annotate(t.Context(), tool(t, weather))
		return m.Usage().TokensIn, s.count()
	}
	once := func(o *Options) { o.Retries = -1 }
	// Only what never answers has a short time: half a body may take longer on a busy machine.
	short := func(o *Options) { o.Timeout = 50 * time.Millisecond }
	same := func(*Options) {}
	prompt, _ := spent(hang, once, short)
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter, *http.Request, int, *call)
		change func(*Options)
		tries  int64
	}{"a hang": {hang, short, 2}, "half a body": {half, same, 4}, "500": {status(500, ""), same, 0}} {
		if got, _ := spent(c.answer, c.change); got != c.tries*prompt || prompt == 0 {
			t.Errorf("%s: %d tokens, want %d prompts of %d", name, got, c.tries, prompt)
		}
	}
	answer := int64(tokensPerTool + 3*tokensPerParam)
	if got, calls := spent(half, func(o *Options) { o.BudgetTokens = 2*prompt + answer }); got != 2*prompt || calls != 2 {
		t.Errorf("%d tokens and %d calls of a budget of two prompts and an answer", got, calls)
	}
}
