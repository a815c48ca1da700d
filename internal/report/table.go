package report

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/internal/term"
)

// Text is the result for a person: a table for each figure, in benchstat's form. Texts from
// data are quoted.
func (r *Result) Text() string {
	var b strings.Builder
	for i, s := range []*Side{&r.A, &r.B} {
		by := Profile{Name: s.Profile, SHA256: s.SHA256}.String()
		if r.Unit == "run" {
			by = playedWith(s.Played)
		}
		fmt.Fprintf(&b, "%c  %s, %s: %s", 'A'+i, term.Quote(s.File), term.Quote(by), term.Count(s.Rows, r.Unit))
		if s.Unscored > 0 {
			fmt.Fprintf(&b, ", %d unscored", s.Unscored)
		}
		b.WriteByte('\n')
	}
	samples := term.Count(int64(r.Samples), r.Of)
	if r.Folded {
		samples = fmt.Sprintf("more than %d %ss", stats.MaxGroups, r.Of)
	}
	if r.Paired {
		fmt.Fprintf(&b, "%s of %s, %d with the same %s\n", term.Count(r.Pairs, "pair"), samples, r.Same, map[string]string{"row": "completion", "run": "words"}[r.Unit])
	} else {
		fmt.Fprintf(&b, "unpaired, %s on the side that has fewer\n", samples)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", term.Quote(w))
	}
	for i := range r.Figures {
		r.Figures[i].text(&b, r.Alpha, r.Unit)
	}
	r.lone(&b)
	if r.Flips != nil {
		r.Flips.text(&b, r)
	}
	// Under another reward, a lower value is not worse.
	if len(r.Regressions) > 0 && r.A.SHA256 == r.B.SHA256 {
		b.WriteString("\nregressions\n")
		for _, g := range r.Regressions {
			fmt.Fprintf(&b, "  %s\n", term.Quote(g.String()))
		}
	}
	return b.String()
}

// lone lists the figures that only one side has.
func (r *Result) lone(b *strings.Builder) {
	for side := range 2 {
		var parts []string
		for i := range r.Figures {
			f := &r.Figures[i]
			if d := &f.total().Diff; [2]int64{d.B.N, d.A.N}[side] == 0 {
				parts = append(parts, fmt.Sprintf("%s %s", shown(f.Name), formatMean([2]stats.Mean{d.A, d.B}[side])))
			}
		}
		if len(parts) > 0 {
			fmt.Fprintf(b, "\nonly %c has %s\n", 'A'+side, strings.Join(parts, ", "))
		}
	}
}

// text writes the table of one figure that both sides have.
func (f *Figure) text(b *strings.Builder, alpha float64, unit string) {
	if d := &f.total().Diff; d.A.N == 0 || d.B.N == 0 {
		return
	}
	name := shown(f.Name)
	width := max(10, utf8.RuneCountInString(name))
	fmt.Fprintf(b, "\n%-*s %9s %9s %9s  %-19s  %6s  %7s\n", width, name, "A", "B", "diff", "95% interval", "p", unit+"s")
	for i := range f.Classes {
		c := &f.Classes[i]
		d := &c.Diff
		diff, interval, n := "~", "-", d.N
		if c.differs(alpha) {
			diff = fmt.Sprintf("%+.4f", d.Value)
		}
		if math.IsNaN(d.Value) { // unpaired, and one side has no row of the class
			diff, n = "-", max(d.A.N, d.B.N)
		}
		if !math.IsNaN(d.Low) {
			interval = fmt.Sprintf("[%+.4f, %+.4f]", d.Low, d.High)
		}
		rows := fmt.Sprint(n)
		if d.A.N != d.B.N && d.A.N > 0 && d.B.N > 0 {
			rows = fmt.Sprintf("%d+%d", d.A.N, d.B.N)
		}
		fmt.Fprintf(b, "%-*s %9s %9s %9s  %-19s  %6s  %7s\n", width, c.Name, formatMean(d.A), formatMean(d.B), diff, interval, formatP(d.P), rows)
	}
}

func formatMean(m stats.Mean) string {
	if m.N == 0 {
		return "-"
	}
	return fmt.Sprintf("%.4f", m.Value)
}

