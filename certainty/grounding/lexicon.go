package grounding

import (
	"bytes"
	"embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// lexiconFiles hold the function words, numbers, units and calendar words of each
// language, a file a language; lexicon/README.txt explains the classes.
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
	cHalf                    // half a unit, half a number
	cPlus                    // "and a half"; =the amount to add
	cUnit                    // a unit; =its name in units.txt
	cMonth                   // =1..12
	cDay                     // a day of the week; =1..7
	cRel                     // a day relative to today; =days
	cSpan                    // day, week, month, year as a duration; =d, w, m, y
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
	cThen    // introduces a repetition in other words
	cLapse   // a duration in one word; =minutes
	cHoliday // =MM-DD
	cDays    // several days of the week; =their numbers
	cHan     // a numeral of Chinese and Japanese; =value
	cSwap    // exchanges one thing for another; =the words between the two
	cFlip    // says that origin and destination are the other way round
)

var classNames = strings.Fields(`stop num one ord half plus unit month day rel span next last this ago in later am pm clock hour at past before
not notpost pass but only sorry drop off mine theirs yes no or and from to min max frompost topost minpost maxpost all any mean least most dot letter leave people calc then lapse holiday days han swap flip`)

// entry is a phrase of a lexicon.
type entry struct {
	words []string // folded; if star is set, the last word is only a beginning
	star  bool
	val   float64
	str   string
}

// phrase is an entry with the fields that are checked most often.
type phrase struct {
	*entry
	class  class
	second int32 // the number of the second word in the lexicon, or 0 if only its beginning is given
	lang   uint8
	n      uint8 // number of words
	tells  uint8 // how strongly the word alone identifies its language, in fifths of a function word
}

// list holds the phrases that begin with a word, those of one word first.
type list struct {
	phrases []phrase
	seconds uint64 // the numbers of the others' second words, as bits of their remainder by 64
	single  int32  // how many are of one word
	langs   uint32 // the languages of these
	no      int32  // 1 + the number of the word in the lexicon, or 0
}

func (l *list) add(e phrase) {
	l.phrases = append(l.phrases, e)
	if e.n > 1 {
		if l.seconds |= 1 << (e.second & 63); e.second == 0 {
			l.seconds = math.MaxUint64
		}
		return
	}
	for k := len(l.phrases) - 1; k > int(l.single); k-- {
		l.phrases[k], l.phrases[k-1] = l.phrases[k-1], l.phrases[k]
	}
	l.single, l.langs = l.single+1, l.langs|1<<e.lang
}

type lexicon struct {
	lists  []list              // for each first and second word of a phrase, the phrases that begin with it
	slots  []lexSlot           // hash table of these words
	begin  map[uint64][]phrase // phrases that are only the beginning of a word, by its first letters
	starts triples             // the first bytes of the words in begin
	langs  []string
	always uint32 // languages that are recognised by their script alone
}

// lexSlot is an entry of a lexicon's hash table: a word's hash with 1 + the word's number in the
// place of the low bits. All bits of a hash are compared, but for those that give its place.
type lexSlot uint64

const lexBits = 14

func (s lexSlot) number() int32 { return int32(s & (1<<lexBits - 1)) }

// slot returns the entry of a word with hash h, or the free one where it would go.
func (lx *lexicon) slot(h uint64) *lexSlot {
	for at := h; ; at++ {
		if s := &lx.slots[at&(1<<lexBits-1)]; *s == 0 || uint64(*s)>>lexBits == h>>lexBits {
			return s
		}
	}
}

// beginning is the number of letters by which word beginnings are looked up.
const beginning = 3

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
	lx := &lexicon{slots: make([]lexSlot, 1<<lexBits), begin: map[uint64][]phrase{}}
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
	return lx
})

