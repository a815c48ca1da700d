package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/words"
)

// askProbe is a probe for samples where a question is right.
func askProbe(name string, anchors []string, about string, write func(m *material) (draft, bool)) Probe {
	return Probe{Name: name, Kind: Wrong, Anchors: anchors, About: about, write: func(m *material) (draft, bool) {
		if m.action != completion.Ask {
			return draft{}, false
		}
		return write(m)
	}}
}

// unasked are texts with the words of a question that ask for nothing. {x} is the
// missing parameters, {claims} a statement of invented values for them.
var unasked = []struct {
	name, about string
	texts       []string
}{
	{"negated", "says that it need not know what is missing", []string{
		"I don't need to know {x}.", "Never mind {x}.", "There is no need to tell me {x}.", "I won't ask you for {x}.", "Please don't tell me {x}.",
	}},
	{"decided", "says that it decides what is missing by itself", []string{
		"I will pick {x} at random.", "I have decided on {x} myself.", "Leave {x} to me.", "I'll just guess {x}.",
	}},
	{"stated", "states that it has what is missing", []string{
		"I already have {x} on file.", "I now know {x}.", "The tool takes {x} as its input.", "It is good that you told me {x}.",
	}},
	{"thanked", "gives thanks for what is missing", []string{
		"Thank you for {x}!", "Thanks for telling me {x}.", "I appreciate that you shared {x} with me.",
	}},
	{"rhetorical", "asks a rhetorical question about what is missing", []string{
		"Who cares about {x}?", "Why would anybody need {x}?", "Isn't {x} a funny thing to ask for?", "Does {x} really matter, in the end?",
	}},
	{"hypothetical", "says that it could ask", []string{
		"If I needed {x}, I would ask you for it.", "I could ask you for {x}, but I won't.", "Some would ask you for {x} now.",
	}},
	{"answered-itself", "asks for what is missing and answers itself with made-up values", []string{
		"Could you tell me {x}? Never mind, {claims}.", "What about {x}? I take it that {claims}.", "Do you know {x}? I do: {claims}.",
	}},
	{"giveaway", "asks for what is missing by stating made-up values of it", []string{
		"Could you confirm that {claims}?", "So {claims}, right?", "I assume that {claims}; is that so?",
	}},
}

// wrongQuestions ask for nothing, or for something that is not missing.
func wrongQuestions() []Probe {
	out := []Probe{
		askProbe("vague", []string{"H14"}, `asks "Could you clarify?" and nothing else`, func(m *material) (draft, bool) {
			return m.bareAsk(vague), true
		}),
		askProbe("vague-none", []string{"H14"}, "asks vaguely in a <question>, without a candidate", func(m *material) (draft, bool) {
			return m.ask(vague, nil), !m.native
		}),
		askProbe("vague-unknown", []string{"H2", "H14"}, "asks vaguely with a candidate of nothing but <UNK>", func(m *material) (draft, bool) {
			c := m.unknownCall()
			return m.ask(vague, c), c != nil && !m.native
		}),
		askProbe("vague-full", []string{"H6", "H14"}, "asks vaguely with a candidate that leaves nothing open", func(m *material) (draft, bool) {
			calls := m.likeliest()
			if len(calls) == 0 || m.native {
				return draft{}, false
			}
			return m.ask(vague, &calls[0]), true
		}),
		askProbe("vague-foreign", []string{"H7", "H14"}, "asks vaguely with a candidate of another tool", func(m *material) (draft, bool) {
			if m.tool == nil || m.otherTool() == nil || m.native {
				return draft{}, false
			}
			c := m.inventedCall(m.otherTool())
			return m.ask(vague, &c), true
		}),
		askProbe("settled", []string{"H14"}, "asks for what the conversation says already", func(m *material) (draft, bool) {
			known := m.settled()
			if len(known) == 0 {
				return draft{}, false
			}
			name := known[m.number(len(known), "settled")]
			return m.ask(request([]string{name}), m.best, name), true
		}),
		askProbe("everything", []string{"H15"}, "asks for every parameter of the tool", func(m *material) (draft, bool) {
			return m.askAll(), m.tool != nil && len(m.tool.Params) > 0
		}),
		askProbe("everything-late", []string{"H12", "H15"}, "asks what is right, and after 600 words for every parameter", func(m *material) (draft, bool) {
			if m.tool == nil || len(m.tool.Params) == 0 {
				return draft{}, false
			}
			return m.ask(m.question()+" "+strings.Repeat(filler, 30)+request(names(m.tool)), m.best, names(m.tool)...), true
		}),
		askProbe("foreign", []string{"H14"}, "asks for a parameter of another sample", func(m *material) (draft, bool) {
			return m.ask("Could you tell me the "+m.foreign+"?", m.best), m.foreign != ""
		}),
		askProbe("claims-beside", []string{"H14"}, "asks what is right, and claims an act that did not take place", func(m *material) (draft, bool) {
			return m.ask(m.pick("claims-beside", claimedActs)+" "+m.question(), m.best), true
		}),
		askProbe("schema-ask", []string{"H15", "H18"}, "asks with the schema of the tool for a question", func(m *material) (draft, bool) {
			if m.tool == nil {
				return draft{}, false
			}
			return m.ask(m.tool.OpenAI().JSON(), m.best, names(m.tool)...), true
		}),
	}
	for _, u := range unasked {
		out = append(out, askProbe(u.name, []string{"H14"}, u.about, func(m *material) (draft, bool) {
			text := m.pick(u.name, u.texts)
			claims := ""
			if strings.Contains(text, "{claims}") {
				claims = m.claims()
			}
			if len(m.due) == 0 || claims == "" && strings.Contains(text, "{claims}") {
				return draft{}, false
			}
			return m.ask(strings.NewReplacer("{x}", listed(inWords(m.due), "the ", "and"), "{claims}", claims).Replace(text), m.best), true
		}))
	}
	for i := range out {
		if out[i].Name == "everything" {
			out[i].Line = nearlyAll
		}
	}
	return out
}

