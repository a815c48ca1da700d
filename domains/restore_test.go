package domains

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// codes is an enumeration of n texts.
func codes(n int) string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf(`"code%02d"`, i)
	}
	return `{"enum":[` + strings.Join(texts, ",") + `]}`
}

// losing are schemas whose domains hold more than their JSON form says.
var losing = []string{
	codes(20), codes(21),
	`{"type":"integer"}`, `{"type":"integer","minimum":3}`, `{"type":["integer","null"]}`,
	`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`, `{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":9}`,
	`{"type":"object","properties":{"x":{"type":"boolean"}},"required":["x"]}`,
	`{"type":"object","properties":{"x":{"type":"boolean"},"y":` + codes(21) + `}}`,
	`{"type":"array","items":{"enum":["a","b"]},"minItems":1,"maxItems":2}`,
	`{"type":"array","items":{"type":"boolean"},"maxItems":2,"uniqueItems":true}`,
	`{"type":"array","prefixItems":[{"type":"boolean"},{"enum":["a"]}],"items":false}`,
	`{"anyOf":[{"type":"boolean"},{"type":"integer","minimum":1,"maximum":3}]}`,
	`{"type":"string","pattern":"^(a|b|ab)$"}`,
	`{"type":"string","enum":["a","b"],"pattern":"^a"}`,
	`{"type":"integer","minimum":0,"description":"At most 5."}`,
	`{"type":"number","maximum":9,"description":"Between 1 and 2."}`,
	`{"anyOf":[{"type":"integer","minimum":1,"maximum":3},{"type":"null"}],"description":"Only 1 or 2."}`,
	`{"type":"string","description":"One of: a, b."}`,
	`{"type":"string","nullable":true,"enum":["a","b","c"]}`,
}

// TestRestore checks that a domain that was written and read holds, and excludes, what the
// annotator's own does, by the tool as it was and by the tool as a shard has it.
func TestRestore(t *testing.T) {
	values := newCheckedUniverse(t).values
	for _, text := range []string{`"code01"`, `"code20"`, `"code99"`, `[true,"a"]`, `["a","b"]`, `{"zz":5}`, `{"x":true,"y":"code20"}`, `{"x":true,"y":"code99"}`} {
		values = append(values, mustParse(t, text))
	}
	schemas := losing
	rng := rand.New(rand.NewSource(8))
	for range sharedtest.Long(6000, 1500) {
		schemas = append(schemas, (&schemaMaker{rng: rng}).schema(2))
	}
	lost, other := 0, 0
	for _, text := range schemas {
		schema := mustParse(t, text)
		defs := schema.Field("$defs")
		if defs.IsNull() {
			defs = jsonvalue.NewObject()
		}
		tool := sharedtest.Need(ParseTool(jsonvalue.ObjectOf("name", "f", "parameters", jsonvalue.ObjectOf(
			"type", "object", "properties", jsonvalue.ObjectOf("q", mustParse(t, codes(3)), "p", schema.Without("$defs")), "$defs", defs))))(t)
		set, _ := SchemaAnnotator{}.Annotate(context.Background(), &tool)
		read := sharedtest.Need(ParseSet(set.Value()))(t)
		written := sharedtest.Need(ParseTool(tool.OpenAI()))(t)
		before, want := read[1].Domain, set[1].Domain
		for name, by := range map[string]*Tool{"as it was": &tool, "written": &written} {
			// Written, a schema that contradicts itself may have another domain of as many values.
			if again, _ := (SchemaAnnotator{}).Annotate(context.Background(), by); !sameForm(&before, &again[1].Domain) {
				other++
				continue
			}
			back := Restore([]Tool{*by}, map[string]Set{"f": read})["f"]
			if got := back.Value().JSON(); got != set.Value().JSON() {
				t.Fatalf("%s (%s)\n is written as %s, not %s", text, name, got, set.Value().JSON())
			}
			differs := false
			for _, v := range values {
				got := back[1].Domain
				if got.Contains(v) != want.Contains(v) || got.Excludes(v) != want.Excludes(v) {
					t.Fatalf("%s (%s)\n Contains(%s) = %v, Excludes %v, the annotator's %v and %v", text, name, v.JSON(), got.Contains(v), got.Excludes(v), want.Contains(v), want.Excludes(v))
				}
				differs = differs || before.Contains(v) != want.Contains(v) || before.Excludes(v) != want.Excludes(v)
			}
			if differs {
				lost++
			}
		}
	}
	if other > len(schemas)/100 {
		t.Errorf("%d of %d schemas have another domain when they are written", other, len(schemas))
	}
	if lost < len(schemas)/4 {
		t.Errorf("JSON loses something of %d of %d domains; the test is too weak", lost, 2*len(schemas))
	}
}

// TestRestoreKeeps checks domains that are not the annotator's.
func TestRestoreKeeps(t *testing.T) {
	tool := sharedtest.Need(ParseTool(mustParse(t, `{"name":"f","parameters":{"type":"object","properties":{
		"n":{"type":"integer"},"e":`+codes(21)+`}}}`)))(t)
	for _, c := range []struct {
		param, domain, value string
		contains, excludes   bool
	}{
		// A person's, without a source: it counts as stated, and as it is.
		{"n", `{"type":"numeric_range"}`, `2.5`, true, false},
		{"e", `{"type":"finite","values":["code01"]}`, `"code02"`, false, true},
		// A model's or a person's: the schema still excludes.
		{"e", `{"type":"finite","values":["code01","code02"],"source":"crm"}`, `"code03"`, false, false},
		{"e", `{"type":"finite","values":["code01","code02"],"source":"crm"}`, `"code99"`, false, true},
		{"n", `{"type":"numeric_range","size":3,"min":1,"max":3,"source":"llm.numeric_range"}`, `2.5`, false, true},
		// A model that knows no more than the schema.
		{"n", `{"type":"numeric_range","source":"schema.type (llm: numeric_range)"}`, `2.5`, false, true},
		{"e", `{"type":"string","source":"crm"}`, `"code99"`, true, true},
	} {
		read := map[string]Set{"f": {{c.param, sharedtest.Need(ParseDomain(mustParse(t, c.domain)))(t)}, {"x", Domain{Type: Custom, Size: Infinite, Source: "crm"}}}, "g": nil}
		text := read["f"].Value().JSON()
		back := Restore([]Tool{tool}, read)
		d, v := back["f"][0].Domain, mustParse(t, c.value)
		if d.Contains(v) != c.contains || d.Excludes(v) != c.excludes {
			t.Errorf("%s: Contains(%s) = %v, Excludes %v", c.domain, c.value, d.Contains(v), d.Excludes(v))
		}
		if len(back) != 2 || len(back["f"]) != 2 || read["f"].Value().JSON() != text {
			t.Errorf("%s: %v of %v", c.domain, back, read)
		}
	}
}
