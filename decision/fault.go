package decision

import (
	"fmt"
	"math/rand/v2"
)

// Fault is the fault in an episode of Broken.
type Fault string

// The faults. Each belongs to one part of T5.
const (
	FaultFirst      Fault = "first signal"      // the first signal says that all was found, or that nothing ever is
	FaultSecond     Fault = "second signal"     // the same of the second signal
	FaultThreshold  Fault = "threshold"         // the policy acts with less than it needs, or never
	FaultTool       Fault = "tool error"        // the right action fails
	FaultResult     Fault = "wrong observation" // a search wrongly claims to have found something
	FaultInfeasible Fault = "infeasible task"   // there is nothing to find
)

// Faults lists all faults, each with its part.
var Faults = [...]struct {
	Fault
	Part
}{
	{FaultFirst, PartSignal}, {FaultSecond, PartSignal}, {FaultThreshold, PartPolicy},
	{FaultTool, PartExecution}, {FaultResult, PartExecution}, {FaultInfeasible, PartEnvironment},
}

// The world of Broken: a policy searches for facts and then executes, within a budget of
// steps. It mixes two signals of the share of facts that it has found.
const (
	brokenSteps = 12
	brokenAlpha = 0.5
	brokenTau   = 0.9
	brokenNoise = 0.05 // of honest signals, too little to change the decision
	hiccup      = 0.2  // chance that a search comes back empty and is made again: a wrong result that does no harm
)

// BrokenPolicy decides in episodes of Broken whose fault is not in the policy.
func BrokenPolicy() *Rules { return brokenPolicy(brokenTau) }

func brokenPolicy(tau float64) *Rules {
	return must(policyText{
		name: "search-then-execute", version: 1, params: []Param{{"alpha", brokenAlpha}, {"tau", tau}},
		mixes: []named{{"p", []weightText{{"first", "alpha"}, {"second", "rest"}}}},
		rules: []ruleText{{[]string{"p >= tau"}, Execute}, {nil, Expand}},
	})
}

// Broken plays an episode that one fault makes fail. It returns its decisions and the
// policy that made them. The same seed gives the same episode.
func Broken(fault Fault, seed uint64) ([]*Record, Policy) {
	rng := rand.New(rand.NewPCG(seed, 0xfa17))
	e := brokenRun{fault: fault, rng: rng, facts: 2 + rng.IntN(4), id: fmt.Sprintf("%s %d", fault, seed), task: fmt.Sprintf("search %d", seed)}
	e.shy = rng.IntN(2) == 0
	e.at = rng.IntN(e.facts) // facts found before the fault begins
	tau := brokenTau
	if fault == FaultThreshold {
		tau = 1.5 // it never acts
		if rng.IntN(2) == 0 {
			tau = (float64(e.at%(e.facts-1)) + 0.5) / float64(e.facts) // it acts too early
		}
	}
	policy := brokenPolicy(tau)
	for !e.done && len(e.records) < brokenSteps {
		e.step(policy)
	}
	for _, r := range e.records {
		r.Outcome = &e.success
	}
	return e.records, policy
}

// brokenRun is an episode in progress.
type brokenRun struct {
	fault   Fault
	rng     *rand.Rand
	id      string
	task    string // the world; the faults of one seed share it
	facts   int    // facts that are needed
	found   int
	claimed int // facts that a wrong observation claims
	at      int
	shy     bool // a broken signal says too little, instead of too much
	done    bool
	success float64
	records []*Record
}

// wrong is the value of a broken signal: high enough to act at once, or too low to act
// ever.
func (e *brokenRun) wrong(value, other float64) float64 {
	switch {
	case e.shy:
		return value - brokenTau
	case e.found < e.facts:
		return 2*brokenTau - other + 0.1
	}
	return value
}

// step shows the signals to the policy, and carries out its choice.
func (e *brokenRun) step(policy Policy) {
	truth := float64(e.found) / float64(e.facts)
	honest := func() float64 {
		return min(1, max(0, float64(e.found+e.claimed)/float64(e.facts)+brokenNoise*(2*e.rng.Float64()-1)))
	}
	first, second := honest(), honest()
	if e.found >= e.at {
		switch e.fault {
		case FaultFirst:
			first = e.wrong(first, second)
		case FaultSecond:
			second = e.wrong(second, first)
		}
	}
	solvable, sound := e.fault != FaultInfeasible, true
	r := &Record{
		Episode: e.id, Task: e.task, Step: int64(len(e.records)), Actions: policy.Actions(),
		Signals: NewSignals(map[string]float64{"first": first, "second": second}),
		Truth:   NewSignals(map[string]float64{"first": truth, "second": truth}),
		Cost:    1, Hope: &solvable, Sound: &sound,
	}
	r.Stamp(policy.Identity())
	action, err := Decide(policy, r.Actions, r.Signals)
	if err != nil {
		panic(err) // cannot happen: both signals are known and both actions open
	}
	r.Action = action
	switch {
	case !solvable:
	case e.found == e.facts:
		r.Best = []string{Execute}
	default:
		r.Best = []string{Expand}
	}
	e.records = append(e.records, r)
	if action == Execute {
		e.done, r.Result = true, "executed"
		switch {
		case e.found < e.facts:
		case e.fault == FaultTool:
			sound, r.Result = false, "the tool failed"
		default:
			e.success = 1
		}
		return
	}
	switch {
	case e.fault == FaultInfeasible && e.found == e.at:
		r.Result = "nothing is there"
	case e.found == e.facts:
		r.Result = "nothing more is there"
	case e.rng.Float64() < hiccup && len(e.records) < brokenSteps/2:
		sound, r.Result = false, "timeout"
	case e.fault == FaultResult && e.found == e.at && e.claimed == 0:
		sound, r.Result = false, "found what is not there"
		e.claimed = e.facts - e.found
	default:
		e.found++
		r.Result = "found"
	}
}
