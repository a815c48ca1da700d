package grounding

import (
	"hash/maphash"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
)

// Bounds on what is read.
const (
	MaxTokens      = 1 << 15 // words of a conversation, each taken for two bytes; of a longer one the last are read
	maxValueTokens = 256     // words of one value; the rest of the value is ignored
)

// bound is the indexed text that a Reading refers to. It depends only on the Input and
// the mentions, so a Reading that was stored or corrected by hand gives the same supports
// as a fresh one.
type bound struct {
	page
	in     *Input
	looked sync.Once
	*lookup
	ears     []lazy[hearing]      // for each tool, what the text says about its parameters
	tools    lazy[map[string]int] // see toolNamed
	vectors  lazy[vectors]
	company  lazy[[]company]
	counted  lazy[[]recalled] // see countedWords
	foreign  lazy[[]recalled]
	switches lazy[[]int32] // where something is switched on or off
	stages   lazy[[]staged]
	parted   lazy[[]parted]
	times    lazy[[]uint8] // see findTimes
	whom     lazy[[]bool]  // see findWhom
}

// page is the part of the index that does not depend on the tools. It does not change
// once built.
type page struct {
	tokens []token
	folded string   // the distinct words of the text, folded and concatenated
	ends   []int32  // word n is folded[ends[n]:ends[n+1]]
	slots  []uint16 // hash table of words; an entry is 1 + the word's number
	from   []int32  // word n occurs at the tokens places[from[n]:from[n+1]]
	places []int32
	starts []int32 // for each turn, its first token

	lx      *lexicon
	lexed   []int32  // for each word, its list in the lexicon; see listOf
	made    []list   // lists that had to be built because the lexicon has no such list
	own     []phrase // their phrases
	marks   []phrase // phrases of several words that occur in the text
	marked  []mark   // the tokens where they begin, in order
	langs   uint32   // languages of the text, as bits
	users   uint32   // those of them that the user uses
	main    uint8    // the one that most words are of
	classes class    // union of the classes of all tokens
	inTurn  []class  // the same for each turn
	steps   int      // number of phrase comparisons, for the test of the cost
	today   day
	flips   []span3 // token ranges whose directions the user says are the other way round

	at3      []span3   // the tokens of each mention
	mentions []Mention // the reading's mentions

	lastDate day     // the most recent date in the turn that is being read
	found    []dated // buffer for the dates that were read last
	figure   figure  // the number that was read last
	counts   bool    // whether it is one
}

// span3 is the token range [from, to) of a mention.
type span3 struct{ from, to int32 }

// bind indexes a conversation.
func bind(in *Input) *bound {
	x := scratches.Get().(*scratch)
	b := index(in, x)
	b.findMarks(x)
	scratches.Put(x)
	for t := range in.Turns {
		if in.Turns[t].Role == "system" && !b.today.full() {
			b.findToday(t)
		}
	}
	b.found = nil
	b.findFlips()
	return b
}

// findFlips finds where the user says that something is the other way round, at most once
// per turn. It records the turn up to that point and the two turns before it.
func (b *bound) findFlips() {
	for i := 0; b.classes&cFlip != 0 && i < len(b.tokens); i++ {
		_, ok := b.at(i, cFlip)
		t, n := int(b.tokens[i].turn), len(b.flips)
		if ok && b.role(t) == "user" && !(b.tokens[i].gap <= space && b.is(i-1, cNot)) && (n == 0 || b.flips[n-1].to < b.starts[t]) {
			b.flips = append(b.flips, span3{b.starts[max(0, t-2)], int32(i)})
		}
	}
}

// findToday sets today to the first full date in a system message.
func (b *bound) findToday(t int) {
	b.lastDate = day{}
	for i := b.starts[t]; i < b.starts[t+1]; i++ {
		for _, d := range b.datesAt(int(i)) {
			if today, ok := dateValue(first(d.value)); ok {
				b.today = today
				return
			}
		}
	}
}

// scratch holds the lists needed while an index is built; they are reused.
type scratch struct {
	tokens []token
	folded []byte
	words  []distinct
	has    []class
	marks  []phrase
	marked []mark
}

