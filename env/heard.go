package env

import (
	"slices"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Heard is what an answer says about one hidden value, by the reading (F4).
type Heard struct {
	Truth  bool // it gives the value
	Other  bool // it gives another value of a finite domain, either literally or in an answer without the true value's letters
	Denied bool // it denies something, or takes something back
}

// Heard reads the answer to a question for a hidden value of a turn. Defaults are left
// out, because the words of the answer do not give them.
func (p *Prepared) Heard(turn int, question, answer string, h Hidden) (out Heard) {
	t := p.tool(turn, h.Tool)
	if t == nil || t.Param(h.Aspect) == nil {
		return out
	}
	d, _ := p.turns[turn].sets[h.Tool].Get(h.Aspect)
	tool := domains.Tool{Name: h.Tool, Params: []domains.Param{*t.Param(h.Aspect)}}
	r := grounding.Read(grounding.Input{
		Turns: []grounding.Turn{{Role: dataset.Assistant, Text: question}, {Role: dataset.User, Text: answer}},
		Tools: []domains.Tool{tool}, Sets: map[string]domains.Set{h.Tool: {{Name: h.Aspect, Domain: d}}},
	})
	gives := func(v domains.Value) bool {
		s := r.Support(&tool, &tool.Params[0], d, v)
		return s.Grounded() && s.Rule != grounding.RuleDefault
	}
	out.Truth = gives(h.Value)
	out.Denied = slices.ContainsFunc(r.Mentions, func(m grounding.Mention) bool { return m.Status == grounding.Denied })
	truth := Stands(answer, h.Value)
	out.Other = d.Type == domains.Finite && slices.ContainsFunc(d.Values, func(v domains.Value) bool {
		if truth && (!Stands(answer, v) || Stands(Written(h.Value), v)) {
			return false
		}
		return !grounding.Same(&tool.Params[0], v, h.Value) && !strings.EqualFold(Written(v), Written(h.Value)) && gives(v)
	})
	return out
}

// Written is a value as plain text, without the quotes of a JSON string.
func Written(v domains.Value) string {
	if v.Kind() == jsonvalue.String {
		return v.Str()
	}
	return v.JSON()
}

// agreement lists words that agree, in the languages of the scripted user.
var agreement = []string{"yes", "yeah", "yep", "sure", "right", "correct", "exactly", "indeed", "ok", "okay", "fine", "sí", "claro", "oui", "exact", "ja", "genau", "stimmt", "sim", "certo"}

// Agrees reports whether an answer begins with agreement.
func Agrees(text string) bool {
	first := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	return len(first) > 0 && slices.Contains(agreement, first[0])
}
