package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// serving is a real `voi serve` that a test talks to over pipes.
type serving struct {
	t      *testing.T
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
	stderr syncBuffer
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// startServe starts the server and reads its greeting.
func startServe(t *testing.T, args ...string) *serving {
	t.Helper()
	s := &serving{t: t, cmd: exec.Command(voiBinary(t), append([]string{"serve"}, args...)...)}
	var err error
	if s.stdin, err = s.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout := sharedtest.Need(s.cmd.StdoutPipe())(t)
	s.stdout = bufio.NewReaderSize(stdout, 1<<20)
	s.cmd.Stderr = &s.stderr
	sharedtest.OK(t, s.cmd.Start())
	t.Cleanup(func() {
		if s.cmd.ProcessState == nil {
			_ = s.cmd.Process.Kill()
			_ = s.cmd.Wait()
		}
	})
	if hello := s.reply(); hello.Op != "hello" || hello.Protocol != 1 {
		t.Fatalf("the first line is %+v", hello)
	}
	return s
}

// answer is any line from the server.
type answer struct {
	Op       string
	ID       any
	Protocol int
	Code     string
	Rewards  []json.RawMessage
	Errors   []*struct{ Code, Message string }
	Notes    [][]string
}

// reply reads the next line. stdout carries only the protocol: every line is a reply.
func (s *serving) reply() (a answer) {
	s.t.Helper()
	line, err := s.stdout.ReadString('\n')
	if err != nil {
		s.t.Fatalf("reading a reply: %v; stderr: %s", err, s.stderr.String())
	}
	return s.parse(line)
}

func (s *serving) parse(line string) (a answer) {
	s.t.Helper()
	ops := []string{"hello", "result", "decided", "pong", "stats", "error"}
	if err := json.Unmarshal([]byte(line), &a); err != nil || !slices.Contains(ops, a.Op) {
		s.t.Fatalf("stdout carries what is no reply: %q (%v)", line, err)
	}
	return a
}

// rest reads all replies up to the end of stdout.
func (s *serving) rest() (all []answer) {
	s.t.Helper()
	for {
		line, err := s.stdout.ReadString('\n')
		if err == io.EOF && line == "" {
			return all
		}
		if err != nil {
			s.t.Fatalf("stdout ends in the middle of a line (%v): %q", err, line)
		}
		all = append(all, s.parse(line))
	}
}

func (s *serving) send(format string, args ...any) {
	s.t.Helper()
	if _, err := fmt.Fprintf(s.stdin, format+"\n", args...); err != nil {
		s.t.Fatalf("sending: %v; stderr: %s", err, s.stderr.String())
	}
}

// ends waits for the process and asserts its exit status.
func (s *serving) ends(status int) {
	s.t.Helper()
	done := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, s.stdout)
		_ = s.cmd.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		s.t.Fatalf("the server does not end; stderr: %s", s.stderr.String())
	}
	if got := s.cmd.ProcessState.ExitCode(); got != status {
		s.t.Errorf("exit status %d, want %d; stderr: %s", got, status, s.stderr.String())
	}
}

const ping = `{"op":"ping","id":%d}`

const scored = `{"op":"score","id":%d,"items":[{"completion":"<answer><REFUSE>I am sorry, no tool of mine can do that.</REFUSE></answer>","reference":{"action":"REFUSE"}}]}`

func TestServeEndsWithItsInput(t *testing.T) {
	s := startServe(t, "--ordered")
	s.send(scored, 1)
	fmt.Fprint(s.stdin, `{"op":"score","id":2,"items":[{"comp`) // closed in the middle of a line
	s.stdin.Close()
	got := s.rest()
	if len(got) != 2 || got[0].Op != "result" || got[1].Code != "bad_json" || got[1].ID != nil {
		t.Errorf("%+v", got)
	}
	s.ends(0)
	if text := s.stderr.String(); text != "" {
		t.Errorf("stderr: %s", text)
	}
}

func TestServeShutdown(t *testing.T) {
	s := startServe(t)
	for i := range 100 {
		s.send(scored, i)
	}
	s.send(`{"op":"shutdown"}`)
	if got := s.rest(); len(got) != 100 {
		t.Errorf("%d replies, want 100", len(got))
	}
	s.ends(0) // though stdin is open
}

