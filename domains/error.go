package domains

// The codes of an Error.
const (
	CodeBadTools  = "bad_tools"  // a tool or a list of tools cannot be read
	CodeBadCalls  = "bad_calls"  // a tool call or a list of calls cannot be read
	CodeBadDomain = "bad_domain" // the JSON of a Domain or a Set is not one
)

// Error says what in a tool, a call or a domain cannot be read, and where.
type Error struct {
	Code string // one of the Code constants
	Path string // where in the value, as in "[3].function.name"; "" is the whole value
	Msg  string // what was read and what to do about it
}

func (e *Error) Error() string {
	if e.Path == "" {
		return e.Msg
	}
	return e.Path + ": " + e.Msg
}
