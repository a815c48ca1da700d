package gateway

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/trajectory"
)

// nod holds critical calls back ("No Action Without a NOD", A.9). Its Navigator shows the
// model the global state. Its Director, by rules over signals (T2) or as a model, says PASS,
// REVISE or ABORT about each critical call before it is made. REVISE returns to the model
// once, with the reason. The model's next proposal passes or is stopped; if a user's answer
// could mend it, the user is asked.
type nod struct {
	rule     decision.Policy
	by       trajectory.Setting
	directed bool   // the Director is a model
	state    string // the source of the global state: rules, model, off
}

func newNOD(argument string, o *Options) (Policy, error) {
	p := nod{by: trajectory.Balanced, state: "rules", directed: o.Director != nil}
	err := each(argument, func(name, value string) (err error) {
		switch {
		case name == "director" && (value == byModel || value == "rules"):
			p.directed = value == byModel
		case name == "state" && (value == "rules" || value == byModel || value == "off"):
			p.state = value
		default:
			p.by, err = trajectory.ParseSetting(name)
		}
		return err
	})
	if p.rule = decision.Directed(p.by); p.directed {
		p.rule = decision.Told()
	}
	return p, err
}

func (p nod) Rule() decision.Policy { return p.rule }

// Prepare appends the global state to the conversation.
func (p nod) Prepare(ctx context.Context, t *Turn, request domains.Value, m *Model) (domains.Value, error) {
	if p.state == "off" || t.large() {
		return request, nil
	}
	state, err := t.navigate(ctx, p.state == byModel, m)
	if err != nil {
		return request, err
	}
	return remind(request, "The state of the task, as data:\n"+state.JSON()), nil
}

// Look has the Director judge the reply. If the reply has several critical calls, the signals
// are those of the first one that is stopped, or of the first one.
func (p nod) Look(ctx context.Context, t *Turn, r *Reply, m *Model) (Sight, error) {
	s := Sight{Signals: t.signals(r)}
	if t.large() {
		return s, nil
	}
	if p.state != "off" {
		s.State = t.globalState
	}
	c, err := p.judge(ctx, t, r, m)
	if err != nil || c == nil {
		return s, err
	}
	for _, signal := range decision.CritiqueSignals(&c.Signals) {
		s.Signals = s.Signals.With(signal.Name, signal.Value)
	}
	if c.Directed != nil {
		s.Signals = s.Signals.With("directed", float64(slices.Index(verdicts[:], c.Directed.Verdict)))
	} else {
		s.Signals = s.Signals.With("settled", flag(p.settled(t, r, c)))
	}
	s.Do = func(ctx context.Context, action string) (Done, error) {
		c, why := c, p.reasons(c)
		if action == string(trajectory.Revise) {
			revised, err := m.Answer(ctx, t, "Your call of "+c.Tool+" was held back before it was made: "+why+". Put this right first: ask the user, look it up, or propose another call.")
			if err != nil {
				return Done{}, err
			}
			again, err := p.judge(ctx, t, revised, m)
			if err != nil {
				return Done{}, err
			}
			if again == nil || p.verdict(again) == trajectory.Pass {
				return Done{Reply: revised, Why: "revised: " + why}, nil
			}
			c, why = again, p.reasons(again)
			if text := p.question(t, revised, c); text != "" {
				return Done{Reply: newReply(text), Why: "asked: " + why}, nil
			}
		}
		return Done{Reply: newReply(t.refusal(c.Tool, why)), Why: "stopped: " + p.recorded(c, why)}, nil
	}
	return s, nil
}

// question is a question whose answer could allow a call: about unsupported values or, if
// there are none to ask about, for a confirmation. It is "" if no answer could mend the call.
func (p nod) question(t *Turn, r *Reply, c *trajectory.Critique) string {
	if c.Directed != nil || p.verdict(c) != trajectory.Revise {
		return ""
	}
	if q := t.look(r).question; q != nil {
		return t.words(q)
	}
	for _, check := range c.Unmet(p.by) {
		if !slices.Contains([]string{"confirmation", "support", "backing"}, check.Name) {
			return ""
		}
	}
	return t.confirmation(&r.Message.Calls[c.Call], t.phrasing())
}

// settled reports whether the user was asked about what a call lacks, answered, and said
// nothing against it.
func (p nod) settled(t *Turn, r *Reply, c *trajectory.Critique) bool {
	call := &r.Message.Calls[c.Call]
	tool := domains.ToolNamed(t.counter.Offered(t.Run), call.Name)
	if tool == nil || call.Malformed() {
		return false
	}
	_, open, _ := t.backed(tool, t.counter.Sets(t.Run)[call.Name], call)
	return len(open) > 0 && !slices.ContainsFunc(open, func(name string) bool { return !t.settled(tool, name, call.Arguments.Field(name)) }) || t.confirmed(call)
}

// verdicts in the order of the signal directed.
var verdicts = [...]trajectory.Verdict{trajectory.Pass, trajectory.Revise, trajectory.Abort}

// judge returns the first critical call of a reply that is stopped, or else the first one;
// nil if there is none.
func (p nod) judge(ctx context.Context, t *Turn, r *Reply, m *Model) (*trajectory.Critique, error) {
	all := t.critiques(r)
	if p.directed && m != nil && len(all) > 0 {
		role, err := m.role(m.g.Director)
		if err != nil {
			return nil, err
		}
		if err := t.counter.Direct(ctx, t.with(r), all, p.by.Name, role.Director().Direct); err != nil {
			return nil, err
		}
		for i := range all {
			if why := all[i].Directed.Unknown; why != "" {
				return nil, m.why(fmt.Errorf("no verdict of the Director: %s", why))
			}
		}
	}
	for i := range all {
		if p.verdict(&all[i]) != trajectory.Pass {
			return &all[i], nil
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return &all[0], nil
}

func (p nod) verdict(c *trajectory.Critique) trajectory.Verdict {
	if c.Directed != nil {
		return c.Directed.Verdict
	}
	return c.Verdict(p.by)
}

// reasons say why a call is held back.
func (p nod) reasons(c *trajectory.Critique) string {
	if c.Directed != nil {
		return cmp.Or(c.Directed.Feedback, "its Director did not approve of it")
	}
	return reasons(c, p.by)
}

// recorded is a reason without a model's words, which may repeat the user's.
func (p nod) recorded(c *trajectory.Critique, why string) string {
	if c.Directed != nil {
		return "by its Director"
	}
	return why
}

// reasons describes the checks that a call fails.
func reasons(c *trajectory.Critique, by trajectory.Setting) string {
	var parts []string
	for _, check := range c.Unmet(by) {
		parts = append(parts, fmt.Sprintf(inWords[check.Name], check.Of))
	}
	return strings.Join(parts, "; ")
}

// inWords describes the failure of each trajectory.Check.
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
