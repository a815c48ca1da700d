package reward

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// maxReasoning is the longest reasoning that F11 accepts, in code points.
const maxReasoning = 20_000

const (
	noReasoning = "no word of reasoning"
	badCall     = "the call is malformed"
)

// end is the end of a completion's text for F11: end-of-turn tokens at the end, and
// white space around them, do not count. Without a guard it is the end of the text.
// White space at the beginning is kept, so that spans are offsets into the original
// text; it has no meaning in either grammar.
func (g *guard) end(text string) int {
	if g == nil {
		return len(text)
	}
	rest := strings.TrimRightFunc(text, unicode.IsSpace)
	for cut := true; cut; {
		cut = false
		for _, token := range g.rules.strip {
			if shorter, ok := strings.CutSuffix(rest, token); ok {
				rest, cut = strings.TrimRightFunc(shorter, unicode.IsSpace), true
			}
		}
	}
	return len(rest)
}

// conflicts are the notes about texts that say more than one thing (F11), with the
// faults.
var conflicts = []struct{ note, fault string }{
	{completion.NoteUnclosedAction, "the action is not closed"},
	{completion.NoteUnclosedCall, "the call is not closed"},
	{completion.NoteSecondAction, "a second action"},
	{completion.NoteSecondAnswer, "a second answer"},
	{completion.NoteNestedAnswer, "an answer inside another"},
	{completion.NoteSecondCall, "a second call"},
	{completion.NoteSecondQuestion, "a second question"},
	{completion.NoteTextBefore, "text outside the reasoning and the answer"},
	{completion.NoteTextAfterAction, "text after the action"},
	{completion.NoteTextAfterAnswer, "text after the answer"},
	{completion.NoteExtraKey, "a call with keys beside name and arguments"},
}

// malformed says why a completion is not one well-formed action without conflicts
// (form of F11), and where; "" if it is.
func (g *guard) malformed(c *completion.Completion) (fault string, at completion.Span) {
	switch {
	case c.Action == completion.None:
		return "no action", completion.Span{}
	case c.CallErr != nil:
		return badCall, c.CallText
	case c.Action == completion.ToolCall && len(c.Calls) == 0:
		return "a call without a call", c.CallText
	}
	for _, n := range c.Notes {
		for _, known := range conflicts {
			if n.Code == known.note {
				return known.fault, n.Span
			}
		}
	}
	if c.FromToolCalls {
		if strings.Contains(c.Text, "<answer>") && completion.Parse(c.Text).Action != completion.None {
			return "an action in the text beside the message's calls", completion.Span{}
		}
		return "", completion.Span{}
	}
	if c.Grammar != completion.Native {
		if fault, at := reasoningFault(c); fault != "" {
			return fault, at
		}
	}
	return g.bodyFault(c)
}

// reasoningFault checks the reasoning in the tagged grammar.
func reasoningFault(c *completion.Completion) (string, completion.Span) {
	text := c.Reasoning.Of(c.Text)
	switch what, at := completion.Intrusion(text); {
	case !hasWord(text):
		return noReasoning, c.Reasoning
	case len(text) > maxReasoning && utf8.RuneCountInString(text) > maxReasoning:
		return "a reasoning of more than 20,000 characters", c.Reasoning
	case what != "":
		return what + " in the reasoning", completion.Span{Start: c.Reasoning.Start + at.Start, End: c.Reasoning.Start + at.End}
	}
	return "", completion.Span{}
}

// bodyFault checks the text of an action: text of an ASK beside its question, markup,
// calls, other speakers.
func (g *guard) bodyFault(c *completion.Completion) (string, completion.Span) {
	if c.Action == completion.ToolCall {
		return "", completion.Span{}
	}
	text, start := c.Content(), c.Body.Start
	if c.Action == completion.Ask {
		if fault, at := questionFault(c); fault != "" {
			return fault, at
		}
		text = c.Question
		if start = c.QuestionSpan.Start; !c.QuestionSpan.Present() {
			start = c.Body.Start
		}
	}
	if what, at := completion.Intrusion(text); what != "" {
		return what + " in the text", completion.Span{Start: start + at.Start, End: min(start+at.End, len(c.Text))}
	}
	return "", completion.Span{}
}

