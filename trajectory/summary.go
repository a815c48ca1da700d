package trajectory

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/voi-rl/voi/internal/stats"
)

// Summary adds up tallies by file and, if the source classifies requests as explicit,
// ambiguous or infeasible, by class. Its memory does not grow with the number of runs. The
// zero Summary is empty.
type Summary struct {
	parts []*part
}

// part is one row of the table.
type part struct {
	name   string
	whole  *part // the part of the whole file, if this is a class
	runs   int64
	counts counts
	groups *stats.Groups
	judged judged

	certified bins // failed and successful runs by their progress
}

// counts are sums without an interval.
type counts struct{ unscored, checked, disagree, unknown int64 }

// figures are the names of the figures of a part, in order. Each is a sum of A over a sum
// of B.
var figures = [...]string{"sr", "cap", "cap_one", "cap_pooled", "car", "car_one", "car_pooled", "actions", "coverage", "tmr", "pmr", "questions", "hallucinations", "asked_evpi", "regret",
	"progress", "fidelity", "validate_off", "replan_off", "cascade_off", "validate_off_progress", "replan_off_progress", "cascade_off_progress"}

func figureAt(name string) int { return slices.Index(figures[:], name) }

// Add adds a run of a file.
func (s *Summary) Add(file string, c Counted) {
	whole := s.part(file)
	whole.add(&c)
	if c.Class != "" {
		class := s.part(file + " " + c.Class)
		class.whole = whole
		class.add(&c)
	}
}

func (s *Summary) part(name string) *part {
	at := slices.IndexFunc(s.parts, func(p *part) bool { return p.name == name })
	if at < 0 {
		at = len(s.parts)
		s.parts = append(s.parts, &part{name: name, groups: stats.NewGroups(len(figures))})
	}
	return s.parts[at]
}

func (p *part) add(c *Counted) {
	p.runs++
	p.counts.checked += c.Checked
	p.counts.disagree += c.Disagree
	p.counts.unknown += c.Unknown
	p.counts.unscored += one(c.Unscored)
	if c.Broken {
		return
	}
	p.judged.add(c.Judged)
	if r := c.Progress; r != nil {
		p.certified[one(r.Succeeded)][int(r.Share*riskBins)]++
	}
	cells := p.groups.Of(c.Task)
	for _, s := range c.Cells {
		cells[s.Figure].AddA(s.A)
		cells[s.Figure].AddB(s.B)
	}
}

// Line is one row of a table: the runs of a file, or those of one class of it.
type Line struct {
	Name            string                    `json:"name"`
	Class           bool                      `json:"class"` // the line is a class of the file
	Runs            int64                     `json:"runs"`
	Unscored        int64                     `json:"unscored"`
	ActionsChecked  int64                     `json:"actions_checked"`
	ActionsDisagree int64                     `json:"actions_disagree"`
	CriticalUnknown int64                     `json:"critical_unknown"`
	Figures         map[string]stats.Estimate `json:"figures"`
	Verdicts        *Verdicts                 `json:"verdicts"` // nil if none were asked for, or if no call could be judged
	// ProgressAUC is the probability that a random successful run certified more of its
	// plan than a random failed run, ties counting half; nil without runs of both kinds.
	ProgressAUC *float64 `json:"progress_auc"`
}

// Lines returns the figures with bootstrap intervals; the bootstrap draws whole tasks. The
// same runs and seed give the same lines.
func (s *Summary) Lines(seed uint64) []Line {
	var lines []Line
	for _, p := range s.parts {
		if p.whole != nil && p.whole.runs == p.runs {
			continue // the whole file is of one class
		}
		l := Line{Class: p.whole != nil, Name: p.name, Runs: p.runs, Unscored: p.counts.unscored, ActionsChecked: p.counts.checked, ActionsDisagree: p.counts.disagree, CriticalUnknown: p.counts.unknown, Figures: map[string]stats.Estimate{}}
		l.Verdicts = p.judged.verdicts()
		l.ProgressAUC, _ = p.certified.auc()
		for k, name := range figures {
			l.Figures[name] = p.groups.Ratio(k, seed)
		}
		lines = append(lines, l)
	}
	return lines
}

// Table prints lines for people: NOD's figures, then ClarifyBench's.
func Table(lines []Line) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "runs\t\tSR\tCAP\tCAP (one)\tCAP (pooled)\tCAR\tactions\thallucinated")
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", l.Name, l.Runs, l.percent("sr"), l.percent("cap"), l.short("cap_one"), l.short("cap_pooled"), l.percent("car"), l.short("actions"), l.mean("hallucinations"))
	}
	believed := slices.ContainsFunc(lines, func(l Line) bool { return l.Figures["asked_evpi"].N > 0 })
	head := "\nclarification\t\tcoverage\tTMR\tPMR\tquestions"
	if believed {
		head += "\tEVPI asked\tregret"
	}
	fmt.Fprintln(w, head)
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s", l.Name, l.Runs, l.percent("coverage"), l.short("tmr"), l.short("pmr"), l.mean("questions"))
		if believed {
			fmt.Fprintf(w, "\t%s\t%s", l.mean("asked_evpi"), l.mean("regret"))
		}
		fmt.Fprintln(w)
	}
	verdictTable(w, lines)
	certifiedTable(w, lines)
	w.Flush()
	for _, l := range lines {
		if l.Class {
			continue
		}
		if l.Unscored > 0 {
			fmt.Fprintf(&b, "%s: %d of %d runs are unscored: nobody judged them, or the infrastructure failed\n", l.Name, l.Unscored, l.Runs)
		}
		if l.CriticalUnknown > 0 {
			fmt.Fprintf(&b, "%s: %d calls of tools of which nobody says whether they change the world; list them by --critical\n", l.Name, l.CriticalUnknown)
		}
		if l.ActionsChecked > 0 {
			fmt.Fprintf(&b, "%s: the source's own checks of %d actions agree with ours in all but %d\n", l.Name, l.ActionsChecked, l.ActionsDisagree)
		}
	}
	var out strings.Builder // drop the padding of the last column
	for line := range strings.Lines(b.String()) {
		out.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return out.String()
}

func (l *Line) percent(name string) string { return l.Figures[name].Percent() }

func (l *Line) short(name string) string {
	if f := l.Figures[name].Value; !math.IsNaN(f) {
		return fmt.Sprintf("%.1f%%", 100*f)
	}
	return "none"
}

// mean formats a figure per run, or per question.
func (l *Line) mean(name string) string {
	if f := l.Figures[name].Value; !math.IsNaN(f) {
		return fmt.Sprintf("%.2f", f)
	}
	return "unknown"
}