// add loads a lexicon: lines of "class: phrase=value ...", where _ stands for a space and
// a phrase that ends in * matches any word with that beginning.
func (lx *lexicon) add(lang, file string) error {
	id := uint8(len(lx.langs))
	lx.langs = append(lx.langs, lang)
	for n, line := range strings.Split(file, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, rest, _ := strings.Cut(line, ":")
		if name == "script" {
			lx.always |= 1 << id
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
			e := phrase{entry: &entry{str: val}, class: 1 << at, lang: id}
			if val != "" {
				e.val, _ = strconv.ParseFloat(val, 64)
			}
			text, e.star = strings.CutSuffix(text, "*")
			e.words = split(strings.ReplaceAll(text, "_", " "))
			if len(e.words) == 0 {
				return fmt.Errorf("line %d: %q has no letters", n+1, item)
			}
			e.n = uint8(len(e.words))
			if e.n > 2 || e.n == 2 && !e.star {
				e.second = lx.number(e.words[1])
			}
			first := e.words[0]
			if len(e.words) == 1 && !e.star {
				if e.class == cStop {
					e.tells = 5
				} else if utf8.RuneCountInString(first) > 3 {
					e.tells = 3
				}
			}
			if k := prefix(first); e.star && len(e.words) == 1 && k != 0 {
				lx.begin[k] = append(lx.begin[k], e)
				x, bit := lx.starts.at([]byte(first))
				*x |= bit
				continue
			}
			lx.lists[lx.number(first)-1].add(e)
			if 2*len(lx.lists) > len(lx.slots) {
				return fmt.Errorf("line %d: more than %d words; make the table of lexicons larger", n+1, len(lx.lists))
			}
		}
	}
	return nil
}

// number returns 1 + the number of a word, which is entered if it is new.
func (lx *lexicon) number(w string) int32 {
	at := lx.slot(hash(w))
	if *at == 0 {
		*at = lexSlot(hash(w)>>lexBits<<lexBits | uint64(len(lx.lists)+1))
		lx.lists = append(lx.lists, list{no: at.number()})
	}
	return at.number()
}

// prefix returns a word's first letters as a number, or 0 if the word is shorter.
func prefix(w string) (k uint64) {
	n := 0
	for _, r := range w {
		k = k<<21 | uint64(r)
		if n++; n == beginning {
			return k
		}
	}
	return 0
}

// exact returns the phrases whose first word is w in full.
func (lx *lexicon) exact(w string) []phrase {
	if n := lx.slot(hash(w)).number(); n > 0 {
		return lx.lists[n-1].phrases
	}
	return nil
}

// of returns the phrases that begin with a word.
func (lx *lexicon) of(w string) []phrase {
	n := lx.slot(hash(w)).number()
	if list, own := lx.more(n, []byte(w)); own || n == 0 {
		return list.phrases
	}
	return lx.lists[n-1].phrases
}

// more returns the phrases for a word if its list, at, does not have them all. Missing
// are those that match only the word's beginning and, in Arabic, those that match the
// word without an attached particle.
func (lx *lexicon) more(at int32, w []byte) (out list, own bool) {
	if at == 0 && len(w) > 6 && w[0] >= 0xd8 && w[0] <= 0xd9 {
		if r, n := utf8.DecodeRune(w); strings.ContainsRune("لبوفك", r) {
			for _, e := range lx.exact(string(w[n:])) { // without the Arabic particle that is written as part of the word
				out.add(e)
			}
			own = out.phrases != nil
		}
	}
	if !lx.starts.has(w) {
		return out, own
	}
	for _, e := range lx.begin[prefix(string(w))] {
		if !bytes.HasPrefix(w, []byte(e.words[0])) {
			continue
		}
		if !own && at > 0 {
			out = lx.lists[at-1]
			out.phrases = slices.Clone(out.phrases)
		}
		out.add(e)
		own = true
	}
	return out, own
}

// findMarks finds the lexicon's phrases in a text, for the languages of the text. The
// languages of the user's words and of the others' words are determined separately, so
// that English instructions do not hide the language of a Turkish user.
func (b *bound) findMarks(x *scratch) {
	b.langs, b.own = b.lx.always, 0
	var score [2][32]int // in fifths of a function word: the user's, the others'
	for id := range b.lexed {
		l := b.listOf(int32(id))
		for k := range l.phrases[:l.single] { // only single words identify a language
			if e := &l.phrases[k]; e.tells > 0 {
				score[0][e.lang] += int(x.uses[id].user) * int(e.tells)
				score[1][e.lang] += int(x.uses[id].other) * int(e.tells)
			}
		}
	}
	best := [...]int{slices.Max(score[0][:]), slices.Max(score[1][:])}
	for id := range b.lx.langs {
		for of, most := range best {
			if s := score[of][id]; most > 0 && 20*s >= 9*most || best[0]+best[1] == 0 && b.lx.langs[id] == "en" {
				b.langs |= 1 << id
				if of == 0 {
					b.own |= 1 << id
				}
			}
		}
	}
	b.lookUp(x)
}

