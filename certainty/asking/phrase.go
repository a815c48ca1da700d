package asking

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"github.com/voi-rl/voi/internal/lru"
	"github.com/voi-rl/voi/internal/words"
)

// parsers pools parsers, because allocating one costs as much as using it.
var parsers = sync.Pool{New: func() any { return new(parser) }}

// release clears a parser, so that it keeps no question alive, and returns it to the
// pool.
func (p *parser) release() {
	clear(p.tokens)
	clear(p.asks)
	clear(p.words)
	*p = parser{tokens: p.tokens[:0], asks: p.asks[:0], entries: p.entries[:0], at: p.at[:0], roles: p.roles[:0],
		cut: p.cut[:0], inside: p.inside[:0], sentences: p.sentences[:0], marked: p.marked[:0], words: p.words[:0]}
	parsers.Put(p)
}

// parsed caches the most recently parsed questions by their text, since different samples
// contain the same questions. It holds about 8 MiB at most. Of cached parsers
// only their sights change, once.
var parsed = lru.Generations[*parser]{Most: maxParsed, Size: func(p *parser) int { return 8 + len(p.tokens) + len(p.text)/16 }}

// maxParsed bounds the cache: each of its two generations holds this many words of
// questions.
const maxParsed = 1 << 13

// parse returns the parts of a question's meaning that depend on no tool. It returns nil
// for a question without words or with too many.
func parse(question string) *parser {
	hash := maphash.String(seed, question)
	if p, ok := parsed.Find(hash); ok && p.text == question {
		return p
	}
	p := parsers.Get().(*parser)
	defer p.release()
	p.text = strings.Clone(question) // copied, so that the cache does not keep a whole completion in memory
	p.tokens = words.Tokens(p.tokens[:0], p.text, maxWords+1)
	if len(p.tokens) == 0 || len(p.tokens) > maxWords {
		return nil
	}
	p.lists = lists()
	p.lang, p.loud = p.lists.languageOf(p.tokens), loud(p.text)
	p.read(p.text)
	p.say()
	c := *p
	c.tokens, c.asks, c.entries, c.at, c.roles = slices.Clone(p.tokens), slices.Clone(p.asks), slices.Clone(p.entries), slices.Clone(p.at), slices.Clone(p.roles)
	c.cut, c.inside, c.sentences, c.marked, c.words = slices.Clone(p.cut), slices.Clone(p.inside), slices.Clone(p.sentences), slices.Clone(p.marked), slices.Clone(p.words)
	c.wanted, c.declined = new(sight), new(sight)
	parsed.Keep(hash, &c)
	return &c
}

// matched is a listed phrase that begins at a token.
type matched struct {
	words uint8 // its number of words
	role  role
	tag   uint8
}

// match finds, once, all phrases of the language that begin at each token, because later
// steps look for most roles several times. They are in the order of the lists.
func (p *parser) match() {
	p.at = slices.Grow(p.at, len(p.tokens))[:len(p.tokens)]
	p.roles = slices.Grow(p.roles, len(p.tokens))[:len(p.tokens)]
	for i := range p.tokens {
		p.roles[i] = 0
		from, es := len(p.entries), p.lang.first[key(p.tokens[i].Text)]
		for k := range es {
			if e := &es[k]; e.is(p.tokens[i:]) {
				p.entries = append(p.entries, matched{uint8(len(e.words)), e.role, e.tag})
				p.roles[i] |= 1 << e.role
			}
		}
		p.at[i] = run{from, len(p.entries)}
	}
	p.nouns()
}

// nouns treats words that usually ask or join as nouns where they are used as nouns: "the
// from".
func (p *parser) nouns() {
	const names = 1<<roleFrom | 1<<roleTo | 1<<roleAsk
	for i := range p.tokens {
		k := i + 1
		for p.roles[i]&(1<<roleArticle) != 0 && k < len(p.tokens) && p.roles[k]&names != 0 && strings.TrimSpace(p.text[p.tokens[k-1].End:p.tokens[k].Start]) == "" {
			k++
		}
		if k > i+1 && (k == len(p.tokens) || p.roles[k]&(1<<roleAnd|1<<roleOr) != 0 || strings.TrimSpace(p.text[p.tokens[k-1].End:p.tokens[k].Start]) != "") {
			clear(p.roles[i+1 : k])
		}
	}
}

// find returns the length and the tag of the longest phrase with role r at token i, in
// the question's language.
func (p *parser) find(r role, i, to int) (n int, tag uint8) {
	if i >= to || p.roles[i]>>r&1 == 0 {
		return 0, 0
	}
	for _, m := range p.entries[p.at[i].from:p.at[i].to] {
		if m.role == r && i+int(m.words) <= to {
			return int(m.words), m.tag
		}
	}
	return 0, 0
}

func (p *parser) has(r role, i, to int) bool {
	n, _ := p.find(r, i, to)
	return n > 0
}

// first returns the first token at or after a byte offset.
func (p *parser) first(at int) int {
	i, _ := slices.BinarySearchFunc(p.tokens, at, func(t words.Token, at int) int { return t.Start - at })
	return i
}
