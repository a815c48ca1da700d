package reward

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
)

// guardedMutants compares n mutated completions of the samples under guarded.
func guardedMutants(t *testing.T, samples []*dataset.Sample, n int, seed uint64) map[string]int {
	t.Helper()
	var fast []*Prepared
	var slow []*plainSample
	for i, s := range samples {
		sets := annotated(t, s)
		labels, err := (&label.Labeler{Sources: [][]label.Source{nil, {label.Schema}}[i%2]}).Label(s, sets)
		if err != nil {
			t.Fatal(err)
		}
		given := &labels
		if i%7 == 0 {
			given = nil
		}
		fast = append(fast, withLabels(t, s, sets, given))
		slow = append(slow, newPlainSample(s, sets, given))
	}
	m, seen := newMutator(seed), map[string]int{}
	for i := range n {
		at := i % len(samples)
		text := m.guardedCompletion(samples[at], slow[at].labels)
		got, want := fast[at].Score(Input{Completion: text}), plainGuarded(text, slow[at])
		for k, name := range fast[at].profile.Components() {
			if !(math.Abs(got.Components[k]-want[k]) <= 1e-9) {
				t.Fatalf("completion %d, of sample %s: %s is %v, plainly %v\n%q\n%s", i, samples[at].ID, name, got.Components[k], want[k], text,
					fast[at].Explain(Input{Completion: text}).Text())
			}
			switch v := want[k]; {
			case v > 0 && v < 1 && k > 2:
				seen[name+" between"]++
			default:
				seen[fmt.Sprint(name, " ", v)]++
			}
		}
		if reward := want[0] + want[1] + want[2]*want[3]; !(math.Abs(got.Reward-reward) <= 1e-9) {
			t.Fatalf("completion %d: reward %v, plainly %v\n%q", i, got.Reward, reward, text)
		}
	}
	return seen
}

// guardedCompletion is a completion with fewer mutations than F8 needs, so that
// more of them are read to the end, and with questions about real parameters.
func (m mutator) guardedCompletion(s *dataset.Sample, labels *label.Labels) string {
	text := m.draft(s)
	if m.IntN(3) == 0 && len(s.Tools) > 0 {
		var names []string
		for range m.IntN(4) {
			if tool := pick(m, s.Tools); len(tool.Params) > 0 {
				names = append(names, pick(m, tool.Params).Name)
			}
		}
		if labels != nil && m.IntN(2) == 0 {
			names = append(names, labels.Missing...)
		}
		question := pick(m, []string{askFor(names), askFor(names) + " Is it Paris?", "Shall I " + pick(m, s.Tools).Name + "?", "Is the " + askFor(names) + " 12?"})
		text = asking(question)
		if m.IntN(3) == 0 {
			text = framed("<ASK><TOOLCALL>" + m.calls(s) + "</TOOLCALL>" + question + "</ASK>")
		}
	}
	for range m.IntN(4) - 1 {
		text = pick(m, mutations)(m, text)
	}
	return text + pick(m, []string{"", "", "\n", "<|im_end|>", " </s>\n<|eot_id|> "})
}

func checkSeen(t *testing.T, seen map[string]int, least int) {
	t.Helper()
	for _, kind := range []string{"form 0", "form 0.5", "tool 0", "tool 0.5", "tool 0.75", "tool 1", "cls 0", "cls 2", "certainty 0", "certainty 1", "certainty between",
		"slot 0", "slot 1", "slot between"} {
		if seen[kind] < least {
			t.Errorf("only %d mutants with %s", seen[kind], kind)
		}
	}
}

func TestGuardedDifferentialEmbedded(t *testing.T) {
	checkSeen(t, guardedMutants(t, embedded(t), 4000, 11), 10)
}

func TestGuardedDifferentialReal(t *testing.T) {
	samples := slices.Concat(
		shared(t, "data", "when2call", "dev.jsonl"),
		shared(t, "data", "when2call", "rebuilt_dev.jsonl.gz")[:300],
		shared(t, "data", "bfcl", "BFCL_v4_live_multiple.json.gz")[:300],
	)
	checkSeen(t, guardedMutants(t, samples, 24000, 12), 100)
}
