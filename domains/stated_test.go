package domains

import "testing"

// TestDescriptionsNeverSwitchOffTheSchema adds descriptions to schemas with
// bounds, sets and lengths. Only the schema may exclude a value (F3), and each
// bound must name its origin.
func TestDescriptionsNeverSwitchOffTheSchema(t *testing.T) {
	for _, c := range []struct {
		schema, out, in string // a value that the schema excludes, and one that only the description excludes
		origins         string
	}{
		{`{"type":"integer","minimum":128,"maximum":10240,"description":"Any multiple of 1 MB."}`, `999999`, `200`, `"min_source":"schema.bounds","max_source":"schema.bounds"`},
		{`{"type":"integer","minimum":128,"maximum":10240,"description":"Any multiple of 64."}`, `999999`, `200`, `"min_source":"schema.bounds","max_source":"schema.bounds"`},
		{`{"type":"integer","minimum":0,"description":"At most 50."}`, `-1`, `51`, `"min_source":"schema.bounds"`},
		{`{"type":"number","maximum":9,"description":"Between 1 and 20."}`, `10`, `0`, `"max_source":"schema.bounds"`},
		{`{"type":"integer"}`, `"soon"`, `-7`, ``},
		{`{"type":"number"}`, `[1]`, `2.5`, ``},
		{`{"type":["integer","null"]}`, `2.5`, `null`, ``},
		{`{"type":"object","properties":{"n":{"type":"integer","minimum":1,"maximum":3},"m":{"type":"integer","minimum":0,"maximum":9,"description":"A multiple of 3."}},"required":["n","m"]}`, `{"n":9,"m":3}`, `{"n":2,"m":4}`, ``},
		{`{"anyOf":[{"type":"integer","minimum":1,"maximum":3},{"type":"null"}],"description":"Only 1 or 2."}`, `9`, `3`, ``},
	} {
		schema := mustParse(t, c.schema)
		for _, d := range []Domain{DomainOf(schema, schema), (Domain{Type: NumericRange, Size: 2, Source: "llm"}).On(DomainOf(schema, schema))} {
			if !d.Excludes(mustParse(t, c.out)) {
				t.Errorf("%s: %s (%s) excludes %s no more", c.schema, show(d), d.Source, c.out)
			}
			if d.Excludes(mustParse(t, c.in)) {
				t.Errorf("%s: %s excludes %s, which only its description does", c.schema, show(d), c.in)
			}
		}
		d := DomainOf(schema, schema)
		if text := d.Value().JSON(); c.origins != "" && text[len(text)-len(c.origins)-1:] != c.origins+"}" {
			t.Errorf("%s: %s", c.schema, text)
		}
		back, err := ParseDomain(d.Value())
		if err != nil || back.Value().JSON() != d.Value().JSON() {
			t.Errorf("%s is read back as %s, %v", d.Value().JSON(), back.Value().JSON(), err)
		}
	}
}
