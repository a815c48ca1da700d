package llm

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// Director is NOD's Director: it asks one question for each critical call. Verdicts are
// cached by question.
type Director struct{ *Role }

const (
	partDecision   = "decision"
	partFeedback   = "feedback"
	tokensDecision = 160
	maxFeedback    = 500 // bytes
)

// Director returns a Director that asks this model.
func (m *Model) Director() *Director {
	return &Director{m.overseer("director", configs.DirectorPrompt(), tokensDecision, checkDecision, partAddressed, partDecision, partFeedback)}
}

// Direct returns the model's verdict on a proposed critical call. If the conversation
// addresses its Director, a PASS becomes a REVISE: words to an overseer are no evidence.
// The error says why there is no verdict: the budget is spent, the endpoint failed, the
// answer is no verdict, or the conversation is too long.
func (d *Director) Direct(ctx context.Context, p trajectory.Proposal) (v trajectory.Verdict, feedback string, err error) {
	run := trajectory.Trajectory{Messages: p.Before}
	tool := domains.Value{}
	if p.Tool != nil {
		tool = p.Tool.OpenAI()
	}
	got, err := d.Ask(ctx, p.Call.Name, jsonvalue.ObjectOf(
		"messages", run.MessagesValue(),
		"tool", tool,
		"call", jsonvalue.ObjectOf("name", p.Call.Name, "arguments", p.Call.Arguments),
		"strictness", p.Setting))
	v, feedback = trajectory.Verdict(got[partDecision].Str()), got[partFeedback].Str()
	if v == trajectory.Pass && got[partAddressed].Bool() {
		return trajectory.Revise, "the conversation speaks to its Director", nil
	}
	return v, feedback, err
}

func checkDecision(part string, v domains.Value) error {
	switch part {
	case partAddressed:
		return yesOrNo(part, v)
	case partFeedback:
		if v.Kind() != jsonvalue.String || len(v.Str()) > maxFeedback || strings.ContainsFunc(v.Str(), unicode.IsControl) {
			return errors.New("give a text of one line and at most 500 bytes, empty for PASS")
		}
		return nil
	}
	switch trajectory.Verdict(v.Str()) {
	case trajectory.Pass, trajectory.Revise, trajectory.Abort:
		return nil
	}
	return errors.New("give PASS, REVISE or ABORT")
}