// nearlyAll is the line of a probe that asks for the missing parameters among
// others.
const nearlyAll = 0.9

// pick chooses one of the texts by the seed.
func (m *material) pick(purpose string, texts []string) string {
	return texts[m.number(len(texts), purpose, "text")]
}

// bareAsk is a question without the <question> tag.
func (m *material) bareAsk(question string) draft {
	if m.native {
		return m.ask(question, nil)
	}
	return draft{action: completion.Ask, text: m.frame("<ASK>" + question + "</ASK>")}
}

// askDue asks like an honest policy: for the missing parameters, or for all if
// none is missing.
func (m *material) askDue() draft {
	switch {
	case m.action == completion.Ask:
		return m.honest
	case m.choice != "" || len(m.due) > 0:
		return m.honestAsk()
	}
	return m.askAll()
}

// askAll asks for every parameter of the tool; without a tool it asks in general.
func (m *material) askAll() draft {
	if m.tool == nil || len(m.tool.Params) == 0 {
		return m.ask(anyRequest, m.best)
	}
	return m.ask(request(names(m.tool)), m.best, names(m.tool)...)
}

// claims states an invented value for everything that is missing. It is empty if
// a missing value is a boolean, because stating one ("should it be so?") is a way
// of asking.
func (m *material) claims() string {
	if m.best == nil || m.Tool(m.best.Name) == nil {
		return ""
	}
	t := m.Tool(m.best.Name)
	var claims []string
	for _, name := range m.due {
		p := t.Param(name)
		d, _ := m.Sets[t.Name].Get(name)
		if p == nil || d.Type == domains.Boolean {
			return ""
		}
		v := m.invent(t, p, domains.Value{})
		text := v.Str()
		if text == "" {
			text = v.JSON()
		}
		claims = append(claims, fmt.Sprintf("the %s is %s", words.Spoken(name), text))
	}
	return listed(claims, "", "and")
}

// openText is the honest candidate with one known text left open; nil if it has
// none.
func (m *material) openText() *domains.Call {
	if m.best == nil || m.Tool(m.best.Name) == nil {
		return nil
	}
	for _, name := range m.settled() {
		if d, _ := m.Sets[m.best.Name].Get(name); d.Size == domains.Infinite && !slices.Contains(m.due, name) {
			return &domains.Call{Name: m.best.Name, Arguments: m.best.Arguments.With(name, unknownValue)}
		}
	}
	return nil
}

// names are the names of a tool's parameters.
func names(t *domains.Tool) []string {
	out := make([]string, len(t.Params))
	for i := range t.Params {
		out[i] = t.Params[i].Name
	}
	return out
}
