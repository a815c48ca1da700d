package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

var loopback = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}

func testHTTP(t testing.TB, c *Core, addr net.Addr, opt HTTPOptions) *HTTP {
	t.Helper()
	h := sharedtest.Need(c.NewHTTP(addr, opt))(t)
	return h
}

// ask sends one request to a handler.
func ask(h http.Handler, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Host = "localhost:8000"
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const token = "0123456789abcdef0123"

func TestHTTPStatus(t *testing.T) {
	open := testHTTP(t, testCore(t, func(c *Config) { c.MaxLineBytes = 1000 }), loopback, HTTPOptions{})
	locked := testHTTP(t, testCore(t), &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1)}, HTTPOptions{Token: token})
	const good = `{"items":[]}`
	for _, tc := range []struct {
		name                 string
		h                    http.Handler
		method, target, body string
		headers              []string
		status               int
		code                 string // of the error in the body, "" for none
	}{
		{"score", open, "POST", "/v1/score", good, nil, 200, ""},
		{"an op that agrees", open, "POST", "/v1/score", `{"op":"score","items":[]}`, nil, 200, ""},
		{"decide", open, "POST", "/v1/decide", good, nil, 200, ""},
		{"an item that fails", open, "POST", "/v1/score", `{"items":[3]}`, nil, 200, ""},
		{"health", open, "GET", "/healthz", "", nil, 200, ""},
		{"health, head only", open, "HEAD", "/healthz", "", nil, 200, ""},
		{"readiness", open, "GET", "/readyz", "", nil, 200, ""},
		{"metrics", open, "GET", "/metrics", "", nil, 200, ""},
		{"JSON with a charset", open, "POST", "/v1/score", good, []string{"Content-Type", "application/json; charset=utf-8"}, 200, ""},
		{"another JSON", open, "POST", "/v1/score", good, []string{"Content-Type", "application/problem+json"}, 200, ""},
		{"an op that does not", open, "POST", "/v1/score", `{"op":"decide","items":[]}`, nil, 400, "bad_request"},
		{"no JSON", open, "POST", "/v1/score", `{"items":`, nil, 400, "bad_json"},
		{"nothing", open, "POST", "/v1/score", ``, nil, 400, "bad_json"},
		{"no items", open, "POST", "/v1/score", `{}`, nil, 400, "bad_request"},
		{"no such profile", open, "POST", "/v1/score", `{"items":[],"profile":"/etc/passwd"}`, nil, 400, "unknown_profile"},
		{"brackets", open, "POST", "/v1/score", strings.Repeat("[", 500), nil, 400, "too_deep"},
		{"no such path", open, "GET", "/v2", "", nil, 404, "bad_request"},
		{"the root", open, "GET", "/", "", nil, 200, ""},
		{"the root, posted to", open, "POST", "/", good, nil, 405, "bad_request"},
		{"a tool", open, "POST", "/book_table", good, nil, 404, "bad_request"},
		{"a path with dots", open, "GET", "/v1/../healthz", "", nil, 404, "bad_request"},
		{"a wrong method", open, "GET", "/v1/score", "", nil, 405, "bad_request"},
		{"another wrong method", open, "POST", "/healthz", good, nil, 405, "bad_request"},
		{"too large", open, "POST", "/v1/score", `{"items":[],"pad":"` + strings.Repeat("x", 1000) + `"}`, nil, 413, "too_large"},
		{"no type", open, "POST", "/v1/score", good, []string{"Content-Type", ""}, 415, "bad_request"},
		{"a form", open, "POST", "/v1/score", good, []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "bad_request"},
		{"compressed", open, "POST", "/v1/score", good, []string{"Content-Encoding", "gzip"}, 415, "bad_request"},

		{"a name of a page's own", open, "POST", "/v1/score", good, []string{"Host", "evil.example"}, 400, "bad_request"},
		{"health by that name", open, "GET", "/healthz", "", []string{"Host", "evil.example:8000"}, 400, "bad_request"},
		{"a name that only begins well", open, "GET", "/healthz", "", []string{"Host", "localhost.evil.example"}, 400, "bad_request"},
		{"an address", open, "GET", "/healthz", "", []string{"Host", "127.0.0.1:8000"}, 200, ""},
		{"another loopback address", open, "GET", "/healthz", "", []string{"Host", "127.8.9.10"}, 200, ""},
		{"version 6", open, "GET", "/healthz", "", []string{"Host", "[::1]:8000"}, 200, ""},
		{"a foreign address", open, "GET", "/healthz", "", []string{"Host", "10.0.0.1"}, 400, "bad_request"},
		{"no name", open, "GET", "/healthz", "", []string{"Host", ""}, 400, "bad_request"},

		{"no token", locked, "POST", "/v1/score", good, nil, 401, "bad_request"},
		{"no token, no path", locked, "GET", "/nothing", "", nil, 401, "bad_request"},
		{"metrics without", locked, "GET", "/metrics", "", nil, 401, "bad_request"},
		{"health without", locked, "GET", "/healthz", "", nil, 200, ""},
		{"readiness without", locked, "GET", "/readyz", "", nil, 200, ""},
		{"the root without", locked, "GET", "/", "", nil, 200, ""},
		{"a wrong token", locked, "POST", "/v1/score", good, []string{"Authorization", "Bearer " + token + "x"}, 401, "bad_request"},
		{"another scheme", locked, "POST", "/v1/score", good, []string{"Authorization", "Basic " + token}, 401, "bad_request"},
		{"the token", locked, "POST", "/v1/score", good, []string{"Authorization", "Bearer " + token, "Host", "train.example"}, 200, ""},
		{"the token in the path", locked, "POST", "/t/" + token + "/v1/score", good, nil, 200, ""},
		{"a wrong one in the path", locked, "POST", "/t/wrong/v1/score", good, nil, 401, "bad_request"},
		{"a wrong one in the path, the right one beside", locked, "POST", "/t/wrong/v1/score", good, []string{"Authorization", "Bearer " + token}, 401, "bad_request"},
		{"the token, no path", locked, "GET", "/t/" + token + "/nothing", "", nil, 404, "bad_request"},
		{"a token where none is needed", open, "POST", "/t/any/v1/score", good, nil, 200, ""},
	} {
		w := ask(tc.h, tc.method, tc.target, tc.body, tc.headers...)
		body := w.Body.String()
		if w.Code != tc.status || tc.code != "" && !strings.HasPrefix(body, `{"op":"error","id":null,"code":"`+tc.code+`","message":"`) {
			t.Errorf("%s: %d %s, want %d %s", tc.name, w.Code, body, tc.status, tc.code)
		}
		described(t).reply(t, tc.method, tc.target, w)
		if tc.target != "/metrics" && w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%s: of type %q", tc.name, w.Header().Get("Content-Type"))
		}
		if strings.Contains(body, token) {
			t.Errorf("%s: the reply tells the token", tc.name)
		}
		if w.Code == 405 && w.Header().Get("Allow") == "" || w.Code == 401 && w.Header().Get("WWW-Authenticate") == "" {
			t.Errorf("%s: a header is missing: %v", tc.name, w.Header())
		}
	}
}

