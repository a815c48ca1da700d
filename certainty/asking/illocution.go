package asking

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/words"
)

// wants reports whether an ask that names a parameter wants the user to tell its value,
// judging by what its clause says about it. It does not if the clause denies or dismisses it
// ("which city is irrelevant?"), or is about what the thing is or what people do in general.
// A yes-or-no question has to be about what the user can tell, and must not ask permission
// for what the asker does ("may I skip the date?"). A sentence without a verb of telling must
// not be about another act ("keep it a secret").
func (p *parser) wants(a *ask, x *param, m *matter) bool {
	i := p.first(a.start)
	to := p.first(a.end)
	lead := p.skipLead(i, to)
	own := func(k int) bool { w := stem(p.tokens[k].Text); return has(x.name, w) || has(x.values, w) }
	named := slices.ContainsFunc(a.terms, func(t term) bool { return own(t.token) })
	switch {
	case a.kinds == 1<<askWhy:
		return x.about&(1<<conceptReason) != 0 || !named
	case x.about&(1<<typeBoolean) != 0 || has(x.values, isTrue):
		return true
	case p.quoted(a), a.kinds&(1<<askAlternative) == 0 && (p.dismisses(i, a.at, own) || p.dismisses(max(i, a.behind), to, own)), p.lang == p.lists.english && (p.generic(a, to, own) || p.another(a, i, lead, to, x, m) || p.elsewhere(a, to, x, m)), p.strays(a, i, to, x, m):
		return false
	case p.has(roleIdle, i, len(p.tokens)), p.has(roleIdle, lead, len(p.tokens)):
		return slices.ContainsFunc(a.terms, func(t term) bool { return has(x.values, stem(p.tokens[t.token].Text)) })
	case !a.told && p.denies(a, i, to):
		return false
	case a.phrase && a.kinds&(1<<askAlternative) == 0 && p.lang == p.lists.english:
		return p.noun(i, lead, to, x)
	}
	return a.kinds&(1<<askPolar) == 0 || !p.lang.wants || p.offered(i, to, x)
}

// act is a word that a clause's predicate is compared with, and the similarity at which it
// matches.
type act struct {
	id   words.ID
	near float64
}

var (
	dismissing = []act{{words.Find("irrelevant"), 0.45}, {words.Find("unnecessary"), 0.7}, {words.Find("ignore"), 0.6}, {words.Find("forget"), 0.8}, {words.Find("hate"), 0.8}, {words.Find("skip"), 0.8}}
	telling    = []act{{words.Find("specify"), 0.5}, {words.Find("clarify"), 0.5}}
)

func near(acts []act, id words.ID) bool {
	return slices.ContainsFunc(acts, func(a act) bool { return words.Near(id, a.id) >= a.near })
}

// isTrue is the stem that begins the values of a boolean when they are written as words.
var isTrue = stem("true")

// first returns the first token at or after a byte offset.
func (p *parser) first(at int) int {
	i, _ := slices.BinarySearchFunc(p.tokens, at, func(t words.Token, at int) int { return t.Start - at })
	return i
}

// quoted reports whether an ask is inside a quotation or code that is only part of the
// question.
func (p *parser) quoted(a *ask) bool {
	before := p.text[:a.start]
	open := strings.Count(before, `"`)&1 != 0 || strings.Count(before, "`")&1 != 0
	for _, q := range [...]string{"“”", "«»", "「」"} {
		i := len(q) / 2
		open = open || strings.Count(before, q[:i]) > strings.Count(before, q[i:])
	}
	return open && (p.content(0, p.first(a.start)) || p.content(p.first(a.end), len(p.tokens)))
}

// dismisses reports whether a run of words contains one, other than the parameter's own
// words, that is close in meaning to the words that dismiss something.
func (p *parser) dismisses(from, to int, own func(int) bool) bool {
	for i := from; i < to; i++ {
		if id := p.words[i].id; id != 0 && !p.words[i].skip && !own(i) && near(dismissing, id) {
			return true
		}
	}
	return false
}

// denies reports whether a question begins with a negation, or a negation after its subject
// negates what it asks: "isn't Porto a lovely city?", "which date would you not choose?"
func (p *parser) denies(a *ask, from, to int) bool {
	if a.kinds&(1<<askPolar|1<<askNamed) != 0 && p.has(roleNegation, from, to) || a.phrase && a.kinds&(1<<askAlternative) == 0 && p.any(roleNegation, from, to) {
		return true
	}
	for i := a.behind; i > 0 && i+1 < to; i++ { // "without" does not negate
		if p.has(roleSubject, i, to) && (p.roles[i+1]&not == not || i+2 < to && p.roles[i+2]&not == not) {
			return true
		}
	}
	return false
}

// not is the set of roles of a word that does nothing but negate.
const not = 1<<roleNegation | 1<<roleFunction

// generic reports whether an English question with what, which, who, where or when is about
// something in general: "what is an end date?", "what does genre mean?", "when does anything
// end?"
func (p *parser) generic(a *ask, to int, own func(int) bool) bool {
	if a.behind == 0 || a.kinds&(1<<askPolar|1<<askNamed|1<<askAlternative) != 0 {
		return false
	}
	for i := a.behind; i+2 < to; i++ {
		if a.kinds == 1<<askWhat && p.tokens[i].Text == "about" && (own(i+1) || own(i+2)) {
			return true // "what do you like about the city?"
		}
		if !p.has(rolePolar, i, to) {
			continue
		}
		of := a.kinds == 1<<askWhat && i == a.behind && own(i+2) && (p.tokens[i+1].Text == "a" || p.tokens[i+1].Text == "an")
		does := a.kinds&(1<<askWhat|1<<askHow) != 0 && own(i+1) && strings.HasPrefix(p.tokens[i].Text, "do")
		if of || does || p.has(roleAnyone, i+1, to) {
			return true
		}
	}
	return false
}

// noun reports whether an English sentence that contains no words that ask is a noun phrase
// and not about another act. After "could you" a verb of telling has to follow. A word before
// other joining words has to be one of the parameter's, since otherwise it is a verb: "keep
// the date a secret".
func (p *parser) noun(from, lead, to int, x *param) bool {
	w := &p.words[min(lead, to-1)]
	if p.any(roleSubject, from, lead) {
		return !w.skip && near(telling, w.id) && words.Near(w.id, words.Find("ask")) < 0.8 || p.any(roleTell, lead, to) || p.any(roleSoft, lead, to) || p.any(roleMe, lead, to)
	}
	if w.skip || lead+1 >= to || !p.has(roleFunction, lead+1, to) || w.general || w.about&(x.about|x.said) != 0 {
		return true
	}
	return x.like(&w.word)
}

// like reports whether a word resembles any word of the parameter's name, description or
// values.
func (x *param) like(w *word) bool {
	return slices.ContainsFunc([][]word{x.name, x.desc, x.values}, func(of []word) bool {
		return slices.ContainsFunc(of, func(y word) bool { like, _ := scores().alike(w, &y); return like > 0 })
	})
}

// offered reports whether a yes-or-no question is about what the user can tell, or offers a
// choice.
func (p *parser) offered(from, to int, x *param) bool {
	for k := from; k < len(p.tokens) && (k == from || !p.begins(p.tokens[k].Start)); k++ {
		if k < to && p.has(roleWant, k, to) || p.has(roleOr, k, len(p.tokens)) || k > from && p.valueLike(k, x) {
			return true
		}
	}
	return false
}
