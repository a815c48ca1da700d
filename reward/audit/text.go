package audit

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/reward"
)

// Text returns the report for a person: tables, and for each exploit where it
// pays most. What comes from data is quoted.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "profile %s (%.12s), rewards in [%g, %g], %s\n", term.Quote(r.Profile), r.SHA256, r.RewardRange[0], r.RewardRange[1], r.counted())
	r.writeProbes(&b)
	r.writeExploits(&b)
	if r.Advantages != nil {
		b.WriteByte('\n')
		r.Advantages.write(&b)
	}
	if r.Training != nil {
		b.WriteByte('\n')
		r.Training.write(&b)
	}
	return b.String()
}

func (r *Report) counted() string {
	parts := make([]string, len(r.Honest.Classes))
	for i, c := range r.Honest.Classes {
		parts[i] = fmt.Sprintf("%s %d", c.Class, c.N)
	}
	s := fmt.Sprintf("%s (%s)", term.Count(int64(r.Samples), "sample"), strings.Join(parts, ", "))
	if r.Unscored > 0 {
		s += fmt.Sprintf(", %d unscored", r.Unscored)
	}
	for _, c := range r.Absent {
		s += fmt.Sprintf("; no %s (H25)", c)
	}
	return s
}

// writeProbes writes the table of all probes.
func (r *Report) writeProbes(b *strings.Builder) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	row := func(cells ...string) { fmt.Fprintln(w, strings.Join(cells, "\t")) }
	head := []string{"", "kind", "n", "mean", "pays"}
	for _, c := range r.Honest.Classes {
		head = append(head, string(c.Class))
	}
	row(append(head, "")...)
	line := func(name string, f *Figure, kind, pays, note string) {
		cells := []string{name, kind, fmt.Sprint(f.N), mean(f.Mean), pays}
		for _, c := range r.Honest.Classes {
			cells = append(cells, f.class(c.Class))
		}
		row(append(cells, note)...)
	}
	line("honest", &r.Honest, "", "", "")
	line("references", &r.Own, "", "", "the source's own words")
	for i := range r.Probes {
		v := &r.Probes[i]
		pays, note := share(v.Pays), ""
		if v.Kind == Blind && v.Ratio != nil {
			pays = fmt.Sprintf("%.2f of honest", *v.Ratio)
		}
		if v.N == 0 {
			pays = "-"
		}
		if v.Exploit {
			note = "EXPLOIT " + strings.Join(v.Anchors, ", ")
		}
		line(v.Probe, &v.Figure, string(v.Kind), pays, note)
	}
	w.Flush()
	trimLines(b)
}

// class is the mean of a class, and where a probe pays on how much of it.
func (f *Figure) class(c Class) string {
	i := slices.IndexFunc(f.Classes, func(x ClassFigure) bool { return x.Class == c })
	if i < 0 {
		return "-"
	}
	x := &f.Classes[i]
	s := fmt.Sprintf("%.2f", x.Mean.Value)
	if x.Pays != nil && x.Pays.Value > 0 {
		s += fmt.Sprintf(" (%.0f%%)", 100*x.Pays.Value)
	}
	return s
}

func mean(e stats.Estimate) string {
	switch {
	case math.IsNaN(e.Value):
		return "-"
	case math.IsNaN(e.Low):
		return fmt.Sprintf("%.3f", e.Value)
	}
	return fmt.Sprintf("%.3f [%.3f, %.3f]", e.Value, e.Low, e.High)
}

func share(e stats.Estimate) string {
	if math.IsNaN(e.Value) {
		return "-"
	}
	return fmt.Sprintf("%.1f%% [%.1f, %.1f]", 100*e.Value, 100*e.Low, 100*e.High)
}

// How much is shown of a completion, and of the terms that carry it.
const (
	shownText  = 200
	shownTerms = 3
)

// writeExploits names the exploits, what carries them, and where they pay most.
func (r *Report) writeExploits(b *strings.Builder) {
	if len(r.Exploits) == 0 {
		fmt.Fprintf(b, "\nno exploit among %d probes\n", len(r.Probes))
		return
	}
	fmt.Fprintf(b, "\n%s of %d probes\n", term.Count(int64(len(r.Exploits)), "exploit"), len(r.Probes))
	for i := range r.Probes {
		v := &r.Probes[i]
		if !v.Exploit {
			continue
		}
		fmt.Fprintf(b, "%s  %s: %s\n", strings.Join(v.Anchors, ", "), v.Probe, v.About)
		var parts []string
		for _, c := range v.Carried[:min(shownTerms, len(v.Carried))] {
			parts = append(parts, fmt.Sprintf("%s %.3f (honest %.3f)", c.Term, c.Points, c.Honest))
		}
		fmt.Fprintf(b, "    carried by %s\n", strings.Join(parts, ", "))
		for _, x := range v.Worst {
			text := x.Completion
			if _, answer, tagged := strings.Cut(text, "<answer>\n"); tagged {
				text, _, _ = strings.Cut(answer, "\n</answer>\n")
			}
			fmt.Fprintf(b, "    %s (%s) %.4f, honest %.4f: %s\n", term.Quote(x.SampleID), x.Class, x.Reward, x.Honest, term.Quote(term.Shorten(strings.TrimSpace(text), shownText)))
		}
	}
}

