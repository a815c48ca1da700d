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
	W         float64           // F3; 0 where the tool is not offered
	Arguments []WeighedArgument // those present, in their order, then the required ones absent; at most MaxExplained
	More      int               // arguments beyond those
}

// WeighedArgument is one argument of a call.
type WeighedArgument struct {
	Name   string
	Value  string // its JSON, shortened; "" where it is absent
	State  certainty.State
	Same   bool    // F11: it is the same as the reference's, and P is 1 for it
	P      float64 // F3; grounded (F4) and compared with the reference (F11) where the profile says so
	Path   string  // where its schema is: TOOL#/properties/NAME; "" where the schema does not name it
	Domain domains.Domain

	Support *Backing // F4: how far the conversation backs the value; nil where that was not asked
}

// Backing is what backs a value in the conversation (F4).
type Backing struct {
	Score float64 // s, in [0, 1]
	Rule  string  // of package certainty/grounding
	Turn  int     // the message, counted from 0
	Start int     // byte offsets into its text; both 0 where no one place backs the value
	End   int
	Text  string // the beginning of it
}

// weighCalls weighs the calls or the candidates of a completion one by one.
func (x *Prepared) weighCalls(c *completion.Completion, s *seen) (calls []WeighedCall, more int) {
	all := c.Calls
	if c.Action == completion.Ask {
		if x.guard != nil {
			return nil, 0 // F11 does not weigh them
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
			p = x.guard.pair(&call, nil, -1)
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
		s := g.context.ground(domains.ToolNamed(x.tools, tool), a.Param, *a.Domain, a.Value)
		out.Support = &Backing{Score: s.Score, Rule: s.Rule, Turn: s.Span.Turn, Start: s.Span.Start, End: s.Span.End, Text: shorten(g.context.quote(s.Span))}
	}
	return out
}

// pointer escapes a name as a JSON Pointer has it (RFC 6901).
var pointer = strings.NewReplacer("~", "~0", "/", "~1")
