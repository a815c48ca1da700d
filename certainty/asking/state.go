package asking

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
)

// statements adds the values that a question states as chosen. Such a value fills a parameter
// if the question's text is read as a user's turn. In addition, it stands beside words that say
// that it is settled, or is the only value that a yes-or-no request offers. A value offered
// among others, or as an example, is no statement.
func (a *Asker) statements(q *Question, p *parser, r *grounding.Reading) {
	own := grounding.Read(grounding.Input{Turns: []grounding.Turn{{Role: "user", Text: p.text}}, Tools: a.tools, Sets: a.sets})
	n := 0 // the tool of a slot, the first of its name; slots are in the order of the tools
	for i := range own.Slots {
		s := &own.Slots[i]
		for a.tools[n].Name != s.Tool {
			n++
		}
		if len(s.Fills) == 0 {
			continue
		}
		f := &s.Fills[0]
		m := &own.Mentions[f.Mention]
		// In "I've set the date to 14 June", the "to" gives the date a role, which lowers f.P.
		if f.P < grounding.Grounded && m.Kind != grounding.Date && m.Kind != grounding.Time {
			continue
		}
		if m.Status != grounding.Said || m.Kind == grounding.Boolean || p.names(m.Kind, m.Span, a.read[n]) {
			continue
		}
		t := &a.tools[n]
		param := t.Param(s.Param)
		if param == nil || !p.settled(m.Span.Start, m.Span.End) && !(m.Kind != grounding.Enumerator && p.offers(q, s, m.Span)) {
			continue
		}
		v := f.Value
		if v.IsNull() {
			v = domains.Coerce(param, jsonvalue.NewString(m.Value))
		}
		if p.told(m.Span) && r != nil && slices.ContainsFunc(r.Turns(), func(t grounding.Turn) bool { return strings.Contains(t.Text, p.text[m.Span.Start:m.Span.End]) }) {
			continue // "I can look that up for April 15."
		}
		d, _ := a.sets[s.Tool].Get(s.Param)
		st := Statement{Tool: s.Tool, Aspect: s.Param, Value: v, Start: m.Span.Start, End: m.Span.End}
		st.Backed = r != nil && (r.Support(t, param, d, v).Grounded() || r.Support(t, param, d, jsonvalue.NewString(p.text[st.Start:st.End])).Grounded())
		if st.Backed && p.alone(m.Span) {
			continue // "What is your number, Maria?"
		}
		q.Statements = append(q.Statements, st)
	}
}

// typed are the kinds of mentions that ordinary words cannot be mistaken for.
var typed = []grounding.Kind{grounding.Number, grounding.Amount, grounding.Money, grounding.Date, grounding.Time, grounding.Duration, grounding.Enumerator}

// names reports whether a mention is only a word of the tool's names and descriptions, or an
// ordinary word: "your PIN", "a month".
func (p *parser) names(kind grounding.Kind, at grounding.Span, x *tool) bool {
	text := p.text[at.Start:at.End]
	if strings.ContainsAny(text, "0123456789") {
		return false
	}
	if first, _ := utf8.DecodeRuneInString(text); !slices.Contains(typed, kind) && (unicode.IsLower(first) || p.begins(at.Start) || p.lang.name == "de") {
		return true // no name
	}
	for i := range p.tokens {
		if p.tokens[i].Start < at.Start {
			continue
		}
		if p.tokens[i].Start >= at.End {
			break
		}
		if p.has(roleFunction, i, len(p.tokens)) {
			return true
		}
		w := stem(p.tokens[i].Text)
		is := func(y word) bool { return y.text == w }
		for k := range x.params {
			if slices.ContainsFunc(x.params[k].name, is) || slices.ContainsFunc(x.params[k].desc, is) {
				return true
			}
		}
	}
	return false
}

// alone reports whether a mention is a clause by itself.
func (p *parser) alone(at grounding.Span) bool {
	from := slices.IndexFunc(p.tokens, func(t words.Token) bool { return t.Start >= at.Start })
	to := from
	for to >= 0 && to < len(p.tokens) && p.tokens[to].Start < at.End {
		to++
	}
	return to > from && from > 0 && p.ends(from-1) && p.ends(to-1)
}

