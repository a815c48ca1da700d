package env

import "strings"

// Question is an English question for parameters by their names.
func Question(aspects []string) string {
	if len(aspects) == 0 {
		return "What exactly do you mean?"
	}
	asked := make([]string, len(aspects))
	for i, a := range aspects {
		asked[i] = "what is the " + spell(a)
	}
	text := strings.Join(asked, ", and ") + "?"
	return "W" + text[1:]
}

// Askable reports whether a question for one aspect of a tool, by its name, is read as a
// request for that aspect at the beginning of a turn.
func (p *Prepared) Askable(turn int, tool, aspect string) bool {
	for _, r := range p.Requests(turn, Question([]string{aspect}), Run{}) {
		if r.Tool.Name == tool && r.Aspect == aspect {
			return true
		}
	}
	return false
}