// distinct is a word of a text.
type distinct struct {
	hash      uint64
	end, list int32    // see ends and lexed
	uses      [3]int32 // how often it occurs, by who says it
}

const byOther, byUser, byTool = 0, 1, 2

// speakers are the roles of byUser and byTool; all others are byOther.
var speakers = []string{"user", "tool"}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// index splits a conversation into tokens, records where every word occurs, and looks the
// words up in the lexicon.
func index(in *Input, x *scratch) *bound {
	b := &bound{in: in, ears: make([]lazy[hearing], len(in.Tools)), page: page{lx: lexicons(), starts: make([]int32, len(in.Turns)+1)}}
	// Read from the last turn backwards, so that the latest turns are kept if the
	// conversation is too long.
	keep, room, size := len(in.Turns), MaxTokens, 0
	for ; keep > 0; keep-- {
		n := len(in.Turns[keep-1].Text)
		if room -= n/2 + 1; room < 0 {
			break
		}
		size += n
	}
	x.tokens, x.words = x.tokens[:0], x.words[:0]
	c := cutter{norm: x.folded} // on the stack, where writing a pointer costs the collector nothing
	b.slots = newSlots(min(size/8, 1<<11) + 8)
	for t := range in.Turns {
		b.starts[t] = int32(len(x.tokens))
		if t < keep-1 {
			continue
		}
		text := in.Turns[t].Text
		c.begin(text, t)
		if t < keep { // keep the end of the turn that does not fit whole
			most := 2*MaxTokens - size
			if most <= 16 {
				continue
			}
			c.at = wordAfter(text, max(len(text)-most, 0))
		}
		b.cut(x, &c)
	}
	x.folded = c.norm
	b.starts[len(in.Turns)] = int32(len(x.tokens))
	b.tokens, b.folded = slices.Clone(x.tokens), string(c.norm[:c.kept])
	b.place(x)
	return b
}

// wordAfter returns where the first whole word may begin from byte i on: at a space, or at a character of a script
// without spaces.
func wordAfter(text string, i int) int {
	for r, n := rune(0), 0; i < len(text) && text[i] > ' '; i += n {
		if r, n = runeAt(text, i); unspaced(r) {
			break
		}
	}
	return i
}

// cut appends the tokens of a turn.
func (b *bound) cut(x *scratch, c *cutter) {
	by := slices.Index(speakers, b.role(int(c.turn))) + 1
	for n := len(x.tokens); ; n++ {
		x.tokens = append(x.tokens, token{})
		t := &x.tokens[n]
		if !c.next(t) {
			x.tokens = x.tokens[:n]
			break
		}
		h := c.hash
		at := h & uint64(len(b.slots)-1)
		for b.slots[at] > 0 && x.words[b.slots[at]-1].hash != h { // words of one hash are one word
			at = (at + 1) & uint64(len(b.slots)-1)
		}
		if t.word = int32(b.slots[at]) - 1; t.word < 0 {
			t.word = int32(len(x.words))
			b.slots[at] = uint16(t.word + 1)
			b.enter(x, h, c)
		}
		x.words[t.word].uses[by]++
	}
}

// enter adds the new word with hash h that was just read.
func (b *bound) enter(x *scratch, h uint64, c *cutter) {
	n := b.lx.slot(h).number()
	if own := b.lx.more(b.own, n, c.last()); len(own) > len(b.own) {
		l := arranged(own[len(b.own):], len(b.own))
		l.own, l.no, b.own = true, n, own
		b.made = append(b.made, l)
		n = int32(-len(b.made))
	}
	c.kept = len(c.norm)
	x.words = append(x.words, distinct{})
	w := &x.words[len(x.words)-1]
	w.hash, w.end, w.list = h, int32(c.kept), n
	if 3*len(x.words) > 2*len(b.slots) {
		b.slots = newSlots(2 * len(x.words))
		for k := range x.words {
			h := x.words[k].hash
			for ; b.slots[h&uint64(len(b.slots)-1)] > 0; h++ {
			}
			b.slots[h&uint64(len(b.slots)-1)] = uint16(k + 1)
		}
	}
}

