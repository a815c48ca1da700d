package asking

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/words"
)

// Asker finds what questions request of a sample's tools. It does not change once made and is
// safe for concurrent use.
type Asker struct {
	tools []domains.Tool
	sets  map[string]domains.Set
	read  []*tool
	names []string // of the sample's tools that no text says in passing (unnamed)
}

// New prepares a sample's tools. sets maps a tool's name to the domains of its parameters; a
// tool may be missing from it. If of names any tools, only those are prepared, the first of each
// name.
func New(tools []domains.Tool, sets map[string]domains.Set, of ...string) *Asker {
	a := &Asker{sets: sets}
	for i := range tools {
		t := &tools[i]
		if len(t.Name) >= len(plainName) && isCompound(t.Name) && t.Param(t.Name) == nil {
			a.names = append(a.names, t.Name)
		}
		if len(of) == 0 || slices.Contains(of, t.Name) && domains.ToolNamed(tools, t.Name) == t {
			a.tools, a.read = append(a.tools, *t), append(a.read, preparedTool(t, sets[t.Name]))
		}
	}
	if len(a.tools) == len(tools) {
		a.tools = tools // these are kept anyway
	}
	return a
}

// Only returns the Asker for just the tools with the given names, in that order, taking the
// first tool of each name. It returns a itself if those are all its tools.
func (a *Asker) Only(names []string) *Asker {
	out := &Asker{sets: a.sets, names: a.names}
	for i := range a.tools {
		t := &a.tools[i]
		if slices.Contains(names, t.Name) && domains.ToolNamed(a.tools, t.Name) == t {
			out.tools, out.read = append(out.tools, *t), append(out.read, a.read[i])
		}
	}
	if len(out.tools) == len(a.tools) {
		return a
	}
	return out
}

// Read returns what a question requests of each tool and which values it states. A parameter
// that has no value in the conversation's reading is more likely to be the one asked for. r may
// be nil: then nothing is known about the conversation and no statement is backed. A question of
// more than 512 words yields nothing. The time is linear in the length of the question and in
// the number of parameters.
//
// If of names any tools, only requests to those tools are looked for.
func (a *Asker) Read(question string, r *grounding.Reading, of ...string) Question {
	var q Question
	if len(question) > maxBytes {
		return q
	}
	if r != nil {
		question = Unquoted(question, r.Turns())
	}
	p := parse(a.unnamed(question))
	if p == nil {
		return q
	}
	var offers []run
	var from []int // the tool of each request
	about := sync.OnceValue(func() topic {
		if r == nil {
			return topic{}
		}
		return topicOf(r.Turns())
	})
	for i, x := range a.read {
		t := &a.tools[i]
		if len(of) > 0 && !slices.Contains(of, t.Name) {
			continue
		}
		for _, w := range a.believed(p, i, a.wishes(p, i, r), about) {
			start, end := p.span(&w)
			from = append(from, i)
			q.Requests = append(q.Requests, Request{t.Name, t.Params[w.param].Name, start, end, w.sure > undoubted})
			if w.taken && w.ask.kinds == 1<<askPolar && !x.params[w.param].closed() && !slices.Contains(offers, w.ask.run) {
				offers = append(offers, w.ask.run)
			}
		}
	}
	q.Tools = a.between(p.asks, p.words)
	q.Which = p.which || slices.ContainsFunc(p.asks, func(k ask) bool {
		return k.kinds == 1<<askWhich && !k.names && !slices.ContainsFunc(q.Requests, func(r Request) bool { return r.Start == k.start })
	})
	if a.states(p, offers) {
		a.statements(&q, p, r)
	}
	a.told(&q, from, p, r)
	return q
}

// between returns the tools that an ask mentions by words of their own names, if there is more
// than one: "shall I book it or cancel it?"
func (a *Asker) between(asks []ask, of []said) []string {
	if len(a.read) < 2 {
		return nil
	}
	for i := range asks {
		var named []*tool
		for _, t := range asks[i].terms {
			if x := a.named(of[t.token].text); x != nil {
				named = append(named, x)
			}
		}
		var out []string
		for k, x := range a.read {
			if slices.Contains(named, x) {
				out = append(out, a.tools[k].Name)
			}
		}
		if len(out) > 1 {
			return out
		}
	}
	return nil
}

// named returns the only tool with word in its name, or nil if several or none have it.
func (a *Asker) named(word string) (named *tool) {
	for _, x := range a.read {
		if x != named && has(x.name, word) {
			if named != nil {
				return nil
			}
			named = x
		}
	}
	return named
}

// maxBytes is the most text that is split into words; it leaves room for 512 words of ordinary
// length.
const maxBytes = 1 << 15

