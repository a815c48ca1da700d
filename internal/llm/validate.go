package llm

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Validator judges predicates that no rule can judge (T4): one question for each step and
// predicate. Verdicts are cached by question.
type Validator struct{ *Role }

const (
	partHolds   = "holds"
	tokensHolds = 30
)

// Validator returns a validator that asks this model.
func (m *Model) Validator() *Validator {
	return &Validator{m.overseer("predicate", configs.PredicatePrompt(), tokensHolds, yesOrNo, partHolds)}
}

// Holds reports whether a predicate holds, given what was observed. The error says why that
// is not known: the budget is spent, the endpoint failed, or the answer is no verdict.
func (v *Validator) Holds(ctx context.Context, predicate, observed string) (bool, error) {
	if n := len(predicate) + len(observed); n > maxJudged {
		return false, fmt.Errorf("llm: %d bytes are not judged; at most %d are", n, maxJudged)
	}
	got, err := v.Ask(ctx, predicate, jsonvalue.ObjectOf(
		"predicate", predicate,
		"observed", observed))
	return got[partHolds].Bool(), err
}
