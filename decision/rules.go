package decision

import (
	"math"
	"slices"
)

// Rules is a policy as data (Parse): the first rule of an open action whose conditions
// all hold decides; where none does, the open and feasible action of the highest utility
// (Decision-Centric Design, eqs. 1 and 2), the one that is named first where several are
// highest.
type Rules struct {
	id        Identity
	actions   []string
	signals   []string
	params    []Param
	rules     []rule
	utilities []utility
	source    policyText
}

// Param is a threshold or a weight of a policy, by name.
type Param struct {
	Name  string
	Value float64
}

// rule chooses an action where all conditions hold; none always holds.
type rule struct {
	when   []condition
	action int
}

// condition compares a sum of signals with a bound.
type condition struct {
	left  []term
	op    op
	bound float64
}

// term is a signal, by its place among the signals, times a weight.
type term struct {
	at     int
	weight float64
}

// utility is what an action is worth: a constant and a sum of signals. It is feasible
// where all that it needs holds.
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

// Actions implements Policy, in the order in which they are named.
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

// all reports whether all conditions hold, up to the first that does not; known is
// false where that cannot be said.
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

// sum adds in the order of the terms, each product rounded by itself: a machine that
// fuses the two would decide otherwise at a threshold.
func sum(terms []term, values []float64) (total float64) {
	if len(terms) == 1 && terms[0].weight == 1 {
		return values[terms[0].at]
	}
	for _, t := range terms {
		total += float64(t.weight * values[t.at])
	}
	return total
}
