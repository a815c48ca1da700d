package decision

import "github.com/voi-rl/voi/internal/jsonvalue"

// The actions of the papers' policies.
const (
	Execute   = "execute"
	Clarify   = "clarify"
	Accept    = "accept"
	Backtrack = "backtrack"
	Stop      = "stop"
	Expand    = "expand"
	Call      = "call"
	Ask       = "ask"
)

// Threshold chooses then if a signal is at least tau, else otherwise (section 4.1).
func Threshold(signal string, tau float64, then, otherwise string) *Rules {
	return must(policyText{
		name: "threshold", version: 1, params: []Param{{"tau", tau}},
		rules: []ruleText{{[]string{signal + " >= tau"}, then}, {nil, otherwise}},
	})
}

// Thresholds chooses then if every signal is at least its parameter, else otherwise.
// The parameter has the signal's name and is 0.5 by default.
func Thresholds(signals []string, then, otherwise string) (*Rules, error) {
	t := policyText{name: "thresholds", version: 1}
	var when []string
	for _, s := range signals {
		t.params = append(t.params, Param{s, 0.5})
		when = append(when, s+" >= "+s)
	}
	t.rules = []ruleText{{when, then}, {nil, otherwise}}
	return t.compile()
}

// Mixed stops if p = alpha * first + (1 - alpha) * second is at least tau, else it
// expands (section 5.3).
func Mixed(first, second string, alpha, tau float64) *Rules {
	return must(policyText{
		name: "mixed-threshold", version: 1, params: []Param{{"alpha", alpha}, {"tau", tau}},
		mixes: []named{{"p", []weightText{{first, "alpha"}, {second, "rest"}}}},
		rules: []ruleText{{[]string{"p >= tau"}, Stop}, {nil, Expand}},
	})
}

// Always chooses one action, whatever the signals are. The Retry baseline always
// executes.
func Always(action string) *Rules {
	return must(policyText{name: "always-" + action, version: 1, rules: []ruleText{{nil, action}}})
}

// Calendar is the rule of appendix A.2: clarify after a failed execution; else execute
// if every field is confirmed; else clarify. It reads failed (1: the last action was an
// execution that failed) and p_suff.
func Calendar() *Rules {
	return must(policyText{
		name: "calendar", version: 1,
		rules: []ruleText{
			{[]string{"failed >= 1"}, Clarify},
			{[]string{"p_suff >= 1"}, Execute},
			{nil, Clarify},
		},
	})
}

// The thresholds of appendix B.2.
const (
	TauSuff   = 0.4
	ThetaCorr = 0.5
)

// Graph is the policy of appendix B.2, whose thresholds are 0.4 and 0.5. It reads
// traversed (1: a node was just visited), p_corr, p_suff, untried (candidates), hidden
// (attributes) and turn (from 1). With strict it accepts above theta only, not at
// theta.
func Graph(tauSuff, thetaCorr float64, strict bool) *Rules {
	name, accepts := "graph", ">="
	if strict {
		name, accepts = "graph-strict", ">"
	}
	const visited = "traversed >= 1"
	return must(policyText{
		name: name, version: 1, params: []Param{{"tau_suff", tauSuff}, {"theta_corr", thetaCorr}},
		rules: []ruleText{
			{[]string{visited, "p_corr " + accepts + " theta_corr"}, Accept},
			{[]string{visited, "untried < 1"}, Accept},
			{[]string{visited, "p_suff < tau_suff", "turn > 2"}, Clarify},
			{[]string{visited, "untried >= 1"}, Backtrack},
			{[]string{visited}, Clarify},
			{[]string{"p_suff >= tau_suff"}, Execute},
			{[]string{"hidden <= 1"}, Execute},
			{nil, Clarify},
		},
	})
}

// must compiles a policy of this package.
func must(t policyText) *Rules {
	p, err := t.compile()
	if err != nil {
		panic(err)
	}
	return p
}

// Value returns the policy as data, as Parse reads it.
func (p *Rules) Value() jsonvalue.Value {
	var params, needs jsonvalue.Members
	for _, q := range p.params {
		params.Add(q.Name, jsonvalue.NewFloat(q.Value))
	}
	for _, u := range p.source.utilities {
		if when := p.source.needs[u.name]; len(when) > 0 {
			needs.Add(u.name, jsonvalue.NewStrings(when))
		}
	}
	rules := make([]jsonvalue.Value, len(p.source.rules))
	for i, r := range p.source.rules {
		rules[i] = jsonvalue.ObjectOf("when?", r.when, "do", r.do)
	}
	return jsonvalue.ObjectOf(
		"name", p.id.Name,
		"version", p.id.Version,
		"params?", params,
		"mixes?", namedValue(p.source.mixes),
		"rules?", rules,
		"utilities?", namedValue(p.source.utilities),
		"needs?", needs,
	)
}

func namedValue(list []named) (m jsonvalue.Members) {
	for _, n := range list {
		var weights jsonvalue.Members
		for _, w := range n.weights {
			weights.Add(w.signal, jsonvalue.NewString(w.weight))
		}
		m.Add(n.name, weights.Value())
	}
	return m
}
