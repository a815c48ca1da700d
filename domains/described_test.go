package domains

import (
	"bufio"
	"os"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// TestDescribed holds descriptions of many domains, styles and languages, written
// for this test, to the domain that a careful reader takes from them: a closed
// set with its values, the bounds of a range, or nothing closed.
func TestDescribed(t *testing.T) {
	f, err := os.Open("testdata/described.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		l := mustParse(t, lines.Text())
		schema := l.Field("schema")
		d := DomainOf(schema, schema)
		if _, right := agrees(l, d); !right || string(d.Type) != l.Field("type").Str() || d.Type == Finite && len(d.Values) != l.Field("values").Len() ||
			d.Type == NumericRange && (d.Min != nil && !l.Field("min").IsNull()) != (d.Min != nil) || d.Max != nil && l.Field("max").Kind() != jsonvalue.Number {
			t.Errorf("%s\n  got  %s\n  want %s", schema.Field("description").Str(), show(d), l.JSON())
		}
	}
	if n < 100 {
		t.Errorf("read %d descriptions", n)
	}
}
