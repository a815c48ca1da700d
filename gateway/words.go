package gateway

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
	"github.com/voi-rl/voi/trajectory"
)

// phrasing is the wording of questions and refusals in one language.
type phrasing struct {
	ask, confirm, and, or, refuse string
}

// phrasings are the languages with templates; other languages get English.
var phrasings = map[string]phrasing{
	"en": {"Could you tell me the %s?", "Could you confirm the %s?", " and the ", " or ", "I did not call %s: %s."},
	"de": {"Könnten Sie mir bitte noch sagen: %s?", "Könnten Sie bitte bestätigen: %s?", " und ", " oder ", "%s wurde nicht aufgerufen: %s."},
	"fr": {"Pourriez-vous me dire : %s ?", "Pourriez-vous confirmer : %s ?", " et ", " ou ", "%s n'a pas été appelé : %s."},
	"es": {"¿Podría decirme: %s?", "¿Podría confirmar: %s?", " y ", " o ", "No se ha llamado a %s: %s."},
	"it": {"Potrebbe dirmi: %s?", "Potrebbe confermare: %s?", " e ", " o ", "%s non è stato chiamato: %s."},
	"pt": {"Poderia me dizer: %s?", "Poderia confirmar: %s?", " e ", " ou ", "%s não foi chamado: %s."},
	"nl": {"Kunt u mij nog zeggen: %s?", "Kunt u bevestigen: %s?", " en ", " of ", "%s is niet aangeroepen: %s."},
}

// mostOptions is the number of values that a question lists.
const mostOptions = 6

// mostDescribed is the longest description used to explain a parameter, in bytes.
const mostDescribed = 120

// phrasing is the wording for the language of the user's last message.
func (t *Turn) phrasing() phrasing {
	for i := len(t.Run.Messages) - 1; i >= 0; i-- {
		if m := &t.Run.Messages[i]; m.Role == dataset.User && m.Content != "" {
			if p, ok := phrasings[asking.Language(m.Content)]; ok {
				return p
			}
			break
		}
	}
	return phrasings["en"]
}

// words is the text of a question, from the schema alone: the plainest wording that is
// read as a question for its aspects.
func (t *Turn) words(q *certainty.Question) string {
	tools, sets := t.counter.Offered(t.Run), t.counter.Sets(t.Run)
	tool := domains.ToolNamed(tools, q.Tool)
	by := t.phrasing()
	text := ""
	for _, described := range []bool{false, true} {
		var parts []string
		for _, aspect := range q.Aspects {
			part := words.Spoken(aspect)
			if tool != nil {
				d, _ := sets[q.Tool].Get(aspect)
				part += about(tool.Param(aspect), d, described, by.or)
			}
			parts = append(parts, part)
		}
		text = fmt.Sprintf(by.ask, by.list(parts))
		read := t.state().past().asker.Read(text, nil, q.Tool)
		asked := read.Asked()
		if !slices.ContainsFunc(q.Aspects, func(aspect string) bool {
			return !slices.ContainsFunc(asked, func(r asking.Request) bool { return r.Aspect == aspect })
		}) {
			break
		}
	}
	return text
}

// list joins the aspects of a question.
func (by phrasing) list(parts []string) string {
	last := len(parts) - 1
	if last < 1 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:last], ", ") + by.and + parts[last]
}

// confirmation asks whether a call is wanted, with its arguments in order.
func (t *Turn) confirmation(c *trajectory.Call, by phrasing) string {
	var parts []string
	for _, m := range c.Arguments.Members()[:min(c.Arguments.Len(), mostParts)] {
		parts = append(parts, words.Spoken(m.Key)+" ("+text(m.Value).Str()+")")
	}
	if len(parts) == 0 {
		parts = []string{words.Spoken(c.Name)}
	}
	return fmt.Sprintf(by.confirm, by.list(parts))
}

// confirmed reports whether the confirmation was asked and the user's answer is no
// question.
func (t *Turn) confirmed(c *trajectory.Call) bool {
	texts := map[string]bool{}
	for _, by := range phrasings {
		texts[t.confirmation(c, by)] = true
	}
	asked := slices.IndexFunc(t.Run.Messages, func(m trajectory.Message) bool { return m.Role == dataset.Assistant && texts[m.Content] })
	return asked >= 0 && slices.ContainsFunc(t.Run.Messages[asked:], func(m trajectory.Message) bool {
		return m.Role == dataset.User && !strings.ContainsAny(m.Content, marks)
	})
}

// marks end questions.
const marks = "?？؟"

// ask is a question in a template's words.
func (t *Turn) ask(q *certainty.Question, why string) (Done, error) {
	if q == nil {
		return Done{}, errors.New("there is nothing to ask")
	}
	return Done{Reply: newReply(t.words(q)), Why: why + q.Name()}, nil
}

// refusal says that a call was not made, and why.
func (t *Turn) refusal(tool, why string) string { return fmt.Sprintf(t.phrasing().refuse, tool, why) }

// about is the text behind a parameter's name: its values if they are few, and its
// description if described.
func about(p *domains.Param, d domains.Domain, described bool, or string) string {
	if p == nil {
		return ""
	}
	text := ""
	if described && p.Description != "" && len(p.Description) <= mostDescribed {
		text = " (" + strings.TrimRight(p.Description, ". ") + ")"
	}
	values := p.Schema.Field("enum").Items()
	if n := len(values); n < 2 || n > mostOptions {
		return text
	}
	var names []string
	for _, v := range values {
		if v.Kind() == jsonvalue.String {
			names = append(names, v.Str())
		} else {
			names = append(names, v.JSON())
		}
	}
	last := len(names) - 1
	return text + " (" + strings.Join(names[:last], ", ") + or + names[last] + ")"
}
