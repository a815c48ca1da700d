package reward

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// The table of worked values in docs/rewards.md agrees with the profiles.
func TestPageValues(t *testing.T) {
	text := sharedtest.Need(os.ReadFile("../docs/rewards.md"))(t)
	const (
		porto  = `{"to":"Porto"}`
		back   = `{"to":"Porto","return":true}`
		lisbon = `{"to":"Lisbon"}`
		noBack = `{"to":"Porto","return":"<UNK>"}`
		noTown = `{"to":"<UNK>","return":false}`
	)
	reference := func(arguments string) string { return `{"action":"TOOLCALL","tool_calls":` + callOf(arguments) + `}` }
	called := func(arguments string) string { return "<TOOLCALL>" + callOf(arguments) + "</TOOLCALL>" }
	asked := func(arguments, question string) string {
		return "<ASK><TOOLCALL>" + callOf(arguments) + "</TOOLCALL><question>" + question + "</question></ASK>"
	}
	for _, row := range []struct{ name, reference, candidate, answer string }{
		{"the right call, every value specified", reference(porto), porto, called(porto)},
		{"the right call but for a boolean left `<UNK>`", reference(back), noBack, called(noBack)},
		{"the right call but for a free text that nobody said", reference(porto), porto, called(lisbon)},
		{"the right question, its candidate lacking a boolean", refAsk, noBack, asked(noBack, "Is it a return?")},
		{"the right question, its candidate lacking a free text", refAsk, noTown, asked(noTown, "Where to?")},
		{"the same, asking for what is known", refAsk, noBack, asked(noTown, "Where to?")},
		{"the right refusal", refRefuse, porto, "<REFUSE>That is beyond my tools.</REFUSE>"},
	} {
		_, rest, ok := strings.Cut(string(text), "| "+row.name+" | ")
		line, _, _ := strings.Cut(rest, "\n")
		if !ok {
			t.Errorf("the page has no row %q", row.name)
			continue
		}
		s := ticket(t, row.reference, row.candidate)
		labels := sharedtest.Need((&label.Labeler{}).Label(s, nil))(t)
		want := ""
		for _, name := range []string{"baseline", "certainty", "certainty-total", "guarded"} {
			x := sharedtest.Need(builtin(t, name).Prepare(s, nil, &labels))(t)
			want += fmt.Sprintf(" | %.6g", x.Score(Input{Completion: framed(row.answer)}).Reward)
		}
		if !strings.HasSuffix(line, want+" |") {
			t.Errorf("%s: the page says %q, the profiles give%s", row.name, line, want)
		}
	}
}

// ticket is a sample whose user names a town and whose belief has one
// candidate.
func ticket(t *testing.T, reference, candidate string) *dataset.Sample {
	t.Helper()
	tools, err := domains.ParseTools(value(t, `[{"name":"book","parameters":{"type":"object","properties":{
		"to":{"type":"string","description":"Where the journey leads to."},"return":{"type":"boolean"}},"required":["to"]}}]`))
	if err != nil {
		t.Fatal(err)
	}
	ref, err := dataset.ParseReference(value(t, reference))
	if err != nil {
		t.Fatal(err)
	}
	calls, err := domains.ParseCalls(value(t, callOf(candidate)))
	if err != nil {
		t.Fatal(err)
	}
	return &dataset.Sample{Tools: tools, Reference: ref, Candidates: []dataset.Candidate{{Call: calls[0]}},
		Messages: []dataset.Message{{Role: "user", Content: "A train to Porto."}}}
}
