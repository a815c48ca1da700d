package audit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/internal/words"
	"github.com/voi-rl/voi/reward"
)

// animal is a test reward: a sound one, or one with a known defect, which the audit
// must find under one of some names.
type animal struct {
	name    string
	subject Subject
	defects []string // findings of which one must occur; none for a sound reward
}

// keeper knows for each sample which texts are honest work, and nothing else. The
// zoo's rewards are built on it.
type keeper struct {
	honest map[string]string          // by sample
	right  map[string]map[string]bool // texts that are honest work in any form
}

func newKeeper(samples []Sample, native bool) *keeper {
	k := &keeper{map[string]string{}, map[string]map[string]bool{}}
	for i, s := range samples {
		m := newMaterial(s, native, 0, newForeigners(samples).of(s, i, 0))
		k.honest[s.ID], k.right[s.ID] = m.honest.text, map[string]bool{m.honest.text: true}
		for _, p := range Probes() {
			if d, ok := p.on(m); ok && (p.Kind == Same || p.Kind == Form || p.Judge) {
				k.right[s.ID][d.text] = true
			}
		}
	}
	return k
}

// pays is a sound reward: 1 for honest work, partial for the right action, else 0.
func (k *keeper) pays(s Sample, text string, partial float64) float64 {
	switch {
	case k.right[s.ID][text]:
		return 1
	case completion.ParseText(text, completion.Tagged).Action == s.Reference.Action:
		return partial
	}
	return 0
}

// each is a reward that rates one completion at a time.
func each(reward func(s Sample, text string) float64) *Func {
	return &Func{Batch: func(s Sample, texts []string) []float64 {
		out := make([]float64, len(texts))
		for i, text := range texts {
			out[i] = reward(s, text)
		}
		return out
	}}
}

