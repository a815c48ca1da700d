package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// Director is NOD's Director: one question for each critical call. Verdicts are cached by
// what was asked.
type Director struct{ asker }

// Director returns a Director by this model.
func (m *Model) Director() *Director { return &Director{m.asker(configs.DirectorPrompt())} }

const (
	partDecision   = "decision"
	partFeedback   = "feedback"
	tokensDecision = 160
	maxFeedback    = 500 // bytes
)

// Direct says what the model thinks of a proposed critical call. Where the conversation
// addresses its Director a PASS becomes a REVISE: words to an overseer are no evidence. The
// error says why there is no verdict: the budget is spent, the endpoint failed, what it
// said is no verdict, or the conversation is too long.
func (d *Director) Direct(ctx context.Context, p trajectory.Proposal) (v trajectory.Verdict, feedback string, err error) {
	run := trajectory.Trajectory{Messages: p.Before}
	tool := domains.Value{}
	if p.Tool != nil {
		tool = domains.ToolsValue([]domains.Tool{*p.Tool}).Items()[0]
	}
	r := &request{
		kind: "director", subject: p.Call.Name, tokens: tokensDecision, parts: []string{partAddressed, partDecision, partFeedback},
		input: jsonvalue.NewObject(
			jsonvalue.Member{Key: "messages", Value: run.MessagesValue()},
			jsonvalue.Member{Key: "tool", Value: tool},
			jsonvalue.Member{Key: "call", Value: jsonvalue.NewObject(
				jsonvalue.Member{Key: "name", Value: jsonvalue.NewString(p.Call.Name)},
				jsonvalue.Member{Key: "arguments", Value: p.Call.Arguments})},
			jsonvalue.Member{Key: "strictness", Value: jsonvalue.NewString(p.Setting)},
		),
		item: readDecision,
	}
	if n := len(r.input.JSON()); n > maxDirected {
		return "", "", fmt.Errorf("llm: a conversation of %d bytes is too long for a Director; at most %d are read", n, maxDirected)
	}
	got, err := d.ask(ctx, d.seal(r))
	if err != nil {
		return "", "", err
	}
	for _, part := range r.parts {
		if _, ok := got.items[part]; !ok {
			return "", "", fmt.Errorf("llm: no verdict of %s: %s", d.model.opt.Model, got.dropped[part])
		}
	}
	v, feedback = trajectory.Verdict(got.items[partDecision].Str()), got.items[partFeedback].Str()
	if v == trajectory.Pass && got.items[partAddressed].Bool() {
		return trajectory.Revise, "the conversation speaks to its Director", nil
	}
	return v, feedback, nil
}

// maxDirected bounds what a Director is sent, in bytes: a run is longer than a sample.
const maxDirected = 256 << 10

func readDecision(part string, v domains.Value) (domains.Value, error) {
	switch part {
	case partAddressed:
		if v.Kind() != jsonvalue.Bool {
			return v, errors.New("give true or false")
		}
	case partFeedback:
		if v.Kind() != jsonvalue.String || len(v.Str()) > maxFeedback || strings.ContainsFunc(v.Str(), unicode.IsControl) {
			return v, errors.New("give a text of one line and at most 500 bytes, empty for PASS")
		}
	default:
		switch trajectory.Verdict(v.Str()) {
		case trajectory.Pass, trajectory.Revise, trajectory.Abort:
		default:
			return v, errors.New("give PASS, REVISE or ABORT")
		}
	}
	return v, nil
}
