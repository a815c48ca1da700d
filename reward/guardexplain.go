package reward

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/dataset/completion"
)

// why returns the condition that decided a component of F11, and the text that it
// was read from.
func (g *guard) why(at int, c *completion.Completion, s *seen) (rule string, quotes []Quote) {
	if at == atForm {
		if s.fault == "" {
			return "F11: one well-formed action", answerQuote(c)
		}
		quotes = answerQuote(c)
		if s.at.Present() {
			quotes = append(quotes, quote(c, "here", s.at))
		}
		return "F11: " + s.broken(c), quotes
	}
	if s.fault != "" {
		return "F11: malformed or conflicting, a class of its own", nil
	}
	switch at {
	case atTool:
		return g.whyTool(c, s)
	case atCls:
		return g.whyClass(c, s), answerQuote(c)
	case atSlot:
		return g.whySlot(c, s)
	case atJudge:
		if c.Action == completion.ToolCall || s.values[atCls] == 0 {
			return "F11: nothing to judge", nil
		}
		return "F11: the verdict of the model that judges", nil
	}
	return g.whyCert(c, s)
}

// broken is the fault of a completion, with the reason why its call cannot be read.
func (s *seen) broken(c *completion.Completion) string {
	if s.fault == badCall {
		return s.fault + ": " + c.CallErr.Error()
	}
	return s.fault
}

func answerQuote(c *completion.Completion) []Quote {
	if !c.AnswerBlock.Present() {
		return nil
	}
	return []Quote{quote(c, "answer", c.AnswerBlock)}
}

func (g *guard) right() string {
	if g.free {
		return fmt.Sprintf("the belief makes %s right (no reference)", g.x.reference)
	}
	return fmt.Sprintf("the reference is %s", g.x.reference)
}

func (g *guard) whyTool(c *completion.Completion, s *seen) (string, []Quote) {
	switch {
	case c.Action != g.x.reference:
		return fmt.Sprintf("F11: %s where %s", c.Action, g.right()), callQuotes(c)
	case c.Action != completion.ToolCall:
		return "F11: no call, and none was due", nil
	}
	return "F11: " + g.whyAgreement(c, s), callQuotes(c)
}

// whyAgreement describes how the calls agree with the reference's.
func (g *guard) whyAgreement(c *completion.Completion, s *seen) string {
	if s.agreement.m == 1 {
		return "agreement 1: the same calls"
	}
	differ := g.differing(c, s)
	text := fmt.Sprintf("agreement %s of %d calls with %d", number(s.agreement.m), len(c.Calls), s.agreement.of)
	if more := len(differ) - maxNamed; more > 0 {
		differ = append(differ[:maxNamed], fmt.Sprintf("and %d more", more))
	}
	if len(differ) > 0 {
		text += "; not the same: " + quotedList(differ)
	}
	return text
}

// differing lists, as tool.argument, a completion's differences from the
// reference's calls, and its unmatched calls.
func (g *guard) differing(c *completion.Completion, s *seen) (out []string) {
	reference := g.reference()
	for i, p := range s.agreement.calls {
		call := &c.Calls[i]
		if p.with < 0 {
			out = append(out, call.Name)
			continue
		}
		w := &reference[p.with]
		if w.any {
			continue
		}
		g.x.weigher.Each(*call, func(a *certainty.Weighed) {
			if is, counts := w.argument(a.Name).holds(a.Param, a.Value, a.State != certainty.StateAbsent); counts && !is {
				out = append(out, call.Name+"."+a.Name)
			}
		})
		given := call.Arguments.Getter()
		for k := range w.args {
			a := &w.args[k]
			_, has := given(a.name)
			if p := w.param(a.name); !has && a.want.present && !a.want.optional && !(p != nil && p.Required) && !isDefault(p, a.want.value) {
				out = append(out, call.Name+"."+a.name)
			}
		}
	}
	return out
}

func (g *guard) whyClass(c *completion.Completion, s *seen) string {
	switch {
	case c.Action != g.x.reference:
		return fmt.Sprintf("F11: %s where %s", c.Action, g.right())
	case s.denial != "":
		return "F11: not what it says: " + s.denial
	case c.Action == completion.ToolCall && s.agreement.m < 1:
		return "F11: agreement " + number(s.agreement.m)
	case c.Action == completion.Directly:
		return "F11: the right action, and answer " + number(s.answer)
	case s.unread:
		return "F11: the right action, in a language that no rules judge"
	}
	return "F11: the right action, and it says so"
}

