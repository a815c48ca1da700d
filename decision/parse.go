package decision

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The limits of a policy's text.
const (
	maxRules      = 256
	maxConditions = 32
	maxNames      = 256
)

// policyText is a policy as it was written, in order, reduced to what affects its
// decisions.
type policyText struct {
	name      string
	version   int
	params    []Param
	mixes     []named
	rules     []ruleText
	utilities []named
	needs     map[string][]string
}

// named is a name with weights: numbers, parameters, "-parameter", "rest".
type named struct {
	name    string
	weights []weightText
}

type weightText struct{ signal, weight string }

type ruleText struct {
	when []string
	do   string
}

// constantTerm names the constant of a utility.
const constantTerm = "constant"

// Parse reads a policy as data:
//
//	name: stop-when-sufficient
//	version: 1
//	params: {tau: 0.8, alpha: 0.4}
//	mixes: {p: {p_dense: alpha, p_llm: rest}}
//	rules:
//	- {when: [p >= tau], do: stop}
//	- {do: expand}
//	utilities: {stop: {p: 1, constant: -0.1}, expand: {cost: -lambda}}
//	needs: {expand: [rounds < 2]}
//
// A condition is a signal or a mix, one of >= > <= < == !=, and a number or a parameter,
// separated by spaces. A mix is a weighted sum of signals; "rest" is 1 less the other
// weights. Rules decide first; if none applies, utilities do. Either may be missing.
// Unknown keys are errors.
func Parse(v jsonvalue.Value) (*Rules, error) {
	t, err := readPolicy(v)
	if err != nil {
		return nil, fmt.Errorf("decision: policy %.60q: %w", v.Field("name").Str(), err)
	}
	return t.compile()
}

// With returns a new policy with one parameter changed, and with its own hash.
func (p *Rules) With(param string, value float64) (*Rules, error) {
	i := slices.IndexFunc(p.source.params, func(q Param) bool { return q.Name == param })
	switch {
	case i < 0:
		return nil, fmt.Errorf("decision: the policy %s has no parameter %.60q; it has %v", p.id.Name, param, p.names())
	case math.IsNaN(value):
		return nil, fmt.Errorf("decision: the parameter %s of %s cannot be no number", param, p.id.Name)
	}
	t := p.source
	t.params = slices.Clone(t.params)
	t.params[i].Value = value
	return t.compile()
}

func (p *Rules) names() (names []string) {
	for _, q := range p.params {
		names = append(names, q.Name)
	}
	return names
}

// objects are the keys of a policy whose values are objects.
var objects = []string{"params", "mixes", "utilities", "needs"}

func readPolicy(v jsonvalue.Value) (t policyText, err error) {
	t.version = 1
	for _, m := range v.Members() {
		if k := m.Value.Kind(); slices.Contains(objects, m.Key) && k != jsonvalue.Object && k != jsonvalue.Null {
			return t, fmt.Errorf("%s is %.60s; give an object", m.Key, m.Value.JSON())
		}
		switch m.Key {
		case "name":
			t.name = m.Value.Str()
		case "version":
			n, ok := m.Value.Int()
			if !ok || n < 1 || n > math.MaxInt32 {
				return t, fmt.Errorf("version is %.40s; give a whole number from 1 on", m.Value.JSON())
			}
			t.version = int(n)
		case "params":
			for _, q := range m.Value.Members() {
				f, ok := q.Value.Float()
				if !ok {
					return t, fmt.Errorf("params.%s is %.40s; give a number", q.Key, q.Value.JSON())
				}
				t.params = append(t.params, Param{q.Key, f})
			}
			slices.SortFunc(t.params, func(a, b Param) int { return strings.Compare(a.Name, b.Name) })
		case "mixes":
			t.mixes, err = readNamed(m.Value)
		case "utilities":
			t.utilities, err = readNamed(m.Value)
		case "rules":
			t.rules, err = readRules(m.Value)
		case "needs":
			t.needs = map[string][]string{}
			for _, n := range m.Value.Members() {
				if t.needs[n.Key], err = readWhen(n.Value); err != nil {
					break
				}
			}
		default:
			err = fmt.Errorf("there is no key %.60q; give name, version, params, mixes, rules, utilities, needs", m.Key)
		}
		if err != nil {
			return t, fmt.Errorf("%s: %w", m.Key, err)
		}
	}
	switch {
	case t.name == "":
		return t, fmt.Errorf("it has no name")
	case len(t.rules)+len(t.utilities) == 0:
		return t, fmt.Errorf("it has neither rules nor utilities, and so decides nothing")
	case len(t.rules) > maxRules || len(t.utilities) > MaxActions || len(t.mixes)+len(t.params) > maxNames:
		return t, fmt.Errorf("it has more than %d rules, %d utilities or %d names", maxRules, MaxActions, maxNames)
	}
	return t, nil
}