// place records where every word occurs.
func (b *bound) place(x *scratch) {
	n, count := len(b.tokens), len(x.words)
	all := make([]int32, 3*count+2+n)
	b.ends, b.lexed, b.from, b.places = all[:count+1:count+1], all[count+1:2*count+1:2*count+1], all[2*count+1:3*count+2:3*count+2], all[3*count+2:]
	end := int32(0)
	for id := range x.words {
		w := &x.words[id]
		end += w.uses[byUser] + w.uses[byTool] + w.uses[byOther]
		b.ends[id+1], b.lexed[id], b.from[id] = w.end, w.list, end
	}
	b.from[count] = end
	for i := n - 1; i >= 0; i-- {
		id := b.tokens[i].word
		b.from[id]--
		b.places[b.from[id]] = int32(i)
	}
}

// listOf returns the phrases, in all languages, that begin with a distinct word.
func (b *bound) listOf(id int32) *list {
	switch n := b.lexed[id]; {
	case n > 0:
		return &b.lx.lists[n-1]
	case n < 0:
		return &b.made[-n-1]
	}
	return &noList
}

var noList list

// phrases returns the phrases of a list.
func (b *bound) phrases(l *list) []phrase {
	if l.own {
		return b.own[l.from:l.to]
	}
	return b.lx.phrases[l.from:l.to]
}

// norm returns the word of a token.
func (b *bound) norm(t *token) string {
	if t.turn < 0 {
		return ""
	}
	return b.word(t.word)
}

// hashKey and hashStart make the hash of words another one in each process, so that no text can be
// crafted to cause collisions.
var (
	hashSeed  = maphash.MakeSeed()
	hashKey   = maphash.String(hashSeed, "key") | 1
	hashStart = maphash.String(hashSeed, "start")
)

// hashed returns the hash of a word with the hash h and one more byte.
func hashed(h uint64, x byte) uint64 {
	high, low := bits.Mul64(h^uint64(x), hashKey)
	return high ^ low
}

// newSlots returns a hash table for n keys that is at most two thirds full.
func newSlots(n int) []uint16 {
	size := 4
	for 2*size < 3*n {
		size *= 2
	}
	return make([]uint16, size)
}

func hash[T string | []byte](w T) uint64 {
	h := hashStart
	for i := range len(w) {
		h = hashed(h, w[i])
	}
	return h
}

// count returns the number of distinct words.
func (b *bound) count() int { return len(b.lexed) }

// word returns the distinct word with number id.
func (b *bound) word(id int32) string { return b.folded[b.ends[id]:b.ends[id+1]] }

// numberOf returns the number of the word w with hash h, or -1 if the
// word is not in the table yet.
func (b *bound) numberOf(h uint64, w string) int32 {
	for mask := uint64(len(b.slots) - 1); ; h++ {
		if id := int32(b.slots[h&mask]) - 1; id < 0 || b.word(id) == w {
			return id
		}
	}
}

// of returns the tokens where a word occurs, in order.
func (b *bound) of(w string) []int32 { return b.said(termOf(w)) }

func (b *bound) said(w term) []int32 {
	if id := b.numberOf(w.hash, w.text); id >= 0 {
		return b.occurs(id)
	}
	return nil
}

// occurs returns the tokens where the distinct word with number id occurs, in order.
func (b *bound) occurs(id int32) []int32 { return b.places[b.from[id]:b.from[id+1]] }

// term is a word to look up in texts, with its hash and its first letters.
type term struct {
	text       string
	hash, lead uint64
}

func termsOf(list []string) []term {
	out := make([]term, len(list))
	for i, w := range interned(list) {
		out[i] = termOf(w)
	}
	return out
}

func termOf(w string) term { return term{w, hash(w), prefix(w)} }

// forms calls f with each distinct word of the text that may be a form of w, and with how
// likely that is.
func (b *bound) forms(w string, f func(id int32, likely float64)) { b.formsOf(termOf(w), f) }

func (b *bound) formsOf(w term, f func(id int32, likely float64)) {
	c := &b.chains
	if w.lead != 0 && c.some[w.lead*prefixKey>>60]&(1<<(w.lead*prefixKey>>54&63)) == 0 {
		return // no word begins like this one
	}
	if id := b.numberOf(w.hash, w.text); id >= 0 {
		f(id, 1)
	}
	if w.lead == 0 {
		return
	}
	for id, n := int32(*c.lead(b, w.lead))-1, 0; id >= 0 && n < maxForms; id, n = c.next[id], n+1 {
		if o := b.word(id); o != w.text {
			if p := kin(w.text, o); p > 0 {
				f(id, p)
			}
		}
	}
}

