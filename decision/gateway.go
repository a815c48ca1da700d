package decision

import (
	"fmt"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/trajectory"
)

// This file has the rules of the gateway's policies (G2). Each is a pure function of recorded
// signals, so that voi replay decides as the gateway did.

// The actions of a gateway's policy on a reply that the model proposes.
const (
	Pass    = "pass"    // leaves the reply as it is
	Realize = "realize" // has the model act on the next item of its plan
	Replan  = "replan"  // has the rest of the plan made again
)

// GuardTau is the support from which on a guard accepts a value. At this value it questions
// less than one in twenty of the right calls in the development data (docs/gateway.md).
const GuardTau = 0.075

// Guard asks a question instead of a call if the smallest support (F4) among the call's values
// is below tau. The call passes if the model proposes it again (repeated), if the user has
// answered a question about these values (answered), or if there is no possible question
// (questions).
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

// PassAll leaves every reply as it is.
func PassAll() *Rules {
	return must(policyText{name: "pass", version: 1, rules: []ruleText{{nil, Pass}}})
}

// Entropic is Active Task Disambiguation. It asks the question with the highest entropy of the
// answer, in bits over the model's solutions, if that entropy is above tau and fewer than most
// questions were asked.
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

// Exhausted is CGDP's gate before a further call: it forces an answer if the last p acts
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

// Planned is SDP's loop. While the plan is open, a reply that would end the run, or that
// repeats the last call, has the model realize the next predicate; a question passes. If the
// attempts at one predicate are spent (stuck), the rest is planned again; after replans times
// the run is stopped. When all predicates are certified the run ends, and a repeated call is
// not made.
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

// Reviewed has the model revise a reply that a reviewing model does not approve (approved).
func Reviewed(name string) *Rules {
	return must(policyText{
		name: name, version: 1,
		rules: []ruleText{{[]string{"approved >= 1"}, Pass}, {nil, string(trajectory.Revise)}},
	})
}

// Told is a Director that is a model. directed is its verdict on the first critical call that
// it stops: 0 PASS, 1 REVISE, 2 ABORT.
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

// Directed is Director on the signals of a reply. A reply without a critical call (critical is
// 0) passes. So does a repairable call that is settled: the user was asked about what it
// lacks, answered, and said nothing against it. The action for PASS is named pass here.
func Directed(by trajectory.Setting) Policy {
	return where("nod-"+by.Name, 2, "critical", heeding{Director(by)}, string(trajectory.Revise), string(trajectory.Abort))
}

// heeding is a Director that accepts an answer of the user as a repair.
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

// Sage is EVPI on the signals of a reply. A reply without a call (calls is 0) passes. The
// action for call is named pass here.
func Sage(policy certainty.Policy) (Policy, error) {
	p, err := EVPI(policy)
	if err != nil {
		return nil, err
	}
	return where("sage", 1, "calls", p, Ask), nil
}

// where asks a policy if a signal is not 0, and otherwise chooses the policy's first action.
// That action is named pass here.
func where(name string, version int, signal string, p Policy, others ...string) Policy {
	reads := append([]string{signal}, p.Signals()...)
	return applied{newFixed(name, version, fmt.Sprint(p.Identity().SHA256, reads), append([]string{Pass}, others...), reads, nil), p}
}

type applied struct {
	Policy
	inner Policy
}

// Choose needs the other signals only if it asks the policy.
func (p applied) Choose(values []float64, open Open) int {
	switch {
	case values[0] != 0: // also NaN: the policy then lacks its signals
		return p.inner.Choose(values[1:], open)
	case open&1 == 0:
		return Undecided
	}
	return 0
}

// Live returns a gateway rule by its name, with default parameters; nil if there is none.
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
		p, _ := Sage(certainty.DefaultPolicy()) // the default policy is valid
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

// MostReplans is how often SDP plans again by default, its own number for question answering.
const MostReplans = 2