// filled returns how likely it is, in [0, 1], that a reading has a value for parameter k of a
// tool. Without a reading it is 0.
func filled(r *grounding.Reading, t *domains.Tool, k int) float32 {
	if r == nil {
		return 0
	}
	fills, _ := r.Fills(t.Name, t.Params[k].Name)
	if len(fills) == 0 {
		return 0
	}
	return min(1, 1.5*float32(fills[0].P))
}

// ends reports whether token i is the last of its clause.
func (p *parser) ends(i int) bool { return i+1 >= len(p.cut) || p.cut[i+1] }

// read finds the asks of a question.
func (p *parser) read(text string) {
	p.match()
	p.brackets()
	all := sentences(text, p.tokens)
	first := 0
	for i := range all {
		s := &all[i]
		before, which := len(p.asks), p.which
		p.sentences = append(p.sentences, run{first, first + len(s.tokens)})
		p.marked = append(p.marked, s.asks)
		p.cut = append(p.cut, s.breaks...)
		p.sentence(s, first)
		first += len(s.tokens)
		if i+1 == len(all) || all[i+1].asks {
			continue
		}
		if next := first + len(all[i+1].tokens); p.has(roleAnswer, first, next) && !p.has(roleTell, first, next) { // it is blue, but not "it is required"
			p.asks, p.which = p.asks[:before], which
		}
	}
}

// number reports whether a token begins with a digit.
func (p *parser) number(i int) bool {
	c, _ := utf8.DecodeRuneInString(p.text[p.tokens[i].Start:])
	return unicode.IsDigit(c)
}

// capital reports whether a token is capitalised, in a language that does not capitalise every
// noun and in a text that is not written in capitals.
func (p *parser) capital(i int) bool {
	c, _ := utf8.DecodeRuneInString(p.text[p.tokens[i].Start:])
	return unicode.IsUpper(c) && p.lang.name != "de" && !p.loud
}

// loud reports whether most letters of a text that have a case are capitals.
func loud(text string) bool {
	more := 0
	for _, c := range text {
		if unicode.IsUpper(c) {
			more++
		} else if unicode.IsLower(c) {
			more--
		}
	}
	return more > 0
}

// umlauts spells letters as names do that have to do without them.
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ø", "oe", "å", "aa", "Ä", "ae", "Ö", "oe", "Ü", "ue", "Ø", "oe", "Å", "aa")

// also appends what the names of parameters may have for the phrases with role r at token i.
func (p *parser) also(i int, r role, to []string) []string {
	if p.roles[i]>>r&1 == 0 {
		return to
	}
	for _, m := range p.entries[p.at[i].from:p.at[i].to] {
		if m.role == r {
			to = append(to, p.lang.also[m.tag]...)
		}
	}
	return to
}

// say prepares the question's words for comparison with a tool's words.
func (p *parser) say() {
	p.words = slices.Grow(p.words[:0], len(p.tokens))[:len(p.tokens)]
	of := p.words
	for i := range p.tokens {
		of[i] = said{skip: true}
		// "to" and "from" indicate a direction only at the end of a clause or before an
		// interrogative; elsewhere they are plain prepositions.
		if p.has(roleFunction, i, len(p.tokens)) && !p.ends(i) && i+1 < len(p.tokens) {
			if n, _ := p.find(roleAsk, i+1, len(p.tokens)); n == 0 {
				continue
			}
		}
		of[i].about = p.lists.concepts(p.lang, p.tokens[i:])
	}
	words.Each(p.tokens, func(id words.ID, from, to int) {
		text := joined(p.tokens[from:to])
		if id == 0 || p.lang == p.lists.english {
			if long := words.Unabbreviate(text); long != text {
				text, id = long, words.Find(long)
			}
		}
		of[from].word = word{stem(text), id, 1}
		of[from].also = p.also(from, roleAlso, nil)
		if len(of[from].also) == 0 && to == from+1 { // a list is nearer to the names of parameters than a spelling
			if plain := umlauts.Replace(p.text[p.tokens[from].Start:p.tokens[from].End]); len(plain) > len(text) {
				of[from].also = []string{stem(words.Fold(plain))}
			}
		}
		of[from].skip = p.has(roleFunction, from, len(p.tokens))
		of[from].kin = meanings().kin(of[from].about, id)
		of[from].cut, of[from].of = from > 0 && p.ends(from-1), p.has(roleOf, from, len(p.tokens))
		of[from].alone = p.lang != p.lists.english
		of[from].name = p.number(from) || p.capital(from) && from > 0 && !p.ends(from-1)
		of[from].general = p.has(roleGeneral, from, len(p.tokens)) || p.lang != p.lists.english && of[from].about != 0
		if of[from].about&^travel == 0 && !of[from].skip {
			of[from].about |= meanings().of(id)
		}
	})
	for k := range p.asks {
		for i := p.asks[k].measured.from; i < p.asks[k].measured.to; i++ {
			of[i].also = p.also(i, roleHow, of[i].also)
		}
	}
}
