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

// Question is what a question says, sentence by sentence (F11).
type Question struct {
	Requests   []Request
	Statements []Statement
}
