package reward

import (
	"bytes"
	"testing"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
)

// rollout is a sample with what a policy may make of it: its calls, questions, a
// refusal and an answer, eight in all.
type rollout struct {
	sample *dataset.Sample
	sets   map[string]domains.Set
	labels label.Labels
	inputs []Input
}

func rollouts(b *testing.B) []rollout {
	b.Helper()
	var out []rollout
	m := newMutator(21)
	for _, ex := range configs.Examples() {
		for _, s := range readSamples(b, "-", bytes.NewReader(ex.Data)) {
			r := rollout{sample: s, sets: annotated(b, s)}
			var err error
			if r.labels, err = (&label.Labeler{}).Label(s, r.sets); err != nil {
				b.Fatal(err)
			}
			answers := []string{
				"<TOOLCALL>" + m.calls(s) + "</TOOLCALL>", "<TOOLCALL>" + m.calls(s) + "</TOOLCALL>", "<TOOLCALL>" + m.calls(s) + "</TOOLCALL>",
				"<ASK><question>" + askFor(r.labels.Missing) + "</question></ASK>", "<ASK><question>Could you clarify what you would like me to do?</question></ASK>",
				"<ASK><TOOLCALL>" + m.calls(s) + "</TOOLCALL><question>To help you better, which date and which city would you like?</question></ASK>",
				"<REFUSE>I am sorry, but none of my tools can do that.</REFUSE>", "<DIRECTLY>That is a question that I can answer at once.</DIRECTLY>",
			}
			for _, a := range answers {
				r.inputs = append(r.inputs, Input{Completion: padded(a, 1024)})
			}
			out = append(out, r)
		}
	}
	return out
}

// Groups of eight completions: of one sample, made ready once; and each of its
// own sample, made ready for it alone. What it takes to read a sample, which is
// the same for every profile, is not counted.
func BenchmarkGroup(b *testing.B) {
	rs := rollouts(b)
	for _, own := range []bool{false, true} {
		name := map[bool]string{false: "shared", true: "own"}[own]
		for _, profile := range []string{"certainty", "guarded"} {
			b.Run(name+"/"+profile, func(b *testing.B) {
				p := builtin(b, profile)
				dst := make([]float64, 0, numComponents)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					r := &rs[i%len(rs)]
					x, err := p.Prepare(r.sample, r.sets, &r.labels)
					for k := range r.inputs {
						if own && k > 0 {
							r = &rs[(i+k)%len(rs)]
							x, err = p.Prepare(r.sample, r.sets, &r.labels)
						}
						if err != nil {
							b.Fatal(err)
						}
						x.AppendScore(dst, r.inputs[k])
					}
				}
			})
		}
	}
}

// What of guarded costs what, on one sample that is ready.
func BenchmarkGuarded(b *testing.B) {
	rs := rollouts(b)
	for _, action := range completion.Actions {
		b.Run(string(action), func(b *testing.B) {
			p := builtin(b, "guarded")
			var xs []*Prepared
			var inputs []Input
			for i := range rs {
				x, err := p.Prepare(rs[i].sample, rs[i].sets, &rs[i].labels)
				if err != nil {
					b.Fatal(err)
				}
				for _, in := range rs[i].inputs {
					if x.Score(in).Action == action {
						xs, inputs = append(xs, x), append(inputs, in)
					}
				}
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				xs[i%len(xs)].Score(inputs[i%len(xs)])
			}
		})
	}
}
