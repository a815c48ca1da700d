package grounding

import (
	"bytes"
	"embed"
	"fmt"
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

// class is what a phrase does in a text: a bit, so that a set of classes is one word.
type class uint64

// The classes, in the order of classNames.
const (
	cStop  class = 1 << iota // carries no content; tells the language
	cNum                     // a number; =value
	cOne                     // an article that counts one before a unit
	cOrd                     // an ordinal; =value
	cHalf                    // half a unit, half a number
	cPlus                    // "and a half": =what is added
	cUnit                    // a unit; =its name in units.txt
	cMonth                   // =1..12
	cDay                     // a day of the week; =1..7
	cRel                     // a day counted from today; =days
	cSpan                    // day, week, month, year as a length; =d, w, m, y
	cNext                    // of a week, month, weekday
	cLast
	cThis
	cAgo   // after a length of time
	cIn    // before one: in 3 days
	cLater // after one: from now
	cAM
	cPM
	cClock   // a time of day; =HH:MM
	cHour    // after the number of an hour
	cAt      // before one
	cPast    // minutes after the hour that follows; =minutes
	cBefore  // minutes before it; =minutes
	cNot     // denies what follows
	cNotPost // denies what precedes
	cPass    // looks like a denial and is none
	cBut     // ends the reach of a denial
	cOnly
	cSorry  // what follows corrects what precedes
	cDrop   // takes away what follows: denies it where it was said before, else it is what is asked for
	cOff    // beside what is switched off
	cMine   // in a clause about the user, now
	cTheirs // in one about somebody else, or another time
	cYes
	cNo
	cOr
	cAnd
	cFrom // what follows is where something begins
	cTo
	cMin
	cMax
	cFromPost // what precedes is
	cToPost
	cMinPost
	cMaxPost
	cAll
	cAny
	cMean  // an interface word's sense; =its English
	cLeast // superlatives: the record with the least, the most; =a field's words
	cMost
	cDot    // spelled signs of addresses; =sign
	cLetter // spelling alphabets; =letter
	cLeave  // of a parameter's name: wants what is denied
	cPeople
	cCalc    // asks for arithmetic
	cThen    // begins what is said again in other words
	cLapse   // a length of time in one word; =minutes
	cHoliday // =MM-DD
	cDays    // several days of the week; =their numbers
	cHan     // a numeral of Chinese and Japanese; =value
	cGone    // takes away, by a pronoun, what was named last
	cSwap    // exchanges one thing for another; =the words between the two
	cFlip    // what was from is to, and the other way round
)

var classNames = strings.Fields(`stop num one ord half plus unit month day rel span next last this ago in later am pm clock hour at past before
not notpost pass but only sorry drop off mine theirs yes no or and from to min max frompost topost minpost maxpost all any mean least most dot letter leave people calc then lapse holiday days han gone swap flip`)

// entry is one phrase of a lexicon.
type entry struct {
	words []string // folded; of the last one the beginning only where star is set
	star  bool
	val   float64
	str   string
	after uint64 // the hash of the second word, 0 where it is not all known
}

// phrase is an entry with what says at a glance whether it counts.
type phrase struct {
	*entry
	class class
	lang  uint8
	n     uint8 // its words
	tells uint8 // by how much the word alone tells its language, in fifths of a function word
}

type lexicon struct {
	words  []string            // first words of phrases
	lists  [][]phrase          // and the phrases that begin with them
	slots  []lexSlot           // by the hash of a word
	begin  map[uint64][]phrase // one word's beginning, by its first letters
	starts pairs               // how words of begin begin
	langs  []string
	always uint32 // languages in a script of their own, which need no telling apart
}

// lexSlot is a place in the table of a lexicon.
type lexSlot struct {
	tag uint32 // of the word's hash
	n   int32  // 1 + its number
}

// slot is where the number of a word of hash h stands, or where it would.
func (lx *lexicon) slot(h uint64, w []byte) uint64 {
	for at := h; ; at++ {
		at &= uint64(len(lx.slots) - 1)
		if s := &lx.slots[at]; s.n == 0 || s.tag == uint32(h>>32) && lx.words[s.n-1] == string(w) {
			return at
		}
	}
}

// beginning is the length, in runes, by which beginnings of words are found.
const beginning = 3

// pairs is a set of the two bytes with which words begin.
type pairs [1 << 10]uint64

func (p *pairs) add(w string) { p[int(w[0])<<2|int(w[1])>>6] |= 1 << (w[1] & 63) }

func (p *pairs) has(w []byte) bool {
	return len(w) > 1 && p[int(w[0])<<2|int(w[1])>>6]&(1<<(w[1]&63)) != 0
}

// lexicons is the lexicon of all languages, read when a text is first read.
var lexicons = sync.OnceValue(func() *lexicon {
	lx := &lexicon{slots: make([]lexSlot, 1<<14), begin: map[uint64][]phrase{}}
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

// add reads a lexicon: lines of "class: phrase=value ...", where _ is a space and a
// phrase that ends in * is the beginning of a word.
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
				e.after = hash(e.words[1])
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
				lx.starts.add(first)
				continue
			}
			at := &lx.slots[lx.slot(hash(first), []byte(first))]
			if at.n == 0 {
				lx.words, lx.lists = append(lx.words, first), append(lx.lists, nil)
				if at.tag, at.n = uint32(hash(first)>>32), int32(len(lx.words)); 2*len(lx.words) > len(lx.slots) {
					return fmt.Errorf("line %d: more than %d words; make the table of lexicons larger", n+1, len(lx.words))
				}
			}
			list := append(lx.lists[at.n-1], e)
			for k := len(list) - 1; k > 0 && e.n == 1 && list[k-1].n > 1; k-- { // words alone come first
				list[k], list[k-1] = list[k-1], list[k]
			}
			lx.lists[at.n-1] = list
		}
	}
	return nil
}

