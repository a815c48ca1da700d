package reward

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/internal/sharedtest"

	"github.com/cockroachdb/datadriven"

	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
)

// strictProfile and unscoredProfile are custom profiles.
const (
	strictProfile   = "extends: certainty-total\nrules: {out_of_domain: zero}\n"
	unscoredProfile = "extends: certainty\nrules: {truncated: unscored}\n"
)

// explainCommand runs a command of testdata/explain.txt; \n in the input is a
// newline.
func explainCommand(t *testing.T, d *datadriven.TestData) string {
	references := map[string]string{"call": refCall, "ask": refAsk, "refuse": refRefuse}
	var reference, profile, missing string
	d.ScanArgs(t, "reference", &reference)
	d.ScanArgs(t, "profile", &profile)
	d.MaybeScanArgs(t, "missing", &missing)
	in := Input{Completion: strings.ReplaceAll(d.Input, `\n`, "\n")}
	var p *Profile
	var err error
	switch profile {
	case "strict":
		p, err = Parse(profile, []byte(strictProfile))
	case "unscored":
		in.FinishReason = FinishLength
		p, err = Parse(profile, []byte(unscoredProfile))
	default:
		p, err = Load(profile)
	}
	if err != nil {
		t.Fatal(err)
	}
	labels := &label.Labels{}
	if missing != "" {
		labels.Missing = []string{missing}
	}
	x, err := p.Prepare(train(t, references[reference]), nil, labels)
	if err != nil {
		t.Fatal(err)
	}
	e := x.Explain(in)
	if d.Cmd == "explain" {
		return trimLines(e.Text())
	}
	var b bytes.Buffer
	sharedtest.OK(t, json.Indent(&b, []byte(e.Value().JSON()), "", " "))
	return b.String() + "\n"
}

// trimLines removes the padding of columns, because editors do.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func TestExplain(t *testing.T) {
	datadriven.RunTest(t, "testdata/explain.txt", func(t *testing.T, d *datadriven.TestData) string {
		return explainCommand(t, d)
	})
}

// An explanation has the same score, and its losses add up to the distance from
// the best reward.
func TestExplainAddsUp(t *testing.T) {
	sharedtest.Unraced(t)
	xs := scoredSamples(t, embedded(t))
	m := newMutator(4)
	negative := sharedtest.Need(Parse("p", []byte("terms: [{component: cls, weight: 1}, {component: tool, weight: -1, times: certainty}, {component: certainty, weight: 2}, {component: fmt_xml, weight: -3}]")))(t)
	strict := sharedtest.Need(Parse("p", []byte(strictProfile)))(t)
	causes := map[Cause]int{}
	for i := range 1000 {
		x := &xs[i%len(xs)]
		in := Input{Completion: m.completion(x.Sample)}
		guarded := guardedOf(t, x.Sample, x.sets)
		ps := append([]*Prepared{guarded, prepare(t, negative, x.Sample, x.sets), prepare(t, strict, x.Sample, x.sets)}, x.profiles...)
		for _, p := range ps {
			e := p.Explain(in)
			if got := p.Score(in); !reflect.DeepEqual(got, e.Result) {
				t.Fatalf("Explain has %+v, Score %+v for %q", e.Result, got, in.Completion)
			}
			lost, points := 0.0, 0.0
			for _, l := range e.Lost {
				causes[l.Cause]++
				lost += l.Points
				if len(l.Why) == 0 || l.Points < 0 {
					t.Fatalf("a loss of %v without a reason, or a gain, for %q", l, in.Completion)
				}
			}
			for _, part := range e.Parts {
				points += part.Points
			}
			if math.Abs(e.Best-e.Reward-lost) > 1e-9 || math.Abs(points-e.Reward) > 1e-9 {
				t.Fatalf("%s: best %v, reward %v, lost %v, points %v for %q", e.Profile, e.Best, e.Reward, lost, points, in.Completion)
			}
			for _, r := range e.Text() {
				if r < ' ' && r != '\n' {
					t.Fatalf("the text of an explanation holds the control character %#x", r)
				}
			}
			if v, err := domains.ParseValue(e.Value().JSON()); err != nil || v.Len() != 17 {
				t.Fatalf("the JSON of an explanation: %v", err)
			}
		}
	}
	for _, c := range Causes {
		least := 20
		switch c {
		case CauseUngrounded: // the difference from the reference is not its value
			least = 0
		case CauseSlot, CauseSays, CauseAnswer:
			least = 4
		}
		if causes[c] < least {
			t.Errorf("only %d losses to %s", causes[c], c)
		}
	}
}