// begins reports whether a sentence begins at a byte offset.
func (p *parser) begins(at int) bool {
	for _, s := range p.sentences {
		if p.tokens[s.from].Start == at {
			return true
		}
	}
	return false
}

// offers reports whether a value is the only one that the request for its parameter offers:
// "shall I book Friday?"
func (p *parser) offers(q *Question, s *grounding.Slot, at grounding.Span) bool {
	return slices.ContainsFunc(q.Requests, func(r Request) bool {
		return r.Tool == s.Tool && r.Aspect == s.Param && r.Start <= at.Start && at.End <= r.End &&
			slices.ContainsFunc(p.asks, func(a ask) bool { return a.start == r.Start && a.kinds == 1<<askPolar })
	})
}

// states reports whether anything in the question may be a stated value. If nothing is, the
// question need not be read like a conversation. offers has the tokens of the yes-or-no
// requests.
func (a *Asker) states(p *parser, offers []run) bool {
	for _, s := range p.sentences {
		if (p.any(roleChosen, s.from, s.to) || p.tells(s)) && a.valued(p, s.from, s.to) {
			return true
		}
	}
	return slices.ContainsFunc(offers, func(o run) bool { return a.valued(p, o.from, o.to) })
}

// tells reports whether a sentence says what the asker does, next to another sentence that
// asks, and offers nothing: "I will put Porto."
func (p *parser) tells(s run) bool {
	return p.lang == p.lists.english && p.tokens[s.from].Text == "i" && len(p.sentences) > 1 && !p.any(roleOption, s.from, s.to) && !p.any(roleOr, s.from, s.to) &&
		!p.any(roleNegation, s.from, s.to) && !slices.ContainsFunc(p.asks, func(a ask) bool { return p.tokens[s.from].Start <= a.start && a.start < p.tokens[s.to-1].End })
}

// told reports whether a mention stands in a sentence that says what the asker does, without
// saying that anything is chosen.
func (p *parser) told(at grounding.Span) bool {
	return slices.ContainsFunc(p.sentences, func(s run) bool {
		return p.tokens[s.from].Start <= at.Start && at.End <= p.tokens[s.to-1].End && p.tells(s) && !p.any(roleChosen, s.from, s.to)
	})
}

// valued reports whether a token may be a value: it has a digit, or is a number in words, a
// day, a name, or one of a parameter's values.
func (a *Asker) valued(p *parser, from, to int) bool {
	for i := from; i < to; i++ {
		t := &p.tokens[i]
		if p.has(roleFunction, i, len(p.tokens)) {
			continue
		}
		first, _ := utf8.DecodeRuneInString(p.text[t.Start:])
		if !unicode.IsLower(first) && !(unicode.IsUpper(first) && (p.loud || p.begins(t.Start))) || grounding.Figure(t.Text, p.lang.name) {
			return true
		}
		w := stem(t.Text)
		for _, x := range a.read {
			if slices.ContainsFunc(x.params, func(y param) bool { return has(y.values, w) }) {
				return true
			}
		}
	}
	return false
}

// settled reports whether bytes [start, end) stand in a sentence that says that something is
// settled, and are neither offered as an option nor an example.
func (p *parser) settled(start, end int) bool {
	for _, s := range p.sentences {
		if end <= p.tokens[s.from].Start || start >= p.tokens[s.to-1].End {
			continue
		}
		chosen := p.tells(s)
		for i := s.from; i < s.to; i++ {
			t := &p.tokens[i]
			if p.has(roleChosen, i, s.to) {
				chosen = true
			}
			if t.Start < start && p.has(roleOption, i, s.to) {
				return false
			}
		}
		if !chosen {
			return false
		}
		for i := range p.asks {
			a := &p.asks[i]
			if a.kinds&(1<<askPolar|1<<askAlternative) != 0 && a.start < end && start < a.end {
				return false
			}
		}
		return true
	}
	return false
}
