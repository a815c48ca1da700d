package gateway

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/trajectory"
)

// sdp is the loop of "State-Centric Decision Process". A model or a file proposes a plan of
// predicates. The model realizes the predicate at the cursor. Observations are validated by
// rules (T4), or by a model if a predicate requires it; a step may certify several
// predicates. When the attempts at one predicate are spent the rest is planned again, at
// most twice.
type sdp struct {
	rule    decision.Policy
	plans   trajectory.Plans // from the file, with the ablations
	file    bool
	replans int
}

// maxPlan is the largest size of a file of plans, in bytes.
const maxPlan = 1 << 20

func newSDP(argument string, _ *Options) (Policy, error) {
	p := sdp{replans: decision.MostReplans}
	var ablated trajectory.Plans
	err := each(argument, func(name, value string) (err error) {
		switch name {
		case "no-validate":
			ablated.AlwaysPass = true
		case "no-replan":
			ablated.NoReplan, p.replans = true, 0
		case "no-cascade":
			ablated.Cascade = 1
		case "budget":
			ablated.Budget, err = whole(value, 1000)
		case "plan":
			p.file = true
			p.plans, err = loadPlans(value)
		default:
			err = fmt.Errorf("give plan=FILE, budget=N, no-validate, no-replan or no-cascade")
		}
		return err
	})
	p.plans.AlwaysPass, p.plans.NoReplan, p.plans.Cascade = ablated.AlwaysPass, ablated.NoReplan, ablated.Cascade
	if ablated.Budget > 0 {
		p.plans.Budget = ablated.Budget
	}
	if p.plans.Budget == 0 {
		p.plans.Budget = trajectory.AttemptBudget
	}
	p.rule = decision.Planned(p.replans)
	return p, err
}

func loadPlans(path string) (trajectory.Plans, error) {
	text, err := infile.Read(path, maxPlan)
	if err != nil {
		return trajectory.Plans{}, err
	}
	v, err := yamlvalue.Parse(string(text), jsonvalue.Options{})
	if err != nil {
		return trajectory.Plans{}, fmt.Errorf("%s: %w", path, err)
	}
	plans, err := trajectory.ParsePlans(v)
	if err != nil {
		return trajectory.Plans{}, fmt.Errorf("%s: %w", path, err)
	}
	return *plans, nil
}

func (p sdp) Rule() decision.Policy { return p.rule }

// certify compares the conversation so far with the plan: the file's, a recorded run's
// reference, or the one that the model proposed for the user's messages before the first
// step. It returns nil if there is no plan.
func (p sdp) certify(ctx context.Context, t *Turn, m *Model) (*trajectory.Certified, error) {
	plans := p.plans
	if !p.file && !t.Run.Reference.Known {
		if m == nil {
			return nil, nil
		}
		plan, err := t.propose(ctx, m, nil)
		if err != nil {
			return nil, err
		}
		plans.Default = plan
	}
	if m != nil && plans.Judges() {
		role, err := m.role(nil)
		if err != nil {
			return nil, err
		}
		plans.Judge = role.Validator().Holds
	}
	got, err := plans.Certify(ctx, t.Run)
	return got, m.why(err)
}

