package certainty

import (
	"math"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// CallCertainty returns w(call) of F3 (SAGE-Agent, eqs. 13 and 14) and its natural logarithm. w is
// a product over the present arguments and the absent required parameters: 1 for a specified
// argument, and 1/n(D) for an unspecified one. w is in [0, 1]. logW is at most 0. It is -Inf
// exactly if w is 0 by the rules, and finite if w merely underflows to 0.
//
// tool is the tool of the call, nil if it is not offered (w = 0). set holds the domains of its
// parameters; a parameter that is missing in set, or in the schema, counts as infinite. Options
// that fail Options.Check count as their defaults.
func CallCertainty(tool *domains.Tool, set domains.Set, call domains.Call, opt Options) (logW, w float64) {
	if tool == nil {
		return math.Inf(-1), 0
	}
	x := newView(tool, set, opt, nil).certainty(call)
	return x.log(), x.float()
}

// free is the domain of an unknown parameter.
var free = domains.Domain{Type: domains.Custom, Size: domains.Infinite}

// view is a tool in the form that the formulas need: parameters with their domains, found by name
// in constant time.
type view struct {
	tool    *domains.Tool
	domains []*domains.Domain // for each of tool.Params
	sizes   []extended        // n(D) of each domain
	index   map[string]int    // index in tool.Params by name, the first of a name; nil for an ordinary tool with few parameters
	must    []int             // indices of the required parameters, each name once
	opt     Options
	ruled   map[string]ruledOut // values that answers excluded, by parameter
}

// ruledOut holds the values that answers excluded, after coercion, by their keys.
type ruledOut map[string]domains.Value

// newView returns the view of a tool. ruled may be nil.
func newView(tool *domains.Tool, set domains.Set, opt Options, ruled map[string]ruledOut) *view {
	v := &view{tool: tool, opt: opt, ruled: ruled,
		domains: make([]*domains.Domain, len(tool.Params)),
		sizes:   make([]extended, len(tool.Params))}
	const few = 16
	if len(tool.Params) > few {
		v.index = make(map[string]int, len(tool.Params))
		for i := len(tool.Params) - 1; i >= 0; i-- {
			v.index[tool.Params[i].Name] = i
		}
	}
	for i := range tool.Params {
		if first, _ := v.find(tool.Params[i].Name); first == i && tool.Params[i].Required {
			v.must = append(v.must, i)
		}
		v.domains[i] = &free
	}
	found := make([]bool, len(tool.Params))
	for i := range set {
		if at, ok := v.find(set[i].Name); ok && !found[at] {
			v.domains[at], found[at] = &set[i].Domain, true
		}
	}
	for i := range tool.Params {
		p := &tool.Params[i]
		v.sizes[i] = extend(v.n(p.Name, p, *v.domains[i]))
	}
	return v
}

// find returns the index of a parameter in tool.Params, the first with that name.
func (v *view) find(name string) (at int, ok bool) {
	if v.index != nil {
		at, ok = v.index[name]
		return at, ok
	}
	for i := range v.tool.Params {
		if v.tool.Params[i].Name == name {
			return i, true
		}
	}
	return 0, false
}

// param returns the parameter with that name, and its domain; nil if the schema lacks it.
func (v *view) param(name string) (*domains.Param, domains.Domain) {
	if i, ok := v.find(name); ok {
		return &v.tool.Params[i], *v.domains[i]
	}
	return nil, free
}

// n returns n(D) of F1 for a parameter, without the values that answers excluded.
func (v *view) n(name string, p *domains.Param, d domains.Domain) float64 {
	if d.Size >= 0 {
		gone := int64(0)
		for _, val := range v.ruled[name] {
			if contains(p, d, val) {
				gone++
			}
		}
		d.Size = max(0, d.Size-gone)
	}
	return d.N(v.opt.epsilon())
}

// contains reports whether a domain holds a coerced value.
func contains(p *domains.Param, d domains.Domain, v domains.Value) bool {
	if v.IsNull() && p != nil && p.Nullable {
		return true
	}
	return d.Contains(v)
}

// certainty returns w of a call to the viewed tool. It allocates nothing for a tool with up to 256
// parameters, because rewards call it for every completion.
func (v *view) certainty(call domains.Call) extended {
	return v.weigh(call, v.opt.OutOfDomain)
}

// weigh is certainty with another rule for values outside a domain.
func (v *view) weigh(call domains.Call, outOfDomain Rule) extended {
	states := one // the number of completions; w is its inverse
	args := call.Arguments.Members()
	var few bitset
	present := few[:]
	if n := len(v.tool.Params); n > len(few)*64 {
		present = make([]uint64, (n+63)/64)
	}
	for i := range args {
		at, known := v.find(args[i].Key)
		var p *domains.Param
		d := &free
		if known {
			p, d = &v.tool.Params[at], v.domains[at]
			present[at/64] |= 1 << (at % 64)
		}
		switch {
		case !Specified(p, *d, args[i].Value):
			states = states.mul(v.size(args[i].Key, at, known))
		case outOfDomain == Zero && outside(p, *d, args[i].Value):
			return extended{}
		}
		if states.isZero() {
			return states // a domain is empty: no completion is right
		}
	}
	if v.opt.AbsentRequired != Ignore {
		for _, i := range v.must {
			if present[i/64]&(1<<(i%64)) == 0 {
				states = states.mul(v.sizes[i])
			}
		}
	}
	if states.isZero() {
		return states
	}
	return one.div(states)
}

// bitset marks the parameters of an ordinary tool without an allocation.
type bitset [4]uint64

// size returns n(D) of the parameter at an index, or of a parameter outside the schema.
func (v *view) size(name string, at int, known bool) extended {
	if known {
		return v.sizes[at]
	}
	return extend(v.n(name, nil, free))
}

// outside reports whether a specified value makes its argument's p 0 under out_of_domain: zero
// (F3). Only a domain stated by the schema itself can do so.
func outside(p *domains.Param, d domains.Domain, v domains.Value) bool {
	if p == nil {
		return true
	}
	v = domains.Coerce(p, v)
	return d.Excludes(v) && !(v.IsNull() && p.Nullable)
}

// isUnspecified reports whether a call leaves parameter p open (F2).
func (v *view) isUnspecified(p *domains.Param, d domains.Domain, val domains.Value, present bool) bool {
	if present {
		return !Specified(p, d, val)
	}
	return p != nil && p.Required && v.opt.AbsentRequired != Ignore
}

// keyOf returns the key by which values of a parameter are compared, after coercion to the declared
// type (F3).
func keyOf(p *domains.Param, v domains.Value) string {
	return coerce(p, v).Key()
}

func coerce(p *domains.Param, v domains.Value) jsonvalue.Value {
	if p == nil {
		return v
	}
	return domains.Coerce(p, v)
}
