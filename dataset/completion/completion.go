package completion

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Grammar is the way to read a completion's text, F8. It is a profile's key `grammar`; the
// zero Grammar counts as Tagged.
type Grammar string

// The grammars of F8.
const (
	Tagged Grammar = "tagged" // <reasoning>, <answer> and an action's tag
	Native Grammar = "native" // the notations of Hermes, Qwen, Llama 3 and Mistral, or plain text
)

// Span is a part of Completion.Text: byte offsets, End exclusive. The zero Span stands for
// an absent part; an empty part has Start == End > 0.
type Span struct{ Start, End int }

// Present reports whether the part is present.
func (s Span) Present() bool { return s.End > 0 }

// Of returns the part s of text, "" if s does not fit text.
func (s Span) Of(text string) string {
	if s.Start < 0 || s.Start > s.End || s.End > len(text) {
		return ""
	}
	return text[s.Start:s.End]
}

// Completion is the parsed form of a completion, F8.
type Completion struct {
	Text    string // the text; the spans are offsets into it
	Grammar Grammar

	Action      Action // None if no action was decided
	Reasoning   Span   // inside the first <reasoning> or <think>, not trimmed
	AnswerBlock Span   // F8: between the answer tags, trimmed; in Native everything except the reasoning
	Body        Span   // inside the action's tag, trimmed; in Native the AnswerBlock
	CallText    Span   // inside the tag or marker of the call or candidates, not trimmed

	Calls      []domains.Call // of a TOOLCALL; nil if CallErr says why
	Candidates []domains.Call // of an ASK; nil if it has none or CallErr says why
	CallErr    *CallError     // why the call or the candidates could not be read, else nil

	Question     string // of an ASK: <question>, else all of the ASK except its candidates
	QuestionSpan Span   // inside <question>, trimmed; absent without that tag, in Native the AnswerBlock

	FromToolCalls bool   // Calls were read from a message's tool_calls
	callsJSON     string // their compact JSON, for AnswerLength
	Rule          string // Native: the notation or the classifier's rule that decided
	Conflict      bool   // Native: the classifier's Conflict

	Notes []Note // oddities, each code at most once, in the order found
}

// HasCall reports whether the completion has a tool call in the sense of F9:
// its action is TOOLCALL and the call is well formed.
func (c *Completion) HasCall() bool { return c.Action == ToolCall && len(c.Calls) > 0 }

// Content returns the content of the completion: the text of a REFUSE or DIRECTLY, the
// question of an ASK, the call text of a TOOLCALL.
func (c *Completion) Content() string {
	switch c.Action {
	case Ask:
		return c.Question
	case ToolCall:
		if c.FromToolCalls {
			return c.callsJSON
		}
		return c.CallText.Of(c.Text)
	default:
		return c.Body.Of(c.Text)
	}
}

// AnswerLength is the length that `cls` of F9 tests, in Unicode code points: that of the
// answer block with its tags, or, for calls from tool_calls, that of the compact JSON of
// [{name, arguments}] (F8).
func (c *Completion) AnswerLength() int {
	if c.FromToolCalls {
		return utf8.RuneCountInString(c.callsJSON)
	}
	return utf8.RuneCountInString(c.AnswerBlock.Of(c.Text))
}

// Note is an oddity of a completion, and its place.
type Note struct {
	Code string // one of the Note constants
	Span Span   // the odd part; empty at the place where something is missing
}

// The codes of a Note. A profile decides which of them count against a completion.
const (
	NoteNoReasoning      = "no_reasoning"       // no <reasoning>...</reasoning> before the answer
	NoteTextBefore       = "text_before_answer" // text before the answer that is no reasoning
	NoteNoAnswer         = "no_answer"          // no <answer>
	NoteUnclosedAnswer   = "unclosed_answer"    // the last <answer> has no </answer>
	NoteNestedAnswer     = "nested_answer"      // an <answer> inside another
	NoteSecondAnswer     = "second_answer"      // more than one <answer>
	NoteTextAfterAnswer  = "text_after_answer"  // text after </answer>
	NoteNoAction         = "no_action"          // the answer block does not begin with an action's tag
	NoteUnclosedAction   = "unclosed_action"    // the action's closing tag is missing
	NoteTextAfterAction  = "text_after_action"  // text between the action's closing tag and </answer>
	NoteSecondAction     = "second_action"      // another action's tag in the answer block
	NoteSecondCall       = "second_call"        // another <TOOLCALL> in the answer block
	NoteSecondQuestion   = "second_question"    // another <question> in an ASK
	NoteExtraKey         = "extra_key"          // a call has keys beside name, arguments, id and type
	NoteEmptyBody        = "empty_body"         // nothing inside the action's tag
	NoteUnclosedCall     = "unclosed_call"      // Native: a call's marker is not closed
	NoteUnclosedThinking = "unclosed_thinking"  // Native: <think> without </think>
	NoteTextBesideCall   = "text_beside_call"   // Native and messages: text beside the calls
	NoteNoMessage        = "no_message"         // messages: none is the assistant's
)

// Has reports whether the completion has a note with that code.
func (c *Completion) Has(code string) bool {
	for i := range c.Notes {
		if c.Notes[i].Code == code {
			return true
		}
	}
	return false
}

// note adds a note unless its code exists already, which bounds Notes.
func (c *Completion) note(code string, start, end int) {
	if !c.Has(code) {
		c.Notes = append(c.Notes, Note{code, Span{start, end}})
	}
}

// trim returns s without Unicode White_Space at its ends. A part of only white space
// becomes empty at its start.
func (s Span) trim(text string) Span {
	part := text[s.Start:s.End]
	right := strings.TrimRightFunc(part, unicode.IsSpace)
	left := strings.TrimLeftFunc(right, unicode.IsSpace)
	start := s.Start + len(right) - len(left)
	if left == "" {
		start = s.Start
	}
	return Span{start, start + len(left)}
}

func callsValue(calls []domains.Call) jsonvalue.Value {
	items := make([]jsonvalue.Value, len(calls))
	for i, c := range calls {
		items[i] = jsonvalue.ObjectOf("name", c.Name, "arguments", c.Arguments)
	}
	return jsonvalue.NewArray(items...)
}
