package rollout

import (
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Messages turns the items of the Responses API, as in NeMo Gym's rollouts, into chat
// messages. Consecutive items of the assistant become one message, reasoning is left out,
// and the output of a function becomes a message of the tool. A text becomes a message of
// the user. Any other value gives the zero Value.
func Messages(v jsonvalue.Value) jsonvalue.Value {
	if v.Kind() == jsonvalue.String {
		return jsonvalue.NewArray(chatMessage("user", v.Str(), nil))
	}
	if v.Kind() != jsonvalue.Array {
		return jsonvalue.Value{}
	}
	var g turns
	for _, it := range v.Items() {
		switch it.Field("type").Str() {
		case "reasoning":
		case "function_call":
			g.call(it)
		case "function_call_output":
			g.say("tool", Text(it.Field("output")))
		default:
			g.say(it.Field("role").Str(), Text(it.Field("content")))
		}
	}
	g.close()
	return jsonvalue.NewArray(g.messages...)
}

// turns collects items into messages.
type turns struct {
	messages []jsonvalue.Value
	open     bool // an assistant's message is being collected
	text     []string
	calls    []jsonvalue.Value
}

func (g *turns) say(role, text string) {
	if role == "assistant" {
		g.open = true
		g.text = append(g.text, text)
		return
	}
	g.close()
	if role == "developer" {
		role = "system"
	}
	g.messages = append(g.messages, chatMessage(role, text, nil))
}

func (g *turns) call(it jsonvalue.Value) {
	g.open = true
	g.calls = append(g.calls, jsonvalue.ObjectOf(
		"type", "function",
		"function", jsonvalue.ObjectOf(
			"name", it.Field("name"),
			"arguments", it.Field("arguments"),
		),
	))
}

func (g *turns) close() {
	if g.open {
		g.messages = append(g.messages, chatMessage("assistant", strings.Join(g.text, ""), g.calls))
	}
	g.open, g.text, g.calls = false, nil, nil
}

func chatMessage(role, text string, calls []jsonvalue.Value) jsonvalue.Value {
	return jsonvalue.ObjectOf("role", role, "content", text, "tool_calls?", calls)
}

// Text returns the text of a content: a string, or parts with a text.
func Text(v jsonvalue.Value) string {
	if v.Kind() == jsonvalue.String {
		return v.Str()
	}
	var b strings.Builder
	for _, part := range v.Items() {
		b.WriteString(part.Field("text").Str())
		b.WriteString(part.Field("refusal").Str())
	}
	return b.String()
}

// Finish returns "length" for a response that was cut by the token limit, else the zero
// Value.
func Finish(response jsonvalue.Value) jsonvalue.Value {
	if response.Field("incomplete_details").Field("reason").Str() == "max_output_tokens" {
		return jsonvalue.NewString("length")
	}
	return jsonvalue.Value{}
}
