package asking

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/voi-rl/voi/certainty/grounding"
)

// wish is a parameter that a text may request.
type wish struct {
	chosen
	taken bool    // the rules match an ask with it
	name  int     // the token at which the words of its name stand, -1 if they do not
	best  scored  // how the ask fits that fits it best
	open  float32 // how likely it is that it has no value, in [0, 1]
	sure  float32 // the network's score; 0 if it was not asked
}

// wishes returns the parameters of tool i that a text may request, in order of their asks: those that
// an ask matches, be it faintly, and those that the text names.
func (a *Asker) wishes(p *parser, i int, r *grounding.Reading) (out []wish) {
	x, t := a.read[i], &a.tools[i]
	best := make([]wish, len(x.params))
	for k := range best {
		best[k].param, best[k].best.score = k, -9
	}
	for _, c := range scores().choose(x, p.asks, p.words, func(k int) float32 { return filled(r, t, k) }, best) {
		w := &best[c.param]
		w.chosen, w.taken = c, !c.beside
	}
	for k := range best {
		w := &best[k]
		w.open = 1 - filled(r, t, k)
		w.name = p.spelled(&x.params[k])
		if w.near() || w.best.score > 0 {
			out = append(out, *w)
		}
	}
	slices.SortStableFunc(out, func(a, b wish) int { return a.start() - b.start() })
	return out
}

// near reports whether an ask matches the parameter at least nearly, or the text names it.
func (w *wish) near() bool {
	return w.taken || w.beside || w.name >= 0 || w.best.score >= scores().weights[enough]/2
}

