package domains

import (
	"bufio"
	"context"
	"os"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestLabelledParameters compares the annotator with labels made by hand. The parameters
// were drawn at random from the shared tools: uniformly, by file, and among those whose
// description may hold a set. Each was labelled from its schema and description before
// anything was annotated. The sample "after the rules" was drawn and labelled when the
// rules for descriptions were finished. A label has the type of F1 and, where the schema
// or the description writes them out, the size, the values or the bounds.
func TestLabelledParameters(t *testing.T) {
	type key struct{ file, tool, param string }
	found := map[key]Domain{}
	eachTool(t, func(file string, tool *Tool) {
		set := sharedtest.Need(SchemaAnnotator{}.Annotate(context.Background(), tool))(t)
		for _, pd := range set {
			k := key{file, tool.Name, pd.Name}
			if _, ok := found[k]; !ok {
				found[k] = pd.Domain // the labels are for the first parameter of each name
			}
		}
	})
	f := sharedtest.Need(os.Open("testdata/labels.jsonl"))(t)
	defer f.Close()
	labels, types, sets, setsFound := map[string]int{}, map[string]int{}, 0, 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		l := mustParse(t, lines.Text())
		k := key{l.Field("file").Str(), l.Field("tool").Str(), l.Field("param").Str()}
		d, ok := found[k]
		if !ok {
			t.Errorf("%v: no such parameter", k)
			continue
		}
		sample := l.Field("sample").Str()
		labels[sample]++
		if string(d.Type) == l.Field("type").Str() {
			types[sample]++
		} else {
			t.Logf("%v: %s, labelled %s", k, show(d), l.JSON())
		}
		spelled, right := agrees(l, d)
		if spelled {
			sets++
			if right {
				setsFound++
			} else {
				t.Logf("set not found: %v: %s, labelled %s", k, show(d), l.JSON())
			}
		} else if d.Size != Infinite && d.Type != Boolean && !d.Stated() {
			t.Errorf("set invented: %v: %s", k, show(d))
		}
	}
	for sample, n := range labels {
		t.Logf("%s: type right for %d of %d", sample, types[sample], n)
		if types[sample]*100 < n*95 {
			t.Errorf("%s: type right for %d of %d only", sample, types[sample], n)
		}
	}
	t.Logf("sets and bounds that are written out: %d of %d found", setsFound, sets)
	if setsFound*100 < sets*95 {
		t.Errorf("only %d of the %d sets and bounds that are written out are found", setsFound, sets)
	}
}

// agrees reports whether a label gives a size, values or bounds, and whether the domain
// has the same.
func agrees(label Value, d Domain) (spelled, right bool) {
	right = true
	if size, ok := label.Get("size"); ok && !size.IsNull() {
		n, _ := size.Int()
		spelled, right = true, d.Size == n
	}
	if values := label.Field("values"); values.Len() > 0 {
		spelled = true
		set := newValueSet(d.Values)
		for _, v := range values.Items() {
			right = right && set.has(v)
		}
	}
	for key, bound := range map[string]*Value{"min": d.Min, "max": d.Max} {
		if want, ok := label.Get(key); ok {
			spelled = true
			right = right && bound != nil && jsonvalue.Equal(want, *bound)
		}
	}
	return spelled, right
}