// prefix is the first letters of a word, as a number; 0 of a shorter one.
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
	if n := lx.slots[lx.slot(hash(w), []byte(w))].n; n > 0 {
		return lx.lists[n-1]
	}
	return nil
}

// of returns the phrases that begin with a word.
func (lx *lexicon) of(w string) []phrase {
	n := lx.slots[lx.slot(hash(w), []byte(w))].n
	if list, own := lx.more(n, []byte(w)); own || n == 0 {
		return list
	}
	return lx.lists[n-1]
}

// more returns the phrases that begin with a word where they are not all in the list that
// it has, at: those that give its beginning only, or stand in it without a particle.
func (lx *lexicon) more(at int32, w []byte) (out []phrase, own bool) {
	if at == 0 && len(w) > 6 && w[0] >= 0xd8 && w[0] <= 0xd9 {
		if r, n := utf8.DecodeRune(w); strings.ContainsRune("لبوفك", r) {
			out = lx.exact(string(w[n:])) // a particle of Arabic, written together
		}
	}
	own = out != nil
	if !lx.starts.has(w) {
		return out, own
	}
	for _, e := range lx.begin[prefix(string(w))] {
		if !bytes.HasPrefix(w, []byte(e.words[0])) {
			continue
		}
		if !own && at > 0 {
			out = lx.lists[at-1]
		}
		out, own = append(slices.Clip(out), e), true
	}
	return out, own
}

// findMarks finds the phrases of the lexicon in a text's tokens, of the languages that
// the text is in: those of the user's words, and those of the others', so that no
// English instruction takes a Turkish user's language away.
func (b *bound) findMarks() {
	b.langs, b.own = b.lx.always, 0
	var score [2][32]int // in fifths of a function word: the user's, the others'
	var best [2]int
	who := make([]uint8, len(b.in.Turns)) // 0 the user's turns, 1 the others', 2 a tool's, which do not count
	for t := range who {
		switch b.role(t) {
		case "tool":
			who[t] = 2
		case "user":
		default:
			who[t] = 1
		}
	}
	for id := range b.lexed {
		list := b.phrasesOf(int32(id))
		if len(list) == 0 || list[0].n > 1 {
			continue // words alone come first, but for beginnings, which tell nothing
		}
		var n [3]int
		for _, p := range b.places[b.from[id]:b.from[id+1]] {
			n[who[b.tokens[p].turn]]++
		}
		for k := range list {
			e := &list[k]
			if e.n > 1 {
				break
			}
			for of := range score {
				score[of][e.lang] += n[of] * int(e.tells)
				best[of] = max(best[of], score[of][e.lang])
			}
		}
	}
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
	b.lookUp()
}