// propose has the model plan: the predicates from the user's request to the goal or, if a
// plan is stuck, the rest from the certified state. Plans are cached by the request to the
// model, so that each request of a run has the same plan.
func (t *Turn) propose(ctx context.Context, m *Model, stuck *trajectory.Certified) (plan []trajectory.Predicate, err error) {
	role, err := m.role(nil)
	if err != nil {
		return nil, err
	}
	run := trajectory.Trajectory{}
	for i := range t.Run.Messages {
		if t.Run.Messages[i].Role == dataset.Assistant {
			break
		}
		run.Messages = append(run.Messages, t.Run.Messages[i])
	}
	state := domains.Value{}
	if stuck != nil {
		state = stuck.Value()
	}
	check := func(_ string, v domains.Value) (err error) {
		if texts, ok := v.Strings(); ok { // in the form of the schema
			list := make([]domains.Value, len(texts))
			for i := range texts {
				if list[i], err = domains.ParseValue(texts[i]); err != nil {
					return err
				}
			}
			v = jsonvalue.NewArray(list...)
		}
		if plan, err = trajectory.ParsePredicates(v); err == nil && len(plan) > mostPlanned {
			err = fmt.Errorf("give at most %d", mostPlanned)
		}
		return err
	}
	_, err = role.Role("plan", configs.PlanPrompt(), tokensPlan, check, "predicates").Ask(ctx, "", jsonvalue.ObjectOf(
		"messages", run.MessagesValue(), "tools", domains.ToolsValue(t.Run.Tools), "state", state))
	return plan, m.why(err)
}

const (
	tokensPlan  = 1500
	mostPlanned = 24
)

// Prepare tells the model what is certified and which predicate is next.
func (p sdp) Prepare(ctx context.Context, t *Turn, request domains.Value, m *Model) (domains.Value, error) {
	c, err := p.certify(ctx, t, m)
	if err != nil || c == nil || c.Open == "" {
		return request, err
	}
	return remind(request, fmt.Sprintf("Of %d conditions of the plan %.0f hold. Next: %s", c.N, c.Progress()*float64(c.N), c.Open)), nil
}

// hands reports whether a message leaves the next move to the user: it asks something, even
// whether to go on, or the user has said nothing yet.
func (t *Turn) hands(m *trajectory.Message) bool {
	return t.counter.Asks(m) || len(m.Calls) == 0 && strings.ContainsAny(m.Content, marks) ||
		!slices.ContainsFunc(t.Run.Messages, func(m trajectory.Message) bool { return m.Role == dataset.User })
}

// Look compares the observations with the plan.
func (p sdp) Look(ctx context.Context, t *Turn, r *Reply, m *Model) (Sight, error) {
	s := Sight{Signals: t.signals(r)}
	c, err := p.certify(ctx, t, m)
	if err != nil || c == nil {
		return s, err
	}
	before := &trajectory.Certified{}
	if steps := t.Run.Steps(); len(steps) > 0 { // the state before the last step
		run := *t.Run
		run.Messages = run.Messages[:steps[len(steps)-1].Message]
		if before, err = p.certify(ctx, &Turn{Run: &run, counter: t.counter}, m); err != nil {
			return s, err
		}
	}
	replans := c.Replans
	if p.plans.NoReplan && c.Attempts >= p.plans.Budget {
		replans++
	}
	for name, v := range map[string]float64{
		"open": flag(c.Open != ""), "progress": c.Progress(), "attempts": float64(c.Attempts), "replans": float64(replans),
		"stuck": flag(replans > before.Replans), "asks": flag(t.hands(&r.Message)),
	} {
		s.Signals = s.Signals.With(name, v)
	}
	s.State = c.Value()
	s.Do = func(ctx context.Context, action string) (Done, error) {
		switch action {
		case Stopped:
			answer, err := m.Finish(ctx, t, "The plan cannot go on.")
			return Done{Reply: answer, Why: "the plan cannot go on"}, err
		case decision.Replan:
			plan, err := t.propose(ctx, m, c)
			if err != nil {
				return Done{}, err
			}
			rest := make([]string, len(plan))
			for i := range plan {
				rest[i] = plan[i].String()
			}
			given, err := m.Answer(ctx, t, "The plan is stuck at "+c.Open+". The rest of it, made anew: "+strings.Join(rest, ", ")+". Act for the first of these.")
			return Done{Reply: given, Why: "planned anew"}, err
		}
		given, err := m.Answer(ctx, t, "This is not done. Next: "+c.Open+". Make a call that brings it about, or ask the user for what it needs.")
		return Done{Reply: given, Why: "the plan is open"}, err
	}
	return s, nil
}
