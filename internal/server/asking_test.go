package server

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// reads is a model that reads as the rules do, signs for it, and gives nothing for conversations
// of a length that is a multiple of three. It stalls where the user says so.
type reads struct {
	mu      sync.Mutex
	asked   map[string]int // by what the user said
	at      int            // now
	most    int            // at a time
	started chan string    // told of each request; nil: not
}

func (m *reads) Known(grounding.Input) (*grounding.Reading, bool) { return nil, false }

func (m *reads) Read(ctx context.Context, in grounding.Input) (*grounding.Reading, error) {
	said := ""
	for _, turn := range in.Turns {
		said += turn.Text
	}
	m.mu.Lock()
	if m.asked == nil {
		m.asked = map[string]int{}
	}
	m.asked[said]++
	m.at++
	m.most = max(m.most, m.at)
	m.mu.Unlock()
	defer func() {
		m.mu.Lock()
		m.at--
		m.mu.Unlock()
	}()
	if m.started != nil {
		m.started <- said
	}
	switch {
	case strings.Contains(said, "stall"):
		<-ctx.Done()
		return nil, ctx.Err()
	case strings.Contains(said, "slow"):
		time.Sleep(20 * time.Millisecond)
	}
	if len(said)%3 == 0 {
		return nil, nil
	}
	r := grounding.Read(in)
	r.Reader = "small"
	return r, nil
}

// readBy lets a model read.
func readBy(m item.Model) func(*Config) {
	return func(c *Config) { c.Scorer = item.NewScorer(item.Options{Model: m}) }
}

const flight = `"tools":[{"name":"fly","parameters":{"type":"object","properties":{"destination":{"type":"string"}},"required":["destination"]}}]`

// conversationOf is a conversation as members of an item.
func conversationOf(said string) string {
	return `"messages":[{"role":"user","content":` + quote(said) + `}],` + flight
}

// asks is an item whose user says that, with more fields.
func asks(said, more string) string {
	return `{"completion":"<reasoning>r</reasoning><answer><ASK><question>Where to?</question></ASK></answer>",` + conversationOf(said) + `,"reference":{"action":"ASK"}` + more + `}`
}

// A slow model holds up only what it has to read: not what comes with a reading, not profiles that
// need none, and no other request.
func TestOthersDoNotWaitForTheReader(t *testing.T) {
	m := &reads{started: make(chan string, 100)}
	ctx, stop := context.WithCancel(t.Context())
	c := testCore(t, func(c *Config) {
		c.Workers, c.Asking, c.Scorer = 1, 2, item.NewScorer(item.Options{Model: m, Context: ctx})
	})
	var all sync.WaitGroup
	for _, request := range []string{
		`{"op":"score","items":[` + asks("I stall: 1", "") + `,` + asks("I stall: 2", "") + `]}`, `{"op":"score","items":[` + asks("I stall: 3", "") + `]}`,
		`{"op":"read","items":[{` + conversationOf("I stall: 4") + `}]}`,
	} {
		all.Go(func() {
			if reply, _ := c.answer(nil, request, ""); !strings.Contains(string(reply), `"read_by_rules"`) && !strings.Contains(string(reply), `"reader":"rules"`) {
				t.Errorf("%s", reply)
			}
		})
	}
	for range c.Asking {
		<-m.started
	}
	const corrected = `,"reading":{"mentions":[],"slots":{}}`
	for _, request := range []string{
		`{"op":"score","items":[` + asks("I stall: 1", corrected) + `]}`, `{"op":"score","profile":"baseline","items":[` + asks("I stall: 1", "") + `]}`,
		`{"op":"ping"}`, `{"op":"stats"}`, `{"op":"decide","items":[]}`,
	} {
		if reply, failed := c.answer(nil, request, ""); failed != nil || strings.Contains(string(reply), "read_by_rules") {
			t.Errorf("%s", reply)
		}
	}
	stop()
	all.Wait()
}

// All completions of a sample cost one request, several samples are read at a time, and the reply
// is the same at any number of workers. Neighbours of what is not read have their readings.
func TestOneRequestForASample(t *testing.T) {
	var items []string
	for i := range 96 {
		items = append(items, asks("I am slow and fly to "+strings.Repeat("Rome", i%12), fmt.Sprintf(`,"group_id":%d`, i%12)))
	}
	request := scoreRequest("1", items, `,"group":true,"details":true,"reading":true`)
	replies := map[string]bool{}
	for _, workers := range []int{1, 4} {
		m := &reads{}
		c := testCore(t, readBy(m), func(c *Config) { c.Workers, c.Asking = workers, 4 })
		replies[talk(t, c, LineOptions{}, request+"\n")[1]] = true
		if len(m.asked) != 12 || m.most < 2 || m.most > 4 {
			t.Errorf("%d conversations, %d at a time", len(m.asked), m.most)
		}
		for said, n := range m.asked {
			if n != 1 {
				t.Errorf("asked %d times about %q", n, said)
			}
		}
	}
	for reply := range replies {
		if n := strings.Count(reply, `"reader":"small"`); len(replies) != 1 || n != 64 || strings.Count(reply, `read_by_rules`) != 2*32 {
			t.Errorf("%d replies; %d items read by the model: %.2000s", len(replies), n, reply)
		}
	}
	read := talk(t, testCore(t, readBy(&reads{})), LineOptions{}, `{"op":"read","items":[{`+conversationOf("a")+`},{`+conversationOf("abc")+`},7]}`+"\n")[1]
	if !strings.HasPrefix(read, `{"op":"reading","id":null,"items":[{"reader":"small",`) || !strings.Contains(read, `},{"reader":"rules",`) || !strings.Contains(read, `{"error":{"code":"bad_request"`) {
		t.Errorf("%s", read)
	}
}

