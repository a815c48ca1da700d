package completion

import (
	"strings"
	"unicode"
)

// EndTokens are end-of-turn tokens that inference servers may leave at the end of a text.
// ParseNative and Classify ignore them there.
var EndTokens = [...]string{"<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<|endoftext|>", "<|end_of_text|>", "</s>"}

// ParseNative reads a completion in a model's native format (F8): reasoning in <think> is
// set aside, a call in the notation of Hermes and Qwen, Llama 3 or Mistral is a TOOLCALL,
// and Classify determines the action of any other text. A call that begins and cannot be
// read is a TOOLCALL with a CallErr, never an abstention. A text that ends inside its
// reasoning, or has only reasoning, has no action.
func ParseNative(text string) Completion {
	c := Completion{Text: text, Grammar: Native}
	answer := c.setThinkingAside(trimEnd(Span{0, len(text)}, text))
	if answer.Start == answer.End {
		c.note(NoteNoAnswer, answer.Start, answer.End)
		return c
	}
	c.AnswerBlock, c.Body = answer, answer
	class := Classify(answer.Of(text))
	c.Action, c.Rule, c.Conflict = class.Action, class.Rule, class.Conflict
	c.Calls, c.CallErr = class.Calls, class.CallErr
	if class.CallSpan.Present() {
		c.CallText = Span{class.CallSpan.Start + answer.Start, class.CallSpan.End + answer.Start}
	}
	if c.CallErr != nil {
		c.CallErr.Offset += answer.Start
	}
	if class.unclosed {
		c.note(NoteUnclosedCall, c.CallText.Start, c.CallText.End)
	}
	if class.extra {
		c.note(NoteExtraKey, c.CallText.Start, c.CallText.End)
	}
	if class.beside {
		c.note(NoteTextBesideCall, answer.Start, answer.End)
	}
	if c.Action == Ask {
		c.Question, c.QuestionSpan = answer.Of(text), answer
	}
	return c
}

// setThinkingAside returns the text behind the reasoning, which is the leading <think>
// blocks. A chat template may have written the opening tag, so a text with only </think> is
// reasoning up to that tag.
func (c *Completion) setThinkingAside(s Span) Span {
	const open, end = "<think>", "</think>"
	for {
		rest := s.Of(c.Text)
		i := strings.Index(rest, end)
		opens := strings.HasPrefix(rest, open)
		if i < 0 && opens {
			c.Reasoning = Span{s.Start + len(open), s.End}
			c.note(NoteUnclosedThinking, s.Start, s.End)
			return Span{s.End, s.End}
		}
		if i < 0 || !opens && (c.Reasoning.Present() || strings.Contains(rest[:i], open)) {
			return s
		}
		if !c.Reasoning.Present() {
			c.Reasoning = Span{s.Start, s.Start + i}
			if opens {
				c.Reasoning.Start += len(open)
			}
		}
		s = Span{s.Start + i + len(end), s.End}.trim(c.Text)
	}
}

// trimEnd trims white space and end-of-turn tokens.
func trimEnd(s Span, text string) Span {
	s = s.trim(text)
	for {
		part := s.Of(text)
		cut := part
		for _, token := range EndTokens {
			cut = strings.TrimSuffix(cut, token)
		}
		if len(cut) == len(part) {
			return s
		}
		s.End = s.Start + len(strings.TrimRightFunc(cut, unicode.IsSpace))
	}
}
