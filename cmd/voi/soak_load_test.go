package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// soakCase is one request: the completions of one sample as a group, with the rewards and
// advantages from voi score, for each profile.
type soakCase struct {
	Items string
	Want  map[string]soakScores
}

type soakScores struct{ Rewards, Advantages []*float64 }

// soakFresh is a placeholder in a case for a number that no request has used: the sample is
// then new to the server.
const soakFresh = "@FRESH@"

// soakProfiles are used in turn; the first is the servers' default.
var soakProfiles = []string{"guarded", "certainty"}

// request is the text of a request of the case.
func (c *soakCase) request(id int, profile string) []byte {
	items := strings.ReplaceAll(c.Items, soakFresh, strconv.Itoa(id))
	return fmt.Appendf(nil, `{"op":"score","id":%d,"group":true,"profile":%q,"items":%s}`, id, profile, items)
}

// check compares a reply with the scores from offline, to the last digit.
func (c *soakCase) check(reply []byte, id int, profile string) error {
	var got struct {
		Op string
		ID int
		soakScores
	}
	if err := json.Unmarshal(reply, &got); err != nil || got.Op != "result" || got.ID != id {
		return fmt.Errorf("request %d: %.300s (%v)", id, reply, err)
	}
	same := func(a, b *float64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
	want := c.Want[profile]
	if !slices.EqualFunc(got.Rewards, want.Rewards, same) || !slices.EqualFunc(got.Advantages, want.Advantages, same) {
		return fmt.Errorf("request %d of profile %s: %.2000s; offline: %s", id, profile, reply, mustJSON(want))
	}
	return nil
}

func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// soakCounts are the counts of a client. Latencies are counted in buckets with bounds 2%
// apart.
type soakCounts struct {
	Server                   int // the process that a client of pipes has started
	Requests, Items, Refused int
	Wrong                    []string
	Buckets                  map[int]int
}

const soakOctave = 36 // buckets

func (c *soakCounts) add(other *soakCounts) {
	c.Requests += other.Requests
	c.Items += other.Items
	c.Refused += other.Refused
	c.Wrong = append(c.Wrong, other.Wrong...)
	if c.Buckets == nil {
		c.Buckets = map[int]int{}
	}
	for b, n := range other.Buckets {
		c.Buckets[b] += n
	}
}

// quantile is a latency in milliseconds.
func (c *soakCounts) quantile(q float64) float64 {
	buckets := make([]int, 0, len(c.Buckets))
	for b := range c.Buckets {
		buckets = append(buckets, b)
	}
	slices.Sort(buckets)
	left := int(q * float64(c.Requests))
	for _, b := range buckets {
		if left -= c.Buckets[b]; left < 0 {
			return math.Exp2(float64(b)/soakOctave) / 1000
		}
	}
	return 0
}

// soakTally is a soakCounts for many goroutines.
type soakTally struct {
	mu sync.Mutex
	soakCounts
}

func (t *soakTally) answered(took time.Duration, items int, wrong error) {
	one := soakCounts{Requests: 1, Items: items, Buckets: map[int]int{int(math.Log2(float64(max(took.Microseconds(), 1))) * soakOctave): 1}}
	if wrong != nil {
		one.Wrong = []string{wrong.Error()}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add(&one)
}

// take returns the counts since the last call.
func (t *soakTally) take() soakCounts {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.soakCounts
	t.soakCounts = soakCounts{}
	return c
}

// soakNext gives each request of a process its case, profile and number. Each process
// starts at a different number.
type soakNext struct {
	cases []*soakCase
	n     atomic.Int64
}

func newSoakNext(cases []*soakCase) *soakNext {
	s := &soakNext{cases: cases}
	s.n.Store(int64(os.Getpid()) << 24)
	return s
}

func (s *soakNext) next() (c *soakCase, id int, profile string) {
	id = int(s.n.Add(1))
	return s.of(id)
}

// of is the case, number and profile of a request.
func (s *soakNext) of(id int) (*soakCase, int, string) {
	return s.cases[id%len(s.cases)], id, soakProfiles[id/len(s.cases)%len(soakProfiles)]
}

// soakClient is a client in its own process, which the soak kills. With an address it uses
// HTTP to an existing server; with a command line it starts a server and uses its pipes. It
// reports on stdout.
func soakClient() {
	cases, err := readSoakCases(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	tally := &soakTally{}
	next := newSoakNext(cases)
	if strings.HasPrefix(os.Args[2], "http://") {
		for range soakConnections {
			go soakHTTP(os.Args[2], next, tally)
		}
	} else {
		server := exec.Command(os.Args[2], os.Args[3:]...)
		stdin, stdout := must2(server.StdinPipe()), must2(server.StdoutPipe())
		if err := server.Start(); err != nil {
			panic(err)
		}
		fmt.Printf("%s\n", mustJSON(soakCounts{Server: server.Process.Pid}))
		go soakPipes(stdin, stdout, next, tally, nil)
	}
	for {
		time.Sleep(200 * time.Millisecond)
		counts := tally.take()
		fmt.Printf("%s\n", mustJSON(counts))
	}
}

func must2[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

const (
	soakConnections = 16 // of an HTTP client
	soakInflight    = 8  // requests of a client of pipes
)

// soakTransport keeps the connections of a client.
var soakTransport = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: soakConnections}}

// soakHTTP keeps one connection busy forever.
func soakHTTP(address string, next *soakNext, tally *soakTally) {
	for {
		c, id, profile := next.next()
		start := time.Now()
		status, reply, err := soakPost(address+"/v1/score", c.request(id, profile))
		switch {
		case err != nil:
		case status == http.StatusTooManyRequests:
			tally.mu.Lock()
			tally.Refused++
			tally.mu.Unlock()
			time.Sleep(time.Second)
			continue
		default:
			err = c.check(reply, id, profile)
		}
		tally.answered(time.Since(start), strings.Count(c.Items, `"completion"`), err)
		if err != nil {
			time.Sleep(100 * time.Millisecond)
		}
	}
}

func soakPost(url string, body []byte) (status int, reply []byte, err error) {
	res, err := soakTransport.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	reply, err = io.ReadAll(res.Body)
	return res.StatusCode, reply, err
}

// soakPipes keeps a server busy over its pipes until stop is closed or the server ends.
// Then it closes the server's stdin, and returns when all requests are answered.
func soakPipes(stdin io.WriteCloser, stdout io.Reader, next *soakNext, tally *soakTally, stop <-chan struct{}) {
	window := make(chan struct{}, soakInflight)
	var starts sync.Map
	go func() {
		defer stdin.Close()
		for {
			select {
			case <-stop:
				return
			case window <- struct{}{}:
			}
			c, id, profile := next.next()
			starts.Store(id, time.Now())
			if _, err := stdin.Write(append(c.request(id, profile), '\n')); err != nil {
				tally.answered(0, 0, err)
				return
			}
		}
	}()
	r := bufio.NewReaderSize(stdout, 1<<20)
	_, err := r.ReadString('\n') // hello
	for err == nil {
		var line []byte
		if line, err = r.ReadBytes('\n'); err != nil {
			break
		}
		var named struct{ ID int }
		wrong := json.Unmarshal(line, &named)
		start, known := starts.LoadAndDelete(named.ID)
		if !known {
			tally.answered(0, 0, fmt.Errorf("nobody asked: %.300s (%v)", line, wrong))
			continue
		}
		c, id, profile := next.of(named.ID)
		tally.answered(time.Since(start.(time.Time)), strings.Count(c.Items, `"completion"`), c.check(line, id, profile))
		<-window
	}
	if err != io.EOF {
		tally.answered(0, 0, fmt.Errorf("reading replies: %w", err))
	}
	starts.Range(func(id, _ any) bool {
		tally.answered(0, 0, fmt.Errorf("request %v has no reply", id))
		return true
	})
}

// readSoakCases reads the cases of a file, one a line.
func readSoakCases(path string) (cases []*soakCase, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		c := &soakCase{}
		if err := json.Unmarshal(line, c); err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	return cases, nil
}
