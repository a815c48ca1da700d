package asking

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/words"
)

// weights are the numbers that control matching, in the order of the constants below, with
// the names that kinds.txt gives them.
type weights [weightsCount]float32

const (
	perName      = iota // for a name of which every word occurs
	perDesc             // for a word that also occurs in the description
	mostDesc            // at most this many words of the description count
	perValue            // for an enum value
	perConcept          // for a concept that the words share with the parameter
	perSaid             // the same, for a concept of its description
	mostConcept         // at most this much for all concepts
	opposite            // penalty for words of leaving when the parameter is about arriving, or the reverse
	whileOpen           // for a parameter without a value
	ifRequired          // for a required parameter
	twice               // penalty for a parameter that another ask already asks for
	enough              // lowest score at which a parameter is asked for
	enoughTold          // the same, for an ask with an imperative
	enoughMore          // the same, for what may not be an item of a list
	evidence            // similarity that the parameter needs to what a question names
	apart               // below this cosine words are not alike, whatever their spelling
	nearWord            // from this cosine on words are alike
	perNear             // for a similar word, relative to an identical one
	perBehind           // for a word after the clause's focus
	perAhead            // for a word before the interrogative
	perBefore           // for a word in an earlier clause
	perHint             // for a hint from the word directly before the interrogative
	perWhole            // for the whole name and no other word
	perGeneral          // for a general word such as "type"
	nearConcepts        // similarity that a word needs to the parameter for a shared concept to count fully
	perFar              // for a shared concept below that similarity
	least               // lowest sum of the scores of form and words
	bySaid              // for the form, if only the description says what a parameter is
	nearValue           // from this cosine on a word counts as an enum value
	itemFocus           // similarity that an item of a list needs to the parameter
	itemWords           // ... and the score that its words need
	weightsCount
)

var weightNames = [weightsCount]string{"name", "description", "most_description", "value", "concept", "said", "most_concept", "opposite",
	"open", "required", "twice", "enough", "enough_told", "enough_more", "evidence", "apart", "near", "near_word", "behind", "ahead", "before", "hint", "whole", "general", "near_concept", "far", "least", "by_said", "near_value", "item", "item_words"}

// said is a word of the question, prepared for comparison.
type said struct {
	word
	also    []string // how a name may have it: "groesse" for "Größe", "2" for "second", "difficulty" or "hardness" for "hard"
	about   concepts
	kin     concepts // those of about whose name is close to the word itself: an airport is a place, but guests are not a count
	skip    bool     // a function word
	general bool     // says what kind of thing is meant, not which one: "type", "number", "exact"
	name    bool     // a proper name
	alone   bool     // the word order of its language is unknown
	cut     bool     // it begins a clause
	of      bool     // it joins two nouns
}

// is reports whether a question's word is a schema's word.
func (s *said) is(w *word) bool { return s.text == w.text || s.may(w) }

// may reports whether a name may have a schema's word for a question's word.
func (s *said) may(w *word) bool {
	return len(s.also) > 0 && slices.Contains(s.also, w.text)
}

// alike returns how similar a question's word and a schema's word are, in [0, 1], and the
// similarity of their vectors alone.
func (w *weights) alike(a *said, b *word) (like, near float32) {
	switch {
	case a.text == b.text:
		return 1, 1
	case a.may(b):
		return 0.9, 1
	}
	if both := a.id > 0 && b.id > 0; both {
		if near = float32(words.Near(a.id, b.id)); near < w[apart] {
			return 0, near // "count" is not similar to "country"
		}
	}
	n := 0
	for n < len(a.text) && n < len(b.text) && a.text[n] == b.text[n] {
		n++
	}
	longer := max(len(a.text), len(b.text))
	switch from := w[nearWord]; {
	case n >= 4 && 10*n >= 7*longer:
		return 0.8, near
	case n >= 5 && n == min(len(a.text), len(b.text)):
		return 0.6, near
	case near > from:
		return w[perNear] * (near - from) / (1 - from), near
	case n >= 5 && 20*n >= 11*longer:
		return 0.5, near
	}
	return 0, near
}

