package reward

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// fuzzProfiles are profiles that cover every rule and a negative weight.
var fuzzProfiles = []string{
	"extends: baseline\n", "extends: certainty\n", "extends: certainty-total\n", "extends: paper\n",
	strictProfile, unscoredProfile, "extends: guarded\n",
	"extends: guarded\nrules: {grammar: native, action_weights: {ASK: 2.5, REFUSE: 0}, grounding: off, out_of_domain: ignore}\n",
	"extends: certainty\nrules: {grammar: native, epsilon: 1e-300}\n",
	"terms: [{component: cls, weight: -1e6}, {component: tool, weight: 0.1, times: certainty}, {component: certainty, weight: 3}]\nrules: {absent_required: ignore, calls: max, epsilon: 1}\n",
}

// FuzzScore checks that every completion's reward is finite, in the profile's
// range, the same twice, and explained to the last point, and that its text
// form agrees with the plain implementation.
func FuzzScore(f *testing.F) {
	xs := scoredSamples(f, embedded(f))
	m := newMutator(6)
	for i := range 64 {
		f.Add(m.completion(xs[i%len(xs)].Sample), uint8(i), i%5 == 0)
	}
	for _, text := range []string{
		"", inForm, strings.Repeat("<answer>", 100), strings.Repeat("[", 500), "<answer><TOOLCALL>" + strings.Repeat(`{"a":`, 200) + "</TOOLCALL></answer>",
		framed(`<ASK><TOOLCALL>{"name":"x","arguments":{"y":1e999999999999999999999}}</TOOLCALL></ASK>`),
	} {
		f.Add(text, uint8(0), false)
	}
	var prepared [][]*Prepared
	for i := range xs {
		var ps []*Prepared
		for _, text := range fuzzProfiles {
			p := sharedtest.Need(Parse("p", []byte(text)))(f)
			ps = append(ps, prepare(f, p, xs[i].Sample, xs[i].sets))
		}
		ps = append(ps, guardedOf(f, xs[i].Sample, xs[i].sets))
		prepared = append(prepared, ps)
	}
	f.Fuzz(func(t *testing.T, text string, which uint8, cut bool) {
		at := int(which) % len(xs)
		in := Input{Completion: text}
		if cut {
			in.FinishReason = FinishLength
		}
		for _, p := range prepared[at] {
			checkResult(t, p, in)
		}
		if v, err := jsonvalue.Parse(text, jsonvalue.Options{}); err == nil {
			in.Messages = &v
			for _, p := range prepared[at] {
				checkResult(t, p, in)
			}
		}
		if len(text) < 1<<14 {
			sharedtest.OK(t, xs[at].compare(Input{Completion: text}, plain(text, xs[at].Sample, xs[at].sets)))
		}
	})
}

func checkResult(t *testing.T, p *Prepared, in Input) {
	t.Helper()
	got := p.Score(in)
	lo, hi := p.profile.Range()
	if !(got.Reward >= lo && got.Reward <= hi) && got.Err == nil {
		t.Fatalf("reward %v outside [%v, %v]", got.Reward, lo, hi)
	}
	for i, v := range got.Components {
		if at := members[p.profile.rules.family][i]; !(v >= 0 && v <= p.profile.mostOf(at)) {
			t.Fatalf("%s is %v", components[at].name, v)
		}
	}
	seen := map[string]bool{}
	for _, n := range got.Notes {
		if seen[n] {
			t.Fatalf("the note %s stands twice in %v", n, got.Notes)
		}
		seen[n] = true
	}
	e := p.Explain(in)
	if !reflect.DeepEqual(got, e.Result) {
		t.Fatalf("Score gives %+v, Explain %+v", got, e.Result)
	}
	lost := e.Reward
	for _, l := range e.Lost {
		lost += l.Points
	}
	if got.Err == nil && math.Abs(e.Best-lost) > 1e-6 {
		t.Fatalf("best %v, but reward and losses make %v", e.Best, lost)
	}
	for _, part := range e.Parts {
		for _, q := range part.Quotes {
			if q.Span.Start < 0 || q.Span.Start > q.Span.End || !strings.HasSuffix(q.Text, "...") && len(q.Text) != q.Span.End-q.Span.Start {
				t.Fatalf("the quote %+v does not fit", q)
			}
		}
	}
	if v, err := jsonvalue.Parse(e.Value().JSON(), jsonvalue.Options{}); err != nil || v.Len() == 0 || e.Text() == "" {
		t.Fatalf("an explanation that cannot be read: %v", err)
	}
}

// FuzzProfile checks that every text is a profile with a finite range and a
// stable hash, or an error in one line.
func FuzzProfile(f *testing.F) {
	for _, text := range fuzzProfiles {
		f.Add(text)
	}
	for _, name := range Names() {
		p := sharedtest.Need(Load(name))(f)
		f.Add("extends: " + p.Name() + "\nrange: [0, 4.5]\n")
	}
	for _, text := range []string{
		small, "terms:\n- component: cls\n  weight: &w 1\n- {component: tool, weight: *w}\n", "terms: !!seq [{component: cls, weight: !!float 1}]\n",
		"<<: {terms: 1}\n", "description: >\n  a\n  b\n" + small, "{{{{", "- - - -", "a: b: c", "? \n", "%YAML 1.2\n---\n" + small, "terms: [{component: cls, weight: 1_000}]",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse("p", []byte(text))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Fatalf("an error of several lines, or one that writes to the terminal: %q", err)
			}
			return
		}
		lo, hi := p.Range()
		if !(lo <= 0 && hi >= 0) || math.IsInf(lo, 0) || math.IsInf(hi, 0) {
			t.Fatalf("the range [%v, %v]", lo, hi)
		}
		again, err := Parse("p", []byte(text))
		if err != nil || again.SHA256() != p.SHA256() || again.Name() != p.Name() {
			t.Fatalf("read twice, it differs: %v", err)
		}
	})
}
