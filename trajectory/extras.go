package trajectory

import "context"

// Wants says what is computed of runs beside their tally.
type Wants struct {
	Verdicts bool
	Beliefs  bool
	Profile  *StepProfile // of what steps earn; nil: nothing
}

// Extras are what is computed of a run beside its tally; each is nil where nobody asked
// for it.
type Extras struct {
	Critiques []Critique
	Beliefs   []*Belief
	Credit    *Credit
}

// Extras computes what was asked for of a run.
func (c *Counter) Extras(ctx context.Context, t *Trajectory, w Wants) (x Extras, err error) {
	if w.Verdicts {
		x.Critiques = append([]Critique{}, c.Critiques(t)...)
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
		x.Credit = c.credit(t, w.Profile, beliefs)
	}
	return x, nil
}

// Rows are the row of a run and those of its steps.
func (c *Counter) Rows(t *Trajectory, n *Tally, x Extras) (Row, []StepRow) {
	return NewRow(t, n, x), c.StepRows(t, x)
}
