package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// drainClient sends one request after another until the server refuses connections. It
// counts the replies by status in by, and waits as Retry-After says. HTTP lets a server
// close a used connection while the next request is on its way: the client then retries on
// a new connection, where every request must get a reply.
func drainClient(address, text string, by *sync.Map, replies *atomic.Int64, stopping *atomic.Bool) error {
	for {
		late := stopping.Load()
		conn, err := net.Dial("tcp", address)
		if errors.Is(err, syscall.ECONNREFUSED) {
			return nil
		}
		if err != nil {
			return err
		}
		in := bufio.NewReader(conn)
		for more, used := true, false; more; used = true {
			_, wrong := io.WriteString(conn, text)
			res, err := http.ReadResponse(in, nil)
			if err != nil {
				conn.Close()
				if used && stopping.Load() {
					break
				}
				return fmt.Errorf("a request without a reply, on a connection of after the signal: %t: %w", late, errors.Join(wrong, err))
			}
			body, err := io.ReadAll(res.Body)
			if err != nil || len(body) == 0 {
				conn.Close()
				return fmt.Errorf("half a reply: %q %w", body, err)
			}
			n, _ := by.LoadOrStore(res.StatusCode, new(atomic.Int64))
			n.(*atomic.Int64).Add(1)
			replies.Add(1)
			switch {
			case res.StatusCode == 200 && strings.HasPrefix(string(body), `{"op":"result","id":7,`):
			case (res.StatusCode == 429 || res.StatusCode == 503) && res.Header.Get("Retry-After") == "1":
				res.Close = true // an unused connection may be closed
			default:
				conn.Close()
				return fmt.Errorf("%d %s", res.StatusCode, body)
			}
			if more = !res.Close; !more {
				conn.Close()
			}
			if res.StatusCode != 200 {
				time.Sleep(time.Second)
			}
		}
	}
}

// After the signal to stop, with hundreds of requests in flight, the server answers every
// request sent, if need be with 429 or 503, and then accepts none. Before that it reports
// that it is not ready.
func TestServeHTTPStopsUnderLoad(t *testing.T) {
	const clients = 300
	cmd, url, _ := startHTTP(t, "--max-inflight", "200", "--drain-delay", "300ms")
	address := strings.TrimPrefix(url, "http://")
	items := `{"completion":"<reasoning>r</reasoning><answer><REFUSE>I cannot.</REFUSE></answer>","reference":{"action":"REFUSE"}}`
	text := request("POST", "/v1/score", asJSON, `{"id":7,"items":[`+items+strings.Repeat(","+items, 99)+`]}`)
	var by sync.Map
	var replies atomic.Int64
	var stopping, unready atomic.Bool
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			if err := drainClient(address, text, &by, &replies, &stopping); err != nil {
				t.Error(err)
			}
		})
	}
	for replies.Load() < 2*clients {
		time.Sleep(time.Millisecond)
	}
	stopping.Store(true)
	sharedtest.OK(t, cmd.Process.Signal(syscall.SIGTERM))
	for !unready.Load() {
		res, err := http.Get(url + "/readyz")
		if err != nil {
			t.Fatalf("it stopped and had not said that it is not ready: %v", err)
		}
		res.Body.Close()
		unready.Store(res.StatusCode == 503)
	}
	all.Wait()
	by.Range(func(status, n any) bool {
		t.Logf("%d: %d replies", status, n.(*atomic.Int64).Load())
		return true
	})
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, cmd.Stderr.(*syncBuffer).String())
	}
}
