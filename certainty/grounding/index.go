package grounding

import (
	"slices"
	"strings"
)

// lookup is what of a reading's mentions values are looked up by, and what they say of
// the text.
type lookup struct {
	values     []valued              // the ways to read each mention
	valueSlots []int32               // by the hash of a value 1 + the first of values that has it
	byKind     []int32               // mentions by kind
	kindAt     [kindCount + 1]uint16 // of each kind where it begins in byKind, see kindNo
	units      []counted             // mentions of numbers by unit

	clauses  []clause
	clauseOf []int32            // of each token
	inFocus  map[int32]bool     // the words in focus
	senses   map[string][]int32 // places of words by the sense that interfaces give them
	calc     bool               // somebody asks for arithmetic
	others   bool               // somebody else is spoken of, and the tools say which clauses are the user's
}

// valued is a way to read a mention; next is the next one with the same value, or -1.
type valued struct {
	value   string
	kind    Kind
	mention int32
	next    int32
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
	b.lookup = &lookup{values: make([]valued, 0, len(b.mentions)+len(b.mentions)/4)}
	kinds := make([]int8, len(b.mentions))
	for k := range b.mentions {
		if b.at3[k].from < b.at3[k].to {
			kinds[k] = int8(kindNo(family(b.mentions[k].Kind)))
			b.kindAt[kinds[k]+1]++
		} else {
			kinds[k] = -1
		}
	}
	for n := range kindCount {
		b.kindAt[n+1] += b.kindAt[n]
	}
	b.byKind = make([]int32, b.kindAt[kindCount])
	next := b.kindAt
	for k := range b.mentions {
		if n := kinds[k]; n >= 0 {
			b.byKind[next[n]] = int32(k)
			next[n]++
			b.list(&b.mentions[k], int32(k))
		}
	}
	b.valueSlots = newSlots(len(b.values))
	for n := int32(len(b.values) - 1); n >= 0; n-- {
		v := &b.values[n]
		s := slot(b.valueSlots, hash(v.value), v.value, b.valueOf)
		v.next, *s = *s-1, n+1
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
		b.values = append(b.values, valued{value: squash(m.Value), kind: Code, mention: id})
		return
	case Date, Time, Code:
	default:
		return
	}
	for v := range strings.SplitSeq(m.Value, "|") {
		b.values = append(b.values, valued{value: v, kind: family(m.Kind), mention: id})
	}
}

func (b *bound) valueOf(n int32) string { return b.values[n].value }

// valued are the mentions of a kind that can be read as a value.
func (b *bound) valued(kind Kind, value string) (ids []int32) {
	for n := *slot(b.valueSlots, hash(value), value, b.valueOf) - 1; n >= 0; n = b.values[n].next {
		if v := &b.values[n]; v.kind == kind {
			ids = append(ids, v.mention)
		}
	}
	return ids
}

// kindNo numbers the kinds in the order of kinds, from 1; 0 is none of them.
func kindNo(k Kind) int { return 1 + slices.Index(kinds, k) }

// kindCount is how many numbers of kinds there are.
const kindCount = 17

// ofKind are the mentions of a kind.
func (b *bound) ofKind(k Kind) []int32 {
	n := kindNo(k)
	return b.byKind[b.kindAt[n]:b.kindAt[n+1]]
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
