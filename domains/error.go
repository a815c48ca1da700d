package domains

// The codes of an Error.
const (
	CodeBadTools  = "bad_tools"  // a tool or a list of tools cannot be read
	CodeBadCalls  = "bad_calls"  // a tool call or a list of calls cannot be read
	CodeBadDomain = "bad_domain" // the JSON of a Domain or a Set is not one
)

// Error says which part of a tool, a call or a domain cannot be read, and why.
type Error struct {
	Code string // one of the Code constants
	Path string // the place in the value, such as "[3].function.name"; "" is the whole value
	Msg  string // what was read, and how to mend it
}

func (e *Error) Error() string {
	if e.Path == "" {
		return e.Msg
	}
	return e.Path + ": " + e.Msg
}
