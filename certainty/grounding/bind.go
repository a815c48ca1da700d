package grounding

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// The bounds of what is read.
const (
	MaxTokens      = 1 << 15 // words of a conversation; the latest are kept
	maxValueTokens = 256     // words of one value; the rest of it is not looked at
)

// bound is the text that a Reading is of, indexed. It follows from the Input and
// the mentions alone, so that a Reading that was stored or corrected by hand
// compares values as the one that was just read does.
type bound struct {
	page
	in     *Input
	looked sync.Once
	*lookup
	ears    []lazy[hearing] // of each tool what the text says of its parameters
	vectors lazy[vectors]
	chains  lazy[chains]
}

// page is what of it does not depend on the tools, and does not change once it is read.
type page struct {
	tokens []token
	folded string  // the words of the text, folded, each once
	ends   []int32 // of each where it ends in folded
	slots  []int32 // by the hash of a word 1 + its number
	from   []int32 // of word n the places: places[from[n]:from[n+1]]
	places []int32
	starts []int32 // of each turn its first token

	lx      *lexicon
	lexed   []int32    // of each word its list in the lexicon, see phrasesOf
	made    [][]phrase // lists that the lexicon does not have as they are
	marks   []phrase   // of several words, where they stand
	marked  []int32    // of each token 1 + the first of marks that begins there, or 0; nil without marks
	langs   uint32     // of the text
	own     uint32     // of those the user's
	classes class      // of all tokens
	inTurn  []class    // of those of each turn
	steps   int        // comparisons of phrases, for the test of cost
	today   day
	flips   []span3 // tokens of which the user says that it is the other way round

	at3      []span3   // what stands where: of mention k its tokens
	mentions []Mention // of the reading

	lastDate day     // the latest date of the turn that is being read
	found    []dated // the dates that were just read
}

// span3 are the tokens [from, to) of a mention.
type span3 struct{ from, to int32 }

// bind indexes a conversation.
func bind(in *Input) *bound {
	b := index(in)
	b.findMarks()
	for t := range in.Turns {
		if in.Turns[t].Role == "system" && !b.today.full() {
			b.findToday(t)
		}
	}
	b.found = nil
	b.findFlips()
	return b
}

// findFlips finds what the user says, once in a turn, is the other way round: the turn up
// to there and the two before it.
func (b *bound) findFlips() {
	for i := 0; b.classes&cFlip != 0 && i < len(b.tokens); i++ {
		m, ok := b.at(i, cFlip)
		swap, isSwap := b.at(i, cSwap)
		other := isSwap && slices.Contains(strings.Split(swap.str, "/"), b.norm(b.tok(i+int(m.n), i))) // for something else
		t, n := int(b.tokens[i].turn), len(b.flips)
		if ok && !other && b.role(t) == "user" && !(b.tokens[i].gap <= space && b.is(i-1, cNot)) && (n == 0 || b.flips[n-1].to < b.starts[t]) {
			b.flips = append(b.flips, span3{b.starts[max(0, t-2)], int32(i)})
		}
	}
}

// findToday looks for the day that a system message calls today: its first full date.
func (b *bound) findToday(t int) {
	b.lastDate = day{}
	for i := b.starts[t]; i < b.starts[t+1]; i++ {
		for _, d := range b.datesAt(int(i)) {
			if v := first(d.value); len(v) == 10 && v[0] != 'X' && v[0] != 'T' {
				x := day{y: atoi(v[:4]), m: atoi(v[5:7]), d: atoi(v[8:])}
				b.today = dayOf(x.time())
				return
			}
		}
	}
}