// scored is the score of an ask for a parameter.
type scored struct {
	param  int
	score  float32
	words  float32 // part of the score that comes from the words
	focus  float32 // similarity of what the ask names to the parameter, in [0, 1]
	form   float32 // part of the score that comes from the interrogative
	number bool    // the parameter is a quantity
}

// numeric are the types and concepts of quantities.
const numeric = 1<<typeNumber | 1<<conceptCount | 1<<conceptMoney | 1<<conceptAge | 1<<conceptSize | 1<<conceptDuration

// score compares an ask with parameter i of a tool.
func (w *weights) score(a *ask, x *tool, i int, of []said) scored {
	p := &x.params[i]
	s := scored{param: i, form: fit(a.kinds, p.about), number: p.about&numeric != 0}
	if p.said != 0 && p.about&^p.guessed&(1<<typeNumber-1) == 0 {
		s.form = max(s.form, w[bySaid]*fit(a.kinds, p.said|p.about>>typeNumber<<typeNumber))
	}
	if a.more && a.kinds == 1<<askPolar && s.form <= 0 {
		s.score = -9 // "shall we come and get it?"
		return s
	}
	var nameHit [maxNameWords]float32
	var desc, values float32
	var hit [conceptsAndTypes]float32
	for c := range typeNumber {
		if a.hints.has(c) {
			hit[c] = w[perHint]
		}
	}
	specific, strange, foreign := false, !a.acts, false
	var all float32 // total weight of the words in the focus
	for _, t := range a.terms {
		said, by := &of[t.token], float32(1)
		if t.from != inFocus {
			by = w[t.from]
		}
		about := said.about
		if x.having[conceptArriving] > 0 && about.has(conceptArriving) || x.having[conceptLeaving] > 0 && about.has(conceptLeaving) {
			about &^= 1<<conceptStart | 1<<conceptEnd // the tool says which of them it is
		}
		if a.kinds&timely == 0 {
			about &^= travel // "from which station do you leave?"
		}
		for c := range typeNumber {
			if about.has(c) {
				hit[c] = max(hit[c], by)
			}
		}
		if said.skip || said.text == "" {
			if a.kinds&(1<<askAlternative) != 0 && said.text != "" && has(p.values, said.text) {
				values += by // "on or off?"
			}
			continue
		}
		foreign = foreign || said.alone
		strange = strange || closest(said, x.name) <= strangeWord
		var n, d, v, raw float32
		for k := range p.name[:min(len(p.name), maxNameWords)] {
			like, near := w.alike(said, &p.name[k])
			raw = max(raw, near)
			n, nameHit[k] = max(n, like), max(nameHit[k], like*by*p.name[k].share)
		}
		if said.text == p.joined {
			n, raw = 1, 1
			for k := range p.name[:min(len(p.name), maxNameWords)] {
				nameHit[k] = max(nameHit[k], by*p.name[k].share)
			}
		}
		for k := range p.desc {
			like, near := w.alike(said, &p.desc[k])
			raw = max(raw, near)
			d = max(d, like*p.desc[k].share)
		}
		desc += d * by
		for k := range p.values {
			like, near := w.alike(said, &p.values[k])
			if v = max(v, like); near >= w[nearValue] {
				v = max(v, near)
			}
		}
		if v >= 0.5 {
			values += v * by
		}
		if t.from == inFocus {
			counts, accounts := float32(1), max(n, d, v)
			if said.general || accounts < w[evidence] && has(x.name, said.text) {
				counts = w[perGeneral] // so does what the tool is about
			}
			if same := said.about & (p.about &^ p.guessed); same != 0 && (said.general || said.id == 0 || raw >= w[nearConcepts]) {
				accounts = 1
			} else if same |= said.about & p.said; same&said.kin != 0 {
				accounts = max(accounts, w[perFar])
			}
			if accounts == 0 && said.about.contradicts(p.about&^p.guessed) {
				accounts, counts = -1, 1 // a city, and the parameter is a time
			}
			if !said.general && !said.alone && a.head(t.token, of) {
				counts *= 4 // a room's temperature is no room
			}
			switch {
			case accounts == 0 && said.name:
			case said.alone:
				all, s.focus = 1, max(s.focus, accounts)
				specific = specific || !said.general
			default:
				all += counts
				s.focus += counts * accounts
				specific = specific || !said.general
			}
		}
	}
	if s.focus /= max(all, 1e-9); s.focus == 0 && !specific {
		s.focus = 1 // the ask names nothing
	}
	if a.counts && s.focus < w[evidence] && !(p.about &^ p.guessed).has(conceptCount) {
		s.form = min(s.form, 0) // it counts something else
	}
	p.drop(nameHit[:])
	var name float32
	for k := range p.name {
		if k < maxNameWords {
			name += nameHit[k]
		}
	}
	if a.spells(p, of) {
		s.words, s.focus = s.words+w[perWhole], 1
	}
	if n := len(p.name); n > 0 {
		s.words += w[perName] * name / root(n)
	}
	s.words += w[perDesc] * min(desc, w[mostDesc])
	if a.kinds&(1<<askAlternative) != 0 {
		s.words += w[perValue] * min(values, 3)
	} else {
		s.words += w[perValue] / 2 * min(values, 2)
	}
	var about float32
	for c := range typeNumber {
		switch {
		case hit[c] == 0:
		case p.guessed.has(c):
		case p.about.has(c):
			about += w[perConcept] * hit[c] / root(int(x.having[c]))
		case p.said.has(c):
			about += w[perSaid] * hit[c]
		}
	}
	for _, o := range [...][2]int{{conceptOrigin, conceptDestination}, {conceptDestination, conceptOrigin}, {conceptStart, conceptEnd}, {conceptEnd, conceptStart},
		{conceptArriving, conceptLeaving}, {conceptLeaving, conceptArriving}} {
		if hit[o[0]] > 0 && hit[o[1]] == 0 && p.about.has(o[1]) && !p.about.has(o[0]) {
			about += -w[opposite] * hit[o[0]]
		}
	}
	s.words += min(about, w[mostConcept])
	if !strange && a.kinds == 1<<askPolar && s.words <= 0.5 || a.kinds&(1<<askAlternative) != 0 && p.closed() && s.words <= 0 && !foreign {
		s.form = min(s.form, 0) // "shall I book the room?" is about the booking, "red or blue?" about no state
	}
	s.score = s.form + s.words
	if p.required {
		s.score += w[ifRequired]
	}
	return s
}

