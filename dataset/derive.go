package dataset

import "github.com/voi-rl/voi/dataset/completion"

// Derive sets HeldOutCall and Contrast from Answers, Reference, Rejected and HeldOut, so
// that they are the same in a sample restored from a shard:
//
//   - the held-out parameter belongs to the call among the answers, if there is one,
//     else to the reference's call;
//   - the contrast is the call of the rejected answer; if there is none, and the
//     reference is not a TOOLCALL, it is the call among the answers.
//
// An answer filed under TOOLCALL that holds no call is an *Error with
// CodeBadField.
func (s *Sample) Derive() error {
	answer, err := TextCalls(s.Answers[completion.ToolCall])
	if err != nil {
		return under(err, "answers")
	}
	s.HeldOutCall, s.Contrast = nil, nil
	if s.HeldOut != "" {
		s.HeldOutCall = answer
		if len(answer) == 0 {
			s.HeldOutCall = s.Reference.ToolCalls
		}
	}
	if s.Rejected != nil {
		if a := ReadAnswer(s.Rejected.Content, s.Rejected.ToolCalls); a.Action == completion.ToolCall && a.Check() == nil {
			s.Contrast = a.Calls
		}
	}
	if len(s.Contrast) == 0 && s.Reference.Action != completion.ToolCall {
		s.Contrast = answer
	}
	return nil
}
