package dataset

import (
	"fmt"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Answer is the decision of an assistant's message.
type Answer struct {
	Action     completion.Action // None for an empty message
	Source     string            // ActionTag or ActionHeuristic
	Calls      []domains.Call    // of a TOOLCALL
	CallErr    *completion.CallError
	Candidates []domains.Call // embedded in an ASK
	Question   string         // of an ASK
	Text       string         // the text without the tags of F8; "" if tool_calls are the answer
	Rule       string         // the rule of the content classifier that decided, else ""
	Conflict   bool           // two rules of the classifier fired with equal force
}

// ReadAnswer determines the action of an assistant's message (inputs.md): from its
// tool_calls if it has any; else from the tags of F8 (within <answer>, or an action's tag
// at the start of the text, as in When2Call's training rows); else from its content.
func ReadAnswer(content string, calls []domains.Call) Answer {
	if len(calls) > 0 {
		return Answer{Action: completion.ToolCall, Source: ActionTag, Calls: calls}
	}
	if strings.IndexByte(content, '<') >= 0 {
		if a, ok := taggedAnswer(content); ok {
			return a
		}
	}
	class := completion.Classify(content)
	a := Answer{
		Action: class.Action, Source: ActionHeuristic, Calls: class.Calls, CallErr: class.CallErr,
		Text: strings.TrimSpace(content), Rule: class.Rule, Conflict: class.Conflict,
	}
	if a.Action == completion.Ask {
		a.Question = a.Text
	}
	return a
}

func taggedAnswer(content string) (Answer, bool) {
	c := completion.Parse(content)
	if c.Action == completion.None {
		bare := strings.TrimSpace(content)
		if !beginsWithAction(bare) {
			return Answer{}, false
		}
		c = completion.Parse("<answer>" + bare + "</answer>")
	}
	return Answer{
		Action: c.Action, Source: ActionTag, Calls: c.Calls, CallErr: c.CallErr,
		Candidates: c.Candidates, Question: c.Question, Text: strings.TrimSpace(c.Content()),
	}, c.Action != completion.None
}

func beginsWithAction(text string) bool {
	for _, action := range completion.Actions {
		if strings.HasPrefix(text, "<"+string(action)+">") {
			return true
		}
	}
	return false
}

// TextCalls returns the calls in a text: JSON of calls, or a text that ReadAnswer
// classifies as a TOOLCALL. An empty text has no calls. A text without a readable call is
// an *Error with CodeBadField.
func TextCalls(text string) ([]domains.Call, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	a := ReadAnswer(text, nil)
	switch {
	case a.Action == completion.ToolCall && a.CallErr == nil && len(a.Calls) > 0:
		return a.Calls, checkNames(a.Calls)
	case a.CallErr != nil:
		return nil, &Error{CodeBadField, "", "a tool call that cannot be read: " + a.CallErr.Error()}
	}
	calls, err := domains.ParseCalls(jsonvalue.NewString(text))
	if err != nil {
		return nil, &Error{CodeBadField, "", "not a tool call: " + err.Error()}
	}
	return calls, nil
}

// checkNames refuses a call with an empty name. The grammar of a policy's completions
// allows it, but in data it names no tool.
func checkNames(calls []domains.Call) error {
	for i := range calls {
		if calls[i].Name == "" {
			return &Error{CodeBadField, fmt.Sprintf("[%d]", i), "a tool call without a name; give the name of a tool"}
		}
	}
	return nil
}

// Check says whether the answer can be a reference: it has an action, and a TOOLCALL has
// readable calls. Errors are *Error with CodeNoReference or CodeBadReference.
func (a *Answer) Check() error {
	switch {
	case a.Action == completion.None:
		return &Error{CodeNoReference, "", "the answer is empty, so that nothing says what is right"}
	case a.Action != completion.ToolCall:
		return nil
	case a.CallErr != nil:
		return badReference("", "the answer is a tool call that cannot be read: %v", a.CallErr)
	case len(a.Calls) == 0:
		return badReference("", "the answer is a TOOLCALL without a call")
	case checkNames(a.Calls) != nil:
		return badReference("", "the answer has a tool call without a name; give the name of a tool")
	}
	return nil
}
