package reward

import (
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
)

// guardedCompletion is a completion with fewer mutations than F8's tests use,
// so that more of them parse, and with questions about real parameters.
func (m mutator) guardedCompletion(s *dataset.Sample, labels *label.Labels) string {
	text := m.draft(s)
	if m.IntN(3) == 0 && len(s.Tools) > 0 {
		var names []string
		for range m.IntN(4) {
			if tool := pick(m, s.Tools); len(tool.Params) > 0 {
				names = append(names, pick(m, tool.Params).Name)
			}
		}
		if labels != nil && m.IntN(2) == 0 {
			names = append(names, labels.Missing...)
		}
		question := pick(m, []string{askFor(names), askFor(names) + " Is it Paris?", "Shall I " + pick(m, s.Tools).Name + "?", "Is the " + askFor(names) + " 12?"})
		text = asks(question)
		if m.IntN(3) == 0 {
			text = framed("<ASK><TOOLCALL>" + m.calls(s) + "</TOOLCALL>" + question + "</ASK>")
		}
	}
	for range m.IntN(4) - 1 {
		text = pick(m, mutations)(m, text)
	}
	return text + pick(m, []string{"", "", "\n", "<|im_end|>", " </s>\n<|eot_id|> "})
}
