package reward

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// scored is a sample prepared for both implementations.
type scored struct {
	*dataset.Sample
	sets     map[string]domains.Set
	profiles []*Prepared
}

// paperNames are the built-in profiles with the components of F9 and F10.
func paperNames() []string {
	return slices.DeleteFunc(Names(), func(name string) bool { return name == "guarded" })
}

// annotated returns the domains of a sample's tools.
func annotated(t testing.TB, s *dataset.Sample) map[string]domains.Set {
	t.Helper()
	sets := map[string]domains.Set{}
	for i := range s.Tools {
		set := sharedtest.Need((domains.SchemaAnnotator{}).Annotate(context.Background(), &s.Tools[i]))(t)
		if _, twice := sets[s.Tools[i].Name]; !twice {
			sets[s.Tools[i].Name] = set
		}
	}
	return sets
}

// scoredSamples prepares samples under every profile of paperNames.
func scoredSamples(t testing.TB, samples []*dataset.Sample) []scored {
	t.Helper()
	var out []scored
	for _, s := range samples {
		x := scored{Sample: s, sets: annotated(t, s)}
		for _, name := range paperNames() {
			x.profiles = append(x.profiles, prepare(t, builtin(t, name), s, x.sets))
		}
		out = append(out, x)
	}
	return out
}

// compare compares both implementations on one completion.
func (x *scored) compare(in Input, want plainResult) error {
	for _, p := range x.profiles {
		got := p.Score(in)
		if got.Err != nil {
			return got.Err
		}
		if string(got.Action) != want.action {
			return fmt.Errorf("action %q, plainly %q", got.Action, want.action)
		}
		for i, name := range p.profile.Components() {
			wanted := want.components[name]
			if name == "certainty" && p.profile.Name() == "paper" {
				wanted = want.paperCert
			}
			if !(math.Abs(got.Components[i]-wanted) <= 1e-9) {
				return fmt.Errorf("%s: %s is %v, plainly %v", p.profile.Name(), name, got.Components[i], wanted)
			}
		}
		if wanted := want.reward(p.profile.Name()); !(math.Abs(got.Reward-wanted) <= 1e-9) {
			return fmt.Errorf("%s: reward %v, plainly %v", p.profile.Name(), got.Reward, wanted)
		}
	}
	return nil
}

// tally counts the mutants by kind, so that no kind is missing.
type tally map[string]int

func (c tally) add(r plainResult) {
	c["action "+r.action]++
	for _, name := range []string{"fmt_soft", "fmt_strict", "tool", "cls"} {
		c[fmt.Sprint(name, " ", r.components[name])]++
	}
	switch cert := r.components["certainty"]; {
	case cert == 0, cert == 1:
		c[fmt.Sprint("certainty ", cert)]++
	default:
		c["certainty between"]++
	}
	if xml := r.components["fmt_xml"]; xml > 0 && xml < 0.5 {
		c["fmt_xml between"]++
	}
	if r.paperCert != r.components["certainty"] {
		c["the paper differs"]++
	}
}

func (c tally) check(t *testing.T, least int) {
	t.Helper()
	for _, kind := range []string{
		"action ", "action TOOLCALL", "action ASK", "action REFUSE", "action DIRECTLY", "fmt_soft 0", "fmt_soft 0.5", "fmt_strict 0", "fmt_strict 0.5",
		"tool 0", "tool 0.5", "tool 0.75", "tool 1", "cls 0", "cls 1.5", "cls 2", "certainty 0", "certainty 1", "certainty between", "fmt_xml between", "the paper differs",
	} {
		if c[kind] < least {
			t.Errorf("only %d mutants with %s", c[kind], kind)
		}
	}
}

// mutants compares both implementations on n mutated completions of the samples.
func mutants(t *testing.T, samples []*dataset.Sample, n int, seed uint64) tally {
	t.Helper()
	xs := scoredSamples(t, samples)
	m, seen := newMutator(seed), tally{}
	for i := range n {
		x := &xs[i%len(xs)]
		text := m.completion(x.Sample)
		want := plain(text, x.Sample, x.sets)
		seen.add(want)
		if err := x.compare(Input{Completion: text}, want); err != nil {
			t.Fatalf("completion %d, of sample %s: %v\n%q", i, x.ID, err, text)
		}
	}
	return seen
}

// The embedded examples are always there.
func TestDifferentialEmbedded(t *testing.T) {
	mutants(t, embedded(t), 4000, 1).check(t, 10)
}

// The real samples: at least 20,000 mutants.
func TestDifferentialReal(t *testing.T) {
	sharedtest.Unraced(t)
	samples := slices.Concat(
		shared(t, "data", "when2call", "dev.jsonl"),
		shared(t, "data", "when2call", "rebuilt_dev.jsonl.gz"),
		shared(t, "data", "bfcl", "BFCL_v4_live_multiple.json.gz"),
	)
	mutants(t, every(samples, sharedtest.Long(1, 4)), sharedtest.Long(24000, 4000), 2).check(t, sharedtest.Long(100, 60))
}

// Messages with tool_calls, in addition to the vectors' texts.
func TestDifferentialMessages(t *testing.T) {
	xs := scoredSamples(t, embedded(t))
	m, compared := newMutator(3), 0
	for i := range 2000 {
		x := &xs[i%len(xs)]
		field, ok := m.toolCalls(x.Sample)
		if !ok {
			continue
		}
		content := pick(m, []string{"", m.draft(x.Sample), "Let me call that."})
		messages := value(t, `[{"role":"user","content":"<answer>"},{"role":"assistant","content":`+jsonText(content)+`,"tool_calls":`+field+`}]`)
		if err := x.compare(Input{Messages: &messages}, plainMessage(content, field, x.Sample, x.sets)); err != nil {
			t.Fatalf("message %d: %v\n%s", i, err, messages.JSON())
		}
		compared++
	}
	if compared < 1000 {
		t.Errorf("only %d messages compared", compared)
	}
}
