package oldgrounding

import (
	"slices"
	"strings"
	"sync"
)

// The bounds of what is read.
const (
	MaxTokens      = 1 << 15 // words of a conversation; the latest are kept
	MaxValueTokens = 256     // words of one value; the rest of it is not looked at
)

// Turn is one message of a conversation.
type Turn struct {
	Role string // user and tool back values; every other role is ignored
	Text string
}

// Span is the text that backs a value: bytes [Start, End) of the text of turn
// Turn, an index into the turns that the Context was built from. A Span with
// Start == End backs nothing.
type Span struct {
	Turn, Start, End int
}

// Support is how far the conversation backs a value (F4).
type Support struct {
	Score float64 // s of F4, in [0,1]; Grounded and above counts as backed (F12)
	Rule  string  // the rule that gave the score, one of the Rule constants
	Span  Span    // the text that backs it; empty where no one place does
}

// Grounded is the support from which F12 counts a value as grounded.
const Grounded = 0.5

// Grounded reports whether the support reaches the threshold of F12.
func (s Support) Grounded() bool { return s.Score >= Grounded }

// Context is the indexed text of one conversation. It is not changed once it
// is built, and is safe for concurrent use.
type Context struct {
	turns  []Turn
	tokens []token

	index  index
	spaced []int32 // tokens of scripts without spaces
	once   sync.Once
	lazy   forms // for words that index does not have

	// What the words say, read when a value is first compared with it.
	found      sync.Once
	allFound   bool // no fault came in between, after which a second look would find nothing
	numbers    []number
	readings   []reading // other numbers that the same words may mean
	quantities []quantity
	durations  []duration
	dates      []date
	times      []clock
	quotes     []Span
	today      date // the day that the conversation calls today; zero where it names none
}

// NewContext indexes a conversation. Cost is linear in the text.
func NewContext(turns []Turn) *Context {
	c := scan(turns, MaxTokens)
	c.index = newIndex(c.tokens)
	for i := range c.tokens {
		if !c.tokens[i].solid {
			c.spaced = append(c.spaced, int32(i))
		}
	}
	return c
}

// find reads what the words say: numbers, dates, amounts and times. Who looks at
// these calls it first.
func (c *Context) find() {
	if c.found.Do(c.findAll); !c.allFound {
		panic("grounding: this conversation could not be read before")
	}
}

func (c *Context) findAll() {
	kinds := c.kindsOf()
	c.numbers = c.findNumbers(kinds)
	c.readings = c.findReadings(kinds)
	c.findDates(kinds)
	c.quantities = c.findQuantities()
	c.durations = c.findDurations(kinds)
	c.times = c.findTimes(kinds)
	c.markNumbers()
	c.allFound = true
}

// scan reads the words of a conversation, the latest limit of them.
func scan(turns []Turn, limit int) *Context {
	c := &Context{turns: turns}
	var kept [][]token
	for i, left := len(turns)-1, limit; i >= 0 && left > 0; i-- {
		if turns[i].Role == "user" || turns[i].Role == "tool" {
			tokens := tokenize(turns[i].Text, i, left)
			kept = append(kept, tokens)
			left -= len(tokens)
			if n := len(tokens); n > 0 { // what lies beyond the last word kept is not read at all
				c.quotes = append(c.quotes, findQuotes(turns[i].Text[:min(len(turns[i].Text), tokens[n-1].end+4)], i)...)
			}
		}
	}
	if len(kept) == 1 {
		c.tokens = kept[0]
		return c
	}
	for _, tokens := range slices.Backward(kept) {
		c.tokens = append(c.tokens, tokens...)
	}
	return c
}

// scanValue reads what a value states, which needs no index.
func scanValue(s string) *Context {
	c := &Context{turns: []Turn{{Role: "user", Text: s}}, tokens: tokenize(s, 0, MaxValueTokens)}
	c.find()
	return c
}

// gap returns the original text between token i and the next one of its turn.
func (c *Context) gap(i int) string {
	t := &c.tokens[i]
	text := c.turns[t.turn].Text
	if i+1 < len(c.tokens) && c.tokens[i+1].turn == t.turn {
		return text[t.end:c.tokens[i+1].start]
	}
	return text[t.end:min(len(text), t.end+8)]
}