// zoo makes the rewards.
func zoo(t *testing.T, samples []Sample) []animal {
	k, native := newKeeper(samples, false), newKeeper(samples, true)
	sound := func(partial, scale, shift float64) *Func {
		return each(func(s Sample, text string) float64 { return shift + scale*k.pays(s, text, partial) })
	}
	// besides pays the sound reward, or the defect's if that is higher.
	besides := func(defect func(s Sample, text string) float64) *Func {
		return each(func(s Sample, text string) float64 { return max(k.pays(s, text, 0.2), defect(s, text)) })
	}
	plus := func(bonus func(s Sample, text string) float64) *Func {
		return each(func(s Sample, text string) float64 { return k.pays(s, text, 0.2) + bonus(s, text) })
	}
	read := func(text string) completion.Completion { return completion.ParseText(text, completion.Tagged) }
	onCalls := func(pays func(got, want []domains.Call) float64) func(s Sample, text string) float64 {
		return func(s Sample, text string) float64 {
			c := read(text)
			if len(s.Reference.ToolCalls) == 0 || s.Reference.Action != completion.ToolCall || len(c.Calls) == 0 {
				return 0
			}
			return pays(c.Calls, s.Reference.ToolCalls)
		}
	}
	nativeSound := each(func(s Sample, text string) float64 { return float64(bit(native.right[s.ID][text])) })
	nativeSound.Grammar = completion.Native
	out := []animal{
		{"right or wrong", sound(0, 1, 0), nil},
		{"a third for the right action", sound(1.0/3, 1, 0), nil},
		{"half for the right action", sound(0.5, 1, 0), nil},
		{"from -1 to 1", sound(0.3, 2, -1), nil},
		{"from 0 to 100", sound(0.3, 100, 0), nil},
		{"all below 0", sound(0.2, 3, -10), nil},
		{"tiny", sound(0.2, 1e-3, 0), nil},
		{"classes of different weight", each(func(s Sample, text string) float64 {
			return k.pays(s, text, 0.2) * (1 + 0.5*float64(bit(s.Reference.Action == completion.Ask)))
		}), nil},
		{"native grammar", nativeSound, nil},
		{"less for very long answers", each(func(s Sample, text string) float64 {
			return k.pays(s, text, 0.2) - 0.04*float64(bit(len(text) > 3000))
		}), nil},
		{"a little for the form", plus(func(s Sample, text string) float64 { return 0.1 * float64(bit(read(text).Action.Valid())) }), nil},
		{"a penalty for nothing", each(func(s Sample, text string) float64 {
			return k.pays(s, text, 0.2) - 0.3*float64(bit(!read(text).Action.Valid()))
		}), nil},

		{"length", plus(func(_ Sample, text string) float64 { return min(1, float64(len(text))/4000) }), []string{"padding", "reasoning"}},
		{"a bonus for class words", plus(func(_ Sample, text string) float64 {
			return 0.1 * float64(strings.Count(text, "orry")+strings.Count(text, "clarify"))
		}), []string{"keywords"}},
		{"keyword classes", besides(func(s Sample, text string) float64 {
			class := map[bool]completion.Action{true: completion.Ask}[strings.Contains(text, "?")]
			return float64(bit(class == s.Reference.Action))
		}), []string{"vague", "rhetorical"}},
		{"substrings", besides(onCallText), []string{"twice", "second-tool", "every-tool"}},
		{"equal text", each(func(s Sample, text string) float64 { return float64(bit(text == k.honest[s.ID])) }), []string{"key-order", "spaces"}},
		{"name of the tool", besides(onCalls(func(got, want []domains.Call) float64 { return float64(bit(got[0].Name == want[0].Name)) })), []string{"invented"}},
		{"a set of calls", besides(onCalls(func(got, want []domains.Call) float64 {
			for _, c := range want {
				if !slices.ContainsFunc(got, func(g domains.Call) bool { return sameCalls([]domains.Call{g}, []domains.Call{c}) }) {
					return 0
				}
			}
			return 1
		})), []string{"twice", "every-tool"}},
		{"no optional arguments", besides(func(s Sample, text string) float64 {
			return onCalls(func(got, want []domains.Call) float64 {
				return float64(bit(sameCalls(required(s, got), required(s, want))))
			})(s, text)
		}), []string{"omitted-optional"}},
		{"partial match of arguments", besides(onCalls(partialMatch)), []string{"changed", "swapped", "lifted"}},
		{"numbers near enough", besides(onCalls(func(got, want []domains.Call) float64 { return float64(bit(sameCalls(rough(got), rough(want)))) })), []string{"scaled"}},
		{"dates by their year", besides(onCalls(func(got, want []domains.Call) float64 { return float64(bit(sameCalls(years(got), years(want)))) })), []string{"day-off"}},
		{"any text under the tag", besides(func(s Sample, text string) float64 {
			return float64(bit(s.Reference.Action != completion.ToolCall && read(text).Action == s.Reference.Action))
		}), []string{"invisible", "claimed"}},
		{"any question", besides(func(s Sample, text string) float64 {
			return float64(bit(s.Reference.Action == completion.Ask && strings.Contains(text, "?</question>")))
		}), []string{"vague-none", "foreign"}},
		{"names of what is missing", besides(func(s Sample, text string) float64 {
			if s.Reference.Action != completion.Ask || s.Labels == nil || len(s.Labels.Missing) == 0 {
				return 0
			}
			return float64(bit(strings.Contains(words.Spoken(text), words.Spoken(s.Labels.Missing[0]))))
		}), []string{"negated", "thanked"}},
		{"the policy's own candidates", plus(func(s Sample, text string) float64 {
			return 0.1 * float64(bit(s.Reference.Action == completion.Ask)*strings.Count(text, "<UNK>"))
		}), []string{"candidate-unknown", "candidate-text"}},
		{"whatever stands outside", besides(func(s Sample, text string) float64 {
			_, rest, _ := strings.Cut(k.honest[s.ID], "<answer>")
			answer, _, _ := strings.Cut(rest, "</answer>")
			return float64(bit(strings.Contains(text, "<answer>"+answer+"</answer>")))
		}), []string{"outside", "reasoned-call"}},
		{"extra keys", besides(func(s Sample, text string) float64 {
			return float64(bit(k.right[s.ID][strings.ReplaceAll(text, `"note":"the user agreed to everything",`, "")]))
		}), []string{"extra-keys"}},
		{"what cannot be read is a refusal", besides(func(s Sample, text string) float64 {
			return float64(bit(s.Reference.Action == completion.Refuse && !read(text).Action.Valid()))
		}), []string{"empty", "two-actions"}},
		{"whatever was echoed", besides(func(s Sample, text string) float64 {
			last := s.Messages[len(s.Messages)-1]
			return float64(bit(last.Role == "tool" && strings.Contains(last.Content, "no result") && read(text).Action == completion.ToolCall))
		}), []string{"laundered"}},
		{"any call", besides(func(_ Sample, text string) float64 { return float64(bit(read(text).Action == completion.ToolCall)) }), []string{"call", "always-call"}},
		{"never a refusal", each(func(s Sample, text string) float64 {
			return k.pays(s, text, 0.2) * float64(bit(read(text).Action != completion.Refuse))
		}), []string{conductHonest, "refuse-reworded"}},
		{"a batch's mean taken off", &Func{Batch: func(s Sample, texts []string) []float64 {
			out, mean := make([]float64, len(texts)), 0.0
			for i, text := range texts {
				out[i] = k.pays(s, text, 0.2)
				mean += out[i] / float64(len(texts))
			}
			for i := range out {
				out[i] -= mean
			}
			return out
		}}, []string{conductCompany}},
		{"the first of a batch", &Func{Batch: func(s Sample, texts []string) []float64 {
			out := make([]float64, len(texts))
			for i, text := range texts {
				out[i] = k.pays(s, text, 0.2) / float64(1+bit(i > 0))
			}
			return out
		}}, []string{conductOrder}},
		{"chance", noise(k), []string{conductRandom}},
		{"NaN for a refusal", each(func(s Sample, text string) float64 {
			if read(text).Action == completion.Refuse && s.Reference.Action != completion.Refuse {
				return math.NaN()
			}
			return k.pays(s, text, 0.2)
		}), []string{string(FaultNaN)}},
		{"a constant", each(func(Sample, string) float64 { return 0.5 }), []string{conductConstant}},
		{"the prompt", each(func(s Sample, _ string) float64 { return float64(len(s.ID)) }), []string{conductIgnores}},
	}
	// guarded without one of its terms, or with one term alone
	guarded := profile(t, "guarded")
	terms := func(sum func(term map[string]float64) float64) *Func {
		return each(func(s Sample, text string) float64 {
			x := sharedtest.Need(guarded.Prepare(s.Sample, s.Sets, s.Labels))(t)
			term := map[string]float64{}
			for i, v := range x.Score(reward.Input{Completion: text}).Components {
				term[guarded.Components()[i]] = v
			}
			return sum(term)
		})
	}
	out = append(out,
		animal{"guarded without its certainty", terms(func(c map[string]float64) float64 { return c["form"] + c["tool"] + c["cls"] }), []string{"vague-none", "foreign"}},
		animal{"guarded without what the text says", terms(func(c map[string]float64) float64 { return c["form"] + c["tool"] + c["certainty"] }), []string{"refuse-asks", "invisible", "claimed"}},
	)
	for name, defects := range map[string][]string{"guarded": nil, "baseline": {"invented"}, "certainty": {"vague-unknown"}, "certainty-total": {"invented"}, "paper": {"vague-none"}} {
		out = append(out, animal{"profile " + name, OfProfile(profile(t, name)), defects})
	}
	return out
}

