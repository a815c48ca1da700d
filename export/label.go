package export

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The limits of a label. For scoring, a label is read as one field of an item
// (internal/item). These limits are within those of an item, and leave room for the
// completion.
const (
	MaxLabelBytes  = 12 << 20
	MaxLabelDepth  = jsonvalue.DefaultDepth
	MaxLabelValues = 1 << 18
)

// Label is the self-contained text in the columns label and ground_truth: the JSON object
// of an ITEM's fields without its completion (sample_id, messages, tools, reference,
// domains, labels). An item made of it gets the same reward as an item with only the
// sample's id.
//
// messages are those of [Row.Sample]: the system message is the source's own, without voi's
// instructions and tools. Readings and explanations number messages in this way. labels
// hold the columns of F12, the reading and the provenance. They also hold columns that no
// reward reads (answers, action_source, flags), so that [ParseLabel] can restore the row.
// The flag for escaped markup is left out, because it depends on the layout.
//
// The error is a *dataset.Error with CodeTooLarge or CodeTooDeep.
func (r *Row) Label() (string, error) {
	b := make([]byte, 0, 1024+r.jsonBytes())
	b = append(jsonvalue.AppendString(append(b, `{"sample_id":`...), r.SampleID), `,"messages":[`...)
	for i, m := range r.conversation() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendMessage(b, m)
	}
	b = append(b, ']')
	row := *r
	row.Flags = withoutEscaped(r.Flags)
	for i, c := range labelColumns {
		switch {
		case c.Name == "answers" && r.Answers == nil:
			continue
		case i == sampleColumns:
			b = append(b, `,"labels":{"`...)
		default:
			b = append(b, `,"`...)
		}
		b = append(append(b, c.Name...), `":`...)
		b = c.appendJSON(b, &row)
	}
	b = append(b, "}}"...)
	label := string(b)
	return label, labelFits(label)
}

// labelColumns are the columns in a label beside the id and the messages, in order. The
// first sampleColumns of them stand beside the messages, the others in labels.
var labelColumns = func() (columns []*RowColumn) {
	for _, name := range []string{
		"tools", "reference", "domains",
		"belief_source", "candidates", "v_now", "evpi_max", "evpi", "missing", "policy_action", "best_question",
		"agrees", "reading", "provenance", "answers", "action_source", "flags",
	} {
		i := slices.IndexFunc(RowColumns, func(c RowColumn) bool { return c.Name == name })
		columns = append(columns, &RowColumns[i])
	}
	return columns
}()

const sampleColumns = 3

// conversation returns the prompt without the text that voi writes into its system message:
// the instructions and the tools.
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
	return slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return f == string(dataset.FlagEscaped) })
}

// labelFits checks a label against the limits for scoring it.
func labelFits(label string) error {
	if len(label) > MaxLabelBytes {
		return &dataset.Error{Code: dataset.CodeTooLarge, Path: "label",
			Msg: fmt.Sprintf("it takes %d bytes, at most %d are scored", len(label), MaxLabelBytes)}
	}
	_, err := jsonvalue.Parse(label, labelOptions)
	var bad *jsonvalue.Error
	if errors.As(err, &bad) {
		return &dataset.Error{Code: bad.Code, Path: "label", Msg: fmt.Sprintf("it cannot be scored: %v", bad)}
	}
	return err
}

// labelOptions bound the JSON of a label.
var labelOptions = jsonvalue.Options{MaxDepth: MaxLabelDepth, MaxNodes: MaxLabelValues}

// ParseLabel reads a [Row.Label] back: a row with all columns except source, split and
// prompt_chars. Its prompt lacks the text that voi writes into the system message.
func ParseLabel(label string) (*Row, error) {
	v, err := jsonvalue.Parse(label, labelOptions)
	if err != nil {
		return nil, err
	}
	if v.Kind() != jsonvalue.Object || v.Field("labels").Kind() != jsonvalue.Object {
		return nil, errors.New("no object with sample_id, messages, tools, reference, domains and labels")
	}
	r := &Row{SampleID: v.Field("sample_id").Str(), Action: v.Field("reference").Field("action").Str()}
	for i, c := range labelColumns {
		in := v
		if i >= sampleColumns {
			in = v.Field("labels")
		}
		c.read(r, in.Field(c.Name))
	}
	for _, m := range v.Field("messages").Items() {
		message := Message{Role: m.Field("role").Str(), Content: m.Field("content").Str()}
		if message.Role == dataset.System {
			message.Content = systemHeading + message.Content
		}
		r.Prompt = append(r.Prompt, message)
	}
	return r, nil
}
