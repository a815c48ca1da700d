package rollout

import (
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The columns by which rows of trainers say what voi asks of them, the likeliest
// first. A column that is null counts as absent.
var (
	PromptKeys     = []string{"prompt", "prompts", "input", "messages"}
	LabelKeys      = []string{"gts", "label", "labels", "ground_truth"}
	CompletionKeys = []string{"completion", "output", "response"}

	// ItemKeys are the fields of an ITEM (protocol.md) that keep their meaning in
	// rows and labels of every shape, but for labels, which trainers call other
	// things too.
	ItemKeys = []string{"sample_id", "group_id", "finish_reason", "messages", "tools", "reference", "domains", "reading"}
)

// The columns that stand for others.
const (
	QueryKey  = "query"                   // a prompt and its completion in one text (OpenRLHF)
	ParamsKey = "responses_create_params" // of NeMo Gym: the prompt under input
	StepKey   = "step"                    // the step of the trainer that made the row
	GroupKey  = "group_id"
)

// IsColumn reports whether rows of some shape have anything to read in a column.
func IsColumn(name string) bool {
	for _, keys := range [][]string{PromptKeys, LabelKeys, CompletionKeys, ItemKeys, {QueryKey, ParamsKey, StepKey}} {
		for _, key := range keys {
			if key == name {
				return true
			}
		}
	}
	return false
}

// parse reads a text as JSON within the bounds of an item.
func parse(text string) (jsonvalue.Value, error) {
	return jsonvalue.Parse(text, jsonvalue.Options{ReplaceInvalid: true})
}

// Prompt is the prompt of a row: a text, or a list of messages. get returns a
// column of the row, null where it has none.
func Prompt(get func(column string) jsonvalue.Value) jsonvalue.Value {
	if input := get(ParamsKey).Field("input"); !input.IsNull() {
		return Messages(input)
	}
	for _, key := range PromptKeys {
		if p := get(key); !p.IsNull() {
			return Single(p)
		}
	}
	return jsonvalue.Value{}
}

// Single opens a list of one text, which is how batches of one are dumped.
func Single(v jsonvalue.Value) jsonvalue.Value {
	if items := v.Items(); len(items) == 1 && items[0].Kind() == jsonvalue.String {
		return items[0]
	}
	return v
}

// Label is what the value of a label column says of its sample: the members of a
// JSON object of an ITEM's fields, or a reference, as a value or as text. A label
// of another kind is somebody else's, and says nothing: ok is false.
func Label(v jsonvalue.Value) (fields []jsonvalue.Member, ok bool) {
	label := Single(v)
	if label.Kind() == jsonvalue.String && strings.HasPrefix(strings.TrimLeft(label.Str(), " \t\r\n"), "{") {
		if opened, err := parse(label.Str()); err == nil {
			label = opened
		}
	}
	if label.Kind() != jsonvalue.Object {
		return nil, false
	}
	if action := label.Field("action"); action.Kind() == jsonvalue.String {
		return []jsonvalue.Member{{Key: "reference", Value: label}}, true
	}
	for _, key := range append(ItemKeys[:len(ItemKeys):len(ItemKeys)], "labels") {
		fields = append(fields, jsonvalue.Member{Key: key, Value: label.Field(key)})
	}
	return fields, true
}
