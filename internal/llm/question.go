package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Questioner writes questions that ask for given aspects (F6).
type Questioner struct{ asker }

// Questioner returns a questioner that asks this model.
func (m *Model) Questioner() *Questioner { return &Questioner{m.asker(configs.QuestionPrompt())} }

const (
	partQuestion   = "question"
	maxQuestion    = 500 // bytes
	tokensQuestion = 200
)

// Question returns a question that asks a sample's user for the aspects, which are
// parameters of one tool. It is "" where the model gives no question that certainty/asking
// reads as asking for exactly these aspects. The error is the context's, or says why the
// run has to stop.
func (q *Questioner) Question(ctx context.Context, s *dataset.Sample, tool string, aspects []string) (string, error) {
	r, ok := q.request(s, tool, aspects)
	if !ok {
		return "", nil
	}
	got, err := q.ask(ctx, r)
	return got.items[partQuestion].Str(), err
}

// request makes the question about a sample; ok is false where there is nothing to ask for,
// or the sample is too long.
func (q *Questioner) request(s *dataset.Sample, name string, aspects []string) (r *request, ok bool) {
	tool := s.Tool(name)
	if tool == nil || len(aspects) == 0 {
		return nil, false
	}
	var wanted, others []domains.Value
	for i := range tool.Params {
		p := &tool.Params[i]
		if !slices.Contains(aspects, p.Name) {
			others = append(others, jsonvalue.NewString(p.Name))
			continue
		}
		wanted = append(wanted, jsonvalue.ObjectOf(
			"name", p.Name,
			"schema", p.Schema,
		))
	}
	r = &request{
		kind: "question", subject: name + ": " + strings.Join(aspects, ", "), tokens: tokensQuestion,
		parts: []string{partQuestion},
		input: jsonvalue.ObjectOf(
			"messages", dataset.MessagesValue(s.Messages),
			"tool", name,
			"description", clip(tool.Description, maxDescription),
			"ask_for", wanted,
			"others", others,
		),
	}
	if len(wanted) != len(aspects) || len(r.input.JSON()) > maxConversation {
		return nil, false
	}
	r.item = func(_ string, v domains.Value) (domains.Value, error) {
		text := strings.TrimSpace(v.Str())
		if err := readQuestion(s, tool.Name, aspects, text); err != nil {
			return v, err
		}
		return jsonvalue.NewString(text), nil
	}
	return q.seal(r), true
}

// readQuestion checks that a question asks for exactly the given aspects. Otherwise its
// reward (F11) would be that of another question.
func readQuestion(s *dataset.Sample, tool string, aspects []string, text string) error {
	if text == "" || len(text) > maxQuestion || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == '<' || r == '>' }) {
		return errors.New("give a text of one line and at most 500 bytes, without markup")
	}
	q := asking.New(s.Tools, s.Domains).Read(text, grounding.Read(label.Input(s, s.Domains)))
	if len(q.Statements) > 0 {
		return fmt.Errorf("it states a value of %q instead of asking for it", q.Statements[0].Aspect)
	}
	var asked []string
	for _, r := range q.Requests {
		switch {
		case r.Tool != tool:
		case !slices.Contains(aspects, r.Aspect):
			return fmt.Errorf("it asks for %q, too", r.Aspect)
		default:
			asked = append(asked, r.Aspect)
		}
	}
	for _, aspect := range aspects {
		if !slices.Contains(asked, aspect) {
			return fmt.Errorf("it does not ask for %q in words that say so", aspect)
		}
	}
	return nil
}
