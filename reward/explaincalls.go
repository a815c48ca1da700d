package reward

import (
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// WeighedCall is one call or candidate of an Explanation with its certainty.
type WeighedCall struct {
	Tool      string
	Offered   bool
	W         float64           // F3; 0 if the tool is not offered
	Arguments []WeighedArgument // present ones in order, then absent required ones; at most MaxExplained
	More      int               // arguments beyond those
}

// WeighedArgument is one argument of a call.
type WeighedArgument struct {
	Name   string
	Value  string // its JSON, shortened; "" if absent
	State  certainty.State
	Same   bool    // F11: it equals the reference's, so that P is 1
	P      float64 // F3; with F4's support and F11's comparison if the profile uses them
	Path   string  // place of its schema: TOOL#/properties/NAME; "" if the schema lacks it
	Domain domains.Domain

	Support *Backing // F4: support in the conversation; nil if it was not needed
}

// Backing is the support of a value in the conversation (F4).
type Backing struct {
	Score float64 // s, in [0, 1]
	Rule  string  // of package certainty/grounding
	Turn  int     // the message, counted from 0
	Start int     // byte offsets into its text; both 0 if no single place supports the value
	End   int
	Text  string // its beginning
}

// weighCalls computes the certainty of each call or candidate of a completion.
func (x *Prepared) weighCalls(c *completion.Completion, s *seen) (calls []WeighedCall, more int) {
	all := c.Calls
	if c.Action == completion.Ask {
		if x.guard != nil {
			return nil, 0 // F11 does not use their certainty
		}
		all = c.Candidates
	}
	for i := range all {
		if len(calls) == MaxExplained {
			return calls, len(all) - MaxExplained
		}
		calls = append(calls, x.weighCall(all[i], s, i))
	}
	return calls, 0
}

func (x *Prepared) weighCall(call domains.Call, s *seen, at int) WeighedCall {
	w := WeighedCall{Tool: call.Name, W: x.weigher.Weight(call)}
	var want *wanted
	if x.guard != nil {
		p := paired{with: -1}
		if at < len(s.agreement.calls) {
			p = s.agreement.calls[at]
		} else {
			p = x.guard.pair(&call, nil, -1, nil)
		}
		if w.W = p.cert; p.with >= 0 {
			want = &x.guard.reference()[p.with]
		}
	}
	w.Offered = x.weigher.Each(call, func(a *certainty.Weighed) {
		if len(w.Arguments) < MaxExplained {
			w.Arguments = append(w.Arguments, x.weighArgument(call.Name, a, want))
		} else {
			w.More++
		}
	})
	return w
}

func (x *Prepared) weighArgument(tool string, a *certainty.Weighed, want *wanted) WeighedArgument {
	out := WeighedArgument{Name: a.Name, State: a.State, P: a.P, Domain: *a.Domain}
	if a.State != certainty.StateAbsent {
		out.Value = shown(a.Value)
	}
	if a.Param != nil {
		out.Path = tool + "#/properties/" + pointer.Replace(a.Name)
	}
	g := x.guard
	if g == nil {
		return out
	}
	out.P = g.backed(tool, a)
	if want != nil && !want.any {
		if out.Same, _ = want.argument(a.Name).holds(a.Param, a.Value, a.State != certainty.StateAbsent); out.Same {
			out.P = g.trusted(tool, a)
		}
	}
	if !g.rules.ungrounded && a.State == certainty.StateSpecified && !certainty.ClaimsNothing(a.Param, a.Value) {
		s := g.context.support(domains.ToolNamed(x.tools, tool), a.Param, *a.Domain, a.Value)
		out.Support = &Backing{Score: s.Score, Rule: s.Rule, Turn: s.Span.Turn, Start: s.Span.Start, End: s.Span.End, Text: shorten(g.context.quote(s.Span))}
	}
	return out
}

// trusted is p of an argument that equals the reference's. The conversation is
// consulted only if the source is not fully trusted.
func (g *guard) trusted(tool string, a *certainty.Weighed) float64 {
	if g.trust() >= 1 {
		return 1
	}
	return g.backed(tool, a)
}

// pointer escapes a name for a JSON Pointer (RFC 6901).
var pointer = strings.NewReplacer("~", "~0", "/", "~1")
