package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// talk sends lines to a server and returns its replies, the greeting first.
func talk(t testing.TB, c *Core, opt LineOptions, input string) []string {
	t.Helper()
	var out strings.Builder
	sharedtest.OK(t, c.ServeLines(t.Context(), strings.NewReader(input), &out, opt))
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// TestTranscripts compares replies byte for byte with testdata/transcripts.
func TestTranscripts(t *testing.T) {
	datadriven.Walk(t, "testdata/transcripts", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			core := testCore(t, func(c *Config) {
				for _, arg := range d.CmdArgs {
					if arg.Key == "max-line-bytes" {
						arg.Scan(t, 0, &c.MaxLineBytes)
					}
				}
			})
			input := strings.ReplaceAll(d.Input, "DEEP", strings.Repeat("[", 200)+strings.Repeat("]", 200))
			input = strings.ReplaceAll(input, "HEAP", strings.Repeat("[", 5000))
			return strings.Join(talk(t, core, LineOptions{Ordered: true}, input)[1:], "\n") + "\n"
		})
	})
}

func TestHello(t *testing.T) {
	c := testCore(t)
	want := fmt.Sprintf(`{"op":"hello","protocol":1,"server":"voi","version":"test","profile":"guarded","profile_sha256":"%s","reward_range":[0,3.5],"max_line_bytes":67108864}`, c.Profiles[0].SHA256())
	if got := talk(t, c, LineOptions{}, "")[0]; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// The same request gets the same reply for any number of workers, any order and any cache.
func TestRepliesDoNotDependOnWorkers(t *testing.T) {
	items := exampleItems(t, "x")
	var input strings.Builder
	for i := range 40 {
		input.WriteString(scoreRequest(fmt.Sprint(i), items[i%7*31%len(items):][:min(60, len(items)-i%7*31%len(items))], `,"group":true,"details":true`) + "\n")
	}
	want := talk(t, testCore(t, func(c *Config) { c.Workers = 1 }), LineOptions{Ordered: true}, input.String())
	for _, workers := range []int{2, 7} {
		tiny := item.NewScorer(item.Options{CacheBytes: 1})
		core := testCore(t, func(c *Config) { c.Workers, c.Scorer = workers, tiny })
		got := talk(t, core, LineOptions{Ordered: workers == 2}, input.String())
		if workers != 2 {
			slices.Sort(got)
			want = slices.Sorted(slices.Values(want))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d workers: other replies", workers)
		}
	}
}

// The server stops reading from a client that does not read, at the limits. Once the client
// reads, it gets every reply exactly once.
func TestBackPressure(t *testing.T) {
	for _, tc := range []struct {
		name string
		opt  LineOptions
		most int // lines taken before the first reply is read
	}{
		{"by number", LineOptions{MaxInflight: 5}, 5 + 3},
		{"by bytes", LineOptions{MaxInflightBytes: 200}, 200/24 + 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			in, requests := io.Pipe()
			replies, out := io.Pipe()
			served := make(chan error, 1)
			core := testCore(t)
			go func() {
				err := core.ServeLines(context.Background(), in, out, tc.opt)
				out.Close()
				served <- err
			}()
			r := bufio.NewReader(replies)
			if _, err := r.ReadString('\n'); err != nil { // the greeting
				t.Fatal(err)
			}
			const n = 5000
			sent := make(chan int, n)
			go func() {
				for i := range n {
					fmt.Fprintf(requests, `{"op":"ping","id":%4d}`+"\n", i)
					sent <- i
				}
				requests.Close()
			}()
			taken := settled(sent)
			if taken > tc.most || taken == 0 {
				t.Errorf("the server took %d lines while nobody read, want at most %d", taken, tc.most)
			}
			seen := map[string]bool{}
			for {
				line, err := r.ReadString('\n')
				if err == io.EOF {
					break
				}
				if seen[line] {
					t.Errorf("twice: %s", line)
				}
				seen[line] = true
			}
			if len(seen) != n {
				t.Errorf("%d replies, want %d", len(seen), n)
			}
			if err := <-served; err != nil {
				t.Error(err)
			}
		})
	}
}

// settled counts the values that come until none has come for a while.
func settled(ch <-chan int) (n int) {
	for {
		select {
		case <-ch:
			n++
		case <-time.After(300 * time.Millisecond):
			return n
		}
	}
}

