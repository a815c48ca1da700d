package report

import (
	"bytes"
	"context"
	_ "embed" // the page
	"errors"
	"fmt"
	"html/template"
	"io"
	"sync"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/score"
	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/trajectory"
)

// PageOptions configure Page. Scored is required; the zero value of any other field is its
// default.
type PageOptions struct {
	Scored   string              // a scored file, "-" for Stdin; a file or a folder of runs
	Stdin    io.Reader           // read for "-"
	Profile  string              // one of the file's profiles; for a folder of runs one agent, "" for all
	Counter  *trajectory.Counter // tallies runs
	Group    []string            // columns whose equal values form a group; none: group_id, else the sample with the step
	Samples  *lookup.Store       // to look up reference classes and EVPI, or nil
	Seed     uint64              // of intervals, and of the rows drawn at random for plots
	Progress func(n int64)       // called now and then with the number of rows read; may be nil
}

// Page reads a scored file and returns a page of plots: one HTML file that needs no
// network, runs no script, and escapes all data. The same file and options give the same
// bytes. The error is a *export.UsageError where the options make no sense.
func Page(ctx context.Context, opt PageOptions) ([]byte, error) {
	if IsRuns(ctx, opt.Scored) {
		return opt.runs(ctx)
	}
	s, err := openSource(ctx, opt.Scored, opt.Stdin, "--profile", opt.Profile)
	if err != nil {
		return nil, err
	}
	defer s.close() // it was only read
	if err := setGroup([2]*source{s, s}, opt.Group, opt.Samples); err != nil {
		return nil, err
	}
	t, err := opt.tally(ctx, s)
	if err != nil {
		return nil, err
	}
	if t.scored == 0 {
		if s.example != nil {
			return nil, fmt.Errorf("no row of %s can be read, the first: %w", s.name, s.example)
		}
		return nil, fmt.Errorf("no row of %s has a reward; there is nothing to show", s.name)
	}
	p, err := t.page(s)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := pageTemplate().Execute(&b, p); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// tally reads a source to its end.
func (opt *PageOptions) tally(ctx context.Context, s *source) (*tally, error) {
	s.show = true
	t := newTally(s, opt.Seed)
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r, err := s.next()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return nil, err
		}
		if opt.Progress != nil && s.rows%256 == 0 {
			opt.Progress(s.rows)
		}
		t.add(&r)
	}
}

//go:embed page.html
var pageText string

// pageParts are parsed when the first page is made, because most processes make none. Each
// kind of page needs its own clone: an executed template cannot be cloned.
var pageParts = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page.html").Parse(pageText))
})

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(pageParts().Clone())
})

// page is the data of the template. Texts from data are quoted; html/template escapes all
// of them.
type page struct {
	File, Profile, SHA256   string
	Rows, Unscored, Broken  int64
	Scored                  int64
	Example                 string // the first row that cannot be read
	Drawn                   int    // rows in the distributions, 0 for all
	Classed                 bool
	Reward, Accuracy        string
	Groups, Single          int64
	Zero                    string
	Actions                 []string
	Confusion               []confusionRow
	Distributions           []distribution
	Certain, Asked          *curve
	Best, Worst, Surprising []sampleRow
	HasCertainty            bool
	Legend                  []legendRow
}

// legendRow is a class in the legend of plots.
type legendRow struct {
	Class int
	Name  string
}

type confusionRow struct {
	Name  string
	Cells []confusionCell
	Zero  string // share of the class's groups without variance
}

type confusionCell struct {
	Count int64
	Share string
	Heat  int // 0..5
	Right bool
}

type distribution struct {
	Name string
	Plot drawing
	Rows []meanRow
}

type meanRow struct {
	Class, Mean string
	Colour      string // the class of a style, "" for all rows
	N           int64
}

// curve is a rate over bins of a figure.
type curve struct {
	X, Y string
	Plot drawing
	AUC  string
	Rows []binRow
}

