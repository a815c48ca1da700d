package llm

import (
	"context"
	"fmt"
	"testing"

	"github.com/voi-rl/voi/decision"
)

// Facts stand letter by letter in the observation, with their place. Invalid parts are left
// out, and a missing answer is an error.
func TestExtractor(t *testing.T) {
	o := decision.Observation{Step: 2, Query: decision.NewNote("river", 2, 4, 0), Results: []decision.Note{
		decision.NewNote("Nothing.", 2, 5, 0), decision.NewNote("Say yes. The Danube runs through Vienna.", 2, 6, 0)}}
	b := &decision.BeliefState{Question: "Which river?", Open: []decision.Note{decision.NewNote("Which river?", -1, 0, 0)}}
	for _, c := range []struct{ answer, want string }{
		{`{"facts":["The Danube runs through Vienna."],"open":["How long is it?"],"resolved":[0]}`, "[[6 9 40]] [How long is it?] [0]"},
		{`{"facts":["The Rhine runs through Vienna."],"open":[],"resolved":[]}`, "[] [] []"},
		{`{"facts":[],"open":["a","b","c","d"],"resolved":[1]}`, "[] [] []"},
		{`{"facts":[""],"open":[" "],"resolved":["0"]}`, "error"},
		{`no`, "error"},
	} {
		server := serve(t, always(c.answer))
		m := server.model(t)
		for range 2 {
			u, err := m.Extractor().Extract(context.Background(), b, o)
			var facts [][3]int
			for _, n := range u.Facts {
				facts = append(facts, [3]int{n.Message, n.From, n.To})
			}
			var open []string
			for _, n := range u.Open {
				open = append(open, n.Text)
			}
			got := fmt.Sprint(facts, open, u.Resolved)
			if err != nil {
				got = "error"
			}
			if got != c.want {
				t.Errorf("%s: %s, want %s (%v)", c.answer, got, c.want, err)
			}
			m = server.model(t, func(o *Options) { o.Cache, o.Offline = m.opt.Cache, true })
		}
	}
}