// lookUp notes where the phrases of the text's languages stand. A word alone is the same
// wherever it stands, so that only longer phrases are marked token by token.
func (b *bound) lookUp() {
	var longer []phrase // those that begin with a word
	for id := range b.lexed {
		list, has := b.phrasesOf(int32(id)), class(0)
		b.steps += len(list)
		longer = longer[:0]
		for k := range list {
			e := &list[k]
			switch {
			case !b.reads(list, e):
			case e.n == 1:
				has |= e.class
			case e.after == 0 || *b.slotOf(e.after, e.words[1]) > 0: // the text has its second word
				longer = append(longer, *e)
			}
		}
		if has == 0 && len(longer) == 0 {
			continue
		}
		for _, i := range b.places[b.from[id]:b.from[id+1]] {
			if b.tokens[i].has = has; len(longer) > 0 {
				b.phrasesAt(int(i), longer)
			}
		}
	}
	b.inTurn = make([]class, len(b.in.Turns))
	for i := range b.tokens {
		b.inTurn[b.tokens[i].turn] |= b.tokens[i].has
	}
	for _, has := range b.inTurn {
		b.classes |= has
	}
}

// reads reports whether a word is read as one of its phrases: in a language of the text,
// and where the user's own language has the word, in that ("sept" is no month).
func (b *bound) reads(list []phrase, e *phrase) bool {
	if own := uint32(1) << e.lang; b.langs&own == 0 || b.own == 0 || (b.own|b.lx.always)&own != 0 {
		return b.langs&own != 0
	}
	return !slices.ContainsFunc(list, func(p phrase) bool { return p.n == 1 && b.own&(1<<p.lang) != 0 })
}

// phrasesAt marks which of the phrases of several words stand from token i on, the
// longest first.
func (b *bound) phrasesAt(i int, phrases []phrase) {
	from := len(b.marks)
	for k := range phrases {
		e := &phrases[k]
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
		b.marks = append(b.marks, phrase{}) // ends them
		b.marked[i] = int32(from + 1)
	}
}

// phraseAt reports whether the words of an entry stand from token i on.
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
	list := b.phrasesOf(b.tokens[i].word)
	for k := range list {
		if e := &list[k]; e.class == c && e.n == 1 && b.reads(list, e) {
			return *e, true
		}
	}
	return phrase{entry: &noEntry}, false
}

var noEntry entry

// markedAt is 1 + the first of the phrases of several words at token i, or 0.
func (b *bound) markedAt(i int) int32 {
	if b.marked == nil {
		return 0
	}
	return b.marked[i]
}

// is reports whether a mark of one of the classes cs begins at token i.
func (b *bound) is(i int, cs class) bool {
	return i >= 0 && i < len(b.tokens) && b.tokens[i].has&cs != 0
}

// typedClasses are those of words that are, or begin, a number, a date or a time.
const typedClasses = cNum | cOrd | cHalf | cMonth | cDay | cRel | cClock | cLapse | cHoliday | cDays

// Figure reports whether a folded word may be a number, a day, a month, a time or a
// length of time, or may begin one, in any language of the lexicon.
func Figure(word string) bool {
	return slices.ContainsFunc(lexicons().of(word), func(e phrase) bool { return e.class&typedClasses != 0 })
}

// Empty reports whether a folded word carries no content in some language of the lexicon.
func Empty(word string) bool {
	return slices.ContainsFunc(lexicons().of(word), func(e phrase) bool { return e.class&cStop != 0 && e.n == 1 })
}
