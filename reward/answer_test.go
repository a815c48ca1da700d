package reward

import (
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// An answer earns points for facts that the source's own answer or the conversation
// has, in any form (answer of F11).
func TestAnswer(t *testing.T) {
	const source = "The Aurora leaves Lyon on 12 March 2027 at 15:30, costs 45 euros and takes five hours."
	ref := sharedtest.Need(dataset.ParseReference(value(t, `{"action":"DIRECTLY"}`)))(t)
	for _, c := range []struct {
		source, text string
		want         float64
	}{
		{source, source, 1},
		{source, "It departs on 2027-03-12, at 3:30 pm.", 1},
		{source, "On March 12th, for €45; you will be there after 5 hours.", 1},
		{source, "Der Zug fährt am 12. März 2027 um 15:30 Uhr ab.", 1},
		{source, "El tren sale el 12 de marzo de 2027.", 1},
		{source, "The ride to Oslo is on the Aurora.", 1}, // the user mentions Oslo
		{source, "It departs on 2027-03-13.", 0},
		{source, "It departs on 12 March 2027 at 16:30.", 0.5},
		{source, "It costs 45 dollars.", 0},
		{source, "It costs 54 euros.", 0},
		{source, "The Borealis is the train to take.", 0},
		{source, "Sure, that train is a fine choice for you.", 0.5},
		{"That is a fine choice.", "A good choice it is.", 1},
		{"That is a fine choice.", "It takes 9 hours.", 0},
		{"", "It takes 9 hours.", 1},
		{"It costs $1,200 and is 1,500 km long.", "It costs $1200 for 1500 km.", 1},
		{"It costs $1200 and is 1500 km long.", "It costs 1,200 dollars for 1,500 km.", 1},
		{"It is 1,000 km long.", "It is 1 km long.", 0},
	} {
		s := &dataset.Sample{Reference: ref, Messages: []dataset.Message{{Role: "user", Content: "Tell me about the train to Oslo."}},
			Answers: map[completion.Action]string{completion.Directly: c.source}}
		x := guardedOf(t, s, nil)
		if got := x.guard.answered(c.text); got != c.want {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
		if r := x.Score(Input{Completion: answering(c.text)}); r.Reward != 2+c.want {
			t.Errorf("%q: reward %v, want %v", c.text, r.Reward, 2+c.want)
		}
	}
}
