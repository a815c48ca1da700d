package reward

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
)

// Term is one summand of a profile's reward: Weight * component, and times Cert
// (F10) where Times says so.
type Term struct {
	Component Component
	Weight    float64   // at most MaxWeight either way
	Times     Component // Certainty, or "" for nothing
}

// MaxWeight is the largest weight of a term, in magnitude. It keeps rewards
// exact enough to be compared.
const MaxWeight = 1e6

// Profile says what a completion earns: the sum of its terms, by its rules. A
// Profile is not changed once it is read and is safe for concurrent use.
type Profile struct {
	name, description string
	terms             []Term
	places            []place // of the terms
	paysUndue         bool    // for what a question is worth that is not due, whose tool and cls are 0
	rules             rules
	judge             Judge // of the rule judge; nil where none was given
	sha256            string
	lo, hi            float64
}

// place is a term as Score reads it.
type place struct {
	at     int
	weight float64
	times  bool
}

// newProfile puts a profile together; terms and rules are checked already.
func newProfile(name, description string, terms []Term, r rules) *Profile {
	p := &Profile{name: name, description: description, terms: terms, rules: r}
	for _, t := range terms {
		at, _ := componentAt(string(t.Component))
		p.places = append(p.places, place{at: at, weight: t.Weight, times: t.Times == Certainty})
		p.paysUndue = p.paysUndue || at == atCertainty || at == atSlot || at == atForm && t.Times == Certainty
	}
	// The ends are summed as a reward is, term by term, so that the reward of the
	// best values is the upper end to the last digit.
	for _, pl := range p.places {
		most := pl.weight * p.mostOf(pl.at)
		if pl.at == atCls && r.family == familyGuarded {
			most *= r.weights.most()
		}
		p.lo, p.hi = p.lo+min(most, 0), p.hi+max(most, 0)
	}
	p.sha256 = p.hash()
	return p
}

// mostOf is the largest value of a component under the profile's grammar: the
// fmt components are 0 in native text (F8).
func (p *Profile) mostOf(at int) float64 {
	if components[at].format && p.rules.grammar == completion.Native {
		return 0
	}
	return components[at].most
}

// hash is the SHA-256 of what the profile says: its terms in their order and
// every rule of its family, defaults spelt out. The first line names this form, and changes
// when the same words come to mean another reward.
func (p *Profile) hash() string {
	var b strings.Builder
	if p.rules.family == familyGuarded {
		b.WriteString("voi profile 2\n") // F11 as it is now
	} else {
		b.WriteString("voi profile 1\n")
	}
	for _, t := range p.terms {
		b.WriteString("term " + string(t.Component) + " " + formatNumber(t.Weight) + " " + string(t.Times) + "\n")
	}
	for _, r := range ruleTable {
		if r.of == "" || r.of == p.rules.family {
			b.WriteString("rule " + r.key + " " + r.get(&p.rules) + "\n")
		}
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:])
}

// Name returns the profile's name.
func (p *Profile) Name() string { return p.name }

// Description returns what the profile says of itself, "" where nothing.
func (p *Profile) Description() string { return p.description }

// SHA256 returns, in hexadecimal, the hash of what the profile says: its terms
// and rules, whatever its name, comments, white space and order of keys.
func (p *Profile) SHA256() string { return p.sha256 }

// Range returns the least and the greatest reward. It follows from the terms,
// and every reward lies in it.
func (p *Profile) Range() (lo, hi float64) { return p.lo, p.hi }

// Components returns the names of the values in Result.Components, in their
// order, the same for every item: fmt_xml, fmt_soft, fmt_strict, tool, cls,
// certainty (F9, F10); under components: guarded form, tool, cls, certainty, slot
// (F11), and judge where the rule is on. A component that no term names is reported all the same.
func (p *Profile) Components() []string { return p.rules.names() }

// Terms returns the profile's terms, whose sum is the reward.
func (p *Profile) Terms() []Term { return append([]Term(nil), p.terms...) }

// Grammar returns how the profile reads text (F8).
func (p *Profile) Grammar() completion.Grammar { return p.rules.grammar }

// NeedsLabels reports whether the profile cannot do without the labels of a
// sample (F12): its certainty is that of the sample's belief (F11).
func (p *Profile) NeedsLabels() bool { return p.rules.family == familyGuarded }

// Points returns what each term contributes, in the order of Terms, given the
// components of a Result and its action. Their sum is the reward.
func (p *Profile) Points(components []float64, action completion.Action) []float64 {
	var v values
	v[atJudge] = 1
	for i, at := range p.rules.members() {
		if i < len(components) {
			v[at] = components[i]
		}
	}
	v[atWeight] = p.rules.weights.of(action)
	points := make([]float64, len(p.places))
	for i, pl := range p.places {
		points[i] = pl.points(&v)
	}
	return points
}

// points is what one term contributes (F9 to F11).
func (pl place) points(v *values) float64 {
	x := pl.weight * v[pl.at]
	if pl.times {
		x *= v[atCertainty]
	}
	if pl.at == atCls {
		x *= v[atWeight] * v[atJudge]
	}
	return x
}

// reward sums the terms, in [lo, hi].
func (p *Profile) reward(v *values) float64 {
	sum := 0.0
	for _, pl := range p.places {
		sum += pl.points(v)
	}
	if math.IsNaN(sum) {
		return p.lo
	}
	return min(max(sum, p.lo), p.hi)
}