// A server that is told to stop answers each request that it has read, once. It ends even
// if its input stays open.
func TestStopAnswersWhatWasRead(t *testing.T) {
	for _, pause := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond} {
		in, requests := io.Pipe()
		var out safeBuilder
		ctx, cancel := context.WithCancel(t.Context())
		served := make(chan error, 1)
		core := testCore(t)
		go func() { served <- core.ServeLines(ctx, in, &out, LineOptions{}) }()
		time.AfterFunc(pause, cancel)
		count := make(chan int)
		go func() {
			sent := 0
			for ; ; sent++ {
				if _, err := fmt.Fprintf(requests, `{"op":"ping","id":%d}`+"\n", sent); err != nil {
					break
				}
			}
			count <- sent
		}()
		if err := <-served; err != nil {
			t.Fatal(err)
		}
		in.Close() // every later write fails
		sent := <-count
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")[1:]
		seen := map[string]bool{}
		for _, l := range lines {
			if seen[l] {
				t.Errorf("twice: %s", l)
			}
			seen[l] = true
		}
		if len(seen) < sent-1 || len(seen) > sent { // a line that arrived after the stop is not read
			t.Errorf("%d replies to %d lines", len(seen), sent)
		}
	}
}

type safeBuilder struct {
	mu sync.Mutex
	b  strings.Builder
}

func (s *safeBuilder) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuilder) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// stuck is a writer that takes the greeting and then blocks.
type stuck struct {
	greeted bool
	err     error         // instead of hanging
	hangs   chan struct{} // told once it does
}

func (s *stuck) Write(p []byte) (int, error) {
	if !s.greeted {
		s.greeted = true
		return len(p), nil
	}
	if s.err != nil {
		return 0, s.err
	}
	close(s.hangs)
	select {}
}

func TestStopDoesNotWaitForeverForTheClient(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, requests := io.Pipe()
	defer requests.Close()
	served := make(chan error, 1)
	core := testCore(t)
	client := &stuck{hangs: make(chan struct{})}
	go func() { served <- core.ServeLines(ctx, in, client, LineOptions{Drain: 50 * time.Millisecond}) }()
	fmt.Fprintln(requests, `{"op":"ping"}`)
	<-client.hangs
	cancel()
	if err := <-served; !errors.Is(err, ErrDrain) {
		t.Errorf("%v, want %v", err, ErrDrain)
	}
}

func TestAClosedOutputEndsTheServer(t *testing.T) {
	in, requests := io.Pipe()
	gone := errors.New("broken pipe")
	served := make(chan error, 1)
	core := testCore(t)
	go func() { served <- core.ServeLines(t.Context(), in, &stuck{err: gone}, LineOptions{}) }()
	go func() {
		for {
			if _, err := fmt.Fprintln(requests, `{"op":"ping"}`); err != nil {
				return
			}
		}
	}()
	if err := <-served; !errors.Is(err, gone) {
		t.Errorf("%v, want %v", err, gone)
	}
	in.Close()
}

// A large request is scored by several workers. Small requests do not wait behind a slow
// one.
func TestNeighboursDoNotWait(t *testing.T) {
	in, requests := io.Pipe()
	replies, out := io.Pipe()
	core := testCore(t, func(c *Config) { c.Workers = 2 })
	go func() {
		_ = core.ServeLines(context.Background(), in, out, LineOptions{})
		out.Close()
	}()
	s := exampleSamples(t)[0]
	heavy := inlineItem(s, strings.Repeat("<answer>", 1<<20))
	go func() {
		fmt.Fprintln(requests, scoreRequest(`"heavy"`, []string{heavy, heavy, heavy, heavy}, ""))
		fmt.Fprintln(requests, `{"op":"ping","id":"light"}`)
		requests.Close()
	}()
	var order []string
	sc := bufio.NewScanner(replies)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		v := sharedtest.Need(jsonvalue.Parse(sc.Text(), jsonvalue.Options{}))(t)
		order = append(order, v.Field("id").Str())
	}
	if want := []string{"", "light", "heavy"}; !slices.Equal(order, want) {
		t.Errorf("replies in the order %q, want %q", order, want)
	}
}

func TestDuplicateProfilesAreRefused(t *testing.T) {
	c := testCore(t)
	if _, err := NewCore(Config{Scorer: c.Scorer}); err == nil {
		t.Error("a core without a profile")
	}
	if _, err := NewCore(Config{Scorer: c.Scorer, Profiles: append(c.Profiles[:1:1], c.Profiles...)}); err != nil {
		t.Errorf("the same profile twice: %v", err)
	}
}

// TestTooManyItemsKeepTheirID checks that the reply to a request with too many items or fields has the request's
// id, by which a client that sends several tells them apart.
func TestTooManyItemsKeepTheirID(t *testing.T) {
	for _, input := range []string{
		`{"op":"score","id":"A","items":[` + strings.Repeat("{},", MaxItems) + `{}]}`,
		`{"op":"score","id":"A",` + fieldsOf(80) + `}`,
	} {
		got := talk(t, testCore(t), LineOptions{Ordered: true}, input+"\n")[1]
		if want := `{"op":"error","id":"A","code":"`; !strings.HasPrefix(got, want) {
			t.Errorf("%.200s, want %s...", got, want)
		}
	}
}

func fieldsOf(n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(`"f%d":1`, i))
	}
	return strings.Join(out, ",")
}
