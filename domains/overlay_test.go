package domains

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

const overlaidTool = `{"name":"book","parameters":{"type":"object","properties":{
 "class":{"enum":["first","second"]},"city":{"type":"string","maxLength":5},"n":{"type":"integer","minimum":1,"maximum":9},
 "said":{"type":"string","description":"One of: a, b."},"free":{"type":"number"}}}}`

func TestOverlay(t *testing.T) {
	tool := sharedtest.Need(ParseTool(mustParse(t, overlaidTool)))(t)
	set, _ := SchemaAnnotator{}.Annotate(context.Background(), &tool)
	for _, c := range []struct{ name, param, domain, want string }{
		{"a set for free text", "city", `{"type":"finite","values":["Porto","Faro"],"source":"crm"}`, ""},
		{"a subset", "class", `{"type":"finite","values":["first"],"source":"crm"}`, ""},
		{"a narrower range", "n", `{"type":"numeric_range","size":3,"min":2,"max":4,"source":"crm"}`, ""},
		{"more than a description says", "said", `{"type":"finite","values":["a","b","c"],"source":"crm"}`, ""},
		{"an estimate", "city", `{"type":"estimated_finite","size":300,"values":["Porto","Faro","Braga","Evora","Beja"],"source":"model"}`, ""},
		{"a value outside", "class", `{"type":"finite","values":["first","third"]}`, `book.class: the schema does not admit the value "third"`},
		{"a value too long", "city", `{"type":"finite","values":["Lisboa"]}`, `does not admit the value "Lisboa"`},
		{"a value of another type", "free", `{"type":"finite","values":["much"]}`, `does not admit the value "much"`},
		{"a bound below", "n", `{"type":"numeric_range","size":5,"min":0,"max":4}`, "its least value 0 lies beyond the schema's, 1"},
		{"a bound above", "n", `{"type":"numeric_range","size":5,"min":6,"max":10}`, "its greatest value 10 lies beyond the schema's, 9"},
		{"a larger set", "class", `{"type":"string"}`, "its size is infinite, and the schema admits 2 values"},
		{"no such parameter", "date", `{"type":"string"}`, `the tool "book" has no parameter "date"`},
	} {
		// The same in both forms.
		for form, text := range map[string]string{
			"object": fmt.Sprintf("{\"other\":{},\n\"book\":{\n%q:%s}}", c.param, c.domain),
			"lines":  fmt.Sprintf("\n{\"tool\":\"other\",\"parameters\":{}}\n{\"tool\":\"book\",\"parameters\":{%q:%s}}\n", c.param, c.domain),
		} {
			overlay, err := ParseOverlay(text)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			got, err := overlay.Apply(&tool, set)
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s as %s: %v, want %q", c.name, form, err, c.want)
				}
				continue
			}
			want, _ := ParseDomain(mustParse(t, c.domain))
			if d, _ := got.Get(c.param); err != nil || d.Value().JSON() != want.Value().JSON() || len(got) != len(set) {
				t.Errorf("%s as %s: %v %s", c.name, form, err, d.Value().JSON())
			}
		}
	}
	if got, err := (*Overlay)(nil).Apply(&tool, set); err != nil || len(got) != len(set) {
		t.Errorf("without an overlay: %v", err)
	}
}

func TestOverlayErrors(t *testing.T) {
	for text, want := range map[string]string{
		"[]":                                    "the domains are an array",
		`{"a":7}`:                               "a: the domains of a tool are a number",
		"{\"a\":{\n\"b\":{\"type\":\"odd\"}}}":  "a.b: type:",
		"{\"tool\":\"a\",\"parameters\":{}}\n{": "line 2: ",
		`{"parameters":{}}`:                     "line 1: names no tool",
		`{"tool":"a","parameters":3}`:           "line 1: parameters: ",
	} {
		if _, err := ParseOverlay(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
