package reward

import (
	"slices"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// overAsk is what each parameter asked for that is not missing takes off slot.
const overAsk = 0.25

// asked is what a question asks for, seen from the sample's belief (F11).
type asked struct {
	slot       float64 // [0, 1]
	bits       float64 // ln n of what it asks for and is missing, summed
	read       []asking.Request
	requests   []asking.Request // of read, but those that a statement cancels
	between    bool             // it asks which of the rival tools is meant
	which      bool             // it asks which of several is meant, and does not say of what
	needless   int              // requested of the tool that counts, and not missing
	statements []asking.Statement
	why        string // what decided the slot
}

// ask reads a question: its own words, never its candidates. One that no rules can
// read is worth what the best one is. It is held against the tools that may be meant.
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

// askMissing weighs what is requested and missing against all that is missing, for
// the tool that is best.
func (g *guard) askMissing(q *asked) {
	b := g.belief()
	best := -1.0
	for _, tool := range b.tools {
		bits, needless := 0.0, 0
		for i := range b.missing {
			if slices.ContainsFunc(q.requests, func(r asking.Request) bool { return r.Tool == tool && r.Aspect == b.missing[i].name }) {
				bits += b.missing[i].bits
			}
		}
		for i, r := range q.requests {
			twice := slices.ContainsFunc(q.requests[:i], func(o asking.Request) bool { return o.Tool == r.Tool && o.Aspect == r.Aspect })
			if r.Tool == tool && !twice && !b.isMissing(r.Aspect) {
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

// askSettled is the slot of a question where nothing is missing.
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
		case slices.Contains(r.aspects, name):
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

// isBad is holdsBad, found once for each parameter that questions ask for.
func (g *guard) isBad(tool, name string) bool {
	p := g.param(tool, name)
	if p == nil {
		return false
	}
	g.mu.Lock()
	bad, found := g.bad[p]
	g.mu.Unlock()
	if found {
		return bad
	}
	bad = g.holdsBad(tool, p)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.bad == nil {
		g.bad = map[*domains.Param]bool{}
	}
	g.bad[p] = bad
	return bad
}

// holdsBad reports whether the reading holds the value of a parameter for bad: denied,
// or outside the domain.
func (g *guard) holdsBad(tool string, p *domains.Param) bool {
	name := p.Name
	d, _ := g.x.sets[tool].Get(name)
	for _, c := range g.belief().candidates {
		v, ok := c.call.Arguments.Get(name)
		if c.call.Name != tool || !ok {
			continue
		}
		if outside(p, d, v) || g.context.ground(c.tool, p, d, v).Status == grounding.Denied {
			return true
		}
	}
	return g.context.denied(tool, name)
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
