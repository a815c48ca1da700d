package decision

import "github.com/voi-rl/voi/trajectory"

// Pass leaves a reply as the model gave it, whatever the signals.
const Pass = "pass"

// GuardTau is the support from which on a guard takes a value to be backed: of the right
// calls of the development data it then questions less than one in twenty (docs/gateway.md).
const GuardTau = 0.08

// Guard asks in place of a call where the value that is backed least (support, F4) is
// backed by less than tau, unless the same call was just proposed (repeated), its values
// were asked about and answered (answered), or there is nothing to ask (questions).
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

// Directed is Director over the signals of a reply: one without a critical call (critical
// is 0) passes. PASS is the action pass there.
func Directed(by trajectory.Setting) Policy {
	director := Director(by)
	reads := append([]string{"critical"}, director.Signals()...)
	actions := []string{Pass, string(trajectory.Revise), string(trajectory.Abort)}
	return directed{newFixed("nod-"+by.Name, 1, director.Identity().SHA256, actions, reads, nil), director}
}

type directed struct {
	Policy
	director Policy
}

// Choose needs the other signals only where there is a critical call.
func (p directed) Choose(values []float64, open Open) int {
	switch {
	case values[0] != 0: // NaN as well: the director then lacks what it reads
		return p.director.Choose(values[1:], open)
	case open&1 == 0:
		return Undecided
	}
	return 0
}
