package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// Slow attacks: make attack runs them.

func slowAttack(t *testing.T) {
	t.Helper()
	if os.Getenv("VOI_ATTACK") == "" {
		t.Skip("takes a minute or two; make attack runs it")
	}
}

// drip sends a text byte by byte as long as the server accepts it. It returns the server's
// reply and the time until then.
func drip(conn net.Conn, text string, every time.Duration) (reply string, after time.Duration) {
	start := time.Now()
	done := make(chan struct{})
	go func() {
		defer close(done)
		var got bytes.Buffer
		_, _ = io.Copy(&got, conn)
		reply, after = got.String(), time.Since(start)
	}()
	for i := 0; ; i++ {
		select {
		case <-done:
			return reply, after
		case <-time.After(every):
			_, _ = io.WriteString(conn, text[i%len(text):i%len(text)+1])
		}
	}
}

// Slow loris in three forms: a byte of the head a second, a byte of the body, and a reply
// that is read byte by byte. The server closes each connection, and serves other clients.
func TestServeAttackSlowLoris(t *testing.T) {
	slowAttack(t)
	const each = 300
	a := startAttacked(t)
	b := a.bystander()
	var all sync.WaitGroup
	dripping := func(name, first, rest string, status string, most time.Duration) {
		var longest atomic.Int64
		var slow sync.WaitGroup
		for range each {
			conn := a.send(first)
			_ = conn.SetDeadline(time.Time{})
			slow.Go(func() {
				reply, after := drip(conn, rest, time.Second)
				if !strings.HasPrefix(reply, status) || after > most+10*time.Second {
					t.Errorf("%s: after %s: %.100q, want %s after %s", name, after, reply, status, most)
				}
				longest.Store(max(longest.Load(), int64(after)))
			})
		}
		all.Go(func() {
			slow.Wait()
			t.Logf("%s, %d connections: hung up on after %s at most", name, each, time.Duration(longest.Load()).Round(time.Second))
		})
	}
	dripping("a byte of the head a second", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-", "x", "HTTP/1.1 400 ", 10*time.Second)
	dripping("a byte of the body a second", request("POST", "/v1/score", bearer+asJSON+"Content-Length: 1000\r\n", ""), " ", "HTTP/1.1 400 ", 60*time.Second)

	// Together these hold more than --max-inflight-bytes, since the reply repeats the id.
	large := func(n int) string { return `{"items":[],"id":"` + strings.Repeat("x", n<<20) + `"}` }
	for i := range 6 {
		body := large(30)
		name, first := "a large reply taken byte by byte", request("POST", "/v1/score", bearer+asJSON, body)
		if i%2 == 0 {
			name, first = "a large body that stops", first[:len(first)-10]
		}
		conn := a.send("")
		_ = conn.SetDeadline(time.Time{})
		all.Go(func() {
			start := time.Now()
			_, _ = io.WriteString(conn, first)
			var one [1]byte
			for err := error(nil); err == nil && time.Since(start) < 3*time.Minute && a.metric("voi_inflight_bytes") > 20<<20; {
				time.Sleep(time.Second)
				if i%2 == 1 {
					_, err = conn.Read(one[:])
				} else {
					_, err = conn.Write([]byte{' '})
				}
			}
			t.Logf("%s: its memory is free after %s", name, time.Since(start).Round(time.Second))
			if time.Since(start) > 2*time.Minute+10*time.Second {
				t.Errorf("%s: that is more than two minutes", name)
			}
		})
	}
	all.Wait()
	b.end("slow loris: heads, bodies and replies")
	a.survived(attackToken)
}

// Floods: clients that send refused requests as fast as they can, on one core or more.
func TestServeAttackFloods(t *testing.T) {
	slowAttack(t)
	a := startAttacked(t)
	requests := hostileRequests()
	pick := func(names ...string) (texts []string) {
		for _, r := range requests {
			if len(names) == 0 || slices.Contains(names, r.name) {
				texts = append(texts, r.text)
			}
		}
		if len(texts) < len(names) {
			t.Fatalf("not all of %q", names)
		}
		return texts
	}
	for _, flood := range []struct {
		name  string
		texts []string
	}{
		{"wrong tokens", pick("no token", "a wrong token", "a wrong one there")},
		{"foreign Hosts", pick("another Host", "no Host", "two Hosts")},
		{"floods of headers", pick("a long header", "many headers", "a long target")},
		{"lengths that lie", pick("a huge length", "a length beyond numbers", "a negative length", "two lengths", "a length that is too long", "a length that is too short")},
		{"garbage in chunks", pick("chunks of garbage", "a chunk of a length beyond numbers", "chunks without an end")},
		{"tricks with paths", pick("two slashes", "dots out of the root", "escaped dots", "a zero byte", "a profile that is a path", "a path for a profile")},
		{"no HTTP", pick("no HTTP at all", "a greeting of TLS")},
		{"connections that come and go", []string{""}},
		{"all of these", pick()},
	} {
		b := a.bystander()
		var sent atomic.Int64
		var all sync.WaitGroup
		end := time.Now().Add(attackTime())
		for i := range 16 {
			all.Go(func() {
				for k := i; time.Now().Before(end); k++ {
					flood1(a.address, flood.texts[k%len(flood.texts)])
					sent.Add(1)
				}
			})
		}
		all.Wait()
		b.end(fmt.Sprintf("%s, %d a second", flood.name, int64(float64(sent.Load())/attackTime().Seconds())))
	}
	a.survived(attackToken)
}

// flood1 sends one text on a new connection, and reads any reply.
func flood1(address, text string) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	_, _ = io.WriteString(conn, text)
	_ = conn.(*net.TCPConn).CloseWrite()
	_, _ = io.Copy(io.Discard, conn)
}

// The time of a refusal reveals nothing about a partly right token: the server compares
// hashes, in constant time. The test reports its measurements, which are mostly noise.
func TestServeAttackTokenTiming(t *testing.T) {
	slowAttack(t)
	a := startAttacked(t)
	wrong := []struct{ name, token string }{
		{"the first character wrong", "X" + attackToken[1:]},
		{"the last character wrong", attackToken[:len(attackToken)-1] + "X"},
		{"a character less", attackToken[:len(attackToken)-1]},
		{"nothing right", strings.Repeat("#", len(attackToken))},
	}
	took := make([][]float64, len(wrong))
	conn := a.send("")
	_ = conn.SetDeadline(time.Time{})
	in := bufio.NewReader(conn)
	for range 10_000 {
		for _, i := range rand.Perm(len(wrong)) {
			text := request("POST", "/v1/score", "Authorization: Bearer "+wrong[i].token+"\r\n"+asJSON, `{"items":[]}`)
			start := time.Now()
			_, _ = io.WriteString(conn, text)
			res := sharedtest.Need(http.ReadResponse(in, nil))(t)
			_, _ = io.Copy(io.Discard, res.Body)
			took[i] = append(took[i], float64(time.Since(start).Nanoseconds())/1000)
			if res.StatusCode != 401 {
				t.Fatalf("%s: %d", wrong[i].name, res.StatusCode)
			}
		}
	}
	for i, w := range wrong {
		slices.Sort(took[i])
		n := len(took[i])
		t.Logf("%-28s median %.1f us, quarter %.1f us, tenth %.1f us", w.name, took[i][n/2], took[i][n/4], took[i][n/10])
	}
	a.survived(attackToken)
}
