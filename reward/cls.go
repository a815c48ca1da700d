package reward

import (
	"unicode/utf8"

	"github.com/voi-rl/voi/dataset/completion"
)

// The values of cls, and the length for the full value.
const (
	clsRight  = 2.0
	clsShort  = 1.5
	clsLength = 30 // code points, tags included
)

// class is cls of F9: 0, 1.5 or 2 (SAGE-Agent A.3.5). It is 2 if the action is
// the reference action and the answer has at least 30 code points, 1.5 if the
// answer is shorter, and 0 for another action. A malformed call does not change
// the action.
func class(action, reference completion.Action, long bool) float64 {
	switch {
	case action == completion.None || action != reference:
		return 0
	case long:
		return clsRight
	default:
		return clsShort
	}
}

// isLong reports whether an answer passes the length test of cls, which is
// about the answer block, or about the compact JSON of a message's tool_calls
// (F8).
func isLong(c *completion.Completion) bool {
	// With this many bytes there are at least 30 code points, so that counting
	// is unnecessary.
	if block := c.AnswerBlock; !c.FromToolCalls && block.End-block.Start >= clsLength*utf8.UTFMax {
		return true
	}
	return c.AnswerLength() >= clsLength
}