// before returns up to n bytes of the original text before token i.
func (c *Context) before(i, n int) string {
	t := &c.tokens[i]
	return c.turns[t.turn].Text[max(0, t.start-n):t.start]
}

// at returns the folded word at position i, "" beyond either end of a turn
// that position from lies in.
func (c *Context) at(i, from int) string {
	if i < 0 || i >= len(c.tokens) || c.tokens[i].turn != c.tokens[from].turn {
		return ""
	}
	return c.tokens[i].norm
}

// span covers the tokens from i up to but not including end.
func (c *Context) span(i, end int) Span {
	if i >= end || i < 0 || end > len(c.tokens) {
		return Span{}
	}
	return Span{Turn: c.tokens[i].turn, Start: c.tokens[i].start, End: c.tokens[end-1].end}
}

// Text returns the original text of a span.
func (c *Context) Text(s Span) string {
	if s.Turn < 0 || s.Turn >= len(c.turns) || s.Start < 0 || s.End > len(c.turns[s.Turn].Text) || s.Start > s.End {
		return ""
	}
	return c.turns[s.Turn].Text[s.Start:s.End]
}

// findQuotes finds what a text puts in quotation marks. An apostrophe opens
// nothing: single quotes count only at the edge of a word.
func findQuotes(text string, turn int) []Span {
	const longest, most = 512, 256
	var out []Span
	for i := 0; i < len(text) && len(out) < most; i++ {
		switch text[i] {
		case '\'', '"', 0xe2, 0xe3: // the first bytes of the marks
		default:
			continue
		}
		open, closing := "", ""
		for _, q := range [...][2]string{{"'", "'"}, {"\"", "\""}, {"\u201c", "\u201d"}, {"\u2018", "\u2019"}, {"\u300c", "\u300d"}} {
			if strings.HasPrefix(text[i:], q[0]) {
				open, closing = q[0], q[1]
			}
		}
		if open == "" || (open == "'" && i > 0 && alnum(text[i-1])) {
			continue
		}
		from := i + len(open)
		for end := from; end < min(len(text), from+longest) && text[end] != '\n'; end++ {
			if strings.HasPrefix(text[end:], closing) && (end+1 == len(text) || closing != "'" || !alnum(text[end+1])) {
				if end > from {
					out = append(out, Span{turn, from, end})
				}
				i = end + len(closing) - 1
				break
			}
		}
	}
	return out
}

func alnum(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// phrase finds a sequence of words in the text, and returns the positions from
// and up to which it stands, the original text being equal to raw where more
// than one place offers.
func (c *Context) phrase(words []token, raw string) (from, end int, ok bool) {
	if len(words) == 0 {
		return 0, 0, false
	}
	if !words[0].solid || !words[len(words)-1].solid {
		return c.unspaced(words)
	}
	for _, p := range c.index.places(words[0].norm) {
		if i := int(p); c.matches(i, words) {
			if !ok || c.Text(c.span(i, i+len(words))) == raw {
				from, end = i, i+len(words)
			}
			ok = true
		}
	}
	return from, end, ok
}

func (c *Context) matches(i int, words []token) bool {
	if i+len(words) > len(c.tokens) || c.tokens[i+len(words)-1].turn != c.tokens[i].turn {
		return false
	}
	for k := range words {
		if c.tokens[i+k].norm != words[k].norm {
			return false
		}
	}
	return true
}

// unspaced finds words of a script that does not separate them, or that glues
// particles to them: the first may begin and the last may end inside a token.
func (c *Context) unspaced(words []token) (from, end int, ok bool) {
	last := len(words) - 1
	for _, p := range c.spaced {
		i := int(p)
		if i+last >= len(c.tokens) {
			break
		}
		if last == 0 {
			if strings.Contains(c.tokens[i].norm, words[0].norm) {
				return i, i + 1, true
			}
			continue
		}
		hit := strings.HasSuffix(c.tokens[i].norm, words[0].norm) && strings.HasPrefix(c.tokens[i+last].norm, words[last].norm)
		for k := 1; k < last && hit; k++ {
			hit = c.tokens[i+k].norm == words[k].norm
		}
		if hit {
			return i, i + last + 1, true
		}
	}
	return 0, 0, false
}
