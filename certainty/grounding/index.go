package grounding

import (
	"slices"
	"strings"
)

// lookup indexes a reading's mentions by value, kind and unit, and holds what they
// imply about the text.
type lookup struct {
	values map[valueKey][]int32 // for each possible value, the mentions that can be read as it
	byKind [Phone + 1][]int32   // mentions by family
	units  []counted            // mentions of numbers by unit

	clauses  []clause
	clauseOf []int32            // for each token, its clause
	revising [Phone + 1][]int32 // those with which the user may take something back
	inFocus  map[int32]bool     // the words that name the thing in focus
	senses   map[string][]int32 // where words occur that interfaces give a fixed meaning, by meaning
	chains   chains
	coins    []int32 // where currencies are named
	calc     bool    // the user asks for a calculation
}

// valueKey is one possible value of a mention.
type valueKey struct {
	kind Kind
	text string
}

// counted lists the numbers that are mentioned with one unit.
type counted struct {
	unit string
	ids  []int32
}

// note records where the mentions of a reading are and the status they give to their
// text.
func (b *bound) note(mentions []Mention) {
	b.unsettled()
	b.at3 = make([]span3, len(mentions))
	for k := range mentions {
		b.at3[k] = b.locate(mentions[k].Span)
	}
	b.settled(mentions)
}

// settled gives the text of each mention the mention's status.
func (b *bound) settled(mentions []Mention) {
	for k := range mentions {
		m := &mentions[k]
		for i := b.at3[k].from; i < b.at3[k].to && (m.Kind == Date || m.Kind == Time); i++ {
			b.tokens[i].dated = true
		}
		if m.Status == Said && (m.Kind == Boolean || m.Kind == Enumerator) {
			continue // "without breakfast" denies breakfast but states the value false
		}
		for i := b.at3[k].from; i < b.at3[k].to; i++ {
			b.tokens[i].status = m.Status
		}
	}
	b.mentions = mentions
}

// look builds the index of the mentions when it is first needed.
func (b *bound) look() { b.looked.Do(b.indexMentions) }

func (b *bound) indexMentions() {
	b.lookup = &lookup{values: make(map[valueKey][]int32, len(b.mentions)), senses: map[string][]int32{}}
	b.findFocus()
	b.chainWords()
	for k, revising := 0, 0; k < len(b.mentions); k++ {
		m, at := &b.mentions[k], b.at3[k]
		if at.from >= at.to {
			continue
		}
		kind := family(m.Kind)
		b.byKind[kind] = append(b.byKind[kind], int32(k))
		b.list(m, int32(k))
		takesBack := func(t token) bool { return t.has&cSorry != 0 }
		if b.clauses[b.clauseOf[at.from]].revised && revising < maxEligible && slices.ContainsFunc(b.tokens[max(0, at.from-maxRevision):at.from], takesBack) {
			b.revising[kind] = append(b.revising[kind], int32(k))
			revising++
		}
	}
	for i := 0; i < len(b.tokens) && b.classes&(cCalc|cMean|cUnit) != 0; i++ {
		b.calc = b.calc || b.is(i, cCalc)
		if m, ok := b.at(i, cUnit); ok && len(b.coins) < maxCoins && currency(m.str()) {
			b.coins = append(b.coins, int32(i))
		}
		if b.is(i, cMean) {
			b.mean(int32(i))
		}
	}
}

// maxCoins bounds the places where currencies are named; the first ones are kept.
const maxCoins = 64

// mean records the fixed meanings that interfaces give the phrases at token i.
func (b *bound) mean(i int32) {
	l := b.listOf(b.tokens[i].word)
	for _, m := range slices.Concat(b.marksAt(int(i)), b.phrases(l)[:l.single]) {
		if m.class == cMean && (m.n > 1 || b.langs&(1<<m.lang) != 0) {
			b.senses[m.str()] = append(b.senses[m.str()], i)
		}
	}
}

// list adds a mention to the indexes by unit and by value.
func (b *bound) list(m *Mention, id int32) {
	switch kind := family(m.Kind); kind {
	case Number:
		at := slices.IndexFunc(b.units, func(c counted) bool { return c.unit == m.Unit })
		if at < 0 {
			at, b.units = len(b.units), append(b.units, counted{unit: m.Unit})
		}
		b.units[at].ids = append(b.units[at].ids, id)
	case Email, URL:
		b.noteValue(Code, squash(m.Value), id)
		return
	case Text:
		if m.Span.End-m.Span.Start != len(m.Value) { // its characters are escaped, so its words are not those of the text
			b.noteValue(Text, m.Value, id)
		}
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

// maxValued bounds how many mentions of one value are looked at; the first ones are.
const maxValued = 32

// valued returns the mentions of a kind that can be read as a value.
func (b *bound) valued(kind Kind, text string) []int32 {
	ids := b.values[valueKey{kind, text}]
	return ids[:min(len(ids), maxValued)]
}

// ofKind returns the mentions of a kind.
func (b *bound) ofKind(k Kind) []int32 { return b.byKind[k] }

// inUnit returns the mentions of numbers with a unit.
func (b *bound) inUnit(unit string) []int32 {
	if at := slices.IndexFunc(b.units, func(c counted) bool { return c.unit == unit }); at >= 0 {
		return b.units[at].ids
	}
	return nil
}
