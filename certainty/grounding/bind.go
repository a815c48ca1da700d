package grounding

import (
	"hash/maphash"
	"sync"
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
	in     *Input
	tokens []token
	ids    []int32 // of each token its word's number
	vocabulary
	from   []int32 // of word n the places: places[from[n]:from[n+1]]
	places []int32
	starts []int32 // of each turn its first token

	marks  []mark
	marked []span3 // of each token its marks, the longest first
	has    []class // of each token the classes of its marks
	langs  uint32

	leadOnce sync.Once
	leads    vocabulary // first letters of words
	lead     []int32    // of those the first word
	nextLead []int32    // of a word the next one with the same first letters

	at3      []span3   // what stands where: of mention k its tokens
	mentions []Mention // of the reading
	indexed  *sync.Once
	status   []Status
	byNum    map[string][]int32 // mentions by kind and value
	kinds    map[Kind][]int32   // mentions by kind
	units    map[string][]int32 // mentions of numbers by unit
	today    day
	joins    bool // the language may write a number as one word
	steps    int  // comparisons of phrases, for the test of cost
	calc     bool // somebody asks for arithmetic
	clauses  []clause
	clauseOf []int32         // of each token; nil where nothing is in focus
	inFocus  map[int32]bool  // the words in focus
	unpicked map[string]bool // values of a list of which another thing was picked
	vectors  vectors
	senses   map[string][]int32 // places of words by the sense that interfaces give them
	ears     sync.Map           // of each tool what the text says of its parameters
	lastDate day                // the latest date of the turn that is being read
	found    []dated            // the dates that were just read
}

// span3 are the tokens [from, to) of a mention.
type span3 struct{ from, to int32 }

// bind indexes a conversation.
func bind(in *Input) *bound {
	b := &bound{in: in}
	size := 0
	for _, t := range in.Turns {
		size += len(t.Text)
	}
	b.tokens = make([]token, 0, min(size/4+8, MaxTokens))
	b.starts = make([]int32, len(in.Turns)+1)
	// The latest turns are kept where there is too much: they are read from the back.
	keep := len(in.Turns)
	for room := MaxTokens; keep > 0; keep-- {
		if room -= len(in.Turns[keep-1].Text)/2 + 1; room < 0 {
			break
		}
	}
	for t := range in.Turns {
		b.starts[t] = int32(len(b.tokens))
		text := in.Turns[t].Text
		if t >= keep {
			b.tokens = tokenize(b.tokens, text, t, MaxTokens+1<<10)
			continue
		}
		if t == keep-1 { // of the turn that is cut the end is kept
			most := MaxTokens * 2
			for i := t + 1; i < len(in.Turns); i++ {
				most -= len(in.Turns[i].Text)
			}
			if most > 16 {
				b.tail(text, t, most)
			}
		}
	}
	b.starts[len(in.Turns)] = int32(len(b.tokens))
	b.index()
	b.findMarks()
	for t := range in.Turns {
		if in.Turns[t].Role == "system" && !b.today.full() {
			b.findToday(t)
		}
	}
	return b
}

// findToday looks for the day that a system message calls today: its first full date.
func (b *bound) findToday(t int) {
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

// tail reads the last bytes of a turn.
func (b *bound) tail(text string, turn, most int) {
	cut := max(len(text)-most, 0)
	for cut < len(text) && text[cut] > ' ' {
		cut++
	}
	from := len(b.tokens)
	b.tokens = tokenize(b.tokens, text[cut:], turn, MaxTokens)
	for i := from; i < len(b.tokens); i++ {
		b.tokens[i].start += int32(cut)
		b.tokens[i].end += int32(cut)
	}
}

// index says where every word stands.
func (b *bound) index() {
	b.ids = make([]int32, len(b.tokens))
	b.vocabulary = newVocabulary(len(b.tokens)/2 + 4)
	b.from = make([]int32, 0, len(b.tokens)/2+4)
	for i := range b.tokens {
		id := b.add(b.tokens[i].norm)
		if int(id) == len(b.from) {
			b.from = append(b.from, 0)
		}
		b.ids[i] = id
		b.from[id]++
	}
	end := int32(0)
	for id := range b.from {
		end += b.from[id]
		b.from[id] = end
	}
	b.from = append(b.from, end)
	b.places = make([]int32, len(b.tokens))
	for i := len(b.ids) - 1; i >= 0; i-- {
		id := b.ids[i]
		b.from[id]--
		b.places[b.from[id]] = int32(i)
	}
}

// vocabulary numbers distinct words. Its hash is keyed, so that no text can choose
// words that collide.
type vocabulary struct {
	words []string
	slots []int32 // 1 + the number of a word, by its hash; a power of two, at most half of them taken
}

var hashKey = maphash.MakeSeed()

func newVocabulary(size int) vocabulary {
	n := 8
	for n < 2*size {
		n *= 2
	}
	return vocabulary{words: make([]string, 0, size), slots: make([]int32, n)}
}

// slot is where a word stands, or would.
func (v *vocabulary) slot(w string) *int32 {
	mask := uint64(len(v.slots) - 1)
	for k := maphash.String(hashKey, w); ; k++ {
		if s := &v.slots[k&mask]; *s == 0 || v.words[*s-1] == w {
			return s
		}
	}
}

// find is the number of a word.
func (v *vocabulary) find(w string) (int32, bool) {
	if len(v.slots) == 0 {
		return 0, false
	}
	n := *v.slot(w)
	return n - 1, n > 0
}

// add is the number of a word, a new one if it is not there.
func (v *vocabulary) add(w string) int32 {
	s := v.slot(w)
	if *s > 0 {
		return *s - 1
	}
	v.words = append(v.words, w)
	*s = int32(len(v.words))
	if 2*len(v.words) > len(v.slots) {
		v.slots = make([]int32, 2*len(v.slots))
		for n, w := range v.words {
			*v.slot(w) = int32(n + 1)
		}
	}
	return int32(len(v.words) - 1)
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
	if k == "" {
		return
	}
	b.leadOnce.Do(b.chainWords)
	at, ok := b.leads.find(k)
	if !ok {
		return
	}
	for id, n := b.lead[at], 0; id >= 0 && n < maxForms; id, n = b.nextLead[id], n+1 {
		if o := b.words[id]; o != w {
			if p := kin(w, o); p > 0 {
				f(id, p)
			}
		}
	}
}

// maxForms bounds the words that are looked at for the forms of one.
const maxForms = 64

// chainWords chains the distinct words that begin with the same letters.
func (b *bound) chainWords() {
	b.leads = newVocabulary(len(b.words))
	b.nextLead = make([]int32, len(b.words))
	for id := len(b.words) - 1; id >= 0; id-- {
		k := prefix(b.words[id])
		if k == "" {
			continue
		}
		b.nextLead[id] = -1
		if at := int(b.leads.add(k)); at < len(b.lead) {
			b.nextLead[id], b.lead[at] = b.lead[at], int32(id)
		} else {
			b.lead = append(b.lead, int32(id))
		}
	}
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