func TestServeBadLineBetweenGoodOnes(t *testing.T) {
	s := startServe(t, "--ordered", "--max-line-bytes", "4096")
	s.send(scored, 1)
	s.send(`{"op":"score","id":2,"items":[}`)
	s.send("\x00\xff\xfe")
	s.send("%s", strings.Repeat("x", 1<<20))
	s.send(scored, 3)
	s.stdin.Close()
	var got []string
	for _, a := range s.rest() {
		got = append(got, a.Op+a.Code)
	}
	if want := []string{"result", "errorbad_json", "errorbad_json", "errortoo_large", "result"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	s.ends(0)
}

// Two requests may have the same id. 100,000 requests may be in flight, written before the
// first reply is read.
func TestServeManyInFlight(t *testing.T) {
	s := startServe(t)
	const n = 100_000
	w := bufio.NewWriterSize(s.stdin, 1<<16)
	for i := range n {
		fmt.Fprintf(w, ping+"\n", i/2)
	}
	sharedtest.OK(t, w.Flush())
	s.stdin.Close()
	seen := map[any]int{}
	for _, a := range s.rest() {
		seen[a.ID]++
	}
	if len(seen) != n/2 {
		t.Errorf("%d ids answered, want %d", len(seen), n/2)
	}
	for id, times := range seen {
		if times != 2 {
			t.Fatalf("id %v was answered %d times, want 2", id, times)
		}
	}
	s.ends(0)
}

// A client that stops reading stops the server's reading, with bounded memory. When the
// client reads again, no reply is missing or repeated.
func TestServeClientStopsReading(t *testing.T) {
	s := startServe(t, "--max-inflight", "100", "--max-inflight-bytes", "1000000")
	ended, peak := make(chan struct{}), make(chan int64, 1)
	go func() { peak <- watchMemory(s.cmd.Process.Pid, ended) }()
	const n = 30_000
	sent := make(chan int, n)
	go func() {
		for i := range n {
			if _, err := fmt.Fprintf(s.stdin, scored+"\n", i); err != nil {
				return
			}
			sent <- i
		}
		s.stdin.Close()
	}()
	time.Sleep(time.Second)
	if taken := len(sent); taken > n/2 {
		t.Errorf("the server took %d requests that nobody read replies to", taken)
	}
	seen := map[any]bool{}
	for _, a := range s.rest() {
		if seen[a.ID] {
			t.Fatalf("twice: %v", a.ID)
		}
		seen[a.ID] = true
	}
	if len(seen) != n {
		t.Errorf("%d replies, want %d", len(seen), n)
	}
	s.ends(0)
	close(ended)
	if most := <-peak; most > 200<<20 {
		t.Errorf("%d MiB resident", most>>20)
	}
}

// Told to stop under load, the server answers every request it has read exactly once, and
// ends normally.
func TestServeStopsUnderLoad(t *testing.T) {
	for _, sig := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		s := startServe(t, "--ordered")
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			for i := 0; ; i++ {
				if _, err := fmt.Fprintf(s.stdin, scored+"\n", i); err != nil {
					return
				}
			}
		}()
		for range 500 {
			s.reply()
		}
		sharedtest.OK(t, s.cmd.Process.Signal(sig))
		for i, a := range s.rest() {
			if a.ID != float64(500+i) {
				t.Fatalf("%v: reply %d is to %v", sig, 500+i, a.ID)
			}
		}
		s.ends(0)
		<-stopped
	}
}

// A server ends within --drain even if its client reads nothing.
func TestServeDrainIsBounded(t *testing.T) {
	s := startServe(t, "--drain", "200ms")
	go func() {
		for i := 0; ; i++ {
			if _, err := fmt.Fprintf(s.stdin, scored+"\n", i); err != nil {
				return
			}
		}
	}()
	time.Sleep(300 * time.Millisecond)
	sharedtest.OK(t, s.cmd.Process.Signal(syscall.SIGTERM))
	done := make(chan error, 1)
	go func() { done <- s.cmd.Wait() }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("the server does not end")
	}
	if code := s.cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(s.stderr.String(), "in the time of --drain") {
		t.Errorf("exit status %d: %s", code, s.stderr.String())
	}
}