// questionFault finds a <question> that is not closed, and text of an ASK outside of
// its question and its candidates.
func questionFault(c *completion.Completion) (string, completion.Span) {
	body := c.Body.Of(c.Text)
	open := strings.Index(body, "<question>")
	if call := strings.Index(body, "<TOOLCALL>"); c.CallText.Present() && call >= 0 && call < open {
		// The candidates come before the question, and may contain its tag as data.
		open = strings.Index(body[c.CallText.End-c.Body.Start:], "<question>") + c.CallText.End - c.Body.Start
	}
	if c.Grammar == completion.Native || open < 0 || !strings.HasPrefix(body[open:], "<question>") {
		return "", completion.Span{}
	}
	end := strings.Index(body[open:], "</question>")
	if end < 0 {
		return "the question is not closed", completion.Span{Start: c.Body.Start + open, End: c.Body.End}
	}
	parts := []completion.Span{{Start: open, End: open + end + len("</question>")}}
	if c.CallText.Present() && c.CallText.End <= c.Body.End {
		parts = append(parts, completion.Span{Start: c.CallText.Start - c.Body.Start - len("<TOOLCALL>"), End: c.CallText.End - c.Body.Start + len("</TOOLCALL>")})
	}
	slices.SortFunc(parts, func(a, b completion.Span) int { return a.Start - b.Start })
	from := 0
	for _, p := range append(parts, completion.Span{Start: len(body), End: len(body)}) {
		if p.Start > from && !blank(body[from:p.Start]) {
			return "text beside the question", completion.Span{Start: c.Body.Start + from, End: c.Body.Start + p.Start}
		}
		from = max(from, p.End)
	}
	return "", completion.Span{}
}

// hasWord reports whether a text has a visible letter.
func hasWord(text string) bool { return strings.ContainsFunc(text, visible) }

// visible reports whether a rune is a visible letter. Filler letters, such as
// Hangul's, are not.
func visible(r rune) bool {
	switch r {
	case 0x115F, 0x1160, 0x3164, 0xFFA0:
		return false
	}
	return unicode.IsLetter(r)
}

// idleCandidates says why the candidates of an ASK do not fit its question. Each must
// call an offered tool, and together they must leave open, or differ in, something
// that the question asks for.
func (g *guard) idleCandidates(c *completion.Completion, s *seen) string {
	if len(c.Candidates) == 0 {
		return ""
	}
	if !g.x.offersAll(c.Candidates) {
		return "a candidate of no offered tool"
	}
	if s.question.between && slices.ContainsFunc(c.Candidates, func(call domains.Call) bool { return call.Name != c.Candidates[0].Name }) {
		return ""
	}
	if s.question.which && slices.ContainsFunc(c.Candidates, func(call domains.Call) bool {
		return call.Name != c.Candidates[0].Name || !jsonvalue.Equal(call.Arguments, c.Candidates[0].Arguments)
	}) {
		return ""
	}
	for _, r := range s.question.read {
		if opens(c.Candidates, &r) {
			return ""
		}
	}
	if s.unread && slices.ContainsFunc(c.Candidates, func(call domains.Call) bool { return g.leavesAnyOpen(&call) }) {
		return ""
	}
	return "candidates that leave nothing open of what the question asks for"
}

// opens reports whether candidates leave a requested parameter open, or differ in it.
func opens(candidates []domains.Call, r *asking.Request) bool {
	var first *domains.Value
	for i := range candidates {
		if candidates[i].Name != r.Tool {
			continue
		}
		v, ok := candidates[i].Arguments.Get(r.Aspect)
		switch {
		case !ok || certainty.Unspecified(v):
			return true
		case first == nil:
			first = &v
		case !jsonvalue.Equal(*first, v):
			return true
		}
	}
	return false
}

// leavesAnyOpen reports whether a call leaves any parameter open.
func (g *guard) leavesAnyOpen(call *domains.Call) (open bool) {
	g.x.weigher.Each(*call, func(a *certainty.Weighed) {
		open = open || a.State == certainty.StateUnspecified || a.State == certainty.StateAbsent
	})
	return open
}
