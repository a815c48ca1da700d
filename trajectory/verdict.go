package trajectory

import "github.com/voi-rl/voi/internal/jsonvalue"

// Verdict is what a Director says of a proposed critical call (NOD, A.9).
type Verdict string

// The verdicts.
const (
	Pass   Verdict = "PASS"
	Revise Verdict = "REVISE" // something has to be put right first, and can be
	Abort  Verdict = "ABORT"  // it must not be made, and no repair can be named
)

// Setting is how strict a Director is: from which risk on a call is stopped.
type Setting struct {
	Name string
	Risk float64
}

// Balanced is the setting of who wants one.
var Balanced = Setting{"balanced", 0.5}

// Settings are NOD's three, from lenient to strict: what one stops, those after it do.
var Settings = [...]Setting{
	{"conservative", 0.9}, // what cannot be right: refused by the schema, made up, tried in vain
	Balanced,              // and what the user turned down, or said nothing about and hardly backs
	{"strict", 0.4},       // and what the user did not confirm while it is not fully backed, or is hardly backed
}

// The parts of the risk.
const (
	silent = 0.7 // what is left of the trust in a call that the user's last words do not confirm
	denied = 0.2 // ... that they turn down
	spoken = 0.5 // the trust in a call of values that were mentioned, if only elsewhere or by others
)

// Risk is how likely it is that a call should not be made, in [0, 1]. It is 1 for what
// cannot be right, and else falls with the support of its arguments and with the
// user's consent. It orders calls; it is no calibrated probability.
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

// Check is a condition that a call has to meet.
type Check struct {
	Name       string // offered, schema, backing, support, consent, confirmation, precondition, repeated
	Of         string // the parameter, or the tool
	Repairable bool
}

// Unmet lists the checks that a call does not meet under a setting, none where it
// passes. A REVISE carries them as its reason.
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

// Verdict is the policy: PASS where the risk stays below the setting's, else REVISE
// where everything that is unmet can be put right, else ABORT.
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
// each setting, and what is unmet under the strictest.
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
