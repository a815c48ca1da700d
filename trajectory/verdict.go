package trajectory

import "github.com/voi-rl/voi/internal/jsonvalue"

// Verdict is a Director's judgement on a proposed critical call (NOD, A.9).
type Verdict string

// The verdicts.
const (
	Pass   Verdict = "PASS"
	Revise Verdict = "REVISE" // something must be mended first, and can be
	Abort  Verdict = "ABORT"  // the call must not be made, and no repair is known
)

// Setting is the strictness of a Director: a call is stopped from this risk on.
type Setting struct {
	Name string
	Risk float64
}

// Balanced is the default setting.
var Balanced = Setting{"balanced", 0.5}

// Settings are NOD's three, from lenient to strict. A stricter setting stops every
// call that a more lenient one stops.
var Settings = [...]Setting{
	{"conservative", 0.9}, // stops what cannot be right: refused by the schema, made up, tried in vain
	Balanced,              // also what the user rejected, or neither confirmed nor clearly supports
	{"strict", 0.4},       // also what the user did not confirm and does not fully support, and what has hardly any support
}

// The parts of the risk.
const (
	silent = 0.7 // factor of the trust if the user's last words do not confirm the call
	denied = 0.2 // factor of the trust if they reject the call
	spoken = 0.5 // the least trust in a call whose values were mentioned somewhere
)

// Risk is how likely it is that a call should not be made, in [0, 1]. It is 1 for
// calls that cannot be right. For others it falls with the support of their arguments
// and with the user's consent. It orders calls; it is no calibrated probability.
func (s *Signals) Risk() float64 {
	if s.NotOffered || len(s.Refused)+len(s.Unbacked)+len(s.Preconditions) > 0 || s.FailedBefore || s.MadeBefore {
		return 1
	}
	trust := spoken + (1-spoken)*s.Support
	switch {
	case s.Denied:
		trust *= denied
	case !s.Confirmed:
		trust *= silent
	}
	return 1 - trust
}

// Check is a condition that a call must meet.
type Check struct {
	Name       string // offered, schema, backing, support, consent, confirmation, precondition, repeated
	Of         string // the parameter, or the tool
	Repairable bool
}

// Unmet lists the checks that a call fails under a setting; it is empty if the call
// passes. A REVISE gives them as its reason.
func (s *Signals) Unmet(by Setting) (unmet []Check) {
	if s.Risk() < by.Risk {
		return nil
	}
	if s.NotOffered {
		unmet = append(unmet, Check{"offered", "", false})
	}
	for _, p := range s.Refused {
		unmet = append(unmet, Check{"schema", p, true})
	}
	for _, p := range s.Unbacked {
		unmet = append(unmet, Check{"backing", p, true})
	}
	for _, tool := range s.Preconditions {
		unmet = append(unmet, Check{"precondition", tool, true})
	}
	if s.FailedBefore || s.MadeBefore {
		unmet = append(unmet, Check{"repeated", "", false})
	}
	if s.Denied {
		unmet = append(unmet, Check{"consent", "", false})
	}
	if len(unmet) > 0 {
		return unmet
	}
	if !s.Confirmed {
		unmet = append(unmet, Check{"confirmation", "", true})
	}
	if s.Support < 0.5 {
		unmet = append(unmet, Check{"support", s.Weakest, true})
	}
	return unmet
}

// Verdict is the policy: PASS if the risk is below the setting's; else REVISE if every
// unmet check can be mended; else ABORT.
func (s *Signals) Verdict(by Setting) Verdict {
	if s.Risk() < by.Risk {
		return Pass
	}
	for _, c := range s.Unmet(by) {
		if !c.Repairable {
			return Abort
		}
	}
	return Revise
}

// Value returns the critique as JSON: the call, its signals, its risk, the verdict of
// each setting, and the checks that are unmet under the strictest.
func (c *Critique) Value() jsonvalue.Value {
	var verdicts jsonvalue.Members
	for _, by := range Settings {
		verdicts.Add(by.Name, jsonvalue.Of(c.Verdict(by)))
	}
	var unmet []string
	for _, check := range c.Unmet(Settings[len(Settings)-1]) {
		text := check.Name
		if check.Of != "" {
			text += ":" + check.Of
		}
		unmet = append(unmet, text)
	}
	return jsonvalue.ObjectOf(
		"call", c.Call,
		"tool", c.Tool,
		"executed", c.Executed,
		"correct?", c.Correct,
		"signals", jsonvalue.ObjectOf(
			"not_offered", c.NotOffered,
			"confirmed", c.Confirmed,
			"denied", c.Denied,
			"failed_before", c.FailedBefore,
			"made_before", c.MadeBefore,
			"support", c.Support,
			"weakest", c.Weakest,
			"refused", c.Refused,
			"unbacked", c.Unbacked,
			"preconditions", c.Preconditions,
		),
		"risk", c.Risk(),
		"verdicts", jsonvalue.NewObject(verdicts...),
		"unmet", unmet,
		"director?", c.Directed,
	)
}
