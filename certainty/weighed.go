package certainty

import (
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// State says how an argument counts.
type State string

// The states of an argument (F2, F3).
const (
	StateSpecified   State = "specified"     // p = 1
	StateUnspecified State = "unspecified"   // p = 1/n(D)
	StateAbsent      State = "absent"        // required and missing: unspecified under Count, else p = 1
	StateOutOfDomain State = "out_of_domain" // p = 0 under Zero
)

// Weighed is an argument of a call, or a missing required one, with its factor in
// F3.
type Weighed struct {
	Name   string
	Value  domains.Value  // null if it is absent
	Param  *domains.Param // nil if the schema lacks it
	Domain *domains.Domain
	State  State
	P      float64 // F3, in [0, 1]
	Guess  float64 // 1/n(D): p of an unspecified value; 0 if |D| = 0
}

// Each visits the present arguments of a call in order, and then the absent
// required ones. The product of their P is the certainty of the call, apart from
// underflow. It returns false, without a visit, if the tool is not offered.
func (w *Weigher) Each(call domains.Call, yield func(*Weighed)) bool {
	v := w.view(call.Name)
	if v == nil {
		return false
	}
	args := call.Arguments.Members()
	var few bitset
	present := few[:]
	if n := len(v.tool.Params); n > len(few)*64 {
		present = make([]uint64, (n+63)/64)
	}
	var a Weighed
	for i := range args {
		at, known := v.find(args[i].Key)
		a = Weighed{Name: args[i].Key, Value: args[i].Value, Domain: &free, State: StateSpecified, P: 1}
		if known {
			a.Param, a.Domain = &v.tool.Params[at], v.domains[at]
			present[at/64] |= 1 << (at % 64)
		}
		a.Guess = guess(v.size(a.Name, at, known))
		switch {
		case !Specified(a.Param, *a.Domain, a.Value):
			a.State, a.P = StateUnspecified, a.Guess
		case v.opt.OutOfDomain == Zero && outside(a.Param, *a.Domain, a.Value):
			a.State, a.P = StateOutOfDomain, 0
		}
		yield(&a)
	}
	for _, i := range v.must {
		if present[i/64]&(1<<(i%64)) != 0 {
			continue
		}
		a = Weighed{Name: v.tool.Params[i].Name, Param: &v.tool.Params[i], Domain: v.domains[i], State: StateAbsent, P: 1, Guess: guess(v.sizes[i])}
		if v.opt.AbsentRequired != Ignore {
			a.P = a.Guess
		}
		yield(&a)
	}
	return true
}

func guess(n extended) float64 {
	if n.isZero() {
		return 0
	}
	return one.div(n).float()
}

// Backed is p of F4 for a specified argument with support s in [0, 1]: s +
// (1-s)/n(D). An invented value then counts no more than an open one. An
// unspecified argument, and one that claims nothing, keeps its P.
func (a *Weighed) Backed(s float64) float64 {
	if a.State != StateSpecified || ClaimsNothing(a.Param, a.Value) {
		return a.P
	}
	if !(s > 0) {
		s = 0
	}
	return min(1, s+(1-s)*a.Guess)
}

// ClaimsNothing reports whether a specified argument (F2) needs no support (F4): it
// is optional and equals its default, or it is specified by an exception of F2. p
// is nil for an argument outside the schema.
func ClaimsNothing(p *domains.Param, val domains.Value) bool {
	if Unspecified(val) {
		return true // specified by an exception of F2
	}
	return p != nil && !p.Required && p.HasDefault && jsonvalue.Equal(domains.Coerce(p, val), domains.Coerce(p, p.Default))
}
