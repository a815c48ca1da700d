package completion

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Intrusion finds the first part of a text that a program or a trainer could take for
// markup or for another speaker: a tag of the tagged grammar, a call in a notation of F8,
// the markup of a chat template, or the turn of another speaker ("User: yes"). what is ""
// if there is none. It makes one pass for each kind of mark, with constant work at each
// place.
func Intrusion(text string) (what string, at Span) {
	first := len(text)
	for _, mark := range [...]string{"<", "[", "{", ":", "："} {
		for i := 0; ; {
			n := strings.Index(text[i:first], mark)
			if n < 0 {
				break
			}
			i += n
			speaker := mark == ":" || mark == "："
			size := 0
			if speaker {
				size = speakerBefore(text[:i])
			} else {
				size = intrusionAt(text[i:])
			}
			if size > 0 && speaker {
				what, at, first = "a turn of another speaker", Span{i - size, i + len(mark)}, i
			} else if size > 0 {
				what, at, first = "markup or a call", Span{i, i + size}, i
			}
			if i += len(mark); i > first {
				break
			}
		}
	}
	return what, at
}

// chatMarkup opens the turns and the calls of chat templates.
var chatMarkup = [...]string{"<tool_call>", "</tool_call>", "<tool_response>", "<function=", "<function_call", "<|", "[TOOL_CALLS]", "[INST]", "[/INST]", "<<SYS>>",
	"<start_of_turn>", "<end_of_turn>", "<think>", "</think>"}

// intrusionAt returns the length of the markup or call at the start of s, 0 if there is
// none.
func intrusionAt(s string) int {
	if s[0] == '<' {
		if t := tagAt(s); t != tagNone {
			return t.len()
		}
	}
	if s[0] != '{' {
		for _, m := range chatMarkup {
			if strings.HasPrefix(s, m) {
				return len(m)
			}
		}
		return 0
	}
	if head := s[:min(len(s), 1<<10)]; looksLikeCall(head) {
		return 1
	}
	return 0
}

// maxSpeaker is the length in bytes of the longest name of a speaker.
const maxSpeaker = 32

// speakerBefore returns the length of a speaker's name at the end of a text. The name
// stands at the beginning of a line, or has a capital and follows the end of a sentence.
func speakerBefore(text string) int {
	head := text[max(0, len(text)-maxSpeaker):]
	head = strings.TrimRight(head, "* \t")
	start := len(head)
	for start > 0 {
		r, size := utf8.DecodeLastRuneInString(head[:start])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			break
		}
		start -= size
	}
	name := head[start:]
	if name == "" || !rules().speakers[fold(name)] {
		return 0
	}
	before := strings.TrimRight(head[:start], " \t*#>_")
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(name)
	begins := before == "" && len(head) == len(strings.TrimRight(text, "* \t")) || last == '\n'
	if begins || strings.ContainsRune(".?!。？！؟।", last) && !unicode.IsLower(first) {
		return len(text) - max(0, len(text)-maxSpeaker) - start
	}
	return 0
}
