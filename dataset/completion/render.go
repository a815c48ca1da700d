package completion

import (
	"errors"
	"fmt"
	"strings"

	"github.com/voi-rl/voi/domains"
)

// Draft is the input of Render. The zero Draft is invalid.
type Draft struct {
	Action    Action
	Reasoning string         // "" gives an empty reasoning
	Calls     []domains.Call // of a TOOLCALL: the calls; of an ASK: the candidates, possibly none
	Text      string         // of an ASK: the question; of REFUSE and DIRECTLY: the text
}

// ErrTag is the error of a text that contains a tag of the grammar; free text has no
// escapes.
var ErrTag = errors.New("text holds a tag of the grammar")

// Render writes a completion in the tagged grammar of F8, with all format points of F9.
// Parse reads it back with the same action, calls, candidates and text. Texts are trimmed.
// A tag inside a call's JSON is escaped (\u003c); in free text it is refused with ErrTag. A
// TOOLCALL without a call and any other action without text are refused, too.
func Render(d Draft) (string, error) {
	opening := openingTag(d.Action)
	if opening == tagNone {
		return "", fmt.Errorf("cannot render the action %q; it is one of %v", d.Action, Actions)
	}
	text, reasoning := strings.TrimSpace(d.Text), strings.TrimSpace(d.Reasoning)
	for _, part := range [...]struct{ name, text string }{{"reasoning", reasoning}, {"text", text}} {
		if t, at := nextTag(part.text, 0); t != tagNone {
			return "", fmt.Errorf("cannot render the %s: %w: %s at byte %d", part.name, ErrTag, tagText[t], at)
		}
	}
	if err := d.check(text); err != nil {
		return "", err
	}
	return "<reasoning>\n" + reasoning + "\n</reasoning>\n<answer>\n" +
		tagText[opening] + d.body(text) + tagText[opening.closing()] + "\n</answer>\n", nil
}

// body returns the text between the action's tags, in the layout of the default system
// prompt: one line, except for an ASK.
func (d Draft) body(text string) string {
	calls := ""
	if len(d.Calls) > 0 {
		calls = escapeTags(callsValue(d.Calls).JSON())
	}
	switch {
	case d.Action == ToolCall:
		return calls
	case d.Action == Ask && calls != "":
		return "\n<TOOLCALL>" + calls + "</TOOLCALL>\n<question>" + text + "</question>\n"
	case d.Action == Ask:
		return "\n<question>" + text + "</question>\n"
	default:
		return text
	}
}

// check refuses drafts that the grammar cannot express.
func (d Draft) check(text string) error {
	switch {
	case d.Action == ToolCall && len(d.Calls) == 0:
		return errors.New("cannot render a TOOLCALL without a call")
	case d.Action == ToolCall && text != "":
		return errors.New("cannot render text beside a TOOLCALL; put it into the reasoning")
	case d.Action != ToolCall && text == "":
		return fmt.Errorf("cannot render %s without text", d.Action)
	case (d.Action == Refuse || d.Action == Directly) && len(d.Calls) > 0:
		return fmt.Errorf("cannot render calls in %s", d.Action)
	}
	return nil
}

// escapeTags escapes the '<' of every tag in compact JSON, where it can only be in strings.
// Other '<' stay, so that <UNK> stays readable.
func escapeTags(json string) string {
	t, at := nextTag(json, 0)
	if t == tagNone {
		return json
	}
	var b strings.Builder
	done := 0
	for ; t != tagNone; t, at = nextTag(json, at+1) {
		b.WriteString(json[done:at] + `\u003c`)
		done = at + 1
	}
	return b.String() + json[done:]
}
