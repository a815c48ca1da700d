package report

import (
	"math"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/nearest"
	"github.com/voi-rl/voi/internal/stats"
)

// Result is the result of Compare. Its JSON is the output of voi compare --json.
type Result struct {
	A       Side     `json:"a"`
	B       Side     `json:"b"`
	Paired  bool     `json:"paired"`
	Pairs   int64    `json:"pairs"`            // pairs with both sides scored
	Same    int64    `json:"same_completions"` // of these, pairs with equal completions
	Samples int      `json:"samples"`          // samples behind the figures; above MaxGroups they are merged
	Unit    string   `json:"unit"`             // row, or run
	Of      string   `json:"of"`               // the word for what rows of one sample share: sample, or task
	Folded  bool     `json:"folded"`           // there are more than stats.MaxGroups of them
	Classed bool     `json:"classes_known"`
	Level   float64  `json:"level"` // of the intervals
	Alpha   float64  `json:"alpha"`
	Seed    uint64   `json:"seed"`
	Figures []Figure `json:"figures"`
	Flips   *Flips   `json:"flips"` // nil if rows do not pair
	// Warnings are what a reader must know before believing the figures.
	Warnings    []string     `json:"warnings"`
	Regressions []Regression `json:"regressions"`
}

// Side describes A or B.
type Side struct {
	File     string `json:"file"`           // for runs of a folder: the agent
	Profile  string `json:"profile"`        // "" if the file does not say
	SHA256   string `json:"profile_sha256"` // likewise
	Rows     int64  `json:"rows"`           // read
	Broken   int64  `json:"broken"`         // of these, rows that cannot be read
	Unscored int64  `json:"unscored"`       // of these, rows with an error instead of a reward
	Alone    int64  `json:"without_partner"`

	Played []string `json:"played,omitempty"` // for runs: the users and worlds
}

// Figure is the comparison of one figure: reward, accuracy, or a component.
type Figure struct {
	Name    string  `json:"name"`
	Classes []Class `json:"classes"` // the classes that have rows; all rows come last
}

// Class is the comparison of one figure within the rows of a reference class.
type Class struct {
	Name string           `json:"class"` // all, or a reference action
	Diff stats.Difference `json:"difference"`
}

// all is the name of all rows together.
const all = "all"

// differs reports whether p < alpha.
func (c *Class) differs(alpha float64) bool { return c.Diff.P < alpha }

func (c *comparison) result() (*Result, error) {
	groups, compare := c.paired, stats.Paired
	unit, of := c.kind.unit()
	r := &Result{Unit: unit, Of: of, Paired: true, Pairs: c.pairs, Same: c.same, Classed: c.classed, Level: stats.Level, Alpha: c.opt.Alpha, Seed: c.opt.Seed}
	if c.loose != nil {
		groups, compare, r.Paired = c.loose, stats.Unpaired, false
	} else {
		r.Flips = c.flips.done()
	}
	for i, side := range []*Side{&r.A, &r.B} {
		s := c.sources[i]
		*side = Side{File: s.name, Profile: c.profiles[i].Name, SHA256: c.profiles[i].SHA256, Rows: s.rows, Broken: s.broken, Unscored: c.unscored[i], Alone: c.alone[i]}
		if !r.Paired {
			side.Alone = 0
		}
		if c.kind == ofRuns {
			side.Played = s.runs.played
		}
	}
	r.Folded = groups.Folded()
	for k, f := range c.figures {
		figure := Figure{Name: f.name}
		for class := range allClasses + 1 {
			at := class*len(c.figures) + k
			d := compare(groups.Figure(at), c.opt.Seed)
			if r.Paired && d.N == 0 { // no pair has the figure on both sides
				d = stats.Means(c.lacking[at])
			}
			if d.A.N == 0 && d.B.N == 0 {
				continue
			}
			figure.Classes = append(figure.Classes, Class{c.kind.class(class), d})
			if k == 0 && class == allClasses {
				r.Samples = d.Groups
			}
		}
		if len(figure.Classes) > 0 {
			r.Figures = append(r.Figures, figure)
		}
	}
	if len(r.Figures) == 0 || math.IsNaN(r.Figures[0].total().Diff.Value) {
		return nil, c.errNothing()
	}
	r.Regressions = r.regressions()
	if err := r.choose(c.opt.Figures); err != nil {
		return nil, err
	}
	r.Warnings = c.warnings(r)
	return r, nil
}

// choose keeps only the named figures, in the order of the file.
func (r *Result) choose(names []string) error {
	if len(names) == 0 {
		return nil
	}
	var known []string
	for i := range r.Figures {
		known = append(known, r.Figures[i].Name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return usagef("the files have %s, and not the figure %q%s", strings.Join(known, ", "), name, nearest.DidYouMean(name, known))
		}
	}
	r.Figures = slices.DeleteFunc(r.Figures, func(f Figure) bool { return !slices.Contains(names, f.Name) })
	return nil
}

// total is the comparison over all rows.
func (f *Figure) total() *Class { return &f.Classes[len(f.Classes)-1] }
