package certainty

import (
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Support is s of F4, in [0, 1]: how far the conversation backs a value that a
// call gives to a parameter of domain d. p is nil for an argument that the
// schema does not name. What lies outside [0, 1] counts as its nearer end, and
// NaN as 0.
type Support func(tool *domains.Tool, p *domains.Param, d domains.Domain, v domains.Value) float64

// Grounded is Weight with grounding on (F4): a specified argument of support s
// counts p = s + (1-s)/n(D), so that one that was made up counts no more than
// one that was left open. An optional argument that equals its default, and a
// value that is specified by the exceptions of F2, claim nothing and count 1.
// A nil support backs everything.
func (w *Weigher) Grounded(call domains.Call, support Support) float64 {
	v, ok := w.views[call.Name]
	if !ok {
		return 0
	}
	return v.certainty(call, support).float()
}

// grounded is p of F4 for a specified argument.
func (v *view) grounded(support Support, p *domains.Param, d domains.Domain, val domains.Value, at int, known bool) float64 {
	if ClaimsNothing(p, val) {
		return 1
	}
	s := support(v.tool, p, d, val)
	switch {
	case s >= 1:
		return 1
	case !(s > 0):
		s = 0
	}
	n := extend(v.n("", nil, free))
	if known {
		n = v.sizes[at]
	}
	if n.isZero() {
		return s
	}
	return s + (1-s)*one.div(n).float()
}

// ClaimsNothing reports whether an argument that is specified (F2) needs no
// support (F4): it is an optional one that equals its default, or specified by
// an exception of F2. p is nil for an argument that the schema does not name.
func ClaimsNothing(p *domains.Param, val domains.Value) bool {
	if Unspecified(val) {
		return true // specified by an exception of F2
	}
	return p != nil && !p.Required && p.HasDefault && jsonvalue.Equal(domains.Coerce(p, val), domains.Coerce(p, p.Default))
}
