package domains

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// repeat joins n texts with commas.
func repeat(n int, text func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = text(i)
	}
	return strings.Join(parts, ",")
}

// costlyParams are schemas with as much work beyond arithmetic as they can hold,
// repeated and nested. Each of the definitions d0, d1, ... refers twice to the
// next.
func costlyParams() map[string]string {
	values := sharedtest.Long(1e6, 1e5)
	same := func(text string) func(int) string { return func(int) string { return text } }
	fork := func(format string) string {
		return `{"$ref":"#/$defs/d0","$defs":{` + repeat(40, func(i int) string {
			next := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
			return fmt.Sprintf(`"d%d":`, i) + strings.ReplaceAll(format, "NEXT", next)
		}) + `,"d40":{"minimum":1}}}`
	}
	return map[string]string{
		"an enum of many values":   `{"enum":[` + repeat(values, func(i int) string { return fmt.Sprint(i) }) + `]}`,
		"and a pattern on it":      `{"pattern":"^(a+)+$","enum":[` + repeat(values, func(i int) string { return fmt.Sprintf("%q", fmt.Sprint("a", i)) }) + `]}`,
		"allOf that forks":         fork(`{"allOf":[NEXT,NEXT]}`),
		"nullable that forks":      `{"type":"integer","nullable":true,"allOf":[` + fork(`{"anyOf":[NEXT,NEXT]}`) + `]}`,
		"wide lists":               `{"type":"array","items":{"enum":[` + repeat(4000, func(i int) string { return fmt.Sprint(i) }) + `]},"maxItems":1,"uniqueItems":true}`,
		"a tuple of thousands":     `{"type":"array","prefixItems":[` + repeat(5000, same(`{"const":1}`)) + `],"items":false,"uniqueItems":true}`,
		"unions of lists":          `{"anyOf":[` + repeat(250, func(i int) string { return fmt.Sprintf(`{"type":"array","items":{"enum":[%d,"a"]},"maxItems":10}`, i) }) + `]}`,
		"unions of unions":         `{"allOf":[` + repeat(30, same(`{"anyOf":[{"type":"array","items":{"type":"boolean"},"maxItems":10},{"type":"integer","minimum":0,"maximum":4000}]}`)) + `]}`,
		"patterns, catastrophic":   `{"type":"string","allOf":[` + repeat(400, func(i int) string { return fmt.Sprintf(`{"pattern":"^(a|b)*a(a|b){%d}$"}`, i%30) }) + `]}`,
		"patterns over and over":   `{"anyOf":[` + repeat(256, func(i int) string { return fmt.Sprintf(`{"type":"string","pattern":"^([a-c]?){9}%d$"}`, i) }) + `]}`,
		"patterns, nested":         `{"type":"string","pattern":"^` + strings.Repeat("(", 200) + "a" + strings.Repeat("?)*", 200) + `$"}`,
		"patterns of a whole text": `{"type":"string","pattern":"^[^a]{900}$"}`,
	}
}

// TestBudgets holds costly schemas to budgets on steps and memory, which do not
// depend on the machine.
func TestBudgets(t *testing.T) {
	const most = 512 << 20 // bytes allocated, over all of the work
	for name, schema := range costlyParams() {
		v, err := jsonvalue.Parse(`{"name":"f","parameters":{"type":"object","properties":{"p":`+schema+`,"e":{"enum":["a","b"]}}}}`, jsonvalue.Options{MaxNodes: 1 << 22})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		tool, err := ParseTool(v)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		e := evaluator{root: tool.Schema, left: maxEvalSchemas}
		d := e.domain(tool.Params[0].Schema)
		runtime.ReadMemStats(&after)
		if e.left < -2*maxEvalSchemas {
			t.Errorf("%s: %d steps over the budget of %d", name, -e.left, maxEvalSchemas)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > most {
			t.Errorf("%s: %d MiB allocated", name, used>>20)
		}
		if d.Type == "" || d.Source == "" {
			t.Errorf("%s: no domain: %+v", name, d)
		}
		d.Contains(jsonvalue.NewString("a"))
		set, err := SchemaAnnotator{}.Annotate(context.Background(), &tool)
		if err != nil || set[1].Domain.Size != 2 {
			t.Errorf("%s: its neighbour has %s, %v", name, show(set[1].Domain), err)
		}
	}
}
