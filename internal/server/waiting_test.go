package server

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// Where stalled clients hold all the memory, the one that holds most is cut. It is told so
// if its connection allows that.
func TestHTTPStalledClientsMakeRoom(t *testing.T) {
	const most = 32 << 20
	post := func(length int, body string) string {
		return fmt.Sprintf("POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", length, body)
	}
	large := `{"items":[],"id":"` + strings.Repeat("x", most-100) + `"}` // the id is echoed
	for _, tc := range []struct {
		name, text string
		cut        string // the beginning of the reply that the stalled client gets
	}{
		{"a body that stops", post(len(large), large[:len(large)-10]), "HTTP/1.1 429 "},
		{"a reply that nobody takes", post(len(large), large), "HTTP/1.1 200 "},
	} {
		core := testCore(t)
		l := listen(t)
		h := testHTTP(t, core, l.Addr(), HTTPOptions{MaxInflightBytes: most})
		h.waiting.patience = 50 * time.Millisecond
		serving(t, h, l)
		stalled := sharedtest.Need(net.Dial("tcp", l.Addr().String()))(t)
		defer stalled.Close()
		sharedtest.Need(io.WriteString(stalled, tc.text))(t)
		for core.meter.held.Load() < most-200 {
			time.Sleep(time.Millisecond)
		}
		refused := 0
		for status := 0; status != 200; refused++ {
			body := `{"items":[],"id":"` + strings.Repeat("y", 1000) + `"}`
			res := sharedtest.Need(http.Post("http://"+l.Addr().String()+"/v1/score", "application/json", strings.NewReader(body)))(t)
			res.Body.Close()
			if status = res.StatusCode; status != 200 && status != 429 || refused > 1000 {
				t.Fatalf("%s: another client: %d", tc.name, status)
			}
			time.Sleep(10 * time.Millisecond)
		}
		if refused == 1 || core.meter.evicted.Load() != 1 {
			t.Errorf("%s: %d refused, %d cut", tc.name, refused-1, core.meter.evicted.Load())
		}
		_ = stalled.SetDeadline(time.Now().Add(10 * time.Second))
		got, _ := io.ReadAll(bufio.NewReader(stalled))
		if !strings.HasPrefix(string(got), tc.cut) || len(got) > most {
			t.Errorf("%s: it gets %.100q, %d bytes", tc.name, got, len(got))
		}
		if held := core.meter.held.Load(); held != 0 {
			t.Errorf("%s: %d bytes are held at the end", tc.name, held)
		}
	}
}

// Clients that are slow but not too slow, and those that have just come, stay.
func TestExchangeWindows(t *testing.T) {
	start := time.Unix(1000, 0)
	for _, tc := range []struct {
		name  string
		moved map[int]int64 // bytes by tenth of a window
		at    int           // tenths
		slow  bool
	}{
		{"one that has just come", nil, 9, false},
		{"one that never moves", nil, 21, true},
		{"a burst, lately", map[int]int64{1: 1 << 20}, 15, false},
		{"a burst, long ago", map[int]int64{1: 1 << 20}, 35, true},
		{"a byte now and then", map[int]int64{5: 1, 15: 1, 25: 1, 35: 1}, 39, true},
		{"enough, all the time", map[int]int64{5: slowest, 15: slowest, 25: slowest, 35: slowest}, 39, false},
	} {
		e := exchange{window: start, last: slowest}
		for tenth := range tc.at {
			e.turn(start.Add(time.Duration(tenth)*100*time.Millisecond), time.Second)
			e.moved += tc.moved[tenth]
		}
		e.turn(start.Add(time.Duration(tc.at)*100*time.Millisecond), time.Second)
		if slow := e.last+e.moved < slowest; slow != tc.slow {
			t.Errorf("%s: slow is %t: %d and %d", tc.name, slow, e.last, e.moved)
		}
	}
}
