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
	cGone    // withdraws, with a pronoun, what was named last
	cSwap    // exchanges one thing for another; =the words between the two
	cFlip    // says that origin and destination are the other way round
)

var classNames = strings.Fields(`stop num one ord half plus unit month day rel span next last this ago in later am pm clock hour at past before
not notpost pass but only sorry drop off mine theirs yes no or and from to min max frompost topost minpost maxpost all any mean least most dot letter leave people calc then lapse holiday days han gone swap flip`)

// entry is a phrase of a lexicon.
type entry struct {
	words []string // folded; if star is set, the last word is only a beginning
	star  bool
	val   float64
	str   string
	after uint64 // hash of the second word, or 0 if only its beginning is given
}

// phrase is an entry with the fields that are checked most often.
type phrase struct {
	*entry
	class class
	lang  uint8
	n     uint8 // number of words
	tells uint8 // how strongly the word alone identifies its language, in fifths of a function word
}

type lexicon struct {
	words  []string            // the first words of phrases
	lists  [][]phrase          // for each of them, its phrases
	slots  []lexSlot           // hash table of words
	begin  map[uint64][]phrase // phrases that are only the beginning of a word, by its first letters
	starts pairs               // the first bytes of the words in begin
	langs  []string
	always uint32 // languages that are recognised by their script alone
}

// lexSlot is an entry of a lexicon's hash table.
type lexSlot struct {
	tag uint32 // part of the word's hash
	n   int32  // 1 + the word's number
}

// slot returns the index in slots of a word with hash h, or the free index where it would
// go.
func (lx *lexicon) slot(h uint64, w []byte) uint64 {
	for at := h; ; at++ {
		at &= uint64(len(lx.slots) - 1)
		if s := &lx.slots[at]; s.n == 0 || s.tag == uint32(h>>32) && lx.words[s.n-1] == string(w) {
			return at
		}
	}
}

// beginning is the number of letters by which word beginnings are looked up.
const beginning = 3

// pairs is a set of the first two bytes of words.
type pairs [1 << 10]uint64

func (p *pairs) add(w string) { p[int(w[0])<<2|int(w[1])>>6] |= 1 << (w[1] & 63) }

func (p *pairs) has(w []byte) bool {
	return len(w) > 1 && p[int(w[0])<<2|int(w[1])>>6]&(1<<(w[1]&63)) != 0
}

// lexicons returns the lexicon of all languages, which is loaded on first use.
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
			for k := len(list) - 1; k > 0 && e.n == 1 && list[k-1].n > 1; k-- { // single words first
				list[k], list[k-1] = list[k-1], list[k]
			}
			lx.lists[at.n-1] = list
		}
	}
	return nil
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

// more returns the phrases for a word if its list, at, does not have them all. Missing
// are those that match only the word's beginning and, in Arabic, those that match the
// word without an attached particle.
func (lx *lexicon) more(at int32, w []byte) (out []phrase, own bool) {
	if at == 0 && len(w) > 6 && w[0] >= 0xd8 && w[0] <= 0xd9 {
		if r, n := utf8.DecodeRune(w); strings.ContainsRune("لبوفك", r) {
			out = lx.exact(string(w[n:])) // without the Arabic particle that is written as part of the word
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

// findMarks finds the lexicon's phrases in a text, for the languages of the text. The
// languages of the user's words and of the others' words are determined separately, so
// that English instructions do not hide the language of a Turkish user.
func (b *bound) findMarks() {
	b.langs, b.own = b.lx.always, 0
	var score [2][32]int // in fifths of a function word: the user's, the others'
	var best [2]int
	who := make([]uint8, len(b.in.Turns)) // for each turn: 0 the user's, 1 someone else's, 2 a tool's, which does not count
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
			continue // only single words identify a language, and they come first, except for word beginnings
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

// lookUp records where the phrases of the text's languages occur. A single word means the
// same everywhere, so only longer phrases are marked token by token.
func (b *bound) lookUp() {
	var longer []phrase // the longer phrases that begin with a word
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
			case e.after == 0 || *b.slotOf(e.after, e.words[1]) > 0: // the text contains its second word
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

// reads reports whether a word is read as the phrase e, one of list: e has to be of a
// language of the text, and if the word is in the user's own language, of that ("sept"
// may not be a month).
func (b *bound) reads(list []phrase, e *phrase) bool {
	if own := uint32(1) << e.lang; b.langs&own == 0 || b.own == 0 || (b.own|b.lx.always)&own != 0 {
		return b.langs&own != 0
	}
	return !slices.ContainsFunc(list, func(p phrase) bool { return p.n == 1 && b.own&(1<<p.lang) != 0 })
}

// phrasesAt marks those of phrases, all of several words, that begin at token i, longest
// first.
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
	list := b.phrasesOf(b.tokens[i].word)
	for k := range list {
		if e := &list[k]; e.class == c && e.n == 1 && b.reads(list, e) {
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

// typedClasses are the classes of words that are, or begin, a number, a date or a time.
const typedClasses = cNum | cOrd | cHalf | cMonth | cDay | cRel | cClock | cLapse | cHoliday | cDays

// Figure reports whether a folded word can be, or begin, a number, a day, a month, a time
// or a duration in any language of the lexicon.
func Figure(word string) bool {
	return slices.ContainsFunc(lexicons().of(word), func(e phrase) bool { return e.class&typedClasses != 0 })
}

// Empty reports whether a folded word is a function word in some language of the lexicon.
func Empty(word string) bool {
	return slices.ContainsFunc(lexicons().of(word), func(e phrase) bool { return e.class&cStop != 0 && e.n == 1 })
}
