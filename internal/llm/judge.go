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

// Judge judges what no rule of F11 can: one question for each completion, by a fixed
// rubric (configs/prompts). Verdicts are cached by what was asked.
type Judge struct{ asker }

// Judge returns a judge by this model.
func (m *Model) Judge() *Judge { return &Judge{m.asker(configs.JudgePrompt())} }

const (
	partVerdict   = "verdict"
	partAddressed = "addressed"
	tokensVerdict = 60
	maxJudged     = 16 << 10 // bytes of a text
)

// Judge returns the verdict on a text, in [0, 1]; 0 where the text speaks to its
// judge. The error says why there is none: the budget is spent, the endpoint failed,
// or what it said is no verdict.
func (j *Judge) Judge(ctx context.Context, c reward.Case) (float64, error) {
	r, err := j.request(c)
	if err != nil {
		return 0, err
	}
	got, err := j.ask(ctx, r)
	if err != nil {
		return 0, err
	}
	verdict, ok := got.items[partVerdict]
	addressed, told := got.items[partAddressed]
	if !ok || !told {
		why := got.dropped[partVerdict]
		if ok {
			why = got.dropped[partAddressed]
		}
		return 0, fmt.Errorf("llm: no verdict of %s: %s", j.model.opt.Model, why)
	}
	if addressed.Bool() {
		return 0, nil
	}
	f, _ := verdict.Float()
	return f, nil
}

func (j *Judge) request(c reward.Case) (*request, error) {
	if len(c.Text) > maxJudged {
		return nil, fmt.Errorf("llm: a text of %d bytes is not judged; at most %d are", len(c.Text), maxJudged)
	}
	r := &request{
		kind: "judge", subject: string(c.Action), tokens: tokensVerdict, parts: []string{partAddressed, partVerdict},
		input: jsonvalue.NewObject(
			jsonvalue.Member{Key: "messages", Value: dataset.MessagesValue(c.Sample.Messages)},
			jsonvalue.Member{Key: "tools", Value: domains.ToolsValue(c.Sample.Tools)},
			jsonvalue.Member{Key: "action", Value: jsonvalue.NewString(string(c.Action))},
			jsonvalue.Member{Key: "text", Value: jsonvalue.NewString(c.Text)},
		),
		item: readVerdict,
	}
	if n := len(r.input.JSON()); n > maxConversation+maxJudged {
		return nil, fmt.Errorf("llm: a conversation of %d bytes is too long to be judged", n)
	}
	return j.seal(r), nil
}

func readVerdict(part string, v domains.Value) (domains.Value, error) {
	if part == partAddressed {
		if v.Kind() != jsonvalue.Bool {
			return v, errors.New("give true or false")
		}
		return v, nil
	}
	if f, ok := v.Float(); v.Kind() != jsonvalue.Number || !ok || !(f >= 0 && f <= 1) {
		return v, errors.New("give a number from 0 to 1")
	}
	return v, nil
}
