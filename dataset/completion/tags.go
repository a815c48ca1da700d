package completion

import "strings"

// tag is one of the tags of the tagged grammar.
type tag uint8

const (
	tagNone tag = iota
	tagReasoning
	tagReasoningEnd
	tagAnswer
	tagAnswerEnd
	tagToolCall
	tagToolCallEnd
	tagAsk
	tagAskEnd
	tagRefuse
	tagRefuseEnd
	tagDirectly
	tagDirectlyEnd
	tagQuestion
	tagQuestionEnd
)

// tagText holds the text of every tag. Names are case-sensitive (F8).
var tagText = [...]string{
	tagReasoning: "<reasoning>", tagReasoningEnd: "</reasoning>",
	tagAnswer: "<answer>", tagAnswerEnd: "</answer>",
	tagToolCall: "<TOOLCALL>", tagToolCallEnd: "</TOOLCALL>",
	tagAsk: "<ASK>", tagAskEnd: "</ASK>",
	tagRefuse: "<REFUSE>", tagRefuseEnd: "</REFUSE>",
	tagDirectly: "<DIRECTLY>", tagDirectlyEnd: "</DIRECTLY>",
	tagQuestion: "<question>", tagQuestionEnd: "</question>",
}

// len returns the length of the tag's text in bytes.
func (t tag) len() int { return len(tagText[t]) }

// action returns the action of an opening tag, else None.
func (t tag) action() Action {
	switch t {
	case tagToolCall:
		return ToolCall
	case tagAsk:
		return Ask
	case tagRefuse:
		return Refuse
	case tagDirectly:
		return Directly
	}
	return None
}

// holdsCall reports whether the action of an opening tag contains calls or candidates.
func (t tag) holdsCall() bool { return t == tagToolCall || t == tagAsk }

// closing returns the closing tag of an opening tag.
func (t tag) closing() tag { return t + 1 }

// openingTag returns the tag that opens an action.
func openingTag(a Action) tag {
	switch a {
	case ToolCall:
		return tagToolCall
	case Ask:
		return tagAsk
	case Refuse:
		return tagRefuse
	case Directly:
		return tagDirectly
	}
	return tagNone
}

// tagAt returns the tag at the beginning of s, which begins with '<'.
func tagAt(s string) tag {
	if len(s) < 5 { // the shortest tag is <ASK>
		return tagNone
	}
	name, end := s[1], tag(0)
	if name == '/' {
		name, end = s[2], 1
	}
	var t tag
	switch name {
	case 'r':
		t = tagReasoning
	case 'a':
		t = tagAnswer
	case 'T':
		t = tagToolCall
	case 'A':
		t = tagAsk
	case 'R':
		t = tagRefuse
	case 'D':
		t = tagDirectly
	case 'q':
		t = tagQuestion
	default:
		return tagNone
	}
	if t += end; strings.HasPrefix(s, tagText[t]) {
		return t
	}
	return tagNone
}

// nextTag finds the first tag of s at or after from. It returns tagNone and len(s) if there
// is none.
func nextTag(s string, from int) (t tag, at int) {
	for from < len(s) {
		i := strings.IndexByte(s[from:], '<')
		if i < 0 {
			break
		}
		from += i
		if t := tagAt(s[from:]); t != tagNone {
			return t, from
		}
		from++
	}
	return tagNone, len(s)
}
