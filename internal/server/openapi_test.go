package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// description is openapi.yaml, with its schemas for validation.
type description struct {
	doc     map[string]any
	schemas *jsonschema.Compiler
	mu      sync.Mutex // of schemas
}

var loadDescription = sync.OnceValues(func() (*description, error) {
	var read any
	if err := yaml.Unmarshal(openAPI, &read); err != nil {
		return nil, err
	}
	text, err := json.Marshal(read)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	return &description{doc: doc.(map[string]any), schemas: c}, c.AddResource("openapi.json", doc)
})

func described(t testing.TB) *description {
	t.Helper()
	d := sharedtest.Need(loadDescription())(t)
	return d
}

// at follows keys, and references on the way. It returns the node that it finds and the
// node's pointer, nil for nothing.
func (d *description) at(keys ...string) (node map[string]any, pointer string) {
	node = d.doc
	for _, key := range keys {
		next, ok := node[key].(map[string]any)
		if !ok {
			return nil, pointer
		}
		node, pointer = next, pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
		if ref, ok := node["$ref"].(string); ok {
			pointer = strings.TrimPrefix(ref, "#")
			node, pointer = d.at(strings.Split(pointer[1:], "/")...)
		}
	}
	return node, pointer
}

// valid validates a JSON text with the schema at keys.
func (d *description) valid(t testing.TB, text string, keys ...string) error {
	t.Helper()
	_, pointer := d.at(keys...)
	d.mu.Lock()
	schema, err := d.schemas.Compile("openapi.json#" + (&url.URL{Path: pointer}).EscapedPath())
	d.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}

// operation returns the keys of a request's path and method in the description.
func (d *description) operation(method, target string) []string {
	path, _, _ := strings.Cut(target, "?")
	for _, prefix := range []string{tokenPath, profilePath} {
		if rest, ok := strings.CutPrefix(path, prefix); ok {
			path = rest[strings.IndexByte(rest, '/'):]
		}
	}
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return []string{"paths", path, strings.ToLower(method)}
}

// reply checks that the operation names the status of a reply, and describes its headers
// and its body. 404 and 405 belong to no operation.
func (d *description) reply(t testing.TB, method, target string, w *httptest.ResponseRecorder) {
	t.Helper()
	op := d.operation(method, target)
	body := w.Body.String()
	if described, _ := d.at(op...); described == nil {
		if err := d.valid(t, body, "components", "schemas", "Error"); err != nil || w.Code != 404 && w.Code != 405 && w.Code != 401 {
			t.Errorf("%s %s is not described: %d %v", method, target, w.Code, err)
		}
		return
	}
	response, _ := d.at(append(op, "responses", fmt.Sprint(w.Code))...)
	if response == nil {
		t.Errorf("%s %s: a status that is not described: %d %.200s", method, target, w.Code, body)
		return
	}
	for _, name := range []string{"Retry-After", "WWW-Authenticate", "Set-Cookie", unscoredHeader} {
		headers, _ := response["headers"].(map[string]any)
		if _, named := headers[name]; w.Header().Get(name) != "" && !named {
			t.Errorf("%s %s: %d with a header that is not described: %s", method, target, w.Code, name)
		}
	}
	kind, _, err := mime.ParseMediaType(w.Header().Get("Content-Type"))
	media := append(op, "responses", fmt.Sprint(w.Code), "content", kind)
	if found, _ := d.at(media...); err != nil || found == nil {
		t.Errorf("%s %s: %d of a type that is not described: %q", method, target, w.Code, kind)
		return
	}
	if kind != "application/json" {
		return
	}
	if err := d.valid(t, body, append(media, "schema")...); err != nil {
		t.Errorf("%s %s: %d %.500s: %v", method, target, w.Code, body, err)
	}
}

// exchange checks a request that succeeded, and its reply.
func (d *description) exchange(t testing.TB, method, target, body string, w *httptest.ResponseRecorder) {
	t.Helper()
	if err := d.valid(t, body, append(d.operation(method, target), "requestBody", "content", "application/json", "schema")...); err != nil {
		t.Errorf("%s %s took what it is not described to take: %.500s: %v", method, target, body, err)
	}
	d.reply(t, method, target, w)
}

// The description names exactly the paths that exist, with their methods and whether they
// need a token.
func TestOpenAPIHasEveryRoute(t *testing.T) {
	d := described(t)
	h := testHTTP(t, testCore(t), loopback, HTTPOptions{})
	paths, _ := d.at("paths")
	for path := range paths {
		if _, found := h.routes[path]; !found {
			t.Errorf("%s is described, and not there", path)
		}
	}
	ids := map[any]string{}
	for path, route := range h.routes {
		item, _ := d.at("paths", path)
		if len(item) != 1 {
			t.Errorf("%s: %d methods are described, want 1", path, len(item))
		}
		op, _ := d.at(d.operation(route.method, path)...)
		if op == nil {
			t.Errorf("%s %s is not described", route.method, path)
			continue
		}
		if other := ids[op["operationId"]]; other != "" || op["operationId"] == nil {
			t.Errorf("%s and %s are both named %v", path, other, op["operationId"])
		}
		ids[op["operationId"]] = path
		if security, given := op["security"].([]any); route.open != (given && len(security) == 0) {
			t.Errorf("%s: needs no token: %v, described as %v", path, route.open, op["security"])
		}
	}
	schemas, _ := d.at("components", "schemas")
	text := sharedtest.Need(json.Marshal(d.doc))(t)
	for name := range schemas {
		if err := d.valid(t, "0", "components", "schemas", name); err != nil && !strings.Contains(err.Error(), "validation failed") {
			t.Errorf("%s: %v", name, err)
		}
		if !bytes.Contains(text, []byte(`"#/components/schemas/`+name+`"`)) {
			t.Errorf("the schema %s is used nowhere", name)
		}
	}
}

