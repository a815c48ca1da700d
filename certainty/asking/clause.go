package asking

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/words"
)

// ask is one thing that a sentence asks for, before it is matched to a parameter.
type ask struct {
	kinds      kinds
	terms      []term   // the words that say what it is about
	told       bool     // asked with an imperative, such as "tell me"
	strict     bool     // asked only with an imperative: words must name the parameter
	acts       bool     // the asker offers to do something: "shall I ..."
	phrase     bool     // a bare phrase without words that ask: "Size?"
	names      bool     // it names what it asks for: "which city", "what is your name"
	counts     bool     // it names what is to be counted: "how many seats"
	measured   run      // the tokens of what is counted or measured: "many more results", "warm"
	hints      concepts // the topics suggested by the word before its interrogative
	more       bool     // it follows another item of a list and may not be an item itself
	start, end int      // byte offsets in the question
	run                 // its tokens, for a sentence that is an ask by itself
}

// term is a word that says what an ask is about.
type term struct {
	token int // index into the question's tokens
	from  int // its position, one of the constants below
}

// Positions of a word relative to the interrogative. Each but the first is the index
// of its weight: the farther away the word, the less it counts.
const (
	inFocus  = -1        // directly after the interrogative: full weight
	behind   = perBehind // later in the clause
	ahead    = perAhead  // before the interrogative
	inBefore = perBefore // in an earlier clause
)

// parser finds the asks of one question.
type parser struct {
	lists  *lexicon
	lang   *language
	loud   bool // the text is written in capitals
	text   string
	tokens []words.Token // all tokens of the question
	asks   []ask

	entries []matched // the phrases of lang found in the question, ordered by their first token
	at      []run     // for each token, its range in entries
	roles   []uint32  // for each token, the roles of its entries, as bits
	cut     []bool    // for each token, whether a clause or a sentence ends before it
	inside  []bool    // for each token, whether it is inside brackets

	sentences []run  // the question's sentences
	marked    []bool // for each of them, whether it ends like a question
	which     bool   // the question asks "which one?"
	words     []said

	wanted, declined *sight // how the two networks see it
}

// run is a half-open range of the question's tokens or of its matched phrases.
type run struct{ from, to int }

// clause is a part of a sentence: the tokens [from, to) of the question.
type clause struct {
	from, to int
	at, end  int  // range of the words that ask, within [from, to); empty if there are none
	kind     int  // what those words ask for; askKinds if there are none
	tell     bool // an imperative such as "tell me" precedes them
	joined   bool // it begins with "or"
	inert    bool // its grammatical form asks nothing
	also     bool // its first word can begin a yes-or-no question or ask for a thing
}

// asks reports whether a clause contains words that ask.
func (c clause) asks() bool { return c.at < c.end }

const maxAsks = 24

// skipLead returns the first token after the lead-in words of a clause, such as "and"
// or "so".
func (p *parser) skipLead(from, to int) int {
	for from < to {
		n, _ := p.find(roleLead, from, to)
		if m, _ := p.find(roleAnd, from, to); m > n {
			n = m
		}
		if m, _ := p.find(roleOr, from, to); m > n {
			n = m
		}
		if t, _ := p.tellAt(from, to); n == 0 || t > n {
			break
		}
		if k, _ := p.find(rolePolar, from, to); k > n {
			break
		}
		if k, _ := p.find(roleAsk, from, to); k > n {
			break
		}
		from += n
	}
	return from
}

// sentence adds the asks of a sentence. first is the index of its first token.
func (p *parser) sentence(s *sentence, first int) {
	to := first + len(s.tokens)
	for i := first; i < to; i++ {
		if i > first && !s.breaks[i-first] {
			continue
		}
		if p.has(roleRhetorical, p.skipLead(i, to), to) || p.has(roleRhetorical, i, to) {
			return
		}
	}
	asks := s.asks || p.unmarked(first, to)
	for i := first; i < to && !asks; i++ {
		if n, _ := p.find(roleEnd, i, to); n > 0 && i+n == to {
			asks = true
		}
		if n, _ := p.find(rolePlease, i, to); n > 0 && i+n == to {
			asks = !p.any(roleNegation, first, to) // "your name, please"
		}
	}
	for i := to - 1; i > first && asks; i-- {
		if !s.breaks[i-first] {
			continue
		}
		n, _ := p.find(roleTag, i, to) // "let's skip the date, okay?", "crops love the sun, don't they?"
		if n > 0 && i+n == to || p.has(rolePolar, i, to) && !p.content(i+1, to) && (p.has(roleNegation, i, to) || to-i < 4 && p.has(roleSubject, to-1, to)) {
			to, asks = i, false
		}
	}
	if asks && p.agrees(first, to) {
		return
	}
	p.add(p.clauses(s, first, to, asks), asks)
}

