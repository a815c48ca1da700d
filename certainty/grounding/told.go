package grounding

import (
	"math"
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// This file compares values with readings that the rules did not make: readings by a model, or
// corrected by hand. Their slots are final.

// The support of a value that is not exactly the value of a slot.
const (
	variantShare = 0.9  // of the slot's probability, for another wording
	besideShare  = 0.15 // of the rules' support, if the slot has no fill or another one
)

// read applies the slot of a parameter to the support s that the rules found: the slot's fills
// are supported, and other values mostly lose their support.
func (q *query) read(s Support, v domains.Value) Support {
	slot := q.Slot(q.tool.Name, q.param.Name)
	best, bad := Support{}, Support{}
	for _, f := range slot.Fills {
		if f.Mention < 0 || f.Mention >= len(q.Mentions) {
			continue
		}
		m := &q.Mentions[f.Mention]
		share := q.told(&f, m, v, s)
		switch {
		case share == 0:
		case m.Status != Said:
			bad = Support{Score: unheld, Rule: RuleRead, Status: m.Status, Span: m.Span}
		case f.P*share > best.Score:
			best = Support{Score: f.P * share, Rule: RuleRead, Status: m.Status, Span: m.Span}
		}
	}
	if all := q.elements(slot, v); all.Score > best.Score {
		best = all
	}
	switch {
	case best.Score > 0:
		return best
	case bad.Score > 0:
		return bad
	}
	s.Score *= besideShare
	return s
}

// elements returns the support of a list if each of its elements has its own fill.
func (q *query) elements(slot Slot, v domains.Value) Support {
	if v.Kind() != jsonvalue.Array || v.Len() == 0 {
		return Support{}
	}
	out := Support{Score: 1, Rule: RuleRead, Status: Said}
	for _, x := range v.Items() {
		best := Support{}
		for _, f := range slot.Fills {
			if f.Mention < 0 || f.Mention >= len(q.Mentions) {
				continue
			}
			m := &q.Mentions[f.Mention]
			if m.Status == Said && f.Value.Kind() != jsonvalue.Array && f.P > best.Score && q.told(&f, m, x, Support{}) > 0 {
				best = Support{Score: f.P, Span: m.Span}
			}
		}
		if best.Score < out.Score {
			out.Score, out.Span = best.Score, best.Span
		}
	}
	return out
}

// told returns how far a value is the value of a fill, in [0,1]. s is the support that the
// rules found for the value.
func (q *query) told(f *Fill, m *Mention, v domains.Value, s Support) float64 {
	if f.Value.IsNull() {
		if q.fits(m, v) {
			return 1
		}
		return 0
	}
	a, b := domains.Coerce(q.param, f.Value), domains.Coerce(q.param, v)
	texts := a.Kind() == jsonvalue.String && b.Kind() == jsonvalue.String
	switch {
	case same(q.param, a, b, 0), sameElements(a, b):
		return 1
	case texts && (codeLike(a.Str()) || codeLike(b.Str())):
		if regrouped(a.Str(), b.Str()) {
			return 1
		}
	case rounded(a, b), texts && q.variant(a.Str(), b.Str(), m, s):
		return variantShare
	}
	return 0
}

// rounded reports whether two numbers are equal but for rounding: 22.68, 22.7. Different whole
// numbers never are.
func rounded(a, b domains.Value) bool {
	x, okX := a.Float()
	y, okY := b.Float()
	return okX && okY && (x != math.Trunc(x) || y != math.Trunc(y)) && math.Abs(x-y) <= 0.005*math.Max(math.Abs(x), math.Abs(y))
}

// sameElements reports whether two lists have the same elements, in any order.
func sameElements(a, b domains.Value) bool {
	if a.Kind() != jsonvalue.Array || b.Kind() != jsonvalue.Array || a.Len() != b.Len() || a.Len() > maxLeaves {
		return false
	}
	return matched(a.Items(), b.Items(), func(x, y domains.Value) bool { return same(&domains.Param{}, x, y, 0) })
}

// variant reports whether a text is another wording of a slot's value. Either most words are
// common to both, or the rules find the text in the words that the slot rests on. Different
// dates, times and numbers are no variants.
func (q *query) variant(held, text string, m *Mention, s Support) bool {
	_, date := dateValue(held)
	_, clock := timeValue(held)
	a, b := split(held), split(text)
	if date || clock || q.options() || len(a) == 0 || len(b) == 0 || digitsOf(held) != digitsOf(text) {
		return false
	}
	return 2*shared(a, b) >= max(len(a), len(b)) && (q.without(a, b) == 0 || q.without(b, a) == 0) ||
		s.Grounded() && s.Span.Turn == m.Span.Turn && s.Span.Start < m.Span.End && m.Span.Start < s.Span.End && q.without(b, split(m.Value)) == 0
}

// regrouped reports whether two codes differ only in spaces, hyphens and brackets: 0161 496 0042, 01614960042.
func regrouped(a, b string) bool {
	bare := strings.NewReplacer(" ", "", "-", "", "(", "", ")", "")
	return bare.Replace(a) == bare.Replace(b)
}

// without counts the words of a that b lacks, except function words.
func (q *query) without(a, b []string) int {
	lx := lexicons()
	langs := q.b.langs | 1<<lx.id("en")
	a = slices.DeleteFunc(slices.Clone(a), func(w string) bool {
		return len(w) > 1 && lx.has(w, cStop, langs) && !slices.Contains(b, w)
	})
	return len(a) - shared(a, b)
}

// shared counts the words of a that also stand in b, in any form. Both come from split, which returns few words.
func shared(a, b []string) (n int) {
	used := make([]bool, len(b))
	for _, w := range a {
		for i, o := range b {
			if !used[i] && kin(w, o) > 0.7 {
				used[i] = true
				n++
				break
			}
		}
	}
	return n
}

// fits reports whether a mention has a value as one of its alternatives.
func (q *query) fits(m *Mention, v domains.Value) bool {
	f, isNumber := plainNumber(v)
	for s := range strings.SplitSeq(m.Value, "|") {
		if same(q.param, v, jsonvalue.NewString(s), 0) {
			return true
		}
		if x, ok := number(s); ok && isNumber {
			if x, ok = convert(x, m.Unit, q.want.unit); ok && near(x, f) || m.Unit == "" && near(f, x) {
				return true
			}
		}
	}
	return false
}
