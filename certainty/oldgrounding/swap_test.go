package oldgrounding

import (
	"context"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/testdata"
)

// argument is one argument of a gold call of BFCL, with the request it is for.
type argument struct {
	ctx   *Context
	tool  *domains.Tool
	param *domains.Param
	dom   domains.Domain
	gold  []domains.Value // the values that the benchmark accepts
	row   int
}

// goldArguments reads the required scalar arguments of BFCL's gold calls.
func goldArguments(t *testing.T, name string) []argument {
	t.Helper()
	answers := readValues(t, "data", "bfcl", "possible_answer", name)
	var out []argument
	for row, v := range readValues(t, "data", "bfcl", name) {
		if row >= len(answers) {
			break
		}
		var turns []Turn
		for _, m := range v.Field("question").Items()[0].Items() {
			turns = append(turns, Turn{m.Field("role").Str(), m.Field("content").Str()})
		}
		tools, err := domains.ParseTools(v.Field("function"))
		if err != nil {
			continue // a schema that is no schema has no arguments to be right
		}
		ctx := NewContext(turns)
		for _, call := range answers[row].Field("ground_truth").Items()[0].Members() {
			for i := range tools {
				if tools[i].Name != call.Key {
					continue
				}
				set, err := domains.SchemaAnnotator{}.Annotate(context.Background(), &tools[i])
				if err != nil {
					t.Fatal(err)
				}
				for k := range tools[i].Params {
					p := &tools[i].Params[k]
					gold := call.Value.Field(p.Name).Items()
					if !p.Required || len(gold) == 0 || !scalar(gold[0]) {
						continue
					}
					d, _ := set.Get(p.Name)
					out = append(out, argument{ctx, &tools[i], p, d, gold, row})
				}
			}
		}
	}
	return out
}

func scalar(v domains.Value) bool {
	switch v.Kind() {
	case jsonvalue.String:
		return v.Str() != ""
	case jsonvalue.Number:
		return true
	}
	return false
}

func (a *argument) accepts(v domains.Value) bool {
	for _, g := range a.gold {
		if jsonvalue.Equal(g, v) {
			return true
		}
	}
	return false
}

func (a *argument) backs(v domains.Value) bool {
	return New(Options{}).Ground(a.ctx, a.tool, a.param, a.dom, v).Grounded()
}

// TestTrueAgainstSwappedArguments compares how many of the gold arguments of
// BFCL the request backs with how many values of the same type from other
// requests, of the same parameter where there is one, and how many values that
// were changed a little.
func TestTrueAgainstSwappedArguments(t *testing.T) {
	var all []argument
	for _, name := range []string{"BFCL_v4_live_simple.json.gz", "BFCL_v4_live_multiple.json.gz"} {
		testdata.Shared(t, "data", "bfcl", name)
		all = append(all, goldArguments(t, name)...)
	}
	share := map[string]*[2]int{}
	count := func(what string, backed bool) {
		if share[what] == nil {
			share[what] = new([2]int)
		}
		share[what][1]++
		if backed {
			share[what][0]++
		}
	}
	for i := range all {
		a := &all[i]
		count("true", a.backs(a.gold[0]))
		if v, ok := a.other(all, i, true); ok {
			count("of the same parameter elsewhere", a.backs(v))
		}
		if v, ok := a.other(all, i, false); ok {
			count("of another parameter elsewhere", a.backs(v))
		}
		if v, ok := changed(a.gold[0]); ok && !a.accepts(v) {
			count("changed a little", a.backs(v))
		}
	}
	for _, what := range []string{"true", "of the same parameter elsewhere", "of another parameter elsewhere", "changed a little"} {
		n := share[what]
		t.Logf("%s: %d of %d backed (%.1f%%)", what, n[0], n[1], 100*float64(n[0])/float64(n[1]))
	}
	rate := func(what string) float64 { return float64(share[what][0]) / float64(share[what][1]) }
	if !(rate("true") >= 0.8) {
		t.Errorf("%.3f of the true arguments are backed, want 0.8", rate("true"))
	}
	for what, most := range map[string]float64{"of the same parameter elsewhere": 0.2, "of another parameter elsewhere": 0.1, "changed a little": 0.15} {
		if !(rate(what) <= most) {
			t.Errorf("%.3f of values %s are backed, want at most %v", rate(what), what, most)
		}
	}
}

// other returns the next value in the data, from another request, of the same
// kind: of a parameter of the same name, or of any.
func (a *argument) other(all []argument, i int, same bool) (domains.Value, bool) {
	for step := 1; step < len(all); step++ {
		o := &all[(i+7*step)%len(all)]
		if o.row != a.row && o.gold[0].Kind() == a.gold[0].Kind() && (o.param.Name == a.param.Name) == same && !a.accepts(o.gold[0]) {
			return o.gold[0], true
		}
	}
	return domains.Value{}, false
}

// changed returns a value of the same kind that is not the one given: the next
// number but two, a string whose letters and digits are each the next one.
func changed(v domains.Value) (domains.Value, bool) {
	if n, ok := v.Int(); ok {
		return jsonvalue.NewInt(n + 3), true
	}
	if v.Kind() != jsonvalue.String {
		return domains.Value{}, false
	}
	out := []byte(v.Str())
	for i, b := range out {
		switch {
		case b >= 'a' && b < 'z', b >= 'A' && b < 'Z', b >= '0' && b < '9':
			out[i] = b + 1
		case b >= 0x80:
			return domains.Value{}, false
		}
	}
	return jsonvalue.NewString(string(out)), true
}
