package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

const attackToken = "a-token-of-some-length"

// attacked is a real server behind a token, with the open connections of attacks.
type attacked struct {
	t       *testing.T
	url     string
	address string // host and port
	stop    func() (stderr string, err error)
	open    []net.Conn
}

func startAttacked(t *testing.T, args ...string) *attacked {
	t.Helper()
	token := filepath.Join(t.TempDir(), "token")
	sharedtest.OK(t, os.WriteFile(token, []byte(attackToken), 0o600))
	cmd, url, _ := startHTTP(t, append([]string{"--token-file", token}, args...)...)
	_, address, _ := strings.Cut(url, "://")
	a := &attacked{t: t, url: url, address: address}
	a.stop = func() (string, error) {
		a.closeAll()
		err := errors.Join(cmd.Process.Signal(syscall.SIGTERM), cmd.Wait())
		return cmd.Stderr.(*syncBuffer).String(), err
	}
	t.Cleanup(a.closeAll)
	return a
}

func (a *attacked) closeAll() {
	for _, conn := range a.open {
		conn.Close()
	}
	a.open = nil
}

// send opens a connection, writes a text, and leaves the connection open.
func (a *attacked) send(text string) net.Conn {
	a.t.Helper()
	conn, err := net.Dial("tcp", a.address)
	if err != nil {
		a.t.Fatal(err)
	}
	a.open = append(a.open, conn)
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	_, _ = io.WriteString(conn, text) // a server may close the connection early
	return conn
}

// status is the status of the reply to a text, 0 without a reply.
func (a *attacked) status(text string) int {
	a.t.Helper()
	conn := a.send(text)
	defer conn.Close()
	_ = conn.(*net.TCPConn).CloseWrite()
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return 0
	}
	body, _ := io.ReadAll(res.Body)
	if bytes.Contains(body, []byte(attackToken)) {
		a.t.Errorf("%.200q: the reply tells the token", text)
	}
	return res.StatusCode
}

// answersOthers checks that another client gets its reward, after a while if the server is
// busy.
func (a *attacked) answersOthers(after string) {
	a.t.Helper()
	got := 429
	for try := 0; got == 429 && try < 100; try++ { // it retries as after Retry-After, but sooner
		time.Sleep(time.Duration(min(try, 1)) * 100 * time.Millisecond)
		got = a.status(request("POST", "/v1/score", bearer+asJSON, fmt.Sprintf(scored, 1)))
	}
	if got != 200 {
		a.t.Errorf("after %s, another client: %d, want 200", after, got)
	}
	if got := a.status(request("GET", "/healthz", "", "")); got != 200 {
		a.t.Errorf("after %s, health: %d, want 200", after, got)
	}
}

// survived checks that the server ends normally, and that its log has no secret and no
// panic.
func (a *attacked) survived(secrets ...string) {
	a.t.Helper()
	a.answersOthers("all of it")
	stderr, err := a.stop()
	if err != nil {
		a.t.Errorf("%v: %s", err, stderr)
	}
	for _, s := range append(secrets, "goroutine") {
		if strings.Contains(stderr, s) {
			a.t.Errorf("the log has %q: %s", s, stderr)
		}
	}
}

// metric is the value of a metric of the server.
func (a *attacked) metric(name string) (value float64) {
	a.t.Helper()
	req, err := http.NewRequest("GET", "http://"+a.address+"/metrics", nil)
	if err != nil {
		a.t.Error(err)
		return 0
	}
	req.Header.Set("Authorization", "Bearer "+attackToken)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		a.t.Error(err)
		return 0
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	_, rest, found := strings.Cut(string(text), "\n"+name+" ")
	if _, bad := fmt.Sscan(rest, &value); !found || err != nil || bad != nil {
		a.t.Errorf("no metric %s: %d %v", name, res.StatusCode, errors.Join(err, bad))
	}
	return value
}

const (
	bearer = "Authorization: Bearer " + attackToken + "\r\n"
	asJSON = "Content-Type: application/json\r\n"
)

// request is the text of a request with a correct length.
func request(method, target, headers, body string) string {
	if body != "" {
		headers += fmt.Sprintf("Content-Length: %d\r\n", len(body))
	}
	return method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n" + body
}

// A hostileRequest is the text of a request, with its expected status.
type hostileRequest struct {
	name, text string
	want       int
}

