package reward

import "fmt"

// Error says why an item has no reward: it is unscored, which is not 0.
type Error struct {
	Code    string // one of the Code constants
	Message string // what was read and what to do about it
}

func (e *Error) Error() string { return e.Message }

// The codes of an Error.
const (
	CodeBadRequest   = "bad_request"   // there is no sample, or no completion to score
	CodeBadReference = "bad_reference" // the sample's reference is no action, or a TOOLCALL without a call
	CodeJudge        = "judge_failed"  // the model that judges gave no verdict
	CodeTruncated    = "truncated"     // the completion was cut by length and the profile leaves such unscored
)

func errorf(code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}
