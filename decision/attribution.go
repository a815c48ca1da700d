package decision

import (
	"fmt"
	"math"
	"slices"
)

// Part is the part of an agent, or its world, to which a failure is attributed (T5).
type Part string

// The parts.
const (
	PartSignal      Part = "signal"      // with the true value the policy would have chosen right
	PartPolicy      Part = "policy"      // the policy would have chosen wrong, or was not followed
	PartExecution   Part = "execution"   // the action was right, and its result wrong
	PartEnvironment Part = "environment" // no action could succeed
)

// Parts are all parts, in the order of the figures.
var Parts = [...]Part{PartSignal, PartPolicy, PartExecution, PartEnvironment}

// Blame attributes a failed episode to a part.
type Blame struct {
	Part   Part
	Step   int64  // the step of the record with the fault
	Signal string // the misleading signal; of several the one with the largest share of the error
	Why    string // an explanation for people
}

// Attribute returns the part that a failed episode is attributed to. It is nil if the
// episode did not fail, or if its records hold too little to tell. records are those of
// one episode in order; policy is the one that decided.
//
// The first step with an action outside Best decides: with the true signals the policy
// would have chosen right (signal) or wrong (policy). A signal that became wrong directly
// after a step with a wrong result is that result's fault (execution). So is a failure in
// which every action was right.
func Attribute(records []*Record, policy Policy) *Blame {
	if len(records) == 0 || records[0].Outcome == nil || *records[0].Outcome > 0 {
		return nil
	}
	var unsound *Record
	for i, r := range records {
		switch {
		case r.Hope != nil && !*r.Hope && unsound == nil:
			return &Blame{Part: PartEnvironment, Step: r.Step, Why: "no action could succeed"}
		case len(r.Best) > 0 && !slices.Contains(r.Best, r.Action):
			return deviates(records[:i+1], policy)
		case r.Sound != nil && !*r.Sound:
			unsound = r
		}
	}
	if unsound != nil {
		return broken(unsound)
	}
	return nil
}

func broken(r *Record) *Blame {
	why := fmt.Sprintf("%s was right, and its result wrong", r.Action)
	if r.Result != "" {
		why += fmt.Sprintf(": %.80s", r.Result)
	}
	return &Blame{Part: PartExecution, Step: r.Step, Why: why}
}

// source is the step whose wrong result made a signal wrong, nil if the signal became
// wrong by itself. An error below half of the signal's error at the end counts as noise.
func source(records []*Record, signal string) *Record {
	wrong := func(r *Record) float64 { return math.Abs(r.Signals.Get(signal) - r.Truth.Get(signal)) }
	i := len(records) - 1
	for least := wrong(records[i]) / 2; i > 0 && wrong(records[i-1]) >= least; {
		i--
	}
	if i > 0 && records[i-1].Sound != nil && !*records[i-1].Sound {
		return records[i-1]
	}
	return nil
}

// deviates attributes the last step, whose action is not among the best.
func deviates(records []*Record, policy Policy) *Blame {
	r := records[len(records)-1]
	if policy == nil {
		return nil
	}
	values, open := ValuesOf(policy, nil, r.Signals), OpenOf(policy, r.Actions)
	right := func() bool {
		k := policy.Choose(values, open)
		return k >= 0 && slices.Contains(r.Best, policy.Actions()[k])
	}
	if right() {
		return &Blame{Part: PartPolicy, Step: r.Step, Why: fmt.Sprintf("the policy %s chooses what is best on these signals, and %s was done", policy.Identity().Name, r.Action)}
	}
	worst, most, known := "", -1.0, true
	for i, name := range policy.Signals() {
		truth := r.Truth.Get(name)
		if math.IsNaN(truth) {
			known = false
			continue
		}
		if share := math.Abs(weightOf(policy, i) * (truth - values[i])); truth != values[i] && !(share <= most) {
			worst, most = name, share
		}
		values[i] = truth
	}
	switch {
	case right():
		if from := source(records, worst); from != nil {
			return broken(from)
		}
		return &Blame{Part: PartSignal, Step: r.Step, Signal: worst, Why: fmt.Sprintf("%s was %s, and is %s: the policy would have chosen %v, not %s", worst, number(r.Signals.Get(worst)), number(r.Truth.Get(worst)), r.Best, r.Action)}
	case !known:
		return nil // a signal with an unknown true value may have misled it
	}
	return &Blame{Part: PartPolicy, Step: r.Step, Why: fmt.Sprintf("on the true signals the policy %s chooses none of %v either", policy.Identity().Name, r.Best)}
}

// weightOf is the largest weight of a signal in the policy's comparisons; 1 if the policy
// has no rules.
func weightOf(policy Policy, at int) float64 {
	p, ok := policy.(*Rules)
	if !ok {
		return 1
	}
	most := 0.0
	look := func(terms []term) {
		for _, t := range terms {
			if t.at == at {
				most = max(most, math.Abs(t.weight))
			}
		}
	}
	for _, r := range p.rules {
		for _, c := range r.when {
			look(c.left)
		}
	}
	for _, u := range p.utilities {
		look(u.terms)
		for _, c := range u.needs {
			look(c.left)
		}
	}
	return most
}
