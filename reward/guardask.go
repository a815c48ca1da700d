package reward

import (
	"slices"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// overAsk is the deduction from slot for each requested parameter that is not missing.
const overAsk = 0.25

// asked is the meaning of a question for the sample's belief (F11).
type asked struct {
	slot       float64 // [0, 1]
	bits       float64 // sum of ln n over the missing parameters that it requests
	read       []asking.Request
	requests   []asking.Request // of read, without those that a statement cancels
	between    bool             // it asks which of the rival tools is meant
	which      bool             // it asks which of several things is meant, without saying of what kind
	needless   int              // requested parameters of the counting tool that are not missing
	statements []asking.Statement
	why        string // the reason for slot
}

// ask reads a question by its own words, never by its candidates, for the tools that
// may be meant. A question in a language without rules counts as the best question.
func (g *guard) ask(c *completion.Completion, unread bool) (q asked) {
	read := g.read(c.Question, g.against(c))
	q.read, q.requests, q.statements, q.which = read.Requests, read.Asked(), read.Statements, read.Which
	b := g.belief()
	rival := func(tool string) bool { return slices.Contains(b.rivals.tools, tool) }
	q.between = slices.ContainsFunc(read.Tools, rival) && !slices.ContainsFunc(read.Tools, func(t string) bool { return !rival(t) })
	switch {
	case unread:
		q.slot, q.why = 1, "a language that no rules read"
	case len(g.x.tools) == 0:
		q.slot, q.why = 1, "no tools: any question"
	case read.GivesAway():
		q.why = "it states a value that nothing in the conversation supports"
	case b.bits == 0:
		q.slot, q.why = g.askSettled(&q)
	default:
		g.askMissing(&q)
	}
	return q
}

// askMissing compares the requested missing parameters with all missing ones, for the
// tool where this is best.
func (g *guard) askMissing(q *asked) {
	b := g.belief()
	best := -1.0
	for _, tool := range b.tools {
		bits, needless := 0.0, 0
		meant := []string{tool} // and the tools of further calls, whose open parameters this one does not have
		for i := range b.missing {
			m := &b.missing[i]
			own := tool
			if m.tool != "" && m.tool != tool && g.param(tool, m.name) == nil {
				if own = m.tool; !slices.Contains(meant, own) {
					meant = append(meant, own)
				}
			}
			if slices.ContainsFunc(q.requests, func(r asking.Request) bool { return r.Tool == own && r.Aspect == m.name }) {
				bits += m.bits
			}
		}
		for i, r := range q.requests {
			twice := slices.ContainsFunc(q.requests[:i], func(o asking.Request) bool { return o.Tool == r.Tool && o.Aspect == r.Aspect })
			if slices.Contains(meant, r.Tool) && !twice && !b.isMissing(r.Aspect) {
				needless++
			}
		}
		if slot := max(0, min(1, bits/b.bits)-overAsk*float64(needless)); slot > best {
			best = slot
			q.slot, q.bits, q.needless = slot, bits, needless
		}
	}
}

const (
	whichTool = "which of several tools is meant"
	differed  = "what complete rivals differ in"
)

// askSettled is the slot of a question if nothing is missing.
func (g *guard) askSettled(q *asked) (float64, string) {
	r, meant, requests := &g.belief().rivals, g.belief().tools, q.requests
	switch {
	case q.between:
		return 1, whichTool
	case q.which && len(requests) == 0 && len(r.aspects)+len(r.tools) > 0:
		return 1, differed
	}
	slot, why := 0.0, "nothing is missing, and it asks for nothing required"
	for i := range requests {
		tool, name := requests[i].Tool, requests[i].Aspect
		switch {
		case len(meant) > 0 && !slices.Contains(meant, tool):
			continue
		case r.aspects[name]:
			return 1, differed
		case g.isBad(tool, name):
			return 1, "a value that the conversation denies or its domain does not hold"
		}
		if p := g.param(tool, name); p != nil && p.Required {
			slot, why = 0.5, "nothing is missing; it asks for what a call needs"
			if len(r.tools) > 0 && slices.Contains(r.tools, tool) {
				return 1, whichTool
			}
		}
	}
	return slot, why
}

// isBad reports whether the value of a parameter is bad by the reading: denied, or outside the
// domain.
func (g *guard) isBad(tool, name string) bool {
	p := g.param(tool, name)
	if p == nil {
		return false
	}
	d, _ := g.x.sets[tool].Get(name)
	denies := g.context.denies()
	for _, c := range g.belief().candidates {
		v, ok := c.call.Arguments.Get(name)
		if ok && c.call.Name == tool && (outside(p, d, v) || denies && g.context.support(c.tool, p, d, v).Status == grounding.Denied) {
			return true
		}
	}
	return denies && g.context.denied(tool, name)
}

func (g *guard) param(tool, name string) *domains.Param {
	if t := domains.ToolNamed(g.x.tools, tool); t != nil {
		return t.Param(name)
	}
	return nil
}

// outside reports whether a value lies outside a domain that the schema states.
func outside(p *domains.Param, d domains.Domain, v domains.Value) bool {
	return d.Stated() && !certainty.Unspecified(v) && !d.Contains(domains.Coerce(p, v))
}