func readNamed(v jsonvalue.Value) (all []named, err error) {
	for _, m := range v.Members() {
		n := named{name: m.Key}
		for _, w := range m.Value.Members() {
			text := w.Value.Str()
			if f, ok := w.Value.Float(); ok {
				text = number(f)
			}
			if text == "" {
				return nil, fmt.Errorf("%s.%s is %.40s; give a number or a parameter", m.Key, w.Key, w.Value.JSON())
			}
			n.weights = append(n.weights, weightText{w.Key, text})
		}
		if len(n.weights) == 0 || len(n.weights) > maxConditions {
			return nil, fmt.Errorf("%s has %d weights; give 1 to %d", m.Key, len(n.weights), maxConditions)
		}
		all = append(all, n)
	}
	return all, nil
}

func readRules(v jsonvalue.Value) (rules []ruleText, err error) {
	for i, item := range v.Items() {
		var r ruleText
		for _, m := range item.Members() {
			switch m.Key {
			case "do":
				r.do = m.Value.Str()
			case "when":
				if r.when, err = readWhen(m.Value); err != nil {
					return nil, fmt.Errorf("%d: %w", i, err)
				}
			default:
				return nil, fmt.Errorf("%d: there is no key %.60q; give when and do", i, m.Key)
			}
		}
		if r.do == "" {
			return nil, fmt.Errorf("%d: it does nothing; give an action as do", i)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

func readWhen(v jsonvalue.Value) (when []string, err error) {
	texts, ok := v.Strings()
	if !ok || len(texts) > maxConditions {
		return nil, fmt.Errorf("%.60s is no list of at most %d conditions, texts like \"p >= 0.8\"", v.JSON(), maxConditions)
	}
	for _, text := range texts {
		parts := strings.Fields(text)
		if len(parts) != 3 || !slices.Contains(ops, op(parts[1])) {
			return nil, fmt.Errorf("%.60q is no condition; write a signal, one of %v and a number or a parameter, with spaces between", text, ops)
		}
		when = append(when, strings.Join(parts, " "))
	}
	return when, nil
}

// number writes a number for the canonical text.
func number(f float64) string { return string(jsonvalue.AppendFloat(nil, f)) }

// hash is the hash of the canonical text.
func (t *policyText) hash() string {
	var b strings.Builder
	for _, q := range t.params {
		fmt.Fprintf(&b, "param %q %s\n", q.Name, infinite(q.Value))
	}
	for _, list := range [][]named{t.mixes, t.utilities} {
		for _, n := range list {
			fmt.Fprintf(&b, "sum %q %q needs %q\n", n.name, n.weights, t.needs[n.name])
		}
		b.WriteString("end\n")
	}
	for _, r := range t.rules {
		fmt.Fprintf(&b, "rule %q %q\n", r.do, r.when)
	}
	fmt.Fprintf(&b, "%q %d", t.name, t.version)
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:])
}

// infinite is number for thresholds, which may be infinite.
func infinite(f float64) string {
	if math.IsInf(f, 0) {
		return fmt.Sprint(f)
	}
	return number(f)
}
