package reward

import (
	"context"
	"math"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
)

// Case is a completion for a Judge: the text that the user can read, without the
// policy's reasoning.
type Case struct {
	Sample *dataset.Sample
	Action completion.Action // REFUSE, DIRECTLY or ASK
	Text   string            // the action's text
}

// Judge is a model that judges things that no rule can: whether a refusal's reason
// is true, an answer correct, or a request pertinent. Its verdict is in [0, 1]. It
// is safe for concurrent use, and gives the same verdict for the same case.
type Judge interface {
	Judge(ctx context.Context, c Case) (verdict float64, err error)
}

// WithJudge returns the profile with a model for its rule judge. Without that rule
// the model is never asked.
func (p *Profile) WithJudge(j Judge) *Profile {
	q := *p
	q.judge = j
	return &q
}

// NeedsJudge reports whether the rule judge is on. Samples can then be prepared only
// after WithJudge.
func (p *Profile) NeedsJudge() bool { return p.rules.judge }

// judged asks the judge about a completion whose text would earn points on cls.
// Calls are compared, not judged.
func (x *Prepared) judged(c *completion.Completion, s *seen) *Error {
	if !x.profile.rules.judge || x.profile.judge == nil || c.Action == completion.ToolCall || s.values[atCls] == 0 {
		return nil
	}
	text := c.Content()
	if c.Action == completion.Ask {
		text = c.Question
	}
	verdict, err := x.profile.judge.Judge(context.Background(), Case{Sample: x.guard.sample, Action: c.Action, Text: text})
	if err != nil {
		return errorf(CodeJudge, "the judge gave no verdict: %v; the completion is unscored", err)
	}
	if math.IsNaN(verdict) || verdict < 0 || verdict > 1 {
		return errorf(CodeJudge, "the judge's verdict is %v; it lies in [0, 1]", verdict)
	}
	s.values[atJudge] = verdict
	return nil
}
