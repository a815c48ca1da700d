package gateway

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/trajectory"
)

// nod holds critical calls back ("No Action Without a NOD", A.9): a Director says PASS,
// REVISE or ABORT of each before it is made, by rules over signals (T2). REVISE returns to
// the model once, with the reason; what it then proposes passes, or is aborted.
type nod struct {
	rule decision.Policy
	by   trajectory.Setting
}

func newNOD(setting string, _ *Options) (Policy, error) {
	by := trajectory.Balanced
	if setting != "" {
		i := slices.IndexFunc(trajectory.Settings[:], func(s trajectory.Setting) bool { return s.Name == setting })
		if i < 0 {
			return nil, fmt.Errorf("%.40q is no setting; give conservative, balanced or strict", setting)
		}
		by = trajectory.Settings[i]
	}
	return nod{decision.Directed(by), by}, nil
}

func (p nod) Rule() decision.Policy { return p.rule }

// Signals are those of the critical call of the reply that is stopped first, and how many
// critical calls there are.
func (p nod) Signals(t *Turn, r *Reply) decision.Signals {
	s := t.signals(r)
	if t.large() {
		return s
	}
	if c := p.stopped(t, r); c != nil {
		for _, signal := range decision.CritiqueSignals(&c.Signals) {
			s = s.With(signal.Name, signal.Value)
		}
	}
	return s
}

// stopped is the first critical call that would be stopped, else the first one; nil
// without any.
func (p nod) stopped(t *Turn, r *Reply) *trajectory.Critique {
	all := t.critiques(r)
	for i := range all {
		if all[i].Verdict(p.by) != trajectory.Pass {
			return &all[i]
		}
	}
	if len(all) == 0 {
		return nil
	}
	return &all[0]
}

// Do revises or aborts.
func (p nod) Do(ctx context.Context, t *Turn, r *Reply, action string, m *Model) (Done, error) {
	c := p.stopped(t, r)
	why := reasons(c, p.by)
	if action == string(trajectory.Revise) {
		revised, err := m.Answer(ctx, t, "Your call of "+c.Tool+" was held back before it was made: "+why+". Put this right first: ask the user, look it up, or propose another call.")
		if err != nil {
			return Done{}, err
		}
		again := p.stopped(t, revised)
		if again == nil || again.Verdict(p.by) == trajectory.Pass {
			return Done{Reply: revised, Why: "revised: " + why}, nil
		}
		c, why = again, reasons(again, p.by)
	}
	return Done{Reply: newReply(t.refusal(c.Tool, why)), Why: "stopped: " + why}, nil
}

// reasons are the checks that a call does not meet, in words.
func reasons(c *trajectory.Critique, by trajectory.Setting) string {
	var parts []string
	for _, check := range c.Unmet(by) {
		parts = append(parts, fmt.Sprintf(inWords[check.Name], check.Of))
	}
	return strings.Join(parts, "; ")
}

// inWords says what each check of trajectory.Check found.
var inWords = map[string]string{
	"offered":      "no such tool is offered%.0s",
	"schema":       "its schema refuses %s",
	"backing":      "nothing that was said or observed has the value of %s",
	"support":      "little that was said backs %s",
	"consent":      "the user turned it down%.0s",
	"confirmation": "the user did not confirm it%.0s",
	"precondition": "%s has to succeed first",
	"repeated":     "the same call was made before%.0s",
}
