package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/trajectory"
)

// Endpoint is an agent that a model plays at an OpenAI-compatible endpoint. It asks by the tool
// ask_user or in words. Where its environment does not offer the tool (env.Options.AskTool), a call
// of it counts as a call of an invented tool.
type Endpoint struct {
	name  string
	model *llm.Model

	lost, full, cut atomic.Int64
}

// NewEndpoint returns an agent that is named after its URL and its model.
func NewEndpoint(url string, m *llm.Model) *Endpoint {
	return &Endpoint{name: url + "#" + m.Name(), model: m}
}

// SplitURL splits the name of an agent at an endpoint, URL#MODEL; without #MODEL the model is "".
// ok is false for the name of any other agent. The URL has no slash at its end, so that it has one
// name.
func SplitURL(name string) (url, model string, ok bool) {
	if !strings.HasPrefix(name, "http://") && !strings.HasPrefix(name, "https://") {
		return "", "", false
	}
	url, model, _ = strings.Cut(name, "#")
	return strings.TrimRight(url, "/"), model, true
}

// Name is URL#MODEL.
func (a *Endpoint) Name() string { return a.name }

// Model returns the model.
func (a *Endpoint) Model() *llm.Model { return a.model }

// Counts returns the episodes that ended because no answer came, those that grew longer than the
// model can read, and the messages that the server's limit on tokens cut off.
func (a *Endpoint) Counts() (lost, full, cut int64) {
	return a.lost.Load(), a.full.Load(), a.cut.Load()
}

// Meet begins an episode. The seed goes to the server; it depends on the server whether the same
// seed gives the same completions.
func (a *Endpoint) Meet(e *env.Episode, seed uint64) Player {
	return &speaking{a, e, e.Trajectory().TaskID, seed}
}

// speaking is an Endpoint in one episode.
type speaking struct {
	*Endpoint
	e    *env.Episode
	task string
	seed uint64
}

// Act asks the model for its next message.
func (p *speaking) Act(ctx context.Context) (domains.Value, error) {
	said, err := p.model.Say(ctx, llm.Chat{
		Subject: p.task, Seed: p.seed, Tools: domains.ToolsValue(env.WithAsk(p.e.Tools())),
		Messages: spoken(p.e.Messages(), p.e.Completions()),
	})
	var none *llm.ChatError
	switch {
	case errors.As(err, &none) && none.Full:
		p.full.Add(1)
		return domains.Value{}, &LostError{"context_window_exceeded", err}
	case errors.As(err, &none):
		p.lost.Add(1)
		return domains.Value{}, &LostError{"infrastructure_error", err}
	case err != nil:
		return domains.Value{}, fmt.Errorf("the agent's endpoint: %w", err)
	}
	if said.Cut {
		p.cut.Add(1)
	}
	return written(said.Message), nil
}

// written is the completion in a model's message. Names and arguments of calls stay as they were
// written. The calls' ids are dropped: many servers draw them, and the same words would not be the
// same bytes.
func written(m domains.Value) domains.Value {
	content := m.Field("content")
	if refusal := m.Field("refusal"); content.Len() == 0 && content.Str() == "" && refusal.Str() != "" {
		content = refusal
	}
	calls := m.Field("tool_calls")
	if calls.Kind() == jsonvalue.Array {
		var items []domains.Value
		for _, c := range calls.Items() {
			if c.Kind() == jsonvalue.Object {
				c = c.Without("id")
			}
			items = append(items, c)
		}
		calls = jsonvalue.NewArray(items...)
	}
	return jsonvalue.ObjectOf("role", dataset.Assistant, "content", content, "reasoning_content?", m.Field("reasoning_content"), "tool_calls?", calls)
}

// spoken are messages in the form of OpenAI's chat completions, where each result has its call and
// each call its result. completions are what the agent wrote in those that were not given.
func spoken(messages []trajectory.Message, completions []domains.Value) domains.Value {
	var out []domains.Value
	var open []string             // the ids of the last calls
	answered := map[string]bool{} // those of them that have a result
	say := func(role, content string, more ...any) {
		out = append(out, jsonvalue.ObjectOf(append([]any{"role", role, "content", content}, more...)...))
	}
	// A conversation may tell no result, and of calls that were not read there is one for all.
	settle := func() {
		for _, id := range open {
			if !answered[id] {
				say(dataset.ToolRole, "", "tool_call_id", id)
			}
		}
		open, answered = nil, map[string]bool{}
	}
	step := 0
	for i := range messages {
		m := &messages[i]
		if m.Role == dataset.ToolRole {
			for len(open) > 0 && answered[open[0]] {
				open = open[1:]
			}
			id := m.CallID
			if id == "" && len(open) > 0 {
				id = open[0]
			}
			answered[id] = true
			say(m.Role, m.Content, "tool_call_id", id)
			continue
		}
		settle()
		if m.Role != dataset.Assistant {
			say(m.Role, m.Content)
			continue
		}
		calls := m.Calls
		if m.Trained() {
			if len(calls) == 0 && i+1 < len(messages) && messages[i+1].Role == dataset.ToolRole && step < len(completions) {
				calls = unread(completions[step])
			}
			step++
		}
		var list []domains.Value
		for k, c := range calls {
			if c.ID == "" {
				c.ID = fmt.Sprintf("call_%d_%d", i, k)
			}
			open = append(open, c.ID)
			list = append(list, jsonvalue.ObjectOf("id", c.ID, "type", "function",
				"function", jsonvalue.ObjectOf("name", c.Name, "arguments", c.Arguments.JSON())))
		}
		say(m.Role, m.Content, "tool_calls?", list)
	}
	settle()
	return jsonvalue.NewArray(out...)
}

// unread are the calls of a completion that could not be read, for the result that says so.
// Servers parse the arguments of earlier calls, and many refuse a conversation in which they are no
// JSON object; those are left out.
func unread(completion domains.Value) (calls []trajectory.Call) {
	for _, item := range completion.Field("tool_calls").Items() {
		f := item
		if inner := item.Field("function"); inner.Kind() == jsonvalue.Object {
			f = inner
		}
		c := trajectory.Call{Name: f.Field("name").Str(), Arguments: f.Field("arguments")}
		if held, err := domains.ParseValue(c.Arguments.Str()); err == nil {
			c.Arguments = held
		}
		if c.Arguments.Kind() != jsonvalue.Object {
			c.Arguments = jsonvalue.NewObject()
		}
		if c.Name == "" {
			c.Name = unreadable
		}
		calls = append(calls, c)
	}
	if len(calls) == 0 {
		calls = []trajectory.Call{{Name: unreadable, Arguments: jsonvalue.NewObject()}}
	}
	return calls
}

// unreadable is the name of a call that has none.
const unreadable = "unreadable_call"