// The product of the arguments' probabilities is the scored certainty.
func TestExplainedArguments(t *testing.T) {
	xs := scoredSamples(t, embedded(t))
	m := newMutator(5)
	strict := sharedtest.Need(Parse("p", []byte(strictProfile)))(t)
	states := map[certainty.State]int{}
	for i := range 1000 {
		x := &xs[i%len(xs)]
		in := Input{Completion: m.draft(x.Sample)}
		for _, p := range []*Prepared{x.profiles[1], x.profiles[3], prepare(t, strict, x.Sample, x.sets)} {
			for _, call := range p.Explain(in).Calls {
				product := 1.0
				for _, a := range call.Arguments {
					states[a.State]++
					product *= a.P
				}
				if !call.Offered {
					product = 0
				}
				if call.More == 0 && math.Abs(product-call.W) > 1e-12 {
					t.Fatalf("%s: w %v, but its arguments give %v: %+v", call.Tool, call.W, product, call.Arguments)
				}
			}
		}
	}
	for _, s := range []certainty.State{certainty.StateSpecified, certainty.StateUnspecified, certainty.StateAbsent, certainty.StateOutOfDomain} {
		if states[s] < 20 {
			t.Errorf("only %d arguments are %s", states[s], s)
		}
	}
}

// What lost points under guarded: the cause, and the reasons.
func TestExplainedCauses(t *testing.T) {
	s, _ := tour(t, "Add 1 and 2.", `{"action":"TOOLCALL","tool_calls":[{"name":"math.add","arguments":{"a":1,"b":2}}]}`)
	s.Tools = sharedtest.Need(domains.ParseTools(value(t, `[{"name":"math.add","parameters":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}},
		{"name":"math.sub","parameters":{"type":"object","properties":{}}}]`)))(t)
	x := withLabels(t, s, nil, nil)
	for _, c := range []struct {
		call  string
		cause Cause
		last  string // the last reason
	}{
		{`{"name":"math.add","arguments":{"a":1,"b":3}}`, CauseArgumentWrong, "tool: math.add.b"},
		{`{"name":"math.sub","arguments":{}}`, CauseTool, "tool: math.sub"},
		{`{"name":"math.add","arguments":{"a":1,` + numbered(100, `"c#":0`) + `}}`, CauseArgumentWrong, "tool: and 93 more"},
	} {
		lost := x.Explain(Input{Completion: calling(c.call)}).Lost
		if !slices.ContainsFunc(lost, func(l Loss) bool { return l.Cause == c.cause && slices.Contains(l.Why, c.last) }) {
			t.Errorf("%.60s: no loss to %s for %q: %+v", c.call, c.cause, c.last, lost)
		}
	}
}

// Explanations of large completions stay small.
func TestExplainIsBounded(t *testing.T) {
	args := `"to":1`
	for i := range 100 {
		args += `,"` + strings.Repeat("k", 1+i) + `":"` + strings.Repeat("é", 200) + `"`
	}
	call := `{"name":"book","arguments":{` + args + `}}`
	text := framed("<TOOLCALL>[" + strings.Repeat(call+",", 40) + call + "]</TOOLCALL>")
	e := prepare(t, builtin(t, "certainty"), train(t, refCall), nil).Explain(Input{Completion: text})
	if len(e.Calls) != MaxExplained || e.More != 41-MaxExplained || len(e.Calls[0].Arguments) != MaxExplained {
		t.Errorf("%d calls and %d more, %d arguments", len(e.Calls), e.More, len(e.Calls[0].Arguments))
	}
	if n := len(e.Text()); n > 1<<17 {
		t.Errorf("the text has %d bytes", n)
	}
}