// slowBody is a request body that stops in the middle.
type slowBody struct {
	text    io.Reader
	release <-chan struct{}
	reading chan<- struct{}
}

func (s *slowBody) Read(p []byte) (int, error) {
	if n, err := s.text.Read(p); err == nil {
		return n, nil
	}
	s.reading <- struct{}{}
	<-s.release
	return 0, io.EOF
}

// Requests that are being answered count by number. Requests that are being read count by
// bytes only, so that a slow client takes no place.
func TestHTTPOverTheLimit(t *testing.T) {
	for _, tc := range []struct {
		name   string
		opt    HTTPOptions
		pad    int
		status int // of one more request, while two are being read
	}{
		{"by number", HTTPOptions{MaxInflight: 2}, 0, 200},
		{"by bytes", HTTPOptions{MaxInflightBytes: 5000}, 2000, 429},
	} {
		h := testHTTP(t, testCore(t), loopback, tc.opt)
		body := `{"items":[],"pad":"` + strings.Repeat("x", tc.pad) + `"}`
		release, reading, done := make(chan struct{}), make(chan struct{}), make(chan int)
		for range 2 {
			go func() {
				r := httptest.NewRequest("POST", "/v1/score", &slowBody{strings.NewReader(body), release, reading})
				r.Host = "localhost"
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				done <- w.Code
			}()
			<-reading
		}
		if w := ask(h, "POST", "/v1/score", body); w.Code != tc.status || w.Code == 429 && w.Header().Get("Retry-After") == "" {
			t.Errorf("%s: %d %v, want %d", tc.name, w.Code, w.Header(), tc.status)
		}
		for range h.core.Workers { // all workers are busy, so that a request that has been read waits
			h.core.task(0).take()
		}
		close(release)
		for h.core.meter.queued.Load() < 2 {
			time.Sleep(time.Millisecond)
		}
		if w := ask(h, "POST", "/v1/score", body); w.Code != 429 || w.Header().Get("Retry-After") == "" {
			t.Errorf("%s: beside two that wait: %d %v, want 429 with Retry-After", tc.name, w.Code, w.Header())
		}
		if w := ask(h, "GET", "/healthz", ""); w.Code != 200 {
			t.Errorf("%s: the health of a busy server: %d", tc.name, w.Code)
		}
		for range h.core.Workers {
			h.core.task(0).give()
		}
		for range 2 {
			if code := <-done; code != 200 {
				t.Errorf("%s: a slow request: %d", tc.name, code)
			}
		}
		if w := ask(h, "POST", "/v1/score", body); w.Code != 200 {
			t.Errorf("%s: afterwards: %d", tc.name, w.Code)
		}
		if b := h.budget; b.requests != 0 || b.bytes != 0 || h.core.meter.held.Load() != 0 {
			t.Errorf("%s: %d requests and %d bytes are never given back", tc.name, b.requests, b.bytes)
		}
	}
}