// A judge that does not answer keeps no server from stopping, and what it was asked about has an error.
func TestServeStopEndsTheJudge(t *testing.T) {
	asked := make(chan struct{}, 1)
	model := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		asked <- struct{}{}
		<-r.Context().Done()
	}))
	defer model.Close()
	dir := t.TempDir()
	profile := filepath.Join(dir, "judged.yaml")
	sharedtest.OK(t, os.WriteFile(profile, []byte("extends: guarded\nrules: {judge: on}\n"), 0o600))
	flags := []string{"--profile", profile, "--llm-model", "m", "--llm-url", model.URL + "/v1", "--llm-cache", filepath.Join(dir, "cache")}
	const judged = `{"op":"score","items":[{"messages":[{"role":"user","content":"Play music."}],"tools":[{"name":"light","parameters":{"type":"object","properties":{"room":{"type":"string"}}}}],` +
		`"reference":{"action":"REFUSE"},"completion":"<reasoning>r</reasoning><answer><REFUSE>I have no tool for that.</REFUSE></answer>"}]}`
	const failed = `the judge gave no verdict: the server is stopping`

	s := startServe(t, flags...)
	s.send(judged)
	<-asked
	begun := time.Now()
	sharedtest.OK(t, s.cmd.Process.Signal(syscall.SIGTERM))
	if line, err := s.stdout.ReadString('\n'); err != nil || !strings.Contains(line, failed) {
		t.Errorf("%s, %v", line, err)
	}
	s.ends(0)

	cmd, url, _ := startHTTP(t, flags...)
	go func() {
		<-asked
		_ = cmd.Process.Signal(syscall.SIGTERM)
	}()
	reply, err := http.Post(url+"/v1/score", "application/json", strings.NewReader(judged))
	sharedtest.OK(t, err)
	defer reply.Body.Close()
	if body, err := io.ReadAll(reply.Body); err != nil || !strings.Contains(string(body), failed) {
		t.Errorf("%s, %v", body, err)
	}
	if err := cmd.Wait(); err != nil || time.Since(begun) > 20*time.Second {
		t.Errorf("%v after %v", err, time.Since(begun))
	}
}

