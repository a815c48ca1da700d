package reward

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/internal/nearest"
	"github.com/voi-rl/voi/internal/yamlvalue"
)

// draft is a profile that is being read.
type draft struct {
	name        string
	description string
	terms       []Term
	hasTerms    bool
	lines       []int // of the terms; none if they come from another profile
	rules       rules
	lo, hi      float64
	rangeLine   int // 0 if no range is declared
}

// The keys of a profile and of a term.
var (
	profileKeys = []string{"name", "description", "extends", "range", "terms", "rules"}
	termKeys    = []string{"component", "weight", "times"}
)

// Parse reads a profile from YAML; configs/profiles/README.md lists its keys.
// name identifies the profile in errors ("NAME:LINE: ..."), and is its name if
// the text gives none.
func Parse(name string, text []byte) (*Profile, error) {
	if len(text) > MaxProfileBytes {
		return nil, fmt.Errorf("the profile %s has %d bytes; a profile has at most %d", name, len(text), MaxProfileBytes)
	}
	fields, err := readYAML(text)
	if err != nil {
		return nil, at(name, err)
	}
	d := &draft{name: name, rules: defaultRules()}
	if err := d.read(fields); err != nil {
		return nil, at(name, err)
	}
	p := newProfile(d.name, d.description, d.terms, d.rules)
	if d.rangeLine > 0 && (math.Abs(d.lo-p.lo) > 1e-9 || math.Abs(d.hi-p.hi) > 1e-9) {
		return nil, at(name, lineErrorf(d.rangeLine, "the range is [%s, %s], but the terms give [%s, %s]; correct one of the two",
			formatNumber(d.lo), formatNumber(d.hi), formatNumber(p.lo), formatNumber(p.hi)))
	}
	return p, nil
}

// at prefixes an error with the profile's name.
func at(name string, err error) error {
	var placed *yamlvalue.Error
	if errors.As(err, &placed) && placed.Line > 0 {
		return fmt.Errorf("%s:%d: %s", name, placed.Line, placed.Msg)
	}
	return fmt.Errorf("%s: %w", name, err)
}

func (d *draft) read(fields []field) error {
	if err := checkKeys(fields, profileKeys, "a profile"); err != nil {
		return err
	}
	// extends comes first, wherever it stands in the text.
	for _, f := range fields {
		if f.key == "extends" {
			if err := d.extend(f); err != nil {
				return err
			}
		}
	}
	for _, f := range fields {
		if err := d.field(f); err != nil {
			return err
		}
	}
	if err := d.checkFamily(); err != nil {
		return err
	}
	if !d.hasTerms {
		return errors.New("a profile has terms: [{component, weight}, ...], or extends a profile that has")
	}
	return nil
}

// checkFamily refuses a term whose component the profile does not have.
func (d *draft) checkFamily() error {
	known := d.rules.names()
	for i, t := range d.terms {
		if !slices.Contains(known, string(t.Component)) {
			line := 0
			if i < len(d.lines) {
				line = d.lines[i]
			}
			return lineErrorf(line, "there is no component %q%s; the components are %v (rules: {components: %s})",
				t.Component, nearest.DidYouMean(string(t.Component), known), known, d.rules.family)
		}
	}
	return nil
}

func (d *draft) field(f field) (err error) {
	switch f.key {
	case "name":
		if d.name, err = f.text(); err == nil && d.name == "" {
			err = lineErrorf(f.line, "the name is empty; leave it out or give one")
		}
	case "description":
		d.description, err = f.text()
	case "range":
		d.rangeLine = f.line
		d.lo, d.hi, err = f.pair()
	case "terms":
		d.terms, d.lines, err = readTerms(f)
		d.hasTerms = true
	case "rules":
		err = readRules(f, &d.rules)
	}
	return err
}

// extend copies the terms and rules of a built-in profile. Built-in profiles
// extend nothing, so that a profile has at most two texts.
func (d *draft) extend(f field) error {
	base, err := f.text()
	if err != nil {
		return err
	}
	text := configs.Profile(base)
	if text == nil {
		return lineErrorf(f.line, "extends names %q, which is no built-in profile%s", base, nearest.DidYouMean(base, Names()))
	}
	p, err := Parse(base, text)
	if err != nil {
		return err
	}
	d.terms, d.hasTerms, d.rules = slices.Clone(p.terms), true, p.rules
	return nil
}

func readRules(f field, r *rules) error {
	fields, err := f.fields()
	if err != nil {
		return err
	}
	keys := make([]string, len(ruleTable))
	for i := range ruleTable {
		keys[i] = ruleTable[i].key
	}
	if err := checkKeys(fields, keys, "rules"); err != nil {
		return err
	}
	// The rule named components comes first, because the other rules depend on it.
	slices.SortStableFunc(fields, func(a, b field) int {
		return cmp.Compare(min(1, slices.Index(keys, a.key)), min(1, slices.Index(keys, b.key)))
	})
	for _, f := range fields {
		rule := ruleTable[slices.Index(keys, f.key)]
		if rule.of != "" && rule.of != r.family && rule.key != ruleTable[0].key {
			return lineErrorf(f.line, "%s is a rule of components: %s, and the components are %s", f.key, rule.of, r.family)
		}
		if rule.read != nil {
			if err := rule.read(r, f); err != nil {
				return err
			}
			continue
		}
		text, err := f.text()
		if err != nil {
			return err
		}
		if rule.values != nil && !slices.Contains(rule.values, text) {
			return lineErrorf(f.line, "%s is %q%s; it is one of %v", f.key, text, nearest.DidYouMean(text, rule.values), rule.values)
		}
		if err := rule.set(r, text); err != nil {
			return lineErrorf(f.line, "%v", err)
		}
	}
	return nil
}

func readTerms(f field) (terms []Term, lines []int, err error) {
	items, err := f.items()
	if err != nil {
		return nil, nil, err
	}
	if len(items) == 0 {
		return nil, nil, lineErrorf(f.line, "there are no terms; give [{component, weight}, ...]")
	}
	for _, item := range items {
		t, err := readTerm(item)
		if err != nil {
			return nil, nil, err
		}
		for _, other := range terms {
			if other.Component == t.Component && other.Times == t.Times {
				return nil, nil, lineErrorf(item.line, "the term %s stands twice; add the weights", t.Component)
			}
		}
		terms, lines = append(terms, t), append(lines, item.line)
	}
	return terms, lines, nil
}

func readTerm(item field) (t Term, err error) {
	fields, err := item.fields()
	if err != nil {
		return t, err
	}
	if err := checkKeys(fields, termKeys, "a term"); err != nil {
		return t, err
	}
	weighed := false
	for _, f := range fields {
		text, err := f.text()
		if err != nil {
			return t, err
		}
		switch f.key {
		case "component":
			if _, ok := componentAt(text); !ok {
				return t, lineErrorf(f.line, "there is no component %q%s; the components are %v", text, nearest.DidYouMean(text, componentNames()), componentNames())
			}
			t.Component = Component(text)
		case "weight":
			if t.Weight, err = parseNumber(text); err != nil || math.Abs(t.Weight) > MaxWeight {
				return t, lineErrorf(f.line, "the weight is %q; it must be a number between %g and %g", text, -MaxWeight, MaxWeight)
			}
			weighed = true
		case "times":
			if text != string(Certainty) {
				return t, lineErrorf(f.line, "times is %q; it is %s, or left out", text, Certainty)
			}
			t.Times = Certainty
		}
	}
	if t.Component == "" || !weighed {
		return t, lineErrorf(item.line, "a term needs a component and a weight")
	}
	return t, nil
}
