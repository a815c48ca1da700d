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

// Heard is what an answer says of one hidden value, as the reading (F4) has it.
type Heard struct {
	Truth  bool // it gives the value
	Other  bool // it gives another value of a finite domain: in its letters, or where those of the truth are absent
	Denied bool // it denies something, or takes it back
}

// Heard reads the answer to a question for a hidden value of a turn. A default needs no
// words, and says nothing of them.
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

// Written is a value without the quotes of a text: true and "True" are one but for case.
func Written(v domains.Value) string {
	if v.Kind() == jsonvalue.String {
		return v.Str()
	}
	return v.JSON()
}

// agreement are words with which an answer agrees, in the languages of the scripted user.
var agreement = []string{"yes", "yeah", "yep", "sure", "right", "correct", "exactly", "indeed", "ok", "okay", "fine", "sí", "claro", "oui", "exact", "ja", "genau", "stimmt", "sim", "certo"}

// Agrees reports whether an answer begins by agreeing.
func Agrees(text string) bool {
	first := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	return len(first) > 0 && slices.Contains(agreement, first[0])
}
