package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// question is a request line for a foreign reward.
type question struct {
	ID         string         `json:"id"`
	Prompt     []any          `json:"prompt"` // messages with role, content and tool_calls
	Tools      domains.Value  `json:"tools"`  // OpenAI function tools
	Completion string         `json:"completion"`
	Reference  domains.Value  `json:"reference"` // {"action", "tool_calls", "question"}
	Columns    map[string]any `json:"columns"`
	More       bool           `json:"more"` // another line of the same batch follows
}

// columns are the columns that a dataset would have beside the prompt. The right
// answer stands under the names that rewards commonly use.
func columns(s Sample) map[string]any {
	right := s.Answers[s.Reference.Action]
	switch {
	case len(s.Reference.ToolCalls) > 0:
		right = domains.CallsValue(s.Reference.ToolCalls).JSON()
	case s.Reference.Question != "":
		right = s.Reference.Question
	}
	missing := []string{}
	if s.Labels != nil {
		missing = s.Labels.Missing
	}
	return map[string]any{
		"sample_id": s.ID, "data_source": s.Source, "action": s.Reference.Action, "missing": missing,
		"answer": right, "solution": right, "ground_truth": right,
	}
}

// conversation is a conversation in the form for a foreign reward.
func conversation(messages []dataset.Message) []any {
	out := make([]any, len(messages))
	for i, msg := range messages {
		m := map[string]any{"role": msg.Role, "content": msg.Content}
		if len(msg.ToolCalls) > 0 {
			var calls []any
			for _, c := range msg.ToolCalls {
				calls = append(calls, map[string]any{"type": "function", "function": c.Value()})
			}
			m["tool_calls"] = calls
		}
		out[i] = m
	}
	return out
}

// tools returns a sample's tools as OpenAI function tools.
func tools(s Sample) domains.Value {
	out := make([]domains.Value, len(s.Tools))
	for i := range s.Tools {
		out[i] = s.Tools[i].OpenAI()
	}
	return jsonvalue.NewArray(out...)
}

// answer is a line from a foreign reward.
type answer struct {
	ID     string
	Rating Rating
	Stdout int64 // bytes that the function wrote to standard output, if an adapter counted them
}

var errNoAnswer = errors.New("no answer")

// readAnswer reads {"id","reward"}, or an adapter's {"id","error"}. Any other line
// is something that the reward printed.
func readAnswer(line []byte) (a answer, err error) {
	var raw struct {
		ID     *string         `json:"id"`
		Reward json.RawMessage `json:"reward"`
		Error  string          `json:"error"`
		Fault  Fault           `json:"fault"`
		Stdout int64           `json:"stdout"`
	}
	err = json.Unmarshal(line, &raw)
	if err != nil { // some JSON writers emit NaN and Infinity
		err = json.Unmarshal(quoteConstants(line), &raw)
	}
	if err != nil || raw.ID == nil || raw.Reward == nil && raw.Error == "" {
		return answer{}, errNoAnswer
	}
	a = answer{ID: *raw.ID, Stdout: raw.Stdout}
	if raw.Error != "" {
		a.Rating = Rating{Fault: FaultCrash, Detail: raw.Error}
		if raw.Fault == FaultAnswer {
			a.Rating.Fault = FaultAnswer
		}
		return a, nil
	}
	a.Rating = ratingOf(raw.Reward)
	return a, nil
}

func ratingOf(reward json.RawMessage) Rating {
	var f float64
	switch text := string(reward); {
	case text == "null":
		return Rating{Fault: FaultNone, Detail: "it answered null, or None"}
	case text == "true":
		return Rating{Reward: 1}
	case text == "false":
		return Rating{Reward: 0}
	case text == `"NaN"`:
		return rated(math.NaN())
	case text == `"Infinity"`:
		return rated(math.Inf(1))
	case text == `"-Infinity"`:
		return rated(math.Inf(-1))
	}
	if err := json.Unmarshal(reward, &f); err != nil {
		return Rating{Fault: FaultAnswer, Detail: fmt.Sprintf("%.80q", reward)}
	}
	return rated(f)
}

// quoteConstants quotes NaN and Infinity, which are no JSON.
func quoteConstants(line []byte) []byte {
	for _, name := range []string{"NaN", "-Infinity", "Infinity"} {
		for _, after := range []string{":", ": "} {
			line = bytes.ReplaceAll(line, []byte(`"reward"`+after+name), []byte(`"reward":"`+name+`"`))
		}
	}
	return line
}
