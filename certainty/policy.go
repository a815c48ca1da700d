package certainty

import (
	"fmt"
	"math"
)

// Policy holds the thresholds of F7. Zeros count as they are; DefaultPolicy has the
// defaults.
type Policy struct {
	Lambda       float64 // eq. 4: cost of asking about an aspect again, at least 0; 0: asking is free
	Alpha        float64 // eq. 6: call if the best score is below Alpha * V_now, at least 0; 0: only if it is negative
	TauExec      float64 // call if V_now is at least this; 0: always call, above 1: never for that reason
	MaxQuestions int     // n_s: call after this many questions; 0: never ask
}

// DefaultPolicy returns the defaults of F7. lambda 0.5 and alpha 0.1 are the paper's;
// tau_exec 0.9 and n_s 5 are F7's own.
func DefaultPolicy() Policy {
	return Policy{Lambda: 0.5, Alpha: 0.1, TauExec: 0.9, MaxQuestions: 5}
}

// Check returns an error for the first threshold out of its range.
func (p Policy) Check() error {
	for _, f := range []struct {
		name  string
		value float64
	}{{"lambda", p.Lambda}, {"alpha", p.Alpha}, {"tau_exec", p.TauExec}} {
		if !(f.value >= 0) || math.IsInf(f.value, 1) {
			return fmt.Errorf("certainty: %s is %v; it must be a finite number of at least 0", f.name, f.value)
		}
	}
	if p.MaxQuestions < 0 {
		return fmt.Errorf("certainty: n_s is %d; it must be at least 0", p.MaxQuestions)
	}
	return nil
}

// cost returns eq. 4, where times is how often the aspects were asked about in all. It
// is always finite.
func (p Policy) cost(times float64) float64 {
	if times == 0 {
		return 0
	}
	return min(p.Lambda*times, math.MaxFloat64)
}

// Action is what a policy decides.
type Action string

// The actions of a Decision.
const (
	ActionCall Action = "call" // make the best call as it stands
	ActionAsk  Action = "ask"  // ask the best question
	ActionNone Action = "none" // no belief to decide on
)

// Decision is a policy's decision on a belief, with its signals.
type Decision struct {
	Action    Action
	Best      *Question  // the best question, whatever the action; nil if there is none
	Questions []Question // all candidates for the best question, best first
}

// Decide applies F7 (SAGE-Agent eqs. 5 and 6) to a belief: it gets the questions of b
// and compares. questionsAsked is n, the number of questions so far; asked counts them
// by aspect, as in Belief.Questions.
func Decide(b *Belief, policy Policy, asked map[string]int, questionsAsked int) Decision {
	d := Decision{Action: ActionNone}
	if !b.Defined() {
		return d
	}
	d.Questions = b.Questions(policy, asked)
	if len(d.Questions) > 0 {
		best := d.Questions[0]
		d.Best = &best
	}
	d.Action = policy.Choose(b.VNow(), d.Best, questionsAsked)
	return d
}

// slack is the relative distance from which on a signal counts as having reached a
// threshold, because rounding must not decide. A call with a rival that lacks one
// value of nine has V_now 0.9 exactly, but 0.8999999999999999 in float64.
const slack = 1e-12

// Choose is F7 as a function of stored signals: V_now, the best question (only its
// score counts; nil: there is none), and the number of questions so far.
func (p Policy) Choose(vNow float64, best *Question, questionsAsked int) Action {
	switch {
	case vNow >= p.TauExec*(1-slack), questionsAsked >= p.MaxQuestions:
		return ActionCall
	case best == nil, best.Score < p.least(vNow):
		return ActionCall
	default:
		return ActionAsk
	}
}

// least is the score from which on the best question is asked, eq. 6. A score is a
// difference (EVPI less cost), so that its error does not shrink with its size.
func (p Policy) least(vNow float64) float64 {
	bound := p.Alpha * vNow
	return bound - min(slack, bound*1e-6)
}
