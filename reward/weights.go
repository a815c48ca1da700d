package reward

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/dataset/completion"
)

// actionWeights are factors of cls by the reference's action (F11), in the order
// of completion.Actions.
type actionWeights [len(completion.Actions)]float64

// evenWeights give every action the weight 1.
var evenWeights = actionWeights{1, 1, 1, 1}

// MaxActionWeight is the largest weight of an action; the smallest is 0.
const MaxActionWeight = 1e3

// of returns the weight of an action, 1 for none.
func (w *actionWeights) of(a completion.Action) float64 {
	if i := slices.Index(completion.Actions[:], a); i >= 0 {
		return w[i]
	}
	return 1
}

func (w *actionWeights) most() float64 { return slices.Max(w[:]) }

// String is the form of the weights in a profile's hash.
func (w *actionWeights) String() string {
	parts := make([]string, len(w))
	for i, a := range completion.Actions {
		parts[i] = string(a) + "=" + formatNumber(w[i])
	}
	return strings.Join(parts, " ")
}

// ActionWeights returns the factor of cls for each reference action (F11): 1
// unless the profile sets it.
func (p *Profile) ActionWeights() map[completion.Action]float64 {
	out := map[completion.Action]float64{}
	for i, a := range completion.Actions {
		out[a] = p.rules.weights[i]
	}
	return out
}

// WithActionWeights returns the profile with other action weights; an action
// outside the map keeps its weight. Range and hash change with them. It is an
// error if a weight is not in [0, MaxActionWeight], or if the profile has no
// action weights (F11).
func (p *Profile) WithActionWeights(weights map[completion.Action]float64) (*Profile, error) {
	if p.rules.family != familyGuarded {
		return nil, fmt.Errorf("the profile %s has no action_weights; those with components: guarded have", p.name)
	}
	r := p.rules
	for i, a := range completion.Actions {
		if w, ok := weights[a]; ok {
			if !(w >= 0 && w <= MaxActionWeight) {
				return nil, fmt.Errorf("the weight of %s is %v; it must be a number between 0 and %g", a, w, MaxActionWeight)
			}
			r.weights[i] = w
		}
	}
	return p.with(r), nil
}

// readWeights reads action_weights: {TOOLCALL: 1, ...}.
func readWeights(r *rules, f field) error {
	fields, err := f.fields()
	if err != nil {
		return err
	}
	known := make([]string, len(completion.Actions))
	for i, a := range completion.Actions {
		known[i] = string(a)
	}
	if err := checkKeys(fields, known, "action_weights"); err != nil {
		return err
	}
	for _, f := range fields {
		text, err := f.text()
		if err != nil {
			return err
		}
		w, err := parseNumber(text)
		if err != nil || !(w >= 0 && w <= MaxActionWeight) {
			return lineErrorf(f.line, "the weight of %s is %q; it must be a number between 0 and %g", f.key, text, MaxActionWeight)
		}
		r.weights[slices.Index(known, f.key)] = w
	}
	return nil
}

// The limits of the rule strip.
const (
	maxStrip      = 64
	maxStripBytes = 256
)

// readStrip reads strip: a list of texts.
func readStrip(r *rules, f field) error {
	items, err := f.items()
	if err != nil {
		return err
	}
	if len(items) > maxStrip {
		return lineErrorf(f.line, "strip lists %d texts; at most %d", len(items), maxStrip)
	}
	strip := make([]string, len(items))
	for i, item := range items {
		text, err := item.text()
		if err != nil {
			return err
		}
		if strings.TrimSpace(text) != text || text == "" || len(text) > maxStripBytes || !utf8.ValidString(text) {
			return lineErrorf(item.line, "strip lists %q; give texts of 1 to %d bytes without white space at either end", text, maxStripBytes)
		}
		strip[i] = text
	}
	r.strip = strip
	return nil
}

func quoteAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strconv.Quote(s)
	}
	return out
}