// agrees reports whether a question asks only whether something is right: "Is that okay?" The language of a
// text of so few words is unsure.
func (p *parser) agrees(from, to int) (agrees bool) {
	for i := from; i < to; i++ {
		n, _ := p.lists.agreed.find(roleTag, p.tokens[i:to])
		switch {
		case p.roles[i]&(1<<roleAsk|1<<roleOr|1<<roleTell) != 0:
			return false
		case n > 0:
			i, agrees = i+n-1, true
		case !p.has(roleFunction, i, to) && !p.has(roleEnd, i, to) && !p.has(rolePolar, i, to):
			return false
		}
	}
	return agrees
}

// unmarked reports whether the text ends without punctuation, as people type, and its
// last sentence begins like a question: with an interrogative, or with a verb before a
// pronoun.
func (p *parser) unmarked(from, to int) bool {
	if to < len(p.tokens) || strings.TrimSpace(p.text[p.tokens[to-1].End:]) != "" {
		return false
	}
	i := p.skipLead(from, to)
	for p.lang != p.lists.english && i < to && !p.has(roleAsk, i, to) && (p.has(roleFunction, i, to) || p.tokens[i].Unspaced) {
		i++ // "c'est pour combien", 想看什么
	}
	return p.has(roleAsk, i, to) && !p.has(roleSubordinate, i, to) || p.has(rolePolar, i, to) && p.has(roleSubject, i+1, to)
}

// clauses splits a sentence where a request for something else may begin: at commas
// and similar marks, and at "and" and "or" before words that ask.
func (p *parser) clauses(s *sentence, first, to int, asks bool) []clause {
	var out []clause
	from := first
	for i := first; i < to; i++ {
		cut := i > first && s.breaks[i-first]
		if i > from && !cut {
			if n, _ := p.find(roleAnd, i, to); n > 0 {
				cut = p.opens(i+n, to, asks) || !slices.ContainsFunc(out, clause.asks) && p.telling(from, i) && !(i+n < to && p.capital(i+n)) || len(out) > 0 && out[0].tell && !p.asked(from, i)
			} else if n, _ := p.find(roleOr, i, to); n > 0 {
				cut = p.opens(i+n, to, asks)
			}
		}
		cut = cut || i > from && p.ranges(from, i, to)
		if cut && i > from {
			if c := p.clause(from, i, asks); !c.tell || c.end < i { // do not split after "please tell me:"
				out, from = append(out, c), i
			}
		}
		if n, _ := p.find(roleAsk, i, to); n > 1 {
			i += n - 1 // do not split inside an interrogative
		}
	}
	return append(out, p.clause(from, to, asks))
}

// ranges reports whether an interrogative for the other end of a range begins at token i: "from when until when".
func (p *parser) ranges(from, i, to int) bool {
	if n, kind := p.find(roleAsk, i, to); n == 0 || kind != askTo && kind != askUntil {
		return false
	}
	for ; from < i; from++ {
		if n, kind := p.find(roleAsk, from, i); n > 0 {
			return kind == askFrom || kind == askSince
		}
	}
	return false
}

// asked reports whether a run of tokens contains an interrogative.
func (p *parser) asked(from, to int) bool {
	for i := from; i < to; i++ {
		if n, _ := p.find(roleAsk, i, to); n > 0 {
			return true
		}
	}
	return false
}

// opens reports whether words that ask begin at token i, possibly after lead-in words.
func (p *parser) opens(i, to int, asks bool) bool {
	i = p.skipLead(i, to)
	if i >= to {
		return false
	}
	if n, _ := p.tellAt(i, to); n > 0 {
		return true
	}
	n, _ := p.find(roleAsk, i, to)
	return n > 0 || asks && p.has(rolePolar, i, to)
}

