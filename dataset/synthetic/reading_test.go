package synthetic

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// turns returns the conversation of a row as input of the reading.
func turns(t testing.TB, row domains.Value) (out []grounding.Turn) {
	t.Helper()
	for _, m := range row.Field("messages").Items() {
		calls := sharedtest.Need(domains.ParseCalls(m.Field("tool_calls")))(t)
		out = append(out, grounding.Turn{Role: m.Field("role").Str(), Text: m.Field("content").Str(), Calls: calls})
	}
	return out
}

// TestReading compares the reading (F4) with the hidden state: a value that the user gave
// is backed, and a value with another meaning is not. It prints the shares by the way of
// telling (-v), and checks them with loose bounds: they measure the reading, and rows that
// contradict their state would lower them.
func TestReading(t *testing.T) {
	type share struct{ right, of int }
	told, wrong := map[string]share{}, map[string]share{}
	var all [2]share
	var show []string
	count := func(m map[string]share, key string, right bool, n int, what string) {
		s := m[key]
		s.of++
		all[n].of++
		if right {
			s.right++
			all[n].right++
		} else {
			show = append(show, what)
		}
		m[key] = s
	}
	for i := range 1500 {
		row := Row(Train, 5, i)
		wanted := row.Field("hidden").Field("tool").Str()
		tools, _, err := domains.ParseToolList(row.Field("tools"))
		sharedtest.OK(t, err)
		at := slices.IndexFunc(tools, func(o domains.Tool) bool { return o.Name == wanted })
		if at < 0 {
			continue
		}
		in := grounding.Input{Turns: turns(t, row), Tools: tools, Sets: map[string]domains.Set{}}
		for j := range tools {
			in.Sets[tools[j].Name], _ = domains.SchemaAnnotator{}.Annotate(context.Background(), &tools[j])
		}
		reading := grounding.Read(in)
		for _, p := range row.Field("hidden").Field("parameters").Members() {
			param := tools[at].Param(p.Key)
			d, _ := in.Sets[wanted].Get(p.Key)
			how, value := p.Value.Field("told").Str(), p.Value.Field("value")
			support := func(v domains.Value) float64 { return reading.Support(&tools[at], param, d, v).Score }
			what := fmt.Sprintf("%d %s.%s %s %s %s", i, wanted, p.Key, how, value.JSON(), row.Field("messages").JSON())
			if how != left && !(&fact{told: how}).missing() {
				count(told, how, support(value) >= 0.5, 0, "lacks "+what)
			}
			for _, w := range p.Value.Field("wrong").Items() {
				count(wrong, how, support(w) < 0.5, 1, "believes "+w.JSON()+" "+what)
			}
		}
	}
	for _, m := range []map[string]share{told, wrong} {
		for _, key := range slices.Sorted(func(yield func(string) bool) {
			for k := range m {
				if !yield(k) {
					return
				}
			}
		}) {
			t.Logf("%-10s %4d of %4d (%.1f%%)", key, m[key].right, m[key].of, 100*float64(m[key].right)/float64(m[key].of))
		}
		t.Log()
	}
	for _, s := range show[:min(len(show), 60)] {
		t.Log(s)
	}
	for n, s := range all {
		if float64(s.right) < [...]float64{0.88, 0.48}[n]*float64(s.of) {
			t.Errorf("%s: %d of %d", [...]string{"values that are told", "values that are not its own"}[n], s.right, s.of)
		}
	}
}