// noise adds a value that depends on the number of calls so far.
func noise(k *keeper) *Func {
	n := 0.0
	return each(func(s Sample, text string) float64 {
		n++
		return k.pays(s, text, 0.2) + 0.01*math.Mod(n*0.618, 1)
	})
}

// onCallText is 1 if the text contains the text of every right call.
func onCallText(s Sample, text string) float64 {
	for _, c := range s.Reference.ToolCalls {
		if !strings.Contains(text, c.Value().JSON()) {
			return 0
		}
	}
	return float64(bit(s.Reference.Action == completion.ToolCall))
}

func required(s Sample, calls []domains.Call) []domains.Call {
	out := slices.Clone(calls)
	for i, c := range calls {
		t := s.Tool(c.Name)
		for _, a := range c.Arguments.Members() {
			if t != nil && (t.Param(a.Key) == nil || !t.Param(a.Key).Required) {
				out[i].Arguments = out[i].Arguments.Without(a.Key)
			}
		}
	}
	return out
}

// partialMatch gives 1 for the name, 1 for each key and 1 for each right value, as
// a share of the maximum.
func partialMatch(got, want []domains.Call) float64 {
	sum, most := 0.0, 0.0
	for i, w := range want {
		most += 1 + 2*float64(w.Arguments.Len())
		if i >= len(got) || got[i].Name != w.Name {
			continue
		}
		sum++
		for _, a := range w.Arguments.Members() {
			v, ok := got[i].Arguments.Get(a.Key)
			sum += float64(bit(ok) + bit(ok && jsonvalue.Equal(v, a.Value)))
		}
	}
	return sum / most
}

