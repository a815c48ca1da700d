package decision

import (
	"math"
	"slices"
)

// Rules is a policy as data (Parse). The first rule with an open action whose conditions
// all hold decides. If there is none, the open and feasible action with the highest
// utility is chosen (Decision-Centric Design, eqs. 1 and 2); on a tie the one that is
// named first.
type Rules struct {
	id        Identity
	actions   []string
	signals   []string
	params    []Param
	rules     []rule
	utilities []utility
	source    policyText
}

// Param is a named threshold or weight of a policy.
type Param struct {
	Name  string
	Value float64
}

// rule chooses its action if all conditions hold; without conditions it always does.
type rule struct {
	when   []condition
	action int
}

// condition compares a weighted sum of signals with a bound.
type condition struct {
	left  []term
	op    op
	bound float64
}

// term is the signal at an index, times a weight.
type term struct {
	at     int
	weight float64
}

// utility is the value of an action: a constant plus a weighted sum of signals. The
// action is feasible if all conditions in needs hold.
type utility struct {
	action   int
	needs    []condition
	constant float64
	terms    []term
}

// op is a comparison.
type op string

// ops are all comparisons.
var ops = []op{">=", ">", "<=", "<", "==", "!="}

func (o op) holds(a, b float64) bool {
	switch o {
	case ">=":
		return a >= b
	case ">":
		return a > b
	case "<=":
		return a <= b
	case "<":
		return a < b
	case "==":
		return a == b
	}
	return a != b
}

// Identity implements Policy.
func (p *Rules) Identity() Identity { return p.id }

// Actions implements Policy. The order is that of their first mention.
func (p *Rules) Actions() []string { return p.actions }

// Signals implements Policy.
func (p *Rules) Signals() []string { return p.signals }

// Params are the policy's thresholds and weights, by name.
func (p *Rules) Params() []Param { return slices.Clone(p.params) }

// Choose implements Policy.
func (p *Rules) Choose(values []float64, open Open) int {
	for i := range p.rules {
		r := &p.rules[i]
		if open&(1<<r.action) == 0 {
			continue
		}
		switch hold, known := all(r.when, values); {
		case !known:
			return Undecided
		case hold:
			return r.action
		}
	}
	best, most := Undecided, math.Inf(-1)
	for i := range p.utilities {
		u := &p.utilities[i]
		if open&(1<<u.action) == 0 {
			continue
		}
		hold, known := all(u.needs, values)
		if !known {
			return Undecided
		}
		if !hold {
			continue
		}
		worth := u.constant + sum(u.terms, values)
		if math.IsNaN(worth) {
			return Undecided
		}
		if worth > most || best == Undecided {
			best, most = u.action, worth
		}
	}
	return best
}

// all reports whether all conditions hold. known is false if a signal is missing before
// one fails.
func all(conditions []condition, values []float64) (hold, known bool) {
	for i := range conditions {
		c := &conditions[i]
		left := sum(c.left, values)
		if math.IsNaN(left) {
			return false, false
		}
		if !c.op.holds(left, c.bound) {
			return false, true
		}
	}
	return true, true
}

// sum adds in the order of the terms and rounds each product by itself, because a fused
// multiply-add could decide otherwise at a threshold.
func sum(terms []term, values []float64) (total float64) {
	if len(terms) == 1 && terms[0].weight == 1 {
		return values[terms[0].at]
	}
	for _, t := range terms {
		total += float64(t.weight * values[t.at])
	}
	return total
}
