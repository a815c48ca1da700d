package gateway

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// talkOf is a random request. Conversations repeat, continue and branch.
func talkOf(rng *rand.Rand) string {
	said := []string{"I need a hotel in Porto.", "HTL-2931 please.", "Three nights.", "With breakfast.", "Not with full board.", "Yes."}
	asked := []string{"Could you tell me the nights?", "Which board would you like?", "What is the hotel id and the board?"}
	var messages []string
	for range 1 + rng.IntN(4) {
		messages = append(messages, fmt.Sprintf(`{"role":"user","content":%q}`, said[rng.IntN(len(said))]), fmt.Sprintf(`{"role":"assistant","content":%q}`, asked[rng.IntN(len(asked))]))
	}
	tools := bookTools
	if rng.IntN(3) == 0 {
		tools = strings.ReplaceAll(tools, `"enum":["none","breakfast","full"]`, `"description":"The board"`)
	}
	return `{"messages":[` + strings.Join(messages[:len(messages)-1], ",") + `],"tools":` + tools + `}`
}

// A gateway with cached states answers like a gateway that was just started, with many
// concurrent requests of one conversation; so does one without room to keep readings.
func TestKeptStatesChangeNothing(t *testing.T) {
	reply := strings.ReplaceAll(overheadReply, `\"hotel_id\":\"Porto\"`, `\"hotel_id\":\"HTL-2931\"`)
	for _, policy := range []string{"pass", "guard", "sage", "guard,nod", "nod:strict,sage", "cgdp"} {
		o := plainOptions(t)
		o.Upstream = &Upstream{url: "http://x", http: answers(func() string { return reply })}
		fresh := func() *Gateway { return sharedtest.Need(New(sharedtest.Need(ParseChain(policy, &o))(t), o))(t) }
		kept, crowded := fresh(), fresh()
		crowded.ahead.bytes.Store(mostAhead)
		rng := rand.New(rand.NewPCG(7, 11))
		for range sharedtest.Long(200, 25) {
			body := talkOf(rng)
			_, want := fresh().Reply(context.Background(), body)
			var wg sync.WaitGroup
			for i := range 5 {
				wg.Go(func() {
					g := kept
					if i == 4 {
						g = crowded
					}
					if status, got := g.Reply(context.Background(), body); status != http.StatusOK || got != want {
						t.Errorf("%s: %s\nkept:  %s\nfresh: %s", policy, body, got, want)
					}
				})
			}
			wg.Wait()
		}
		if s := kept.memo.states.Stats(); policy != "cgdp" && s.Hits == 0 {
			t.Errorf("%s: no state was found again: %+v", policy, s)
		}
		if n, most := kept.ahead.bytes.Load(), crowded.ahead.bytes.Load(); n != 0 || most != mostAhead {
			t.Errorf("%s: %d and %d bytes are still counted as read ahead", policy, n, most)
		}
	}
}

// A conversation is read while the model works on its reply, unless too many others are
// waiting.
func TestReadAhead(t *testing.T) {
	for _, full := range []bool{false, true} {
		o := plainOptions(t)
		var g *Gateway
		o.Upstream = &Upstream{url: "http://x", http: doer(func(r *http.Request) (*http.Response, error) {
			for end := time.Now().Add(map[bool]time.Duration{false: 30 * time.Second, true: 50 * time.Millisecond}[full]); g.memo.states.Stats().Entries == 0 && time.Now().Before(end); {
				time.Sleep(time.Millisecond)
			}
			if read := g.memo.states.Stats().Entries == 1; read == full {
				t.Errorf("full %v: read before the reply: %v", full, read)
			}
			return answers(func() string { return overheadReply }).Do(r)
		})}
		g = sharedtest.Need(New(sharedtest.Need(ParseChain("guard", &o))(t), o))(t)
		if full {
			g.ahead.bytes.Store(mostAhead)
		}
		if status, text := g.Reply(context.Background(), overheadBody()); status != http.StatusOK {
			t.Error(text)
		}
		if s := g.memo.states.Stats(); s.Entries != 1 {
			t.Errorf("%+v", s)
		}
	}
}

// A fault while reading ahead ends nothing; the code that needs the reading meets it again.
func TestFaultAhead(t *testing.T) {
	o := plainOptions(t)
	turn := turnOf(t, &o, "["+asksForHotel+"]")
	met := make(chan struct{})
	turn.once.Do(func() {
		turn.said = &state{past: sync.OnceValue(func() *past { defer close(met); panic("a fault") }), text: func() *grounding.Reading { return nil }}
	})
	newAhead().read(context.Background(), turn, 1)()
	select {
	case <-met:
	case <-time.After(30 * time.Second):
		t.Fatal("nothing was read")
	}
	if err := safely(func() error { turn.state().past(); return nil }); err == nil {
		t.Error("the fault is forgotten")
	}
}

// A list of tools is parsed once for all requests with that list.
func TestToolsAreReadOnce(t *testing.T) {
	o := plainOptions(t)
	o.memo = newMemo()
	a, b := turnOf(t, &o, "["+asksForHotel+"]"), turnOf(t, &o, `[{"role":"user","content":"Hello"}]`)
	if a.Run.Toolbox == nil || a.Run.Toolbox != b.Run.Toolbox || a.state().past().asker != b.state().past().asker {
		t.Error("the same tools were read twice")
	}
	if f := o.memo.offered(value(t, `[{"type":"function"}]`)); f.err == nil {
		t.Error("tools that cannot be read are taken")
	}
	if f := o.memo.offered(domains.Value{}); f.run.Tools != nil {
		t.Error("tools where none are given")
	}
}