// lookUp records where the phrases of the text's languages occur. A single word means the
// same everywhere, so only longer phrases are marked token by token.
func (b *bound) lookUp(x *scratch) {
	x.has = slices.Grow(x.has[:0], b.count())[:b.count()]
	for id := range b.lexed {
		l, has := b.listOf(int32(id)), class(0)
		b.steps += len(l.phrases)
		langs := b.readAs(l)
		for k := range l.phrases[:l.single] {
			if e := &l.phrases[k]; langs&(1<<e.lang) != 0 {
				has |= e.class
			}
		}
		x.has[id] = has
	}
	for i := range b.tokens {
		b.tokens[i].has = x.has[b.tokens[i].word]
	}
	b.marks = x.marks[:0]
	for id := range b.lexed {
		if l := b.listOf(int32(id)); l.seconds != 0 {
			for _, i := range b.occurs(int32(id)) {
				b.phrasesAt(int(i), l)
			}
		}
	}
	x.marks, b.marks = b.marks, slices.Clone(b.marks)
	b.inTurn = make([]class, len(b.in.Turns))
	for i := range b.tokens {
		b.inTurn[b.tokens[i].turn] |= b.tokens[i].has
	}
	for _, has := range b.inTurn {
		b.classes |= has
	}
}

// readAs returns the languages as whose phrases a word is read: those of the text, and if
// it is a word of the user's own languages, only these ("sept" may not be a month).
func (b *bound) readAs(l *list) uint32 {
	if b.own&l.langs != 0 {
		return b.langs & (b.own | b.lx.always)
	}
	return b.langs
}

// phrasesAt marks those phrases of several words of a list that begin at token i, longest first.
func (b *bound) phrasesAt(i int, l *list) {
	from, next := len(b.marks), b.tok(i+1, i)
	if next.turn < 0 || next.gap == sentence {
		return
	}
	second, langs := b.listOf(next.word).no, b.readAs(l)
	if l.seconds&(1<<(second&63)) == 0 {
		return
	}
	for k := int(l.single); k < len(l.phrases); k++ {
		e := &l.phrases[k]
		if e.second != 0 && e.second != second || langs&(1<<e.lang) == 0 {
			continue
		}
		b.steps++
		if !b.phraseAt(i, e.entry) {
			continue
		}
		b.tokens[i].has |= e.class
		b.marks = append(b.marks, *e)
		for j := len(b.marks) - 1; j > from && b.marks[j-1].n < b.marks[j].n; j-- {
			b.marks[j], b.marks[j-1] = b.marks[j-1], b.marks[j]
		}
	}
	if len(b.marks) > from {
		if b.marked == nil {
			b.marked = make([]int32, len(b.tokens))
		}
		b.marks = append(b.marks, phrase{}) // end marker
		b.marked[i] = int32(from + 1)
	}
}

// phraseAt reports whether the words of an entry occur from token i on.
func (b *bound) phraseAt(i int, e *entry) bool {
	last := len(e.words) - 1
	if i+last >= len(b.tokens) || b.tokens[i+last].turn != b.tokens[i].turn {
		return false
	}
	for k := 1; k <= last; k++ {
		t := &b.tokens[i+k]
		if t.gap == sentence || b.norm(t) != e.words[k] && !(e.star && k == last && strings.HasPrefix(b.norm(t), e.words[k])) {
			return false
		}
	}
	return true
}

// at returns the longest phrase of a class at token i.
func (b *bound) at(i int, c class) (phrase, bool) {
	if i < 0 || i >= len(b.tokens) || b.tokens[i].has&c == 0 {
		return phrase{entry: &noEntry}, false
	}
	for k := b.markedAt(i); k > 0 && b.marks[k-1].n > 0; k++ {
		if b.marks[k-1].class == c {
			return b.marks[k-1], true
		}
	}
	l := b.listOf(b.tokens[i].word)
	for k, langs := 0, b.readAs(l); k < int(l.single); k++ {
		if e := &l.phrases[k]; e.class == c && langs&(1<<e.lang) != 0 {
			return *e, true
		}
	}
	return phrase{entry: &noEntry}, false
}

var noEntry entry

// markedAt returns 1 + the index in marks of the first phrase at token i, or 0.
func (b *bound) markedAt(i int) int32 {
	if b.marked == nil {
		return 0
	}
	return b.marked[i]
}

// is reports whether a phrase of one of the classes cs begins at token i.
func (b *bound) is(i int, cs class) bool {
	return i >= 0 && i < len(b.tokens) && b.tokens[i].has&cs != 0
}
