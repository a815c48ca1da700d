package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/internal/term"
)

// warnings are what a reader must know before believing the figures.
func (c *comparison) warnings(r *Result) []string {
	out := []string{}
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	two := c.opt.B != ""
	unit, of := c.kind.unit()
	a, b := c.profiles[0], c.profiles[1]
	switch {
	case c.kind == ofRuns:
		if a, b := r.A.Played, r.B.Played; !slices.Equal(a, b) {
			add("A was played with %s, and B with %s; a difference may be theirs and not the agents'", playedWith(a), playedWith(b))
		}
	case two && a.SHA256 != "" && b.SHA256 != "" && a.SHA256 != b.SHA256:
		add("the profiles differ: %s and %s; a difference may be the reward's and not the completions'", a, b)
	case two && (a.SHA256 == "" || b.SHA256 == ""):
		add("it is not known whether A and B were scored by one profile: %s", missingHash(r))
	}
	for i, s := range c.sources[:1+btoi(two)] {
		if s.broken > 0 {
			add("%s of %s cannot be read and %s left out, the first: %v", term.Count(s.broken, unit), "AB"[i:i+1], was(s.broken), s.example)
		}
	}
	switch {
	case !r.Paired && !c.opt.Unpaired && c.kind == ofRuns:
		add("no run of A has a partner in B (task, and what its id has behind that), so they are compared as independent sets of tasks")
	case !r.Paired && !c.opt.Unpaired:
		add("no row of A has a partner in B (sample, group and order within it), so the files are compared as independent sets of samples; where group ids differ between runs, --group sample_id pairs by sample and order alone")
	case c.alone[0]+c.alone[1] > 0:
		add("%s of A and %d of B have no partner and are in no figure; --unpaired compares all %ss", term.Count(c.alone[0], unit), c.alone[1], unit)
	}
	if n := c.half[0] + c.half[1] + c.neither; r.Paired && n > 0 {
		add("%s left out of the means, for a side is unscored: %d only in B, %d only in A, %d in both", term.Count(n, "pair"), c.half[0], c.half[1], c.neither)
	}
	if c.conflict > 0 {
		add("A and B name different references in %s; A's is taken", term.Count(c.conflict, "pair"))
	}
	if !c.classed && c.kind == ofCompletions {
		add("the reference classes are not known, so that an average may hide one; give --data, the shards of the samples")
	}
	if r.Samples < stats.MinGroups {
		add("%s %s too few for an interval, or for p below 0.05; at least %d are needed, %ss of one %s not being independent", term.Count(int64(r.Samples), of), was(int64(r.Samples)), stats.MinGroups, unit, of)
	}
	return append(out, r.hidden()...)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func was(n int64) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func playedWith(all []string) string {
	if len(all) == 0 {
		return "an unknown user and world"
	}
	return strings.Join(all, " and with ")
}

func missingHash(r *Result) string {
	name := r.A.File
	if r.A.SHA256 != "" {
		name = r.B.File
	}
	return fmt.Sprintf("%s does not say; voi score writes it to the footer of Parquet, and beside JSON lines to FILE.meta.json", name)
}

// hidden finds the classes that moved in the other direction than the average over all of
// them (E. H. Simpson 1951).
func (r *Result) hidden() (out []string) {
	for i := range r.Figures {
		f := &r.Figures[i]
		total := f.total().Diff
		var parts []string
		for _, class := range f.Classes[:len(f.Classes)-1] {
			if class.differs(r.Alpha) && total.Value*class.Diff.Value <= 0 {
				parts = append(parts, fmt.Sprintf("%s, by %+.4f (p %s)", class.Name, class.Diff.Value, formatP(class.Diff.P)))
			}
		}
		if len(parts) > 0 {
			out = append(out, fmt.Sprintf("%s moves by %+.4f in all, but the other way for %s", f.Name, total.Value, strings.Join(parts, ", and for ")))
		}
	}
	return out
}

// Regression is one reason for --fail-on regression to fail.
type Regression struct {
	Figure string  `json:"figure"` // reward, accuracy or success, or unscored
	Class  string  `json:"class"`
	Diff   float64 `json:"diff"`       // for unscored: the rows that lost their reward
	P      float64 `json:"p_adjusted"` // by Holm's method; 0 for unscored
	unit   string  // the word for unscored rows
}

func (r Regression) String() string {
	if r.Figure == unscored {
		return fmt.Sprintf("%s that A scored %s unscored in B", term.Count(int64(r.Diff), r.unit), was(int64(r.Diff)))
	}
	return fmt.Sprintf("%s of %s by %+.4f (p %s, adjusted)", r.Figure, r.Class, r.Diff, formatP(r.P))
}

// unscored is the Figure of rows that lost their reward.
const unscored = "unscored"

// regressions are the significant losses, of all rows or of a class: reward and accuracy
// that fell at p < alpha, with Holm's correction for the number of tests, and rows that
// lost their reward. Without the correction, one comparison in three of equal policies
// would fail. Components are not tested: they are part of the reward.
func (r *Result) regressions() []Regression {
	out := []Regression{}
	if r.Flips != nil && r.Flips.Unscored > 0 {
		out = append(out, Regression{Figure: unscored, Class: all, Diff: float64(r.Flips.Unscored), unit: r.Unit})
	}
	var family []Regression
	var p []float64
	for i := range r.Figures {
		f := &r.Figures[i]
		if !slices.Contains([]string{"reward", accuracy, ofRuns.right()}, f.Name) {
			continue
		}
		for _, c := range f.Classes {
			if !math.IsNaN(c.Diff.P) {
				family = append(family, Regression{Figure: f.Name, Class: c.Name, Diff: c.Diff.Value, P: c.Diff.P})
				p = append(p, c.Diff.P)
			}
		}
	}
	for i, adjusted := range stats.Holm(p) {
		if family[i].P = adjusted; adjusted < r.Alpha && family[i].Diff < 0 {
			out = append(out, family[i])
		}
	}
	return out
}