// Each operation returns exactly the statuses that the description lists for it. The server
// accepts the example of every operation. A request cannot provoke a fault of ours (500).
func TestOpenAPIStatuses(t *testing.T) {
	d := described(t)
	const most = 2000
	locked := testHTTP(t, testCore(t, func(c *Config) { c.MaxLineBytes = most }), &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1)}, HTTPOptions{Token: token, MaxInflight: 1})
	local := testHTTP(t, locked.core, loopback, HTTPOptions{})
	for path, route := range locked.routes {
		op, _ := d.at(d.operation(route.method, path)...)
		seen := map[string]bool{}
		try := func(body string, headers ...string) *httptest.ResponseRecorder {
			w := ask(locked, route.method, path, body, append([]string{"Authorization", "Bearer " + token}, headers...)...)
			d.reply(t, route.method, path, w)
			seen[fmt.Sprint(w.Code)] = true
			return w
		}
		body := ""
		if route.method == http.MethodPost {
			media, _ := d.at(append(d.operation(route.method, path), "requestBody", "content", "application/json")...)
			example := sharedtest.Need(json.Marshal(media["example"]))(t)
			body = string(example)
			try("{")
			try(body + strings.Repeat(" ", most))
			try(body, "Content-Type", "text/plain")
			locked.budget.enter(0)
			try(body)
			locked.budget.leave(1, 0)
			locked.closing.Store(true)
			try(body)
			locked.closing.Store(false)
		}
		try(body, "Authorization", "Bearer wrong")
		foreign := ask(local, route.method, path, body, "Host", "evil.example")
		d.reply(t, route.method, path, foreign)
		seen[fmt.Sprint(foreign.Code)] = true
		if strings.HasPrefix(path, "/v1/env/") {
			tryEpisodes(t, d, path, body, func(b string) { try(b) }, func(p, b string) {
				ask(locked, http.MethodPost, p, b, "Authorization", "Bearer "+token)
			})
		}
		if path == "/seed_session" || path == "/verify" {
			try(`{"task":"nobody","responses_create_params":{},"response":{"output":[]}}`)
		}
		w := try(body)
		if w.Code != 200 {
			t.Errorf("%s: its example: %d %s", path, w.Code, w.Body)
		}
		if route.method == http.MethodPost {
			d.exchange(t, route.method, path, body, w)
		}
		if path == "/readyz" {
			locked.draining.Store(true)
			try("")
			locked.draining.Store(false)
		}
		var never []string
		for status := range op["responses"].(map[string]any) {
			if !seen[status] {
				never = append(never, status)
			}
		}
		slices.Sort(never)
		want := ""
		switch {
		case route.method == http.MethodPost:
			want = "500"
		case path == "/metrics":
			want = "503" // at most a few at once
		}
		if got := strings.Join(never, " "); got != want {
			t.Errorf("%s: described and not seen: %q, want %q", path, got, want)
		}
	}
}

// The served document is the embedded one.
func TestOpenAPIIsServed(t *testing.T) {
	h := testHTTP(t, testCore(t), loopback, HTTPOptions{})
	if w := ask(h, "GET", "/openapi.yaml", ""); w.Code != 200 || w.Body.String() != string(openAPI) {
		t.Errorf("%d, %d bytes", w.Code, w.Body.Len())
	}
}

// The codes that are counted from the start are those in the description.
func TestOpenAPICodes(t *testing.T) {
	d := described(t)
	code, _ := d.at("components", "schemas", "Code")
	if got, want := fmt.Sprint(code["enum"]), fmt.Sprint(item.Codes()); got != want {
		t.Errorf("described: %s, counted: %s", got, want)
	}
}

// tryEpisodes makes a path about episodes return its specific statuses. It leaves open the
// episode that the path's example names.
func tryEpisodes(t *testing.T, d *description, path, body string, try func(body string), at func(path, body string)) {
	example := func(path string) string {
		media, _ := d.at(append(d.operation(http.MethodPost, path), "requestBody", "content", "application/json")...)
		return string(sharedtest.Need(json.Marshal(media["example"]))(t))
	}
	try(`{"episode":"nobody","task":"nothing","completion":"x"}`)
	if path == "/v1/env/reset" {
		return
	}
	at("/v1/env/reset", example("/v1/env/reset"))
	if path == "/v1/env/step" {
		try(body)
		try(body)
		at("/v1/env/reset", example("/v1/env/reset"))
	}
}
