package reward

import (
	"strings"
	"unicode"

	"github.com/voi-rl/voi/dataset/completion"
)

// end is where a completion's text ends for F11: end-of-turn tokens at its end,
// and the white space around them, are not part of it. Without a guard it is
// the end of the text. White space at the beginning means nothing to either
// grammar and stays, so that spans are offsets into the text as it came.
func (g *guard) end(text string) int {
	if g == nil {
		return len(text)
	}
	rest := strings.TrimRightFunc(text, unicode.IsSpace)
	for cut := true; cut; {
		cut = false
		for _, token := range g.rules.strip {
			if shorter, ok := strings.CutSuffix(rest, token); ok {
				rest, cut = strings.TrimRightFunc(shorter, unicode.IsSpace), true
			}
		}
	}
	return len(rest)
}

// sound reports whether a completion is exactly one well-formed action with
// nothing conflicting (form of F11). What is not is a class of its own.
func sound(c *completion.Completion) bool {
	return wellFormed(c) && !conflictingGuarded(c)
}

// wellFormed reports whether a completion takes an action whose tags and whose
// calls, or candidates, can be read (F8).
func wellFormed(c *completion.Completion) bool {
	return c.Action != completion.None && c.CallErr == nil && (c.Action != completion.ToolCall || len(c.Calls) > 0) &&
		!c.Has(completion.NoteUnclosedAction) && !c.Has(completion.NoteUnclosedCall)
}

// conflictingGuarded reports whether a completion says more than one thing:
// beside what conflicting finds, text after the answer, a second question, and
// an action in the text beside a message's tool_calls.
func conflictingGuarded(c *completion.Completion) bool {
	if conflicting(c) || c.Has(completion.NoteTextAfterAnswer) || c.Has(completion.NoteSecondQuestion) {
		return true
	}
	return c.FromToolCalls && strings.Contains(c.Text, "<answer>") && completion.Parse(c.Text).Action != completion.None
}
