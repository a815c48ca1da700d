package asking

import (
	"slices"

	"github.com/voi-rl/voi/internal/words"
)

// unit is a word of a text: tokens that make up a word with a vector, or a single token.
type unit struct {
	token int
	id    words.ID
	grams [mostGrams]uint16 // its letters by threes, 0 behind the last
	facts [facts]int8
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
			u.grams = gramsOf(text)
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

// gramsOf returns the kinds of the first runs of three letters of a word, whose ends count as letters.
// Words that are spelled alike, by their stem, their ending or a slip, share some.
func gramsOf(word string) (out [mostGrams]uint16) {
	var last [3]rune
	n := -3
	for _, c := range "<" + word + ">" {
		last = [3]rune{last[1], last[2], c}
		if n++; n == mostGrams {
			break
		} else if n >= 0 {
			out[n] = uint16(1 + words.Hash(string(last[:]))%(grams-1))
		}
	}
	return out
}

// strangeWord is how close a word is to a tool's words at most if the tool does not explain it.
const strangeWord = 64

// wholes describes the text, of which the units of are read, and a parameter as a whole.
func (p *parser) wholes(x *tool, w *wish, others []wish, of []unit, explained []int8) (out [wholes]float32) {
	bound := func(v, by float32) float32 { return max(-1, min(1, v/by)) }
	q := &x.params[w.param]
	out[0], out[1], out[2], out[8], out[19] = one(w.taken), one(w.beside), one(w.name >= 0), w.open, one(q.required)
	if w.best.score > -9 {
		out[3], out[4], out[5], out[6] = bound(w.best.score, 6), bound(w.best.form, 2), bound(w.best.words, 4), bound(w.best.focus, 1)
	}
	for i, c := range [...]int{typeBoolean, typeNumber, typeChoice, typeList, conceptDate, conceptTime, conceptPlace, conceptPerson, conceptName, conceptID} {
		out[9+i] = one(q.about.has(c))
	}
	p.wholesOfText(&out, len(of))
	for i, u := range of {
		if c := &p.words[u.token]; !c.skip && explained[i] < strangeWord && p.roles[u.token] == 0 {
			out[24] = min(1, out[24]+0.25)
		}
	}
	rival := float32(-3) // how well the ask fits another parameter
	for i := range others {
		o := &others[i]
		if o.param == w.param {
			continue
		}
		if o.taken {
			out[25] = min(1, out[25]+0.5)
		}
		if o.ask != nil && w.ask != nil && o.ask.start == w.ask.start {
			rival = max(rival, o.best.score)
		}
	}
	if k := w.ask; k != nil {
		out[7] = bound(w.best.score-rival, 3)
		for i, is := range [...]bool{k.kinds&(1<<askPolar) != 0, k.kinds&(1<<askAlternative) != 0, k.told, k.phrase, k.more, k.names, k.counts, k.strict, k.kinds&ofOne != 0, k.kinds&counting != 0} {
			out[26+i] = one(is)
		}
	}
	return out
}

func one(is bool) float32 {
	if is {
		return 1
	}
	return 0
}

// wholesOfText writes the facts about the text alone, of which read units are read.
func (p *parser) wholesOfText(out *[wholes]float32, read int) {
	for i, is := range [...]bool{p.lang == p.lists.english, len(p.sentences) > 1, slices.Contains(p.marked, true)} {
		out[20+i] = one(is)
	}
	out[23] = float32(read) / maxUnits
}

// fit describes how units of a text fit a parameter.
func (p *parser) fit(of []unit, explained []int8, x *tool, c *wish, others []wish) [][fits]int8 {
	out := make([][fits]int8, len(of))
	q := &x.params[c.param]
	seen := false
	for i := range of {
		w, f := &p.words[of[i].token], &out[i]
		most := func(list []word) (best float32) {
			for k := range list {
				like, _ := scores().alike(w, &list[k])
				best = max(best, like)
			}
			return best
		}
		if of[i].facts[begins] != 0 {
			seen = false // a sentence begins
		}
		if !w.skip {
			f[explanation] = explained[i]
			f[0], f[1], f[2] = level(most(q.name)), level(most(q.desc)), level(most(q.values))
			if w.text == q.joined {
				f[0] = full
			}
		}
		at := p.tokens[of[i].token].Start
		if c.ask.holds(at) {
			f[4] = full
		}
		if slices.ContainsFunc(others, func(o wish) bool { return o.taken && o.param != c.param && o.ask != c.ask && o.ask.holds(at) }) {
			f[5] = full
		}
		if w.about&q.about&^travel != 0 {
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

// explanation is the place of explained among the numbers of a fit.
const explanation = 3

func level(like float32) int8 { return int8(full * max(0, min(1, like))) }

// closest returns how close a word is to the closest of a list, full if it is one of them.
func closest(w *said, of []word) (most int8) {
	for k := range of {
		if of[k].text == w.text {
			return full
		}
		most = max(most, level(float32(words.Near(w.id, of[k].id))))
	}
	return most
}

// explained returns how close each unit of a text is to any word of a tool's task or of the user.
func (p *parser) explained(of []unit, task []word, t topic) []int8 {
	out := make([]int8, len(of))
	for i := range of {
		if w := &p.words[of[i].token]; !w.skip {
			if out[i] = closest(w, task); out[i] < full {
				out[i] = max(out[i], closest(w, t.words))
			}
		}
	}
	return out
}

// holds reports whether a byte of the text belongs to an ask, which may be nil.
func (a *ask) holds(at int) bool { return a != nil && a.start <= at && at < a.end }

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
