package llm

import (
	"context"
	"errors"
	"fmt"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Role is a part that a model plays: a prompt, the schema of its answer, and
// what of an answer holds. What is asked is data of the caller's.
type Role struct {
	asker
	kind   string
	gives  string // what errors call the answer
	parts  []string
	tokens int
	check  func(part string, v domains.Value) error
}

// Role returns the part of a prompt. parts are the members of an answer, all of which are
// needed; check says what is wrong with one, and may be nil.
func (m *Model) Role(kind string, prompt configs.ModelPrompt, tokens int, check func(part string, v domains.Value) error, parts ...string) *Role {
	return &Role{m.asker(prompt), kind, kind, parts, tokens, check}
}

// overseer returns a role whose answers are verdicts.
func (m *Model) overseer(kind string, prompt configs.ModelPrompt, tokens int, check func(part string, v domains.Value) error, parts ...string) *Role {
	r := m.Role(kind, prompt, tokens, check, parts...)
	r.gives = "verdict"
	return r
}

// Ask asks once, and once more where the answer does not hold. The error says why there is
// no answer.
func (r *Role) Ask(ctx context.Context, subject string, input domains.Value) (map[string]domains.Value, error) {
	if n := len(input.JSON()); n > maxDirected {
		return nil, &Unanswered{r.gives, r.model.opt.Model, fmt.Sprintf("%s: %d bytes, and at most %d are read", tooLong, n, maxDirected)}
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
			return nil, &Unanswered{r.gives, r.model.opt.Model, string(got.dropped[part])}
		}
	}
	return got.items, nil
}

// maxDirected bounds what a role is sent, in bytes: a run is longer than a sample.
const maxDirected = 256 << 10

// yesOrNo holds an answer to be true or false.
func yesOrNo(_ string, v domains.Value) error {
	if v.Kind() != jsonvalue.Bool {
		return errors.New("give true or false")
	}
	return nil
}

// Unanswered is the error of an answer that was not kept. Why is refused, unreadable,
// missing, invalid, too long or no answer.
type Unanswered struct{ Kind, Model, Why string }

func (e *Unanswered) Error() string { return "llm: no " + e.Kind + " of " + e.Model + ": " + e.Why }
