package reward

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The table of worked values in the README is what the profiles give.
func TestREADMEValues(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ name, reference, answer string }{
		{"the right call, every value specified", refCall, "<TOOLCALL>" + callOf(`{"to":"Porto","return":true}`) + "</TOOLCALL>"},
		{"the right call but for a boolean left `<UNK>`", refCall, "<TOOLCALL>" + callOf(`{"to":"Porto","return":"<UNK>"}`) + "</TOOLCALL>"},
		{"the right question, its candidate lacking a boolean", refAsk, "<ASK><TOOLCALL>" + callOf(`{"to":"Porto","return":null}`) + "</TOOLCALL></ASK>"},
		{"the right question, its candidate lacking a free text", refAsk, "<ASK><TOOLCALL>" + callOf(`{"to":"","return":false}`) + "</TOOLCALL></ASK>"},
		{"the right refusal", refRefuse, "<REFUSE>That is beyond my tools.</REFUSE>"},
	} {
		_, rest, ok := strings.Cut(string(text), "| "+row.name+" | ")
		line, _, _ := strings.Cut(rest, "\n")
		if !ok {
			t.Errorf("the README has no row %q", row.name)
			continue
		}
		want := ""
		for _, name := range []string{"baseline", "certainty", "certainty-total"} {
			got := prepare(t, builtin(t, name), train(t, row.reference), nil).Score(Input{Completion: framed(row.answer)})
			want += fmt.Sprintf(" | %.6g", got.Reward)
		}
		if !strings.HasSuffix(line, want+" |") {
			t.Errorf("%s: the README says %q, the profiles give%s", row.name, line, want)
		}
	}
}