// scratch are the lists of an index while it is made, used again for the next one.
type scratch struct {
	cut    cutter
	folded []byte
	ends   []int32
	hashes []uint64
	lexed  []int32
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// index cuts a conversation into tokens and says where every word stands, and what the
// lexicon has of it.
func index(in *Input) *bound {
	b := &bound{in: in, ears: make([]lazy[hearing], len(in.Tools)), page: page{lx: lexicons(), starts: make([]int32, len(in.Turns)+1)}}
	// The latest turns are kept where there is too much: they are read from the back.
	keep, room, size := len(in.Turns), MaxTokens, 0
	for ; keep > 0; keep-- {
		n := len(in.Turns[keep-1].Text)
		if room -= n/2 + 1; room < 0 {
			break
		}
		size += n
	}
	x := scratches.Get().(*scratch)
	b.slots, b.tokens = newSlots(size/16+8), make([]token, 0, min(size, 2*MaxTokens)/5+16)
	for t := range in.Turns {
		b.starts[t] = int32(len(b.tokens))
		if t < keep-1 {
			continue
		}
		text := in.Turns[t].Text
		x.cut.begin(text, t)
		if t < keep { // of the turn that is cut the end is kept
			most := 2*MaxTokens - size
			if most <= 16 {
				continue
			}
			for x.cut.at = max(len(text)-most, 0); x.cut.at < len(text) && text[x.cut.at] > ' '; x.cut.at++ {
			}
		}
		b.cut(x)
	}
	b.starts[len(in.Turns)] = int32(len(b.tokens))
	b.folded, b.ends, b.lexed = string(x.folded), slices.Clone(x.ends), slices.Clone(x.lexed)
	x.cut.text = ""
	x.folded, x.ends, x.hashes, x.lexed = x.folded[:0], x.ends[:0], x.hashes[:0], x.lexed[:0]
	scratches.Put(x)
	b.place()
	return b
}

// cut appends the tokens of a turn.
func (b *bound) cut(x *scratch) {
	for n := len(b.tokens); n < MaxTokens+1<<10; n++ {
		b.tokens = append(b.tokens, token{})
		t := &b.tokens[n]
		if !x.cut.next(t) {
			b.tokens = b.tokens[:n]
			break
		}
		h := maphash.Bytes(hashKey, x.cut.norm)
		at := h & uint64(len(b.slots)-1)
		for b.slots[at] > 0 && string(x.word(b.slots[at]-1)) != string(x.cut.norm) {
			at = (at + 1) & uint64(len(b.slots)-1)
		}
		if t.word = b.slots[at] - 1; t.word < 0 {
			t.word = int32(len(x.ends))
			b.slots[at] = t.word + 1
			b.enter(x, h)
		}
	}
}

// enter notes the word of hash h that was just cut off, which is new.
func (b *bound) enter(x *scratch, h uint64) {
	n := b.lx.slots[b.lx.slot(h, x.cut.norm)].n
	if list, own := b.lx.more(n, x.cut.norm); own {
		b.made = append(b.made, list)
		n = int32(-len(b.made))
	}
	x.folded = append(x.folded, x.cut.norm...)
	x.ends, x.hashes, x.lexed = append(x.ends, int32(len(x.folded))), append(x.hashes, h), append(x.lexed, n)
	if 3*len(x.ends) > 2*len(b.slots) {
		b.slots = newSlots(2 * len(x.ends))
		for k, h := range x.hashes {
			for ; b.slots[h&uint64(len(b.slots)-1)] > 0; h++ {
			}
			b.slots[h&uint64(len(b.slots)-1)] = int32(k + 1)
		}
	}
}

func (x *scratch) word(id int32) []byte {
	if id == 0 {
		return x.folded[:x.ends[0]]
	}
	return x.folded[x.ends[id-1]:x.ends[id]]
}

// place says where every word stands.
func (b *bound) place() {
	n := len(b.tokens)
	b.from = make([]int32, b.count(), b.count()+1)
	for i := range b.tokens {
		b.from[b.tokens[i].word]++
	}
	b.places = make([]int32, n)
	end := int32(0)
	for id := range b.from {
		end += b.from[id]
		b.from[id] = end
	}
	b.from = append(b.from, end)
	for i := n - 1; i >= 0; i-- {
		id := b.tokens[i].word
		b.from[id]--
		b.places[b.from[id]] = int32(i)
	}
}

// phrasesOf are the phrases that begin with a distinct word, of all languages.
func (b *bound) phrasesOf(id int32) []phrase {
	switch n := b.lexed[id]; {
	case n > 0:
		return b.lx.lists[n-1]
	case n < 0:
		return b.made[-n-1]
	}
	return nil
}

// norm is the word of a token.
func (b *bound) norm(t *token) string {
	if t.turn < 0 {
		return ""
	}
	return b.word(t.word)
}

// hashKey keys the hash of words, so that no text can choose words that collide.
var hashKey = maphash.MakeSeed()

// newSlots is a table for n keys, at most two thirds of it taken.
func newSlots(n int) []int32 {
	size := 4
	for 2*size < 3*n {
		size *= 2
	}
	return make([]int32, size)
}

func hash(w string) uint64 { return maphash.String(hashKey, w) }

// count is the number of distinct words.
func (b *bound) count() int { return len(b.ends) }

// word is a distinct word, by its number.
func (b *bound) word(id int32) string {
	if id == 0 {
		return b.folded[:b.ends[0]]
	}
	return b.folded[b.ends[id-1]:b.ends[id]]
}

// find is the number of a word.
func (b *bound) find(w string) (int32, bool) {
	s := *b.slotOf(hash(w), w)
	return s - 1, s > 0
}

// slotOf is where 1 + the number of a word of hash h stands, or 0 for it to stand.
func (b *bound) slotOf(h uint64, w string) *int32 {
	for mask := uint64(len(b.slots) - 1); ; h++ {
		if s := &b.slots[h&mask]; *s == 0 || b.word(*s-1) == w {
			return s
		}
	}
}

// of returns the places of a word, in order.
func (b *bound) of(w string) []int32 {
	id, ok := b.find(w)
	if !ok {
		return nil
	}
	return b.places[b.from[id]:b.from[id+1]]
}

// forms calls f with each distinct word of the text that may be a form of w, and
// how likely.
func (b *bound) forms(w string, f func(id int32, likely float64)) {
	if id, ok := b.find(w); ok {
		f(id, 1)
	}
	k := prefix(w)
	if k == 0 {
		return
	}
	c := b.chains.get(b.chainWords)
	for id, n := *c.lead(b, k)-1, 0; id >= 0 && n < maxForms; id, n = c.next[id], n+1 {
		if o := b.word(id); o != w {
			if p := kin(w, o); p > 0 {
				f(id, p)
			}
		}
	}
}

// maxForms bounds the words that are looked at for the forms of one.
const maxForms = 64

// chains are the distinct words that begin with the same letters.
type chains struct {
	leads []int32 // by the hash of a word's first letters 1 + the first such word
	next  []int32 // of a word the next one, or -1
}

func (b *bound) chainWords() *chains {
	c := &chains{newSlots(b.count()), make([]int32, b.count())}
	for id := int32(b.count() - 1); id >= 0; id-- {
		if k := prefix(b.word(id)); k != 0 {
			s := c.lead(b, k)
			c.next[id] = *s - 1
			*s = id + 1
		}
	}
	return c
}

// lead is where the first word with the first letters k stands, or is to stand.
func (c *chains) lead(b *bound, k uint64) *int32 {
	for h := k * prefixKey >> 32; ; h++ {
		if s := &c.leads[h&uint64(len(c.leads)-1)]; *s == 0 || prefix(b.word(*s-1)) == k {
			return s
		}
	}
}

// prefixKey keys the hash of first letters.
var prefixKey = hash("") | 1

// lazy is something that is made when it is first asked for. Two who ask at once may both
// make it: it is the same.
type lazy[T any] struct{ atomic.Pointer[T] }

func (l *lazy[T]) get(make func() *T) *T {
	if l.Load() == nil {
		l.CompareAndSwap(nil, make())
	}
	return l.Load()
}

// text is what stands at tokens [i, j).
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

// tok is token i where it stands in the same turn as token of, else an empty one.
func (b *bound) tok(i, of int) *token {
	if i < 0 || i >= len(b.tokens) || b.tokens[i].turn != b.tokens[of].turn {
		return &nothing
	}
	return &b.tokens[i]
}

var nothing = token{gap: sentence, turn: -1}

// gapText is what stands in the text between tokens i-1 and i.
func (b *bound) gapText(i int) string {
	if i <= 0 || i >= len(b.tokens) {
		return ""
	}
	text := b.in.Turns[b.tokens[i].turn].Text
	if b.tokens[i-1].turn != b.tokens[i].turn {
		return text[:b.tokens[i].start]
	}
	return text[b.tokens[i-1].end:b.tokens[i].start]
}

// after is what stands in the text right after token i, up to the next one.
func (b *bound) after(i int) string {
	text := b.in.Turns[b.tokens[i].turn].Text
	end := len(text)
	if i+1 < len(b.tokens) && b.tokens[i+1].turn == b.tokens[i].turn {
		end = int(b.tokens[i+1].start)
	}
	return text[b.tokens[i].end:end]
}

// locate finds the tokens of a span.
func (b *bound) locate(s Span) span3 {
	if s.Turn < 0 || s.Turn >= len(b.in.Turns) || s.Start >= s.End {
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
