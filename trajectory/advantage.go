package trajectory

import "math"

// Baselines are what the runs of each task earned: what advantages are taken from
// (T7). They hold some 50 bytes for each task, and for each state of a task that a
// run was in. None is by the number of a turn: where the policy chooses when to stop,
// such a baseline pays for taking another turn.
type Baselines struct {
	tasks   map[string]*sums
	anchors map[anchorKey]*sums
}

type anchorKey struct {
	task   string
	anchor uint64
}

// sums are of the numbers of a group.
type sums struct {
	n        int
	sum, sqr float64
}

func (s *sums) mean() float64 { return s.sum / float64(s.n) }

func (s *sums) std() float64 {
	if s.n < 2 {
		return 0
	}
	return math.Sqrt(max(0, (s.sqr-s.sum*s.mean())/float64(s.n-1)))
}

func into[K comparable](m map[K]*sums, key K, x float64) {
	s := m[key]
	if s == nil {
		s = &sums{}
		m[key] = s
	}
	s.n, s.sum, s.sqr = s.n+1, s.sum+x, s.sqr+x*x
}

// taskOf is the task of a run; a run without one is a task of its own.
func taskOf(t *Trajectory) string {
	if t.TaskID == "" {
		return "\x00" + t.ID
	}
	return t.TaskID
}

// Add takes a run in: its return, and of each state the return-to-go of the first step
// that stood in it. An unscored run counts for nothing.
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

// Advantages sets the advantages of a run that was added, with all others of its task.
// A state that one run alone was in has the advantage of the run.
func (b *Baselines) Advantages(t *Trajectory, c *Credit, p *StepProfile) {
	if c == nil || c.Return == nil {
		return
	}
	task := b.tasks[taskOf(t)]
	scale := 1.0
	if std := task.std(); p.Std && std > 0 {
		scale = 1 / std
	}
	run := (*c.Return - task.mean()) * scale
	for i := range c.Steps {
		s := &c.Steps[i]
		s.AdvantageTraj, s.AdvantageAnchor = run, run
		if group := b.anchors[anchorKey{taskOf(t), s.Anchor}]; group.n > 1 {
			s.AdvantageAnchor = (s.ToGo - group.mean()) * scale
		}
		s.Advantage = s.AdvantageTraj + p.Anchor*s.AdvantageAnchor
	}
}
