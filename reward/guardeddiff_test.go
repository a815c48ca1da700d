package reward

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// payingProfile pays slot and certainty even for questions that are not due.
const payingProfile = `
name: paying
terms:
  - {component: form, weight: 1, times: certainty}
  - {component: slot, weight: 0.25}
  - {component: cls, weight: 1}
rules:
  components: guarded
`

// later prepares a sample whose reading, labels and asker are made on demand.
func later(t *testing.T, p *Profile, s *dataset.Sample, sets map[string]domains.Set, labels *label.Labels) *Prepared {
	t.Helper()
	return sharedtest.Need(p.PrepareLater(s, sets, Later{
		Reading: func() *grounding.Reading { return grounding.ReadText(label.Input(s, sets)) },
		Labels:  func() *label.Labels { return labels },
		Asker:   asking.New(s.Tools, sets),
	}))(t)
}

// guardedMutants compares both implementations on n mutated completions of the
// samples under guarded.
func guardedMutants(t *testing.T, samples []*dataset.Sample, n int, seed uint64) map[string]int {
	t.Helper()
	var slow []*plainSample
	var worth [][2][2]*Prepared
	paying := sharedtest.Need(Parse("paying", []byte(payingProfile)))(t)
	for i, s := range samples {
		if calls := s.Reference.ToolCalls; i%3 == 0 && len(calls) > 0 && len(s.Following) == 0 {
			followed := *s
			followed.Following = append(slices.Clone(calls[:1]), s.Contrast...)
			s = &followed
		}
		sets := annotated(t, s)
		labels := sharedtest.Need((&label.Labeler{Sources: [][]label.Source{nil, {label.Schema}}[i%2]}).Label(s, sets))(t)
		given := &labels
		if i%7 == 0 {
			given = nil
		}
		slow = append(slow, &plainSample{s, sets, given, withLabels(t, s, sets, given)})
		worth = append(worth, [2][2]*Prepared{{slow[i].x, later(t, builtin(t, "guarded"), s, sets, given)},
			{sharedtest.Need(paying.Prepare(s, sets, given))(t), later(t, paying, s, sets, given)}})
	}
	m, seen := newMutator(seed), map[string]int{}
	for i := range n {
		s := slow[i%len(samples)]
		text := m.guardedCompletion(s.Sample, s.labels)
		got, want := s.x.Score(Input{Completion: text}), plainGuarded(text, s)
		for _, x := range worth[i%len(samples)] {
			if got, err := x[1].Worth(Input{Completion: text}); err != nil || got != x[0].Score(Input{Completion: text}).Reward {
				t.Fatalf("completion %d, of sample %s under %s: worth %v (%v), scored %v\n%q", i, s.ID, x[0].profile.name, got, err, x[0].Score(Input{Completion: text}).Reward, text)
			}
		}
		for k, name := range s.x.profile.Components() {
			if !(math.Abs(got.Components[k]-want[k]) <= 1e-6) {
				t.Fatalf("completion %d, of sample %s: %s is %v, plainly %v\n%q\n%s", i, s.ID, name, got.Components[k], want[k], text,
					s.x.Explain(Input{Completion: text}).Text())
			}
			switch v := want[k]; {
			case v > 0 && v < 1 && k > 0:
				seen[name+" between"]++
			default:
				seen[fmt.Sprint(name, " ", v)]++
			}
		}
		if reward := want[0] + want[1] + want[2]*want[3]; !(math.Abs(got.Reward-reward) <= 1e-6) {
			t.Fatalf("completion %d: reward %v, plainly %v\n%q", i, got.Reward, reward, text)
		}
	}
	return seen
}

func checkSeen(t *testing.T, seen map[string]int, least int) {
	t.Helper()
	for _, kind := range []string{"form 0", "form 0.5", "tool 0", "tool between", "tool 1", "cls 0", "cls 2", "cls between", "certainty 0", "certainty 1", "certainty between",
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
	sharedtest.Unraced(t)
	samples := slices.Concat(
		shared(t, "data", "when2call", "dev.jsonl"),
		shared(t, "data", "when2call", "rebuilt_dev.jsonl.gz")[:300],
		shared(t, "data", "bfcl", "BFCL_v4_live_multiple.json.gz")[:300],
		shared(t, "data", "bfcl", "multi_turn", "BFCL_v4_multi_turn_base.json.gz")[:100],
	)
	checkSeen(t, guardedMutants(t, every(samples, sharedtest.Long(1, 2)), sharedtest.Long(24000, 5000), 12), 100)
}
