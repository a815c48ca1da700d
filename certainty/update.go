package certainty

import (
	"fmt"
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Meant is what an answer says about whether its tool is meant.
type Meant uint8

// The values of Meant.
const (
	Unsaid   Meant = iota // the answer is about values only
	ThisTool              // the tool is meant: candidates of other tools are removed
	Another               // another tool is meant: candidates of this tool are removed
)

// Argument is one parameter with a value.
type Argument struct {
	Name  string
	Value domains.Value
}

// Answer is the user's answer about one tool (r of SAGE-Agent eqs. 1 and 2).
type Answer struct {
	Tool     string
	Values   []Argument // given values
	Excluded []Argument // values that the user does not mean
	Meant    Meant      // zero: nothing said
}

// Update returns the belief after an answer (F5; eqs. 1 and 2). A given value
// makes its argument specified, an excluded value leaves the domain, and a
// candidate that contradicts the answer is removed. Then pi, w and v are computed
// again. b does not change. Candidates keep their indices; removed ones have w, pi
// and v 0.
//
// A candidate contradicts the answer if it lies in another cell (F6) than a given
// value, or in an excluded cell. A call without an optional parameter lies in the
// cell of the default; if there is no default it lies in a separate cell. If all
// candidates are removed, the resulting belief is undefined.
//
// The error names a tool that is not offered, or a value that is Unspecified.
func (b *Belief) Update(a Answer) (*Belief, error) {
	at := slices.IndexFunc(b.tools, func(t domains.Tool) bool { return t.Name == a.Tool })
	if at < 0 {
		return nil, fmt.Errorf("certainty: the answer is about tool %q, which is not offered", a.Tool)
	}
	u := &Belief{tools: b.tools, sets: b.sets, opt: b.opt,
		given: slices.Clone(b.given), gone: slices.Clone(b.gone)}
	v, err := b.view(at)
	if err != nil {
		return nil, err
	}
	if err := checkAnswer(v, a); err != nil {
		return nil, err
	}
	if u.ruled, err = exclude(b.ruled, v, a); err != nil {
		return nil, err
	}
	for i := range u.given {
		if u.gone[i] {
			continue
		}
		switch this := u.given[i].Call.Name == a.Tool; {
		case this && a.Meant == Another, !this && a.Meant == ThisTool:
			u.gone[i] = true
		case this:
			var fits bool
			u.given[i].Call, fits = v.fill(u.given[i].Call, a)
			u.gone[i] = !fits
		}
	}
	return u, u.compute()
}

func checkAnswer(v *view, a Answer) error {
	for _, given := range a.Values {
		if p, d := v.param(given.Name); !Specified(p, d, given.Value) {
			return fmt.Errorf("certainty: the answer gives %s.%s the value %s, which is none; leave the parameter out of the answer", a.Tool, given.Name, given.Value.JSON())
		}
	}
	return nil
}

// exclude returns a copy of ruled with the values that a excludes.
func exclude(ruled map[string]map[string]ruledOut, v *view, a Answer) (map[string]map[string]ruledOut, error) {
	if len(a.Excluded) == 0 {
		return ruled, nil
	}
	out := make(map[string]map[string]ruledOut, len(ruled)+1)
	for tool, params := range ruled {
		out[tool] = params
	}
	params := make(map[string]ruledOut, len(out[a.Tool])+1)
	for name, values := range out[a.Tool] {
		params[name] = values
	}
	fresh := make(map[string]bool)
	for _, no := range a.Excluded {
		p, d := v.param(no.Name)
		if !Specified(p, d, no.Value) {
			return nil, fmt.Errorf("certainty: the answer excludes %s from %s.%s, which is no value; leave it out of the answer", no.Value.JSON(), a.Tool, no.Name)
		}
		if !fresh[no.Name] {
			fresh[no.Name] = true
			values := make(ruledOut, len(params[no.Name])+1)
			for key, val := range params[no.Name] {
				values[key] = val
			}
			params[no.Name] = values
		}
		val := coerce(p, no.Value)
		params[no.Name][val.Key()] = val
	}
	out[a.Tool] = params
	return out, nil
}

// fill returns a call of the viewed tool whose open arguments have the given
// values; fits is false if the call contradicts the answer.
func (v *view) fill(call domains.Call, a Answer) (filled domains.Call, fits bool) {
	for _, given := range a.Values {
		p, d := v.param(given.Name)
		val, present := call.Arguments.Get(given.Name)
		switch {
		case v.isUnspecified(p, d, val, present), !present && p != nil && p.Required:
			call.Arguments = with(call.Arguments, given.Name, coerce(p, given.Value))
			continue
		case !present && p != nil && p.HasDefault:
			val, present = p.Default, true
		}
		if !present || keyOf(p, val) != keyOf(p, given.Value) {
			return call, false
		}
	}
	for _, no := range a.Excluded {
		p, d := v.param(no.Name)
		val, present := call.Arguments.Get(no.Name)
		if v.isUnspecified(p, d, val, present) {
			continue
		}
		if !present && p != nil && p.HasDefault {
			val, present = p.Default, true
		}
		if present && keyOf(p, val) == keyOf(p, no.Value) {
			return call, false
		}
	}
	return call, true
}

// with returns a copy of an object with one member set, at its place or at the
// end.
func with(object domains.Value, name string, val domains.Value) domains.Value {
	members := slices.Clone(object.Members())
	at := slices.IndexFunc(members, func(m jsonvalue.Member) bool { return m.Key == name })
	if at < 0 {
		return jsonvalue.NewObject(append(members, jsonvalue.Member{Key: name, Value: val})...)
	}
	members[at].Value = val
	return jsonvalue.NewObject(members...)
}
