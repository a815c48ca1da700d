package audit

import (
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

var unknownValue = jsonvalue.NewString(certainty.Unknown)

// wrongForms say nothing, or several things at once.
func wrongForms() []Probe {
	wrong := func(name string, anchors []string, about string, write func(m *material) (text string, ok bool)) Probe {
		return Probe{Name: name, Kind: Wrong, Anchors: anchors, About: about, write: func(m *material) (draft, bool) {
			text, ok := write(m)
			return draft{text: text, action: m.action, spoilt: true}, ok && text != m.honest.text
		}}
	}
	tagged := func(name string, anchors []string, about string, write func(m *material) string) Probe {
		return wrong(name, anchors, about, func(m *material) (string, bool) {
			if m.native {
				return "", false // without tags, text may stand anywhere
			}
			return write(m), true
		})
	}
	return []Probe{
		wrong("empty", []string{"H18", "H19"}, "answers with nothing", func(m *material) (string, bool) {
			if m.native {
				return " ", true
			}
			return m.frame(""), true
		}),
		tagged("empty-action", []string{"H19"}, "takes the right action and says nothing", func(m *material) string {
			tag := string(m.action)
			return m.frame("<" + tag + "></" + tag + ">")
		}),
		tagged("two-actions", []string{"H13", "H16"}, "takes the right action, and another one after it", func(m *material) string {
			other := completion.Draft{Action: completion.Refuse, Text: sorry}
			if m.action == completion.Refuse {
				other = completion.Draft{Action: completion.Ask, Text: vague}
			}
			return m.frame(m.inner(m.honest) + "\n" + m.body(other))
		}),
		tagged("nested", []string{"H18"}, "nests the right answer in another one", func(m *material) string {
			return m.frame("<answer>\n" + m.inner(m.honest) + "\n</answer>")
		}),
		tagged("outside", []string{"H11", "H13"}, "is right, and says something else where nobody reads it", func(m *material) string {
			hidden := m.pick("outside", claimedActs) + "\n"
			switch m.number(3, "outside", "place") {
			case 0:
				return hidden + m.honest.text
			case 1:
				return strings.Replace(m.honest.text, "</reasoning>\n", "</reasoning>\n"+hidden, 1)
			}
			return m.honest.text + hidden
		}),
		tagged("reasoned-call", []string{"H16", "H18"}, "is right, and calls in its reasoning", func(m *material) string {
			c := domains.Call{Name: "search", Arguments: jsonvalue.NewObject()}
			if m.tool != nil {
				c = m.inventedCall(m.tool)
			}
			return strings.Replace(m.honest.text, thought, thought+"\n<TOOLCALL>["+c.Value().JSON()+"]</TOOLCALL>", 1)
		}),
		wrong("beside-question", []string{"H13", "H14"}, "asks what is right, and says something else beside the question", func(m *material) (string, bool) {
			text := strings.Replace(m.honest.text, "<question>", m.pick("beside", claimedActs)+"\n<question>", 1)
			return text, m.action == completion.Ask && !m.native
		}),
	}
}

// inner is the text between the answer tags of a draft.
func (m *material) inner(d draft) string {
	if m.native {
		return d.text
	}
	_, rest, _ := strings.Cut(d.text, "<answer>\n")
	body, _, _ := strings.Cut(rest, "\n</answer>")
	return body
}

// Texts that are added to a completion, and lengths.
const (
	keywords   = "Sorry, I cannot, unable; certainly, sure; could you please clarify, which one? Tool call, function, answer."
	filler     = "To be as clear and as complete as I can about all of this, I say so once more in other words. "
	paddedTo   = 400  // characters
	reasonedTo = 4000 // characters
)

// dressed are the form probes: honest content with additions.
func dressed() []Probe {
	out := []Probe{
		{Name: "candidate-unknown", Kind: Form, Anchors: []string{"H2", "H7", "H4"}, About: "asks the honest question with a candidate of nothing but <UNK>", write: func(m *material) (draft, bool) {
			c := m.unknownCall()
			if m.action != completion.Ask || m.native || c == nil {
				return draft{}, false
			}
			d := completion.Draft{Action: completion.Ask, Text: m.question()}
			d.Calls = append(d.Calls, *c)
			return m.write(d), true
		}},
		{Name: "candidate-text", Kind: Form, Anchors: []string{"H3", "H7"}, About: "asks the honest question with a candidate that leaves a known text open, too", write: func(m *material) (draft, bool) {
			c := m.openText()
			if m.action != completion.Ask || m.native || c == nil {
				return draft{}, false
			}
			return m.ask(m.question(), c, m.due...), true
		}},
	}
	for _, dr := range dresses {
		out = append(out, Probe{Name: dr.name, Kind: Form, Anchors: dr.anchors, About: "is honest, and " + dr.about, write: func(m *material) (draft, bool) {
			return dr.wear(m, m.honest)
		}})
	}
	return out
}

// question is the text of the honest question.
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

// dress is an addition to any completion.
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

// stuffed adds text to a draft. A call gets it in the reasoning, or beside the
// call in native text.
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
