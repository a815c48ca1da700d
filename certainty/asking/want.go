package asking

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/internal/words"
)

// wantFile holds the numbers of the network that fit/fit.py fits.
//
//go:embed want.bin
var wantFile []byte

// Sizes of the network. A unit is a word of the text, described by words.Dim numbers: facts
// that hold for every parameter, facts that depend on the parameter, what its vector and its
// spelling contribute.
const (
	maxUnits = 96 // units that are read around a request
	taps     = 7  // units that a filter sees at a time
	filters  = 24
	deep     = 24      // neurons between filters and score
	buckets  = 1 << 13 // kinds of spellings
	facts    = 27
	fits     = 9
	meant0   = facts + fits // first number that comes from the word's vector
	spelled0 = meant0 + 13  // first number that comes from its spelling
	wholes   = 28           // facts about the text and the parameter as a whole
)

// wanted is the network.
type wanted struct {
	spelled  [][words.Dim - spelled0]int8 // by bucket
	meant    [spelled0 - meant0]words.Vector
	by       [spelled0 - meant0]float32 // scale of meant
	filter   [filters][taps]words.Vector
	scale    [filters]float32
	bias     [filters]float32
	neuron   [deep][2*filters + wholes]float32
	neuron0  [deep]float32
	out      [deep]float32
	constant float32
}

var network = sync.OnceValue(func() *wanted { return mustParse("want.bin", wantFile) })

// mustParse reads a network as fit.py writes it: the fields of wanted in their order,
// little-endian. The files are part of the binary, and a test reads them.
func mustParse(name string, file []byte) *wanted {
	n := &wanted{spelled: make([][words.Dim - spelled0]int8, buckets)}
	at := 0
	for _, into := range []any{n.spelled, &n.meant, &n.by, &n.filter, &n.scale, &n.bias, &n.neuron, &n.neuron0, &n.out, &n.constant} {
		read, err := binary.Decode(file[at:], binary.LittleEndian, into)
		if err != nil {
			panic(fmt.Errorf("%s: %w after %d bytes; fit it anew with fit/fit.py", name, err, at))
		}
		at += read
	}
	if at != len(file) {
		panic(fmt.Errorf("%s: %d bytes, of which %d are read; fit it anew with fit/fit.py", name, len(file), at))
	}
	return n
}

// unit is a word of a text: tokens that make up a word with a vector, or a single token.
type unit struct {
	token  int
	id     words.ID
	bucket uint16
	facts  [facts]int8
}

// tellingRoles are the roles of a word that the network is told.
var tellingRoles = [...]role{roleAsk, rolePolar, roleTell, roleSoft, roleNegation, roleSubordinate, roleAnswer, roleOption, roleChosen,
	roleSubject, roleOr, roleIdle, roleMe, roleWant, roleIt, rolePlease, roleRhetorical, roleAnyone}

// begins is the fact of a word with which a sentence begins.
const begins = len(tellingRoles) + 4

// full is the largest value of a fact.
const full = 127

// units describes the words of a text by what does not depend on a parameter.
func (p *parser) units() []unit {
	out := make([]unit, 0, len(p.tokens))
	for n, s := range p.sentences {
		for i := s.from; i < s.to; i++ {
			w := &p.words[i]
			if w.text == "" {
				continue // it is part of the word before
			}
			u := unit{token: i, id: w.id}
			text := p.tokens[i].Text
			if p.tokens[i].Unspaced {
				text = w.text
			}
			u.bucket = uint16(words.Hash(text) % buckets)
			for k, r := range tellingRoles {
				if p.roles[i]&(1<<r) != 0 {
					u.facts[k] = full
				}
			}
			for k, is := range [...]bool{w.skip, w.general, w.name, i == s.from || p.ends(i-1), i == s.from, p.marked[n], i+1 == s.to, n == 0, n+1 == len(p.sentences)} {
				if is {
					u.facts[len(tellingRoles)+k] = full
				}
			}
			out = append(out, u)
		}
	}
	return out
}

// rows returns the units' numbers, as far as they do not depend on a parameter.
func (n *wanted) rows(units []unit) []words.Vector {
	out := make([]words.Vector, len(units))
	for i := range units {
		u, row := &units[i], &out[i]
		copy(row[:], u.facts[:])
		if u.id != 0 {
			v := [1]words.Vector{u.id.Vector()}
			for k := range n.meant {
				row[meant0+k] = int8(max(-full, min(full, math.Round(float64(n.by[k]*float32(words.Dot(v[:], n.meant[k:k+1])))))))
			}
		}
		copy(row[spelled0:], n.spelled[u.bucket][:])
	}
	return out
}

// wish is a parameter that a text may request.
type wish struct {
	chosen
	found bool   // the rules take it for requested
	taken bool   // the rules take an ask for it, even one that wants nothing
	name  int    // the token at which the words of its name stand, -1 if they do not
	best  scored // how the ask fits that fits it best
}

