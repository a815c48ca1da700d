package asking

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/words"
)

// clauseOf is an English clause that names a parameter, with the positions that show what it
// does with the parameter.
type clauseOf struct {
	*parser
	ask      *ask
	x        *param
	from, to int
	verb     int // the finite verb after the interrogative; to if there is none
	own      int // the first token of the parameter's name; to if it is not named
	end      int // the token after the name
}

// another reports whether an English clause does something else with a parameter's value than
// ask for it. A clause asks for a value in three ways: its interrogative stands for the value,
// an imperative tells the user to give it, or a yes-or-no question proposes it. The clause does
// not ask if the value is the asker's own, goes to somebody else, is the object of another
// question ("when will you tell me the city?") or is nothing particular ("what's in a name?").
// It does not ask about the past either, unless the task is about the past.
func (p *parser) another(a *ask, from, lead, to int, x *param, m *matter) bool {
	c := clauseOf{parser: p, ask: a, x: x, from: from, to: to, verb: to, own: to, end: to}
	polar := a.kinds&^(1<<askPolar|1<<askAlternative) == 0 && a.at < a.behind
	for i := to - 1; i >= max(a.behind, from); i-- {
		if p.has(rolePolar, i, to) || i == a.behind && p.tokens[i].Text == "s" {
			c.verb = i
		}
	}
	if polar {
		c.verb = a.at
	}
	for i := from; i < to; i++ {
		if named := has(x.name, stem(p.tokens[i].Text)); named && c.own == to {
			c.own, c.end = i, i+1
		} else if named {
			c.end = i + 1
		} else if c.own < to && !p.has(roleOf, i, to) {
			break
		}
	}
	switch {
	case c.mine(), c.indefinite(c.own-1) && c.word(c.own-2) == "what": // "explain what a city is"
		return true
	case a.told:
		return c.passedOn()
	case polar:
		return c.byOthers() || c.ofItself()
	case a.kinds&(1<<askNamed|1<<askPolar|1<<askAlternative) != 0 || a.behind == 0:
		return false
	}
	return c.anyOne() || c.object() || c.relayed(lead) || c.past(m)
}

// word returns the text of token i, "" outside the clause.
func (c *clauseOf) word(i int) string {
	if i < c.from || i >= c.to {
		return ""
	}
	return c.tokens[i].Text
}

// mine reports whether the value belongs to the asker, or the question is about the asker's
// people ("will my boss ...").
func (c *clauseOf) mine() bool {
	return slices.Contains([]string{c.word(c.own - 1), c.word(c.own - 2), c.word(c.verb + 1)}, "my")
}

// passedOn reports whether the value is to be told to somebody other than the asker.
func (c *clauseOf) passedOn() bool {
	for i := c.end; i+1 < c.to; i++ {
		if c.has(roleTo, i, c.to) && (c.has(roleAnyone, i+1, c.to) || slices.Contains(theirs, c.word(i+1))) {
			return true
		}
	}
	return false
}

var theirs = []string{"your", "his", "her", "their"}

// byOthers reports whether a yes-or-no question is about what somebody other than the user
// might do.
func (c *clauseOf) byOthers() bool {
	switch c.word(c.verb) {
	case "can", "could", "will", "would":
		i := c.verb + 1
		return i < c.to && !c.has(roleSubject, i, c.to) && !c.has(roleIt, i, c.to) && !c.has(rolePlease, i, c.to) && !c.proposes(i)
	}
	return false
}

// ofItself reports whether a yes-or-no question is about the parameter as such: the parameter
// is the subject, and no later word can be its value.
func (c *clauseOf) ofItself() bool {
	for i := c.verb + 1; i < c.own; i++ {
		if !c.has(roleArticle, i, c.to) && !c.indefinite(i) {
			return false
		}
	}
	return c.end < c.to && !c.proposes(c.end)
}

func (c *clauseOf) indefinite(i int) bool { return c.word(i) == "a" || c.word(i) == "an" }

// proposes reports whether a token from index from on may be a value of the parameter.
func (c *clauseOf) proposes(from int) bool {
	for i := from; i < c.to; i++ {
		start, end, w := c.tokens[i].Start, c.tokens[i].End, &c.words[i]
		if start > 0 && c.text[start-1] == '_' || end < len(c.text) && c.text[end] == '_' {
			continue // part of a tool's name
		}
		first, _ := utf8.DecodeRuneInString(c.text[start:])
		if unicode.IsDigit(first) || unicode.IsUpper(first) || words.Name(c.tokens[i].Text) || has(c.x.values, w.text) || !w.general && w.about&c.x.about&^(1<<conceptStart|1<<conceptEnd) != 0 {
			return true
		}
		for k := range c.x.values {
			if _, near := scores().alike(&w.word, &c.x.values[k]); near >= scores().weights[nearValue] {
				return true
			}
		}
	}
	return false
}

// anyOne reports whether a question is about nothing particular: "what makes a good name?" or
// "how many months are there in a year?", but not "what would be a good time?"
func (c *clauseOf) anyOne() bool {
	for i := c.verb; i < c.to && !c.has(roleSubject, i, c.to); i++ {
		switch {
		case !c.indefinite(i+1) || c.own == c.to && (c.word(i) != "in" || c.any(roleSubject, c.ask.at, c.to)):
		case i+2 < c.own && slices.Contains([]string{"is", "s", "be"}, c.word(i)):
			return false
		default:
			return true
		}
	}
	return false
}

// object reports whether the parameter is the object of the verb in a question with who, where,
// when or how. The answer to such a question is not the parameter's value.
func (c *clauseOf) object() bool {
	if c.ask.kinds&(1<<askWhich|1<<askWhat|1<<askName|1<<askSame) != 0 || c.ask.counts || c.word(c.to-1) == "be" ||
		!c.has(roleArticle, max(c.own-1, 0), c.to) || !has(c.x.name[len(c.x.name)-1:], stem(c.word(c.end-1))) {
		return false
	}
	for i := c.verb + 1; i < c.own-1; i++ {
		if !c.has(roleSubject, i, c.to) {
			return true
		}
	}
	return false
}

// relayed reports whether the interrogative depends on another verb than one of telling: "could
// you ask the shop what the size is?"
func (c *clauseOf) relayed(lead int) bool {
	if lead >= c.ask.at || !c.any(roleSubject, c.from, lead) {
		return false
	}
	w := &c.words[lead]
	return !w.skip && !c.has(roleTell, lead, c.to) && !c.has(roleSoft, lead, c.to) && !c.has(roleWant, lead, c.to) && (!near(telling, w.id) || words.Near(w.id, words.Find("ask")) >= 0.8)
}

// past reports whether a question is about the past although the user speaks of nothing past:
// "which seat did you take?", but not "what did you have in mind?" or "what was your name
// again?"
func (c *clauseOf) past(m *matter) bool {
	from := c.verb + 1
	switch c.word(c.verb) {
	case "did", "had":
	case "was", "were":
		if c.own < c.to {
			from = max(c.end, from)
		}
		if !c.content(from, c.to) {
			return false
		}
	default:
		return false
	}
	for i := from; i < c.to; i++ {
		if w := &c.words[i]; c.has(roleWant, i, c.to) || !w.skip && !has(c.x.name, w.text) && c.x.like(&w.word) {
			return false // "when did you notice it?" asks when it was seen
		}
	}
	return !m.past()
}

// recording are words for tools that record past events.
var recording = []act{{words.Find("record"), 0.65}, {words.Find("report"), 0.65}, {words.Find("log"), 0.65}, {words.Find("complaint"), 0.65}, {words.Find("diary"), 0.65}}
