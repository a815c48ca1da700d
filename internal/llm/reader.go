package llm

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Reader reads conversations by a model (F4): one request reads one conversation for all
// offered tools. It is safe for concurrent use.
type Reader struct{ asker }

// Reader returns a reader that asks this model.
func (m *Model) Reader() *Reader { return &Reader{m.asker(configs.ReadingPrompt())} }

// Read returns the model's reading, nil where there is no usable answer or the conversation
// is too long. Invalid parts of an answer are dropped and counted (Usage). The error is the
// context's, or says why the run has to stop.
func (r *Reader) Read(ctx context.Context, in grounding.Input) (*grounding.Reading, error) {
	q, ok := r.request(in)
	if !ok {
		return nil, nil
	}
	got, err := r.ask(ctx, q)
	if err != nil {
		return nil, err
	}
	return r.reading(in, got), nil
}

// Known is Read without a call, for a server that keeps waiting apart from work. known is false
// where only a call can tell; a nil reading that is known stays so.
func (r *Reader) Known(in grounding.Input) (reading *grounding.Reading, known bool) {
	q, ok := r.request(in)
	if !ok {
		return nil, true
	}
	if got, ok := r.model.known(q); ok {
		return r.reading(in, got), true
	}
	return nil, r.model.Stopped() != nil
}

// reading makes the reading of an answer, nil where it has none.
func (r *Reader) reading(in grounding.Input, got answer) *grounding.Reading {
	kept, ok := got.items[partReading]
	if !ok {
		return nil
	}
	c := newCitations(in)
	c.read(kept)
	c.reading.Reader = r.model.Name()
	c.reading.Bind(in)
	return c.reading
}

const (
	kindReading = "reading"
	partReading = "reading"
)

// The length of a reading in an answer, in tokens.
const (
	tokensPerReading = 512
	tokensPerSlot    = 96
	tokensPerByte    = 1 // of the user's messages: a long text or list that fills a parameter stands in the answer twice, as a quote and as the value
	mostTokens       = 8 << 10
)

// request makes the question about a conversation; ok is false where it is too long.
func (r *Reader) request(in grounding.Input) (q *request, ok bool) {
	messages := make([]domains.Value, len(in.Turns))
	subject, said := "", 0
	for i := range in.Turns {
		t := &in.Turns[i]
		members := []jsonvalue.Member{
			{Key: "turn", Value: jsonvalue.NewInt(int64(i))},
			{Key: "role", Value: jsonvalue.NewString(t.Role)},
			{Key: "text", Value: jsonvalue.NewString(t.Text)},
		}
		if len(t.Calls) > 0 {
			members = append(members, jsonvalue.Member{Key: "calls", Value: domains.CallsValue(t.Calls)})
		}
		messages[i] = jsonvalue.NewObject(members...)
		if t.Role == "user" {
			said += len(t.Text)
			subject = clip(t.Text, 200)
		}
	}
	var tools []domains.Value
	seen := map[string]bool{}
	for i := range in.Tools {
		if t := &in.Tools[i]; !seen[t.Name] { // of two tools with one name, the first wins (F1)
			seen[t.Name] = true
			tools = append(tools, t.OpenAI())
		}
	}
	slots := len(grounding.EmptySlots(in.Tools))
	q = &request{
		kind: kindReading, subject: subject,
		tokens: min(tokensPerReading+tokensPerSlot*slots+tokensPerByte*said, mostTokens),
		parts:  []string{partReading},
		input: jsonvalue.ObjectOf(
			"messages", messages,
			"tools", tools,
		),
	}
	if slots == 0 || len(q.input.JSON()) > maxConversation {
		return nil, false
	}
	q.split = func(v domains.Value) map[string]domains.Value { return map[string]domains.Value{partReading: v} }
	q.item = func(_ string, v domains.Value) (domains.Value, error) {
		for _, key := range [...]string{"mentions", "slots"} {
			if v.Field(key).Kind() != jsonvalue.Array {
				return v, fmt.Errorf("%s is no list", key)
			}
		}
		c := newCitations(in)
		c.read(v)
		if n := v.Field("slots").Len(); n > 0 && len(c.slots) == 0 {
			return v, fmt.Errorf("none of its %d values is kept: %s", n, counts(c.lost)) // it says less than the rules
		}
		return c.value(), nil
	}
	q.lost = func(v domains.Value) map[string]int64 {
		out := map[string]int64{}
		for _, m := range v.Field("dropped").Members() {
			out[m.Key], _ = m.Value.Int()
		}
		return out
	}
	return r.seal(q), true
}
