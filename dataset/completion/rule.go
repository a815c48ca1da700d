package completion

// force is how much a rule's evidence counts. Strong evidence decides against
// anything but strong evidence.
type force uint8

const (
	weak   force = iota + 1 // suggests, where nothing else speaks
	medium                  // decides, where nothing strong speaks
	strong
)

// rule is one named language rule: it fires on a sentence that matches one of
// its patterns and none of its exceptions.
type rule struct {
	name     string
	force    force
	why      string // the reason, for whoever doubts the rule
	patterns []string
	unless   []string
	question bool // fires on sentences that end in a question mark only

	compiled, exceptions []pattern
}

// ruleset is a list of rules, the most telling first.
type ruleset []rule

// build compiles the patterns of a ruleset.
func build(rules ruleset) ruleset {
	for i := range rules {
		for _, p := range rules[i].patterns {
			rules[i].compiled = append(rules[i].compiled, compile(p))
		}
		for _, p := range rules[i].unless {
			rules[i].exceptions = append(rules[i].exceptions, compile(p))
		}
	}
	return rules
}

// first returns the rule of greatest force that fires on the sentence, the
// earlier of two equals; nil where none does.
func (rs ruleset) first(s *sentence) *rule {
	var best *rule
	for i := range rs {
		r := &rs[i]
		if (best == nil || r.force > best.force) && r.fires(s) {
			best = r
		}
	}
	return best
}

func (r *rule) fires(s *sentence) bool {
	if r.question && !s.question {
		return false
	}
	return matchAny(r.compiled, s.words) && !matchAny(r.exceptions, s.words)
}

func matchAny(patterns []pattern, words []string) bool {
	for _, p := range patterns {
		if p.in(words) {
			return true
		}
	}
	return false
}
