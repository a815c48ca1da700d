package llm

import (
	"context"
	"errors"
	"fmt"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Validator judges predicates that no rule can (T4): one question for each step that a
// predicate is held against. Verdicts are cached by what was asked.
type Validator struct{ asker }

// Validator returns a validator by this model.
func (m *Model) Validator() *Validator { return &Validator{m.asker(configs.PredicatePrompt())} }

const (
	partHolds   = "holds"
	tokensHolds = 30
)

// Holds reports whether a predicate holds by what was observed. The error says why that
// is not known: the budget is spent, the endpoint failed, or what it said is no verdict.
func (v *Validator) Holds(ctx context.Context, predicate, observed string) (bool, error) {
	if n := len(predicate) + len(observed); n > maxJudged {
		return false, fmt.Errorf("llm: %d bytes are not judged; at most %d are", n, maxJudged)
	}
	got, err := v.ask(ctx, v.seal(&request{
		kind: "predicate", subject: predicate, tokens: tokensHolds, parts: []string{partHolds},
		input: jsonvalue.NewObject(
			jsonvalue.Member{Key: "predicate", Value: jsonvalue.NewString(predicate)},
			jsonvalue.Member{Key: "observed", Value: jsonvalue.NewString(observed)}),
		item: func(_ string, v domains.Value) (domains.Value, error) {
			if v.Kind() != jsonvalue.Bool {
				return v, errors.New("give true or false")
			}
			return v, nil
		},
	}))
	if err != nil {
		return false, err
	}
	holds, ok := got.items[partHolds]
	if !ok {
		return false, fmt.Errorf("llm: no verdict of %s: %s", v.model.opt.Model, got.dropped[partHolds])
	}
	return holds.Bool(), nil
}
