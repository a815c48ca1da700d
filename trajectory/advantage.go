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

// sums are the sums over the numbers of a group.
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

// Advantages sets the advantages of a run, after all runs of its task were added. If a
// state occurred in one run only, its advantage is that of the run.
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
