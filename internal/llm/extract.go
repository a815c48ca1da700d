package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Extractor keeps the belief state of a search (T3) with a model: one question for each
// observation. It keeps a fact only if the observation contains it letter by letter.
type Extractor struct{ asker }

// Extractor returns an extractor that asks this model.
func (m *Model) Extractor() *Extractor { return &Extractor{m.asker(configs.BeliefPrompt())} }

const (
	partFacts    = "facts"
	partOpen     = "open"
	partResolved = "resolved"
	tokensBelief = 600
	mostOpened   = 3
)

// Extract implements decision.Extractor. The error says why there is no answer: the budget
// is spent, or the endpoint failed. Invalid parts of an answer are left out.
func (x *Extractor) Extract(ctx context.Context, b *decision.BeliefState, o decision.Observation) (u decision.Update, err error) {
	var observed strings.Builder
	for _, r := range o.Results {
		observed.WriteString(r.Text + "\n")
	}
	texts := func(notes []decision.Note) domains.Value {
		list := make([]string, len(notes))
		for i := range notes {
			list[i] = notes[i].Text
		}
		return jsonvalue.NewStrings(list)
	}
	text := observed.String()
	if len(text) > maxConversation {
		return u, fmt.Errorf("llm: an observation of %d bytes is too long to be noted", len(text))
	}
	got, err := x.ask(ctx, x.seal(&request{
		kind: "belief", subject: o.Query.Text, tokens: tokensBelief, parts: []string{partFacts, partOpen, partResolved},
		input: jsonvalue.ObjectOf(
			"question", b.Question,
			partFacts, texts(b.Facts),
			partOpen, texts(b.Open),
			"observed", text),
		item: func(part string, v domains.Value) (domains.Value, error) { return readBelief(part, v, o, len(b.Open)) },
	}))
	if err != nil {
		return u, err
	}
	if len(got.items) == 0 {
		return u, fmt.Errorf("llm: no notes of %s: %s", x.model.opt.Model, got.dropped[partFacts])
	}
	for _, fact := range got.items[partFacts].Items() {
		message, from := placeOf(fact.Str(), o)
		u.Facts = append(u.Facts, decision.NewNote(fact.Str(), o.Step, message, from))
	}
	for _, open := range got.items[partOpen].Items() {
		u.Open = append(u.Open, decision.NewNote(open.Str(), o.Step, o.Query.Message, 0))
	}
	for _, at := range got.items[partResolved].Items() {
		n, _ := at.Int()
		u.Resolved = append(u.Resolved, int(n))
	}
	return u, nil
}

// placeOf returns where an observation contains a passage, -1 where it does not.
func placeOf(text string, o decision.Observation) (message, from int) {
	for _, r := range o.Results {
		if at := strings.Index(r.Text, text); at >= 0 {
			return r.Message, at
		}
	}
	return -1, 0
}

// readBelief checks a part of an answer against the observation and the limits.
func readBelief(part string, v domains.Value, o decision.Observation, open int) (domains.Value, error) {
	if v.Kind() != jsonvalue.Array {
		return v, errors.New("give a list")
	}
	most := map[string]int{partFacts: decision.MostFacts, partOpen: mostOpened, partResolved: open}[part]
	if v.Len() > most {
		return v, fmt.Errorf("give at most %d", most)
	}
	for _, item := range v.Items() {
		n, whole := item.Int()
		if part == partResolved && (!whole || n < 0 || n >= int64(open)) {
			return v, fmt.Errorf("%.40s is no place in open, which has %d", item.JSON(), open)
		}
		text := item.Str()
		if part != partResolved && (strings.TrimSpace(text) == "" || len(text) > decision.LongestNote) {
			return v, fmt.Errorf("give texts of 1 to %d bytes", decision.LongestNote)
		}
		if message, _ := placeOf(text, o); part == partFacts && message < 0 {
			return v, fmt.Errorf("%.60q does not stand in what was observed; copy letter by letter", text)
		}
	}
	return v, nil
}
