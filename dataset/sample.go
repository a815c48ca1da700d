package dataset

import (
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// SystemHeading separates voi's text from the source's own instructions in the system
// message of a prompt. Neither can contain it.
const SystemHeading = "\n\n## Instructions\n\n"

// Message is one message of a conversation. Content is never null: "" if the source had
// none.
type Message struct {
	Role      string // system, user, assistant, tool
	Content   string
	ToolCalls []domains.Call // of an assistant message
}

// Reference is the right action according to the source.
type Reference struct {
	Action    completion.Action
	ToolCalls []domains.Call // of a TOOLCALL; an ASK of voi's own rows may have the call that it is about
	Question  string         // of an ASK: the source's own question
}

// Candidate is a call that may be meant, from a row.
type Candidate = domains.Candidate

// Answers holds the source's answer for each class, "" if there is none.
type Answers map[completion.Action]string

// The values of Sample.ActionSource.
const (
	ActionGiven     = "given"     // the source labels the answer
	ActionTag       = "tag"       // the answer is in the grammar of F8, or has tool_calls
	ActionHeuristic = "heuristic" // the content classifier decided
)

// Flag is an oddity of a sample that was kept.
type Flag string

// The flags of a sample.
const (
	FlagUnknownTool     Flag = "reference_unknown_tool"     // the reference calls a tool that is not offered
	FlagMissingArgument Flag = "reference_missing_argument" // the reference lacks a required argument
	FlagUnknownArgument Flag = "reference_unknown_argument" // ... has an argument that the schema does not name
	FlagOutOfDomain     Flag = "reference_out_of_domain"    // ... has a value outside a finite domain
	FlagNoTools         Flag = "no_tools"                   // the sample offers no tool
	FlagDuplicateTool   Flag = "duplicate_tool"             // a tool is named twice; the first wins (F1)
	FlagEmptyDomain     Flag = "empty_domain"               // a schema admits no value (F1)
	FlagEscaped         Flag = "escaped_markup"             // tool text contained '<', escaped in the prompt
	FlagActionConflict  Flag = "action_conflict"            // two rules of the content classifier fired with equal force
	FlagHeldOutUnknown  Flag = "held_out_unknown"           // the held-out parameter does not belong to the call's tool
	FlagReadByRules     Flag = "read_by_rules"              // the rules read the conversation, because the model gave no reading
	FlagBadValue        Flag = "bad_value"                  // the source says that the conversation gives a wrong value
	FlagModelQuestion   Flag = "model_question"             // a model wrote the text of the reference question
	FlagUngrounded      Flag = "reference_ungrounded"       // the source calls where the belief would ask (F11)
	FlagAsksKnown       Flag = "asks_what_is_known"         // the source asks where the belief would call
)

// Sample is one decision point: a conversation, the offered tools, and the source's right
// next step. It does no I/O and is immutable once read.
type Sample struct {
	ID       string // inputs.md, sample_id
	Source   string // when2call, when2call-sft, bfcl, xlam, openai, voi, or the source in the row
	SourceID string // for provenance only, not unique
	Task     string // samples of one task, or of one conversation, stay in one split; "": those of one question do

	Messages []Message // the conversation before the decision, without the answer
	Tools    []domains.Tool

	Reference    Reference
	ActionSource string // ActionGiven, ActionTag, ActionHeuristic

	Answers      Answers
	Rejected     *Message       // the answer that the source marks as wrong
	HeldOut      string         // the parameter that the source removed from the question
	HeldOutCall  []domains.Call // the call it was removed from: among the answers, else the reference
	Contrast     []domains.Call // a rejected or alternative call (F12)
	Candidates   []Candidate    // given by the row
	Alternatives []Alternative  // other accepted values of the reference

	Following   []domains.Call // the calls that may follow the reference's; any first few of them are accepted, too
	Reply       string         // the user's reply to the source's question; it is not part of the conversation
	GoldMissing []string       // the parameters that the source says are missing; a belief uses them only on request

	Domains      map[string]domains.Set // given by the row; they win over the annotator's
	GivenDomains domains.Value          // {tool: [parameter]} of these; a row of a shard has the annotator's beside them

	Hidden domains.Value // the hidden state of a synthetic task (package synthetic), an object or null; no label and no reward uses it

	Flags []Flag // sorted, without repeats
}

// Alternative lists other values of one argument of one reference call that count as equal
// in `guarded`.
type Alternative struct {
	Call      int      // index into Reference.ToolCalls
	Parameter string   // an argument of that call
	Path      []string // keys and element numbers below it; empty for the argument itself
	Values    []domains.Value
	Optional  bool // it may be omitted; the reference omits it
}
