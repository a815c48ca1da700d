package trajectory

import (
	"hash/fnv"
	"io"
	"slices"
)

// Counted holds what a Summary needs of a run, and no more. It is JSON, so that one
// process can count runs and another can sum them up.
type Counted struct {
	Class    string `json:"class,omitempty"`
	Unscored bool   `json:"unscored,omitempty"`
	Checked  int64  `json:"checked,omitempty"` // actions that the source checked
	Disagree int64  `json:"disagree,omitempty"`
	Unknown  int64  `json:"unknown,omitempty"` // calls of tools that may be critical or not
	// A broken run is in no figure.
	Broken   bool         `json:"broken,omitempty"`
	Task     uint64       `json:"task"` // a digest; runs of one task are not independent
	Cells    []countedSum `json:"cells"`
	Judged   []judgedCall `json:"judged,omitempty"`
	Progress *judgedRun   `json:"progress,omitempty"`
}

// countedSum is a run's share of one figure: A over B.
type countedSum struct {
	Figure int     `json:"f"`
	A      float64 `json:"a"`
	B      float64 `json:"b"`
}

// judgedCall is a critical call that is known to be right or wrong.
type judgedCall struct {
	Wrong    bool                   `json:"wrong"`
	Risk     float64                `json:"risk"`
	Verdicts [len(Settings)]Verdict `json:"verdicts"`
	Directed Verdict                `json:"directed,omitempty"` // a Director's
}

// judgedRun is the certified share of a run whose outcome is known.
type judgedRun struct {
	Succeeded bool    `json:"succeeded"`
	Share     float64 `json:"share"`
}

// Count returns what a Summary needs of a run, given its tally and extras.
func Count(t *Trajectory, n *Tally, x Extras) Counted {
	c := Counted{Unscored: n.Outcome == nil, Checked: n.ActionsChecked, Disagree: n.ActionsDisagree, Unknown: n.CriticalUnknown, Broken: t.Broken()}
	if slices.Contains(Classes[:], t.Class) {
		c.Class = t.Class
	}
	if c.Broken {
		return c
	}
	key := fnv.New64a()
	io.WriteString(key, t.TaskID)
	if t.TaskID == "" {
		io.WriteString(key, "\x00"+t.ID)
	}
	c.Task, c.Cells = key.Sum64(), make([]countedSum, 0, 16)
	full := 1.0
	or := func(f *float64, known bool) *float64 {
		if f == nil && known {
			return &full
		}
		return f
	}
	known := n.CriticalCorrect != nil
	for k, f := range [...]*float64{0: n.Success(), 1: n.CAP, 2: or(n.CAP, known), 4: n.CAR, 5: or(n.CAR, known), 8: n.Coverage, 9: n.TMR, 10: n.PMR} {
		if f != nil {
			c.add(k, *f, 1)
		}
	}
	if known {
		c.add(3, float64(*n.CriticalCorrect), float64(n.CriticalExecuted))
		c.add(6, float64(*n.CriticalCorrect), float64(*n.CriticalRequired))
	}
	if n.ActionsRequired != nil {
		c.add(7, float64(*n.ActionsMatched), float64(*n.ActionsRequired))
	}
	c.addBeliefs(x.Beliefs)
	c.addCertified(n, x)
	c.add(11, float64(n.Questions), 1)
	if n.All != nil {
		c.add(12, float64(*n.All), 1)
	}
	c.Judged = judgedCalls(x.Critiques)
	return c
}

// judgedCalls returns the critical calls that are known to be right or wrong.
func judgedCalls(critiques []Critique) (calls []judgedCall) {
	for i := range critiques {
		q := &critiques[i]
		if q.Correct == nil {
			continue
		}
		call := judgedCall{Wrong: !*q.Correct, Risk: q.Risk()}
		for k, by := range Settings {
			call.Verdicts[k] = q.Verdict(by)
		}
		if d := q.Directed; d != nil && d.Unknown == "" {
			call.Directed = d.Verdict
		}
		calls = append(calls, call)
	}
	return calls
}

func (c *Counted) add(figure int, a, b float64) { c.Cells = append(c.Cells, countedSum{figure, a, b}) }

// addBeliefs adds the values of a run's questions.
func (c *Counted) addBeliefs(beliefs []*Belief) {
	var evpi, regret, asked float64
	for _, b := range beliefs {
		if b != nil && b.AskedEVPI != nil {
			evpi, regret, asked = evpi+*b.AskedEVPI, regret+*b.Regret, asked+1
		}
	}
	if asked > 0 {
		c.add(13, evpi, asked)
		c.add(14, regret, asked)
	}
}

// addCertified adds a run's artifact: its progress, its fidelity, and for each ablation
// the rescaled score and the progress of the replay.
func (c *Counted) addCertified(n *Tally, x Extras) {
	got, outcome := x.Certified, n.Outcome
	if got == nil {
		return
	}
	c.add(figureAt("progress"), got.Progress(), 1)
	if f := got.Fidelity(); f != nil {
		c.add(figureAt("fidelity"), *f, 1)
	}
	if success := n.Success(); success != nil {
		c.Progress = &judgedRun{*success == 1, got.Progress()}
	}
	for i := range ablations {
		if f := ablations[i].factor(got); f != nil && outcome != nil {
			c.add(figureAt(ablations[i].name), *outcome**f, *outcome)
		}
		if x.Ablated[i] != nil && got.N > 0 {
			c.add(figureAt(ablations[i].name+"_progress"), float64(x.Ablated[i].Right)/float64(got.N), 1)
		}
	}
}