// drop clears the hits of a name of which only the number is said: what comes first is not the first phone.
func (p *param) drop(hits []float32) {
	named, said := false, false
	for k, w := range p.name[:min(len(p.name), len(hits))] {
		if !isDigits(w.text) {
			named, said = true, said || hits[k] > 0
		}
	}
	if named && !said {
		clear(hits)
	}
}

// isDigits reports whether a word is a number in figures.
func isDigits(w string) bool { return w != "" && strings.Trim(w, "0123456789") == "" }

// root returns the approximate square root of a small number.
func root(n int) float32 {
	return [...]float32{1, 1, 1.41, 1.73, 2, 2.24, 2.45, 2.65, 2.83}[min(n, 8)]
}

// chosen is a parameter that an ask is matched to.
type chosen struct {
	param  int
	ask    *ask
	beside bool // it is not what a yes or no would be about: "do you want a doctor?", and not which city's
}

// head reports whether word i is the last of a noun phrase of several words.
func (a *ask) head(i int, of []said) bool {
	last := i+1 == len(of) || of[i+1].cut || of[i+1].skip
	return last && i > 0 && !of[i].cut && !of[i-1].skip
}

// spells reports whether an ask contains the whole name of a parameter and no word next to
// it that would change what it names.
func (a *ask) spells(p *param, of []said) bool {
	content := func(i int) bool { return i >= 0 && i < len(of) && !of[i].skip && !of[i].cut }
	for _, t := range a.terms {
		i, n := t.token, len(p.name)
		if t.from == inFocus && of[i].text != "" && of[i].text == p.joined && !content(i-1) && !content(i+1) {
			return true
		}
		if t.from != inFocus || n == 0 || i+n > len(of) || !of[i].is(&p.name[0]) {
			continue
		}
		if slices.EqualFunc(of[i:i+n], p.name, func(x said, y word) bool { return x.is(&y) }) && (of[i].cut || !content(i-1)) && !content(i+n) &&
			(i+n == len(of) || of[i+n].cut || !of[i+n].of) {
			return true
		}
	}
	return false
}

