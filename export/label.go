package export

import (
	"errors"
	"fmt"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Bounds of a label. Whoever scores by it reads it as one field of an item
// (internal/item), which is bounded, too, and leaves room for the completion.
const (
	MaxLabelBytes  = 12 << 20
	MaxLabelDepth  = jsonvalue.DefaultDepth
	MaxLabelValues = 1 << 18
)

// Label is the self-contained text that stands in the columns label and
// ground_truth: the JSON object of an ITEM's fields without its completion
// (sample_id, messages, tools, reference, domains, labels). An item that is made
// of it earns what one earns that names the sample by its id.
//
// messages are those of [Row.Sample]: of the system message what the source wrote,
// not how to answer and what is offered; readings and explanations number them so.
// labels hold the columns of F12, the reading and
// the provenance; those that no reward reads (answers, action_source, flags)
// stand there so that [ParseLabel] gives the row back. The flag that says that
// markup was escaped is left out, since that depends on the layout.
//
// The error is a *dataset.Error with CodeTooLarge or CodeTooDeep.
func (r *Row) Label() (string, error) {
	size := 1024 + len(r.Tools) + len(r.Domains) + len(r.Reference) + len(r.Candidates) + len(r.Provenance) + len(r.EVPI) + len(r.Reading)
	b := make([]byte, 0, size)
	text := func(key, value string) { b = jsonvalue.AppendString(append(b, key...), value) }
	raw := func(key, value string) { b = append(append(b, key...), value...) }
	number := func(key string, f *float64) {
		if f == nil {
			raw(key, "null")
			return
		}
		b = jsonvalue.AppendFloat(append(b, key...), *f)
	}
	list := func(key string, values []string) {
		b = append(append(b, key...), '[')
		for i, v := range values {
			if i > 0 {
				b = append(b, ',')
			}
			b = jsonvalue.AppendString(b, v)
		}
		b = append(b, ']')
	}
	text(`{"sample_id":`, r.SampleID)
	raw(`,"messages":`, "[")
	for i, m := range r.conversation() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendMessage(b, m)
	}
	raw("]", `,"tools":`)
	raw(r.Tools, `,"reference":`)
	raw(r.Reference, `,"domains":`)
	raw(r.Domains, `,"labels":{`)
	text(`"belief_source":`, r.BeliefSource)
	raw(`,"candidates":`, r.Candidates)
	number(`,"v_now":`, r.VNow)
	number(`,"evpi_max":`, r.EVPIMax)
	raw(`,"evpi":`, r.EVPI)
	list(`,"missing":`, r.Missing)
	text(`,"policy_action":`, r.PolicyAction)
	text(`,"best_question":`, r.BestQuestion)
	switch {
	case r.Agrees == nil:
		raw(`,"agrees":`, "null")
	default:
		raw(`,"agrees":`, fmt.Sprint(*r.Agrees))
	}
	raw(`,"reading":`, r.Reading)
	raw(`,"provenance":`, r.Provenance)
	if r.Answers != nil {
		raw(`,"answers":`, *r.Answers)
	}
	text(`,"action_source":`, r.ActionSource)
	list(`,"flags":`, withoutEscaped(r.Flags))
	raw("}", "}")
	return string(b), labelFits(b)
}

// conversation is the prompt without what voi writes into its system message: how
// to answer, and which tools are offered.
func (r *Row) conversation() []Message {
	if len(r.Prompt) == 0 || r.Prompt[0].Role != dataset.System {
		return r.Prompt
	}
	if _, own, found := strings.Cut(r.Prompt[0].Content, systemHeading); found {
		return append([]Message{{Role: dataset.System, Content: own}}, r.Prompt[1:]...)
	}
	return r.Prompt[1:]
}

func messagesOf(conversation []Message) []dataset.Message {
	out := make([]dataset.Message, len(conversation))
	for i, m := range conversation {
		out[i] = dataset.Message{Role: m.Role, Content: m.Content}
	}
	return out
}

