package certainty

import (
	"math"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

func wide(t *testing.T) ([]domains.Tool, map[string]domains.Set) {
	t.Helper()
	tool := domains.Tool{Name: "wide"}
	var set domains.Set
	for i := range 300 { // more than a bitset holds
		name := "p" + jsonvalue.NewInt(int64(i)).NumberText()
		tool.Params = append(tool.Params, domains.Param{Name: name, Required: i >= 290})
		set = append(set, domains.ParamDomain{Name: name, Domain: domains.Domain{Type: domains.Boolean, Size: 2}})
	}
	narrow := domains.Tool{Name: "narrow", Params: []domains.Param{{Name: "a", Required: true}, {Name: "b"}}}
	twice := domains.Tool{Name: "wide", Params: []domains.Param{{Name: "x", Required: true}}}
	return []domains.Tool{tool, narrow, twice}, map[string]domains.Set{"wide": set}
}

// A Weigher agrees with CallCertainty to the last bit.
func TestWeigherIsCallCertainty(t *testing.T) {
	tools, sets := wide(t)
	w := NewWeigher(tools, sets, Options{})
	strict := NewWeigher(tools, sets, Options{OutOfDomain: Zero}) // Inside accepts what this one rejects
	for _, tc := range []struct {
		call string
		want float64
	}{
		{`{"name":"wide","arguments":{}}`, math.Pow(2, -10)},
		{`{"name":"wide","arguments":{"p299":"<UNK>","p298":1,"p0":null}}`, math.Pow(2, -10)},
		{`{"name":"narrow","arguments":{}}`, 1e-4},
		{`{"name":"narrow","arguments":{"a":1}}`, 1},
		{`{"name":"wide","arguments":{"p299":7,"p298":7,"zz":1}}`, math.Pow(2, -8)},
		{`{"name":"narrow","arguments":{"a":1,"zz":"<UNK>"}}`, 1e-4},
		{`{"name":"absent","arguments":{}}`, 0},
	} {
		v := sharedtest.Need(domains.ParseValue(tc.call))(t)
		calls := sharedtest.Need(domains.ParseCalls(v))(t)
		var tool *domains.Tool
		for i := range tools[:2] {
			if tools[i].Name == calls[0].Name {
				tool = &tools[i]
			}
		}
		logWant, want := CallCertainty(tool, sets[calls[0].Name], calls[0], Options{})
		logGot, got := w.Certainty(calls[0])
		if got != want || logGot != logWant || w.Weight(calls[0]) != want {
			t.Errorf("%s: a Weigher says %v (log %v), CallCertainty %v (log %v)", tc.call, got, logGot, want, logWant)
		}
		if logIn, in := strict.Inside(calls[0]); in != want || logIn != logWant {
			t.Errorf("%s: inside its domains a Weigher says %v (log %v), CallCertainty %v (log %v)", tc.call, in, logIn, want, logWant)
		}
		if math.Abs(got-tc.want) > 1e-15 {
			t.Errorf("%s: w = %v, want %v", tc.call, got, tc.want)
		}
		if w.Offers(calls[0].Name) != (tool != nil) {
			t.Errorf("%s: Offers = %v", tc.call, tool == nil)
		}
	}
}

func TestWeigherAllocatesNothing(t *testing.T) {
	tools, sets := wide(t)
	w := NewWeigher(tools, sets, Options{})
	v, _ := domains.ParseValue(`{"a":"<UNK>","b":[1,{"c":"x"}]}`)
	call := domains.Call{Name: "narrow", Arguments: v}
	if n := testing.AllocsPerRun(100, func() { w.Weight(call) }); n > 0 {
		t.Errorf("%v allocations for a call of a small tool, want 0", n)
	}
}
