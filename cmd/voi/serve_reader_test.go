package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// toRead is a request with a conversation that only a model can have read.
const toRead = `{"op":"score","id":%d,"items":[{"completion":"<answer><ASK><question>Which address?</question></ASK></answer>","messages":[{"role":"user","content":"Take me to number %[1]d."}],` +
	`"tools":[{"name":"call_taxi","parameters":{"type":"object","properties":{"address":{"type":"string"}},"required":["address"]}}],"reference":{"action":"ASK"}}]}`

// stalling is an endpoint that answers nothing before the test ends; asked is told of each request.
func stalling(t *testing.T) (args []string, asked chan struct{}) {
	t.Helper()
	asked, ended := make(chan struct{}, 100), make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		asked <- struct{}{}
		select {
		case <-ended:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(s.Close)
	t.Cleanup(func() { close(ended) })
	return []string{"--reader", "llm", "--llm-model", "small", "--llm-url", s.URL, "--llm-cache", t.TempDir()}, asked
}

// Beside an endpoint that stalls everything else is answered. The server ends in bounded time,
// however it is told to, and what nobody has read is read by the rules.
func TestServeBesideAStalledEndpoint(t *testing.T) {
	args, asked := stalling(t)
	for name, end := range map[string]func(s *serving){
		"end of input": func(s *serving) { s.stdin.Close() },
		"shutdown":     func(s *serving) { s.send(`{"op":"shutdown"}`) },
		"SIGTERM":      func(s *serving) { sharedtest.OK(t, s.cmd.Process.Signal(syscall.SIGTERM)) },
	} {
		t.Run(name, func(t *testing.T) {
			s := startServe(t, append(slices.Clone(args), "--workers", "1", "--drain", "500ms")...)
			for i := range 8 { // more than are asked about at a time
				s.send(toRead, i)
			}
			<-asked
			s.send(ping, 100)
			s.send(scored, 101)
			for range 2 {
				if a := s.reply(); a.ID != 100.0 && a.ID != 101.0 {
					t.Fatalf("%+v", a)
				}
			}
			began := time.Now()
			end(s)
			got := s.rest()
			for _, a := range got {
				if a.Op != "result" || !slices.Contains(a.Notes[0], "read_by_rules") {
					t.Errorf("%+v", a)
				}
			}
			s.ends(0)
			if took := time.Since(began); len(got) != 8 || took > 10*time.Second || s.stderr.String() != "" {
				t.Errorf("%d replies after %s; stderr: %s", len(got), took, s.stderr.String())
			}
		})
	}
}

// The same over HTTP: SIGTERM leaves to the rules what the endpoint has not answered.
func TestServeHTTPBesideAStalledEndpoint(t *testing.T) {
	args, asked := stalling(t)
	cmd, url, _ := startHTTP(t, append(args, "--workers", "1")...)
	late := make(chan string)
	go func() {
		_, reply := post(t, url+"/v1/score", fmt.Sprintf(toRead, 1))
		late <- reply
	}()
	<-asked
	if _, got := post(t, url+"/v1/score", fmt.Sprintf(scored, 2)); !strings.HasPrefix(got, `{"op":"result","id":2,"rewards":[`) {
		t.Errorf("%s", got)
	}
	sharedtest.OK(t, cmd.Process.Signal(syscall.SIGTERM))
	if got := <-late; !strings.Contains(got, `"read_by_rules"`) {
		t.Errorf("%s", got)
	}
	sharedtest.OK(t, cmd.Wait())
}