// A spent budget is said once, counted, and ends no verdict that is in the cache.
func TestServeSaysThatTheBudgetIsSpent(t *testing.T) {
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"{\"addressed\":false,\"verdict\":1}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":2500,"completion_tokens":10}}`)
	}))
	defer model.Close()
	dir := t.TempDir()
	profile := filepath.Join(dir, "judged.yaml")
	sharedtest.OK(t, os.WriteFile(profile, []byte("extends: guarded\nrules: {judge: on}\n"), 0o600))
	cmd, url, _ := startHTTP(t, "--profile", profile, "--llm-model", "m", "--llm-url", model.URL+"/v1", "--llm-cache", filepath.Join(dir, "cache"), "--llm-budget-tokens", "2600")
	for _, one := range []struct{ asks, want string }{
		{"Play music.", `"rewards":[3]`}, {"Sing.", `the budget of 2600 tokens`}, {"Dance.", `"judge_failed"`}, {"Play music.", `"rewards":[3]`},
	} {
		_, got := post(t, url+"/v1/score", `{"items":[{"messages":[{"role":"user","content":"`+one.asks+`"}],"tools":[{"name":"light","parameters":{"type":"object","properties":{"room":{"type":"string"}}}}],`+
			`"reference":{"action":"REFUSE"},"completion":"<reasoning>r</reasoning><answer><REFUSE>I have no tool for that.</REFUSE></answer>"}]}`)
		if !strings.Contains(got, one.want) {
			t.Errorf("%s: %s, want %s", one.asks, got, one.want)
		}
	}
	if log := cmd.Stderr.(*syncBuffer).String(); strings.Count(log, "the judge is asked no more: the budget of 2600 tokens") != 1 {
		t.Errorf("%s", log)
	}
	page := sharedtest.Need(http.Get(url + "/metrics"))(t)
	defer page.Body.Close()
	metrics := string(sharedtest.Need(io.ReadAll(page.Body))(t))
	for _, want := range []string{"voi_judge_stopped 1\n", "voi_judge_tokens_total 2510\n", `voi_items_unscored_total{code="judge_failed"} 2`} {
		if !strings.Contains(metrics, want) {
			t.Errorf("%q is not among the metrics", want)
		}
	}
}

// The server ends with the process it watches, even if its stdin stays open and the process
// is still a zombie.
func TestServeEndsWithItsParent(t *testing.T) {
	parent := exec.Command("sleep", "1000")
	if err := parent.Start(); err != nil {
		t.Skipf("no sleep command: %v", err)
	}
	s := startServe(t, "--parent-pid", strconv.Itoa(parent.Process.Pid))
	s.send(ping, 1)
	s.reply()
	sharedtest.OK(t, parent.Process.Kill())
	s.ends(0)
	_ = parent.Wait()
}

func TestServeRefusesAParentThatIsNotThere(t *testing.T) {
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Skipf("no true command: %v", err)
	}
	for _, pid := range []string{strconv.Itoa(cmd.Process.Pid), "-1", "0"} {
		err := exec.Command(voiBinary(t), "serve", "--parent-pid", pid).Run()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 2 {
			t.Errorf("--parent-pid %s: %v, want exit status 2", pid, err)
		}
	}
}

// A closed stdout ends the server with status 1; a closed stderr does not.
func TestServeOutputsClosed(t *testing.T) {
	r, w, err := os.Pipe()
	sharedtest.OK(t, err)
	er, ew, err := os.Pipe()
	sharedtest.OK(t, err)
	cmd := exec.Command(voiBinary(t), "serve")
	cmd.Stdout, cmd.Stderr = w, ew
	stdin, err := cmd.StdinPipe()
	sharedtest.OK(t, err)
	sharedtest.OK(t, cmd.Start())
	w.Close()
	ew.Close()
	er.Close() // stderr stays closed
	br := bufio.NewReader(r)
	fmt.Fprintf(stdin, ping+"\n", 1)
	for range 2 {
		sharedtest.Need(br.ReadString('\n'))(t)
	}
	r.Close()
	for i := range 1000 {
		if _, err := fmt.Fprintf(stdin, ping+"\n", i); err != nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	done := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		_ = cmd.Process.Kill()
		t.Fatal("the server does not end")
	}
	if code := cmd.ProcessState.ExitCode(); code != 1 {
		t.Errorf("ended with %v, want exit status 1", cmd.ProcessState)
	}
}

// If a shard vanishes or is truncated while the server runs, only the items that need it
// fail.
func TestServeShardsGone(t *testing.T) {
	for name, harm := range map[string]func(path string) error{
		"removed":   os.Remove,
		"truncated": func(path string) error { return os.Truncate(path, 100) },
		"emptied":   func(path string) error { return os.Truncate(path, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			build := exec.Command(voiBinary(t), "build", "--out", dir)
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			s := startServe(t, "--data", dir)
			s.send(`{"op":"score","id":1,"items":[{"completion":"x","sample_id":"ex-chat-1"}]}`)
			if a := s.reply(); len(a.Errors) != 1 || a.Errors[0] != nil {
				t.Fatalf("before: %+v", a)
			}
			shards, err := filepath.Glob(filepath.Join(dir, "train", "*.parquet"))
			if err != nil || len(shards) == 0 {
				t.Fatalf("no shards: %v", err)
			}
			for _, path := range shards {
				sharedtest.OK(t, harm(path))
			}
			s.send(`{"op":"score","id":2,"items":[{"completion":"x","sample_id":"ex-tagged-1"},{"completion":"x","reference":{"action":"ASK"}},{"completion":"x","sample_id":"nobody"}]}`)
			a := s.reply()
			if len(a.Errors) != 3 || a.Errors[1] != nil || a.Errors[2] == nil || a.Errors[2].Code != "unknown_sample" {
				t.Fatalf("after: %+v", a)
			}
			if e := a.Errors[0]; e != nil && e.Code != "internal" {
				t.Errorf("an item of a shard that is gone: %+v", e)
			}
			s.stdin.Close()
			s.ends(0)
		})
	}
}
