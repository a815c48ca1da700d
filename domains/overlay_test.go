package domains

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

const overlaidTool = `{"name":"book","parameters":{"type":"object","properties":{
 "class":{"enum":["first","second"]},"city":{"type":"string","maxLength":5},"n":{"type":"integer","minimum":1,"maximum":9},
 "said":{"type":"string","description":"One of: a, b."},"free":{"type":"number"}}}}`

func TestOverlay(t *testing.T) {
	tool, err := ParseTool(mustParse(t, overlaidTool))
	if err != nil {
		t.Fatal(err)
	}
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
		// The same in both forms, the domain in the third line.
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
				if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "line 3: ") {
					t.Errorf("%s as %s: %v, want line 3 and %q", c.name, form, err, c.want)
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
		"{\"a\":{\n\"b\":{\"type\":\"odd\"}}}":  "line 2: a.b: type:",
		"{\"tool\":\"a\",\"parameters\":{}}\n{": "line 2: ",
		`{"parameters":{}}`:                     "line 1: names no tool",
		`{"tool":"a","parameters":3}`:           "line 1: parameters: ",
	} {
		if _, err := ParseOverlay(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestObserve(t *testing.T) {
	const text = `{"type":"string"}`
	for _, c := range []struct{ name, param, schema, results, want string }{
		{"under its name", "order_id", text, `[{"order_id":"W1"},{"orders":[{"orderId":"W2"}]},{"order_id":"W1"}]`, `["W1","W2"]`},
		{"a list of them", "order_id", text, `[{"user":"u","orders":["W1","W2"]}]`, `["W1","W2"]`},
		{"their ids", "orderId", text, `[{"orders":[{"id":"W1","item":{"id":"i"}},{"id":"W2"}]},{"order":{"id":"W3"}}]`, `["W1","W2","W3"]`},
		{"a map of them", "order_id", text, `[{"orders":{"W1":{"total":3},"W2":{}}}]`, `["W1","W2"]`},
		{"in a string", "order_id", text, `["{\"order_ids\":[\"W1\"]}","no order_id here: W9"]`, `["W1"]`},
		{"numbers, as the schema has them", "ticket_id", `{"type":"integer"}`, `[{"tickets":[{"id":7},{"id":"8"},{"id":"x"}]}]`, `[7,8]`},
		{"what the pattern refuses", "order_id", `{"type":"string","pattern":"^W[0-9]+$"}`, `[{"order_id":"W1"},{"order_id":"unknown"}]`, `["W1"]`},
		{"an id of anything", "id", text, `[{"orders":[{"id":"a"}]},{"id":"b"}]`, `["a","b"]`},
		{"files", "file_name", text, `[{"files":["a.txt",{"name":"x"}]},{"file_name":"b.txt"}]`, `["a.txt","b.txt"]`},
		{"other things", "order_id", text, `[{"users":[{"id":"u1"}]},{"id":"x"},{"order":"not an id"}]`, ``},
		{"nothing", "order_id", text, `[]`, ``},
		{"a parameter that is not of data", "city", text, `[{"city":"Porto"}]`, ``},
		{"an enumeration", "order_id", `{"enum":["W1","W2"]}`, `[{"order_id":"W1"}]`, ``},
		{"a list", "order_ids", `{"type":"array","items":{"type":"string"}}`, `[{"order_ids":["W1"]}]`, ``},
	} {
		tool, err := ParseTool(mustParse(t, fmt.Sprintf(`{"name":"f","parameters":{"type":"object","properties":{%q:%s}}}`, c.param, c.schema)))
		if err != nil {
			t.Fatal(err)
		}
		set, _ := SchemaAnnotator{}.Annotate(context.Background(), &tool)
		before := set[0].Domain
		d, ok := Observe(&tool.Params[0], before, mustParse(t, c.results).Items(), ObserveOptions{})
		if ok != (c.want != "") {
			t.Errorf("%s: narrowed=%v: %s", c.name, ok, d.Value().JSON())
			continue
		}
		if !ok {
			if d.Value().JSON() != before.Value().JSON() {
				t.Errorf("%s: changed to %s", c.name, d.Value().JSON())
			}
			continue
		}
		if got := jsonvalue.NewArray(d.Values...).JSON(); got != c.want || d.Type != Finite || !d.DataDependent || d.Stated() {
			t.Errorf("%s: %s, want %s", c.name, d.Value().JSON(), c.want)
		}
	}
}

// TestObserveBounds: what is known in part is no set.
func TestObserveBounds(t *testing.T) {
	tool, _ := ParseTool(mustParse(t, `{"name":"f","parameters":{"type":"object","properties":{"order_id":{"type":"string"}}}}`))
	set, _ := SchemaAnnotator{}.Annotate(context.Background(), &tool)
	ids := make([]Value, 30)
	for i := range ids {
		ids[i] = jsonvalue.NewString(fmt.Sprint("W", i))
	}
	results := []Value{jsonvalue.NewObject(jsonvalue.Member{Key: "order_ids", Value: jsonvalue.NewArray(ids...)})}
	for _, c := range []struct {
		opt  ObserveOptions
		size int64
	}{{ObserveOptions{}, 30}, {ObserveOptions{MaxValues: 30, MaxNodes: 32}, 30}, {ObserveOptions{MaxValues: 29}, Infinite}, {ObserveOptions{MaxNodes: 31}, Infinite}} {
		d, ok := Observe(&tool.Params[0], set[0].Domain, results, c.opt)
		if d.Size != c.size || ok != (c.size != Infinite) {
			t.Errorf("%+v: %d", c.opt, d.Size)
		}
	}
}
