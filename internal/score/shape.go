package score

import (
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/rollout"
)

// The codes of rows that are left out, beside those of dataset.
const codeNoSample = "unknown_sample" // neither an id, nor an inline sample, nor a known prompt

// shaped is what a row of any shape comes to: an item, and the prompt to look
// its sample up by where it names none.
type shaped struct {
	item      item.Item
	prompt    jsonvalue.Value
	rawPrompt string // the prompt as JSON text, where it is not parsed yet
}

// The keys that carry a completion, its prompt and its label, by shape.
var (
	promptKeys = []string{"prompt", "prompts", "input", "messages"}
	labelKeys  = []string{"gts", "label", "labels", "ground_truth"}
)

// itemKeys are the fields of an ITEM that keep their meaning in every shape.
var itemKeys = []string{"sample_id", "group_id", "finish_reason", "messages", "tools", "reference", "domains"}

// shape reads a row that is not in voi's own layout. The error is a
// *dataset.Error or an *item.Error.
func shape(v jsonvalue.Value) (shaped, error) {
	var fields []jsonvalue.Member
	add := func(key string, v jsonvalue.Value) {
		if !v.IsNull() && !has(fields, key) {
			fields = append(fields, jsonvalue.Member{Key: key, Value: v})
		}
	}
	done, finish, err := completionOf(v)
	if err != nil {
		return shaped{}, err
	}
	add("completion", done)
	for _, key := range itemKeys {
		add(key, v.Field(key))
	}
	if labels := v.Field("labels"); labels.Kind() == jsonvalue.Object {
		add("labels", labels)
	}
	for _, m := range labelOf(v) {
		add(m.Key, m.Value)
	}
	add("finish_reason", finish)
	prompt := promptOf(v)
	if params := v.Field("responses_create_params"); !params.IsNull() {
		prompt = rollout.Messages(params.Field("input"))
		if !has(fields, "sample_id") && has(fields, "reference") {
			add("messages", prompt)
			add("tools", params.Field("tools"))
		}
	}
	it, bad := item.FromValue(jsonvalue.NewObject(fields...))
	if bad != nil {
		return shaped{}, bad
	}
	return shaped{item: it, prompt: prompt}, nil
}

func has(fields []jsonvalue.Member, key string) bool {
	for i := range fields {
		if fields[i].Key == key {
			return true
		}
	}
	return false
}

// completionOf finds the completion of a row by its keys, and why it ended where
// the shape says so.
func completionOf(v jsonvalue.Value) (done, finish jsonvalue.Value, err error) {
	response, output := v.Field("response"), v.Field("output")
	switch {
	case response.Kind() == jsonvalue.Object && response.Field("output").Kind() == jsonvalue.Array:
		return rollout.Messages(response.Field("output")), rollout.Finish(response), nil
	case !output.IsNull():
		return output, finish, nil
	case !response.IsNull():
		return response, finish, nil
	}
	if query := single(v.Field("query")); query.Kind() == jsonvalue.String {
		answer, ok := rollout.Answer(query.Str(), promptOf(v).Str())
		if !ok {
			return done, finish, &dataset.Error{Code: dataset.CodeUnknownFormat,
				Msg: "the query does not begin with its prompt, so that it cannot be told where the completion begins; give the completion under response"}
		}
		return jsonvalue.NewString(answer), finish, nil
	}
	return done, finish, &dataset.Error{Code: dataset.CodeUnknownFormat,
		Msg: "the row has no completion; give one under completion, output or response"}
}

// promptOf is the prompt of a row: a text, or a list of messages.
func promptOf(v jsonvalue.Value) jsonvalue.Value {
	for _, key := range promptKeys {
		if p := v.Field(key); !p.IsNull() {
			return single(p)
		}
	}
	return jsonvalue.Value{}
}

// single opens a list of one text, which is how batches of one are dumped.
func single(v jsonvalue.Value) jsonvalue.Value {
	if items := v.Items(); len(items) == 1 && items[0].Kind() == jsonvalue.String {
		return items[0]
	}
	return v
}

// labelOf is what a row's label says of its sample: a JSON object of an ITEM's
// fields, or a reference, as a value or as text. A label of another kind is
// somebody else's and says nothing.
func labelOf(v jsonvalue.Value) []jsonvalue.Member {
	for _, key := range labelKeys {
		label := single(v.Field(key))
		if label.Kind() == jsonvalue.String && strings.HasPrefix(strings.TrimLeft(label.Str(), " \t\r\n"), "{") {
			if opened, err := item.Parse(label.Str()); err == nil {
				label = opened
			}
		}
		if label.Kind() != jsonvalue.Object {
			continue
		}
		if action := label.Field("action"); action.Kind() == jsonvalue.String {
			return []jsonvalue.Member{{Key: "reference", Value: label}}
		}
		var fields []jsonvalue.Member
		for _, key := range append(itemKeys, "labels") {
			fields = append(fields, jsonvalue.Member{Key: key, Value: label.Field(key)})
		}
		return fields
	}
	return nil
}