// clause finds the words that ask in the tokens [from, to).
func (p *parser) clause(from, to int, asks bool) clause {
	c := clause{from: from, to: to, at: from, end: from, kind: askKinds}
	n, _ := p.find(roleOr, from, to)
	c.joined = n > 0
	begin := p.skipLead(from, to)
	// Look for an imperative such as "tell me"; the word before it may negate it.
	tellEnd := -1
	for i := from; i < to; i++ {
		n, soft := p.tellAt(i, to)
		if n == 0 || soft && i > begin {
			if p.has(roleNegation, i, to) && !asks {
				c.inert = true
				return c
			}
			continue
		}
		if p.lang == p.lists.english && p.any(roleAsk, begin, i) {
			break // "who would tell me the city?"
		}
		if p.has(roleNegation, to-1, to) && !asks || i > from && p.has(roleNegation, i-1, i) {
			break // "ich brauche Ihre Nummer nicht", "would you not send me the number?"
		}
		tellEnd = i + n
		c.at, c.end, c.kind, c.tell = i, tellEnd, askNamed, true
		break
	}
	if tellEnd < 0 && !asks {
		c.inert = true
		return c
	}
	// Look for an interrogative; after an imperative, it is in the clause that depends
	// on it.
	polar, _ := p.find(rolePolar, begin, to)
	asked, _ := p.find(roleAsk, begin, to)
	if tellEnd < 0 && asked == 0 && p.has(roleSubordinate, begin, to) && !p.opens(begin+1, to, false) {
		c.inert = true
		return c
	}
	for k := range to - from {
		i := from + k
		if tellEnd >= 0 { // search after the imperative first, then before it, where some languages put the interrogative
			i = from + (tellEnd-from+k)%(to-from)
		}
		if i < tellEnd && (p.lang == p.lists.english || i >= c.at) || tellEnd < 0 && i >= begin && i < begin+polar && asked <= polar {
			continue
		}
		n, tag := p.find(roleAsk, i, to)
		if tellEnd >= 0 && i > tellEnd && (!asks || p.lang == p.lists.english) && p.content(tellEnd, i) {
			break // "the city where you live" asks for the city
		}
		if n == 0 || p.lang == p.lists.english && tellEnd < 0 && polar > 0 && asked <= polar && i > begin && !(i == begin+polar+2 && p.has(roleSubject, begin+polar, to)) {
			continue // not an interrogative in "are you the one who pays?", but one in "do you recall when it was?"
		}
		c.at, c.end, c.kind = i, i+n, int(tag)
		return c
	}
	if tellEnd >= 0 {
		if p.has(roleSubordinate, tellEnd, to) || p.has(rolePolar, tellEnd, to) {
			c.kind = askPolar
		}
		return c
	}
	if polar > 0 {
		c.at, c.end, c.kind, c.also = begin, begin+polar, askPolar, asked > 0
	}
	return c
}

// add turns the clauses of a sentence into asks.
func (p *parser) add(all []clause, asks bool) {
	first := len(p.asks)
	var before []clause // clauses that ask nothing and precede one that does
	for i := 0; i < len(all); i++ {
		c := &all[i]
		last := func() *ask {
			if len(p.asks) > first {
				return &p.asks[len(p.asks)-1]
			}
			return nil
		}
		switch {
		case c.inert && !asks:
			// Continue a list that began with "tell me".
			if a := last(); a != nil && (a.strict || a.told) && !p.any(roleNegation, c.from, c.to) {
				p.items(c)
			}
		case c.inert:
			// A subordinate clause.
		case c.kind == askKinds:
			if a := last(); a != nil {
				p.behind(c, a)
			} else {
				before = append(before, *c)
			}
		default:
			a := last()
			if c.kind == askPolar && c.joined && a != nil && a.kinds&(1<<askPolar|1<<askAlternative) != 0 {
				p.terms(a, c.end, c.to, behind) // "or shall I ...?"
				a.kinds = 1 << askAlternative
				a.end = p.tokens[c.to-1].End
				continue
			}
			if c.kind == askPolar && c.joined && a == nil && len(before) > 0 {
				p.fragment(before, c)
				before = nil
				continue
			}
			if a != nil && a.kinds == 1<<askPolar && c.kind != askPolar && p.bare(c) {
				a.kinds, a.end = 1<<c.kind, p.tokens[c.to-1].End // "any bags, and how many?"
				continue
			}
			p.one(c, before)
			before = nil
		}
	}
	if asks && len(before) > 0 && len(p.asks) == first {
		p.fragment(before, nil)
	}
}

// bare reports whether nothing meaningful follows a clause's "how many", "how much" or
// "which".
func (p *parser) bare(c *clause) bool {
	return !p.content(c.end, c.to) && (c.kind == askCount || c.kind == askAmount || c.kind == askWhich)
}

// any reports whether a run of tokens contains a phrase with role r.
func (p *parser) any(r role, from, to int) bool {
	for i := from; i < to; i++ {
		if p.has(r, i, to) {
			return true
		}
	}
	return false
}

