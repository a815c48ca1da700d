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
	grammar             completion.Grammar // F8
	unscored            bool               // truncated completions are left unscored
	options             certainty.Options  // F1 to F3: epsilon, absent_required, out_of_domain
	calls               string             // F10: callsProduct, callsMax
	askWithoutCandidate float64            // F10: 0 or 1
	noAction            float64            // F10: 0 or 1
}

// The values of the rule calls.
const (
	callsProduct = "product"
	callsMax     = "max"
)

// defaultRules are the rules that a profile does not name.
func defaultRules() rules {
	return rules{
		grammar: completion.Tagged,
		options: certainty.Options{Epsilon: domains.DefaultEpsilon, AbsentRequired: certainty.Count, OutOfDomain: certainty.Ignore},
		calls:   callsProduct,
	}
}

// rule is one key of a profile's rules.
type rule struct {
	key    string
	values []string // what it may be; nil for a number that set checks
	set    func(r *rules, text string) error
	get    func(r *rules) string // as the hash spells it
}

// ruleTable lists the rules in the order in which everything reports them.
var ruleTable = []rule{
	{"grammar", []string{string(completion.Tagged), string(completion.Native)},
		func(r *rules, s string) error { r.grammar = completion.Grammar(s); return nil },
		func(r *rules) string { return string(r.grammar) }},
	{"truncated", []string{"score", "unscored"},
		func(r *rules, s string) error { r.unscored = s == "unscored"; return nil },
		func(r *rules) string {
			if r.unscored {
				return "unscored"
			}
			return "score"
		}},
	{"epsilon", nil, setEpsilon,
		func(r *rules) string { return formatNumber(r.options.Epsilon) }},
	{"calls", []string{callsProduct, callsMax},
		func(r *rules, s string) error { r.calls = s; return nil },
		func(r *rules) string { return r.calls }},
	{"absent_required", []string{string(certainty.Count), string(certainty.Ignore)},
		func(r *rules, s string) error { r.options.AbsentRequired = certainty.Rule(s); return nil },
		func(r *rules) string { return string(r.options.AbsentRequired) }},
	{"out_of_domain", []string{string(certainty.Ignore), string(certainty.Zero)},
		func(r *rules, s string) error { r.options.OutOfDomain = certainty.Rule(s); return nil },
		func(r *rules) string { return string(r.options.OutOfDomain) }},
	{"ask_without_candidate", []string{"0", "1"},
		func(r *rules, s string) error { r.askWithoutCandidate = bit(s); return nil },
		func(r *rules) string { return formatNumber(r.askWithoutCandidate) }},
	{"no_action", []string{"0", "1"},
		func(r *rules, s string) error { r.noAction = bit(s); return nil },
		func(r *rules) string { return formatNumber(r.noAction) }},
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

// parseNumber reads a decimal number, and none of the other things that
// strconv reads: hexadecimals, underscores, infinities.
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

// formatNumber is the shortest text that reads back the same.
func formatNumber(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
