package completion

import (
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// maxBareTries bounds the brackets of a text that bareCall tries as the beginning of a
// value, so that it stays linear.
const maxBareTries = 4

// bareCall looks for a JSON call without a marker. The text has to begin with it, or it has
// to be at least half of the text's characters, not counting the fences of a code block.
func bareCall(text string) (found, bool) {
	if f, ok := leadingCall(text); ok {
		return f, true
	}
	size := solid(text) - fences(text)
	for at, tries := 0, 0; tries < maxBareTries; {
		i := strings.IndexAny(text[at:], "{[")
		if i < 0 {
			break
		}
		at += i
		end := jsonEnd(text[at:])
		if end < 0 {
			tries++
			at++
			continue
		}
		part := text[at : at+end]
		if 2*solid(part) >= size {
			if f, ok := callIn(part, at); ok {
				f.beside = size > solid(part)
				return f, true
			}
		}
		at += end
	}
	return found{}, false
}

// callIn reads a JSON value that may be a call. Other objects (a result, a tool's schema)
// are no error here.
func callIn(part string, at int) (found, bool) {
	v, err := jsonvalue.Parse(part, jsonvalue.Options{})
	span := Span{at, at + len(part)}
	if err != nil {
		return found{}, false
	}
	calls, extra, callErr := callsOf(v, loose)
	if callErr != nil || isSchema(v) {
		return found{}, false
	}
	return found{rule: RuleJSON, calls: calls, span: span, extra: extra}, true
}

// isSchema reports whether v is the definition of a tool; such a definition has a name and
// parameters, too.
func isSchema(v jsonvalue.Value) bool {
	if v.Kind() == jsonvalue.Array && v.Len() > 0 {
		v = v.Items()[0]
	}
	if f := v.Field("function"); f.Kind() == jsonvalue.Object {
		v = f
	}
	params := v.Field("parameters")
	_, described := v.Get("description")
	_, typed := params.Get("type")
	_, listed := params.Get("properties")
	return described && (typed || listed) || typed && listed
}

// leadingCall reads the calls at the beginning of a text. A text that begins like a JSON
// call and cannot be read as one (truncated, a duplicate key, arguments that are no object)
// is a malformed call: it must not count as an abstention.
func leadingCall(text string) (found, bool) {
	lead := strings.TrimLeft(text, " \t\r\n`")
	lead = strings.TrimLeft(strings.TrimPrefix(lead, "json"), " \t\r\n")
	if lead == "" || lead[0] != '{' && lead[0] != '[' || !looksLikeCall(lead) {
		return found{}, false
	}
	at := len(text) - len(lead)
	lead = strings.TrimRight(lead, " \t\r\n`")
	first := lead
	if end := jsonEnd(lead); end >= 0 {
		first = lead[:end]
	}
	f, ok := callIn(first, at)
	if ok && len(first) < len(lead) {
		more := found{}
		if more.add(lead, at); more.err == nil {
			f.calls, f.extra, f.span.End = more.calls, more.extra, at+len(lead)
		} else {
			f.beside = true
		}
	}
	if ok {
		return f, true
	}
	if _, _, err := nativeCalls(first); err != nil {
		err.Offset += at
		return found{rule: RuleBroken, err: err, span: Span{at, at + len(first)}}, true
	}
	return found{}, false
}

// looksLikeCall reports whether the beginning of a text has the keys of a call.
func looksLikeCall(lead string) bool {
	head := lead[:min(len(lead), 1<<10)]
	return strings.Contains(head, `"name"`) &&
		(strings.Contains(head, `"arguments"`) || strings.Contains(head, `"parameters"`))
}

// solid counts the bytes of s that are not ASCII white space.
func solid(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if c := s[i]; c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			n++
		}
	}
	return n
}

// fences counts the bytes of code fences, including the name of the language.
func fences(s string) int {
	return 3*strings.Count(s, "```") + len("json")*strings.Count(s, "```json")
}
