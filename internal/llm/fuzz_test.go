package llm

import (
	"context"
	"testing"

	"github.com/voi-rl/voi/domains"
)

// For any answer of a model, the kept domain has at least two values that the schema
// admits, and reading the stored form keeps it unchanged.
func FuzzReadDomain(f *testing.F) {
	for _, seed := range []string{`{"type":"finite","size":2,"values":["a","b"]}`, `{"type":"numeric_range","min":-1e9,"max":1e300,"step":0.1}`, `{"type":"estimated_finite","size":1e9,"values":[1,2,3,4,5]}`, `{"type":"boolean","size":2}`, `{"type":"custom"}`} {
		f.Add(seed)
	}
	var tools []*domains.Tool
	for _, text := range []string{textTool, numberTool, anyTool, nullTool, shortTool} {
		tools = append(tools, tool(f, text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := domains.ParseValue(text)
		if err != nil {
			return
		}
		for _, tool := range tools {
			set, _ := domains.SchemaAnnotator{}.Annotate(context.Background(), tool)
			d, kept, err := readDomain(tool, &tool.Params[0], set[0].Domain, v)
			if err != nil {
				continue
			}
			if d.Size != domains.Infinite && d.Size < 2 || d.Size > domains.MaxSize {
				t.Errorf("%s: size %d", text, d.Size)
			}
			if _, err := domains.ParseDomain(d.Value()); err != nil {
				t.Errorf("%s: %v", text, err)
			}
			again, twice, err := readDomain(tool, &tool.Params[0], set[0].Domain, kept)
			if err != nil || again.Value().JSON() != d.Value().JSON() || twice.JSON() != kept.JSON() {
				t.Errorf("%s: kept as %s, read again as %s (%v)", text, kept.JSON(), twice.JSON(), err)
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add(good)
	f.Add("```json\n{}\n```")
	f.Add(`{"parameters":[{"name":"city","type":"string"}]}`)
	tool := tool(f, weather)
	a := (&Model{}).Annotator()
	set, _ := domains.SchemaAnnotator{}.Annotate(context.Background(), tool)
	r := a.request(tool, set, []int{0, 1, 4})
	f.Fuzz(func(t *testing.T, text string) {
		got, faults := r.read(text)
		if len(got.items)+len(got.dropped) != len(r.parts) || (len(faults) == 0) != (len(got.dropped) == 0) {
			t.Errorf("%q: %d kept, %d dropped, faults %q", text, len(got.items), len(got.dropped), faults)
		}
	})
}
