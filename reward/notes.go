package reward

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The codes of notes, in addition to those of dataset/completion (no_reasoning,
// no_answer, no_action, ...).
const (
	NoteTruncated    = "truncated"      // finish_reason is length
	NoteReplacedUTF8 = "replaced_utf8"  // the completion contains U+FFFD
	NoteBadCall      = "bad_call"       // the call or the candidates are malformed (F8)
	NoteCallTooDeep  = "call_too_deep"  // a call is nested too deep
	NoteDuplicateKey = "duplicate_key"  // a call has a key twice in one object
	NoteCallTooLarge = "call_too_large" // a call has more values than are read
	NoteNoCandidate  = "no_candidate"   // an ASK without a candidate
	NoteUnknownTool  = "unknown_tool"   // a call or a candidate names a tool that is not offered
	NoteConflicting  = "conflicting"    // more than one answer or action, or text after the action
	NoteShortAnswer  = "short_answer"   // the length test of cls fails (F9)

	// NoteNoConversation marks, under guarded, a call in a sample where neither the
	// user nor a tool says a word. Nothing can support its values (F4), and Cert is
	// near 0. Usually the messages were not sent along.
	NoteNoConversation = "no_conversation"

	// Under guarded (F11).
	NoteNotWhatItSays  = "not_what_it_says" // the text does not fit its tag
	NoteLanguageUnread = "language_unread"  // no rules cover the text's language
	NoteNoReference    = "no_reference"     // the sample has no reference: the belief decides what is right
)

// notes returns the notes on a completion: first this package's, then those of
// package completion in the order of the text, then that of a reasoning without a word,
// which F11 takes for none. s is nil if nothing was scored.
func (x *Prepared) notes(in Input, c *completion.Completion, s *seen) []string {
	var notes []string
	if in.FinishReason == FinishLength {
		notes = append(notes, NoteTruncated)
	}
	ascii := in.ASCII && in.Messages == nil
	if !ascii && strings.Contains(c.Text, "\uFFFD") || c.FromToolCalls && strings.Contains(c.Content(), "\uFFFD") {
		notes = append(notes, NoteReplacedUTF8)
	}
	if c.CallErr != nil {
		notes = append(notes, NoteBadCall)
		switch c.CallErr.Code {
		case jsonvalue.CodeDepth:
			notes = append(notes, NoteCallTooDeep)
		case jsonvalue.CodeDuplicate:
			notes = append(notes, NoteDuplicateKey)
		case jsonvalue.CodeNodes:
			notes = append(notes, NoteCallTooLarge)
		}
	} else if c.Action == completion.Ask && len(c.Candidates) == 0 {
		notes = append(notes, NoteNoCandidate)
	}
	if !x.offersAll(c.Calls) || !x.offersAll(c.Candidates) {
		notes = append(notes, NoteUnknownTool)
	}
	if conflicting(c) || s != nil && s.conflict {
		notes = append(notes, NoteConflicting)
	}
	if x.guard == nil && c.Action != completion.None && !isLong(c) {
		notes = append(notes, NoteShortAnswer)
	}
	if x.guard != nil && !x.guard.rules.ungrounded && c.Action == completion.ToolCall && anyArgument(c.Calls) && x.guard.context.silent() {
		notes = append(notes, NoteNoConversation)
	}
	if x.guard != nil && s != nil {
		if s.denial != "" {
			notes = append(notes, NoteNotWhatItSays)
		}
		if s.unread {
			notes = append(notes, NoteLanguageUnread)
		}
		if x.guard.free {
			notes = append(notes, NoteNoReference)
		}
	}
	for i := range c.Notes {
		notes = append(notes, c.Notes[i].Code)
	}
	if s != nil && s.fault == noReasoning && !slices.Contains(notes, completion.NoteNoReasoning) {
		notes = append(notes, completion.NoteNoReasoning)
	}
	return notes
}

func anyArgument(calls []domains.Call) bool {
	return slices.ContainsFunc(calls, func(c domains.Call) bool { return len(c.Arguments.Members()) > 0 })
}

func (x *Prepared) offersAll(calls []domains.Call) bool {
	for i := range calls {
		if !x.weigher.Offers(calls[i].Name) {
			return false
		}
	}
	return true
}

// conflicting reports whether a completion says more than one thing (F8).
func conflicting(c *completion.Completion) bool {
	if c.Conflict {
		return true
	}
	for i := range c.Notes {
		switch c.Notes[i].Code {
		case completion.NoteSecondAction, completion.NoteTextAfterAction, completion.NoteSecondAnswer,
			completion.NoteNestedAnswer, completion.NoteSecondCall:
			return true
		}
	}
	return false
}
