package trajectory

import "math"

// Baselines hold what the runs of each task earned; advantages are differences to them
// (T7). They take some 50 bytes for each task, and for each state of a task. No
// baseline depends on the number of a turn: where the policy chooses when to stop,
// such a baseline rewards taking another turn.
type Baselines struct {
	tasks   map[string]*sums
	anchors map[anchorKey]*sums
}

type anchorKey struct {
	task   string
	anchor uint64
}

// sums are the mean of a group's numbers and the sum of their squared distances to it. They are
// kept in Welford's form: a difference of sums of squares would leave a rounding error of 1e-8
// where all numbers are equal.
type sums struct {
	n         int
	mean, sqr float64
}

func (s *sums) std() float64 {
	if s.n < 2 {
		return 0
	}
	return math.Sqrt(s.sqr / float64(s.n-1))
}

func into[K comparable](m map[K]*sums, key K, x float64) {
	s := m[key]
	if s == nil {
		s = &sums{}
		m[key] = s
	}
	s.n++
	d := x - s.mean
	s.mean += d / float64(s.n)
	s.sqr += d * (x - s.mean)
}

// taskOf is the task of a run. A run without a task is its own task.
func taskOf(t *Trajectory) string {
	if t.TaskID == "" {
		return "\x00" + t.ID
	}
	return t.TaskID
}

// Add adds a run: its return, and for each state the return-to-go of the first step in
// that state. An unscored run is not counted.
func (b *Baselines) Add(t *Trajectory, c *Credit) {
	if c == nil || c.Return == nil {
		return
	}
	if b.tasks == nil {
		b.tasks, b.anchors = map[string]*sums{}, map[anchorKey]*sums{}
	}
	task := taskOf(t)
	into(b.tasks, task, *c.Return)
	seen := map[uint64]bool{}
	for i := range c.Steps {
		if a := c.Steps[i].Anchor; !seen[a] {
			seen[a] = true
			into(b.anchors, anchorKey{task, a}, c.Steps[i].ToGo)
		}
	}
}

// equalReturns is the standard deviation up to which the returns of a task count as equal, as a
// share of the outcome's weight. The same rewards in another order add up to returns that differ
// by a rounding error, and dividing by it would make advantages of millions.
const equalReturns = 1e-9

// Advantages sets the advantages of a run, after all runs of its task were added. If a
// state occurred in one run only, its advantage is that of the run.
func (b *Baselines) Advantages(t *Trajectory, c *Credit, p *StepProfile) {
	if c == nil || c.Return == nil {
		return
	}
	task := b.tasks[taskOf(t)]
	scale := 1.0
	if std := task.std(); p.Std && std > equalReturns*p.Weights[Terminal] {
		scale = 1 / std
	}
	run := (*c.Return - task.mean) * scale
	for i := range c.Steps {
		s := &c.Steps[i]
		s.AdvantageTraj, s.AdvantageAnchor = run, run
		if group := b.anchors[anchorKey{taskOf(t), s.Anchor}]; group.n > 1 {
			s.AdvantageAnchor = (s.ToGo - group.mean) * scale
		}
		s.Advantage = s.AdvantageTraj + p.Anchor*s.AdvantageAnchor
	}
}
