package label_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// The tools of the tests: book needs a city (free text, n = 10,000) and a flag (n = 2);
// pick needs one of four colours; ping needs no argument.
const tools = `[
 {"name":"book","description":"","parameters":{"type":"object","properties":{
   "city":{"type":"string"},"refundable":{"type":"boolean"},"note":{"type":"string"}},"required":["city","refundable"]}},
 {"name":"pick","description":"","parameters":{"type":"object","properties":{
   "colour":{"type":"string","enum":["red","green","blue","black"]}},"required":["colour"]}},
 {"name":"ping","description":"","parameters":{"type":"object","properties":{"count":{"type":"integer"}}}}]`

func parse(t testing.TB, s string) domains.Value {
	t.Helper()
	v, err := domains.ParseValue(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return v
}

func calls(t testing.TB, s string) []domains.Call {
	t.Helper()
	if s == "" {
		return nil
	}
	c := sharedtest.Need(domains.ParseCalls(parse(t, s)))(t)
	return c
}

func offered(t testing.TB, s string) []domains.Tool {
	t.Helper()
	list := sharedtest.Need(domains.ParseTools(parse(t, s)))(t)
	return list
}

func sample(t testing.TB, user string, action completion.Action, reference string) *dataset.Sample {
	t.Helper()
	return &dataset.Sample{
		ID: "s", Messages: []dataset.Message{{Role: "user", Content: user}}, Tools: offered(t, tools),
		Reference: dataset.Reference{Action: action, ToolCalls: calls(t, reference)},
	}
}

func candidates(t testing.TB, s string, weights ...float64) []dataset.Candidate {
	t.Helper()
	var out []dataset.Candidate
	for i, c := range calls(t, s) {
		out = append(out, dataset.Candidate{Call: c})
		if i < len(weights) {
			out[i].Weight = &weights[i]
		}
	}
	return out
}

type want struct {
	source  label.Source
	vnow    float64 // negative: none
	evpiMax float64
	missing string
	action  certainty.Action
	best    string
	agrees  string // yes, no or ""
	cands   string // the calls, as JSON; "" does not compare
}

func compare(t *testing.T, l label.Labels, w want) {
	t.Helper()
	number := func(name string, got *float64, want float64) {
		switch {
		case got == nil && want >= 0:
			t.Errorf("%s is null, want %v", name, want)
		case got != nil && (want < 0 || math.Abs(*got-want) > 1e-12):
			t.Errorf("%s = %v, want %v", name, *got, want)
		}
	}
	number("v_now", l.VNow, w.vnow)
	number("evpi_max", l.EVPIMax, w.evpiMax)
	agrees := ""
	if l.Agrees != nil {
		agrees = map[bool]string{true: "yes", false: "no"}[*l.Agrees]
	}
	for _, c := range []struct{ name, got, want string }{
		{"belief_source", string(l.Source), string(w.source)},
		{"missing", strings.Join(l.Missing, ","), w.missing},
		{"policy_action", string(l.Action), string(w.action)},
		{"best_question", l.BestQuestion, w.best},
		{"agrees", agrees, w.agrees},
	} {
		if c.got != c.want {
			t.Errorf("%s = %q, want %q", c.name, c.got, c.want)
		}
	}
	if w.cands != "" {
		var list []domains.Call
		for _, c := range l.Candidates {
			list = append(list, c.Call)
		}
		if got := domains.CallsValue(list).JSON(); got != w.cands {
			t.Errorf("candidates = %s, want %s", got, w.cands)
		}
	}
}

const (
	paris = `[{"name":"book","arguments":{"city":"Paris","refundable":true}}]`
	text  = "Book a refundable stay in Paris"
)

// TestSources tests each source of F12. The v of a single candidate is w, and the EVPI of
// asking a set of its unspecified aspects is w * (product of n - 1).
func TestSources(t *testing.T) {
	for _, c := range []struct {
		name   string
		sample func(t *testing.T) *dataset.Sample
		only   string
		want   want
	}{
		{"given: two complete rivals share the belief", func(t *testing.T) *dataset.Sample {
			s := sample(t, text, completion.Ask, "")
			s.Candidates = candidates(t, `[{"name":"pick","arguments":{"colour":"red"}},{"name":"ping","arguments":{}}]`)
			return s
		}, "", want{label.Given, 0.5, 0.5, "", "ask", "pick.colour", "yes", `[{"name":"pick","arguments":{"colour":"red"}},{"name":"ping","arguments":{}}]`}},
		{"given: weights are priors", func(t *testing.T) *dataset.Sample {
			s := sample(t, text, completion.ToolCall, paris)
			s.Candidates = candidates(t, `[{"name":"pick","arguments":{"colour":"red"}},{"name":"pick","arguments":{"colour":"blue"}}]`, 19, 1)
			return s
		}, "", want{label.Given, 0.95, 0.05, "", "call", "pick.colour", "yes", ""}},
		{"given: a call to no offered tool is skipped", func(t *testing.T) *dataset.Sample {
			s := sample(t, text, completion.ToolCall, paris)
			s.Candidates = candidates(t, `[{"name":"fly","arguments":{}}]`)
			return s
		}, "", want{label.Reference, 1, 0, "", "call", "", "yes", paris}},
		{"held out: the parameter alone is unspecified, grounded or not", func(t *testing.T) *dataset.Sample {
			s := sample(t, "Book Rome", completion.Ask, "")
			s.HeldOut, s.HeldOutCall = "refundable", calls(t, paris)
			return s
		}, "", want{label.HeldOut, 0.5, 0.5, "refundable", "ask", "book.refundable", "yes", `[{"name":"book","arguments":{"city":"Paris","refundable":"<UNK>"}}]`}},
		{"held out: a parameter that the call left out", func(t *testing.T) *dataset.Sample {
			s := sample(t, "Book", completion.Ask, "")
			s.HeldOut, s.HeldOutCall = "colour", calls(t, `[{"name":"pick","arguments":{}}]`)
			return s
		}, "", want{label.HeldOut, 0.25, 0.75, "colour", "ask", "pick.colour", "yes", `[{"name":"pick","arguments":{"colour":"<UNK>"}}]`}},
		{"reference: grounded", func(t *testing.T) *dataset.Sample {
			return sample(t, text, completion.ToolCall, paris)
		}, "", want{label.Reference, 1, 0, "", "call", "", "yes", paris}},
		{"reference: an ungrounded required argument is unspecified", func(t *testing.T) *dataset.Sample {
			return sample(t, "Book a refundable stay", completion.ToolCall, paris)
		}, "", want{label.Reference, 1e-4, 1e-4 * 9999, "city", "ask", "book.city", "no", `[{"name":"book","arguments":{"city":"<UNK>","refundable":true}}]`}},
		{"reference: an ungrounded optional one is removed, a grounded one stays", func(t *testing.T) *dataset.Sample {
			return sample(t, text+", two of them", completion.ToolCall, `[{"name":"book","arguments":{"city":"Paris","refundable":true,"note":"wheelchair"}},{"name":"ping","arguments":{"count":2}}]`)
		}, "", want{label.Reference, 1, 0, "", "call", "", "yes", `[{"name":"book","arguments":{"city":"Paris","refundable":true}},{"name":"ping","arguments":{"count":2}}]`}},
		{"reference: a required argument left out counts as unspecified", func(t *testing.T) *dataset.Sample {
			return sample(t, text, completion.ToolCall, `[{"name":"book","arguments":{"city":"Paris"}}]`)
		}, "", want{label.Reference, 0.5, 0.5, "refundable", "ask", "book.refundable", "no", `[{"name":"book","arguments":{"city":"Paris"}}]`}},
		{"several reference calls: one belief each", func(t *testing.T) *dataset.Sample {
			return sample(t, "Book Paris and pick one", completion.ToolCall, `[{"name":"book","arguments":{"city":"Paris","refundable":true}},{"name":"pick","arguments":{"colour":"red"}}]`)
		}, "", want{label.Reference, 0.125, 0.75, "refundable,colour", "ask", "pick.colour", "no", ""}},
		{"several reference calls: a question of both is listed once", func(t *testing.T) *dataset.Sample {
			return sample(t, "pick twice", completion.ToolCall, `[{"name":"pick","arguments":{"colour":"red"}},{"name":"pick","arguments":{"colour":"blue"}}]`)
		}, "", want{label.Reference, 0.0625, 0.75, "colour", "ask", "pick.colour", "no", ""}},
		{"contrast: treated as the reference is", func(t *testing.T) *dataset.Sample {
			s := sample(t, "Book Paris", completion.Ask, "")
			s.Contrast = calls(t, paris)
			return s
		}, "", want{label.Contrast, 0.5, 0.5, "refundable", "ask", "book.refundable", "yes", ""}},
		// book has w = 1/2e4 at prior 1, pick 1/4 at 1, ping 1 at 1e-4:
		// weights 5e-5, 0.25, 1e-4; v of pick = 0.25/0.25015 * 0.25.
		{"schema: one candidate per tool, epsilon for one that needs nothing", func(t *testing.T) *dataset.Sample {
			return sample(t, "Hello", completion.Refuse, "")
		}, "", want{label.Schema, 0.0625 / 0.25015, -2, "colour", "ask", "pick.colour", "", `[{"name":"book","arguments":{"city":"<UNK>","refundable":"<UNK>"}},{"name":"pick","arguments":{"colour":"<UNK>"}},{"name":"ping","arguments":{}}]`}},
		{"schema: what the reading fills in is taken, of two values none; the words say which tool", func(t *testing.T) *dataset.Sample {
			s := sample(t, "Something refundable in red or blue", completion.Refuse, "")
			s.Tools = s.Tools[:2]
			return s
		}, "", want{label.Schema, -2, -2, "city", "ask", "book.city", "", `[{"name":"book","arguments":{"city":"<UNK>","refundable":true}},{"name":"pick","arguments":{"colour":"<UNK>"}}]`}},
		{"the list restricts and orders", func(t *testing.T) *dataset.Sample {
			s := sample(t, text, completion.ToolCall, paris)
			s.Contrast = calls(t, `[{"name":"pick","arguments":{"colour":"red"}}]`)
			return s
		}, "contrast,reference", want{label.Contrast, 0.25, 0.75, "colour", "ask", "pick.colour", "no", ""}},
		{"no source left", func(t *testing.T) *dataset.Sample {
			return sample(t, text, completion.ToolCall, `[{"name":"fly","arguments":{}}]`)
		}, "held_out,reference,llm", want{label.None, -1, -1, "", "none", "", "", "[]"}},
		{"no tools", func(t *testing.T) *dataset.Sample {
			s := sample(t, text, completion.ToolCall, paris)
			s.Tools = nil
			return s
		}, "", want{label.None, -1, -1, "", "none", "", "", "[]"}},
		{"a reference that is neither call nor question", func(t *testing.T) *dataset.Sample {
			s := sample(t, text, completion.Directly, "")
			s.Contrast = calls(t, paris)
			return s
		}, "", want{label.Contrast, 1, 0, "", "call", "", "", ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.sample(t)
			sources := sharedtest.Need(label.ParseSources(c.only))(t)
			l := sharedtest.Need((&label.Labeler{Sources: sources}).Label(s, annotate(t, s)))(t)
			check(t, s, l)
			if c.want.vnow == -2 {
				c.want.vnow = *l.VNow // not tested in this case
			}
			if c.want.evpiMax == -2 {
				c.want.evpiMax = *l.EVPIMax
			}
			compare(t, l, c.want)
		})
	}
}

// The questions of one belief: each aspect alone and all of them together, the best first.
// w = 1/20,000, so that the EVPI of each one is w*(n-1).
func TestQuestions(t *testing.T) {
	s := sample(t, "Book", completion.ToolCall, paris)
	l, err := (&label.Labeler{}).Label(s, nil) // annotated from the schema
	sharedtest.OK(t, err)
	got := l.EVPIValue().JSON()
	want := `[{"tool":"book","aspects":["city","refundable"],"evpi":0.99995,"cost":0,"score":0.99995},` +
		`{"tool":"book","aspects":["city"],"evpi":0.49995,"cost":0,"score":0.49995},` +
		`{"tool":"book","aspects":["refundable"],"evpi":0.00005,"cost":0,"score":0.00005}]`
	if !sameNumbers(got, want) {
		t.Errorf("evpi = %s\nwant   %s", got, want)
	}
	if l.BestQuestion != "book.city,book.refundable" {
		t.Errorf("best_question = %q", l.BestQuestion)
	}
	weight := 0.25
	l.Candidates = append(l.Candidates, certainty.Candidate{Call: calls(t, `{"name":"ping","arguments":{}}`)[0], Weight: &weight})
	wantCands := `[{"name":"book","arguments":{"city":"<UNK>","refundable":"<UNK>"},"weight":1},{"name":"ping","arguments":{},"weight":0.25}]`
	if got := l.CandidatesValue().JSON(); got != wantCands {
		t.Errorf("candidates = %s, want %s", got, wantCands)
	}
}

// sameNumbers compares two texts whose numbers may differ by rounding.
func sameNumbers(a, b string) bool {
	fields := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(`{}[],:"`, r) })
	}
	x, y := fields(a), fields(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		var p, q float64
		v, errX := domains.ParseValue(x[i])
		w, errY := domains.ParseValue(y[i])
		if errX != nil || errY != nil {
			return false
		}
		p, _ = v.Float()
		q, _ = w.Float()
		if math.Abs(p-q) > 1e-12 {
			return false
		}
	}
	return true
}