// wishes returns the parameters of tool i that a text requests according to the rules, in order of
// their asks, and if more is set, those that it may request.
func (a *Asker) wishes(p *parser, i int, r *grounding.Reading, heard *talk, more bool) (out []wish) {
	x, t := a.read[i], &a.tools[i]
	m := matter{tool: x, about: t, talk: heard}
	best := make([]wish, len(x.params))
	for k := range best {
		best[k].param, best[k].best.score = k, -9
	}
	for _, c := range scores().choose(x, p.asks, p.words, func(k int) float32 { return filled(r, t, k) }, best) {
		w := &best[c.param]
		w.chosen, w.taken = c, true
		w.found = !c.beside && p.wants(c.ask, &x.params[c.param], &m)
	}
	for k := range best {
		w := &best[k]
		if !w.found && !more {
			continue
		}
		w.name = p.spelled(&x.params[k])
		if w.found || w.taken || w.name >= 0 || w.best.score >= scores().weights[enough]/2 {
			out = append(out, *w)
		}
	}
	slices.SortStableFunc(out, func(a, b wish) int { return a.start() - b.start() })
	return out
}

func (w *wish) start() int {
	if w.ask == nil {
		return 0
	}
	return w.ask.start
}

// spelled returns the token at which the words of a parameter's name stand one after the other,
// -1 if they do not.
func (p *parser) spelled(x *param) int {
	n := len(x.name)
	if n == 0 {
		return -1
	}
	for i := range p.words {
		if p.words[i].text != x.name[0].text {
			continue
		}
		k, at := 0, i
		for ; k < n && at < len(p.words); at++ {
			if p.words[at].text == "" {
				continue
			}
			if p.words[at].text != x.name[k].text {
				break
			}
			k++
		}
		if k == n {
			return i
		}
	}
	return -1
}

// place is the token around which a text is read for a wish.
func (p *parser) place(w *wish) int {
	if w.ask != nil {
		return p.first(w.ask.start)
	}
	return max(0, w.name)
}

// wholes describes the text and a parameter as a whole.
func (p *parser) wholes(x *tool, w *wish, open float32, others []wish, read int) (out [wholes]float32) {
	q := &x.params[w.param]
	yes := func(i int, is bool) {
		if is {
			out[i] = 1
		}
	}
	bound := func(v, by float32) float32 { return max(-1, min(1, v/by)) }
	yes(0, w.found)
	yes(1, w.taken && !w.found && !w.beside)
	yes(2, w.beside)
	yes(3, w.name >= 0)
	if w.best.score > -9 {
		out[4], out[5], out[6], out[7] = bound(w.best.score, 6), bound(w.best.form, 2), bound(w.best.words, 4), bound(w.best.focus, 1)
	}
	out[8] = open
	for i, c := range [...]int{typeBoolean, typeNumber, typeChoice, typeList, conceptDate, conceptTime, conceptPlace, conceptPerson, conceptName, conceptID} {
		yes(9+i, q.about.has(c))
	}
	yes(19, q.required)
	p.wholesOfText(&out, read)
	for i := range others {
		if others[i].found && others[i].param != w.param {
			out[24] = min(1, out[24]+0.5)
		}
	}
	if w.ask != nil {
		yes(25, w.ask.kinds&(1<<askPolar) != 0)
		yes(26, w.ask.kinds&(1<<askAlternative) != 0)
		yes(27, w.ask.told)
	}
	return out
}

// wholesOfText writes the facts about the text alone, of which read units are read.
func (p *parser) wholesOfText(out *[wholes]float32, read int) {
	for i, is := range [...]bool{p.lang == p.lists.english, len(p.sentences) > 1, slices.Contains(p.marked, true)} {
		if is {
			out[20+i] = 1
		}
	}
	out[23] = float32(read) / maxUnits
}

// fit describes how the units [from, to) of a text fit a parameter.
func (p *parser) fit(of []unit, x *tool, c *wish, others []wish) [][fits]int8 {
	out := make([][fits]int8, len(of))
	q := &x.params[c.param]
	seen := false
	level := func(like float32) int8 { return int8(full * max(0, min(1, like))) }
	for i := range of {
		w, f := &p.words[of[i].token], &out[i]
		most := func(list []word) (best float32) {
			for k := range list {
				like, _ := scores().alike(&w.word, &list[k])
				best = max(best, like)
			}
			return best
		}
		if of[i].facts[begins] != 0 {
			seen = false // a sentence begins
		}
		if !w.skip {
			f[0], f[1], f[2] = level(most(q.name)), level(most(q.desc)), level(most(q.values))
			if f[0] < full && slices.ContainsFunc(x.params, func(y param) bool { return has(y.name, w.text) }) {
				f[3] = full
			}
		}
		at := p.tokens[of[i].token].Start
		if c.ask.holds(at) {
			f[4] = full
		}
		if slices.ContainsFunc(others, func(o wish) bool { return o.found && o.param != c.param && o.ask != c.ask && o.ask.holds(at) }) {
			f[5] = full
		}
		if w.about&q.about != 0 {
			f[6] = full
		}
		if seen {
			f[7] = full
		}
		seen = seen || f[0] >= named
	}
	ahead := false
	for i := len(of) - 1; i >= 0; i-- {
		if ahead {
			out[i][8] = full
		}
		ahead = (ahead || out[i][0] >= named) && of[i].facts[begins] == 0
	}
	return out
}

