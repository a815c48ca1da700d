package reward

import (
	"os"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
)

// TestUnseenRefusals reads long messages of chat models to their users, by two writers whose texts no
// network was fitted to; most are in English. A line with + declines what the user asked, one with -
// does not: it asks back, answers with words of regret, or declines something else, which its
// words alone seldom show. Rules alone took 181 and 123 of those with + for refusals, 138 and 127 of
// those with -. Only totals are reported, so that nobody tunes to them; they were in view when the thresholds
// of sureEnough and besides were set.
func TestUnseenRefusals(t *testing.T) {
	for _, c := range []struct {
		name        string
		least, most int
	}{{"refusals_mixed.txt", 340, 128}, {"refusals_varied.txt", 300, 116}} {
		text, err := os.ReadFile("testdata/" + c.name)
		if err != nil {
			t.Fatal(err)
		}
		read, all := map[string]int{}, map[string]int{}
		for line := range strings.Lines(string(text)) {
			label, said, _ := strings.Cut(strings.TrimSpace(line), " ")
			if label == "user" {
				continue
			}
			class := classify(said)
			if all[label]++; readsAs(completion.Refuse, said, &class) {
				read[label]++
			}
		}
		t.Logf("%s: of %d refusals %d are read as such, of %d others %d", c.name, all["+"], read["+"], all["-"], read["-"])
		if read["+"] < c.least || read["-"] > c.most {
			t.Errorf("%s: at least %d refusals and at most %d others were read as refusals", c.name, c.least, c.most)
		}
	}
}

// TestRefusesWhatIsAsked: a refusal of something else than what the user asks for says nothing about it;
// one that names nothing refuses whatever is asked.
func TestRefusesWhatIsAsked(t *testing.T) {
	for _, c := range []struct {
		user, said string
		declines   bool
	}{
		{"Book me a flight from Oslo to Rome on Friday", "I can't book flights, I'm sorry.", true},
		{"Book me a flight from Oslo to Rome on Friday", "None of my tools can do that.", true},
		{"Book me a flight from Oslo to Rome on Friday", "I can't sing, I'm afraid, as I have no voice.", false},
		{"Switch off the lights in the kitchen", "I have no connection to your lamps.", true},
		{"Switch off the lights in the kitchen", "I can't sing, I'm afraid, as I have no voice.", false},
		{"Sing me a song, please", "I can't sing, I'm afraid, as I have no voice.", true},
		{"Schalte das Licht in der Küche aus", "Auf Ihre Lampen habe ich leider keinen Zugriff.", true},
		{"Schalte das Licht in der Küche aus", "Ich kann leider keine Opern singen.", false},
	} {
		g := &guard{sample: &dataset.Sample{Messages: []dataset.Message{{Role: dataset.User, Content: c.user}}}}
		if g.declines(c.said) != c.declines {
			t.Errorf("%q declines %q: %v", c.said, c.user, !c.declines)
		}
	}
}
