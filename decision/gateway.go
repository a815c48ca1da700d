package decision

import (
	"fmt"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/trajectory"
)

// This file has the rules of the gateway's policies (G2). Each is a pure function of
// signals that the gateway records, so that voi replay decides as the gateway did.

// The actions of a gateway's policy on the reply that a model proposes.
const (
	Pass    = "pass"    // leaves it as it is, whatever the signals
	Realize = "realize" // has the model act for what is next in its plan
	Replan  = "replan"  // has the rest of the plan made anew
)

// GuardTau is the support from which on a guard takes a value to be backed: of the right
// calls of the development data it then questions less than one in twenty (docs/gateway.md).
const GuardTau = 0.075

// Guard asks a question in place of a call whose least supported value (F4) has a support
// below tau. It lets the call pass where the model has proposed it before (repeated), where
// the user has answered a question for these values (answered), or where no question is
// possible (questions).
func Guard(tau float64) *Rules {
	return must(policyText{
		name: "guard", version: 1, params: []Param{{"tau", tau}},
		rules: []ruleText{
			{[]string{"support >= tau"}, Pass},
			{[]string{"repeated >= 1"}, Pass},
			{[]string{"answered >= 1"}, Pass},
			{[]string{"questions < 1"}, Pass},
			{nil, Ask},
		},
	})
}

// PassAll is the policy that leaves every reply as it is.
func PassAll() *Rules {
	return must(policyText{name: "pass", version: 1, rules: []ruleText{{nil, Pass}}})
}

// Entropic is Active Task Disambiguation: it asks the question whose answer is most open
// (entropy, in bits, over the solutions that the model gave) while it is above tau and
// fewer than most were asked.
func Entropic(tau float64, most int) *Rules {
	return must(policyText{
		name: "atd", version: 1, params: []Param{{"tau", tau}, {"most", float64(most)}},
		rules: []ruleText{
			{[]string{"calls < 1"}, Pass},
			{[]string{"asked >= most"}, Pass},
			{[]string{"entropy > tau"}, Ask},
			{nil, Pass},
		},
	})
}

// Exhausted is CGDP's gate before a further call: an answer is forced where the last p acts
// stagnated (stalled, Gate.Stalled).
func Exhausted(p int) *Rules {
	return must(policyText{
		name: "cgdp", version: 1, params: []Param{{"p", float64(p)}},
		rules: []ruleText{
			{[]string{"calls < 1"}, Pass},
			{[]string{"stalled >= p"}, Stop},
			{nil, Pass},
		},
	})
}

// Planned is SDP's loop. While the plan is open, words that would end the run, and the call
// that was just made, have the model realize what is next; a question passes. Where the
// attempts at one predicate were spent with the last step (stuck), the rest is planned anew,
// and after so many times the run is stopped. When all is certified the run ends: a call
// that is made once more is not made.
func Planned(replans int) *Rules {
	return must(policyText{
		name: "sdp", version: 1, params: []Param{{"most", float64(replans)}},
		rules: []ruleText{
			{[]string{"open < 1", "repeated >= 1"}, Stop},
			{[]string{"open < 1"}, Pass},
			{[]string{"asks >= 1"}, Pass},
			{[]string{"replans > most"}, Stop},
			{[]string{"stuck >= 1"}, Replan},
			{[]string{"calls < 1"}, Realize},
			{[]string{"repeated >= 1"}, Realize},
			{nil, Pass},
		},
	})
}

// Reviewed has a model revise what one that reviews does not approve of (approved).
func Reviewed(name string) *Rules {
	return must(policyText{
		name: name, version: 1,
		rules: []ruleText{{[]string{"approved >= 1"}, Pass}, {nil, string(trajectory.Revise)}},
	})
}

// Told is a Director who is a model: directed is what it says of the critical call that it
// stops first, 0 PASS, 1 REVISE, 2 ABORT.
func Told() *Rules {
	return must(policyText{
		name: "nod-model", version: 1,
		rules: []ruleText{
			{[]string{"critical < 1"}, Pass},
			{[]string{"directed < 1"}, Pass},
			{[]string{"directed < 2"}, string(trajectory.Revise)},
			{nil, string(trajectory.Abort)},
		},
	})
}

// Directed is Director over the signals of a reply: one without a critical call (critical
// is 0) passes, and so does a call that can be repaired and that is settled: what it lacks was
// put to the user, who answered and said nothing against it. PASS is the action pass there.
func Directed(by trajectory.Setting) Policy {
	return where("nod-"+by.Name, 2, "critical", heeding{Director(by)}, string(trajectory.Revise), string(trajectory.Abort))
}

// heeding is a Director that takes an answer of the user's for a repair.
type heeding struct{ Policy }

func (p heeding) Signals() []string { return append([]string{"settled"}, p.Policy.Signals()...) }

// Choose asks the Director.
func (p heeding) Choose(values []float64, open Open) int {
	i := p.Policy.Choose(values[1:], open)
	if i == 1 && values[0] >= 1 && open&1 != 0 {
		return 0
	}
	return i
}

// Sage is EVPI over the signals of a reply: one without a call (calls is 0) passes. The
// action call is pass there.
func Sage(policy certainty.Policy) (Policy, error) {
	p, err := EVPI(policy)
	if err != nil {
		return nil, err
	}
	return where("sage", 1, "calls", p, Ask), nil
}

// where asks a policy where a signal is not 0, and else does the first of its actions,
// whose name is pass there.
func where(name string, version int, signal string, p Policy, others ...string) Policy {
	reads := append([]string{signal}, p.Signals()...)
	return applied{newFixed(name, version, fmt.Sprint(p.Identity().SHA256, reads), append([]string{Pass}, others...), reads, nil), p}
}

type applied struct {
	Policy
	inner Policy
}

// Choose needs the other signals only where the policy is asked.
func (p applied) Choose(values []float64, open Open) int {
	switch {
	case values[0] != 0: // NaN as well: the policy then lacks what it reads
		return p.inner.Choose(values[1:], open)
	case open&1 == 0:
		return Undecided
	}
	return 0
}

// Live returns a rule of the gateway by its name, with the parameters that it has where
// nothing is said; nil for none.
func Live(name string) Policy {
	for _, by := range trajectory.Settings {
		if name == "nod-"+by.Name {
			return Directed(by)
		}
	}
	switch name {
	case "pass":
		return PassAll()
	case "guard":
		return Guard(GuardTau)
	case "sage":
		p, _ := Sage(certainty.DefaultPolicy()) // which holds
		return p
	case "atd":
		return Entropic(0, certainty.DefaultPolicy().MaxQuestions)
	case "cgdp":
		return Exhausted(DefaultGate.P)
	case "sdp":
		return Planned(MostReplans)
	case "nod-model":
		return Told()
	case "reflect", "critic", "debate":
		return Reviewed(name)
	}
	return nil
}

// MostReplans is how often SDP plans anew, its own for question answering.
const MostReplans = 2
