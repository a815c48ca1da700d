package synthetic

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestGrammar checks that the data suffice for the program: a phrase for each parameter, a
// value for each place, and enough wrong values.
func TestGrammar(t *testing.T) {
	g := load()
	for _, f := range g.fields {
		if len(f.Chat) == 0 {
			t.Error("a field has no questions that need no tool")
		}
		for _, tool := range f.Tools {
			for _, want := range tool.Want {
				if strings.Count(want, " {...}") != 1 {
					t.Errorf("%s: the request %q has no place for what is told", tool.Name, want)
				}
			}
			for _, p := range tool.Parameters {
				_, isKind := kinds[p.value.Kind]
				if !isKind && len(g.pools[p.value.Kind]) < 12 {
					t.Errorf("%s.%s: %q is no kind, and no pool of twelve words", tool.Name, p.key, p.value.Kind)
				}
				if len(tool.Tell[p.key]) == 0 || len(tool.Ask[p.key]) == 0 {
					t.Errorf("%s.%s: no phrase tells it, or none asks for it", tool.Name, p.key)
				}
				if !p.value.Optional && p.value.Kind != "flag" && len(tool.Say[p.key]) < 4 {
					t.Errorf("%s.%s: less than four sentences tell it", tool.Name, p.key)
				}
				switch p.value.Kind {
				case "count", "money", "duration":
					if (p.value.To-p.value.From)/max(p.value.Step, 1) < 3 {
						t.Errorf("%s.%s: fewer than four values", tool.Name, p.key)
					}
				case "choice":
					if len(p.value.Values) < 2 {
						t.Errorf("%s.%s: fewer than two choices", tool.Name, p.key)
					}
				case "flag":
					if len(p.value.True) == 0 || len(p.value.False) == 0 {
						t.Errorf("%s.%s: no words for true, or none for false", tool.Name, p.key)
					}
				}
			}
			for _, s := range tool.Other {
				for _, groups := range place.FindAllStringSubmatch(s, -1) {
					own := slices.ContainsFunc(tool.Parameters, func(p entry[parameter]) bool { return p.key == groups[1] })
					if !own && len(g.pools[groups[1]]) == 0 {
						t.Errorf("%s: %q names neither a parameter nor a pool in %q", tool.Name, groups[1], s)
					}
				}
			}
			if look := tool.Lookup; look != nil && (len(g.pools[look.Of]) == 0 || !slices.ContainsFunc(tool.Parameters, func(p entry[parameter]) bool { return p.key == look.Parameter })) {
				t.Errorf("%s: it looks up %s by %s", tool.Name, look.Parameter, look.Of)
			}
		}
	}
}

// TestRows reads rows whole and in pieces, twice.
func TestRows(t *testing.T) {
	for _, set := range Sets {
		whole, err := io.ReadAll(Rows(set, 3, 50))
		if err != nil || bytes.Count(whole, []byte("\n")) != 50 {
			t.Fatalf("%s: %d rows, %v", set, bytes.Count(whole, []byte("\n")), err)
		}
		if pieces, _ := io.ReadAll(iotest.OneByteReader(Rows(set, 3, 50))); !bytes.Equal(whole, pieces) {
			t.Errorf("%s: read byte by byte it differs", set)
		}
		if other, _ := io.ReadAll(Rows(set, 4, 50)); bytes.Equal(whole, other) {
			t.Errorf("%s: another seed gives the same rows", set)
		}
	}
}

var wide = regexp.MustCompile(`  |,,|\{|\}| \.|\.\.|\?\.| ,`)

// TestState compares each row with its hidden state by search: no missing value is in the
// text, and no sentence is broken.
func TestState(t *testing.T) {
	questions := map[string]int{}
	for _, set := range Sets {
		for i := range 400 {
			row := Row(set, 7, i)
			hidden := row.Field("hidden")
			var said []string
			for _, m := range row.Field("messages").Items() {
				if m.Field("role").Str() != "tool" {
					said = append(said, m.Field("content").Str())
				}
			}
			text := strings.Join(said, "\n")
			if broken := wide.FindString(text); broken != "" {
				t.Errorf("%s %d: %q in %q", set, i, broken, text)
			}
			open := 0
			for _, m := range hidden.Field("parameters").Members() {
				f := &fact{told: m.Value.Field("told").Str(), value: m.Value.Field("value"), wrong: m.Value.Field("wrong").Items()}
				if f.missing() {
					open++
					if f.value.Kind() == jsonvalue.String && len(f.value.Str()) > 4 && strings.Contains(text, f.value.Str()) {
						t.Errorf("%s %d: %s is missing, and stands in %q", set, i, m.Key, text)
					}
				}
				if slices.ContainsFunc(f.wrong, func(w domains.Value) bool { return jsonvalue.Equal(w, f.value) }) {
					t.Errorf("%s %d: %s has its own value among the wrong ones", set, i, m.Key)
				}
			}
			ref := row.Field("reference")
			if asks := ref.Field("action").Str() == "ASK"; asks != (open > 0) {
				t.Errorf("%s %d: %d parameters are missing, and the action is %s", set, i, open, ref.Field("action").Str())
			}
			questions[ref.Field("action").Str()]++
			offered := strings.Contains(row.Field("tools").JSON(), `"name":`+hidden.Field("tool").JSON())
			if fits := ref.Field("action").Str() == "TOOLCALL" || ref.Field("action").Str() == "ASK"; fits != offered {
				t.Errorf("%s %d: the wanted tool is offered: %v", set, i, offered)
			}
		}
	}
	for action, n := range questions {
		if n < 200 {
			t.Errorf("%d rows of %s", n, action)
		}
	}
}

// TestListed checks that a question between listed values has exactly these as candidates,
// and none that a sentence says to be another one's.
func TestListed(t *testing.T) {
	for i := range 3000 {
		row := Row(Train, 7, i)
		for _, m := range row.Field("hidden").Field("parameters").Members() {
			if m.Value.Field("told").Str() != listed {
				continue
			}
			var candidates, codes []string
			for _, c := range row.Field("candidates").Items() {
				candidates = append(candidates, c.Field("arguments").Field(m.Key).JSON())
			}
			for _, said := range row.Field("messages").Items() {
				if said.Field("role").Str() == "tool" {
					for _, listed := range sharedtest.Need(domains.ParseValue(said.Field("content").Str()))(t).Items() {
						codes = append(codes, listed.Field(m.Key).JSON())
					}
				}
			}
			if slices.Sort(codes); !slices.Equal(candidates, codes) {
				t.Errorf("%d: the candidates are %v, listed are %v", i, candidates, codes)
			}
		}
	}
}

// TestHeldOut checks that training shows nothing that is held out.
func TestHeldOut(t *testing.T) {
	g := load()
	var words []string
	for _, pool := range g.pools {
		words = append(words, pool[len(pool)*3/4:]...)
	}
	for _, set := range []Set{Train, Validation, Templates, Tools} {
		for i := range 400 {
			text := Row(set, 1, i).Field("messages").JSON()
			for _, w := range words {
				if strings.Contains(text, `"`+w+`"`) || strings.Contains(text, " "+w+" ") && len(w) > 5 {
					t.Errorf("%s %d: the word %q is held out, in %s", set, i, w, text)
				}
			}
		}
	}
	for i := range 400 {
		tools := Row(Train, 1, i).Field("tools").JSON()
		for _, f := range g.fields {
			for _, tool := range f.Tools {
				if f.HeldOut && strings.Contains(tools, `"name":"`+tool.Name+`"`) {
					t.Errorf("%d: the tool %s is held out", i, tool.Name)
				}
			}
		}
	}
}
