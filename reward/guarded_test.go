package reward

import (
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
)

// guardedOf makes a sample ready under guarded, with the labels that it has.
func guardedOf(t testing.TB, s *dataset.Sample, sets map[string]domains.Set) *Prepared {
	t.Helper()
	labels, err := (&label.Labeler{}).Label(s, sets)
	if err != nil {
		t.Fatal(err)
	}
	return withLabels(t, s, sets, &labels)
}

func withLabels(t testing.TB, s *dataset.Sample, sets map[string]domains.Set, labels *label.Labels) *Prepared {
	t.Helper()
	x, err := builtin(t, "guarded").Prepare(s, sets, labels)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func asks(question string) string {
	return framed("<ASK>\n<question>" + question + "</question>\n</ASK>")
}

func calling(calls string) string  { return framed("<TOOLCALL>[" + calls + "]</TOOLCALL>") }
func refusing(text string) string  { return framed("<REFUSE>" + text + "</REFUSE>") }
func answering(text string) string { return framed("<DIRECTLY>" + text + "</DIRECTLY>") }
