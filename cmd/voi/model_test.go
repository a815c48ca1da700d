package main

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/voi-rl/voi/internal/sharedtest"
)

type modelKey struct{}

// scriptedModel is an OpenAI-compatible server with one script. The key of an answer is the
// tool of the request, or the user's text.
type scriptedModel struct {
	mu      sync.Mutex
	calls   int
	answers map[string]json.RawMessage
}

// modelCmd runs the server: "model FILE" answers from a JSON object, and with 500 for a
// missing key; "model calls N" asserts the number of calls.
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

// about is the key of a request: a tool, "ask" and a tool, or the user's text.
func about(input string) string {
	var in struct {
		Tool     string
		AskFor   []any `json:"ask_for"`
		Messages []struct{ Content, Text string }
	}
	_ = json.Unmarshal([]byte(input), &in)
	switch {
	case in.AskFor != nil:
		return "ask " + in.Tool
	case len(in.Messages) > 0 && in.Messages[0].Text != "":
		return "read " + in.Messages[0].Text
	case len(in.Messages) > 0:
		return in.Messages[0].Content
	}
	return in.Tool
}

// moody answers by the hash of the request: well, badly, or not at all.
func moody(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var asked struct{ Messages []struct{ Content string } }
	_ = json.Unmarshal(body, &asked)
	var in struct {
		Parameters []struct{ Name string }
		Tools      []struct{ Function struct{ Name string } }
	}
	_ = json.Unmarshal([]byte(asked.Messages[1].Content), &in)
	sum := fnv.New32a()
	_, _ = sum.Write(body)
	mood := sum.Sum32() % 8
	var params, calls []map[string]any
	for i, p := range in.Parameters {
		answer := map[string]any{"name": p.Name, "type": "string"}
		if (int(mood)+i)%2 == 0 {
			answer = map[string]any{"name": p.Name, "type": "finite", "values": []string{"a", "b", p.Name}}
		}
		params = append(params, answer)
	}
	for _, t := range in.Tools[:min(len(in.Tools), 2)] {
		calls = append(calls, map[string]any{"name": t.Function.Name, "arguments": "{}"})
	}
	text, _ := json.Marshal(map[string]any{"parameters": params, "candidates": calls})
	message, finish := map[string]any{"content": string(text)}, "stop"
	switch mood {
	case 0:
		message["content"] = "Sure! " + string(text)
	case 1:
		message = map[string]any{"refusal": "no"}
	case 2:
		finish = "length"
	case 3:
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"finish_reason": finish, "message": message}}})
}

// The cache records everything the model did, and the same cache gives the same bytes at
// any number of workers.
func TestTheSameCacheGivesTheSameBytes(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(moody))
	defer server.Close()
	t.Setenv(envKey, "sk-secret-of-the-test")
	dir := t.TempDir()
	build := func(out string, args ...string) map[string]string {
		t.Helper()
		out = filepath.Join(dir, out)
		args = append([]string{"build", "--out", out, "--annotator", "llm", "--beliefs", "given,llm,schema", "--questions", "llm",
			"--llm-model", "moody", "--llm-url", server.URL, "--llm-cache", filepath.Join(dir, "cache")}, args...)
		var stderr bytes.Buffer
		if err := run(t.Context(), args, strings.NewReader(""), io.Discard, &stderr); err != nil {
			t.Fatalf("%v: %s", err, &stderr)
		}
		t.Logf("%s", &stderr)
		return sharedtest.Tree(t, out)
	}
	first := build("online", "--workers", "8")
	sources := first["manifest.json"]
	if !strings.Contains(sources, `"llm":`) {
		t.Errorf("no belief of the model: %s", sources)
	}
	server.Close()
	sharedtest.SameTree(t, t.Name(), build("offline", "--workers", "1", "--offline"), first)
	sharedtest.SameTree(t, t.Name(), build("again", "--workers", "3", "--offline"), first)
	for _, files := range []map[string]string{first, sharedtest.Tree(t, filepath.Join(dir, "cache"))} {
		for name, text := range files {
			if strings.Contains(text, "sk-secret") || strings.Contains(text, server.URL) {
				t.Errorf("%s holds the key or the address", name)
			}
		}
	}
}