func formatP(p float64) string {
	switch {
	case math.IsNaN(p):
		return "-"
	case p < 0.001:
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

// maxShown bounds the shown part of a text from data.
const maxShown = 40

func shown(s string) string { return term.Shorten(term.Quote(s), maxShown) }

func (f *Flips) text(b *strings.Builder, r *Result) {
	words := [...]string{"the same action, and is right", "another action", "right", "wrong", "actions", "reward"}
	if r.Unit == "run" {
		words = [...]string{"succeeded", "another end", "success", "failure", "ends", "outcome"}
	}
	if f.Rows == 0 {
		fmt.Fprintf(b, "\nno flips: every pair has %s in both or in neither\n", words[0])
		return
	}
	fmt.Fprintf(b, "\n%s", term.Count(f.Rows, "flip"))
	if r.Unit == "run" {
		fmt.Fprintf(b, " of %s", term.Count(int64(f.Samples), r.Of))
	}
	fmt.Fprintf(b, ": %d with %s, %d from %s to %s, %d from %[5]s to %[4]s", f.Action, words[1], f.ToWrong, words[2], words[3], f.ToRight)
	if f.Unscored+f.Scored > 0 {
		fmt.Fprintf(b, ", %d lost their %s, %d gained one", f.Unscored, words[5], f.Scored)
	}
	b.WriteByte('\n')
	for i, t := range f.Transitions {
		b.WriteString([]string{", ", fmt.Sprintf("  %-7s  ", words[4])}[btoi(i == 0)])
		fmt.Fprintf(b, "%s to %s %d", shown(t.From), shown(t.To), t.Rows)
	}
	b.WriteString(strings.Repeat("\n", btoi(len(f.Transitions) > 0)))
	for i, c := range f.Causes[:min(len(f.Causes), 12)] {
		b.WriteString([]string{", ", "  with     "}[btoi(i == 0)])
		fmt.Fprintf(b, "%s %d", shown(c.What), c.Rows)
	}
	b.WriteString(strings.Repeat("\n", btoi(len(f.Causes) > 0)))
	for i := range f.Listed {
		f.Listed[i].text(b)
	}
	if rest := f.Rows - int64(len(f.Listed)); rest > 0 {
		fmt.Fprintf(b, "  and %d more, whose reward changed less (--flips)\n", rest)
	}
}

// text writes a flip: its row, the changes, and the causes.
func (f *Flip) text(b *strings.Builder) {
	fmt.Fprintf(b, "  %s", shown(cmp.Or(f.Run, f.Sample)))
	if f.LineA == f.LineB {
		fmt.Fprintf(b, " (line %d", f.LineA)
	} else {
		fmt.Fprintf(b, " (lines %d, %d", f.LineA, f.LineB)
	}
	if f.Class != nil {
		fmt.Fprintf(b, ", %s%s", *f.Class, strings.Repeat(" is right", btoi(f.Run == "")))
	}
	b.WriteString("): ")
	if f.From == f.To {
		b.WriteString(shown(f.From))
	} else {
		fmt.Fprintf(b, "%s to %s", shown(f.From), shown(f.To))
	}
	if f.RewardA != nil || f.RewardB != nil || f.Run == "" {
		fmt.Fprintf(b, ", reward %s to %s", formatReward(f.RewardA), formatReward(f.RewardB))
	}
	for _, c := range f.Changed {
		if f.Run != "" && c.Name == "reward" {
			continue // it is written in front
		}
		fmt.Fprintf(b, ", %s %.4g to %.4g", shown(c.Name), c.A, c.B)
	}
	for _, n := range f.Came {
		fmt.Fprintf(b, ", +%s", shown(n))
	}
	for _, n := range f.Went {
		fmt.Fprintf(b, ", -%s", shown(n))
	}
	for _, e := range f.Errors {
		fmt.Fprintf(b, ", error %s", shown(e))
	}
	b.WriteByte('\n')
}

func formatReward(r *float64) string {
	if r == nil {
		return "none"
	}
	return fmt.Sprintf("%.4g", *r)
}
