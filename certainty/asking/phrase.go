package asking

import (
	"slices"
	"strings"
	"sync"
)

// parsers are kept for their memory, which costs as much to make as to use.
var parsers = sync.Pool{New: func() any { return new(parser) }}

// release empties a parser, so that no question is kept, and hands it back.
func (p *parser) release() {
	clear(p.tokens)
	clear(p.asks)
	clear(p.words)
	*p = parser{tokens: p.tokens[:0], asks: p.asks[:0], entries: p.entries[:0], at: p.at[:0], roles: p.roles[:0],
		cut: p.cut[:0], sentences: p.sentences[:0], words: p.words[:0]}
	parsers.Put(p)
}

// matched is a phrase that stands at a token.
type matched struct {
	words uint8 // how many it has
	role  role
	tag   uint8
}

// match looks up once which phrases of the language stand at each token, since most
// roles are asked for several times there. They keep the order of the lists.
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

// nouns takes words that ask or join for names where they stand as such: "the from".
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

// find is that of the question's language, at a token.
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
