package reward

import (
	"sync"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
)

// guard is what F11 needs of a sample beyond what F9 and F10 need: its belief,
// its conversation and its reference, each made ready once, when first needed. It is safe for
// concurrent use.
type guard struct {
	x       *Prepared
	rules   *rules
	weight  float64 // of the action of the sample's reference
	context *conversation

	// What only questions, and only calls that are not the reference's to the
	// letter, need.
	belief    func() *belief
	reference func() []wanted

	// What ceilingOfWrong returns, computed when a call first needs it.
	ceiling     float64
	ceilingOnce sync.Once
}

// newGuard makes a sample ready for F11. labels may be nil: no belief.
func newGuard(x *Prepared, s *dataset.Sample, labels *label.Labels) *guard {
	g := &guard{x: x, rules: &x.profile.rules, weight: x.profile.rules.weights.of(x.reference)}
	g.context = newConversation(s)
	g.belief = sync.OnceValue(func() *belief { return newBelief(x, labels) })
	g.reference = sync.OnceValue(func() []wanted { return wantedCalls(x, s) })
	return g
}

// components computes the components of F11.
func (g *guard) components(c *completion.Completion) (v values) {
	v[atWeight] = g.weight
	if !sound(c) {
		return v // its own class: nothing on form, tool and cls, and nothing is certain
	}
	v[atForm] = maxFormat
	v[atTool] = g.tool(c)
	if c.Action == g.x.reference && g.hasContent(c) {
		v[atCls] = clsRight
	}
	switch c.Action {
	case completion.ToolCall:
		v[atCertainty] = g.certOfCalls(c.Calls)
		if v[atCertainty] > 0 && g.differs(c, &v) {
			v[atCertainty] = min(v[atCertainty], g.ceilingOfWrong())
		}
	case completion.Ask:
		v[atSlot] = g.slot(c.Question)
		v[atCertainty] = g.belief().u * v[atSlot]
	default:
		v[atCertainty] = 1
	}
	return v
}

// hasContent reports whether an action says something real: a call names
// offered tools, a question, a refusal and an answer are not empty (F11).
func (g *guard) hasContent(c *completion.Completion) bool {
	if c.Action == completion.ToolCall {
		return len(c.Calls) > 0 && g.x.offersAll(c.Calls)
	}
	return !blank(c.Content())
}

// certOfCalls is Cert of a TOOLCALL: the product of the grounded certainty (F4)
// of its calls.
func (g *guard) certOfCalls(calls []domains.Call) float64 {
	product := 1.0
	for i := range calls {
		if product *= g.certOfCall(calls[i]); product == 0 {
			break
		}
	}
	return product
}

// differs reports whether a call was due, and c makes others than the reference's
// (v has tool, by which calls are equal that their schemas read alike).
func (g *guard) differs(c *completion.Completion, v *values) bool {
	return c.Action == completion.ToolCall && g.x.reference == completion.ToolCall && v[atTool] < toolSame
}

// ceilingOfWrong is Cert of the reference's own calls, above which no Cert of a
// call that differs from them goes. It is ours, beyond the letter of F11: where a
// source calls a value right that the conversation does not back, or that the
// schema does not admit, Cert of the right call is low or 0, and a call that leaves
// the value out, or puts a surer one in its place, would earn more than the right
// one. As it is, it earns at least 0.25 less, what tool takes.
func (g *guard) ceilingOfWrong() float64 {
	g.ceilingOnce.Do(func() { g.ceiling = g.certOfCalls(g.x.calls) })
	return g.ceiling
}

func (g *guard) certOfCall(call domains.Call) float64 {
	if g.rules.ungrounded {
		return g.x.weigher.Weight(call)
	}
	return g.x.weigher.Grounded(call, func(tool *domains.Tool, p *domains.Param, d domains.Domain, v domains.Value) float64 {
		return g.context.ground(tool, p, d, v).Score
	})
}
