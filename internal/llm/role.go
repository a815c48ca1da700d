package llm

import (
	"context"
	"errors"
	"fmt"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Role is a task for a model: a prompt, the schema of its answer, and a check of the
// answer. The caller provides the input.
type Role struct {
	asker
	kind   string
	gives  string // the word for the answer in errors
	parts  []string
	tokens int
	check  func(part string, v domains.Value) error
}

// Role returns a role with a prompt. parts are the required members of an answer; check, if
// not nil, says what is wrong with a part.
func (m *Model) Role(kind string, prompt configs.ModelPrompt, tokens int, check func(part string, v domains.Value) error, parts ...string) *Role {
	return &Role{m.asker(prompt), kind, kind, parts, tokens, check}
}

// overseer returns a role whose answers are verdicts.
func (m *Model) overseer(kind string, prompt configs.ModelPrompt, tokens int, check func(part string, v domains.Value) error, parts ...string) *Role {
	r := m.Role(kind, prompt, tokens, check, parts...)
	r.gives = "verdict"
	return r
}

// Ask asks, and asks once more if the answer is invalid. The error says why there is no
// answer.
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
			why := string(got.dropped[part])
			if got.dropped[part] == noAnswer {
				why += ": " + r.model.whyNone()
			}
			return nil, &Unanswered{r.gives, r.model.opt.Model, why}
		}
	}
	return got.items, nil
}

// maxDirected bounds the input of a role, in bytes: a run is longer than a sample.
const maxDirected = 256 << 10

// yesOrNo checks that an answer is true or false.
func yesOrNo(_ string, v domains.Value) error {
	if v.Kind() != jsonvalue.Bool {
		return errors.New("give true or false")
	}
	return nil
}

// Unanswered is the error of a missing answer. Why is refused, unreadable, missing,
// invalid, too long or no answer; behind a colon there may be more.
type Unanswered struct{ Kind, Model, Why string }

func (e *Unanswered) Error() string { return "llm: no " + e.Kind + " of " + e.Model + ": " + e.Why }
