package report

import (
	"fmt"
	"strings"

	"github.com/voi-rl/voi/internal/term"
)

// Flips counts the pairs whose action changed, those that became right or wrong, and
// those of which one side is unscored.
type Flips struct {
	Rows     int64 `json:"rows"`
	Action   int64 `json:"action"` // of them, with another action
	ToWrong  int64 `json:"right_to_wrong"`
	ToRight  int64 `json:"wrong_to_right"`
	Unscored int64 `json:"scored_to_unscored"`
	Scored   int64 `json:"unscored_to_scored"`
}

// add counts a pair where it has flipped.
func (f *Flips) add(c *comparison, class int8, x, y *outcome) {
	switch {
	case x.scored() && y.scored():
		before, known := c.right(0, class, x)
		after, both := c.right(1, class, y)
		turned := known && both && before != after
		if x.action == y.action && !turned {
			return
		}
		if x.action != y.action {
			f.Action++
		}
		if turned && after == 1 {
			f.ToRight++
		} else if turned {
			f.ToWrong++
		}
	case x.scored():
		f.Unscored++
	case y.scored():
		f.Scored++
	default:
		return
	}
	f.Rows++
}

func (f *Flips) text(b *strings.Builder) {
	if f.Rows == 0 {
		b.WriteString("\nno flips: every pair has the same action, and is right in both or in neither\n")
		return
	}
	fmt.Fprintf(b, "\n%s: %d with another action, %d from right to wrong, %d from wrong to right", term.Count(f.Rows, "flip"), f.Action, f.ToWrong, f.ToRight)
	if f.Unscored+f.Scored > 0 {
		fmt.Fprintf(b, ", %d lost their reward, %d gained one", f.Unscored, f.Scored)
	}
	b.WriteByte('\n')
}