func (g *guard) whyCert(c *completion.Completion, s *seen) (string, []Quote) {
	switch c.Action {
	case completion.ToolCall:
		return "F11: 1 for each argument that is the same as the reference's, else the grounded p (F4); their product", callQuotes(c)
	case completion.Ask:
		b := g.belief()
		warrant := "u " + number(b.u)
		if b.known {
			warrant += fmt.Sprintf(" (v_now %s, %s states)", number(b.vnow), number(b.states))
		}
		if c.Action == g.x.reference && g.trust() > b.u {
			warrant = "trust " + number(g.trust())
		}
		return fmt.Sprintf("F11: %s times slot %s", warrant, number(s.values[atSlot])), nil
	}
	return "F11: 1 for " + string(c.Action), nil
}

func (g *guard) whySlot(c *completion.Completion, s *seen) (string, []Quote) {
	if c.Action != completion.Ask {
		return "F11: 0 for " + string(c.Action), nil
	}
	q, b := &s.question, g.belief()
	var quotes []Quote
	for i := range q.requests {
		r := &q.requests[i]
		what := "asks for"
		if b.bits > 0 && !b.isMissing(r.Aspect) {
			what = "asks for what is not missing,"
		}
		quotes = append(quotes, questionQuote(c, fmt.Sprintf("%s %s", what, aspect(r)), r.Start, r.End))
	}
	for i := range q.statements {
		st := &q.statements[i]
		quotes = append(quotes, questionQuote(c, fmt.Sprintf("states %s.%s = %s", st.Tool, st.Aspect, shown(st.Value)), st.Start, st.End))
	}
	if q.why != "" {
		return "F11: " + q.why, quotes
	}
	rule := fmt.Sprintf("F11: %s of %s bits missing", number(q.bits/math.Ln2), number(b.bits/math.Ln2))
	if q.needless > 0 {
		rule += fmt.Sprintf(", less %s for each of %d asked for that is not missing", number(overAsk), q.needless)
	}
	return rule, quotes
}

func aspect(r *asking.Request) string { return r.Tool + "#/properties/" + pointer.Replace(r.Aspect) }

// questionQuote quotes words of a question. Spans of a question are offsets into
// its own text.
func questionQuote(c *completion.Completion, what string, start, end int) Quote {
	end = min(end, len(c.Question))
	start = min(start, end)
	span := completion.Span{Start: start, End: end}
	words := shorten(span.Of(c.Question))
	if at := c.QuestionSpan.Start; c.QuestionSpan.Present() {
		span = completion.Span{Start: at + start, End: at + end}
	} else if i := strings.Index(c.Text, span.Of(c.Question)); i >= 0 {
		span = completion.Span{Start: i, End: i + end - start}
	}
	return Quote{What: what, Span: span, Text: words}
}

// causeOfCert is the cause of a Cert below the best.
func (g *guard) causeOfCert(c *completion.Completion, s *seen) Cause {
	switch {
	case s.fault != "":
		return CauseParse
	case c.Action == completion.Ask && s.values[atSlot] < 1 && g.warrant() > 0:
		return CauseSlot
	case c.Action == completion.Ask:
		return CauseOverAsk
	case c.Action != completion.ToolCall:
		return causeOfAction(c.Action)
	case !g.x.offersAll(c.Calls):
		return CauseTool
	}
	cause := CauseUngrounded
	for i := range c.Calls {
		g.x.weigher.Each(c.Calls[i], func(a *certainty.Weighed) {
			switch {
			case a.State == certainty.StateOutOfDomain:
				cause = CauseArgumentWrong
			case a.State != certainty.StateSpecified && cause == CauseUngrounded:
				cause = CauseArgumentMissing
			}
		})
	}
	return cause
}

// blame returns the cause of a component's lost points under F11.
func (g *guard) blame(at int, c *completion.Completion, s *seen) (Cause, []string) {
	name := string(components[at].name)
	switch {
	case s.fault != "":
		return CauseParse, []string{name + ": " + s.broken(c)}
	case c.Action != g.x.reference:
		return causeOfAction(c.Action), []string{fmt.Sprintf("%s: %s where %s", name, c.Action, g.right())}
	case c.Action == completion.ToolCall:
		cause := CauseTool
		if len(c.Calls) == s.agreement.of && slices.ContainsFunc(s.agreement.calls, func(p paired) bool { return p.with >= 0 && p.share < 1 }) {
			cause = CauseArgumentWrong
		}
		return cause, names(name, g.differing(c, s))
	case s.denial != "":
		return CauseSays, []string{name + ": " + s.denial}
	}
	return CauseAnswer, []string{name + ": answer " + number(s.answer)}
}
