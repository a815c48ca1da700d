package decision

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// beliefs follows a run by rules, and checks that every note is found at its place.
func beliefs(t *testing.T, run *trajectory.Trajectory) []BeliefState {
	t.Helper()
	states := sharedtest.Need(Beliefs(context.Background(), counter(t), run, RuleExtractor{}))(t)
	for i, b := range states {
		for _, n := range b.Facts {
			if m := run.Messages[n.Message]; m.Content[n.From:n.To] != n.Text || n.Step > i || m.Role != "tool" {
				t.Errorf("behind step %d: %+v does not stand in %q", i, n, m.Content)
			}
		}
	}
	return states
}

func texts(notes []Note) string {
	list := make([]string, len(notes))
	for i := range notes {
		list[i] = notes[i].Text
	}
	return strings.Join(list, " | ")
}

func TestBeliefs(t *testing.T) {
	states := beliefs(t, searching(t, "1", "The Danube.",
		"capital of Austria", "Vienna is the capital of Austria. It is old. Its mayor lives there.",
		"river in Vienna", "Nothing about it.\nA river runs through Vienna: the Danube is the river.",
		"river in Vienna", "A river runs through Vienna: the Danube is the river."))
	for i, want := range []string{
		"Vienna is the capital of Austria. / Which river runs through the capital of Austria?",
		"Vienna is the capital of Austria. | A river runs through Vienna: the Danube is the river. / Which river runs through the capital of Austria?",
		"Vienna is the capital of Austria. | A river runs through Vienna: the Danube is the river. / Which river runs through the capital of Austria?",
	} {
		if got := texts(states[i].Facts) + " / " + texts(states[i].Open); got != want {
			t.Errorf("behind step %d: %s, want %s", i, got, want)
		}
	}
	// A predicate stays open until a fact has all its content words.
	states = beliefs(t, searching(t, "0", "?", "highest tower of Graz", "No such page.", "old tower Graz", "The highest tower of Graz is the clock tower."))
	if got := texts(states[0].Open); !strings.HasSuffix(got, "highest tower of Graz") {
		t.Errorf("open: %s", got)
	}
	if got := texts(states[1].Open); strings.Contains(got, "highest tower of Graz") {
		t.Errorf("open, though it was found: %s", got)
	}
	if states = beliefs(t, run(t, `{"trajectory_id":"x","messages":[{"role":"assistant","content":"hi"}]}`)); len(states) != 1 || len(states[0].Facts)+len(states[0].Open) != 0 {
		t.Errorf("a run without a question: %+v", states)
	}
}

// A state stays within its limits however much is found, and curation leaves at most
// MostNotes.
func TestBeliefsAreBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 10))
	words := strings.Fields("river capital Austria Danube tower Graz old mayor bridge mill light harbour Linz Wien canal year house")
	curated := 0
	for range 200 {
		var steps []string
		for range 1 + rng.IntN(10) {
			var query, found strings.Builder
			for range 3 {
				query.WriteString(words[rng.IntN(len(words))] + " ")
			}
			for range rng.IntN(12) {
				fmt.Fprintf(&found, "%s %s %s %s. ", words[rng.IntN(len(words))], words[rng.IntN(len(words))], words[rng.IntN(len(words))], words[rng.IntN(len(words))])
			}
			steps = append(steps, query.String(), found.String())
		}
		before := 0
		for _, b := range beliefs(t, searching(t, "1", "?", steps...)) {
			n := len(b.Facts) + len(b.Open)
			if n > CurateAt || b.Curated > before && n > MostNotes {
				t.Fatalf("%d notes, curated %d times", n, b.Curated)
			}
			before = b.Curated
		}
		curated += before
	}
	if curated == 0 {
		t.Error("nothing was ever curated")
	}
}

// Texts of any bytes are cut between characters, and quickly.
func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "",
		"One. Two! Three?":         "One.|Two!|Three?",
		"v1.2 is out.\n\nYes":      "v1.2 is out.|Yes",
		"东京。大阪？":                   "东京。|大阪？",
		"a\xffb. c":                "a\xffb.|c",
		strings.Repeat("é", 200):   strings.Repeat("é", LongestNote/2),
		strings.Repeat(" \n ", 50): "",
	} {
		var got []string
		for _, n := range sentences(text, 0, 0) {
			got = append(got, n.Text)
			if text[n.From:n.To] != n.Text {
				t.Errorf("%q does not stand at %d to %d", n.Text, n.From, n.To)
			}
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
	if n := len(sentences(strings.Repeat("a. ", 100000), 0, 0)); n != mostRead {
		t.Errorf("%d sentences", n)
	}
}

// The words of a long question are read once, not at each step of a long search.
func TestBeliefsOfALongSearch(t *testing.T) {
	sharedtest.Unraced(t)
	var steps []string
	for i := range 2000 {
		steps = append(steps, fmt.Sprint("river ", i), "Nothing about it.")
	}
	long := searching(t, "1", "?", steps...)
	var asked []trajectory.Message
	for range 20_000 {
		asked = append(asked, trajectory.Message{Role: "user", Content: "Which river?"})
	}
	long.Messages = slices.Concat(asked, long.Messages)
	begin := sharedtest.CPU()
	beliefs(t, long)
	if took := sharedtest.CPU() - begin; took > 3*time.Second {
		t.Errorf("it takes %v", took)
	}
}
