package play

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/trajectory"
)

// critical is the index of the first figure that is omitted if no run has it.
const critical = 8

// Line holds the figures of one agent on the tasks of one class.
type Line struct {
	Agent    string                    `json:"agent"`
	Class    string                    `json:"class"`
	Runs     int64                     `json:"runs"`
	Unscored int64                     `json:"unscored"`
	Figures  map[string]stats.Estimate `json:"figures"`
}

// Figures sums up runs. Its memory does not grow with the number of runs.
type Figures struct {
	counter *trajectory.Counter
	parts   []*part
}

type part struct {
	agent, class   string
	runs, unscored int64
	groups         *stats.Groups
}

// NewFigures returns empty figures. counter tallies the runs.
func NewFigures(counter *trajectory.Counter) *Figures { return &Figures{counter: counter} }

// Add adds a run of an agent.
func (f *Figures) Add(agent string, t *trajectory.Trajectory) {
	at := slices.IndexFunc(f.parts, func(p *part) bool { return p.agent == agent && p.class == t.Class })
	if at < 0 {
		at = len(f.parts)
		f.parts = append(f.parts, &part{agent: agent, class: t.Class, groups: stats.NewGroups(len(trajectory.FigureNames))})
	}
	p := f.parts[at]
	p.runs++
	if t.Outcome == nil {
		p.unscored++
		return
	}
	cells := p.groups.Of(groupOf(t))
	for k, v := range f.counter.Figures(t) {
		if !math.IsNaN(v) {
			cells[k].AddA(v)
		}
	}
}

// groupOf is a hash of the run's task.
func groupOf(t *trajectory.Trajectory) uint64 {
	key := fnv.New64a()
	fmt.Fprint(key, t.TaskID)
	return key.Sum64()
}

// Lines returns the figures; intervals treat each task as one cluster.
func (f *Figures) Lines() (lines []Line) {
	for _, p := range f.parts {
		l := Line{Agent: p.agent, Class: p.class, Runs: p.runs, Unscored: p.unscored, Figures: map[string]stats.Estimate{}}
		for k, name := range trajectory.FigureNames {
			if k == 0 {
				l.Figures[name] = stats.ClusteredRate(p.groups.Figure(k))
			} else if e := stats.ClusteredMean(p.groups.Figure(k), trajectory.FigureLimits[k][0], trajectory.FigureLimits[k][1]); e.N > 0 || k < critical {
				l.Figures[name] = e
			}
		}
		lines = append(lines, l)
	}
	order := func(class string) int { return slices.Index(trajectory.Classes[:], class) }
	slices.SortStableFunc(lines, func(a, b Line) int {
		if a.Agent != b.Agent {
			return slices.IndexFunc(f.parts, func(p *part) bool { return p.agent == a.Agent }) - slices.IndexFunc(f.parts, func(p *part) bool { return p.agent == b.Agent })
		}
		return order(a.Class) - order(b.Class)
	})
	return lines
}

// Table prints lines for people. Runs that are unscored have a column where there are some: no
// figure has them.
func Table(lines []Line) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	unscored := slices.ContainsFunc(lines, func(l Line) bool { return l.Unscored > 0 })
	head := "runs"
	if unscored {
		head = "runs\tunscored"
	}
	fmt.Fprintf(w, "agent\tclass\t%s\tsuccess\tcoverage\tTMR\tPMR\tquestions\tcost\treward\n", head)
	for _, l := range lines {
		runs := fmt.Sprint(l.Runs)
		if unscored {
			runs += fmt.Sprintf("\t%d", l.Unscored)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", l.Agent, l.Class, runs, Rate(l.Figures["success"]), Rate(l.Figures["coverage"]),
			Percent(l.Figures["tmr"]), Percent(l.Figures["pmr"]), Mean(l.Figures["questions"]), Mean(l.Figures["cost"]), Mean(l.Figures["reward"]))
	}
	w.Flush()
	return b.String()
}

// Rate formats a share with its interval.
func Rate(e stats.Estimate) string {
	if e.N == 0 {
		return "none"
	}
	if math.IsNaN(e.Low) { // a single task has no interval
		return fmt.Sprintf("%.1f%%", 100*e.Value)
	}
	return fmt.Sprintf("%.1f%% [%.1f, %.1f]", 100*e.Value, 100*e.Low, 100*e.High)
}

// Percent formats a share.
func Percent(e stats.Estimate) string {
	if e.N == 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f%%", 100*e.Value)
}

// Mean formats a mean.
func Mean(e stats.Estimate) string {
	if e.N == 0 {
		return "none"
	}
	return fmt.Sprintf("%.2f", e.Value)
}
