package tasks

import (
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
)

// Group is what one row of a source holds: one decision, or all decisions of a session.
type Group struct {
	File    string
	Line    int64
	Place   int64         // among the rows of the file, from 0; a session counts once for each decision
	Row     domains.Value // as it was read; null where it cannot be
	Samples []*dataset.Sample
	// Rejected says why a decision of the row is no sample: a session with one is none.
	Rejected *reader.Rejection
}

// Unmade is a task that was not made.
type Unmade struct {
	Class, Reason string
}

// The reasons for which a task is not made.
const (
	NoCall      = "no_call"      // the source says of no call that it is right
	NoTool      = "no_tool"      // a gold call is to a tool that is not offered, or lacks what its schema requires
	NothingSaid = "nothing_said" // of no argument that may be hidden the conversation gives the value
	NoClause    = "no_clause"    // the values are given, and no cut leaves a sentence, hides them and keeps the rest
	NotAskable  = "not_askable"  // a question for a hidden value, by the name of its parameter, is not read as one
	NoRule      = "no_rule"      // no rule of corruption fits a value that the conversation gives
	NoReply     = "no_reply"     // the session has no reply, or it gives no value that was open before
	NoTurn      = "no_turn"      // a turn of the session cannot be read
	NotRead     = "not_read"     // a file of ClarifyBench has something else than its form asks for
	TooLong     = "too_long"     // more turns, calls or hidden values than a task may have
)
