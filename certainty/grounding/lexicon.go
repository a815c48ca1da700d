package grounding

import (
	"cmp"
	"embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// lexiconFiles hold the function words, numbers, units and calendar words of each
// language, a file a language.
//
//go:embed lexicon
var lexiconFiles embed.FS

// class is what a phrase does in a text. Each class is a bit, so a set of classes fits in
// one word.
type class uint64

// The classes, in the order of classNames. "=" says what the value of a phrase is.
const (
	cStop  class = 1 << iota // a function word, which identifies the language
	cNum                     // a number; =value
	cOne                     // an article that means one before a unit
	cOrd                     // an ordinal; =value
	cHalf                    // a part of a unit or a number; =the part if it is no half
	cPlus                    // "and a half"; =the amount to add
	cUnit                    // a unit; =its name in units.txt
	cMonth                   // =1..12
	cDay                     // a day of the week; =1..7
	cRel                     // a day relative to today; =days
	cSpan                    // day, week, month, quarter, year as a duration; =d, w, m, q, y
	cNext                    // before a week, month or weekday
	cLast
	cThis
	cAgo   // after a duration
	cIn    // before a duration: in 3 days
	cLater // after a duration: from now
	cAM
	cPM
	cClock   // a time of day; =HH:MM
	cHour    // after the number of an hour
	cAt      // before a time of day
	cPast    // before an hour: minutes after it; =minutes
	cBefore  // before an hour: minutes before it; =minutes
	cNot     // denies what follows
	cNotPost // denies what precedes
	cPass    // looks like a negation but is none
	cBut     // ends the scope of a negation
	cOnly
	cSorry  // what follows corrects what precedes
	cDrop   // removes what follows: denies it if it was said before, and otherwise requests it
	cOff    // next to something that is switched off
	cMine   // marks a clause as being about the user and the present
	cTheirs // marks a clause as being about somebody else or another time
	cYes
	cNo
	cOr
	cAnd
	cFrom // what follows is the place or time where something begins
	cTo
	cMin
	cMax
	cFromPost // the same for what precedes
	cToPost
	cMinPost
	cMaxPost
	cAll
	cAny
	cMean  // a word that interfaces give a fixed meaning; =the English word for it
	cLeast // superlatives that select the record with the lowest or highest value; =words of the field
	cMost
	cDot    // a punctuation mark of an address, as a word; =the mark
	cLetter // a word of a spelling alphabet; =the letter
	cLeave  // in a parameter's name: the parameter takes what is denied
	cPeople
	cCalc    // asks for a calculation
	cThen    // introduces a repetition in other words; =then if it means "in that case"
	cLapse   // a duration in one word; =minutes
	cHoliday // =MM-DD
	cDays    // several days of the week; =their numbers
	cHan     // a numeral of Chinese and Japanese; =value
	cSwap    // exchanges one thing for another; =the words between the two
	cFlip    // says that origin and destination are the other way round
	cEdge    // beside a month or another period: its first day (=first) or its last one (=last)
)

var classNames = strings.Fields(`stop num one ord half plus unit month day rel span next last this ago in later am pm clock hour at past before
not notpost pass but only sorry drop off mine theirs yes no or and from to min max frompost topost minpost maxpost all any mean least most dot letter leave people calc then lapse holiday days han swap flip edge`)

// phrase is a phrase of a lexicon. It has no pointers, so that the garbage collector passes over the
// lexicon.
type phrase struct {
	val    float64
	class  class
	at     uint32 // where its words begin in texts, and behind them its value
	second int32  // the number of the second word in the lexicon, or 0 if only its beginning is given
	length uint8  // of its words
	head   uint8  // the length of the first word
	value  uint8  // the length of its value
	star   bool   // the last word is only a beginning
	lang   uint8
	n      uint8 // number of words
	tells  uint8 // how strongly the word alone identifies its language, in fifths of a function word
}

// texts holds the words and values of all phrases, one after the other.
var texts string

// words returns the folded words of a phrase, with spaces between them.
func (e phrase) words() string { return texts[e.at : e.at+uint32(e.length)] }

func (e phrase) first() string { return texts[e.at : e.at+uint32(e.head)] }

// str returns the value of a phrase.
func (e phrase) str() string { return texts[e.at+uint32(e.length):][:e.value] }

// list holds the phrases that begin with a word: those of one word first, then the others by their second word's number.
type list struct {
	seconds  uint64 // the numbers of the others' second words, as bits of their remainder by 64
	from, to int32  // the place of the phrases in their lexicon, or in the text's own phrases
	single   int32  // how many are of one word
	langs    uint32 // the languages of these
	telling  uint32 // those that the word helps to identify
	no       int32  // 1 + the number of the word in the lexicon, or 0
	own      bool
}

// arranged brings phrases, which stand at from, into the order of a list and returns it.
func arranged(phrases []phrase, from int) list {
	l := list{from: int32(from), to: int32(from + len(phrases))}
	slices.SortStableFunc(phrases, func(a, b phrase) int {
		return cmp.Or(cmp.Compare(min(a.n, 2), min(b.n, 2)), cmp.Compare(a.second, b.second))
	})
	for _, e := range phrases {
		switch {
		case e.n == 1:
			l.single, l.langs = l.single+1, l.langs|1<<e.lang
			if e.tells > 0 {
				l.telling |= 1 << e.lang
			}
		case e.second == 0:
			l.seconds = math.MaxUint64
		default:
			l.seconds |= 1 << (e.second & 63)
		}
	}
	return l
}

type lexicon struct {
	lists    []list // for each first and second word of a phrase, and each beginning of a word, the phrases that begin with it
	phrases  []phrase
	slots    []lexSlot // hash table of these words
	starts   triples   // the first bytes of the beginnings
	langs    []string
	meanings map[string]bool // the English words that words of other languages stand for

	// Traits of languages, as sets of them. A file says by a line such as "script:" that its language has one.
	always    uint32 // script: recognised by its script alone
	dotted    uint32 // dotted: writes the day of a month with a full stop, "am 3. 5."
	hoursOrds uint32 // ordinal_hours: counts hours in ordinals
}

// loading is what a lexicon is made from.
type loading struct {
	*lexicon
	lists  [][]phrase
	texts  strings.Builder
	traits map[string]*uint32
}

// lexSlot is an entry of a lexicon's hash table: a word's hash with 1 + the word's number in the
// place of the low bits. All bits of a hash are compared, but for those that give its place.
type lexSlot uint64

const lexBits = 17

func (s lexSlot) number() int32 { return int32(s & (1<<lexBits - 1)) }

// slot returns the entry of a word with hash h, or the free one where it would go.
func (lx *lexicon) slot(h uint64) *lexSlot {
	for at := h; ; at++ {
		if s := &lx.slots[at&(1<<lexBits-1)]; *s == 0 || uint64(*s)>>lexBits == h>>lexBits {
			return s
		}
	}
}

// triples is a set of the first three bytes of words; it may hold more.
type triples [1 << 10]uint64

func (p *triples) at(w []byte) (*uint64, uint64) {
	h := uint32(w[0])<<11 ^ uint32(w[1])<<5 ^ uint32(w[2])
	return &p[h>>6&(1<<10-1)], 1 << (h & 63)
}

func (p *triples) has(w []byte) bool {
	if len(w) < 3 {
		return false
	}
	x, bit := p.at(w)
	return *x&bit != 0
}

// lexicons returns the lexicon of all languages, which is loaded on first use.
var lexicons = sync.OnceValue(func() *lexicon {
	lx := &loading{lexicon: &lexicon{slots: make([]lexSlot, 1<<lexBits), meanings: map[string]bool{}}}
	lx.traits = map[string]*uint32{"script": &lx.always, "dotted": &lx.dotted, "ordinal_hours": &lx.hoursOrds}
	files, err := lexiconFiles.ReadDir("lexicon")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), ".lex")
		if !ok {
			continue
		}
		text, err := lexiconFiles.ReadFile("lexicon/" + f.Name())
		if err == nil {
			err = lx.add(name, string(text))
		}
		if err != nil {
			panic(fmt.Errorf("lexicon/%s: %w", f.Name(), err)) // the file is part of the program
		}
	}
	texts = lx.texts.String()
	for n, phrases := range lx.lists {
		l := arranged(phrases, len(lx.phrases))
		l.no = int32(n + 1)
		lx.phrases = append(lx.phrases, phrases...)
		lx.lexicon.lists = append(lx.lexicon.lists, l)
	}
	return lx.lexicon
})

