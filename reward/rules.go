package reward

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// rules are the choices that the formulas leave to a profile.
type rules struct {
	family              family             // F9 and F10, or F11
	grammar             completion.Grammar // F8
	unscored            bool               // truncated completions are left unscored
	options             certainty.Options  // F1 to F3: epsilon, absent_required, out_of_domain
	calls               string             // F10: callsProduct, callsMax
	askWithoutCandidate float64            // F10: 0 or 1
	noAction            float64            // F10: 0 or 1
	ungrounded          bool               // F11: every value counts as supported
	strip               []string           // F11: texts to remove from the end of a completion
	weights             actionWeights      // F11; else 1 each
	trust               float64            // F11: trust in the source, in [0, 1]
	judge               bool               // F11: a model judges where no rule can
}

// The values of the rule calls.
const (
	callsProduct = "product"
	callsMax     = "max"
)

// defaultRules are the values of rules that a profile does not set.
func defaultRules() rules {
	return rules{
		family:  familyPaper,
		weights: evenWeights,
		trust:   1,
		strip:   completion.EndTokens[:],
		grammar: completion.Tagged,
		options: certainty.Options{Epsilon: domains.DefaultEpsilon, AbsentRequired: certainty.Count, OutOfDomain: certainty.Ignore},
		calls:   callsProduct,
	}
}

// rule is one key of a profile's rules.
type rule struct {
	key    string
	of     family   // the family that has it; "" for both
	values []string // the allowed values; nil if set or read checks them
	set    func(r *rules, text string) error
	get    func(r *rules) string         // its form in the hash
	read   func(r *rules, f field) error // instead of set, for values that are not plain
}

// ruleTable lists the rules, in the order of all reports.
var ruleTable = []rule{
	{key: "components", of: familyGuarded, values: []string{string(familyPaper), string(familyGuarded)},
		set: setFamily,
		get: func(r *rules) string { return string(r.family) }},
	{key: "grammar", values: []string{string(completion.Tagged), string(completion.Native)},
		set: func(r *rules, s string) error { r.grammar = completion.Grammar(s); return nil },
		get: func(r *rules) string { return string(r.grammar) }},
	{key: "truncated", values: []string{"score", "unscored"},
		set: func(r *rules, s string) error { r.unscored = s == "unscored"; return nil },
		get: func(r *rules) string { return either(r.unscored, "unscored", "score") }},
	{key: "epsilon", set: setEpsilon,
		get: func(r *rules) string { return formatNumber(r.options.Epsilon) }},
	{key: "calls", of: familyPaper, values: []string{callsProduct, callsMax},
		set: func(r *rules, s string) error { r.calls = s; return nil },
		get: func(r *rules) string { return r.calls }},
	{key: "absent_required", values: []string{string(certainty.Count), string(certainty.Ignore)},
		set: func(r *rules, s string) error { r.options.AbsentRequired = certainty.Rule(s); return nil },
		get: func(r *rules) string { return string(r.options.AbsentRequired) }},
	{key: "out_of_domain", values: []string{string(certainty.Ignore), string(certainty.Zero)},
		set: func(r *rules, s string) error { r.options.OutOfDomain = certainty.Rule(s); return nil },
		get: func(r *rules) string { return string(r.options.OutOfDomain) }},
	{key: "ask_without_candidate", of: familyPaper, values: []string{"0", "1"},
		set: func(r *rules, s string) error { r.askWithoutCandidate = bit(s); return nil },
		get: func(r *rules) string { return formatNumber(r.askWithoutCandidate) }},
	{key: "no_action", of: familyPaper, values: []string{"0", "1"},
		set: func(r *rules, s string) error { r.noAction = bit(s); return nil },
		get: func(r *rules) string { return formatNumber(r.noAction) }},
	{key: "grounding", of: familyGuarded, values: []string{"on", "off"},
		set: func(r *rules, s string) error { r.ungrounded = s == "off"; return nil },
		get: func(r *rules) string { return either(r.ungrounded, "off", "on") }},
	{key: "trust_reference", of: familyGuarded, set: setTrust,
		get: func(r *rules) string { return formatNumber(r.trust) }},
	{key: "judge", of: familyGuarded, values: []string{"off", "on"},
		set: func(r *rules, s string) error { r.judge = s == "on"; return nil },
		get: func(r *rules) string { return either(r.judge, "on", "off") }},
	{key: "strip", of: familyGuarded, read: readStrip,
		get: func(r *rules) string { return strings.Join(quoteAll(r.strip), " ") }},
	{key: "action_weights", of: familyGuarded, read: readWeights,
		get: func(r *rules) string { return r.weights.String() }},
}

func either(b bool, yes, no string) string {
	if b {
		return yes
	}
	return no
}

// setFamily chooses the components, and F11's default rules.
func setFamily(r *rules, s string) error {
	if family(s) != r.family {
		r.family = family(s)
		r.options.OutOfDomain = certainty.Ignore
		if r.family == familyGuarded {
			r.options.OutOfDomain = certainty.Zero
		}
	}
	return nil
}

func bit(s string) float64 {
	if s == "1" {
		return 1
	}
	return 0
}

func setEpsilon(r *rules, text string) error {
	f, err := parseNumber(text)
	if err != nil || !(f > 0 && f <= 1) {
		return fmt.Errorf("epsilon is %q; it must be a number in (0, 1]", text)
	}
	r.options.Epsilon = f
	return r.options.Check()
}

func setTrust(r *rules, text string) error {
	f, err := parseNumber(text)
	if err != nil || !(f >= 0 && f <= 1) {
		return fmt.Errorf("trust_reference is %q; it must be a number between 0 and 1", text)
	}
	r.trust = f
	return nil
}

// parseNumber reads a decimal number. Other forms that strconv accepts are
// errors: hexadecimals, underscores, infinities.
func parseNumber(text string) (float64, error) {
	if strings.Trim(text, "0123456789+-.eE") != "" {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return f, nil
}

// formatNumber is the shortest text that reads back as the same number.
func formatNumber(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