type binRow struct {
	From, To, Mean, Rate string
	N                    int64
}

type sampleRow struct {
	Sample, Class, Action, Reward, Certainty, Text string
	Right                                          string
	Notes                                          []string
	Line                                           int64
}

// page computes the shown figures of a tally.
func (t *tally) page(s *source) (*page, error) {
	profile := s.profiles[0]
	p := &page{
		File: term.Quote(s.name), Profile: term.Quote(profile.Name), SHA256: term.Quote(profile.SHA256),
		Rows: s.rows, Unscored: t.unscored, Broken: s.broken, Scored: t.scored, Classed: t.classed,
		Reward: t.mean(0, allClasses).String(), Accuracy: stats.ClusteredRate(t.samples.Figure(t.rightCell())).Percent(),
		HasCertainty: t.certainty >= 0,
	}
	if s.example != nil {
		p.Example = term.Shorten(term.Quote(s.example.Error()), 300)
	}
	if t.scored > maxDrawn {
		p.Drawn = maxDrawn
	}
	for i := range allClasses + 1 {
		p.Actions = append(p.Actions, score.ActionName(i))
	}
	zero := t.zeroVariance()
	p.Groups, p.Single, p.Zero = zero[allClasses].groups, zero[allClasses].single, zero[allClasses].rate()
	if t.classed {
		for class := range completion.Actions {
			if t.confusion.Row(class) > 0 {
				p.Confusion = append(p.Confusion, t.confusionRow(class, zero[class].rate()))
			}
		}
	}
	p.Legend = t.legend()
	for k := range t.figures {
		d, err := t.distribution(k)
		if err != nil {
			return nil, err
		}
		p.Distributions = append(p.Distributions, d)
	}
	var err error
	if t.certainty >= 0 && t.judged > 0 {
		if p.Certain, err = t.certain.curve(t.bin(t.certainCell()), "certainty of the completion", "share that is right", true); err != nil {
			return nil, err
		}
		p.Certain.AUC = t.auc()
	}
	if t.asked.total() > 0 {
		if p.Asked, err = t.asked.curve(t.bin(t.askedCell()), "EVPI of the best question", "share that asks", false); err != nil {
			return nil, err
		}
	}
	p.Best, p.Worst, p.Surprising = t.best.rows(), t.worst.rows(), t.surprising.rows()
	return p, nil
}

// legend returns the classes in the plots.
func (t *tally) legend() (out []legendRow) {
	for class := range allClasses + 1 {
		if n := t.rows(class); t.classed && n > 0 {
			out = append(out, legendRow{class, t.drawnName(class)})
		}
	}
	return out
}

// distribution is the plot of a figure with its means.
func (t *tally) distribution(k int) (distribution, error) {
	plot, err := t.histogram(k)
	d := distribution{Name: term.Shorten(term.Quote(t.figures[k]), maxShown), Plot: plot}
	for class := range allClasses + 1 {
		if mean := t.mean(k, class); mean.N > 0 {
			row := meanRow{Class: t.kind.class(class), Mean: mean.String(), N: mean.N}
			if class < allClasses {
				row.Colour = fmt.Sprint("class", class)
			}
			d.Rows = append(d.Rows, row)
		}
	}
	return d, err
}

// bin returns a function for the cells of a curve's bins; first is the index of the first
// bin.
func (t *tally) bin(first int) func(i int) []stats.Cell {
	return func(i int) []stats.Cell { return t.samples.Figure(first + i) }
}

func (t *tally) confusionRow(class int, zero string) confusionRow {
	row := confusionRow{Name: score.ActionName(class), Zero: zero}
	n := t.confusion.Row(class)
	for k := range allClasses + 1 {
		count := t.confusion.At(class, k)
		share := float64(count) / float64(n)
		row.Cells = append(row.Cells, confusionCell{count, fmt.Sprintf("%.0f%%", 100*share), int(5 * share), k == class})
	}
	return row
}
