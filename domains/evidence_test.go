package domains

import (
	"context"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestEvidence checks the rule, the place and the text for each kind of rule.
func TestEvidence(t *testing.T) {
	for _, c := range []struct{ schema, rule, where, text string }{
		{`{"type":"string","enum":["a","b"]}`, "schema.enum", "/enum", `["a","b"]`},
		{`{"type":"string","nullable":true,"description":"The unit. One of: C, F or K. Defaults to C."}`, "description.set", "/description", "One of: C, F or K"},
		{`{"type":"string","description":"Order type (Buy/Sell), as the broker says"}`, "description.set", "/description", "type (Buy/Sell)"},
		{`{"type":"string","description":"The mode. [Enum]: [\"ON\", \"OFF\"], please"}`, "description.set", "/description", `Enum]: ["ON", "OFF"]`},
		{`{"type":"string","description":"Sort order: 'asc' or 'desc'."}`, "description.set", "/description", `order: 'asc' or 'desc'`},
		{`{"type":"string","description":"A city, e.g. Rome or Oslo."}`, "description.examples", "/description", "e.g. Rome or Oslo"},
		{`{"type":"integer","description":"Rating from 1 to 5 stars"}`, "description.range", "/description", "from 1 to 5"},
		{`{"type":"integer","description":"At least 2, and a multiple of 4 please"}`, "description.range", "/description", "At least 2, and a multiple of 4"},
		{`{"type":"integer","minimum":1,"maximum":9}`, "schema.bounds", "", `{"minimum":1,"maximum":9}`},
		{`{"anyOf":[{"type":"string"},{"type":"null"}],"description":"One of: a, b or c."}`, "description.set", "/description", "One of: a, b or c"},
		{`{"type":"array","maxItems":1,"items":{"type":"string","description":"One of: x, y."}}`, "description.items", "/items/description", "One of: x, y"},
		{`{"type":"object","properties":{"a/b":{"type":"string","description":"One of: x, y."}}}`, "description.properties", "/properties/a~1b/description", "One of: x, y"},
		{`{"$ref":"#/$defs/u","$defs":{"u":{"enum":[1]}}}`, "schema.enum", "#/$defs/u/enum", "[1]"},
		{`{"allOf":[{"type":"string"},{"const":3}]}`, "schema.const", "/allOf/1/const", "3"},
		{`{}`, "schema.untyped", "", ""},
		{`{"type":"string"}`, "schema.type", "/type", `"string"`},
		{`{"enum":["` + strings.Repeat("é", 300) + `"]}`, "schema.enum", "/enum", `["` + strings.Repeat("é", 199) + "..."},
	} {
		v := mustParse(t, c.schema)
		p := Param{Name: "p", Schema: v, root: v}
		got := p.Evidence(DomainOf(v, v))
		if want := (Evidence{c.rule, c.where, c.text}); got != want {
			t.Errorf("%s\n got  %+q\n want %+q", c.schema, got, want)
		}
	}
	if got := (&Param{}).Evidence(Domain{Source: "llm"}); got != (Evidence{Rule: "llm"}) {
		t.Errorf("a domain from elsewhere: %+v", got)
	}
}

// TestEvidenceOfRealTools finds the evidence for every domain from a
// description, and checks that every quoted text is really there.
func TestEvidenceOfRealTools(t *testing.T) {
	described := 0
	eachTool(t, func(file string, tool *Tool) {
		set := sharedtest.Need(SchemaAnnotator{}.Annotate(context.Background(), tool))(t)
		for i := range set {
			p := &tool.Params[i]
			if !strings.HasPrefix(set[i].Domain.Source, "description.") {
				continue
			}
			described++
			ev := p.Evidence(set[i].Domain)
			if ev.Text == "" || !strings.HasSuffix(ev.Where, "/description") {
				t.Errorf("%s %s.%s: %+v", file, tool.Name, p.Name, ev)
			}
		}
	})
	if described < 100 {
		t.Errorf("only %d domains rest on a description", described)
	}
}
