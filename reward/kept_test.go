package reward

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// A sample that scores many texts repeatedly gives the same results as a sample that is
// prepared for each completion alone.
func TestKept(t *testing.T) {
	samples := embedded(t)
	random := rand.New(rand.NewPCG(3, 3))
	m := newMutator(9)
	type ready struct {
		x    *Prepared
		sets map[string]domains.Set
		of   label.Labels
	}
	var all []ready
	var texts []string
	for _, s := range samples {
		r := ready{sets: annotated(t, s)}
		r.of = sharedtest.Need((&label.Labeler{}).Label(s, r.sets))(t)
		r.x = withLabels(t, s, r.sets, &r.of)
		all = append(all, r)
		texts = append(texts, asks(askFor(r.of.Missing)), asks("<TOOLCALL>"+m.calls(s)+"</TOOLCALL><question>"+askFor(r.of.Missing)+"</question>"), m.guardedCompletion(s, &r.of))
	}
	texts = append(texts, refusing("I am sorry, but none of my tools can do that."), answering("I have booked it."), asks("Which one?"))
	for range 4000 {
		i, text := random.IntN(len(all)), texts[random.IntN(len(texts))]
		r := &all[i]
		got, want := r.x.Score(Input{Completion: text}), withLabels(t, samples[i], r.sets, &r.of).Score(Input{Completion: text})
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: %+v, made ready for it alone %+v: %q", samples[i].ID, got, want, text)
		}
	}
}

// A text that rules take for a refusal because of one sentence is what its other sentences say if a network is
// sure that it declines nothing.
func TestUndeclined(t *testing.T) {
	for text, want := range map[string]completion.Action{
		"What is the country? Without it I can't go any further.": completion.Ask,
		"Which date? I can't tell from your message.":             completion.Ask,
		"Sorry, I can't book it yet: which day?":                  completion.Ask,
		"I can't wait to get you that table.":                     completion.Directly,
		"I can't help with that. What else can I do?":             completion.Refuse,
	} {
		if got := classifyAnew(text); got.Action != want {
			t.Errorf("%q reads as %s by %s, want %s", text, got.Action, got.Rule, want)
		}
	}
}