func TestEmptyColumns(t *testing.T) {
	l := sharedtest.Need((&label.Labeler{}).Label(&dataset.Sample{}, nil))(t)
	if got := l.EVPIValue().JSON() + l.CandidatesValue().JSON(); got != "[][]" || l.Missing == nil {
		t.Errorf("got %s and missing %v, want empty lists", got, l.Missing)
	}
}

type proposer struct {
	cands []dataset.Candidate
	err   error
}

func (p proposer) Propose(context.Context, *dataset.Sample) ([]dataset.Candidate, error) {
	return p.cands, p.err
}

func TestProposer(t *testing.T) {
	s := sample(t, "Pick red", completion.ToolCall, "")
	model := proposer{cands: candidates(t, `[{"name":"pick","arguments":{"colour":"red"}}]`)}
	l, err := (&label.Labeler{Proposer: model}).Label(s, nil)
	if err != nil || l.Source != label.LLM || *l.VNow != 1 {
		t.Errorf("got %s, %v; want the belief of the model", l.Source, err)
	}
	// A model's arguments count only if the conversation backs them.
	model = proposer{cands: candidates(t, `[{"name":"pick","arguments":{"colour":"blue"}},{"name":"ping","arguments":{"count":3}}]`)}
	l, err = (&label.Labeler{Proposer: model}).Label(s, nil)
	if want := `[{"name":"pick","arguments":{"colour":"<UNK>"},"weight":1},{"name":"ping","arguments":{},"weight":1}]`; err != nil || l.CandidatesValue().JSON() != want {
		t.Errorf("got %s, %v; want %s", l.CandidatesValue().JSON(), err, want)
	}
	l, err = (&label.Labeler{Proposer: proposer{}}).Label(s, nil)
	if err != nil || l.Source != label.Schema {
		t.Errorf("a model with nothing to say: got %s, %v; want schema", l.Source, err)
	}
	failure := errors.New("no connection")
	if _, err = (&label.Labeler{Proposer: proposer{err: failure}}).Label(s, nil); !errors.Is(err, failure) {
		t.Errorf("got error %v, want the model's", err)
	}
}