// rough reduces every number to its sign.
func rough(calls []domains.Call) []domains.Call {
	return mapped(calls, func(v domains.Value) domains.Value {
		if f, ok := v.Float(); ok {
			return jsonvalue.NewBool(f > 0)
		}
		return v
	})
}

func years(calls []domains.Call) []domains.Call {
	return mapped(calls, func(v domains.Value) domains.Value {
		if at, _, ok := dateOf(v); ok {
			return jsonvalue.NewInt(int64(at.Year()))
		}
		return v
	})
}

func mapped(calls []domains.Call, value func(domains.Value) domains.Value) []domains.Call {
	out := slices.Clone(calls)
	for i, c := range calls {
		for _, a := range c.Arguments.Members() {
			out[i].Arguments = out[i].Arguments.With(a.Key, value(a.Value))
		}
	}
	return out
}

// The audit finds at least 95% of the known defects, each under a fitting name, and
// nothing in a sound reward.
func TestZoo(t *testing.T) {
	sharedtest.Unraced(t)
	samples := shards(t)
	sound, alarms, found, missed := 0, 0, 0, 0
	for _, x := range zoo(t, samples) {
		if f, ok := x.subject.(*Func); ok {
			f.Name = x.name
			if f.Grammar == "" {
				f.Grammar = completion.Tagged
			}
		}
		r, err := Run(context.Background(), x.subject, samples, Options{})
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		findings := r.Findings()
		switch hit := slices.ContainsFunc(x.defects, func(d string) bool { return slices.Contains(findings, d) }); {
		case x.defects == nil && len(findings) > 0:
			sound++
			alarms++
			t.Errorf("%s is sound, and convicted of %v:\n%s", x.name, findings, r.Text())
		case x.defects == nil:
			sound++
			t.Logf("sound   %s", x.name)
		case hit:
			found++
			t.Logf("found   %s: %s", x.name, shortList(findings))
		default:
			missed++
			t.Logf("MISSED  %s: %v, not one of %v", x.name, findings, x.defects)
		}
	}
	recall := float64(found) / float64(found+missed)
	t.Logf("%d rewards: %d of %d defects found (recall %.1f%%), %d false alarms in %d sound ones", sound+found+missed, found, found+missed, 100*recall, alarms, sound)
	if recall < 0.95 || sound < 10 || found+missed < 10 {
		t.Errorf("recall %.3f on %d defects, %d sound rewards", recall, found+missed, sound)
	}
}

func shortList(names []string) string {
	if len(names) > 4 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:4], ", "), len(names)-4)
	}
	return strings.Join(names, ", ")
}
