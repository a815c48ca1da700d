package domains

import (
	"bufio"
	"os"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestVectors checks F1 against the vectors of the specification.
func TestVectors(t *testing.T) {
	f := sharedtest.Need(os.Open(sharedtest.Shared(t, "vectors", "domains.jsonl")))(t)
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		v := mustParse(t, lines.Text())
		schema := v.Field("schema")
		d := DomainOf(schema, schema)
		if got, want := d.Value().Field("size").JSON(), v.Field("size").JSON(); string(d.Type) != v.Field("type").Str() || got != want {
			t.Errorf("%s\n  got  %s %s (%s)\n  want %s %s", schema.JSON(), d.Type, got, d.Source, v.Field("type").Str(), want)
		}
	}
	if n < 53 {
		t.Errorf("read %d vectors, want 53", n)
	}
}

func mustParse(t testing.TB, text string) Value {
	t.Helper()
	v, err := ParseValue(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}
