package llm

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// testKey must appear only in the header of a request.
const testKey = "sk-secret-0123456789"

// script is an OpenAI-compatible server that answers by a function.
type script struct {
	*httptest.Server
	mu    sync.Mutex
	calls []call
}

// call is a request to the server.
type call struct {
	Model    string
	Messages []struct{ Role, Content string }
	Format   struct {
		Type   string
		Schema struct {
			Strict bool
			Schema json.RawMessage
		} `json:"json_schema"`
	} `json:"response_format"`
	MaxTokens   int `json:"max_completion_tokens"`
	Temperature *float64
	auth        string
	path        string
}

func (c *call) last() string { return c.Messages[len(c.Messages)-1].Content }

// serve starts a server; answer gets the number of the call, from 1.
func serve(t testing.TB, answer func(w http.ResponseWriter, r *http.Request, n int, c *call)) *script {
	s := &script{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		c := call{auth: r.Header.Get("Authorization"), path: r.URL.Path}
		if err := json.Unmarshal(body, &c); err != nil {
			t.Errorf("the request is no JSON: %v", err)
		}
		s.mu.Lock()
		s.calls = append(s.calls, c)
		n := len(s.calls)
		s.mu.Unlock()
		answer(w, r, n, &c)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *script) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.calls)
}

// say writes a completion.
// down is a server that answers with the codes in turn, until it is mended.
func down(t testing.TB, codes ...int) (s *script, mended *atomic.Bool) {
	mended = new(atomic.Bool)
	return serve(t, func(w http.ResponseWriter, r *http.Request, n int, c *call) {
		if mended.Load() {
			say(w, good)
			return
		}
		status(codes[n%len(codes)], "")(w, r, n, c)
	}), mended
}

func say(w http.ResponseWriter, text string) { sayWhy(w, text, "stop", "") }

func sayWhy(w http.ResponseWriter, text, finish, refusal string) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"choices": []any{map[string]any{"finish_reason": finish, "message": map[string]any{"role": "assistant", "content": text, "refusal": refusal}}},
		"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": 50},
	})
}

// always answers every call in the same way.
func always(text string) func(http.ResponseWriter, *http.Request, int, *call) {
	return func(w http.ResponseWriter, _ *http.Request, _ int, _ *call) { say(w, text) }
}

// noWait does not wait; it records the durations.
type noWait struct {
	mu  sync.Mutex
	all []time.Duration
}

func (n *noWait) wait(ctx context.Context, d time.Duration) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, d)
	return ctx.Err()
}

// model returns a model of the server with its own cache.
func (s *script) model(t testing.TB, change ...func(*Options)) *Model {
	t.Helper()
	opt := Options{BaseURL: s.URL + "/v1", Model: "test-model", Key: testKey, Cache: t.TempDir(), wait: new(noWait).wait}
	for _, c := range change {
		c(&opt)
	}
	m := sharedtest.Need(New(opt))(t)
	return m
}

const weather = `{"name":"forecast","description":"The weather.","parameters":{"type":"object","properties":{
 "city":{"type":"string","description":"Where."},
 "days":{"type":"integer","minimum":1},
 "unit":{"type":"string","enum":["C","F"]},
 "order_id":{"type":"string"},
 "size":{},
 "when":{"type":"string","format":"date"}},"required":["city"]}}`

func tool(t testing.TB, text string) *domains.Tool {
	t.Helper()
	v := sharedtest.Need(domains.ParseValue(text))(t)
	tools := sharedtest.Need(domains.ParseTools(v))(t)
	return &tools[0]
}

// annotated returns {parameter: "type size source"}.
func annotated(t testing.TB, m *Model, text string) map[string]string {
	t.Helper()
	tool := tool(t, text)
	set := sharedtest.Need(m.Annotator().Annotate(context.Background(), tool))(t)
	return describe(t, tool, set)
}

func describe(t testing.TB, tool *domains.Tool, set domains.Set) map[string]string {
	t.Helper()
	if len(set) != len(tool.Params) {
		t.Fatalf("%d domains of %d parameters", len(set), len(tool.Params))
	}
	out := map[string]string{}
	for i, pd := range set {
		v := pd.Domain.Value()
		if pd.Name != tool.Params[i].Name {
			t.Errorf("domain %d is of %q", i, pd.Name)
		}
		if _, err := domains.ParseDomain(v); err != nil {
			t.Errorf("%s: not a domain: %v: %s", pd.Name, err, v.JSON())
		}
		out[pd.Name] = strings.Join([]string{string(pd.Domain.Type), v.Field("size").JSON(), pd.Domain.Source}, " ")
	}
	return out
}

// good answers for the three open parameters of weather.
const good = `{"parameters":[
 {"name":"size","type":"finite","size":null,"values":["s","m","l"],"min":null,"max":null,"step":null,"data_dependent":false},
 {"name":"city","type":"estimated_finite","size":40000,"values":["Paris","Rome","Oslo","Lima","Cairo"],"min":null,"max":null,"step":null,"data_dependent":false},
 {"name":"days","type":"numeric_range","size":null,"values":null,"min":1,"max":14,"step":null,"data_dependent":false}]}`

// schemaAlone are the domains of weather without a model.
var schemaAlone = map[string]string{
	"city": "string null schema.type", "days": "numeric_range null schema.bounds", "unit": "finite 2 schema.enum",
	"order_id": "string null schema.type", "size": "custom null schema.untyped", "when": "custom null schema.format",
}
