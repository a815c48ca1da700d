package score

import (
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/rollout"
)

// The code of rows that are left out, beside those of package dataset.
const codeNoSample = "unknown_sample" // neither an id, nor an inline sample, nor a known prompt

// shaped is what a row of any format is read into: an item, and the prompt for finding its
// sample where the row has no id.
type shaped struct {
	item      item.Item
	prompt    jsonvalue.Value
	rawPrompt string // the prompt as JSON text, before it is parsed
}

// shape reads a row that is not in voi's own format. The error is a *dataset.Error or an
// *item.Error.
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
	for _, key := range rollout.ItemKeys {
		add(key, v.Field(key))
	}
	if labels := v.Field("labels"); labels.Kind() == jsonvalue.Object {
		add("labels", labels)
	}
	for _, key := range rollout.LabelKeys {
		if label, ok := rollout.Label(v.Field(key)); ok {
			for _, m := range label {
				add(m.Key, m.Value)
			}
			break
		}
	}
	add("finish_reason", finish)
	prompt := rollout.Prompt(v.Field)
	if params := v.Field(rollout.ParamsKey); !params.IsNull() && !has(fields, "sample_id") && has(fields, "reference") {
		add("messages", prompt)
		add("tools", params.Field("tools"))
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

// completionOf finds the completion of a row by its keys, and the finish reason if the
// format has one.
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
	if query := rollout.Single(v.Field(rollout.QueryKey)); query.Kind() == jsonvalue.String {
		answer, ok := rollout.Answer(query.Str(), rollout.Prompt(v.Field).Str())
		if !ok {
			return done, finish, &dataset.Error{Code: dataset.CodeUnknownFormat,
				Msg: "the query does not begin with its prompt, so that it cannot be told where the completion begins; give the completion under response"}
		}
		return jsonvalue.NewString(answer), finish, nil
	}
	return done, finish, &dataset.Error{Code: dataset.CodeUnknownFormat,
		Msg: "the row has no completion; give one under completion, output or response"}
}
