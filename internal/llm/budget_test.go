package llm

import (
	"context"
	"errors"
	"testing"
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
