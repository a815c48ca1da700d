package asking

import (
	"strings"
	"unicode/utf8"
)

// tellAt returns the length of the imperative, such as "tell me", that begins at token
// i, and whether its words may also be something else (roleSoft).
func (p *parser) tellAt(i, to int) (n int, soft bool) {
	n, _ = p.find(roleTell, i, to)
	if m, _ := p.find(roleSoft, i, to); m >= n && m > 0 {
		if p.isNoun(i+m, to) {
			return 0, false
		}
		if p.has(rolePolar, i+m, to) && p.has(roleSubject, i+m+1, to) {
			return 0, false // "which city and state are you in?"
		}
		return m, true
	}
	return n, false
}

// isNoun reports whether a word before token i is a noun, and no imperative, because no object follows:
// "Name?", "State and city, please".
func (p *parser) isNoun(i, to int) bool {
	if i >= to {
		c, _ := utf8.DecodeRuneInString(p.text[p.tokens[i-1].End:])
		return !strings.ContainsRune(closing, c)
	}
	if n, _ := p.find(roleAnd, i, to); n > 0 {
		m, _ := p.find(roleSoft, i+n, to)
		return i+n < to && (m > 0 && p.isNoun(i+n+m, to) || m == 0 && !p.has(roleTell, i+n, to))
	}
	return p.has(rolePlease, i, to) && p.ends(i) || p.cut[i] && strings.HasPrefix(p.text[p.tokens[i-1].End:], ",")
}

// closing are marks that end a quotation.
const closing = `'"’”»`

// telling reports whether a run of tokens contains an imperative such as "tell me".
func (p *parser) telling(from, to int) bool {
	for i := from; i < to; i++ {
		if n, soft := p.tellAt(i, to); n > 0 && (!soft || p.skipLead(from, i) >= i) {
			return true
		}
	}
	return false
}
