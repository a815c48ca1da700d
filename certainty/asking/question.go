package asking

import "github.com/voi-rl/voi/domains"

// Request is a parameter whose value a question asks for. Start and End are byte
// offsets into the question.
type Request struct {
	Tool, Aspect string
	Start, End   int
}

// Statement is a value that a question states as already chosen.
type Statement struct {
	Tool, Aspect string
	Value        domains.Value
	Backed       bool // the conversation supports the value
	Start, End   int
}

// Question is what a question says, sentence by sentence (F11). Requests holds all
// that the words ask for; a Statement cancels the request for its aspect: Asked.
type Question struct {
	Requests   []Request
	Statements []Statement
	Tools      []string // of two or more, which one is meant
	Which      bool     // it asks which of several is meant, and does not say of what
}

// Asked returns the requests that no statement cancels: a question that says what
// it asks for asks for nothing.
func (q *Question) Asked() []Request {
	var out []Request
	for _, r := range q.Requests {
		if !q.states(r.Tool, r.Aspect) {
			out = append(out, r)
		}
	}
	return out
}

func (q *Question) states(tool, aspect string) bool {
	for i := range q.Statements {
		if s := &q.Statements[i]; s.Tool == tool && s.Aspect == aspect {
			return true
		}
	}
	return false
}

// GivesAway reports whether a value is stated as chosen that nothing in the
// conversation supports (F11: its slot is 0).
func (q *Question) GivesAway() bool {
	for i := range q.Statements {
		if !q.Statements[i].Backed {
			return true
		}
	}
	return false
}
