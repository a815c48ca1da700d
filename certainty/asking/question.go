package asking

import "github.com/voi-rl/voi/domains"

// Request is a parameter whose value a question asks for. Start and End are byte
// offsets into the question.
type Request struct {
	Tool, Aspect string
	Start, End   int
	Sure         bool // the network has so little doubt that other readings of the text give way
}

// Statement is a value that a question states as already chosen.
type Statement struct {
	Tool, Aspect string
	Value        domains.Value
	Backed       bool // the conversation supports the value
	Start, End   int
}

// Question is what a question asks and states (F11). Requests holds everything
// that the words ask for, including requests that a Statement about the same
// aspect cancels; Asked leaves those out.
type Question struct {
	Requests   []Request
	Statements []Statement
	Tools      []string // two or more tools, if it asks which of them is meant
	Which      bool     // it asks which of several things is meant, without saying of what kind
}

// Asked returns the requests that no statement cancels: a question that states the
// value of a parameter does not ask for it.
func (q *Question) Asked() []Request {
	var out []Request
	stated := q.stated()
	for _, r := range q.Requests {
		if !stated[aspect{r.Tool, r.Aspect}] {
			out = append(out, r)
		}
	}
	return out
}

// aspect is a parameter of a tool.
type aspect struct{ tool, name string }

// stated returns the parameters whose value the question states.
func (q *Question) stated() map[aspect]bool {
	out := map[aspect]bool{}
	for i := range q.Statements {
		out[aspect{q.Statements[i].Tool, q.Statements[i].Aspect}] = true
	}
	return out
}

// GivesAway reports whether the question states a value as chosen that nothing in
// the conversation supports. F11 then gives its slot 0.
func (q *Question) GivesAway() bool {
	for i := range q.Statements {
		if !q.Statements[i].Backed {
			return true
		}
	}
	return false
}