// one adds the ask of a clause that contains words that ask.
func (p *parser) one(c *clause, before []clause) {
	if len(p.asks) >= maxAsks {
		return
	}
	a := ask{kinds: 1 << c.kind, told: c.tell, strict: c.kind == askNamed, start: p.tokens[c.from].Start, end: p.tokens[c.to-1].End, run: run{c.from, c.to}}
	if c.kind == askSame {
		a.kinds = 1 << askNamed
		if len(p.asks) > 0 {
			a.kinds = p.asks[len(p.asks)-1].kinds
		}
	}
	a.acts = p.any(roleIdle, c.from, c.to) || p.any(roleMe, c.from, c.to)
	if c.kind == askPolar && p.any(roleOr, c.end, c.to) {
		a.kinds = 1 << askAlternative
	}
	if c.also {
		a.kinds |= 1 << askWhat
	}
	if c.at > c.from {
		switch {
		case p.has(roleFrom, c.at-1, c.at):
			a.hints = 1<<conceptOrigin | 1<<conceptStart
		case p.has(roleTo, c.at-1, c.at):
			a.hints = 1<<conceptDestination | 1<<conceptEnd
		}
	}
	for i := range before {
		p.terms(&a, before[i].from, before[i].to, inBefore)
	}
	if !c.tell {
		p.terms(&a, c.from, c.at, ahead)
	}
	// A verb may follow "what"; a word before the verb of a question is a noun ("what
	// city do you ...").
	noun := c.end
	for noun < c.to && p.content(noun, noun+1) && !p.has(rolePolar, noun, c.to) {
		noun++
	}
	what := c.kind == askWhat && (noun == c.end || p.has(rolePolar, noun, c.to))
	from, to := c.end, c.to
	if c.tell && p.lang != p.lists.english && !p.content(from, to) {
		from, to = c.from, c.at // the verb comes last: 日付を教えてください
	}
	a.names = (c.kind == askWhich || c.kind == askNamed || what) && p.naming(from, to)
	a.counts = c.kind == askCount && p.content(c.end, min(c.end+1, c.to))
	if a.kinds&(counting|1<<askHow) != 0 {
		a.measured = run{c.at, p.meaningful(c.end, c.to)}
	}
	if c.kind == askDegree {
		from-- // "how heavy"
	}
	if c.kind == askWhat {
		p.terms(&a, c.at+1, c.end, inFocus) // "what type of"
	}
	p.focus(&a, from, to)
	if a.kinds&^(1<<askNamed|1<<askPolar|1<<askAlternative|1<<askWhat|1<<askWhich) == 0 && (c.tell || !p.content(c.from, c.at)) && !p.content(from, to) && len(before) == 0 {
		if !p.meant(&a, c) {
			p.which = p.which || c.kind == askWhich
			return // "could you clarify that?", "what?"
		}
	} else if c.tell && p.has(roleIt, c.end, c.to) && !p.content(c.end+1, min(c.end+2, c.to)) && !p.meant(&a, c) {
		return // "I need it for the search"
	}
	p.asks = append(p.asks, a)
	p.halves(a, from, to)
}

// content reports whether a run of tokens contains anything but function words.
func (p *parser) content(from, to int) bool {
	for i := from; i < to; i++ {
		if !p.has(roleFunction, i, to) {
			return true
		}
	}
	return false
}

// naming reports whether a noun follows the words that ask, that is, no pronoun
// precedes the first meaningful word.
func (p *parser) naming(from, to int) bool {
	for i := from; i < to; i++ {
		switch {
		case p.has(roleSubject, i, to):
			return false
		case !p.has(roleFunction, i, to) && !p.has(rolePolar, i, to):
			return true
		}
	}
	return false
}

// focus adds the words behind an interrogative: those up to where it turns to say
// what for count in full.
func (p *parser) focus(a *ask, from, to int) {
	w, begun := inFocus, false
	for i := from; i < to; i++ {
		content := !p.has(roleFunction, i, to) && !p.has(rolePolar, i, to)
		if content {
			begun = true
		} else if begun && !p.has(roleOf, i, to) && !(i > from && p.has(roleOf, i-1, to)) {
			w = behind
		}
		p.term(a, i, w)
	}
}

func (p *parser) terms(a *ask, from, to, w int) {
	for i := from; i < to; i++ {
		p.term(a, i, w)
	}
}

const maxAskTerms = 48

func (p *parser) term(a *ask, i, w int) {
	if len(a.terms) < maxAskTerms {
		a.terms = append(a.terms, term{i, w})
	}
}