// formal reports whether only the form of an ask matches the parameter, and none of its words.
func (w *wish) formal() bool {
	return w.taken && w.ask.kinds&^(1<<askPolar|1<<askAlternative) == 0 && w.best.words <= 0
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
		if p.words[i].text != "" && p.words[i].text == x.joined {
			return i
		}
		if !p.words[i].is(&x.name[0]) {
			continue
		}
		k, at := 0, i
		for ; k < n && at < len(p.words); at++ {
			if p.words[at].text == "" {
				continue
			}
			if !p.words[at].is(&x.name[k]) {
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

// span returns the bytes of a text that request a parameter.
func (p *parser) span(w *wish) (start, end int) {
	switch {
	case w.name >= 0 && !w.taken:
		at := p.tokens[w.name]
		return at.Start, at.End
	case w.ask != nil:
		return w.ask.start, w.ask.end
	}
	return 0, len(p.text)
}

// The network's scores from which on it believes a request.
const (
	believable = -0.2 // where an ask matches it
	formal     = 0.2  // where only the form of an ask matches it: a yes or no, and no word in common
	certain    = 1.4  // where one only nearly does, or the text only names it
	slight     = 2.0  // where one hardly does
	contested  = 3.0  // where none matches it, and another parameter has the better claim
	noted      = 1.5  // in notation
	shorter    = 0.5  // where an ask names it, without the words for the user's own thing
	undoubted  = 3.5  // where a rule takes the whole text for something else than a question
)

// sight is a text as a network sees it, whatever the parameter and the sample. It is made at its
// first use.
type sight struct {
	once  sync.Once
	units []unit
	rows  []row // of all units
	seen  seen  // of all units if they are few enough to be read together
}

// sight returns how a network sees a text.
func (p *parser) sight(s *sight, n *wanted) *sight {
	s.once.Do(func() {
		s.units = p.units()
		s.rows = n.rows(s.units)
		if len(s.units) <= maxUnits {
			s.seen = n.see(s.rows)
		}
	})
	return s
}

// see returns what a network sees of the units [from, to).
func (s *sight) see(n *wanted, from, to int) seen {
	if s.seen.rows != nil {
		return s.seen
	}
	return n.see(s.rows[from:to])
}

// score returns how sure the network is that a text requests a parameter of tool i.
func (a *Asker) score(p *parser, s *sight, i int, w *wish, all []wish, explained []int8) float32 {
	from, to := p.window(s.units, p.place(w))
	of := p.wholes(a.read[i], w, all, s.units[from:to], explained[from:to])
	return network().score(s.see(network(), from, to), p.fit(s.units[from:to], explained[from:to], a.read[i], w, all), &a.read[i].sides()[w.param], &of)
}

// believed keeps of the wishes for tool i those that the network believes. If it believes one that an
// ask matches, it believes all of those: a question for everything must not gain by being
// believed in part. One that no ask matches needs more if one that is believed has the better claim: it takes the
// same ask, or the text names it and not this one ("the number of baths" does not ask for beds).
func (a *Asker) believed(p *parser, i int, all []wish, about func() topic) (out []wish) {
	if len(all) == 0 {
		return nil
	}
	seen := p.sight(p.wanted, network())
	explained := p.explained(seen.units, a.read[i].task, about())
	any, odd := false, strings.ContainsAny(p.text, notation)
	alone := float32(certain) // for a parameter that no ask matches
	if odd {
		alone = noted
	}
	unmatched := 0
	for k := range all {
		if !all[k].taken {
			if unmatched++; unmatched > mostUnmatched {
				continue // its score stays at 0
			}
		}
		w := &all[k]
		w.sure = a.score(p, seen, i, w, all, explained)
		least, enough := float32(believable), alone
		switch {
		case odd:
			least = noted
		case w.formal():
			least = formal
		case w.name >= 0:
			enough = shorter
		}
		if w.taken && w.sure <= least {
			if more := a.besides(p, seen, i, w, all, explained); more > enough {
				w.sure = more
			}
		}
		any = any || w.taken && w.sure > least
	}
	for k := range all {
		w, least := &all[k], alone
		claims := func(o wish) bool {
			return any && o.taken && w.ask != nil && o.ask.start == w.ask.start || w.name < 0 && o.name >= 0 && (any && o.taken || o.sure > alone)
		}
		switch {
		case !w.taken && slices.ContainsFunc(all, claims):
			least = contested
		case !w.near():
			least = slight
		}
		if any && w.taken && (!w.formal() || w.sure > formal) || w.sure > least {
			out = append(out, *w)
		}
	}
	return out
}

// besides returns how sure the network is of a request if the names and numbers that the user gave
// are left out, with the words that join them, names in brackets, formats such as YYYY-MM-DD, and sentences that only give an example: "When would
// you like to fly from London to New York? For example: Friday." is judged as "When would you like to fly?". Where the
// text has the parameter's name, whose it is is left out, too, if the user spoke of that: "the age of your daughter".
func (a *Asker) besides(p *parser, s *sight, i int, w *wish, all []wish, explained []int8) float32 {
	if s.seen.rows == nil {
		return -full
	}
	var units []unit
	var rows []row
	var near []int8
	examples := slices.DeleteFunc(slices.Clone(p.sentences), func(of run) bool { return !p.example(of) })
	for k := range s.units {
		u := &s.units[k]
		if slices.ContainsFunc(examples, func(of run) bool { return of.from <= u.token && u.token < of.to }) {
			continue
		}
		t := &p.words[u.token]
		if t.name && p.bracketed(u.token) || p.format(u.token) || explained[k] == full && (t.name || w.name >= 0 && !t.mayName(a.read[i], all)) {
			for n := len(units); n > 0 && p.words[units[n-1].token].skip && !p.has(roleAsk, units[n-1].token, len(p.tokens)); n-- {
				units, rows, near = units[:n-1], rows[:n-1], near[:n-1]
			}
			continue
		}
		units, rows, near = append(units, s.units[k]), append(rows, s.rows[k]), append(near, explained[k])
	}
	if len(units) == len(s.units) || len(units) == 0 {
		return -full
	}
	of := p.wholes(a.read[i], w, all, units, near)
	return network().score(network().see(rows), p.fit(units, near, a.read[i], w, all), &a.read[i].sides()[w.param], &of)
}

// format reports whether a token is a part of the format of a date or a time: YYYY, ММ.
func (p *parser) format(i int) bool {
	text := p.tokens[i].Text
	return utf8.RuneCountInString(text) > 1 && repeats(text)
}

// mayName reports whether a word may belong to one of the parameters that are wished for.
func (s *said) mayName(x *tool, all []wish) bool {
	for k := range all {
		q := &x.params[all[k].param]
		for _, list := range [...][]word{q.name, q.desc} {
			if slices.ContainsFunc(list, func(w word) bool {
				like, _ := scores().alike(s, &w)
				return level(like) >= named
			}) {
				return true
			}
		}
	}
	return false
}

// example reports whether a sentence is an example of a value: "E.g. Berkeley, CA."
func (p *parser) example(s run) bool {
	n, _ := p.find(roleOption, s.from, s.to)
	if n == 0 || s.from == 0 {
		return false
	}
	for i := s.from + n; i < s.to; i++ {
		if w := &p.words[i]; w.text != "" && !w.skip && !p.number(i) && !p.capital(i) {
			return false
		}
	}
	return s.from+n < s.to
}

// mostUnmatched is how many parameters of a tool that no ask matches are judged.
const mostUnmatched = 8

// notation are signs of markup, calls and code, which name parameters and ask nobody.
const notation = "{}<="
