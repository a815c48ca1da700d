package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

type modelKey struct{}

// scriptedModel is an OpenAI-compatible server of one script. It answers by what
// it is asked about: the tool, or the text of the user.
type scriptedModel struct {
	mu      sync.Mutex
	calls   int
	answers map[string]json.RawMessage
}

// modelCmd runs the server: "model FILE" answers from a JSON object, key by key,
// and with 500 what it lacks; "model calls N" asserts how many calls were made.
func modelCmd(ts *testscript.TestScript, neg bool, args []string) {
	m := ts.Value(modelKey{}).(*scriptedModel)
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case neg || len(args) == 0:
		ts.Fatalf("usage: model FILE, model calls N")
	case args[0] == "calls":
		want, err := strconv.Atoi(args[1])
		ts.Check(err)
		if m.calls != want {
			ts.Fatalf("the model was asked %d times, want %d", m.calls, want)
		}
	default:
		first := m.answers == nil
		m.answers = nil
		ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &m.answers))
		if first {
			server := httptest.NewServer(m)
			ts.Defer(server.Close)
			ts.Setenv(envURL, server.URL)
			ts.Setenv(envKey, "sk-secret-of-the-script")
		}
	}
}

func (m *scriptedModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked struct{ Messages []struct{ Content string } }
	body, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(body, &asked)
	m.mu.Lock()
	m.calls++
	answer, ok := json.RawMessage(nil), false
	if len(asked.Messages) > 1 {
		answer, ok = m.answers[about(asked.Messages[1].Content)]
	}
	m.mu.Unlock()
	if !ok || r.Header.Get("Authorization") != "Bearer sk-secret-of-the-script" {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{
		"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": string(answer)}}},
		"usage":   map[string]any{"prompt_tokens": 400, "completion_tokens": 60},
	})
}

// about is what a request asks about: a tool, "ask" and a tool, or what the user
// said.
func about(input string) string {
	var in struct {
		Tool     string
		AskFor   []any `json:"ask_for"`
		Messages []struct{ Content string }
	}
	_ = json.Unmarshal([]byte(input), &in)
	switch {
	case in.AskFor != nil:
		return "ask " + in.Tool
	case len(in.Messages) > 0:
		return in.Messages[0].Content
	}
	return in.Tool
}