// add loads a lexicon: lines of "class: phrase=value ...", where _ stands for a space and
// a phrase that ends in * matches any word with that beginning.
func (lx *loading) add(lang, file string) error {
	id := uint8(len(lx.langs))
	lx.langs = append(lx.langs, lang)
	for n, line := range strings.Split(file, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, rest, _ := strings.Cut(line, ":")
		if trait, ok := lx.traits[name]; ok {
			*trait |= 1 << id
			continue
		}
		at := -1
		for i, c := range classNames {
			if c == name {
				at = i
			}
		}
		if at < 0 {
			return fmt.Errorf("line %d: class %q is not known", n+1, name)
		}
		for _, item := range strings.Fields(rest) {
			text, val, _ := strings.Cut(item, "=")
			text, star := strings.CutSuffix(text, "*")
			words := split(strings.ReplaceAll(text, "_", " "))
			if len(words) == 0 || len(item) > math.MaxUint8 {
				return fmt.Errorf("line %d: %q has no letters, or too many", n+1, item)
			}
			text, first := strings.Join(words, " "), []byte(words[0])
			e := phrase{class: 1 << at, lang: id, at: uint32(lx.texts.Len()), star: star, n: uint8(len(words)), length: uint8(len(text)), head: uint8(len(first)), value: uint8(len(val))}
			lx.texts.WriteString(text + val)
			if e.class == cMean {
				lx.meanings[val] = true
			}
			e.val, _ = number(val)
			if e.n > 2 || e.n == 2 && !star {
				e.second = lx.number(hash(words[1]))
			}
			if e.n == 1 && (!star || e.class == cDay || e.class == cMonth) {
				if e.class == cStop {
					e.tells = 5
				} else if utf8.RuneCount(first) > 3 {
					e.tells = 3
				}
			}
			h := hash(first)
			if star && e.n == 1 && prefix(words[0]) != 0 {
				x, bit := lx.starts.at(first)
				*x |= bit
				h = starred(first)
			}
			of := &lx.lists[lx.number(h)-1]
			*of = append(*of, e)
			if 2*len(lx.lists) > len(lx.slots) {
				return fmt.Errorf("line %d: more than %d words; make the table of lexicons larger", n+1, len(lx.lists))
			}
		}
	}
	return nil
}

