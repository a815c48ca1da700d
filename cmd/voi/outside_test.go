package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// meeting is a place at which callers wait until enough of them are there.
type meeting struct {
	enough      int64
	here, alone atomic.Int64
	all         chan struct{}
}

func newMeeting(enough int64) *meeting {
	return &meeting{enough: enough, all: make(chan struct{})}
}

func (m *meeting) wait() {
	if m.here.Add(1) == m.enough {
		close(m.all)
	}
	select {
	case <-m.all:
	case <-time.After(10 * time.Second):
		m.alone.Add(1)
	}
}

// As many episodes are played at a time as there are workers where a server or a model answers,
// since one that is slow would else hold up all that share its batch.
func TestEpisodesOfSlowAnswersAreNotPlayedOneByOne(t *testing.T) {
	const workers = 4
	var tasks strings.Builder
	for i := range workers {
		fmt.Fprintf(&tasks, `{"id":"t%d","class":"ambiguous","tools":[{"type":"function","function":{"name":"set","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}}],`+
			`"turns":[{"user":"Set the city of plan %d, please.","gold":[{"name":"set","arguments":{"city":"Madrid"}}],"hidden":[{"tool":"set","aspect":"city","value":"Madrid"}]}]}`+"\n", i, i)
	}
	file := filepath.Join(t.TempDir(), "tasks.jsonl")
	sharedtest.OK(t, os.WriteFile(file, []byte(tasks.String()), 0o600))
	t.Setenv(envKey, "sk-secret-of-the-test")

	world, user := newMeeting(workers), newMeeting(workers)
	server := sdk.NewServer(&sdk.Implementation{Name: "slow", Version: "1"}, nil)
	type city struct {
		City string `json:"city"`
	}
	sdk.AddTool(server, &sdk.Tool{Name: "set"}, func(context.Context, *sdk.CallToolRequest, city) (*sdk.CallToolResult, any, error) {
		world.wait()
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "done"}}}, nil, nil
	})
	mcp := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	t.Cleanup(mcp.Close)
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		user.wait()
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"content": `{"reply": "The city is Madrid."}`}}}})
	}))
	t.Cleanup(model.Close)

	for name, c := range map[string]struct {
		at   *meeting
		args []string
	}{
		"world": {world, []string{"--world", "mcp:" + mcp.URL}},
		"user":  {user, []string{"--user", byModel, "--llm-model", "m", "--llm-url", model.URL, "--llm-cache", t.TempDir()}},
	} {
		figures, stderr, err := rollout(t, append([]string{"--tasks", file, "--agent", "oracle", "--workers", fmt.Sprint(workers)}, c.args...)...)
		if l := figures["ambiguous"]; err != nil || l.Runs != workers || l.Figures["success"].Value != 1 {
			t.Errorf("%s: %v: %+v: %s", name, err, l, stderr)
		}
		if c.at.alone.Load() > 0 {
			t.Errorf("%s: %d of %d calls waited alone", name, c.at.alone.Load(), c.at.here.Load())
		}
	}
}
