package oldgrounding

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/voi-rl/voi/domains"
)

// A case of testdata/*.txt is the command ground with lines "user: TEXT" (or
// tool:, assistant:, system:), "params: {properties}", "param: NAME" and
// "value: JSON"; required is the default. Its output is the score, the rule
// and the text of the span.
func TestRules(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			return ground(t, d)
		})
	})
}

func ground(t *testing.T, d *datadriven.TestData) string {
	var turns []Turn
	name, properties := "", "{}"
	g := New(Options{NoInference: d.HasArg("strict")})
	var out strings.Builder
	for _, line := range strings.Split(d.Input, "\n") {
		key, rest, ok := strings.Cut(line, ": ")
		if !ok {
			d.Fatalf(t, "not a line of a case: %q", line)
		}
		switch key {
		case "user", "tool", "assistant", "system":
			turns = append(turns, Turn{key, strings.ReplaceAll(rest, "|", "\n")})
		case "params":
			properties = rest
		case "param":
			name, properties = oneParam(t, rest)
		case "value":
			if strings.Contains(properties, `"`+name+`"`) && name != "" {
				tool, set := toolOf(t, properties)
				dom, _ := set.Get(name)
				ctx := NewContext(turns)
				s := g.Ground(ctx, tool, tool.Param(name), dom, parse(t, rest))
				fmt.Fprintf(&out, "%.2f %s %q\n", s.Score, s.Rule, ctx.Text(s.Span))
			}
		case "of":
			name = rest
		}
	}
	return out.String()
}

// oneParam reads "NAME SCHEMA" or "NAME".
func oneParam(t *testing.T, s string) (name, properties string) {
	t.Helper()
	name, schema, ok := strings.Cut(s, " ")
	if !ok {
		schema = `{"type":"string"}`
	}
	return name, fmt.Sprintf("{%q:%s}", name, schema)
}

func toolOf(t testing.TB, properties string) (*domains.Tool, domains.Set) {
	t.Helper()
	tool, err := domains.ParseTool(parse(t, `{"name":"f","description":"","parameters":{"type":"object","properties":`+properties+`}}`))
	if err != nil {
		t.Fatal(err)
	}
	set, err := domains.SchemaAnnotator{}.Annotate(context.Background(), &tool)
	if err != nil {
		t.Fatal(err)
	}
	return &tool, set
}

func parse(t testing.TB, s string) domains.Value {
	t.Helper()
	v, err := domains.ParseValue(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return v
}
