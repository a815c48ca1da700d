package reader

import (
	"slices"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// answerKeys are the keys of the answer in rows for a reward, beside `prompt`.
var answerKeys = [...]string{"completion", "response", "answer", "solution", "ground_truth"}

// isTagged recognises rows for a reward: a prompt, and an answer in the grammar of F8.
func isTagged(v domains.Value) bool { return has(v, "prompt") && taggedKey(v) != "" }

func taggedKey(v domains.Value) string {
	for _, key := range answerKeys {
		m, err := lastResponse(v.Field(key))
		if err == nil && dataset.ReadAnswer(m.Content, m.ToolCalls).Source == dataset.ActionTag {
			return key
		}
	}
	return ""
}

func readTagged(d *draft) error {
	if prompt := d.row.Field("prompt"); prompt.Kind() == jsonvalue.String {
		if err := d.userMessage("prompt"); err != nil {
			return err
		}
	} else if err := d.readMessages("prompt"); err != nil {
		return err
	}
	if err := d.readTools("tools", "functions"); err != nil {
		return err
	}
	key := taggedKey(d.row)
	m, err := lastResponse(d.row.Field(key))
	if err != nil {
		return under(err, key)
	}
	return d.setAnswer(key, m)
}

// lastResponse reads an answer, or the last of a list of messages.
func lastResponse(v domains.Value) (dataset.Message, error) {
	if items := v.Items(); len(items) > 0 {
		last := slices.IndexFunc(items, func(m domains.Value) bool { return m.Field("role").Str() == dataset.Assistant })
		for i := last + 1; last >= 0 && i < len(items); i++ {
			if items[i].Field("role").Str() == dataset.Assistant {
				last = i
			}
		}
		if last < 0 {
			return dataset.Message{}, badField("", "no message is the assistant's")
		}
		v = items[last]
	}
	return response(v)
}