// maxForms bounds the number of words that are checked as forms of one word.
const maxForms = 64

// chains link the distinct words that begin with the same letters.
type chains struct {
	leads []uint16   // hash table by a word's first letters; an entry is 1 + the first such word
	some  [16]uint64 // a bit for the hash of each word's first letters
	next  []int32    // for each word, the next one in its chain, or -1
}

func (b *bound) chainWords() {
	c := &b.chains
	c.leads, c.next = newSlots(b.count()), make([]int32, b.count())
	for id := int32(b.count() - 1); id >= 0; id-- {
		if k := prefix(b.word(id)); k != 0 {
			s := c.lead(b, k)
			c.next[id] = int32(*s) - 1
			*s = uint16(id + 1)
			c.some[k*prefixKey>>60] |= 1 << (k * prefixKey >> 54 & 63)
		}
	}
}

// lead returns the table entry for the words with the first letters k.
func (c *chains) lead(b *bound, k uint64) *uint16 {
	for h := k * prefixKey >> 32; ; h++ {
		if s := &c.leads[h&uint64(len(c.leads)-1)]; *s == 0 || prefix(b.word(int32(*s)-1)) == k {
			return s
		}
	}
}

// prefixKey is the random factor in the hash of first letters.
var prefixKey = hash("") | 1

// lazy is a value that is computed on first use. Two goroutines may both compute it; the
// results are equal.
type lazy[T any] struct{ atomic.Pointer[T] }

func (l *lazy[T]) get(make func() *T) *T {
	if l.Load() == nil {
		l.CompareAndSwap(nil, make())
	}
	return l.Load()
}

// text returns the text of the tokens [i, j).
func (b *bound) text(i, j int) string {
	if i >= j {
		return ""
	}
	return b.in.Turns[b.tokens[i].turn].Text[b.tokens[i].start:b.tokens[j-1].end]
}

func (b *bound) span(i, j int) Span {
	if i >= j {
		return Span{}
	}
	return Span{int(b.tokens[i].turn), int(b.tokens[i].start), int(b.tokens[j-1].end)}
}

func (b *bound) role(turn int) string { return b.in.Turns[turn].Role }

// tok returns token i if it is in the same turn as token of, and an empty token
// otherwise.
func (b *bound) tok(i, of int) *token {
	if i < 0 || i >= len(b.tokens) || b.tokens[i].turn != b.tokens[of].turn {
		return &nothing
	}
	return &b.tokens[i]
}

var nothing = token{gap: sentence, turn: -1}

// gapText returns the text between tokens i-1 and i.
func (b *bound) gapText(i int) string {
	if i < 0 || i >= len(b.tokens) {
		return ""
	}
	text := b.in.Turns[b.tokens[i].turn].Text
	if i == 0 || b.tokens[i-1].turn != b.tokens[i].turn {
		return text[:b.tokens[i].start]
	}
	return text[b.tokens[i-1].end:b.tokens[i].start]
}

// after returns the text between token i and the next one.
func (b *bound) after(i int) string {
	if n := b.tok(i+1, i); n.turn >= 0 {
		return b.in.Turns[n.turn].Text[b.tokens[i].end:n.start]
	}
	return b.in.Turns[b.tokens[i].turn].Text[b.tokens[i].end:]
}

// locate returns the tokens of a span; none, at its place, if it is empty.
func (b *bound) locate(s Span) span3 {
	if s.Turn < 0 || s.Turn >= len(b.in.Turns) {
		return span3{}
	}
	lo, hi := b.starts[s.Turn], b.starts[s.Turn+1]
	for end := hi; lo < end; {
		if mid := (lo + end) / 2; int(b.tokens[mid].end) <= s.Start {
			lo = mid + 1
		} else {
			end = mid
		}
	}
	to := lo
	for to < hi && int(b.tokens[to].start) < s.End {
		to++
	}
	return span3{lo, to}
}