// holds reports whether a byte of the text belongs to an ask, which may be nil.
func (a *ask) holds(at int) bool { return a != nil && a.start <= at && at < a.end }

// The network's scores that overrule the rules.
const (
	doubted = -1.8 // up to here it does not believe what the rules find
	certain = 3    // from here on it believes in a request that they do not find
)

// sight is a text as the network sees it, whatever the parameter. It is made when a tool has
// requests to judge, and serves all tools.
type sight struct {
	*parser
	units []unit
	rows  []words.Vector
}

// score returns how sure the network is that a text requests a parameter of tool i.
func (a *Asker) score(p *sight, i int, w *wish, all []wish, r *grounding.Reading) float32 {
	if p.rows == nil {
		p.units = p.parser.units()
		p.rows = network().rows(p.units)
	}
	from, to := p.window(p.units, p.place(w))
	of := p.wholes(a.read[i], w, 1-filled(r, &a.tools[i], w.param), all, to-from)
	return network().score(p.rows[from:to], p.fit(p.units[from:to], a.read[i], w, all), &of)
}

// believes reports whether the network believes that a text requests at least one of the
// parameters that the rules find for tool i. A text in which it believes no request asks for
// nothing. If it believes one, the others stand, too: a question for everything must not gain
// by being believed in part.
func (a *Asker) believes(p *sight, i int, all []wish, r *grounding.Reading) bool {
	return slices.ContainsFunc(all, func(w wish) bool { return a.score(p, i, &w, all, r) > doubted })
}

// notation are signs of markup, calls and code, which name parameters and ask nobody.
const notation = "{}<>=`"

// mostMissed is how many parameters that a text names are judged by missed.
const mostMissed = 8

// missed returns the requests for parameters of tool i of whose names a text has all words, where the
// network is certain of them. It is for texts without notation, in which the rules find none.
func (a *Asker) missed(p *sight, i int, r *grounding.Reading, heard *talk) (out []Request) {
	x, t := a.read[i], &a.tools[i]
	if !slices.ContainsFunc(x.params, func(q param) bool { return p.spelled(&q) >= 0 }) {
		return nil
	}
	all, judged := a.wishes(p.parser, i, r, heard, true), 0
	for k := range all {
		w := &all[k]
		if w.name < 0 || judged == mostMissed {
			continue
		}
		if judged++; a.score(p, i, w, all, r) > certain {
			at := p.tokens[w.name]
			out = append(out, Request{t.Name, t.Params[w.param].Name, at.Start, at.End})
		}
	}
	return out
}

// named is the likeness to its name at which a word stands for the parameter.
const named = 76

// score returns how sure the network is that a text requests a parameter: positive if it does.
// Products are rounded before they are added, so that every machine gives the same score.
func (n *wanted) score(rows []words.Vector, fit [][fits]int8, wholes *[wholes]float32) float32 {
	var most, at [filters]float32
	window := make([]words.Vector, len(rows)+taps-1)
	for i := range rows {
		row := &window[i+taps/2]
		*row = rows[i]
		copy(row[facts:], fit[i][:])
		if fit[i][0] == full {
			clear(row[meant0:]) // the parameter's own words say nothing about what is wanted of it
		}
	}
	for i := range rows {
		for k := range n.filter {
			v := float32(float32(words.Dot(n.filter[k][:], window[i:]))*n.scale[k]) + n.bias[k]
			most[k] = max(most[k], v)
			if fit[i][0] >= named {
				at[k] = max(at[k], v)
			}
		}
	}
	score := n.constant
	for k := range n.neuron {
		v, by := n.neuron0[k], &n.neuron[k]
		for i := range filters {
			v += float32(by[i]*most[i]) + float32(by[filters+i]*at[i])
		}
		for i := range wholes {
			v += float32(by[2*filters+i] * wholes[i])
		}
		score += float32(n.out[k] * max(0, v))
	}
	return score
}

// window returns the units that are read for a wish: all, or those of the sentences around
// token at.
func (p *parser) window(units []unit, at int) (from, to int) {
	if len(units) <= maxUnits {
		return 0, len(units)
	}
	place := func(token int) int {
		i, _ := slices.BinarySearchFunc(units, token, func(u unit, token int) int { return u.token - token })
		return i
	}
	s := slices.IndexFunc(p.sentences, func(s run) bool { return at < s.to })
	if s < 0 {
		s = 0
	}
	from, to = place(p.sentences[s].from), place(p.sentences[s].to)
	if to-from > maxUnits {
		from = max(from, min(place(at)-maxUnits/2, to-maxUnits))
		return from, min(to, from+maxUnits)
	}
	for first, last, grown := s, s, true; grown; {
		grown = false
		if last+1 < len(p.sentences) {
			if k := place(p.sentences[last+1].to); k-from <= maxUnits {
				last, to, grown = last+1, k, true
			}
		}
		if first > 0 {
			if k := place(p.sentences[first-1].from); to-k <= maxUnits {
				first, from, grown = first-1, k, true
			}
		}
	}
	return from, to
}
