package reward

import "fmt"

// Error is the reason why an item has no reward. It is unscored, which is not
// 0.
type Error struct {
	Code    string // one of the Code constants
	Message string // what was read, and how to mend it
}

func (e *Error) Error() string { return e.Message }

// The codes of an Error.
const (
	CodeBadRequest   = "bad_request"   // there is no sample, or no completion
	CodeBadReference = "bad_reference" // the reference is no action, or a TOOLCALL without a call
	CodeJudge        = "judge_failed"  // the judging model gave no verdict
	CodeTruncated    = "truncated"     // the completion was cut by length, and the profile leaves it unscored
)

func errorf(code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}