// number returns 1 + the number of the word with hash h, which is entered if it is new.
func (lx *loading) number(h uint64) int32 {
	at := lx.slot(h)
	if *at == 0 {
		*at = lexSlot(h>>lexBits<<lexBits | uint64(len(lx.lists)+1))
		lx.lists = append(lx.lists, nil)
	}
	return at.number()
}

// prefix returns a word's first three letters as a number, or 0 if the word is shorter.
func prefix(w string) (k uint64) {
	n := 0
	for _, r := range w {
		k = k<<21 | uint64(r)
		if n++; n == 3 {
			return k
		}
	}
	return 0
}

// starred returns the hash of a beginning of words, its first three letters and a star.
func starred(w []byte) uint64 {
	h, letters := hashStart, 0
	for _, x := range w {
		if utf8.RuneStart(x) {
			if letters++; letters > 3 {
				break
			}
		}
		h = hashed(h, x)
	}
	return hashed(h, '*')
}

// exact returns the phrases with a first word of hash h in full.
func (lx *lexicon) exact(h uint64) []phrase {
	if n := lx.slot(h).number(); n > 0 {
		return lx.phrases[lx.lists[n-1].from:lx.lists[n-1].to]
	}
	return nil
}

// of returns the phrases that begin with a word.
func (lx *lexicon) of(w string) []phrase {
	if own := lx.more(nil, lx.slot(hash(w)).number(), []byte(w)); own != nil {
		return own
	}
	return lx.exact(hash(w))
}

// more appends the phrases for a word if its list, at, does not have them all. Missing
// are those that match only the word's beginning and, in Arabic, those that match the
// word without an attached particle.
func (lx *lexicon) more(out []phrase, at int32, w []byte) []phrase {
	if at == 0 && len(w) > 6 && w[0] >= 0xd8 && w[0] <= 0xd9 {
		if r, n := utf8.DecodeRune(w); strings.ContainsRune("لبوفك", r) {
			out = append(out, lx.exact(hash(w[n:]))...) // without the Arabic particle that is written as part of the word
		}
	}
	if !lx.starts.has(w) {
		return out
	}
	before := len(out)
	begun := lx.exact(starred(w))
	for k := range begun {
		e := &begun[k]
		if first := e.first(); len(first) > len(w) || string(w[:len(first)]) != first {
			continue
		}
		if len(out) == before && at > 0 {
			out = append(out, lx.phrases[lx.lists[at-1].from:lx.lists[at-1].to]...)
		}
		out = append(out, *e)
	}
	return out
}
