package asking

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/words"
)

// ask is one thing that a sentence asks for, before it is known of which parameter.
type ask struct {
	kinds      kinds
	terms      []term   // what it says about it
	told       bool     // asked by an imperative
	strict     bool     // ... and by nothing else: it needs words that name it
	phrase     bool     // no words ask: "Size?"
	at, behind int      // its interrogative's tokens
	names      bool     // it names what it wants: "which city", "what is your name"
	counts     bool     // it names what is counted: "how many seats"
	hints      concepts // what the word before its interrogative says it is about
	more       bool     // an item behind another one, which may be no item at all
	start, end int      // bytes of the question
	run                 // its tokens, where it stands alone
}

// term is a word by which an ask says what it is about.
type term struct {
	token int // of the question
	from  int // where it stands
}

// Where a word stands, by the weight that it has there: what it says is the less the
// farther it stands from the interrogative.
const (
	inFocus  = -1        // right behind the interrogative: as it is
	behind   = perBehind // later in the clause
	ahead    = perAhead  // before the interrogative
	inBefore = perBefore // in a clause before
)

// parser finds the asks of one question.
type parser struct {
	lists  *lexicon
	lang   *language
	text   string
	tokens []words.Token // of the whole question
	asks   []ask

	entries []matched // the phrases of lang that stand in the question, by the token that they begin with
	at      []run     // of each token its entries
	roles   []uint32  // ... and what they do, by bit
	cut     []bool    // before which tokens a clause or a sentence ends

	sentences []run // that the question has
	which     bool  // "which one?" is asked
	words     []said
}

// run is a half-open range: of the question's tokens, or of their phrases.
type run struct{ from, to int }

// clause is a part of a sentence: tokens [from, to) of the question.
type clause struct {
	from, to int
	at, end  int  // the words that ask, in [from, to); at == end for none
	kind     int  // of them; askKinds for none
	tell     bool // an imperative of telling stands before them
	joined   bool // "or" stands before it
	inert    bool // it asks nothing by its form
	also     bool // a word that begins a question of yes or no may as well ask what
}

// asks reports whether words that ask stand in a clause.
func (c clause) asks() bool { return c.at < c.end }

const maxAsks = 24

// skipLead returns the first token from which on a clause says something.
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

// tellAt returns the length of an imperative of telling at a token.
func (p *parser) tellAt(i, to int) (n int, soft bool) {
	n, _ = p.find(roleTell, i, to)
	if m, _ := p.find(roleSoft, i, to); m >= n && m > 0 {
		if p.has(rolePolar, i+m, to) && p.has(roleSubject, i+m+1, to) {
			return 0, false // "which city and state are you in?"
		}
		return m, true
	}
	return n, false
}

// sentence adds the asks of a sentence; first is the number of its first token.
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
	p.add(p.clauses(s, first, to, asks), asks)
}

// unmarked reports whether a text ends without any mark, as people type, and its last
// sentence begins as a question does: by an interrogative, or a verb before a pronoun.
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

// clauses cuts a sentence where another thing may be asked for: at commas and the
// like, and at "and" and "or" before words of asking.
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
		if cut && i > from {
			if c := p.clause(from, i, asks); !c.tell || c.end < i { // not behind "please tell me:"
				out, from = append(out, c), i
			}
		}
		if n, _ := p.find(roleAsk, i, to); n > 1 {
			i += n - 1 // nothing is cut inside an interrogative
		}
	}
	return append(out, p.clause(from, to, asks))
}

// asked reports whether an interrogative stands in a run of tokens.
func (p *parser) asked(from, to int) bool {
	for i := from; i < to; i++ {
		if n, _ := p.find(roleAsk, i, to); n > 0 {
			return true
		}
	}
	return false
}

// telling reports whether an imperative of telling stands in a run of tokens.
func (p *parser) telling(from, to int) bool {
	for i := from; i < to; i++ {
		if n, soft := p.tellAt(i, to); n > 0 && (!soft || p.skipLead(from, i) >= i) {
			return true
		}
	}
	return false
}

// opens reports whether words of asking begin at a token, or behind words that may
// stand before them.
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