func appendMessage(b []byte, m Message) []byte {
	b = jsonvalue.AppendString(append(b, `{"role":`...), m.Role)
	b = jsonvalue.AppendString(append(b, `,"content":`...), m.Content)
	return append(b, '}')
}

func withoutEscaped(flags []string) []string {
	out := make([]string, 0, len(flags))
	for _, f := range flags {
		if f != string(dataset.FlagEscaped) {
			out = append(out, f)
		}
	}
	return out
}

// labelFits holds a label to its bounds. Values are counted from above: commas
// and brackets outside of texts.
func labelFits(label []byte) error {
	if len(label) > MaxLabelBytes {
		return &dataset.Error{Code: dataset.CodeTooLarge, Path: "label",
			Msg: fmt.Sprintf("it takes %d bytes, at most %d are scored", len(label), MaxLabelBytes)}
	}
	depth, deepest, values := 0, 0, 1
	for i := 0; i < len(label); i++ {
		switch label[i] {
		case '"':
			for i++; i < len(label) && label[i] != '"'; i++ {
				if label[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
			values++
		case '}', ']':
			depth--
		case ',':
			values++
		}
	}
	switch {
	case deepest > MaxLabelDepth:
		return &dataset.Error{Code: dataset.CodeTooDeep, Path: "label",
			Msg: fmt.Sprintf("it is nested %d deep, at most %d are scored", deepest, MaxLabelDepth)}
	case values > MaxLabelValues:
		return &dataset.Error{Code: dataset.CodeTooLarge, Path: "label",
			Msg: fmt.Sprintf("it has some %d values, at most %d are scored", values, MaxLabelValues)}
	}
	return nil
}

// ParseLabel reads a [Row.Label] back: a row with all columns but source, split
// and prompt_chars, its prompt without what voi writes into the system message.
func ParseLabel(label string) (*Row, error) {
	v, err := jsonvalue.Parse(label, jsonvalue.Options{MaxDepth: MaxLabelDepth, MaxNodes: MaxLabelValues})
	if err != nil {
		return nil, err
	}
	if v.Kind() != jsonvalue.Object || v.Field("labels").Kind() != jsonvalue.Object {
		return nil, errors.New("no object with sample_id, messages, tools, reference, domains and labels")
	}
	l := v.Field("labels")
	r := &Row{
		SampleID:     v.Field("sample_id").Str(),
		Tools:        v.Field("tools").JSON(),
		Domains:      v.Field("domains").JSON(),
		Action:       v.Field("reference").Field("action").Str(),
		ActionSource: l.Field("action_source").Str(),
		Reference:    v.Field("reference").JSON(),
		Candidates:   l.Field("candidates").JSON(),
		Provenance:   l.Field("provenance").JSON(),
		Missing:      textsOf(l.Field("missing")),
		BeliefSource: l.Field("belief_source").Str(),
		PolicyAction: l.Field("policy_action").Str(),
		BestQuestion: l.Field("best_question").Str(),
		VNow:         floatOf(l.Field("v_now")),
		EVPIMax:      floatOf(l.Field("evpi_max")),
		EVPI:         l.Field("evpi").JSON(),
		Reading:      l.Field("reading").JSON(),
		Flags:        textsOf(l.Field("flags")),
	}
	for _, m := range v.Field("messages").Items() {
		message := Message{Role: m.Field("role").Str(), Content: m.Field("content").Str()}
		if message.Role == dataset.System {
			message.Content = systemHeading + message.Content
		}
		r.Prompt = append(r.Prompt, message)
	}
	if answers := l.Field("answers"); !answers.IsNull() {
		text := answers.JSON()
		r.Answers = &text
	}
	if agrees := l.Field("agrees"); agrees.Kind() == jsonvalue.Bool {
		b := agrees.Bool()
		r.Agrees = &b
	}
	return r, nil
}

func textsOf(v jsonvalue.Value) []string {
	out := make([]string, v.Len())
	for i, item := range v.Items() {
		out[i] = item.Str()
	}
	return out
}

func floatOf(v jsonvalue.Value) *float64 {
	if f, ok := v.Float(); ok {
		return &f
	}
	return nil
}
