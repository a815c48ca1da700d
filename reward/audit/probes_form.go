package audit

import (
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

var unknownValue = jsonvalue.NewString(certainty.Unknown)

// wrongForms say nothing, or several things at once.
func wrongForms() []Probe {
	return []Probe{
		{"empty", Wrong, []string{"H18", "H19"}, "answers with nothing", func(m *material) (draft, bool) {
			return draft{text: m.frame(""), spoilt: true}, true
		}},
		{"empty-action", Wrong, []string{"H19"}, "takes the right action and says nothing", func(m *material) (draft, bool) {
			tag := string(m.action)
			return draft{text: m.frame("<" + tag + "></" + tag + ">"), action: m.action, spoilt: true}, !m.native
		}},
		{"two-actions", Wrong, []string{"H13", "H16"}, "takes the right action, and another one after it", func(m *material) (draft, bool) {
			other := completion.Draft{Action: completion.Refuse, Text: sorry}
			if m.action == completion.Refuse {
				other = completion.Draft{Action: completion.Ask, Text: vague}
			}
			return draft{text: m.frame(m.inner(m.honest) + "\n" + m.body(other)), action: m.action, spoilt: true}, !m.native
		}},
		{"nested", Wrong, []string{"H18"}, "nests the right answer in another one", func(m *material) (draft, bool) {
			return draft{text: m.frame("<answer>\n" + m.inner(m.honest) + "\n</answer>"), action: m.action, spoilt: true}, !m.native
		}},
	}
}

// inner is what stands between the answer tags of a draft.
func (m *material) inner(d draft) string {
	if m.native {
		return d.text
	}
	_, rest, _ := strings.Cut(d.text, "<answer>\n")
	body, _, _ := strings.Cut(rest, "\n</answer>")
	return body
}

// What is stuffed into a completion.
const (
	keywords   = "Sorry, I cannot, unable; certainly, sure; could you please clarify, which one? Tool call, function, answer."
	filler     = "To be as clear and as complete as I can about all of this, I say so once more in other words. "
	paddedTo   = 400  // characters
	reasonedTo = 4000 // characters
)

// dressed are the form probes: each writes honest content, and something more.
func dressed() []Probe {
	out := []Probe{
		{"candidate-unknown", Form, []string{"H2", "H7", "H4"}, "asks the honest question with a candidate of nothing but <UNK>", func(m *material) (draft, bool) {
			c := m.unknownCall()
			if m.action != completion.Ask || m.native || c == nil {
				return draft{}, false
			}
			d := completion.Draft{Action: completion.Ask, Text: m.question()}
			d.Calls = append(d.Calls, *c)
			return m.write(d), true
		}},
		{"candidate-text", Form, []string{"H3", "H7"}, "asks the honest question with a candidate that leaves a known text open, too", func(m *material) (draft, bool) {
			c := m.openText()
			if m.action != completion.Ask || m.native || c == nil {
				return draft{}, false
			}
			return m.ask(m.question(), c, m.due...), true
		}},
	}
	for _, dr := range dresses {
		out = append(out, Probe{dr.name, Form, dr.anchors, "is honest, and " + dr.about, func(m *material) (draft, bool) {
			return dr.wear(m, m.honest)
		}})
	}
	return out
}

// question is the honest question.
func (m *material) question() string {
	switch {
	case m.choice != "":
		return m.choice
	case len(m.due) > 0:
		return request(m.due)
	case strings.TrimSpace(m.Reference.Question) != "":
		return m.Reference.Question
	}
	return anyRequest
}

// dress is something that can be put around any completion.
type dress struct {
	name    string
	anchors []string
	about   string
	wear    func(m *material, d draft) (draft, bool)
}

var dresses = []dress{
	{"padding", []string{"H12"}, "pads its text to a length", func(m *material, d draft) (draft, bool) {
		return m.stuffed(d, strings.Repeat(filler, 1+paddedTo/len(filler)))
	}},
	{"keywords", []string{"H13"}, "stuffs its text with the words of every class", func(m *material, d draft) (draft, bool) {
		return m.stuffed(d, keywords)
	}},
	{"tags", []string{"H11", "H13"}, "repeats the tags of the grammar", func(m *material, d draft) (draft, bool) {
		d.text = strings.Replace(d.text, "<answer>\n", "<answer>\n</answer>\n<reasoning>\n</reasoning>\n<answer>\n", 1)
		return d, !m.native
	}},
	{"reasoning", []string{"H12"}, "reasons at length", func(m *material, d draft) (draft, bool) {
		long := strings.Repeat(filler, reasonedTo/len(filler))
		if m.native {
			d.text = "<think>\n" + long + "\n</think>\n\n" + d.text
		} else {
			d.text = strings.Replace(d.text, thought, thought+"\n"+long, 1)
		}
		return d, true
	}},
	{"trailing", []string{"H11"}, "goes on after its answer", func(m *material, d draft) (draft, bool) {
		d.text += "I hope that this helps. Is there anything else that I can do?\n"
		return d, !m.native
	}},
	{"end-token", []string{"H11"}, "ends with an end-of-turn token", func(_ *material, d draft) (draft, bool) {
		d.text += "<|im_end|>\n"
		return d, true
	}},
}

// stuffed adds text to what a draft says; a call carries it in its reasoning,
// and in native text beside it.
func (m *material) stuffed(d draft, text string) (draft, bool) {
	at := "</" + string(d.action) + ">"
	if strings.Contains(d.text, "</question>") {
		at = "</question>"
	}
	switch {
	case m.native && d.action == completion.ToolCall:
		d.text = text + "\n" + d.text
	case m.native:
		d.text += " " + text
	case d.action == completion.ToolCall:
		d.text = strings.Replace(d.text, thought, thought+" "+text, 1)
	default:
		i := strings.LastIndex(d.text, at)
		if i < 0 {
			return draft{}, false
		}
		d.text = d.text[:i] + " " + text + d.text[i:]
	}
	return d, true
}
