package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// chatRequest is what an endpoint is asked.
type chatRequest struct {
	Model    string
	Seed     *int64
	Messages []struct {
		Role, Content string
		ToolCalls     []struct {
			ID       string
			Function struct{ Name, Arguments string }
		} `json:"tool_calls"`
		ToolCallID string `json:"tool_call_id"`
	}
	Tools []struct{ Function struct{ Name string } }

	Temperature *float64
	MaxTokens   int `json:"max_completion_tokens"`
}

// playedTask is a task as the oracle at an endpoint knows it.
type playedTask struct {
	ID    string
	Tools []struct{ Function struct{ Name string } }
	Turns []struct {
		User string
		Gold []struct {
			Name      string
			Arguments json.RawMessage
		}
		Hidden []struct {
			Aspect string
			Value  any
		}
	}
}

// endpoint is a scripted model at an OpenAI-compatible endpoint. It is stateless: what it says
// depends on the request alone.
type endpoint struct {
	t     *testing.T
	tasks map[string]playedTask // by the first words of the user, and the tools
	calls atomic.Int64
	words bool                    // it asks in words, and not by ask_user
	fails atomic.Pointer[failing] // answers in place of the oracle; a call that was given up may still be in work
}

// failing answers a call in place of the oracle, or reports that it does not.
type failing func(w http.ResponseWriter, r *http.Request, task string) bool

func (e *endpoint) fail(f failing) { e.fails.Store(&f) }

func newEndpoint(t *testing.T, dir string) (*endpoint, string) {
	e := &endpoint{t: t, tasks: map[string]playedTask{}}
	for _, file := range sharedtest.Need(filepath.Glob(filepath.Join(dir, "tasks/*/*.jsonl")))(t) {
		for line := range bytes.Lines(sharedtest.Need(os.ReadFile(file))(t)) {
			var task playedTask
			sharedtest.OK(t, json.Unmarshal(line, &task))
			key := task.Turns[0].User
			for _, tool := range task.Tools {
				key += " " + tool.Function.Name
			}
			e.tasks[key] = task
		}
	}
	server := httptest.NewServer(e)
	t.Cleanup(server.Close)
	return e, server.URL + "/v1"
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.calls.Add(1)
	var asked chatRequest
	err := json.NewDecoder(r.Body).Decode(&asked)
	if err != nil || r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer sk-secret-of-the-test" ||
		asked.Seed == nil || asked.Temperature == nil || *asked.Temperature != 0 || len(asked.Tools) == 0 || asked.Tools[0].Function.Name != "ask_user" {
		e.t.Errorf("the request to %s is not the agent's: %v %+v", r.URL.Path, err, asked)
	}
	checkThread(e.t, asked)
	task, known := playedTask{}, false
	for _, m := range asked.Messages { // a history may begin as another task does
		for _, tool := range asked.Tools[1:] {
			m.Content += " " + tool.Function.Name
		}
		if found, ok := e.tasks[m.Content]; ok && m.Role == "user" {
			task, known = found, true
		}
	}
	if !known {
		e.t.Errorf("no task begins with %+v", asked.Messages)
		return
	}
	if fail := e.fails.Load(); fail != nil && (*fail)(w, r, task.ID) {
		return
	}
	message := oracleSays(asked, task)
	if e.words {
		message = inWords(message)
	}
	sayMessage(w, message)
}

// inWords is a message whose question is no call of ask_user.
func inWords(message map[string]any) map[string]any {
	var call struct {
		Calls []struct {
			Function struct{ Name, Arguments string }
		} `json:"tool_calls"`
	}
	text, _ := json.Marshal(message)
	_ = json.Unmarshal(text, &call)
	var asks struct{ Question string }
	if len(call.Calls) == 0 || call.Calls[0].Function.Name != "ask_user" {
		return message
	}
	_ = json.Unmarshal([]byte(call.Calls[0].Function.Arguments), &asks)
	return map[string]any{"content": asks.Question}
}

// checkThread holds that each call has one result, as the API demands.
func checkThread(t *testing.T, asked chatRequest) {
	open := map[string]bool{}
	for _, m := range asked.Messages {
		if m.Role == "tool" && !open[m.ToolCallID] {
			t.Errorf("the result %q answers no call", m.ToolCallID)
		}
		delete(open, m.ToolCallID)
		if m.Role != "tool" && len(open) > 0 {
			t.Errorf("the calls %v have no result before a message of %s", open, m.Role)
		}
		for _, c := range m.ToolCalls {
			open[c.ID] = true
			if !strings.HasPrefix(c.Function.Arguments, "{") {
				t.Errorf("the arguments of an earlier call are %q, which servers refuse", c.Function.Arguments)
			}
		}
	}
	if len(open) > 0 {
		t.Errorf("the calls %v have no result", open)
	}
}

func sayMessage(w http.ResponseWriter, message map[string]any) {
	_ = json.NewEncoder(w).Encode(map[string]any{
		"choices": []any{map[string]any{"finish_reason": "stop", "message": message}},
		"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": 10},
	})
}

func callOf(name, arguments string) map[string]any {
	return map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{
		"id": fmt.Sprintf("drawn-%d", drawn.Add(1)), "type": "function", "function": map[string]any{"name": name, "arguments": arguments}}}}
}

var drawn atomic.Int64 // ids of calls, which many servers draw

// oracleSays is the right next message in a task: it asks for each hidden value of the turn until it
// is told, makes each gold call once, and refuses where there is none.
func oracleSays(asked chatRequest, task playedTask) map[string]any {
	at := -1
	for i, m := range asked.Messages {
		if m.Role == "user" && at+1 < len(task.Turns) && m.Content == task.Turns[at+1].User {
			at++
			asked.Messages = append(asked.Messages[:0:0], asked.Messages...)
			for k := range asked.Messages[:i] {
				asked.Messages[k].ToolCalls = nil // of the turns before
			}
		}
	}
	turn := task.Turns[at]
	if len(turn.Gold) == 0 {
		return map[string]any{"content": "I'm sorry, but I can't do that."}
	}
	heard, made := "", 0
	for _, m := range asked.Messages {
		heard += m.Content + "\n"
		for _, c := range m.ToolCalls {
			heard += c.Function.Arguments + "\n"
			if c.Function.Name != "ask_user" {
				made++
			}
		}
	}
	for _, h := range turn.Hidden {
		question := "What is the " + strings.ReplaceAll(h.Aspect, "_", " ") + "?"
		asked := strings.Count(heard, question)
		_, yesOrNo := h.Value.(bool) // which the user gives in other words
		if value := fmt.Sprint(h.Value); made == 0 && asked < 3 && !strings.Contains(strings.ToLower(heard), strings.ToLower(value)) && !(yesOrNo && asked > 0) {
			arguments, _ := json.Marshal(map[string]string{"question": question})
			return callOf("ask_user", string(arguments))
		}
	}
	if made < len(turn.Gold) {
		return callOf(turn.Gold[made].Name, string(turn.Gold[made].Arguments))
	}
	return map[string]any{"content": "It is done."}
}
