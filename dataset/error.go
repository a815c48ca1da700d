package dataset

// The codes of rejected rows, as in rejected.jsonl.
const (
	CodeBadJSON       = "bad_json"       // not JSON (RFC 8259), including NaN and text after the value
	CodeBadUTF8       = "bad_utf8"       // bytes that are not UTF-8, or a lone surrogate
	CodeDuplicateKey  = "duplicate_key"  // a key occurs twice in one object
	CodeTooDeep       = "too_deep"       // nested deeper than 128
	CodeTooLarge      = "too_large"      // longer, or with more values, than one row may be
	CodeUnknownFormat = "unknown_format" // no known format
	CodeNoMessages    = "no_messages"    // no conversation: a tool schema, or nothing before the answer
	CodeMultiTurn     = "multi_turn"     // several user turns, each with its own decision
	CodeNoReference   = "no_reference"   // the source gives no right action
	CodeBadReference  = "bad_reference"  // the right action cannot be read
	CodeBadTools      = "bad_tools"      // the tools cannot be read
	CodeBadField      = "bad_field"      // another field has a wrong type or value
)

// Error says why a row is not a sample.
type Error struct {
	Code string // one of the Code constants
	Path string // the field, as in "messages[2].role"; "" is the row
	Msg  string // what was read there, and what to do
}

func (e *Error) Error() string {
	if e.Path == "" {
		return e.Msg
	}
	return e.Path + ": " + e.Msg
}

// At returns the error with prefix before its path.
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
