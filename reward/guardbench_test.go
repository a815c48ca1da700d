package reward

import (
	"testing"
	"time"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
)

// rollout is a sample with eight completions of a policy: calls, questions, a
// refusal and an answer.
type rollout struct {
	sample *dataset.Sample
	sets   map[string]domains.Set
	labels label.Labels
	inputs []Input
}

func rollouts(b *testing.B, samples []*dataset.Sample) []rollout {
	b.Helper()
	var out []rollout
	m := newMutator(21)
	for _, s := range samples {
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
			r.inputs = append(r.inputs, Input{Completion: padded(a, 2048)})
		}
		out = append(out, r)
	}
	return out
}

// benchSets runs a benchmark on the embedded samples and, if the data is there, on
// real ones.
func benchSets(b *testing.B, f func(b *testing.B, samples []*dataset.Sample)) {
	b.Run("embedded", func(b *testing.B) { f(b, embedded(b)) })
	b.Run("when2call", func(b *testing.B) { f(b, shared(b, "data", "when2call", "dev.jsonl")) })
	b.Run("bfcl", func(b *testing.B) { f(b, shared(b, "data", "bfcl", "BFCL_v4_live_multiple.json.gz")) })
}

// Groups of eight completions: of one sample that is prepared once, or each of a
// sample that is prepared for it alone. The reading of a sample is not counted,
// because it is the same for every profile. Both profiles score the same groups in
// turn; "of-certainty" is guarded's rate as a share of certainty's.
func BenchmarkGroup(b *testing.B) {
	benchSets(b, func(b *testing.B, samples []*dataset.Sample) {
		rs := rollouts(b, samples)
		for _, own := range []bool{false, true} {
			b.Run(map[bool]string{false: "shared", true: "own"}[own], func(b *testing.B) {
				profiles := [...]*Profile{builtin(b, "certainty"), builtin(b, "guarded")}
				var took [len(profiles)]time.Duration
				dst := make([]float64, 0, numComponents)
				const turn = 100 // groups, so that each profile pays for its own garbage
				for i := 0; b.Loop(); i += turn {
					for k, p := range profiles {
						start := time.Now()
						for at := range turn {
							scoreGroup(b, p, rs, i+at, own, dst)
						}
						took[k] += time.Since(start)
					}
				}
				groups := float64(turn * b.N)
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64(took[0].Nanoseconds())/groups, "certainty-ns/group")
				b.ReportMetric(float64(took[1].Nanoseconds())/groups, "guarded-ns/group")
				b.ReportMetric(float64(took[0])/float64(took[1]), "of-certainty")
			})
		}
	})
}

// scoreGroup prepares and scores group i of eight.
func scoreGroup(b *testing.B, p *Profile, rs []rollout, i int, own bool, dst []float64) {
	r := &rs[i%len(rs)]
	x, err := p.Prepare(r.sample, r.sets, &r.labels)
	for k := range r.inputs {
		if own && k > 0 {
			r = &rs[(8*i+k)%len(rs)]
			x, err = p.Prepare(r.sample, r.sets, &r.labels)
		}
		if err != nil {
			b.Fatal(err)
		}
		x.AppendScore(dst, r.inputs[k])
	}
}

// The costs of guarded's parts, on one prepared sample.
func BenchmarkGuarded(b *testing.B) {
	rs := rollouts(b, embedded(b))
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
