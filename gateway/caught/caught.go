package caught

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/voi-rl/voi/gateway"
	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/trajectory"
)

// FigureNames are the figures of a Line. The first five are shares that a policy held back: of
// wrong critical calls (they failed, or match no reference action); of right critical calls; of
// messages with other calls; of last messages of runs that left a critical reference action
// undone; and of other messages without calls. questions is the number of questions for each run.
// cap and car (T2) are over the remaining critical calls. success is the share of runs that
// succeeded and of which only wrong calls were held back.
var FigureNames = [...]string{"wrong", "right", "calls", "unfinished", "words", "questions", "cap", "car", "success"}

const (
	wrong = iota
	right
	calls
	unfinished
	words
	questions
	precision
	recall
	success
)

// Line holds the figures of one policy.
type Line struct {
	Policy    string                    `json:"policy"`
	Runs      int64                     `json:"runs"`
	Broken    int64                     `json:"broken"` // runs that the infrastructure ended; not counted otherwise
	Messages  int64                     `json:"messages"`
	Undecided int64                     `json:"undecided"` // messages without a decision, which passed
	Why       string                    `json:"why,omitempty"`
	Figures   map[string]stats.Estimate `json:"figures"`
}

// Figures sums up the decisions of policies. Its memory does not grow with the number of runs.
// Judge is safe for concurrent use, Add is not.
type Figures struct {
	chains  []gateway.Chain
	options gateway.Options
	parts   []part
}

type part struct {
	line   Line
	groups *stats.Groups
}

// New returns empty figures for policies with these names. Only the counter and the asking of the
// options matter.
func New(chains []gateway.Chain, names []string, o gateway.Options) *Figures {
	f := &Figures{chains: chains, options: o}
	for _, name := range names {
		f.parts = append(f.parts, part{Line{Policy: name}, stats.NewGroups(len(FigureNames))})
	}
	return f
}

// Judged holds each policy's decisions on one run.
type Judged struct {
	broken   bool
	task     uint64
	messages int
	parts    []judged
}

// judged holds the values whose means are the figures.
type judged struct {
	values    [len(FigureNames)][]float64
	undecided int
	why       string
}

// Judge lets the policies decide on each message of a run.
func (f *Figures) Judge(ctx context.Context, t *trajectory.Trajectory) (*Judged, error) {
	if t.Broken() {
		return &Judged{broken: true}, nil
	}
	all, err := gateway.Replay(ctx, f.chains, t, f.options)
	if err != nil {
		return nil, err
	}
	key := fnv.New64a()
	fmt.Fprintf(key, "%s\x00%s", t.Source, t.TaskID)
	if t.TaskID == "" {
		fmt.Fprint(key, t.ID)
	}
	j := &Judged{task: key.Sum64(), messages: len(all), parts: make([]judged, len(f.chains))}
	n := f.options.Counter.Tally(t)
	critiques := f.options.Counter.Critiques(t)
	for k := range f.chains {
		j.parts[k].judge(t, &n, critiques, func(step int) *gateway.Decision { return &all[step][k] })
	}
	return j, nil
}

// judge compares the decision on each step with the step's outcome.
func (j *judged) judge(t *trajectory.Trajectory, n *trajectory.Tally, critiques []trajectory.Critique, decided func(step int) *gateway.Decision) {
	add := func(figure int, v float64) { j.values[figure] = append(j.values[figure], v) }
	steps := t.Steps()
	asked, harmed, rightLeft, left := 0.0, false, 0, 0
	for i, step := range steps {
		d, m := decided(i), &t.Messages[step.Message]
		if d.Failed != nil {
			j.undecided++
			j.why = d.Failed.Error()
		}
		held := d.Action() != gateway.Keep
		if d.Action() == gateway.Ask {
			asked++
		}
		critical, bad := 0, 0
		for ; len(critiques) > 0 && critiques[0].Message == step.Message; critiques = critiques[1:] {
			c := &critiques[0]
			if critical++; c.Correct == nil {
				continue
			}
			if *c.Correct {
				add(right, flag(held))
			} else {
				bad++
				add(wrong, flag(held))
			}
			if c.Executed && !held {
				left++
				rightLeft += int(flag(*c.Correct))
			}
		}
		undone := i == len(steps)-1 && n.CriticalRequired != nil && *n.CriticalCorrect < *n.CriticalRequired
		switch {
		case critical > 0:
		case len(m.Calls) > 0:
			add(calls, flag(held))
		case undone:
			add(unfinished, flag(held))
		default:
			add(words, flag(held))
		}
		harmed = harmed || held && bad == 0
	}
	add(questions, asked)
	if required := n.CriticalRequired; required != nil {
		if left > 0 {
			add(precision, float64(rightLeft)/float64(left))
		}
		if *required > 0 {
			add(recall, float64(rightLeft)/float64(*required))
		}
	}
	if t.Outcome != nil {
		add(success, flag(*t.Outcome >= 1 && !harmed))
	}
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Add adds a run.
func (f *Figures) Add(j *Judged) {
	for k := range f.parts {
		p := &f.parts[k]
		if j.broken {
			p.line.Broken++
			continue
		}
		got := &j.parts[k]
		p.line.Runs++
		p.line.Messages += int64(j.messages)
		if p.line.Undecided += int64(got.undecided); p.line.Why == "" {
			p.line.Why = got.why
		}
		cells := p.groups.Of(j.task)
		for figure, values := range got.values {
			for _, v := range values {
				cells[figure].AddA(v)
			}
		}
	}
}

// Lines returns the figures; intervals treat each task as one cluster.
func (f *Figures) Lines() (lines []Line) {
	for k := range f.parts {
		p := &f.parts[k]
		l := p.line
		l.Figures = map[string]stats.Estimate{}
		for figure, name := range FigureNames {
			switch cells := p.groups.Figure(figure); figure {
			case questions:
				l.Figures[name] = stats.ClusteredMean(cells, 0, math.Inf(1))
			case precision, recall:
				l.Figures[name] = stats.ClusteredMean(cells, 0, 1)
			default:
				l.Figures[name] = stats.ClusteredRate(cells)
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// Table prints lines for people.
func Table(lines []Line) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "held back\twrong critical calls\tright ones\tother calls\tunfinished ends\tother words\tasks\tCAP\tCAR\tsuccess")
	for _, l := range lines {
		fmt.Fprint(w, l.Policy)
		for figure, name := range FigureNames {
			switch e := l.Figures[name]; {
			case e.N == 0:
				fmt.Fprint(w, "\tnone")
			case figure == questions:
				fmt.Fprintf(w, "\t%.2f", e.Value)
			case figure == precision || figure == recall || figure == success || math.IsNaN(e.Low):
				fmt.Fprintf(w, "\t%.1f%%", 100*e.Value)
			default:
				fmt.Fprintf(w, "\t%.1f%% [%.1f, %.1f] of %d", 100*e.Value, 100*e.Low, 100*e.High, e.N)
			}
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	if n := lines[0].Broken; n > 0 {
		fmt.Fprintf(&b, "left out, since the infrastructure ended it: %s\n", term.Count(n, "run"))
	}
	for _, l := range lines {
		if l.Undecided > 0 {
			fmt.Fprintf(&b, "%s did not decide on %d of %d messages: %s\n", l.Policy, l.Undecided, l.Messages, l.Why)
		}
	}
	return b.String()
}