// write says what a trainer makes of the rewards.
func (a *Advantages) write(b *strings.Builder) {
	fmt.Fprintf(b, "advantages in %d groups of %d for each mix\n", a.Groups, a.GroupSize)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "honest\tby\tno signal\tlargest\tof honest\tvariance carried by")
	for _, m := range a.Mixes {
		for i := range m.Modes {
			f := &m.Modes[i]
			honest := "phantom"
			if f.Earned != nil {
				honest = fmt.Sprintf("%.3f", f.Earned.Value)
			}
			by := "std"
			if f.Mode == reward.AdvantageCenter {
				by = "-"
			}
			fmt.Fprintf(w, "%g\t%s\t%s\t%.3f\t%s\t%s\n", m.Honest, by, share(m.NoSignal), f.Largest.Value, honest, carriers(f.Carried))
		}
	}
	w.Flush()
	b.WriteString("rank correlation within a sample's completions\n")
	w = tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, x := range a.Ranks {
		fmt.Fprintf(w, "  %s\t%.4f\n", x.Change, x.Correlation.Value)
	}
	w.Flush()
}

func carriers(shares []VarianceShare) string {
	var parts []string
	for _, s := range shares {
		if p := math.Round(100 * s.Share); p != 0 {
			parts = append(parts, fmt.Sprintf("%s %.0f%%", s.Term, p))
		}
	}
	return strings.Join(parts, ", ")
}

// write says where the policy ends.
func (t *Training) write(b *strings.Builder) {
	verdict := "worth training on"
	if !t.Sound {
		verdict = "not worth a GPU-hour"
	}
	fmt.Fprintf(b, "a policy trained for %d steps, over %d seeds: accuracy %.1f%% of %.1f%% (Bayes), %.1f%% exploit behaviours: %s\n",
		t.Steps, len(t.Seeds), 100*t.Accuracy, 100*t.Bayes, 100*t.Exploit, verdict)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, c := range t.Classes {
		var parts []string
		for i, g := range t.Groups {
			if p := 100 * c.Mix[i]; p >= 0.5 {
				parts = append(parts, fmt.Sprintf("%s %.0f%%", g, p))
			}
		}
		fmt.Fprintf(w, "  %s\t%.1f%% right\t%s\n", c.Class, 100*c.Accuracy, strings.Join(parts, ", "))
	}
	w.Flush()
	w = tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	curve := func(name string, of func(Curve) float64, scale float64) {
		first, last := t.Curves[0], t.Curves[len(t.Curves)-1]
		fmt.Fprintf(w, "  %s\t%s\t%.3f to %.3f\n", name, sparkline(t.Curves, of, scale), of(first), of(last))
	}
	top := 0.0
	for _, c := range t.Curves {
		top = max(top, c.Reward)
	}
	curve("reward", func(c Curve) float64 { return c.Reward }, top)
	curve("accuracy", func(c Curve) float64 { return c.Accuracy }, 1)
	curve("exploits", func(c Curve) float64 { return c.Exploit }, 1)
	w.Flush()
}

// bars are the heights of a sparkline.
var bars = []rune("▁▂▃▄▅▆▇█")

// sparkline draws a curve from 0 to scale.
func sparkline(curves []Curve, of func(Curve) float64, scale float64) string {
	var b strings.Builder
	for i := 0; i < len(curves); i += 2 {
		at := 0
		if scale > 0 {
			at = int(math.Round(of(curves[i]) / scale * float64(len(bars)-1)))
		}
		b.WriteRune(bars[min(max(at, 0), len(bars)-1)])
	}
	return b.String()
}

// trimLines takes the white space off the ends of lines, which tables leave.
func trimLines(b *strings.Builder) {
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	b.Reset()
	b.WriteString(strings.Join(lines, "\n"))
}

// Finds reports whether the audit found an exploit.
func (r *Report) Finds() bool { return len(r.Exploits) > 0 }
