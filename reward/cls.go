package reward

import (
	"unicode/utf8"

	"github.com/voi-rl/voi/dataset/completion"
)

// The values of cls, and the length from which an answer has the whole of it.
const (
	clsRight  = 2.0
	clsShort  = 1.5
	clsLength = 30 // code points, tags included
)

// class is cls of F9, 0, 1.5 or 2 (SAGE-Agent A.3.5): 2 if the action is the
// reference action and the answer has at least 30 code points, 1.5 if it is
// shorter, 0 otherwise. A malformed call leaves the action standing.
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

// isLong reports whether an answer passes the length test of cls: that of the
// answer block, or of the compact JSON of a message's tool_calls (F8).
func isLong(c *completion.Completion) bool {
	// Beyond the length of 30 code points of the most bytes, counting is moot.
	if block := c.AnswerBlock; !c.FromToolCalls && block.End-block.Start >= clsLength*utf8.UTFMax {
		return true
	}
	return c.AnswerLength() >= clsLength
}
