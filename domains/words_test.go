package domains

import (
	"fmt"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// wordUses has a description for each class, with %s for an entry of the class,
// and the domain that must follow.
var wordUses = map[string]struct{ typ, text, want string }{
	"oneof":       {"string", "%s: alfa1, beta2", `finite 2 ["alfa1","beta2"]`},
	"oneofafter":  {"string", "'Alfa', 'Beta' %s", `finite 2 ["Alfa","Beta"]`},
	"closing":     {"string", "%s: Alfa1, Beta2", `finite 2 ["Alfa1","Beta2"]`},
	"values":      {"string", "%s: Alfa1, Beta2", `finite 2 ["Alfa1","Beta2"]`},
	"choice":      {"string", "%s (Alfa1, Beta2)", `finite 2 ["Alfa1","Beta2"]`},
	"takes":       {"string", "%s 'Alfa', 'Beta' xx", `finite 2 ["Alfa","Beta"]`},
	"partial":     {"string", "%s: 'Alfa', 'Beta'", "string infinite"},
	"habit":       {"integer", "%s 1-5", "numeric_range infinite"},
	"example":     {"string", "%s 'Alfa'", `string infinite ["Alfa"]`},
	"like":        {"string", "%s 'Alfa'", `string infinite ["Alfa"]`},
	"more":        {"string", "'Alfa', 'Beta', %s", "string infinite"},
	"to":          {"integer", "[1 %s 9]", "numeric_range 9 min=1 max=9"},
	"between":     {"integer", "%s 1 & 9", "numeric_range 9 min=1 max=9"},
	"range":       {"integer", "%s 1-9", "numeric_range 9 min=1 max=9"},
	"least":       {"integer", "(%s 3)", "numeric_range infinite min=3"},
	"most":        {"integer", "(%s 3)", "numeric_range infinite max=3"},
	"above":       {"integer", "(%s 3)", "numeric_range infinite min=4"},
	"below":       {"integer", "(%s 3)", "numeric_range infinite max=2"},
	"leastafter":  {"integer", "(3 %s)", "numeric_range infinite min=3"},
	"mostafter":   {"integer", "(3 %s)", "numeric_range infinite max=3"},
	"aboveafter":  {"integer", "(3 %s)", "numeric_range infinite min=4"},
	"belowafter":  {"integer", "(3 %s)", "numeric_range infinite max=2"},
	"multiple":    {"integer", "%s 5", "numeric_range infinite step=5"},
	"even":        {"integer", "%s", "numeric_range infinite step=2"},
	"positive":    {"integer", "%s", "numeric_range infinite min=1"},
	"nonnegative": {"integer", "%s", "numeric_range infinite min=0"},
	"abovezero":   {"integer", "%s", "numeric_range infinite min=1"},
}

// TestWords uses every entry of the word files. It must be found in a text of
// its language, and if its class decides by itself, the domain must follow.
func TestWords(t *testing.T) {
	bits := map[string]class{}
	for i, name := range classNames {
		bits[name] = 1 << i
	}
	files, _ := wordFiles.ReadDir("words")
	if len(files) < 16 {
		t.Fatalf("%d languages", len(files))
	}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".txt")
		text, _ := wordFiles.ReadFile("words/" + f.Name())
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		context := "" // a sentence that shows the language
		for _, line := range lines {
			if entries, ok := strings.CutPrefix(line, "stop: "); ok {
				context = strings.ReplaceAll(entries, " | ", " ") + "! "
			}
		}
		for _, line := range lines {
			head, entries, ok := strings.Cut(line, ": ")
			if !ok && line[0] != '#' {
				t.Errorf("%s: no class in %q", f.Name(), line)
			}
			if line[0] == '#' || head == "stop" || head == "decimal" || head == "letters" {
				continue
			}
			for _, entry := range strings.Split(entries, " | ") {
				word, value, _ := strings.Cut(entry, "=")
				if head == "rivals" || head == "measures" {
					if words().languages[name].rivals[word] == 0 {
						t.Errorf("%s: %s %q is not held", f.Name(), head, word)
					}
					continue
				}
				if bits[head] == 0 {
					t.Fatalf("%s: %q is no class", f.Name(), head)
				}
				before := context
				if strings.HasSuffix(head, "after") {
					before += "3 " // "or more" is a bound behind a number only
				}
				d := describe(before + word)
				last := d.tokens[len(d.tokens)-1]
				if last.class&bits[head] == 0 || value != "" && fmt.Sprint(last.value) != value || last.low != lower(word) && last.class&clsExample == 0 {
					t.Errorf("%s: %s %q is read as %q in %s", f.Name(), head, entry, last.low, d.lang.name)
					continue
				}
				if use, ok := wordUses[head]; ok {
					schema := jsonvalue.NewObject(
						jsonvalue.Member{Key: "type", Value: jsonvalue.NewString(use.typ)},
						jsonvalue.Member{Key: "description", Value: jsonvalue.NewString(context + fmt.Sprintf(use.text, word))},
					)
					if got := show(DomainOf(schema, schema)); !strings.HasPrefix(got, use.want+" (") {
						t.Errorf("%s: %s: %s is %s, want %s", f.Name(), head, fmt.Sprintf(use.text, word), got, use.want)
					}
				}
			}
		}
	}
}