func TestHTTPNeedsATokenBeyondLoopback(t *testing.T) {
	c := testCore(t)
	for _, addr := range []net.Addr{&net.TCPAddr{IP: net.IPv4zero}, &net.TCPAddr{IP: net.IPv4(192, 168, 0, 1)}, &net.TCPAddr{IP: net.IPv6unspecified}} {
		if _, err := c.NewHTTP(addr, HTTPOptions{}); err == nil {
			t.Errorf("%v without a token", addr)
		}
	}
	for _, addr := range []string{"0.0.0.0:0", "[::]:0", "192.0.2.1:0"} {
		if l, err := Listen(addr, false); err == nil {
			l.Close()
			t.Errorf("listening at %s without a token", addr)
		}
	}
	for _, addr := range []string{":0", "0", "127.0.0.1:0"} {
		l, err := Listen(addr, false)
		if err != nil {
			t.Errorf("%s: %v", addr, err)
			continue
		}
		if !isLoopback(l.Addr()) {
			t.Errorf("%s is %v", addr, l.Addr())
		}
		l.Close()
	}
}

func TestReadToken(t *testing.T) {
	for text, ok := range map[string]bool{
		token + "\n": true, "  " + token + "\r\n": true, "": false, "short": false, token + " " + token: false, token + "/x": false, token + "é": false,
	} {
		path := filepath.Join(t.TempDir(), "token")
		sharedtest.OK(t, os.WriteFile(path, []byte(text), 0o600))
		got, err := ReadToken(path)
		if (err == nil) != ok || ok && got != token {
			t.Errorf("%q: %q %v", text, got, err)
		}
		if err != nil && len(text) > 10 && strings.Contains(err.Error(), token) {
			t.Errorf("the error tells the token: %v", err)
		}
	}
}

// A real server that is told to stop finishes its open requests, and then ends.
func TestHTTPDrains(t *testing.T) {
	l := sharedtest.Need(Listen("127.0.0.1:0", false))(t)
	var log bytes.Buffer
	h := testHTTP(t, testCore(t), l.Addr(), HTTPOptions{Log: &log})
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- h.Serve(ctx, l) }()

	body, write := io.Pipe()
	reply := make(chan string, 1)
	go func() {
		res, err := http.Post("http://"+l.Addr().String()+"/v1/score", "application/json", body)
		if err != nil {
			reply <- err.Error()
			return
		}
		defer res.Body.Close()
		text, _ := io.ReadAll(res.Body)
		reply <- string(text)
	}()
	fmt.Fprint(write, `{"id":7,`)
	time.Sleep(50 * time.Millisecond)
	cancel()
	time.Sleep(50 * time.Millisecond)
	fmt.Fprint(write, `"items":[]}`)
	write.Close()
	if got := <-reply; !strings.HasPrefix(got, `{"op":"result","id":7,`) {
		t.Errorf("a request that had begun: %s", got)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	if log.Len() > 0 {
		t.Errorf("logged: %s", log.String())
	}
}

// A client that never finishes its request delays the stop only for a bounded time.
func TestHTTPDrainIsBounded(t *testing.T) {
	l := sharedtest.Need(Listen("127.0.0.1:0", false))(t)
	h := testHTTP(t, testCore(t), l.Addr(), HTTPOptions{Drain: 50 * time.Millisecond})
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- h.Serve(ctx, l) }()
	conn := sharedtest.Need(net.Dial("tcp", l.Addr().String()))(t)
	defer conn.Close()
	fmt.Fprintf(conn, "POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	time.Sleep(50 * time.Millisecond)
	cancel()
	if err := <-served; !errors.Is(err, ErrDrain) {
		t.Errorf("%v, want %v", err, ErrDrain)
	}
}

func TestMetrics(t *testing.T) {
	c := testCore(t)
	h := testHTTP(t, c, loopback, HTTPOptions{})
	items := exampleItems(t, "x")[:20]
	ask(h, "POST", "/v1/score", scoreRequest("1", append(items, "3"), ""))
	ask(h, "POST", "/v1/score", `{`)
	got := ask(h, "GET", "/metrics", "").Body.String()
	for _, want := range []string{
		`voi_requests_total{code=""} 1`, `voi_requests_total{code="bad_json"} 1`, `voi_items_unscored_total{code="bad_request"} 1`,
		`voi_items_unscored_total{code="bad_tools"} 0`, `voi_items_scored_total{action="TOOLCALL"}`, `voi_queue_depth 0`, `voi_inflight_bytes 0`, `voi_request_seconds_count 2`,
		`voi_profile_info{profile="guarded",profile_sha256="` + c.Profiles[0].SHA256(), `go_goroutines`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
}
