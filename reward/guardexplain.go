package reward

import (
	"fmt"
	"math"
	"strings"

	"github.com/voi-rl/voi/certainty"
	grounding "github.com/voi-rl/voi/certainty/oldgrounding"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// why says what decided a component of F11, and shows the text that it was read
// from.
func (g *guard) why(at int, c *completion.Completion, v *values) (rule string, quotes []Quote) {
	if at != atForm && !sound(c) {
		return "F11: malformed or conflicting, a class of its own", nil
	}
	switch at {
	case atForm:
		return g.whyForm(c)
	case atTool:
		if c.Action == completion.ToolCall {
			quotes = callQuotes(c)
		}
		return g.whyTool(c, v[at]), quotes
	case atCls:
		rule, quotes = g.x.whyClass(c, v[at])
		rule = strings.Replace(rule, "F9", "F11", 1)
		if v[at] == 0 && c.Action == g.x.reference {
			rule = "F11: the reference action without content"
		}
		return rule, quotes
	case atSlot:
		return g.whySlot(c)
	default:
		return g.whyCert(c, v)
	}
}

func (g *guard) whyForm(c *completion.Completion) (string, []Quote) {
	var quotes []Quote
	if c.AnswerBlock.Present() {
		quotes = []Quote{quote(c, "answer", c.AnswerBlock)}
	}
	switch {
	case c.Action == completion.None:
		return "F11: no action", quotes
	case !wellFormed(c) && c.CallErr != nil:
		return "F11: the call is malformed: " + c.CallErr.Error(), quotes
	case !wellFormed(c):
		return "F11: the action is not closed", quotes
	case !sound(c):
		return "F11: more than one action, answer or question, or text after it", quotes
	}
	return "F11: one well-formed action", quotes
}

func (g *guard) whyTool(c *completion.Completion, value float64) string {
	switch {
	case len(g.x.calls) == 0 && len(c.Calls) == 0 && value == 0:
		return fmt.Sprintf("F11: a call on neither side, but %s where the reference is %s", c.Action, g.x.reference)
	case value == toolSame:
		return "F11: the same calls, as their schemas read them"
	}
	return strings.Replace(g.x.whyTool(c, value), "F9", "F11", 1)
}

func (g *guard) whyCert(c *completion.Completion, v *values) (string, []Quote) {
	switch c.Action {
	case completion.ToolCall:
		rule := "F11: the product of the grounded p (F4) over the arguments of the calls"
		if g.capped(c, v) {
			rule = "Cert of the reference's own calls: a call that differs from them is never surer"
		}
		return rule, callQuotes(c)
	case completion.Ask:
		if !g.belief().known {
			return "F11: without a belief, 1 for a question that names a parameter or a tool, else 0.5", nil
		}
		return fmt.Sprintf("F11: u %s (v_now %s, %s states) times slot %s",
			number(g.belief().u), number(g.belief().vnow), number(g.belief().states), number(v[atSlot])), nil
	}
	return "F11: 1 for " + string(c.Action), nil
}

func (g *guard) whySlot(c *completion.Completion) (string, []Quote) {
	if c.Action != completion.Ask {
		return "F11: 0 for " + string(c.Action), nil
	}
	q, b := g.ask(c.Question), g.belief()
	var quotes []Quote
	show := func(what string, targets []grounding.Target) {
		for i := range targets {
			quotes = append(quotes, targetQuote(c, what, &targets[i]))
		}
	}
	show("asks for", q.asked)
	show("asks for what is settled,", q.settled)
	show("states the value of", q.stated)
	switch {
	case !b.known:
		return "F11: no belief to compare with", quotes
	case b.bits == 0 && b.rivals.any():
		return "F11: nothing is missing; a question has to name what rivals differ in: " +
			strings.Join(append(append([]string(nil), b.rivals.aspects...), b.rivals.tools...), ", "), quotes
	case b.bits == 0:
		return "F11: nothing is missing that a question could ask for", quotes
	}
	rule := fmt.Sprintf("F11: %s of %s bits missing", number(q.bits/math.Ln2), number(b.bits/math.Ln2))
	if n := len(q.settled); n > 0 {
		rule += fmt.Sprintf(", less %s for each of %d asked for that is not missing", number(overAsk), n)
	}
	return rule, quotes
}

// targetQuote shows the words by which a question asks for a parameter, with the
// path of its schema. Spans of a question are offsets into its own text.
func targetQuote(c *completion.Completion, what string, t *grounding.Target) Quote {
	span := completion.Span{Start: t.Span.Start, End: t.Span.End}
	words := shorten(span.Of(c.Question))
	if start := c.QuestionSpan.Start; c.QuestionSpan.Present() {
		span = completion.Span{Start: start + span.Start, End: start + span.End}
	} else if i := strings.Index(c.Text, span.Of(c.Question)); i >= 0 {
		span = completion.Span{Start: i, End: i + span.End - span.Start}
	}
	return Quote{What: fmt.Sprintf("%s %s#/properties/%s by its %s", what, t.Tool, pointer.Replace(t.Param), t.Rule), Span: span, Text: words}
}

// weighGrounded lowers p of a specified argument to what the conversation backs.
func (g *guard) weighGrounded(a *WeighedArgument, t *domains.Tool, p *domains.Param, v domains.Value) {
	if g == nil || g.rules.ungrounded || certainty.ClaimsNothing(p, v) {
		return
	}
	s := g.context.ground(t, p, a.Domain, v)
	a.P = s.Score + (1-s.Score)*g.x.guess(a.Domain)
	a.Support = &Backing{Score: s.Score, Rule: s.Rule, Turn: s.Span.Turn, Start: s.Span.Start, End: s.Span.End,
		Text: shorten(g.context.context().Text(s.Span))}
}

// capped reports whether Cert of c is that of the reference's calls, not its own.
func (g *guard) capped(c *completion.Completion, v *values) bool {
	return g.differs(c, v) && g.certOfCalls(c.Calls) > g.ceilingOfWrong()
}

// causeOfCert is the cause of a Cert below the best.
func (g *guard) causeOfCert(c *completion.Completion, v *values) Cause {
	switch {
	case !sound(c):
		return CauseParse
	case c.Action == completion.Ask && v[atSlot] < 1 && g.belief().u > 0:
		return CauseSlot
	case c.Action == completion.Ask:
		return CauseOverAsk
	case c.Action != completion.ToolCall:
		return causeOfAction(c.Action)
	case !g.x.offersAll(c.Calls):
		return CauseTool
	case g.capped(c, v) && v[atTool] == toolNames:
		return CauseArgumentWrong
	case g.capped(c, v):
		return CauseTool
	}
	for i := range c.Calls {
		if g.x.weigher.Weight(c.Calls[i]) == 0 {
			return CauseArgumentWrong
		}
	}
	for i := range c.Calls {
		if g.x.weigher.Weight(c.Calls[i]) < 1 {
			return CauseArgumentMissing
		}
	}
	return CauseUngrounded
}
