package tasks

import (
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
)

// Group is one row of a source: one decision, or all decisions of a session.
type Group struct {
	File    string
	Line    int64
	Place   int64         // index among the rows of the file; a session counts once for each decision
	Row     domains.Value // as it was read; null if it cannot be parsed
	Samples []*dataset.Sample
	// Rejected is the reason if a decision of the row is no sample. A session with such
	// a decision is not used.
	Rejected *reader.Rejection
}

// Unmade is a task that was not made.
type Unmade struct {
	Class, Reason string
}

// The reasons for not making a task.
const (
	NoCall      = "no_call"      // the source gives no right call
	NoTool      = "no_tool"      // the tool of a gold call is not offered, or the call lacks a required parameter
	NothingSaid = "nothing_said" // the conversation gives no value that may be hidden
	NoClause    = "no_clause"    // every cut breaks the sentence, leaves a hidden value, or removes another one
	NotAskable  = "not_askable"  // a question for a hidden value, by its parameter's name, is not read as such
	NoRule      = "no_rule"      // no rule of corruption fits a value in the conversation
	NoReply     = "no_reply"     // the session has no reply, or the reply gives no open value
	NoTurn      = "no_turn"      // a turn of the session cannot be read
	NotRead     = "not_read"     // a ClarifyBench file is not in its form
	TooLong     = "too_long"     // more turns, calls or hidden values than a task may have
)
