package trajectory

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// AttemptBudget is the default number of failed attempts at one predicate before the
// rest of a plan is reordered. It is SDP's own number for question answering.
const AttemptBudget = 3

// Plans are the plans that runs are compared with (T4). The zero Plans derive each run's
// plan from its reference.
type Plans struct {
	ByTask  map[string][]Predicate // plans of tasks; they win
	Default []Predicate            // for runs with neither; nil derives the plan
	Budget  int                    // failed attempts at one predicate; 0 is AttemptBudget

	// Judge says whether a step's observations fulfil a predicate. With a nil Judge,
	// predicates that need a model stay uncertified. Judge must be safe for concurrent
	// use.
	Judge func(ctx context.Context, predicate, observed string) (bool, error)

	// The ablations (SDP, appendix C). AlwaysPass counts every attempt as a success,
	// NoReplan stops at the first exhausted budget, Cascade limits the predicates
	// certified by one step (0: no limit).
	AlwaysPass bool
	NoReplan   bool
	Cascade    int

	unnamed bool // a derived predicate needs no text, which is then empty
}

// ParsePlans reads {"predicates": [...], "tasks": {ID: [...]}, "budget": n}.
func ParsePlans(v domains.Value) (*Plans, error) {
	p := &Plans{ByTask: map[string][]Predicate{}}
	if !v.IsNull() && v.Kind() != jsonvalue.Object {
		return nil, fmt.Errorf("it is of type %s; give predicates, tasks and budget", v.Kind())
	}
	for _, m := range v.Members() {
		var err error
		switch m.Key {
		case "predicates":
			p.Default, err = ParsePredicates(m.Value)
		case "tasks":
			if m.Value.Kind() != jsonvalue.Object {
				return nil, fmt.Errorf("tasks is a %s; give {TASK_ID: [PREDICATE, ...]}", m.Value.Kind())
			}
			for _, task := range m.Value.Members() {
				if p.ByTask[task.Key], err = ParsePredicates(task.Value); err != nil {
					err = fmt.Errorf("tasks.%s: %w", task.Key, err)
					break
				}
			}
		case "budget":
			n, ok := m.Value.Int()
			if !ok || n < 1 || n > 1000 {
				return nil, fmt.Errorf("budget is %.40s; give a whole number from 1 to 1000", m.Value.JSON())
			}
			p.Budget = int(n)
		default:
			return nil, fmt.Errorf("there is no %q; give predicates, tasks and budget", m.Key)
		}
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Judges reports whether a plan needs a model.
func (p *Plans) Judges() bool {
	judged := slices.ContainsFunc(p.Default, judges)
	for _, plan := range p.ByTask {
		judged = judged || slices.ContainsFunc(plan, judges)
	}
	return judged
}

func judges(p Predicate) bool { return p.kind == isJudged || slices.ContainsFunc(p.parts, judges) }

// of is the plan of a run. If none was given, it is derived from the reference: the
// agent's actions and the texts to be communicated, in the order of the first step at
// which the run did them. What the run never did comes last, in the reference's order.
// ok is false if there is no reference.
func (p *Plans) of(t *Trajectory) (plan []Predicate, derived, ok bool) {
	if plan, ok := p.ByTask[t.TaskID]; ok {
		return plan, false, true
	}
	if !t.Reference.Predicates.IsNull() {
		plan, _ := ParsePredicates(t.Reference.Predicates) // it was checked when the run was read
		return plan, false, true
	}
	if p.Default != nil {
		return p.Default, false, true
	}
	for i := range t.Reference.Actions {
		if a := &t.Reference.Actions[i]; !a.ByUser {
			made := Predicate{kind: isMade, at: i, call: *a}
			if !p.unnamed {
				made.told = jsonvalue.ObjectOf("called", jsonvalue.ObjectOf(
					"name", a.Name, "arguments", a.Arguments)).JSON()
			}
			plan = append(plan, made)
		}
	}
	for _, text := range t.Reference.Communicate {
		told := jsonvalue.ObjectOf("said", text)
		plan = append(plan, Predicate{kind: isSaid, text: plainly(text), told: told.JSON()})
	}
	return plan, true, t.Reference.Known || len(plan) > 0
}

// CertifiedState is a step that certified predicates.
type CertifiedState struct {
	Step       int
	Action     string // the agent's action there: the names of its calls, or its words
	K          int    // the number of predicates certified at once (SDP's cascade), at least 1
	Attempts   int    // at the first of them, including this step
	Predicates []string
}

// Certified is the part of its plan that a run fulfilled: SDP's artifact.
type Certified struct {
	N       int // predicates in the plan
	States  []CertifiedState
	Credits []float64 // credit_t = k_t / n for each step
	// Attempts counts failed attempts at the first open predicate since the last
	// replanning. Open is that predicate, "" if all are certified.
	Attempts int
	Open     string
	Replans  int
	// Prefix is the certified share at the first exhausted budget, 1 if none was
	// exhausted.
	Prefix float64
	// Right counts predicates that were certified and really held; with AlwaysPass not
	// all did.
	Right int
	Steps int // of the run

	certified int
}

// Progress is the certified share of the plan, in [0, 1]. A plan without predicates has
// progress 1 from the start.
func (c *Certified) Progress() float64 { return c.share(c.certified) }

func (c *Certified) share(k int) float64 {
	if c.N == 0 {
		return 1
	}
	return float64(k) / float64(c.N)
}

// Fidelity is SDP's action fidelity: the share of certifying steps that succeeded at the
// first attempt; nil if there are none.
func (c *Certified) Fidelity() *float64 {
	first := int64(0)
	for i := range c.States {
		first += one(c.States[i].Attempts == 1)
	}
	return ratio(first, int64(len(c.States)))
}

// Uncascaded is the factor of the score if each step may certify one predicate only:
// steps / (steps + additional steps), where the additional steps are sum max(k-1, 0).
func (c *Certified) Uncascaded() float64 {
	if c.Steps == 0 {
		return 1
	}
	return float64(c.Steps) / float64(c.Steps+c.certified-len(c.States))
}

// Certify replays a run against its plan (SDP, algorithm 1). After each step it
// certifies the predicates that hold, from the cursor on. A step that tried to fulfil
// the predicate at the cursor and did not is a failed attempt. When the budget is
// exhausted, the rest of the plan is put into the order in which the run later fulfils
// it. The result is nil if there is no plan, or if the run is too long to be searched
// that often.
func (p *Plans) Certify(ctx context.Context, t *Trajectory) (*Certified, error) {
	plan, derived, ok := p.of(t)
	if !ok {
		return nil, nil
	}
	s := newSight(t)
	c := &certifying{plans: p, sight: s, Certified: &Certified{N: len(plan), Steps: len(s.steps), Credits: make([]float64, len(s.steps)), Prefix: 1}}
	for i := range plan {
		c.rest = append(c.rest, target{&plan[i], s.first(&plan[i])})
		if s.spent > maxLooked {
			return nil, nil
		}
	}
	if derived {
		c.replan()
	}
	for step := range s.steps {
		if err := c.step(ctx, step); err != nil {
			return nil, err
		}
		if s.spent > maxLooked {
			return nil, nil
		}
		if c.ended {
			break
		}
	}
	if len(c.rest) > 0 {
		c.Open = c.rest[0].told
	}
	return c.Certified, nil
}

// target is a predicate and the first step at which it holds.
type target struct {
	*Predicate
	from int
}

// certifying follows one run.
type certifying struct {
	*Certified
	plans *Plans
	sight *sight
	rest  []target // the plan from the cursor on
	ended bool
}

// replan puts the rest of the plan into the order in which the run fulfils it later.
func (c *certifying) replan() {
	slices.SortStableFunc(c.rest, func(a, b target) int {
		switch {
		case a.from < b.from:
			return -1
		case a.from > b.from:
			return 1
		}
		return 0
	})
}

// step validates the observations of one step.
func (c *certifying) step(ctx context.Context, step int) error {
	tried := len(c.rest) > 0 && c.sight.attempts(c.rest[0].Predicate, step)
	if err := c.certify(ctx, step, tried); err != nil {
		return err
	}
	budget := c.plans.Budget
	if budget == 0 {
		budget = AttemptBudget
	}
	if !tried || c.Credits[step] > 0 {
		return nil
	}
	if c.Attempts++; c.Attempts < budget {
		return nil
	}
	if c.Replans == 0 {
		c.Prefix = c.Progress()
	}
	if c.ended = c.plans.NoReplan; c.ended {
		return nil
	}
	c.Replans++
	c.Attempts = 0
	c.replan()
	return c.certify(ctx, step, false)
}

// certify moves the cursor past all predicates that hold.
func (c *certifying) certify(ctx context.Context, step int, tried bool) error {
	state := CertifiedState{Step: step, Attempts: c.Attempts + 1}
	for len(c.rest) > 0 && (c.plans.Cascade == 0 || state.K < c.plans.Cascade) {
		holds, err := c.holds(ctx, c.rest[0], step)
		if err != nil {
			return err
		}
		if !holds && !(c.plans.AlwaysPass && tried) {
			break
		}
		if holds {
			c.Right++
		}
		state.K++
		state.Predicates = append(state.Predicates, c.rest[0].told)
		c.rest = c.rest[1:]
		if c.plans.AlwaysPass {
			break // AlwaysPass checks nothing, so that it cannot see a cascade
		}
	}
	if state.K == 0 {
		return nil
	}
	state.Action = c.sight.t.Messages[c.sight.steps[step].Message].does()
	c.States = append(c.States, state)
	c.certified += state.K
	c.Credits[step] += c.share(state.K)
	c.Attempts = 0
	return nil
}

// holds reports whether a target holds after a step.
func (c *certifying) holds(ctx context.Context, t target, step int) (bool, error) {
	if t.from <= step || c.plans.Judge == nil || !judges(*t.Predicate) {
		return t.from <= step, nil
	}
	return c.judged(ctx, t.Predicate, step)
}

// judged asks the model about the parts of a predicate that need one.
func (c *certifying) judged(ctx context.Context, p *Predicate, step int) (bool, error) {
	switch p.kind {
	case isJudged:
		return c.plans.Judge(ctx, p.text, c.sight.observed(step))
	case isAll, isAny:
		for i := range p.parts {
			holds, err := c.judged(ctx, &p.parts[i], step)
			if err != nil || holds == (p.kind == isAny) {
				return holds, err
			}
		}
		return p.kind == isAll, nil
	}
	return c.sight.first(p) <= step, nil
}

// does describes a message of the agent: the names of its calls, or "said".
func (m *Message) does() string {
	names := make([]string, len(m.Calls))
	for i := range m.Calls {
		names[i] = m.Calls[i].Name
	}
	if len(names) == 0 {
		return "said"
	}
	return strings.Join(names, ",")
}

// Value is the artifact as JSON.
func (c *Certified) Value() domains.Value {
	return jsonvalue.ObjectOf(
		"n", c.N,
		"states", c.States,
		"open?", c.Open,
		"attempts", c.Attempts,
		"replans", c.Replans,
		"fidelity", c.Fidelity(),
		"prefix", c.Prefix,
		"uncascaded", c.Uncascaded(),
	)
}

// Value returns the state as JSON.
func (s *CertifiedState) Value() domains.Value {
	return jsonvalue.ObjectOf("step", s.Step, "action", s.Action, "k", s.K, "attempts", s.Attempts, "predicates", s.Predicates)
}
