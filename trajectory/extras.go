package trajectory

import (
	"cmp"
	"context"
)

// Wants selects what is computed for runs in addition to their tally.
type Wants struct {
	Verdicts bool
	Director Director // a model that also judges each critical call; nil: none
	Setting  string   // of the Director
	Beliefs  bool
	Profile  *StepProfile // for the rewards of steps; nil: none
	Acts     bool         // J_t and UPR_t of the steps
	Plans    *Plans       // nil: no certification, except that a profile's progress uses a derived plan
}

// Extras are the results for one run that Wants selected. A result that was not selected
// is nil.
type Extras struct {
	Critiques []Critique
	Beliefs   []*Belief
	Credit    *Credit
	Certified *Certified
	Ablated   [len(ablations)]*Certified // if plans were given
	Acts      []Act
	// Unknown says why a wanted result is missing (a model gave no answer), else "".
	Unknown string
	Decided Decided
}

// Decided holds package decision's results for a run; the caller of Extras sets it.
// Figures that were not wanted, or that the run does not have, are nil.
type Decided struct {
	GateStep    *int64           // the step at which a gate would have stopped the run (T3)
	Failure     *string          // the failure patterns of its search, separated by commas
	Attribution *string          // the part that its failure is attributed to (T5)
	Notes       []string         // the belief state after each step of its search (T3), JSON
	Records     map[int][]string // the decisions (T5) by step number, JSON
}

// Extras computes the wanted results for a run.
func (c *Counter) Extras(ctx context.Context, t *Trajectory, w Wants) (x Extras, err error) {
	if w.Verdicts {
		x.Critiques = append([]Critique{}, c.Critiques(t)...)
	}
	if w.Director != nil {
		if err := c.Direct(ctx, t, x.Critiques, w.Setting, w.Director); err != nil {
			return x, err
		}
		x.Unknown = undirected(x.Critiques)
	}
	plans := w.Plans
	if plans == nil && w.Profile != nil {
		plans = &Plans{}
	}
	if plans != nil {
		x.Certified, err = plans.Certify(ctx, t)
		if err == nil && w.Plans != nil {
			x.Ablated, err = plans.Ablate(ctx, t)
		}
		if ctx.Err() != nil {
			return x, context.Cause(ctx)
		}
		if err != nil {
			x.Certified, x.Unknown = nil, cmp.Or(x.Unknown, "not certified: "+err.Error())
		}
	}
	if w.Acts {
		x.Acts = append([]Act{}, c.Acts(t)...)
	}
	if !w.Beliefs && w.Profile == nil {
		return x, nil
	}
	beliefs, err := c.Beliefs(ctx, t)
	if err != nil {
		return x, err
	}
	if w.Beliefs {
		x.Beliefs = beliefs
	}
	if w.Profile != nil {
		x.Credit = c.credit(t, w.Profile, beliefs, x.Certified, c.offered(t), nil)
	}
	return x, nil
}

// Rows returns the row of a run and the rows of its steps.
func (c *Counter) Rows(t *Trajectory, n *Tally, x Extras) (Row, []StepRow) {
	return NewRow(t, n, x), c.StepRows(t, x)
}
