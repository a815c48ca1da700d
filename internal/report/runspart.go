package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/internal/term"
)

// runsPart is the page's part for the runs of one agent.
type runsPart struct {
	Name                   string
	Played                 []string
	Rows, Scored, Unscored int64
	Broken                 int64
	Example                string // the first row that cannot be read
	Tasks                  int
	Folded                 bool // there are more tasks than are kept apart
	Drawn                  int  // runs in the plots, 0 for all
	Zero                   string
	Classes                []legendRow // the columns of Summary
	Runs                   []int64     // in each class
	Summary                []summaryRow
	Ends                   []string
	EndRows                []confusionRow
	Legend                 []legendRow
	Distributions          []distribution
	Worst, Best            []*shownRun
	NoSteps                string // the file of the steps, if it is missing
}

// summaryRow is a figure of the runs, by class.
type summaryRow struct {
	Figure string
	Cells  []string
}

func (t *tally) runsPart(s *source) (*runsPart, error) {
	p := &runsPart{
		Name: term.Quote(s.name), Rows: s.rows, Scored: t.scored, Unscored: t.unscored, Broken: s.broken,
		Tasks: len(t.samples.Figure(t.meanCell(t.cls, allClasses))), Folded: t.samples.Folded(), Legend: t.legend(),
	}
	for _, with := range s.runs.played {
		p.Played = append(p.Played, term.Quote(with))
	}
	if s.example != nil {
		p.Example = term.Shorten(term.Quote(s.example.Error()), 300)
	}
	if t.scored > maxDrawn {
		p.Drawn = maxDrawn
	}
	if zero := t.zeroVariance()[allClasses]; zero.groups > zero.single {
		p.Zero = zero.rate()
	}
	p.EndRows, p.Ends = t.ends.table(t.kind)
	for class := range allClasses + 1 {
		if t.counts[class] == 0 || class == allClasses && len(p.Classes) == 1 && t.rows(class) == 0 {
			continue // if all runs are of one class, they equal that class
		}
		c := legendRow{class, t.kind.class(class)}
		p.Classes, p.Runs = append(p.Classes, c), append(p.Runs, t.counts[class])
	}
	for k := 1; k < len(t.figures); k++ { // values begin with the figure that orders lists
		if t.mean(k, allClasses).N == 0 {
			continue
		}
		row := summaryRow{Figure: t.figures[k]}
		for _, c := range p.Classes {
			row.Cells = append(row.Cells, t.cell(k, c.Class))
		}
		p.Summary = append(p.Summary, row)
		if !t.varies(k) {
			continue
		}
		d, err := t.distribution(k)
		if err != nil {
			return nil, err
		}
		p.Distributions = append(p.Distributions, d)
	}
	shownAt := map[*row]bool{}
	for _, e := range t.worst.list {
		shownAt[e.row] = true
		p.Worst = append(p.Worst, showRun(e.row.shownRun))
	}
	for _, e := range t.best.list {
		if !shownAt[e.row] {
			p.Best = append(p.Best, showRun(e.row.shownRun))
		}
	}
	return p, nil
}

// cell returns the mean of a figure in a class with its interval; a share is in per cent.
func (t *tally) cell(k, class int) string {
	e := t.mean(k, class)
	if k == t.cls {
		e = stats.ClusteredRate(t.samples.Figure(t.meanCell(k, class)))
	}
	switch {
	case e.N == 0:
		return ""
	case t.limits[k] == [2]float64{0, 1}:
		return e.Percent()
	case math.IsNaN(e.Low):
		return fmt.Sprintf("%.2f", e.Value)
	}
	return fmt.Sprintf("%.2f [%.2f, %.2f]", e.Value, e.Low, e.High)
}

// varies reports whether a figure has different values in the drawn runs.
func (t *tally) varies(k int) bool {
	first := math.NaN()
	for i := range t.drawn {
		v := t.drawn[i].values[k]
		if math.IsNaN(first) {
			first = v
		} else if !math.IsNaN(v) && v != first {
			return true
		}
	}
	return false
}

// endings counts the reasons why runs ended, by class.
type endings map[string]*[allClasses + 1]int64

// maxEnds bounds the different reasons; an environment has a handful.
const maxEnds = 12

func (e *endings) add(class int, reason string) {
	if *e == nil {
		*e = endings{}
	}
	if (*e)[reason] == nil && len(*e) >= maxEnds {
		reason = otherCauses
	}
	if (*e)[reason] == nil {
		(*e)[reason] = new([allClasses + 1]int64)
	}
	(*e)[reason][min(class, allClasses)]++
}

// table has a row for each class and a column for each reason, the most frequent first.
func (e endings) table(k kind) (rows []confusionRow, reasons []string) {
	total := map[string]int64{}
	var of [allClasses + 1]int64
	for reason, counts := range e {
		reasons = append(reasons, reason)
		for class, n := range counts {
			total[reason] += n
			of[class] += n
		}
	}
	slices.SortFunc(reasons, func(a, b string) int { return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a, b)) })
	for class, n := range of {
		if n == 0 {
			continue
		}
		row := confusionRow{Name: k.class(class)}
		if class == allClasses {
			row.Name = "not known"
		}
		for _, reason := range reasons {
			count := e[reason][class]
			share := float64(count) / float64(n)
			row.Cells = append(row.Cells, confusionCell{Count: count, Share: fmt.Sprintf("%.0f%%", 100*share), Heat: int(5 * share)})
		}
		rows = append(rows, row)
	}
	for i := range reasons {
		reasons[i] = shown(reasons[i])
	}
	return rows, reasons
}
