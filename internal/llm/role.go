package llm

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/domains"
)

// Role is a part that a model plays for a policy: a prompt, the schema of its answer, and
// what of an answer holds. What is asked is data of the caller's.
type Role struct {
	asker
	kind   string
	parts  []string
	tokens int
	check  func(part string, v domains.Value) error
}

// Role returns the part of a prompt. parts are the members of an answer, all of which are
// needed; check says what is wrong with one, and may be nil.
func (m *Model) Role(kind string, prompt configs.ModelPrompt, tokens int, check func(part string, v domains.Value) error, parts ...string) *Role {
	return &Role{m.asker(prompt), kind, parts, tokens, check}
}

// Ask asks once, and once more where the answer does not hold. The error says why there is
// no answer.
func (r *Role) Ask(ctx context.Context, subject string, input domains.Value) (map[string]domains.Value, error) {
	if n := len(input.JSON()); n > maxDirected {
		return nil, &Unanswered{r.kind, r.model.opt.Model, fmt.Sprintf("%s: %d bytes, and at most %d are read", tooLong, n, maxDirected)}
	}
	got, err := r.ask(ctx, r.seal(&request{
		kind: r.kind, subject: subject, tokens: r.tokens, parts: r.parts, input: input,
		item: func(part string, v domains.Value) (domains.Value, error) {
			if r.check == nil {
				return v, nil
			}
			return v, r.check(part, v)
		},
	}))
	if err != nil {
		return nil, err
	}
	for _, part := range r.parts {
		if _, ok := got.items[part]; !ok {
			return nil, &Unanswered{r.kind, r.model.opt.Model, string(got.dropped[part])}
		}
	}
	return got.items, nil
}

// Unanswered is the error of an answer that was not kept. Why is refused, unreadable,
// missing, invalid, too long or no answer.
type Unanswered struct{ Kind, Model, Why string }

func (e *Unanswered) Error() string { return "llm: no " + e.Kind + " of " + e.Model + ": " + e.Why }
