package llm

import (
	"fmt"
	"sync"
)

// budget holds what a run may spend, in tokens. A call is reserved with the most that it
// can cost before it is made, so that no run ends above its budget.
type budget struct {
	opt *Options

	mu       sync.Mutex
	in, out  int64 // spent
	reserved int64 // by the calls under way
}

// BudgetError ends a run whose budget does not allow the next call.
type BudgetError struct {
	Tokens int64 // spent so far
	Limit  int64
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("the budget of %d tokens does not allow another call to the model; %d tokens were spent, and their answers are in the cache: the same command with a larger budget goes on from there", e.Limit, e.Tokens)
}

// reserve books the most tokens that a call can take.
func (b *budget) reserve(tokens int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	spent := b.in + b.out
	if most := b.opt.BudgetTokens; most > 0 && spent+b.reserved+tokens > most {
		return &BudgetError{Tokens: spent, Limit: most}
	}
	b.reserved += tokens
	return nil
}

// settle replaces a reservation by what was spent.
func (b *budget) settle(reserved, in, out int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reserved -= reserved
	b.in += in
	b.out += out
}

func (b *budget) spent() (in, out int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.in, b.out
}