// The addresses of trainers have the same model.
func TestTrainersHaveTheReader(t *testing.T) {
	m := &reads{}
	h := testHTTP(t, testCore(t, readBy(m)), loopback, HTTPOptions{})
	const text = "<reasoning>r</reasoning><answer><ASK><question>Where to?</question></ASK></answer>"
	label := func(said string) string { return `{` + conversationOf(said) + `,"reference":{"action":"ASK"}}` }
	want := parsed(t, h, "/v1/score", `{"items":[`+asks("the wire", "")+`]}`).Field("rewards").Items()[0]
	for said, got := range map[string]jsonvalue.Value{
		"openrlhf": parsed(t, h, "/openrlhf", openRLHFBody(label("openrlhf"), "p", text)).Field("rewards").Items()[0],
		"gym":      parsed(t, h, "/verify", gymBody(label("gym"), text)).Field("reward"),
		"slime":    parsed(t, h, "/slime", `{"prompt":"p","response":`+quote(text)+`,"label":`+quote(label("slime"))+`}`),
	} {
		if !jsonvalue.Equal(got, want) || m.asked[said] != 1 {
			t.Errorf("%s: %s, want %s; asked %d times", said, got.JSON(), want.JSON(), m.asked[said])
		}
	}
}

// A stalled endpoint keeps no server that has read all of its input for longer than --drain: what
// is left is read by the rules.
func TestTheEndDoesNotWaitForTheReader(t *testing.T) {
	const drain = 100 * time.Millisecond
	began := time.Now()
	items := []string{asks("I stall: 1", ""), asks("I stall: 2", ""), asks("I stall: 3", "")}
	for _, end := range []string{"", `{"op":"shutdown"}` + "\n"} {
		got := talk(t, testCore(t, readBy(&reads{})), LineOptions{Drain: drain}, scoreRequest("1", items, "")+"\n"+end)
		if len(got) != 2 || strings.Count(got[1], `"read_by_rules"`) != 3 {
			t.Errorf("%s", got)
		}
	}
	row := func(said string) arrowRow {
		return arrowRow{completion: "x", messages: `[{"role":"user","content":"` + said + `"}]`, tools: strings.TrimPrefix(flight, `"tools":`), reference: `{"action":"ASK"}`}
	}
	var out strings.Builder
	in := arrowStreamOf(t, false, []arrowRow{row("I stall."), row("I stall, too.")}, []arrowRow{row("And I stall.")})
	sharedtest.OK(t, testCore(t, readBy(&reads{})).ServeArrow(t.Context(), strings.NewReader(string(in)), &out, ArrowOptions{Drain: drain}))
	if n := strings.Count(out.String(), "read_by_rules"); n != 3 {
		t.Errorf("%d of 3 rows are noted", n)
	}
	if took := time.Since(began); took < 3*drain || took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
}

// The model is asked no more for a client that has gone.
func TestNoReaderForAClientThatHasGone(t *testing.T) {
	for path, one := range map[string]func(int) string{
		"/v1/score": func(i int) string { return asks(fmt.Sprint("I am slow: ", i), "") },
		"/v1/read":  func(i int) string { return `{` + conversationOf(fmt.Sprint("I am slow: ", i)) + `}` },
	} {
		m := &reads{started: make(chan string, 1000)}
		c := testCore(t, readBy(m), func(c *Config) { c.Workers = 1 })
		var items []string
		for i := range 200 {
			items = append(items, one(i))
		}
		leaving(t, testHTTP(t, c, loopback, HTTPOptions{}), path, `{"items":[`+strings.Join(items, ",")+`]}`, m.started)
		if n := len(m.asked); n > 100 {
			t.Errorf("%s: asked about %d conversations", path, n)
		}
	}
}

// The op stats shows the model only where there is one.
func TestStatsOfTheReader(t *testing.T) {
	with := testCore(t, func(c *Config) { c.Reader = func() jsonvalue.Value { return jsonvalue.ObjectOf("model", "small") } })
	for c, want := range map[*Core]bool{with: true, testCore(t): false} {
		if reply, _ := c.answer(nil, `{"op":"stats"}`, ""); strings.HasSuffix(string(reply), `,"reader":{"model":"small"}}`) != want {
			t.Errorf("%s", reply)
		}
	}
}
