package certainty_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// item parses {"tools": [TOOL], "candidates": ...} with one tool t, given its
// properties and required parameters.
func item(t testing.TB, properties, required, candidates string) domains.Value {
	t.Helper()
	return parse(t, fmt.Sprintf(`{"tools":[{"type":"function","function":{"name":"t","description":"d",
		"parameters":{"type":"object","properties":%s,"required":%s}}}],"candidates":%s}`, properties, required, candidates))
}

func TestUnspecified(t *testing.T) {
	for text, want := range map[string]bool{
		`"<UNK>"`: true, `" <UNK>\n"`: true, "\"\u2003<UNK>\u0085\"": true, `null`: true, `""`: true, `"  "`: true,
		`["x","<UNK>"]`: true, `{"k":{"l":[null]}}`: true, `[""]`: true,
		`"<unk>"`: false, `"a <UNK>"`: false, `0`: false, `false`: false, `[]`: false, `{}`: false, `{"<UNK>":1}`: false, "\"\u200b\"": false,
	} {
		if got := certainty.Unspecified(parse(t, text)); got != want {
			t.Errorf("Unspecified(%s) = %v", text, got)
		}
	}
}

func TestSpecifiedAllTheSame(t *testing.T) {
	free := domains.Domain{Type: domains.String, Size: domains.Infinite}
	null := domains.Value{}
	empty := jsonvalue.NewString("")
	for _, c := range []struct {
		name string
		p    *domains.Param
		d    domains.Domain
		v    domains.Value
		want bool
	}{
		{"null is no value", &domains.Param{}, free, null, false},
		{"null is admitted", &domains.Param{Nullable: true}, free, null, true},
		{"null is the default", &domains.Param{HasDefault: true}, free, null, true},
		{"no default, though its value is null", &domains.Param{}, free, null, false},
		{"the empty string is the default", &domains.Param{HasDefault: true, Default: empty}, free, empty, true},
		{"blank is not the default", &domains.Param{HasDefault: true, Default: empty}, free, jsonvalue.NewString(" "), false},
		{"an enum lists the empty string", &domains.Param{Schema: parse(t, `{"enum":["a",""]}`)}, free, empty, true},
		{"an enum does not list it", &domains.Param{Schema: parse(t, `{"enum":["a"]}`)}, free, empty, false},
		{"not below the top level", &domains.Param{Nullable: true}, free, jsonvalue.NewArray(null), false},
		{"a default that holds null is a value as a whole", &domains.Param{HasDefault: true, Default: jsonvalue.NewArray(null)}, free, jsonvalue.NewArray(null), true},
		{"a parameter that the schema does not name", nil, free, null, false},
	} {
		if got := certainty.Specified(c.p, c.d, c.v); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestCallCertainty(t *testing.T) {
	const properties = `{"z":{"type":"boolean"},"e":{"type":"string","enum":["a","b","c"]},"i":{"type":"integer","minimum":1,"maximum":5},"s":{"type":"string"},"n":{"type":["integer","null"],"minimum":1,"maximum":3}}`
	for _, c := range []struct {
		args string
		opt  certainty.Options
		want float64
	}{
		{`{"z":true,"e":"a","i":1,"s":"x"}`, certainty.Options{}, 1},
		{`{"z":true,"e":"a"}`, certainty.Options{}, 1},
		{`{"e":"a"}`, certainty.Options{}, 0.5},
		{`{"e":"a"}`, certainty.Options{AbsentRequired: certainty.Ignore}, 1},
		{`{}`, certainty.Options{}, 1.0 / 6},
		{`{"z":"<UNK>","e":null,"i":"<UNK>","s":""}`, certainty.Options{}, 1.0 / 30 * 1e-4},
		{`{"z":"<UNK>","e":null,"i":"<UNK>","s":""}`, certainty.Options{Epsilon: 0.25}, 1.0 / (2 * 3 * 4 * 4)},
		{`{"z":true,"e":"q"}`, certainty.Options{}, 1},
		{`{"z":true,"e":"q"}`, certainty.Options{OutOfDomain: certainty.Zero}, 0},
		{`{"z":"True","e":"a","i":"5"}`, certainty.Options{OutOfDomain: certainty.Zero}, 1},
		{`{"z":true,"e":"a","i":6}`, certainty.Options{OutOfDomain: certainty.Zero}, 0},
		{`{"z":true,"e":"a","n":null}`, certainty.Options{OutOfDomain: certainty.Zero}, 1},
		{`{"z":true,"e":"a","n":4}`, certainty.Options{OutOfDomain: certainty.Zero}, 0},
		{`{"z":true,"e":"a","n":"<UNK>"}`, certainty.Options{OutOfDomain: certainty.Zero}, 0.25},
		{`{"z":true,"e":"a","other":1}`, certainty.Options{OutOfDomain: certainty.Zero}, 0},
		{`{"z":true,"e":"a","other":1}`, certainty.Options{}, 1},
		{`{"z":true,"e":"a","other":null}`, certainty.Options{OutOfDomain: certainty.Zero}, 1e-4},
	} {
		in := item(t, properties, `["z","e"]`, `[]`)
		tool := &tools(t, in.Field("tools"))[0]
		set := sharedtest.Need((domains.SchemaAnnotator{}).Annotate(t.Context(), tool))(t)
		logW, w := certainty.CallCertainty(tool, set, domains.Call{Name: "t", Arguments: parse(t, c.args)}, c.opt)
		if !closeTo(w, c.want) || !closeTo(math.Exp(logW), c.want) {
			t.Errorf("w of %s under %+v = %v (log %v), want %v", c.args, c.opt, w, logW, c.want)
		}
	}
	if logW, w := certainty.CallCertainty(nil, nil, domains.Call{Name: "t"}, certainty.Options{}); w != 0 || !math.IsInf(logW, -1) {
		t.Errorf("w of a tool not offered = %v (log %v)", w, logW)
	}
}

// A domain from elsewhere may lack the null that the schema admits.
func TestNullOfAGivenDomain(t *testing.T) {
	low, high := parse(t, "1"), parse(t, "3")
	set := domains.Set{{Name: "n", Domain: domains.Domain{Type: domains.NumericRange, Size: 4, Min: &low, Max: &high}}}
	tool := &domains.Tool{Name: "t", Params: []domains.Param{{Name: "n", Nullable: true, Schema: parse(t, `{"type":["integer","null"]}`)}}}
	call := domains.Call{Name: "t", Arguments: parse(t, `{"n":null}`)}
	if _, w := certainty.CallCertainty(tool, set, call, certainty.Options{OutOfDomain: certainty.Zero}); w != 1 {
		t.Errorf("w = %v, want 1", w)
	}
}

func TestEmptyDomain(t *testing.T) {
	in := item(t, `{"e":{"type":"string","enum":[]}}`, `["e"]`, `[{"name":"t","arguments":{}}]`)
	set := map[string]domains.Set{"t": {{Name: "e", Domain: domains.Domain{Type: domains.Finite}}}}
	b, err := certainty.NewBelief(tools(t, in.Field("tools")), set, candidates(in.Field("candidates")), certainty.Options{})
	if err != nil || b.Defined() || b.Missing() == nil {
		t.Fatalf("a belief (%v) where the only candidate cannot be completed; %v", b.Defined(), err)
	}
}

// A certainty of 1e-480 is 0 in float64, but not in a belief.
func TestUnderflow(t *testing.T) {
	var properties, required []string
	for i := range 120 {
		properties = append(properties, fmt.Sprintf(`"p%d":{"type":"string"}`, i))
		required = append(required, fmt.Sprintf(`"p%d"`, i))
	}
	in := item(t, "{"+strings.Join(properties, ",")+"}", "["+strings.Join(required, ",")+"]",
		`[{"name":"t","arguments":{}},{"name":"t","arguments":{"p0":"x"}},{"name":"no","arguments":{}}]`)
	b := belief(t, in, certainty.Options{})
	if !b.Defined() {
		t.Fatal("no belief")
	}
	if pi := b.Pi(); !closeTo(pi[0], 1/10001.0) || !closeTo(pi[1], 10000/10001.0) || pi[2] != 0 {
		t.Errorf("pi = %v", pi)
	}
	d := certainty.Decide(b, certainty.DefaultPolicy(), nil, 0)
	if d.Action != certainty.ActionAsk || len(d.Best.Aspects) != 120 || !(d.Best.EVPI > 0.999) || d.Best.EVPI > 1 {
		t.Errorf("decided %s %+v", d.Action, d.Best)
	}
}

func TestSixteenAreKept(t *testing.T) {
	var cands []string
	for i := range 20 {
		cands = append(cands, fmt.Sprintf(`{"name":"t","arguments":{"s":"v%d"},"weight":%d}`, i, 1+i/19))
	}
	cands = append(cands, `{"name":"t","arguments":{"s":"v16"}}`) // the second time: weight 2
	b := belief(t, item(t, `{"s":{"type":"string"}}`, `["s"]`, "["+strings.Join(cands, ",")+"]"), certainty.Options{})
	pi := b.Pi()
	for i := range pi {
		want := 1.0 / 18
		switch {
		case i == 16, i == 19, i == 20:
			want = 2.0 / 18
		case i >= 14:
			want = 0 // not among the 16 with the largest prior * w
		}
		if !closeTo(pi[i], want) || b.W()[i] != 1 {
			t.Errorf("candidate %d: pi = %v, want %v; w = %v", i, pi[i], want, b.W()[i])
		}
	}
	if b.Best() != 16 {
		t.Errorf("best is %d, want the first of the two of weight 2", b.Best())
	}
}

func TestBadInput(t *testing.T) {
	in := item(t, `{}`, `[]`, `[{"name":"t","arguments":{}}]`)
	for _, weight := range []float64{-1, math.NaN(), math.Inf(1)} {
		cands := candidates(in.Field("candidates"))
		cands[0].Weight = &weight
		if _, err := certainty.NewBelief(tools(t, in.Field("tools")), nil, cands, certainty.Options{}); err == nil {
			t.Errorf("a weight of %v is taken", weight)
		}
	}
	for _, opt := range []certainty.Options{{Epsilon: -1}, {Epsilon: 1.5}, {Epsilon: math.NaN()}, {Epsilon: 1e-310},
		{AbsentRequired: "zero"}, {OutOfDomain: "count"}, {Mode: "both"}} {
		if _, err := certainty.NewBelief(nil, nil, nil, opt); err == nil {
			t.Errorf("%+v is taken", opt)
		}
	}
	for _, p := range []certainty.Policy{{Lambda: -1}, {Alpha: math.NaN()}, {TauExec: math.Inf(1)}, {MaxQuestions: -1}} {
		if p.Check() == nil {
			t.Errorf("%+v is taken", p)
		}
	}
}

func TestMissing(t *testing.T) {
	in := item(t, `{"a":{"type":"string"},"b":{"type":"boolean"},"c":{"type":"string"}}`, `["a","b"]`,
		`[{"name":"t","arguments":{"c":"<UNK>","x":null,"a":"v"}}]`)
	if got, want := belief(t, in, certainty.Options{}).Missing(), []string{"b", "c", "x"}; !slices.Equal(got, want) {
		t.Errorf("missing %v, want %v", got, want)
	}
}

// TestSixteenAreKeptWhateverTheRounding checks that candidates of equal size stay in the order given, even
// if one of the products is greater by rounding (3 * 0.1 and 0.3).
func TestSixteenAreKeptWhateverTheRounding(t *testing.T) {
	var cands []string
	for i := range 16 {
		cands = append(cands, fmt.Sprintf(`{"name":"t","arguments":{"q":"a%d","k":"a"},"weight":0.3}`, i))
	}
	cands = append(cands, `{"name":"t","arguments":{"q":"z","k":"<UNK>"},"weight":3}`)
	b := belief(t, item(t, `{"q":{"type":"string"},"k":{"enum":["a","b","c","d","e","f","g","h","i","j"]}}`, `["q","k"]`, "["+strings.Join(cands, ",")+"]"), certainty.Options{})
	for i, pi := range b.Pi() {
		if (pi > 0) != (i < 16) {
			t.Errorf("candidate %d: pi = %v", i, pi)
		}
	}
}
