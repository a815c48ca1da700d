package oldgrounding

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/domains"
)

// This file is what Slots finds by tables a second time, by plain maps over the
// words of all tools at once.

// plainNaming is a word that names a parameter.
type plainNaming struct {
	aspect int
	kind   termKind
	weight float32
}

// plainTerms maps each word to what it names, the last first.
func plainTerms(s *Slots) map[string][]plainNaming {
	out, first := map[string][]plainNaming{}, 0
	for i := range s.tools {
		w := newToolWords(textOf(&s.tools[i], s.sets[s.tools[i].Name]), maxAspects-first)
		for _, e := range w.terms.list {
			var list []plainNaming
			for at := e.value; at >= 0; at = w.refs[at].next {
				list = append(list, plainNaming{first + int(w.refs[at].param), w.refs[at].kind, w.refs[at].weight})
			}
			out[e.word] = append(list, out[e.word]...)
		}
		first += len(w.params)
	}
	return out
}

// plainKnown maps each word that the tools say, and with ^ before it each word
// that they give as an example, to the places of the tools that do.
func plainKnown(s *Slots) map[string][]int {
	out, left, first := map[string][]int{}, maxKnown, 0
	for at := range s.tools {
		t := &s.tools[at]
		note := func(w string) {
			if list := out[w]; len(list) == 0 || list[len(list)-1] != at {
				out[w] = append(list, at)
			}
		}
		word := func(w string) {
			note(stem(w))
			note(strings.TrimSuffix(w, "s"))
		}
		add := func(text string, prose bool) {
			for _, tok := range tokenize(text, 0, min(left, MaxValueTokens)) {
				if left--; prose && (tok.capital && !tok.sentence || tok.start > 0 && text[tok.start-1] == '\'') {
					note("^" + tok.norm)
					continue
				}
				word(tok.norm)
			}
		}
		for _, w := range split(t.Name) {
			word(w)
		}
		add(t.Description, true)
		for k := range t.Params {
			for _, w := range split(t.Params[k].Name) {
				word(w)
			}
			add(t.Params[k].Description, true)
		}
		for k := 0; k < len(t.Params) && first < maxAspects; k, first = k+1, first+1 {
			if a := s.aspect(first); a.closed() {
				for _, v := range a.domain.Values {
					add(v.Str(), false)
				}
			}
		}
	}
	return out
}

// checkSlots holds what is found for each word of a question to the plain maps.
func checkSlots(t *testing.T, s *Slots, question string) {
	t.Helper()
	terms, known, q := plainTerms(s), plainKnown(s), &asked{}
	s.read(q, question)
	for i := range q.tokens {
		norm := q.tokens[i].norm
		for _, w := range []string{norm, stem(norm), "@place", "@count"} {
			q.hits = nil
			q.add(i, w, hashOf(w))
			var got []plainNaming
			for _, h := range q.hits {
				got = append(got, plainNaming{int(h.aspect), h.kind, h.weight})
			}
			want := terms[w]
			if len(got) < maxHits && !slices.Equal(got, want) {
				t.Fatalf("%q names %+v, plainly %+v", w, got, want)
			}
		}
		want, form := known[stem(norm)], stem(norm)
		if len(want) == 0 {
			want, form = known[norm], norm
		}
		got, hash, ok := q.speaks(i)
		if ok != (len(want) > 0) || ok && got != form {
			t.Fatalf("%q is said as %q: %v; plainly as %q by %v", norm, got, ok, form, want)
		}
		for at, k := range q.known() {
			if ok && k.says(got, hash, saysPlainly) != slices.Contains(want, at) {
				t.Fatalf("%q is said by tool %d: %v; plainly by %v", norm, at, k.says(got, hash, saysPlainly), want)
			}
		}
		if q.schemaSays(i) != (ok || len(known["^"+norm]) > 0) {
			t.Fatalf("%q is an example: %v", norm, known["^"+norm])
		}
	}
}

func TestSlotsAsPlainMapsFindThem(t *testing.T) {
	rows := askRows(t)
	for i := range rows {
		checkSlots(t, rows[i].slots, rows[i].question)
		checkSlots(t, rows[i].slots, rows[(i+1)%len(rows)].question+" "+rows[i].user)
	}
	// More words, and more parameters, than are read.
	var many []domains.Tool
	for i := range 60 {
		tool := domains.Tool{Name: fmt.Sprint("tool", i), Description: strings.Repeat(fmt.Sprintf("It finds word%d. ", i), 60)}
		for k := range 80 {
			tool.Params = append(tool.Params, domains.Param{Name: fmt.Sprintf("name%d_%d", i, k), Description: fmt.Sprintf("The thing%d of it", i)})
		}
		many = append(many, tool)
	}
	s := NewSlots(many, nil)
	if s.first[60] != maxAspects {
		t.Errorf("%d parameters can be asked for, want %d", s.first[60], maxAspects)
	}
	checkSlots(t, s, "Which name50_3 and thing3, thing40, word3, word59 or name59_79 do you mean?")
}

