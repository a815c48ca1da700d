package reward

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
)

// Term is one summand of a profile's reward: Weight * component, multiplied by Cert (F10) if
// Times says so.
type Term struct {
	Component Component
	Weight    float64   // at most MaxWeight in magnitude
	Times     Component // Certainty, or ""
}

// MaxWeight is the largest magnitude of a term's weight. It keeps rewards exact enough for
// comparisons.
const MaxWeight = 1e6

// Profile is a reward function: a sum of terms, with rules. It is immutable and safe for
// concurrent use.
type Profile struct {
	name, description string
	terms             []Term
	places            []place // of the terms
	paysUndue         bool    // some term pays for a question that is not due, although its tool and cls are 0
	rules             rules
	judge             Judge // for the rule judge; nil if none was given
	sha256            string
	lo, hi            float64
}

// place is a term in the form for Score.
type place struct {
	at     int
	weight float64
	times  bool
}

// newProfile makes a profile from checked terms and rules.
func newProfile(name, description string, terms []Term, r rules) *Profile {
	p := &Profile{name: name, description: description, terms: terms, rules: r}
	for _, t := range terms {
		at, _ := componentAt(string(t.Component))
		p.places = append(p.places, place{at: at, weight: t.Weight, times: t.Times == Certainty})
		p.paysUndue = p.paysUndue || at == atCertainty || at == atSlot || at == atForm && t.Times == Certainty
	}
	// The ends are summed like a reward, term by term, so that the best values give exactly the
	// upper end.
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

// mostOf is the largest value of a component under the profile's grammar; the fmt components are
// 0 for native text (F8).
func (p *Profile) mostOf(at int) float64 {
	if components[at].format && p.rules.grammar == completion.Native {
		return 0
	}
	return components[at].most
}

// hash is the SHA-256 of the profile's content: its terms in order and every rule of its family,
// including defaults. The first line names this form, and changes when the same content comes to
// mean another reward.
func (p *Profile) hash() string {
	var b strings.Builder
	if p.rules.family == familyGuarded {
		b.WriteString("voi profile 2\n") // the present form of F11
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

// Description returns the profile's description, "" if it has none.
func (p *Profile) Description() string { return p.description }

// SHA256 returns, in hexadecimal, the hash of the profile's terms and rules. Name, comments,
// white space and the order of keys do not affect it.
func (p *Profile) SHA256() string { return p.sha256 }

// Range returns the lowest and the highest reward, computed from the terms. Every reward lies
// within it.
func (p *Profile) Range() (lo, hi float64) { return p.lo, p.hi }

// Components returns the names of the values in Result.Components, in order, the same for every
// item: fmt_xml, fmt_soft, fmt_strict, tool, cls, certainty (F9, F10). With components: guarded
// they are form, tool, cls, certainty, slot (F11), and judge if that rule is on. Components
// without a term are reported, too.
func (p *Profile) Components() []string { return p.rules.names() }

// Terms returns the profile's terms, whose sum is the reward.
func (p *Profile) Terms() []Term { return append([]Term(nil), p.terms...) }

// Grammar returns the grammar of the profile's completions (F8).
func (p *Profile) Grammar() completion.Grammar { return p.rules.grammar }

// NeedsLabels reports whether the profile needs the labels of a sample (F12), because its
// certainty comes from the sample's belief (F11).
func (p *Profile) NeedsLabels() bool { return p.rules.family == familyGuarded }

// Points returns the contribution of each term, in the order of Terms, given the components of a
// Result and its action. Their sum is the reward.
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

// points is the contribution of one term (F9 to F11).
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

// reward sums the terms, within [lo, hi].
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
