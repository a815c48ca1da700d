package reward

import (
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// WeighedCall is one call or candidate of an Explanation with its certainty.
type WeighedCall struct {
	Tool      string
	Offered   bool
	W         float64           // F3; 0 where the tool is not offered
	Arguments []WeighedArgument // those present, in their order, then the required ones absent; at most MaxExplained
	More      int               // arguments beyond those
}

// State says how an argument counts.
type State string

// The states of an argument (F2, F3).
const (
	StateSpecified   State = "specified"     // p = 1
	StateUnspecified State = "unspecified"   // p = 1/n(D)
	StateAbsent      State = "absent"        // required and not there: unspecified under absent_required: count, else p = 1
	StateOutOfDomain State = "out_of_domain" // p = 0 under out_of_domain: zero
)

// WeighedArgument is one argument of a call.
type WeighedArgument struct {
	Name   string
	Value  string // its JSON, shortened; "" where it is absent
	State  State
	P      float64 // F3; grounded (F4) where the profile says so
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
func (x *Prepared) weighCalls(c *completion.Completion) (calls []WeighedCall, more int) {
	all := c.Calls
	if c.Action == completion.Ask {
		if x.guard != nil {
			return nil, 0 // F11 does not look at them
		}
		all = c.Candidates
	}
	for i := range all {
		if len(calls) == MaxExplained {
			return calls, len(all) - MaxExplained
		}
		calls = append(calls, x.weighCall(all[i]))
	}
	return calls, 0
}

func (x *Prepared) weighCall(call domains.Call) WeighedCall {
	w := WeighedCall{Tool: call.Name, Offered: x.weigher.Offers(call.Name), W: x.weigh(call)}
	t := x.tool(call.Name)
	if t == nil {
		return w
	}
	set := x.sets[t.Name]
	present := map[string]bool{}
	for _, m := range call.Arguments.Members() {
		present[m.Key] = true
		w.add(x.weighArgument(t, set, m.Key, m.Value))
	}
	for i := range t.Params {
		p := &t.Params[i]
		if p.Required && !present[p.Name] {
			a := x.argument(t, set, p.Name)
			a.State, a.P = StateAbsent, 1
			if x.profile.rules.options.AbsentRequired != certainty.Ignore {
				a.P = x.guess(a.Domain)
			}
			w.add(a)
		}
	}
	return w
}

func (w *WeighedCall) add(a WeighedArgument) {
	if len(w.Arguments) < MaxExplained {
		w.Arguments = append(w.Arguments, a)
	} else {
		w.More++
	}
}

func (x *Prepared) weighArgument(t *domains.Tool, set domains.Set, name string, v domains.Value) WeighedArgument {
	a := x.argument(t, set, name)
	a.Value = shown(v)
	p := t.Param(name)
	switch {
	case !certainty.Specified(p, a.Domain, v):
		a.State, a.P = StateUnspecified, x.guess(a.Domain)
	case x.profile.rules.options.OutOfDomain == certainty.Zero && x.zeroes(t, set, name, v):
		a.State, a.P = StateOutOfDomain, 0
	default:
		a.State, a.P = StateSpecified, 1
		x.guard.weighGrounded(&a, t, p, v)
	}
	return a
}

// weigh is the certainty of a call by the profile's rules.
func (x *Prepared) weigh(call domains.Call) float64 {
	if x.guard != nil {
		return x.guard.certOfCall(call)
	}
	return x.weigher.Weight(call)
}

// argument is an argument's place and domain.
func (x *Prepared) argument(t *domains.Tool, set domains.Set, name string) WeighedArgument {
	a := WeighedArgument{Name: name, Domain: domains.Domain{Type: domains.Custom, Size: domains.Infinite}}
	if t.Param(name) == nil {
		return a
	}
	a.Path = t.Name + "#/properties/" + pointer.Replace(name)
	if d, ok := set.Get(name); ok {
		a.Domain = d
	}
	return a
}

// pointer escapes a name as a JSON Pointer has it (RFC 6901).
var pointer = strings.NewReplacer("~", "~0", "/", "~1")

// guess is the probability 1/n(D) of a value that nobody has given (F3).
func (x *Prepared) guess(d domains.Domain) float64 {
	if d.Size == 0 {
		return 0
	}
	return 1 / d.N(x.profile.rules.options.Epsilon)
}

// zeroes asks package certainty whether one specified argument makes w 0: it
// does so in a call of its own, with nothing else to lower it.
func (x *Prepared) zeroes(t *domains.Tool, set domains.Set, name string, v domains.Value) bool {
	opt := x.profile.rules.options
	opt.AbsentRequired = certainty.Ignore
	alone := jsonvalue.NewObject(jsonvalue.Member{Key: name, Value: v})
	_, w := certainty.CallCertainty(t, set, domains.Call{Name: t.Name, Arguments: alone}, opt)
	return w == 0
}

// tool returns the offered tool of a name, the first where it is named twice.
func (x *Prepared) tool(name string) *domains.Tool {
	for i := range x.tools {
		if x.tools[i].Name == name {
			return &x.tools[i]
		}
	}
	return nil
}
