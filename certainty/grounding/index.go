package grounding

import (
	"slices"
	"strings"
)

// lookup is what of a reading's mentions values are looked up by, and what they say of
// the text.
type lookup struct {
	values map[valueKey][]int32 // the mentions that can be read as a value
	byKind []alikes             // mentions by kind
	units  []counted            // mentions of numbers by unit

	clauses  []clause
	clauseOf []int32            // of each token
	inFocus  map[int32]bool     // the words in focus
	senses   map[string][]int32 // places of words by the sense that interfaces give them
	calc     bool               // somebody asks for arithmetic
	others   bool               // somebody else is spoken of, and the tools say which clauses are the user's
}

// valueKey is a way to read a mention.
type valueKey struct {
	kind Kind
	text string
}

// alikes are the mentions of a kind.
type alikes struct {
	kind Kind
	ids  []int32
}

// counted are the mentions of numbers in a unit.
type counted struct {
	unit string
	ids  []int32
}

// note says where the mentions of a reading stand and what status they give its text.
func (b *bound) note(mentions []Mention) {
	b.unsettled()
	b.at3 = make([]span3, len(mentions))
	for k := range mentions {
		b.at3[k] = b.locate(mentions[k].Span)
	}
	b.settled(mentions)
}

// settled gives the text the status of the mentions that stand there.
func (b *bound) settled(mentions []Mention) {
	for k := range mentions {
		m := &mentions[k]
		for i := b.at3[k].from; i < b.at3[k].to && (m.Kind == Date || m.Kind == Time); i++ {
			b.tokens[i].dated = true
		}
		if m.Status == Said && (m.Kind == Boolean || m.Kind == Enumerator) {
			continue // "without breakfast" denies breakfast and says false
		}
		st := stateOf(m.Status)
		for i := b.at3[k].from; i < b.at3[k].to; i++ {
			b.tokens[i].status = st
		}
	}
	b.mentions = mentions
}

// look indexes the mentions by what values are looked up by, when the first value is
// compared or a parameter filled.
func (b *bound) look() { b.looked.Do(b.indexMentions) }

func (b *bound) indexMentions() {
	b.lookup = &lookup{values: make(map[valueKey][]int32, len(b.mentions))}
	for k := range b.mentions {
		m, at := &b.mentions[k], b.at3[k]
		if at.from < at.to {
			n := slices.IndexFunc(b.byKind, func(a alikes) bool { return a.kind == family(m.Kind) })
			if n < 0 {
				n, b.byKind = len(b.byKind), append(b.byKind, alikes{kind: family(m.Kind)})
			}
			b.byKind[n].ids = append(b.byKind[n].ids, int32(k))
			b.list(m, int32(k))
		}
	}
	b.findFocus()
	for i := 0; i < len(b.tokens) && b.classes&(cCalc|cMean) != 0; i++ {
		if b.is(i, cCalc) && b.role(int(b.tokens[i].turn)) == "user" {
			b.calc = true
		}
		if b.is(i, cMean) && b.role(int(b.tokens[i].turn)) != "tool" {
			b.mean(int32(i))
		}
	}
}

// mean notes the senses that interfaces give the phrases at token i.
func (b *bound) mean(i int32) {
	if b.senses == nil {
		b.senses = map[string][]int32{}
	}
	for k := b.markedAt(int(i)); k > 0 && b.marks[k-1].n > 0; k++ {
		if m := &b.marks[k-1]; m.class == cMean {
			b.senses[m.str] = append(b.senses[m.str], i)
		}
	}
	for _, m := range b.phrasesOf(b.tokens[i].word) {
		if m.class == cMean && m.n == 1 && b.langs&(1<<m.lang) != 0 {
			b.senses[m.str] = append(b.senses[m.str], i)
		}
	}
}

// list notes a mention by its unit and its values.
func (b *bound) list(m *Mention, id int32) {
	switch kind := family(m.Kind); kind {
	case Number:
		at := 0
		for at < len(b.units) && b.units[at].unit != m.Unit {
			at++
		}
		if at == len(b.units) {
			b.units = append(b.units, counted{unit: m.Unit})
		}
		b.units[at].ids = append(b.units[at].ids, id)
	case Email, URL:
		b.noteValue(Code, squash(m.Value), id)
		return
	case Date, Time, Code:
	default:
		return
	}
	for v := range strings.SplitSeq(m.Value, "|") {
		b.noteValue(family(m.Kind), v, id)
	}
}

func (b *bound) noteValue(kind Kind, text string, id int32) {
	key := valueKey{kind, text}
	b.values[key] = append(b.values[key], id)
}

// maxValued bounds the mentions of one value that are looked at; the first count.
const maxValued = 32

// valued are the mentions of a kind that can be read as a value.
func (b *bound) valued(kind Kind, text string) []int32 {
	ids := b.values[valueKey{kind, text}]
	return ids[:min(len(ids), maxValued)]
}

// kindNo numbers the kinds in the order of kinds, from 1; 0 is none of them.
func kindNo(k Kind) int { return 1 + slices.Index(kinds, k) }

// kindCount is how many numbers of kinds there are.
const kindCount = 17

// ofKind are the mentions of a kind.
func (b *bound) ofKind(k Kind) []int32 {
	for i := range b.byKind {
		if b.byKind[i].kind == k {
			return b.byKind[i].ids
		}
	}
	return nil
}

// inUnit are the mentions of numbers in a unit.
func (b *bound) inUnit(unit string) []int32 {
	for i := range b.units {
		if b.units[i].unit == unit {
			return b.units[i].ids
		}
	}
	return nil
}
