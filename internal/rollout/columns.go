package rollout

import (
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The columns of trainers' rows that voi reads, preferred ones first. A null column counts
// as absent.
var (
	PromptKeys     = []string{"prompt", "prompts", "input", "messages"}
	LabelKeys      = []string{"gts", "label", "labels", "ground_truth"}
	CompletionKeys = []string{"completion", "output", "response"}

	// ItemKeys are the fields of an ITEM (protocol.md) that keep their meaning in rows and
	// labels of every format. The field labels is not among them, because trainers use that
	// name for other data.
	ItemKeys = []string{"sample_id", "group_id", "finish_reason", "messages", "tools", "reference", "domains", "reading"}
)

// Columns with a special meaning.
const (
	QueryKey  = "query"                   // a prompt and its completion in one text (OpenRLHF)
	ParamsKey = "responses_create_params" // of NeMo Gym: the prompt under input
	StepKey   = "step"                    // the step of the trainer that made the row
	GroupKey  = "group_id"
)

// IsColumn reports whether voi reads a column in rows of some format.
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

// parse parses a text as JSON within the limits of an item.
func parse(text string) (jsonvalue.Value, error) {
	return jsonvalue.Parse(text, jsonvalue.Options{ReplaceInvalid: true})
}

// Prompt returns the prompt of a row: a text, or a list of messages. get returns a column
// of the row, null if the row lacks it.
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

// Single unwraps a list of one text, which is how trainers dump batches of one.
func Single(v jsonvalue.Value) jsonvalue.Value {
	if items := v.Items(); len(items) == 1 && items[0].Kind() == jsonvalue.String {
		return items[0]
	}
	return v
}

// Label returns the members of a label that describes a sample: a JSON object with an
// ITEM's fields, or a reference, as a value or as text. ok is false for any other label,
// which is not in voi's format.
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
