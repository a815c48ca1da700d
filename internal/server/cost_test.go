package server

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// The cost of a request, in bytes, covers the size of its reply.
func TestCostCoversTheReply(t *testing.T) {
	sharedtest.Unraced(t)
	core := testCore(t)
	s := exampleSamples(t)[0]
	for name, items := range map[string][]string{
		"no fields":       many(3000, `{}`),
		"no object":       many(3000, `0`),
		"empty":           many(3000, inlineItem(s, "")),
		"right":           many(300, inlineItem(s, completions(s, "x")[0])),
		"long":            many(30, inlineItem(s, completions(s, strings.Repeat(pad, 20))[0])),
		"nothing but <":   many(30, inlineItem(s, strings.Repeat("<", 20000))),
		"many calls":      many(30, inlineItem(s, "<answer><TOOLCALL>["+strings.Repeat(`{"name":"x","arguments":{"a":1}},`, 500)+`{}]</TOOLCALL></answer>`)),
		"many questions":  many(30, inlineItem(s, "<answer><ASK><question>"+strings.Repeat("Which one? ", 2000)+"</question></ASK></answer>")),
		"control letters": many(30, inlineItem(s, strings.Repeat("\x01", 5000))),
	} {
		for _, more := range []string{"", `,"details":true`} {
			for _, profile := range []string{"certainty", "guarded"} {
				request := scoreRequest("1", items, more+fmt.Sprintf(`,"profile":%q`, profile))
				reply, failed := core.answer(nil, request, "")
				if failed != nil {
					t.Fatal(failed)
				}
				r, _ := core.parse(request, func() {})
				if int64(len(reply)) > r.cost() {
					t.Errorf("%s%s, %s: the reply has %d bytes, and the budget counts %d", name, more, profile, len(reply), r.cost())
				}
			}
		}
	}
}

func many(n int, item string) []string {
	items := make([]string, n)
	for i := range items {
		items[i] = item
	}
	return items
}

// Sixteen requests fit into the budget by their text, but their replies do not. The bytes
// held stay near the budget, and all requests are answered.
func TestDetailsStayInTheBudget(t *testing.T) {
	const budget = 16 << 20
	core := testCore(t, func(c *Config) { c.Workers = 4 })
	request := scoreRequest("1", many(2000, `{"completion":"<answer><REFUSE>No.</REFUSE></answer>","tools":[],"reference":{"action":"REFUSE"}}`), `,"details":true`) + "\n"
	in := strings.NewReader(strings.Repeat(request, 16))
	out := &meteredWriter{core: core}
	sharedtest.OK(t, core.ServeLines(context.Background(), in, out, LineOptions{MaxInflightBytes: budget}))
	if out.lines.Load() != 17 || int64(len(request))*16 > budget/4 {
		t.Fatalf("%d lines for 16 requests of %d bytes", out.lines.Load(), len(request))
	}
	if most := out.most.Load(); most > budget {
		t.Errorf("%d bytes were held under a budget of %d", most, budget)
	}
}

// meteredWriter counts lines, and records how many bytes are held while they are written.
type meteredWriter struct {
	core        *Core
	lines, most atomic.Int64
}

func (w *meteredWriter) Write(p []byte) (int, error) {
	for still, before := 0, int64(0); still < 20 && w.lines.Load() == 1; { // the client takes its time, until the server stops answering
		time.Sleep(10 * time.Millisecond)
		held := w.core.meter.held.Load()
		still++
		if held != before {
			still, before = 0, held
		}
	}
	w.most.Store(max(w.most.Load(), w.core.meter.held.Load()))
	w.lines.Add(int64(strings.Count(string(p), "\n")))
	return len(p), nil
}
