package llm

import (
	"context"
	"errors"
	"fmt"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/reward"
)

// Judge judges what no rule of F11 can: one question for each completion, by a fixed rubric
// (configs/prompts). Verdicts are cached by question.
type Judge struct{ *Role }

const (
	partVerdict   = "verdict"
	partAddressed = "addressed"
	tokensVerdict = 60
	maxJudged     = 16 << 10 // bytes of a text
)

// Judge returns a judge that asks this model.
func (m *Model) Judge() *Judge {
	return &Judge{m.overseer("judge", configs.JudgePrompt(), tokensVerdict, checkVerdict, partAddressed, partVerdict)}
}

// Judge returns the verdict on a text, in [0, 1]. It is 0 if the text addresses its judge.
// The error says why there is no verdict: the budget is spent, the endpoint failed, the
// conversation is too long, or the answer is no verdict.
func (j *Judge) Judge(ctx context.Context, c reward.Case) (float64, error) {
	if len(c.Text) > maxJudged {
		return 0, fmt.Errorf("llm: a text of %d bytes is not judged; at most %d are", len(c.Text), maxJudged)
	}
	got, err := j.Ask(ctx, string(c.Action), jsonvalue.ObjectOf(
		"messages", dataset.MessagesValue(c.Sample.Messages),
		"tools", domains.ToolsValue(c.Sample.Tools),
		"action", c.Action,
		"text", c.Text))
	if err != nil || got[partAddressed].Bool() {
		return 0, err
	}
	f, _ := got[partVerdict].Float()
	return f, nil
}

func checkVerdict(part string, v domains.Value) error {
	if part == partAddressed {
		return yesOrNo(part, v)
	}
	if f, ok := v.Float(); !ok || !(f >= 0 && f <= 1) {
		return errors.New("give a number from 0 to 1")
	}
	return nil
}
