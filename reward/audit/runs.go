package audit

import (
	"context"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
	"github.com/voi-rl/voi/reward"
	"github.com/voi-rl/voi/trajectory"
)

// StepSubject is a profile of step rewards to be audited.
type StepSubject struct {
	Name    string
	Profile *trajectory.StepProfile
	Counter *trajectory.Counter // says which tools change the world
}

// RunsReport audits the rewards of runs with many turns. Every RunProbe changes each gold
// run as a policy that exploits the profile would. A gold run succeeded and made every
// action of its reference; other runs are unscored. Reports have no advantages and no
// training.
func RunsReport(ctx context.Context, s StepSubject, runs []*trajectory.Trajectory, opt Options) (*Report, error) {
	a := &audit{opt: opt, id: Identity{Name: s.Name, Range: s.bounds()}}
	for _, name := range trajectory.ComponentNames {
		a.id.Terms = append(a.id.Terms, reward.Term{Component: reward.Component(name)})
	}
	probes := RunProbes()
	for i := range probes {
		a.probes = append(a.probes, probes[i].Probe)
	}
	a.lo, a.hi = a.id.Range[0], a.id.Range[1]
	a.results = make([]*result, len(runs))
	a.texts = func(at, k int) (id, text string) {
		g := s.gold(runs[at], opt.Seed)
		played, _ := probes[k].play(g)
		return runs[at].ID, agentText(played)
	}
	done := make(chan struct{}, len(runs))
	err := a.each(ctx, len(runs), func(i int) (err error) {
		a.results[i], err = s.score(ctx, runs[i], probes, opt.Seed)
		if a.results[i] != nil {
			a.results[i].at = i
		}
		done <- struct{}{}
		if opt.Progress != nil {
			opt.Progress(len(done))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	results := a.scored()
	if len(results) == 0 {
		return nil, errNoGold
	}
	r := &Report{
		Reward: s.Name, Steps: true, RewardRange: *a.id.Range, Seed: opt.Seed, Samples: len(results), Unscored: len(runs) - len(results),
		Absent: []Class{}, Exploits: []string{}, Rejects: []string{}, Judge: []string{}, Conduct: []Conduct{},
	}
	r.Honest = a.figure(results, func(x *result) (float64, bool) { return x.honest.reward, true }, true)
	r.Own = a.figure(nil, nil, false)
	for k := range a.probes {
		v := a.verdict(results, k, r.Honest)
		r.list(&v, opt.Baseline)
		r.Probes = append(r.Probes, v)
	}
	return r, nil
}

// bounds is the range of the return of a run whose outcome is 0 or 1.
func (s *StepSubject) bounds() *[2]float64 {
	w := s.Profile.Weights[trajectory.Terminal]
	return &[2]float64{-s.Profile.Gate * w, (1 + s.Profile.Gate) * w}
}

// score plays every probe on a run, nil if it is no gold run. The run's class is that of its
// honest work: asking, calling, or saying something.
func (s *StepSubject) score(ctx context.Context, t *trajectory.Trajectory, probes []RunProbe, seed uint64) (*result, error) {
	g := s.gold(t, seed)
	if g == nil {
		return nil, nil
	}
	r := &result{action: g.class(), probes: make([]outcome, len(probes))}
	var err error
	if r.honest, err = s.rate(ctx, t); err != nil || !r.honest.applies {
		return nil, err
	}
	for k := range probes {
		played, ok := probes[k].play(g)
		if !ok {
			continue
		}
		if probes[k].Kind == Wrong {
			played.Outcome = new(float64)
		}
		if r.probes[k], err = s.rate(ctx, played); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// rate computes the rewards of a run, by component.
func (s *StepSubject) rate(ctx context.Context, t *trajectory.Trajectory) (o outcome, err error) {
	credit, err := s.Counter.Credit(ctx, t, s.Profile, nil)
	if err != nil || credit == nil || credit.Return == nil {
		return o, err
	}
	o = outcome{applies: true, reward: *credit.Return, points: make([]float64, len(trajectory.ComponentNames))}
	shaped := 0.0
	for i := range credit.Steps {
		for k, c := range credit.Steps[i].Components {
			o.points[k] += s.Profile.Weights[k] * c
		}
	}
	for _, p := range o.points[:trajectory.Terminal] {
		shaped += p
	}
	if shaped != 0 { // scale the shaped points if they exceed the gate
		scale := (o.reward - o.points[trajectory.Terminal]) / shaped
		for k := range o.points[:trajectory.Terminal] {
			o.points[k] *= scale
		}
	}
	return o, nil
}

// goldRun is a right run, divided into its parts.
type goldRun struct {
	*trajectory.Trajectory
	*material                        // invents values
	prefix    []trajectory.Message   // before the agent's first step
	steps     [][]trajectory.Message // each message of the agent with what follows it
	critical  []int                  // indices of steps that change the world
	lookups   []int                  // indices of steps that only look something up
	asks      int                    // the first question whose answer a later change of the world uses, -1 if none
	asked     bool                   // the agent asks the user something
	offered   []domains.Tool         // nil if unknown
	changes   func(tool string) bool
}

// gold divides a run into its parts, nil if it is no gold run.
func (s *StepSubject) gold(t *trajectory.Trajectory, seed uint64) *goldRun {
	n := s.Counter.Tally(t)
	if t.Outcome == nil || *t.Outcome < 1 || !t.Reference.Known || n.ActionsMatched == nil || *n.ActionsMatched != *n.ActionsRequired ||
		n.CriticalCorrect == nil || *n.CriticalCorrect != n.CriticalExecuted {
		return nil
	}
	g := &goldRun{Trajectory: t, asks: -1}
	effects := s.Counter.Effects(t)
	g.changes = func(tool string) bool { return effects(tool) == trajectory.Changes }
	steps := t.Steps()
	if len(steps) == 0 {
		return nil
	}
	g.prefix = t.Messages[:steps[0].Message]
	var asks []int
	for i, step := range steps {
		part := t.Messages[step.Message:step.End]
		g.steps = append(g.steps, part)
		looks, acts := false, false
		for k := range part[0].Calls {
			acts = acts || g.changes(part[0].Calls[k].Name)
			looks = true
		}
		switch {
		case acts:
			g.critical = append(g.critical, i)
		case s.Counter.Asks(&part[0]):
			asks = append(asks, i)
		case looks:
			g.lookups = append(g.lookups, i)
		}
	}
	g.offered = s.Counter.Offered(t)
	sample := &dataset.Sample{ID: t.ID, Tools: g.offered}
	sets, _ := domains.Complete(context.Background(), domains.SchemaAnnotator{}, g.offered, nil) // schemas alone, so that it never fails
	g.material = &material{Sample: Sample{Sample: sample, Sets: sets}, seed: seed}
	var said strings.Builder
	for i := range t.Messages {
		if m := &t.Messages[i]; !m.Trained() {
			said.WriteString(" " + words.Spoken(m.Content) + " ")
		}
	}
	g.said = said.String()
	g.asked = len(asks) > 0
	writes := g.writes()
	writes = writes[:min(len(writes), maxTried)]
	if at := slices.IndexFunc(asks, func(at int) bool { return answers(g.steps[at][1:], writes) }); at >= 0 {
		g.asks = asks[at]
	}
	return g
}

// answers reports whether messages contain a value that a change of the world uses.
func answers(messages []trajectory.Message, writes []trajectory.Call) bool {
	return slices.ContainsFunc(writes, func(c trajectory.Call) bool {
		return slices.ContainsFunc(c.Arguments.Members(), func(m jsonvalue.Member) bool { return mentions(messages, m.Value) })
	})
}

func (g *goldRun) class() Class {
	switch {
	case g.asked:
		return completion.Ask
	case len(g.critical)+len(g.lookups) > 0:
		return completion.ToolCall
	}
	return completion.Directly
}

// agentText shows the agent's messages and calls to people.
func agentText(t *trajectory.Trajectory) string {
	var parts []string
	for i := range t.Messages {
		m := &t.Messages[i]
		if !m.Trained() {
			continue
		}
		if m.Content != "" {
			parts = append(parts, m.Content)
		}
		for _, c := range m.Calls {
			parts = append(parts, c.Name+c.Arguments.JSON())
		}
	}
	return strings.Join(parts, " / ")
}

// other is another value for an argument: invented by its domain if the tool is known, else
// changed by its type.
func (g *goldRun) other(tool, param string, v domains.Value) domains.Value {
	if t := g.Tool(tool); t != nil {
		if p := t.Param(param); p != nil {
			if made := g.invent(t, p, v); !jsonvalue.Equal(made, v) {
				return made
			}
		}
	}
	switch v.Kind() {
	case jsonvalue.Bool:
		return jsonvalue.NewBool(!v.Bool())
	case jsonvalue.Number:
		f, _ := v.Float()
		return jsonvalue.NewFloat(f + 7)
	}
	return jsonvalue.NewString(g.name(tool, param))
}
