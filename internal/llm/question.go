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

// Questioner writes the questions that ask for chosen aspects (F6).
type Questioner struct{ asker }

// Questioner returns a writer of questions by this model.
func (m *Model) Questioner() *Questioner { return &Questioner{m.asker(configs.QuestionPrompt())} }

const (
	partQuestion   = "question"
	maxQuestion    = 500 // bytes
	tokensQuestion = 200
)

// Question returns the text of a question that asks a sample's user for the
// aspects, parameters of one tool: "" where the model has none that asks for them
// all and for nothing else, as certainty/asking reads it. The error is the
// context's, or why the run cannot go on.
func (q *Questioner) Question(ctx context.Context, s *dataset.Sample, tool string, aspects []string) (string, error) {
	r, ok := q.request(s, tool, aspects)
	if !ok {
		return "", nil
	}
	got, err := q.ask(ctx, r)
	return got.items[partQuestion].Str(), err
}

// request asks about a sample; ok is false where there is nothing to ask for, or
// it is too long to be sent.
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

// readQuestion holds a question's own words against what it is to ask for. One
// that asks for a part, or for more, would be rewarded as another question (F11).
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