// clause reads a part of a sentence.
func (p *parser) clause(from, to int, asks bool) clause {
	c := clause{from: from, to: to, at: from, end: from, kind: askKinds}
	n, _ := p.find(roleOr, from, to)
	c.joined = n > 0
	begin := p.skipLead(from, to)
	// An imperative of telling; a word before it may deny it.
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
	// An interrogative, in an imperative's clause behind it.
	polar, _ := p.find(rolePolar, begin, to)
	asked, _ := p.find(roleAsk, begin, to)
	if tellEnd < 0 && asked == 0 && p.has(roleSubordinate, begin, to) && !p.opens(begin+1, to, false) {
		c.inert = true
		return c
	}
	for k := range to - from {
		i := from + k
		if tellEnd >= 0 { // behind the imperative first; some languages put it last
			i = from + (tellEnd-from+k)%(to-from)
		}
		if i < tellEnd && (p.lang == p.lists.english || i >= c.at) || tellEnd < 0 && i >= begin && i < begin+polar && asked <= polar {
			continue
		}
		n, tag := p.find(roleAsk, i, to)
		if tellEnd >= 0 && i > tellEnd && (!asks || p.lang == p.lists.english) && p.content(tellEnd, i) {
			break // "the city where you live" wants the city
		}
		if n == 0 || p.lang == p.lists.english && tellEnd < 0 && polar > 0 && asked <= polar && i > begin && !(i == begin+polar+2 && p.has(roleSubject, begin+polar, to)) {
			continue // "are you the one who pays?", but "do you recall when it was?"
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

// add makes asks of the clauses of a sentence.
func (p *parser) add(all []clause, asks bool) {
	first := len(p.asks)
	var before []clause // that ask nothing by their form, and stand before one that does
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
			// A list goes on behind "tell me".
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

// bare reports whether a clause says nothing behind its interrogative.
func (p *parser) bare(c *clause) bool {
	return !p.content(c.end, c.to) && (c.kind == askCount || c.kind == askAmount || c.kind == askWhich)
}

// any reports whether a phrase of a role stands in a run of tokens.
func (p *parser) any(r role, from, to int) bool {
	for i := from; i < to; i++ {
		if p.has(r, i, to) {
			return true
		}
	}
	return false
}

// one adds the ask of a clause that has words of asking.
func (p *parser) one(c *clause, before []clause) {
	if len(p.asks) >= maxAsks {
		return
	}
	a := ask{kinds: 1 << c.kind, told: c.tell, strict: c.kind == askNamed, start: p.tokens[c.from].Start, end: p.tokens[c.to-1].End, at: c.at, behind: c.end, run: run{c.from, c.to}}
	if c.kind == askSame {
		a.kinds = 1 << askNamed
		if len(p.asks) > 0 {
			a.kinds = p.asks[len(p.asks)-1].kinds
		}
	}
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
	// Behind "what" a verb may stand; what a verb of asking follows is a noun.
	noun := c.end
	for noun < c.to && p.content(noun, noun+1) && !p.has(rolePolar, noun, c.to) {
		noun++
	}
	what := c.kind == askWhat && (noun == c.end || p.has(rolePolar, noun, c.to))
	from, to := c.end, c.to
	if c.tell && p.lang != p.lists.english && !p.content(from, to) {
		from, to = c.from, c.at // a verb at the end: 日付を教えてください
	}
	a.names = (c.kind == askWhich || c.kind == askNamed || what) && p.naming(from, to)
	a.counts = c.kind == askCount && p.content(c.end, min(c.end+1, c.to))
	if c.kind == askDegree {
		from-- // "how heavy"
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
}

// meant gives an ask for "it" what the sentence before names last, where that asks for
// nothing: "One thing is missing: the date. Could you give it to me?"
func (p *parser) meant(a *ask, c *clause) bool {
	n := len(p.sentences) - 2
	if n < 0 || !p.any(roleIt, c.end, c.to) {
		return false
	}
	before := p.sentences[n]
	if len(p.asks) > 0 && p.asks[len(p.asks)-1].start >= p.tokens[before.from].Start {
		return false
	}
	from := before.from
	for i := before.from + 1; i < before.to; i++ {
		if p.ends(i - 1) {
			from = i
		}
	}
	a.terms, a.strict = a.terms[:0], true
	p.focus(a, from, before.to)
	return p.content(from, before.to)
}

// content reports whether any of a run of tokens says more than that it joins others.
func (p *parser) content(from, to int) bool {
	for i := from; i < to; i++ {
		if !p.has(roleFunction, i, to) {
			return true
		}
	}
	return false
}

// naming reports whether a noun follows the words that ask: no pronoun stands before
// the first word that means something.
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
			if begun && p.lang == p.lists.english && strings.HasSuffix(p.tokens[i].Text, "ed") && i+1 < to && p.has(roleFunction, i+1, to) {
				w = behind // "the order associated with ..."
			}
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
