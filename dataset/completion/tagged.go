package completion

import "strings"

// Parse reads a completion in the tagged grammar of F8. It looks at each byte at most
// twice: for the outline, and inside the answer block.
func Parse(text string) Completion {
	c := Completion{Text: text, Grammar: Tagged}
	block, ok := c.outline()
	if !ok {
		return c
	}
	c.AnswerBlock = block.trim(text)
	c.block()
	return c
}

// outline finds the reasoning and the answer, which is the part between the last <answer>
// and the first </answer> after it.
func (c *Completion) outline() (answer Span, ok bool) {
	text := c.Text
	open, end := -1, -1       // the last <answer>, and the </answer> after it
	reason, reasonEnd := 0, 0 // where the reasoning begins and ends, 0 if it does not
	afterReason, first := 0, -1
	for t, at := nextTag(text, 0); t != tagNone; t, at = nextTag(text, at+t.len()) {
		switch t {
		case tagReasoning:
			if reason == 0 {
				reason = at + t.len()
				c.textBefore(0, at, first)
			}
		case tagReasoningEnd:
			if reason > 0 && reasonEnd == 0 {
				reasonEnd, afterReason = at, at+t.len()
			}
		case tagAnswer:
			c.noteAnswer(at, open, end)
			if first < 0 {
				first = at
				c.textBefore(afterReason, at, -1)
			}
			open, end = at+t.len(), -1
		case tagAnswerEnd:
			if open >= 0 && end < 0 {
				end = at
			}
		}
	}
	if reasonEnd > 0 && (open < 0 || reason < open) {
		c.Reasoning = Span{reason, reasonEnd}
	} else {
		c.note(NoteNoReasoning, 0, 0)
	}
	switch {
	case open < 0:
		c.note(NoteNoAnswer, len(text), len(text))
	case end < 0:
		c.note(NoteUnclosedAnswer, open-tagAnswer.len(), len(text))
	default:
		if rest := (Span{end + tagAnswerEnd.len(), len(text)}).trim(text); rest.Start < rest.End {
			c.note(NoteTextAfterAnswer, rest.Start, rest.End)
		}
		return Span{open, end}, true
	}
	return Span{}, false
}

// textBefore notes text outside of the reasoning, unless it comes after an answer.
func (c *Completion) textBefore(from, to, firstAnswer int) {
	if firstAnswer >= 0 {
		return
	}
	if rest := (Span{from, to}).trim(c.Text); rest.Start < rest.End {
		c.note(NoteTextBefore, rest.Start, rest.End)
	}
}

// noteAnswer notes an <answer> that follows another one.
func (c *Completion) noteAnswer(at, open, end int) {
	if open < 0 {
		return
	}
	c.note(NoteSecondAnswer, at, at+tagAnswer.len())
	if end < 0 {
		c.note(NoteNestedAnswer, at, at+tagAnswer.len())
	}
}

// block reads the answer block: its action, and the content of the action.
func (c *Completion) block() {
	text := c.Text[:c.AnswerBlock.End]
	start := c.AnswerBlock.Start
	opening, at := nextTag(text, start)
	if at != start || opening.action() == None {
		c.note(NoteNoAction, start, start)
		return
	}
	c.Action = opening.action()
	inner := c.scanBlock(text, opening, start)
	c.Body = inner.body.trim(text)
	if c.Body.Start == c.Body.End {
		c.note(NoteEmptyBody, c.Body.Start, c.Body.End)
	}
	if inner.call >= 0 && opening.holdsCall() {
		c.readCallText(inner)
	}
	if c.Action == Ask {
		c.readQuestion(inner)
	}
}

// inside holds the offsets of the parts of an answer block; -1 for absent parts.
type inside struct {
	body                  Span
	call, callEnd         int // around the text of the block's first <TOOLCALL>
	question, questionEnd int
}

// scanBlock walks over the tags of an answer block that begins with opening. It skips the
// text of the call, because tags inside JSON strings are data.
func (c *Completion) scanBlock(text string, opening tag, start int) inside {
	in := inside{call: -1, callEnd: -1, question: -1, questionEnd: -1}
	from := start + opening.len()
	bodyEnd := -1
	at := start
	for t := opening; t != tagNone; t, at = nextTag(text, at) {
		next := at + t.len()
		switch {
		case t == tagToolCall && !opening.holdsCall():
		case t == tagToolCall && in.call < 0:
			in.call = next
			if i := strings.Index(text[next:], tagText[tagToolCallEnd]); i >= 0 {
				in.callEnd = next + i
				next = in.callEnd // stop at the closing tag, which may close the action
			}
		case t == tagToolCall:
			c.note(NoteSecondCall, at, next)
		}
		switch {
		case t == opening.closing() && bodyEnd < 0:
			bodyEnd = at
			if rest := (Span{next, len(text)}).trim(text); rest.Start < rest.End {
				c.note(NoteTextAfterAction, rest.Start, rest.End)
			}
		case t.action() != None && at > start && (t != tagToolCall || opening != tagAsk || bodyEnd >= 0):
			c.note(NoteSecondAction, at, at+t.len())
		case t == tagQuestion && bodyEnd < 0 && in.question < 0:
			in.question = next
		case t == tagQuestion && bodyEnd < 0:
			c.note(NoteSecondQuestion, at, next)
		case t == tagQuestionEnd && in.question >= 0 && in.questionEnd < 0:
			in.questionEnd = at
		}
		at = next
	}
	if bodyEnd < 0 {
		bodyEnd = len(text)
		c.note(NoteUnclosedAction, start, from)
	}
	in.body = Span{from, bodyEnd}
	return in
}

// readCallText reads the calls of a TOOLCALL or the candidates of an ASK.
func (c *Completion) readCallText(in inside) {
	if in.callEnd < 0 {
		c.CallErr = &CallError{Code: CodeUnclosed, Offset: in.call, Msg: "<TOOLCALL> is not closed by </TOOLCALL>"}
		return
	}
	c.CallText = Span{in.call, in.callEnd}
	calls, extra, err := parseCallText(c.CallText.Of(c.Text))
	if err != nil {
		err.Offset += in.call
		c.CallErr = err
		return
	}
	if extra {
		c.note(NoteExtraKey, in.call, in.callEnd)
	}
	if c.Action == Ask {
		c.Candidates = calls
	} else {
		c.Calls = calls
	}
}

// readQuestion reads the question of an ASK: its <question>, or everything except the
// candidates.
func (c *Completion) readQuestion(in inside) {
	if in.question >= 0 {
		end := in.body.End
		if in.questionEnd >= 0 {
			end = min(end, in.questionEnd)
		}
		c.QuestionSpan = Span{in.question, max(end, in.question)}.trim(c.Text)
		c.Question = c.QuestionSpan.Of(c.Text)
		return
	}
	if in.call < 0 || in.call >= in.body.End {
		c.Question = c.Body.Of(c.Text)
		return
	}
	before := c.Text[in.body.Start : in.call-tagToolCall.len()]
	after := ""
	if in.callEnd >= 0 {
		after = c.Text[min(in.callEnd+tagToolCallEnd.len(), in.body.End):in.body.End]
	}
	c.Question = strings.TrimSpace(strings.TrimSpace(before) + " " + strings.TrimSpace(after))
}
