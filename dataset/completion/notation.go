package completion

import (
	"strings"
	"unicode"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// found is a call in a text without tags of the tagged grammar.
type found struct {
	rule     string // the notation, in the form of Class.Rule
	calls    []domains.Call
	err      *CallError
	span     Span // from the first call's text to the end of the last's
	unclosed bool // a marker is not closed
	beside   bool // there is text beside the calls
	extra    bool // a call has unknown keys
}

// The rules of Class.Rule for a TOOLCALL.
const (
	RuleHermes   = "call.hermes"    // <tool_call>{...}</tool_call>
	RuleMistral  = "call.mistral"   // [TOOL_CALLS] [...], or [TOOL_CALLS]name{...}
	RuleLlama    = "call.llama3"    // <|python_tag|>{...}
	RuleToolCall = "call.toolcall"  // <TOOLCALL>[...]</TOOLCALL>
	RuleJSON     = "call.json"      // the text is, or mainly is, a JSON call
	RuleBroken   = "call.malformed" // the text begins like a JSON call and is no JSON
)

// markers are the texts that announce a call, with the closing text ("" if there is none)
// and the rule.
var markers = [...]struct{ open, end, rule string }{
	{"<tool_call>", "</tool_call>", RuleHermes},
	{"<TOOLCALL>", "</TOOLCALL>", RuleToolCall},
	{"[TOOL_CALLS]", "", RuleMistral},
	{"<|python_tag|>", "", RuleLlama},
}

// findCall looks for a call in the notations of F8. A marker counts at any place but in a
// string of a call; JSON without a marker only if it is the main part of the text.
func findCall(text string) (found, bool) {
	first, which := -1, 0
	for i, m := range markers {
		if at := strings.Index(text, m.open); at >= 0 && (first < 0 || at < first) {
			first, which = at, i
		}
	}
	if f, ok := bareCall(text); first < 0 || ok && f.err == nil && f.span.Start < first && first < f.span.End {
		return f, ok
	}
	m := markers[which]
	f := found{rule: m.rule, beside: strings.TrimSpace(text[:first]) != ""}
	if m.end != "" {
		f.closed(text, first, m.open, m.end)
	} else {
		f.open(text, first, m.open)
	}
	if f.err != nil {
		f.calls = nil
	}
	return f, true
}

// closed reads the calls between pairs of opening and closing tags. The last closing tag
// may be missing, because servers use it as a stop token.
func (f *found) closed(text string, at int, open, end string) {
	f.span.Start = at + len(open)
	for at >= 0 {
		start := at + len(open)
		stop, next := len(text), len(text)
		if i := strings.Index(text[start:], end); i >= 0 {
			stop, next = start+i, start+i+len(end)
		} else {
			f.unclosed = true
		}
		f.add(text[start:stop], start)
		f.span.End = stop
		at = strings.Index(text[next:], open)
		gap := text[next:]
		if at >= 0 {
			gap, at = gap[:at], at+next
		}
		f.beside = f.beside || strings.TrimSpace(gap) != ""
	}
}

// open reads the rest of the text behind a marker without a closing text. The rest may
// contain more markers.
func (f *found) open(text string, at int, marker string) {
	f.span = Span{at + len(marker), len(text)}
	for _, part := range strings.Split(text[at+len(marker):], marker) {
		start := at + len(marker)
		at = start + len(part)
		if f.rule == RuleMistral {
			if call, ok := namedCall(part); ok {
				f.calls = append(f.calls, call)
				continue
			}
		}
		f.add(part, start)
	}
}

// add reads one call, an array of calls, or several with ';' or white space between. The
// first error is kept.
func (f *found) add(text string, offset int) {
	if f.err != nil {
		return
	}
	rest := (Span{0, len(text)}).trim(text)
	for end := rest.End; ; {
		part := rest.Of(text)
		size := jsonEnd(part)
		if size < 0 {
			size = len(part)
		}
		calls, extra, err := nativeCalls(part[:size])
		if err != nil {
			err.Offset += offset + rest.Start
			f.err = err
			return
		}
		f.calls, f.extra = append(f.calls, calls...), f.extra || extra
		rest.Start += size + skipSeparator(part[size:])
		if rest.Start >= end {
			return
		}
	}
}

// skipSeparator returns the length of the white space between two calls, which may include
// ';' or ','.
func skipSeparator(s string) int {
	return len(s) - len(strings.TrimLeft(s, " \t\r\n;,"))
}

// nativeCalls reads JSON calls in the notations of F8, including parameters instead of
// arguments, and OpenAI's nesting.
func nativeCalls(text string) ([]domains.Call, bool, *CallError) {
	if text == "" || text[0] != '{' && text[0] != '[' {
		return nil, false, &CallError{Code: CodeNotation, Msg: "no JSON object or array follows the marker of a call"}
	}
	v, err := jsonvalue.Parse(text, jsonvalue.Options{})
	if err != nil {
		return nil, false, jsonError(err)
	}
	return callsOf(v, loose)
}

// namedCall reads Mistral's later notation: name{...} or name[ARGS]{...}.
func namedCall(text string) (domains.Call, bool) {
	text = strings.TrimSpace(text)
	brace := strings.IndexByte(text, '{')
	if brace <= 0 || text[0] == '[' {
		return domains.Call{}, false
	}
	name := strings.TrimSuffix(strings.TrimSpace(text[:brace]), "[ARGS]")
	if i := strings.Index(name, "[CALL_ID]"); i >= 0 {
		name = name[:i]
	}
	if name == "" || strings.ContainsFunc(name, unicode.IsSpace) {
		return domains.Call{}, false
	}
	v, err := jsonvalue.Parse(text[brace:], jsonvalue.Options{})
	if err != nil || v.Kind() != jsonvalue.Object {
		return domains.Call{}, false
	}
	return domains.Call{Name: name, Arguments: v}, true
}

// jsonEnd returns the end of the array or object at the start of s, by its brackets alone;
// -1 if it does not end.
func jsonEnd(s string) int {
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted:
			if c == '\\' {
				i++
			} else if c == '"' {
				quoted = false
			}
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return -1
}
