package llm

import (
	"context"
	"fmt"
	"sync"
)

// budget bounds the spending of a run. The largest cost of a call is reserved before the
// call is made, so that no run ends above its budget.
type budget struct {
	opt *Options

	mu      sync.Mutex
	in, out int64 // spent
	rin     int64 // reserved by the calls in flight
	rout    int64
	flying  int           // the calls in flight
	settled chan struct{} // closed when one of them settles; nil: nobody waits for that
}

// BudgetError ends a run whose budget does not allow the next call.
type BudgetError struct {
	Tokens int64   // spent so far
	Cost   float64 // of these tokens, 0 without prices
	Limit  string  // the limit that was reached
	Cached bool    // the answers are in a cache
}

func (e *BudgetError) Error() string {
	after := "the same command with a larger budget and --resume goes on from the runs that are written"
	if e.Cached {
		after = "their answers are in the cache: the same command with a larger budget goes on from there"
	}
	return fmt.Sprintf("the budget of %s does not allow another call to the model; %d tokens were spent, and %s", e.Limit, e.Tokens, after)
}

func (b *budget) cost(in, out int64) float64 {
	return (float64(in)*b.opt.PriceIn + float64(out)*b.opt.PriceOut) / 1e6
}

// reserve books the largest cost of a call. Where the budget has no room, it waits for the calls in
// flight: most take less than they reserved, and a run that ended before them would lose answers
// that are paid for, and never get further with the same budget.
func (b *budget) reserve(ctx context.Context, in, out int64) error {
	for {
		settled, err := b.book(in, out)
		if settled == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-settled:
		}
	}
}

// book is reserve without the wait: it returns what to wait for where calls are in flight.
func (b *budget) book(in, out int64) (settled <-chan struct{}, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	allIn, allOut := b.in+b.rin+in, b.out+b.rout+out
	limit := ""
	switch {
	case b.opt.BudgetTokens > 0 && allIn+allOut > b.opt.BudgetTokens:
		limit = fmt.Sprintf("%d tokens", b.opt.BudgetTokens)
	case b.opt.BudgetCost > 0 && b.cost(allIn, allOut) > b.opt.BudgetCost:
		limit = fmt.Sprintf("%g (money)", b.opt.BudgetCost)
	}
	switch {
	case limit != "" && b.flying > 0:
		if b.settled == nil {
			b.settled = make(chan struct{})
		}
		return b.settled, nil
	case limit != "":
		return nil, &BudgetError{Tokens: b.in + b.out, Cost: b.cost(b.in, b.out), Limit: limit, Cached: b.opt.Cache != ""}
	}
	b.rin += in
	b.rout += out
	b.flying++
	return nil, nil
}

// settle replaces a reservation by the real cost.
func (b *budget) settle(reservedIn, reservedOut, in, out int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rin -= reservedIn
	b.rout -= reservedOut
	b.in += in
	b.out += out
	b.flying--
	if b.settled != nil {
		close(b.settled)
		b.settled = nil
	}
}

func (b *budget) spent() (in, out int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.in, b.out
}
