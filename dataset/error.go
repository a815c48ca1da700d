package dataset

// The codes of rows that are left out, as rejected.jsonl has them.
const (
	CodeBadJSON       = "bad_json"       // not JSON (RFC 8259); NaN and text after the value included
	CodeBadUTF8       = "bad_utf8"       // bytes that are not UTF-8, or a lone surrogate
	CodeDuplicateKey  = "duplicate_key"  // a key occurs twice in one object
	CodeTooDeep       = "too_deep"       // nested deeper than 128
	CodeTooLarge      = "too_large"      // longer, or of more values, than one row may be
	CodeUnknownFormat = "unknown_format" // no format that is known
	CodeNoMessages    = "no_messages"    // no conversation: a tool schema, or nothing before the answer
	CodeMultiTurn     = "multi_turn"     // several user turns, each with a decision of its own
	CodeNoReference   = "no_reference"   // nothing says what is right
	CodeBadReference  = "bad_reference"  // what is right cannot be read
	CodeBadTools      = "bad_tools"      // the tools cannot be read
	CodeBadField      = "bad_field"      // another field has a wrong type or value
)

// Error says why a row is not a sample.
type Error struct {
	Code string // one of the Code constants
	Path string // the field, as in "messages[2].role"; "" is the row
	Msg  string // what was read there and what to do about it
}

func (e *Error) Error() string {
	if e.Path == "" {
		return e.Msg
	}
	return e.Path + ": " + e.Msg
}

// At returns the error with its path below prefix.
func (e *Error) At(prefix string) *Error {
	path := prefix
	switch {
	case e.Path == "":
	case e.Path[0] == '[' || prefix == "":
		path += e.Path
	default:
		path += "." + e.Path
	}
	return &Error{e.Code, path, e.Msg}
}
