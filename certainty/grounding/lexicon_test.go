package grounding

import (
	"math/bits"
	"slices"
	"strings"
	"testing"
)

// boundText indexes a text that may be in any language.
func boundText(text string) *bound {
	x := new(scratch)
	b := index(&Input{Turns: []Turn{{Role: "user", Text: text}}}, x)
	b.langs = ^uint32(0)
	b.lookUp(x)
	return b
}

// TestEveryEntryIsRead checks that every lexicon entry is found in a text and that its value is
// valid for its class: a month from 1 to 12, a known unit, a day of the year.
func TestEveryEntryIsRead(t *testing.T) {
	lx := lexicons()
	seen := map[string]bool{}
	each := func(e phrase) {
		name := lx.langs[e.lang] + ": " + classNames[bits.TrailingZeros64(uint64(e.class))] + " " + e.words() + " = " + e.str()
		if seen[name] {
			t.Errorf("%s: stands twice", name)
		}
		seen[name] = true
		join := " "
		if b := tokenize(nil, e.first(), 0, 2); len(b) == 1 && !b[0].solid {
			join = ""
		}
		text := strings.ReplaceAll(e.words(), " ", join)
		b := boundText("7 " + text)
		is := func(m phrase) bool { return m == e }
		found := slices.ContainsFunc(b.marks, is)
		for id := range b.lexed {
			found = found || e.n == 1 && slices.ContainsFunc(b.phrases(b.listOf(int32(id))), is)
		}
		if !found {
			t.Errorf("%s: is not found in %q", name, text)
			return
		}
		switch e.class {
		case cNum, cOrd:
			if e.val < 0 || e.str() == "" {
				t.Errorf("%s: a number has a value", name)
			}
		case cMonth:
			if e.val < 1 || e.val > 12 {
				t.Errorf("%s: a month is 1 to 12", name)
			}
		case cDay:
			if e.val < 1 || e.val > 7 {
				t.Errorf("%s: a day of the week is 1 to 7", name)
			}
		case cUnit:
			if unitTable[e.str()].dim == "" {
				t.Errorf("%s: no such unit", name)
			}
		case cHoliday:
			if d := (day{m: atoi(e.str()[:2]), d: atoi(e.str()[3:])}); !d.valid() {
				t.Errorf("%s: no day of the year", name)
			}
		case cLeast, cMost:
			if tells["field_"+e.str()] == nil {
				t.Errorf("%s: no fields go by that name", name)
			}
		case cRel, cPlus, cPast, cBefore, cLapse, cDays, cMean, cDot, cLetter, cClock, cSpan, cSwap, cEdge:
			if e.str() == "" {
				t.Errorf("%s: has no value", name)
			}
		}
	}
	for _, e := range lx.phrases {
		each(e)
	}
	if len(seen) < 3000 {
		t.Errorf("%d entries are read", len(seen))
	}
}

// TestWordsOfNamesAreFolded checks that the words of people's names and of those who are counted are written as they
// are compared.
func TestWordsOfNamesAreFolded(t *testing.T) {
	for _, class := range []string{"name_first", "name_last", "name_alone", "particle", "named", "bare", "people", "un"} {
		if len(tells[class]) == 0 {
			t.Errorf("%s: no words", class)
		}
		for _, w := range tells[class] {
			if s := split(w); len(s) != 1 || s[0] != w {
				t.Errorf("%s: %q is compared as %q", class, w, s)
			}
		}
	}
}