// The words of a tool are kept by all that decides them, and by nothing of a
// sample.
func TestToolsAreKept(t *testing.T) {
	var c toolCache
	parsed := func(text string) (*domains.Tool, domains.Set) {
		tool, set := toolOf(t, text)
		return tool, set
	}
	const base = `{"city":{"type":"string","description":"The city."},"class":{"enum":["first","second"]},"to":{"type":"object","properties":{"street":{"type":"string"}}}}`
	tool, set := parsed(base)
	kept := c.words(tool, set)
	again, setAgain := parsed(base)
	if c.words(again, setAgain) != kept {
		t.Error("a tool of the same text has words of its own")
	}
	for _, other := range []string{
		strings.Replace(base, "city.", "town.", 1), strings.Replace(base, `"second"`, `"third"`, 1), strings.Replace(base, `"class"`, `"klass"`, 1),
		strings.Replace(base, "street", "road", 1), strings.Replace(base, `,"second"`, "", 1), `{"city":{"type":"string","description":"The city."}}`,
	} {
		tool, set := parsed(other)
		got, want := c.words(tool, set), newToolWords(textOf(tool, set), maxAspects)
		if got == kept {
			t.Errorf("%s has the words of %s", other, base)
		}
		if diff := cmp.Diff(want.text, got.text, cmp.AllowUnexported(toolText{}, paramText{}, valueText{})); diff != "" {
			t.Errorf("%s is kept otherwise:\n%s", other, diff)
		}
	}
	if w := c.words(tool, nil); w == kept || len(w.choices.list) != 0 {
		t.Error("a tool without domains has the choices of one with them")
	}
	for i := range 4 * maxKeptText / 1000 {
		c.words(&domains.Tool{Name: fmt.Sprint("f", i), Description: strings.Repeat("x", 1000)}, nil)
	}
	text := 0
	for _, half := range []map[uint64]*toolWords{c.young, c.old} {
		for _, w := range half {
			text += w.text.bytes
		}
	}
	if text > 2*maxKeptText || text < maxKeptText/2 {
		t.Errorf("%d bytes of text are kept, want at most %d", text, 2*maxKeptText)
	}
}

// Tools are looked up, kept and let go by many at once.
func TestToolsAreKeptConcurrently(t *testing.T) {
	var c toolCache
	var group sync.WaitGroup
	for seed := range uint64(4) {
		group.Go(func() {
			rng := rand.New(rand.NewPCG(seed, 1))
			for range 2000 {
				n := rng.IntN(300)
				tool := domains.Tool{Name: fmt.Sprint("f", n), Description: strings.Repeat("x", 8000)}
				if w := c.words(&tool, nil); w.text.name != tool.Name || w.allKnown().count != 1 {
					t.Errorf("the words of %s are those of %s", tool.Name, w.text.name)
				}
			}
		})
	}
	group.Wait()
}

// What the words of a tool take in memory is some small multiple of its text.
func TestMemoryOfToolWords(t *testing.T) {
	var before, after runtime.MemStats
	tools, sets := []domains.Tool{}, []domains.Set{}
	for _, r := range askRows(t) {
		for i := range r.tools {
			set, err := domains.SchemaAnnotator{}.Annotate(context.Background(), &r.tools[i])
			if err != nil {
				t.Fatal(err)
			}
			tools, sets = append(tools, r.tools[i]), append(sets, set)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&before)
	kept, text := make([]*toolWords, len(tools)), 0
	for i := range tools {
		x := textOf(&tools[i], sets[i])
		kept[i] = newToolWords(x.clone(), maxAspects)
		kept[i].allKnown()
		text += x.bytes + toolOverhead
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	share := float64(after.HeapAlloc-before.HeapAlloc) / float64(text)
	t.Logf("%d tools of %d bytes take %.1f times that", len(kept), text, share)
	if share > 12 {
		t.Errorf("the words of tools take %.1f times their text, want at most 12", share)
	}
	runtime.KeepAlive(kept)
}

func TestWordTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	table, plain := newWordTable(1), map[string]int32{}
	word := func() string {
		return strings.Repeat(string(rune('a'+rng.IntN(26))), rng.IntN(20)) + fmt.Sprint(rng.IntN(500))
	}
	for i := range int32(20000) {
		w := word()
		if rng.IntN(2) == 0 {
			*table.put(w, hashOf(w)), plain[w] = i, i
		}
		w = word()
		want, ok := plain[w]
		if got := table.get(w, hashOf(w)); ok && got != want || !ok && got != nothing {
			t.Fatalf("%q is %d, want %d (%v)", w, got, want, ok)
		}
	}
	var none wordTable
	if none.get("a", hashOf("a")) != nothing {
		t.Error("an empty table has a word")
	}
	if *none.put("a", hashOf("a")) != nothing || none.get("a", hashOf("a")) != nothing {
		t.Error("a new word has a value")
	}
}