func TestErrors(t *testing.T) {
	s := sample(t, text, completion.ToolCall, paris)
	s.Candidates = candidates(t, paris, -1)
	if _, err := (&label.Labeler{}).Label(s, nil); err == nil || !strings.Contains(err.Error(), "weight") {
		t.Errorf("a negative weight: %v", err)
	}
	if _, err := (&label.Labeler{Policy: &certainty.Policy{Lambda: -1}}).Label(s, nil); err == nil {
		t.Error("a negative lambda is accepted")
	}
	if _, err := (&label.Labeler{Sources: []label.Source{"guess"}}).Label(s, nil); err == nil {
		t.Error("an unknown source is accepted")
	}
}

func TestParseSources(t *testing.T) {
	got, err := label.ParseSources(" reference, contrast ,schema")
	if err != nil || len(got) != 3 || got[0] != label.Reference || got[2] != label.Schema {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err = label.ParseSources(""); err != nil || len(got) != 7 {
		t.Errorf("the empty list: %v, %v", got, err)
	}
	if got, err = label.ParseSources("gold,schema"); err != nil || got[0] != label.Gold {
		t.Errorf("gold: %v, %v", got, err)
	}
	for _, bad := range []string{"none", "reference,guess", "schema,schema", "reference,,schema"} {
		if _, err := label.ParseSources(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

// Labels depend only on what a shard row contains: other fields change nothing.
func TestLabelsAreRecomputable(t *testing.T) {
	s := sample(t, "Book Paris", completion.ToolCall, paris)
	bare := &dataset.Sample{Messages: s.Messages, Tools: s.Tools, Reference: s.Reference}
	s.Source, s.SourceID, s.ActionSource, s.Flags = "x", "y", dataset.ActionTag, []dataset.Flag{dataset.FlagEscaped}
	a, errA := (&label.Labeler{}).Label(s, nil)
	b, errB := (&label.Labeler{}).Label(bare, annotate(t, bare))
	if errA != nil || errB != nil || a.EVPIValue().JSON() != b.EVPIValue().JSON() || *a.VNow != *b.VNow || a.Source != b.Source {
		t.Errorf("got %+v and %+v (%v, %v)", a, b, errA, errB)
	}
}