// hostileRequests are attacks of one request each.
func hostileRequests() []hostileRequest {
	const body = `{"items":[]}`
	score := func(target, headers string) string { return request("POST", target, headers+asJSON, body) }
	raw := func(headers, rest string) string {
		return "POST /v1/score HTTP/1.1\r\nHost: localhost\r\n" + bearer + asJSON + headers + "\r\n" + rest
	}
	return []hostileRequest{
		{"an honest request", score("/v1/score", bearer), 200},
		{"no token", score("/v1/score", ""), 401},
		{"a wrong token", score("/v1/score", "Authorization: Bearer a-token-of-some-lengti\r\n"), 401},
		{"two tokens, the wrong one first", score("/v1/score", "Authorization: Bearer x\r\n"+bearer), 401},
		{"the token in the path", score("/t/"+attackToken+"/v1/score", ""), 200},
		{"a wrong one there", score("/t/x/v1/score", bearer), 401},
		{"none there", score("/t//v1/score", bearer), 401},
		{"the token as a parameter", score("/v1/score?token="+attackToken, ""), 401},
		{"the path to the token's file", score("/t/../v1/score", ""), 401},

		{"another Host", "GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n", 400},
		{"no Host", "GET /healthz HTTP/1.1\r\n\r\n", 400},
		{"two Hosts", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400},
		{"a Host behind a proxy's header", "GET /healthz HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost\r\n\r\n", 400},
		{"another Host in the target", request("GET", "http://evil.example/healthz", "", ""), 400},
		{"this Host in the target", request("GET", "http://localhost/healthz", "", ""), 200},

		{"two slashes", score("//v1/score", bearer), 404},
		{"dots", score("/v1/../v1/score", bearer), 404},
		{"dots out of the root", score("/../../etc/passwd", bearer), 404},
		{"escaped dots", score("/%2e%2e/%2e%2e/etc/passwd", bearer), 404},
		{"dots around the token", score("/healthz/../v1/score", ""), 401},
		{"a slash at the end", score("/v1/score/", bearer), 404},
		{"a zero byte", score("/v1/score%00", bearer), 404},
		{"half an escape", score("/v1/score%2", bearer), 400},
		{"the asterisk", request("OPTIONS", "*", bearer, ""), 404},
		{"a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
		{"a method of one's own", request("BREW", "/v1/score", bearer, ""), 405},
		{"a profile that is a path", score("/slime?profile=/etc/passwd", bearer), 400},
		{"dots for a profile", score("/p/%2e%2e/slime", bearer), 400},
		{"a path for a profile", score("/p/..%2f..%2fetc%2fpasswd/slime", bearer), 404},
		{"a path for a profile in the body", request("POST", "/v1/score", bearer+asJSON, `{"items":[],"profile":"../../etc/passwd"}`), 400},

		{"a huge length", raw("Content-Length: 99999999999\r\n", "{"), 413},
		{"a length beyond numbers", raw("Content-Length: 99999999999999999999\r\n", "{"), 400},
		{"a negative length", raw("Content-Length: -1\r\n", "{"), 400},
		{"a length with a sign", raw("Content-Length: +12\r\n", body), 400},
		{"two lengths", raw("Content-Length: 12\r\nContent-Length: 13\r\n", body), 400},
		{"a length that is too long", raw("Content-Length: 1000\r\n", body), 400},
		{"a length that is too short", raw("Content-Length: 3\r\n", body), 400},
		{"chunks", raw("Transfer-Encoding: chunked\r\n", "c\r\n"+body+"\r\n0\r\n\r\n"), 200},
		{"chunks of garbage", raw("Transfer-Encoding: chunked\r\n", "zz\r\n"+body), 400},
		{"a chunk of a length beyond numbers", raw("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\n"+body), 400},
		{"chunks without an end", raw("Transfer-Encoding: chunked\r\n", "c\r\n"+body+"\r\n"), 400},
		{"a chunk with a long extension", raw("Transfer-Encoding: chunked\r\n", "c;"+strings.Repeat("x", 1<<16)+"\r\n"+body+"\r\n0\r\n\r\n"), 400},
		{"an encoding of one's own", raw("Transfer-Encoding: gzip, chunked\r\n", "c\r\n"+body), 501},

		{"a long header", raw("X: "+strings.Repeat("x", 1<<17)+"\r\n", body), 431},
		{"many headers", raw(strings.Repeat("X: y\r\n", 20_000), body), 431},
		{"a long target", request("GET", "/"+strings.Repeat("x", 1<<17), bearer, ""), 431},
		{"a header without a colon", raw("nothing\r\n", body), 400},
		{"a header with a zero byte", raw("X: \x00\r\n", body), 400},
		{"a folded header", raw("X: a\r\n  Authorization: b\r\nContent-Length: 12\r\n", body), 200},
		{"a version from the future", "GET / HTTP/3.0\r\nHost: localhost\r\n\r\n", 505},
		{"HTTP/2 without TLS", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
		{"a greeting of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400},
		{"no HTTP at all", strings.Repeat("\x00\xff", 1000) + "\r\n\r\n", 400},
	}
}

// A hostile request gets its error, and other clients are still served.
func TestServeAttackRequests(t *testing.T) {
	a := startAttacked(t)
	b := a.bystander()
	for _, tc := range hostileRequests() {
		if got := a.status(tc.text); got != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, got, tc.want)
		}
	}
	b.end("hostile requests, one after the other")
	a.survived(attackToken)
}

// attackScale is the number of connections of each attack: few in ordinary tests, and with
// VOI_ATTACK=1 (make attack) as many as the machine allows.
func attackScale() int {
	if os.Getenv("VOI_ATTACK") != "" {
		return 10_000
	}
	return 300
}

// attackTime is the duration of an attack, during which the bystander measures.
func attackTime() time.Duration {
	if os.Getenv("VOI_ATTACK") != "" {
		return 3 * time.Second
	}
	return 50 * time.Millisecond
}

// Clients hold their connections open, at each possible stage.
func TestServeAttackConnections(t *testing.T) {
	most := attackScale() - 100
	a := startAttacked(t, "--max-inflight", "8", "--max-connections", fmt.Sprint(most))
	echoed := `{"items":[],"id":"` + strings.Repeat("x", 8<<20) + `"}`
	for _, attack := range []struct {
		name, text string
		n          int
	}{
		{"silent connections", "", attackScale()},
		{"halves of a header", "POST /v1/score HTTP/1.1\r\nHost: loc", attackScale()},
		{"idle connections", request("GET", "/healthz", "", ""), attackScale()},
		{"bodies that do not come", request("POST", "/v1/score", bearer+asJSON+"Content-Length: 1000\r\n", "") + `{"items":[`, attackScale() / 2},
		{"replies that are not taken", request("POST", "/v1/score", bearer+asJSON, echoed), 10},
	} {
		evicted := a.metric("voi_connections_evicted_total")
		b := a.bystander()
		for range attack.n {
			a.send(attack.text)
		}
		a.answersOthers(attack.name)
		// Some connections arrive late, and each connection of the other client evicts one.
		// A slow machine has more of both.
		came := a.metric("voi_connections") + a.metric("voi_connections_evicted_total") - evicted
		if came < 0.95*float64(min(attack.n, most)) {
			t.Errorf("%s: the server has seen %g connections of %d", attack.name, came, attack.n)
		}
		// Tens of thousands of connections a second overflow the system's queue. The system
		// lets those clients retry after a second.
		b.tell(fmt.Sprintf("%d %s come at once", attack.n, attack.name))
		b = a.bystander()
		time.Sleep(attackTime())
		b.end(fmt.Sprintf("%d %s", attack.n, attack.name))
		a.closeAll()
	}
	a.survived()
}

// A thousand requests are in flight, and half of their clients disconnect: the others get
// their replies.
func TestServeAttackClientsGone(t *testing.T) {
	a := startAttacked(t, "--max-inflight", "2000")
	text := request("POST", "/v1/score", bearer+asJSON, fmt.Sprintf(scored, 7))
	b := a.bystander()
	var conns [1000]net.Conn
	for i := range conns {
		conns[i] = a.send(text)
	}
	var got sync.Map
	var all sync.WaitGroup
	for i, conn := range conns {
		if i%2 == 0 {
			_ = conn.(*net.TCPConn).SetLinger(0) // a reset, as from a killed process
			conn.Close()
			continue
		}
		all.Go(func() {
			if res, err := http.ReadResponse(bufio.NewReader(conn), nil); err == nil {
				body, _ := io.ReadAll(res.Body)
				got.Store(i, fmt.Sprintf("%d %s", res.StatusCode, body))
			}
		})
	}
	all.Wait()
	for i := 1; i < len(conns); i += 2 {
		if text, _ := got.Load(i); text == nil || !strings.HasPrefix(text.(string), `200 {"op":"result","id":7,`) {
			t.Fatalf("client %d: %v", i, text)
		}
	}
	b.end("1000 requests, half of their clients gone")
	a.survived()
}