// choose decides which of a tool's parameters the asks are for, best match first. Different
// asks are matched to different parameters unless their words say otherwise. given returns
// how likely a parameter has a value; it is called only for parameters that would match
// without one. Into best, one for each parameter, it writes how the ask fits that fits it best.
func (w *weights) choose(x *tool, asks []ask, of []said, given func(param int) float32, best []wish) (out []chosen) {
	type fitting struct {
		ask int
		scored
	}
	var all []fitting
	for i := range asks {
		from, named := len(all), float32(0)
		for k := range x.params {
			s := w.score(&asks[i], x, k, of)
			if s.score > best[k].best.score {
				best[k].best, best[k].ask = s, &asks[i]
			}
			if s.score += w[whileOpen]; w.fits(&asks[i], &s) {
				if s.score -= w[whileOpen] * given(k); w.fits(&asks[i], &s) {
					all = append(all, fitting{i, s})
				}
			}
			if s.focus >= 0.75 && s.words > 0 {
				named = max(named, s.words)
			}
		}
		// If the ask names one parameter, do not match it to another just because that one
		// has no value.
		all = append(all[:from], slices.DeleteFunc(all[from:], func(f fitting) bool {
			return (f.form < 1 || asks[i].kinds == 1<<askPolar && f.form < named) && f.focus < 0.5 && f.words < 0.5*named
		})...)
	}
	var asked [maxAsks]bool
	var taken [maxParams]bool
	for {
		best, most := -1, float32(0)
		for k := range all {
			score := all[k].score
			if taken[all[k].param] && !asks[all[k].ask].more {
				score -= w[twice]
			}
			if !asked[all[k].ask] && (best < 0 || score > most) {
				best, most = k, score
			}
		}
		if best < 0 {
			break
		}
		f := &all[best]
		if asked[f.ask] = true; !taken[f.param] {
			taken[f.param] = true
			a := &asks[f.ask]
			out = append(out, chosen{f.param, a, a.kinds == 1<<askPolar && f.form < 0 && f.focus < 0.5})
		}
	}
	slices.SortStableFunc(out, func(a, b chosen) int { return a.ask.start - b.ask.start })
	return out
}

// timely are the kinds of asking that may be about a time, or that do not say.
const timely kinds = 1<<askWhen | 1<<askTime | 1<<askDay | 1<<askUntil | 1<<askSince | 1<<askNamed | 1<<askSame | 1<<askPolar | 1<<askAlternative

// Kinds of interrogatives that ask for something specific: pointed for a person, a place or
// a time, counting for a quantity, and ofOne for any single thing, including a time of day,
// a day or a way.
const (
	pointed  kinds = 1<<askWho | 1<<askWhere | 1<<askWhen
	counting kinds = 1<<askDuration | 1<<askFrequency | 1<<askAge | 1<<askPrice | 1<<askCount | 1<<askAmount | 1<<askDegree
	ofOne    kinds = pointed | 1<<askTime | 1<<askDay | 1<<askHow
)

// fits reports whether an ask can be for a parameter: its form or its words have to match,
// and if it names what it wants, it has to name the parameter. A missing value alone is not
// enough: "what else should I know?" asks for nothing.
func (w *weights) fits(a *ask, s *scored) bool {
	if a.more {
		return s.words >= 1.2 && s.score >= w[enoughMore] || s.focus >= w[itemFocus] && s.words >= w[itemWords]
	}
	if s.form <= -1 && a.kinds&^ofOne == 0 || s.form <= 0 && (a.kinds&^(1<<askWho|1<<askWhen) == 0 || !s.number && (a.kinds&^pointed == 0 || a.kinds&^counting == 0)) {
		return false // "who needs a city?", "how long will you look for it?"
	}
	if a.kinds == 1<<askPolar && s.form <= 0 && s.focus < w[evidence] {
		return false // "do you want subtitles?" asks for no genre
	}
	enough := w[enough]
	if a.strict {
		enough = w[enoughTold]
	}
	return s.form+s.words >= w[least] && s.score >= enough && (!a.names || s.focus >= w[evidence] || s.form > 1)
}
