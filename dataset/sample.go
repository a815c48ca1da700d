package dataset

import (
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// SystemHeading stands in the system message of a prompt between what voi writes and
// the source's own instructions; neither can hold it.
const SystemHeading = "\n\n## Instructions\n\n"

// Message is one message of a conversation. Content is never null: "" where
// the source had none.
type Message struct {
	Role      string // system, user, assistant, tool
	Content   string
	ToolCalls []domains.Call // of an assistant message
}

// Reference is what the source says is right.
type Reference struct {
	Action    completion.Action
	ToolCalls []domains.Call // of a TOOLCALL; an ASK of our own rows may name the call that it is about
	Question  string         // of an ASK: the source's own question
}

// Candidate is a call that may be meant, as a row brings it.
type Candidate = domains.Candidate

// Answers holds the text of the answer that the source gives for each class,
// "" where it gives none.
type Answers map[completion.Action]string

// The values of Sample.ActionSource.
const (
	ActionGiven     = "given"     // the source labels it
	ActionTag       = "tag"       // the answer is in the grammar of F8, or carries tool_calls
	ActionHeuristic = "heuristic" // the content classifier decided
)

// Flag is what is odd about a sample that was kept.
type Flag string

// The flags of a sample.
const (
	FlagUnknownTool     Flag = "reference_unknown_tool"     // the reference calls a tool that is not offered
	FlagMissingArgument Flag = "reference_missing_argument" // the reference lacks a required argument
	FlagUnknownArgument Flag = "reference_unknown_argument" // ... has one that the schema does not name
	FlagOutOfDomain     Flag = "reference_out_of_domain"    // ... has a value outside a finite domain
	FlagNoTools         Flag = "no_tools"                   // the sample offers no tool
	FlagDuplicateTool   Flag = "duplicate_tool"             // a tool is named twice; the first wins (F1)
	FlagEmptyDomain     Flag = "empty_domain"               // a schema admits nothing (F1)
	FlagEscaped         Flag = "escaped_markup"             // tool text held '<', escaped in the prompt
	FlagActionConflict  Flag = "action_conflict"            // two rules of the content classifier fired with equal force
	FlagHeldOutUnknown  Flag = "held_out_unknown"           // the held-out parameter is not one of the call's tool
	FlagReadByRules     Flag = "read_by_rules"              // a model was to read the conversation, and had nothing; the rules read it
	FlagBadValue        Flag = "bad_value"                  // the source says that the conversation gives a value that is wrong
	FlagModelQuestion   Flag = "model_question"             // the text of the reference question is a model's
	FlagUngrounded      Flag = "reference_ungrounded"       // the source calls where the belief would ask (F11)
	FlagAsksKnown       Flag = "asks_what_is_known"         // the source asks where the belief would call
)

// Sample is one decision point: a conversation, the tools offered, and what the
// source says about the right next step. It does no I/O and is not changed
// once it is read.
type Sample struct {
	ID       string // inputs.md, sample_id
	Source   string // when2call, when2call-sft, bfcl, xlam, openai, voi, or what the row says
	SourceID string // provenance only, not unique
	Task     string // of which there may be many samples, which stand in one split; "": it is one by itself

	Messages []Message // the conversation up to the decision; no answer in it
	Tools    []domains.Tool

	Reference    Reference
	ActionSource string // ActionGiven, ActionTag, ActionHeuristic

	Answers      Answers
	Rejected     *Message       // the answer that the source calls wrong
	HeldOut      string         // the parameter that the source removed from the question
	HeldOutCall  []domains.Call // the call it was removed from: of the answers, else of the reference
	Contrast     []domains.Call // a rejected or alternative call (F12)
	Candidates   []Candidate    // given by the row
	Alternatives []Alternative  // other accepted values of the reference

	Following   []domains.Call // the calls that may follow the reference's: any first few of them are accepted, too
	Reply       string         // what the user says to the source's question, which is no part of the conversation
	GoldMissing []string       // the parameters that the source says are missing; no belief is made of them unless asked for

	Domains map[string]domains.Set // given by the row; win over the annotator

	Hidden domains.Value // the hidden state of a task that was made (package synthetic), an object or null; no label and no reward reads it

	Flags []Flag // sorted, without repeats
}

// Alternative lists other values of one argument of one reference call that
// count as equal in `guarded`.
type Alternative struct {
	Call      int      // index into Reference.ToolCalls
	Parameter string   // an argument of that call
	Path      []string // keys and element numbers below it; empty is the argument itself
	Values    []domains.Value
	Optional  bool // it may be omitted, as the reference does
}
