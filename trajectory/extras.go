package trajectory

import (
	"cmp"
	"context"
)

// Wants says what is computed of runs beside their tally.
type Wants struct {
	Verdicts bool
	Director Director // asked besides about each critical call; nil: nobody is
	Setting  string   // of the Director
	Beliefs  bool
	Profile  *StepProfile // of what steps earn; nil: nothing
	Acts     bool         // J_t and UPR_t of the steps
	Plans    *Plans       // what runs have to certify; nil: nothing, but for a profile's progress, which is derived
}

// Extras are what is computed of a run beside its tally; each is nil where nobody asked
// for it.
type Extras struct {
	Critiques []Critique
	Beliefs   []*Belief
	Credit    *Credit
	Certified *Certified
	Ablated   [len(ablations)]*Certified // where plans were given
	Acts      []Act
	// Unknown says why something that was asked for is not known of a run: a model gave no
	// answer. "" where all is.
	Unknown string
	Decided Decided
}

// Decided is what package decision found of a run; the caller of Extras sets it. Figures
// that were not asked for, or that the run does not have, are nil.
type Decided struct {
	GateStep    *int64           // the step at which a gate would have stopped the run (T3)
	Failure     *string          // the patterns by which its search failed, with commas
	Attribution *string          // the part that its failure is due to (T5)
	Notes       []string         // the belief state of its search behind each step (T3), JSON
	Records     map[int][]string // the decisions of steps (T5) by their number, JSON
}

// Extras computes what was asked for of a run.
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

// Rows are the row of a run and those of its steps.
func (c *Counter) Rows(t *Trajectory, n *Tally, x Extras) (Row, []StepRow) {
	return NewRow(t, n, x), c.StepRows(t, x)
}
