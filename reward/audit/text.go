package audit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/reward"
)

// Text formats the report for people: tables, and for each exploit the samples
// where it pays most. Texts from data are quoted.
func (r *Report) Text() string {
	var b strings.Builder
	of := "reward " + term.Quote(r.Reward)
	if r.SHA256 != "" {
		of = fmt.Sprintf("profile %s (%.12s)", term.Quote(r.Reward), r.SHA256)
	}
	if r.Steps {
		of = "profile of steps " + term.Quote(r.Reward)
	}
	fmt.Fprintf(&b, "%s, rewards in [%g, %g], %s\n", of, r.RewardRange[0], r.RewardRange[1], r.counted())
	if r.Stopped != "" {
		fmt.Fprintf(&b, "the reward was not called any more, and this is about what it had rated: %s\n", term.Quote(term.Shorten(r.Stopped, shownText)))
	}
	r.writeProbes(&b)
	r.writeFindings(&b)
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
	what := "sample"
	if r.Steps {
		what = "gold run"
	}
	s := fmt.Sprintf("%s (%s)", term.Count(int64(r.Samples), what), strings.Join(parts, ", "))
	switch {
	case r.Unscored > 0 && r.Steps:
		s += fmt.Sprintf(", %d others", r.Unscored)
	case r.Unscored > 0:
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
	head := []string{"", "kind", "n", "mean", "found"}
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
	if !r.Steps {
		line("references", &r.Own, "", "", "the source's own words")
	}
	if r.Apart != nil {
		line("apart", r.Apart, "", "", "honest, where nobody knows what is missing")
	}
	for i := range r.Probes {
		v := &r.Probes[i]
		found := share(v.Found)
		if v.Kind == Blind && v.Ratio != nil {
			found = fmt.Sprintf("%.2f of honest", *v.Ratio)
		}
		if v.N == 0 {
			found = "-"
		}
		line(v.Probe, &v.Figure, string(v.Kind), found, r.verdictOn(v))
	}
	w.Flush()
	trimLines(b)
}

// verdictOn describes a probe's verdict in a word or two.
func (r *Report) verdictOn(v *Verdict) string {
	switch {
	case slices.Contains(r.Reviewed, v.Probe):
		return "reviewed"
	case v.Judge:
		return "needs a judge"
	case !v.Finding:
		return ""
	case v.Kind == Same:
		return "REJECTS HONEST WORK"
	}
	return strings.TrimSpace("EXPLOIT " + strings.Join(v.Anchors, ", "))
}

// class shows the mean of a class, and the share on which the probe is a finding.
func (f *Figure) class(c Class) string {
	i := slices.IndexFunc(f.Classes, func(x ClassFigure) bool { return x.Class == c })
	if i < 0 {
		return "-"
	}
	x := &f.Classes[i]
	s := points(x.Mean.Value, 2)
	if x.Found != nil && x.Found.Value > 0 {
		s += fmt.Sprintf(" (%.0f%%)", 100*x.Found.Value)
	}
	return s
}

func mean(e stats.Estimate) string {
	switch {
	case math.IsNaN(e.Value):
		return "-"
	case math.IsNaN(e.Low):
		return points(e.Value, 3)
	}
	return fmt.Sprintf("%s [%s, %s]", points(e.Value, 3), points(e.Low, 3), points(e.High, 3))
}

// points writes a reward with digits behind the point. A foreign reward may be so large that all
// its digits would be no reading.
func points(x float64, digits int) string {
	if math.Abs(x) >= 1e9 {
		return fmt.Sprintf("%.4g", x)
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

func share(e stats.Estimate) string {
	if math.IsNaN(e.Value) {
		return "-"
	}
	return fmt.Sprintf("%.1f%% [%.1f, %.1f]", 100*e.Value, 100*e.Low, 100*e.High)
}

// How much of a completion is shown, and how many of its terms.
const (
	shownText  = 200
	shownTerms = 3
)

// writeFindings writes the findings, the terms that cause them, and the samples
// where they are largest.
func (r *Report) writeFindings(b *strings.Builder) {
	exploits := fmt.Sprintf("no exploit among %s", term.Count(int64(r.probesOf(Wrong, Blind, Form)), "probe"))
	if n := len(r.Exploits); n > 0 {
		exploits = fmt.Sprintf("%s among %s", term.Count(int64(n), "exploit"), term.Count(int64(r.probesOf(Wrong, Blind, Form)), "probe"))
	}
	if !r.Steps {
		exploits += fmt.Sprintf("; honest work rejected in %d of %s", len(r.Rejects), term.Count(int64(r.probesOf(Same)), "other form"))
	}
	fmt.Fprintf(b, "\n%s\n", exploits)
	for _, c := range r.Conduct {
		fmt.Fprintf(b, "%s: the reward %s", c.Code, c.About)
		if !math.IsNaN(c.Share.Value) {
			fmt.Fprintf(b, ", %s", share(c.Share))
		}
		if c.Sample != "" {
			fmt.Fprintf(b, ", first of %s", term.Quote(c.Sample))
		}
		if c.Detail != "" {
			fmt.Fprintf(b, ": %s", term.Quote(term.Shorten(c.Detail, shownText)))
		}
		b.WriteByte('\n')
	}
	for i := range r.Probes {
		if v := &r.Probes[i]; v.Finding && !v.Judge && !slices.Contains(r.Reviewed, v.Probe) {
			v.write(b)
		}
	}
	if len(r.Judge) > 0 {
		fmt.Fprintf(b, "needs a judge, and is not counted: %s\n", strings.Join(r.Judge, ", "))
	}
	if len(r.Reviewed) > 0 {
		fmt.Fprintf(b, "reviewed, and left out: %s\n", strings.Join(r.Reviewed, ", "))
	}
}

// probesOf counts the probes of some kinds with a completion for some sample.
func (r *Report) probesOf(kinds ...Kind) (n int) {
	for i := range r.Probes {
		if v := &r.Probes[i]; slices.Contains(kinds, v.Kind) && v.N > 0 && !v.Judge {
			n++
		}
	}
	return n
}

// write describes a probe, the terms that cause the finding, and the samples where
// it is largest.
func (v *Verdict) write(b *strings.Builder) {
	name := v.Probe
	if len(v.Anchors) > 0 {
		name = strings.Join(v.Anchors, ", ") + "  " + name
	}
	fmt.Fprintf(b, "%s: %s\n", name, v.About)
	var parts []string
	for _, c := range v.Carried[:min(shownTerms, len(v.Carried))] {
		parts = append(parts, fmt.Sprintf("%s %s (honest %s)", c.Term, points(c.Points, 3), points(c.Honest, 3)))
	}
	if len(parts) > 0 {
		fmt.Fprintf(b, "    carried by %s\n", strings.Join(parts, ", "))
	}
	for _, x := range v.Worst {
		fmt.Fprintf(b, "    %s (%s) %s, honest %s: %s\n", term.Quote(x.SampleID), x.Class, points(x.Reward, 4), points(x.Honest, 4), term.Quote(term.Shorten(x.Answer(), shownText)))
	}
}

// Answer is the text between the completion's answer tags, or all of it.
func (x *Instance) Answer() string {
	text := x.Completion
	if _, answer, tagged := strings.Cut(text, "<answer>\n"); tagged {
		text, _, _ = strings.Cut(answer, "\n</answer>\n")
	}
	return strings.TrimSpace(text)
}

// write describes the trainer's advantages.
func (a *Advantages) write(b *strings.Builder) {
	fmt.Fprintf(b, "advantages in %d groups of %d for each mix\n", a.Groups, a.GroupSize)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "honest\tby\tno signal\tlargest\tof honest\tvariance carried by")
	for _, m := range a.Mixes {
		for i := range m.Modes {
			f := &m.Modes[i]
			honest := "phantom"
			if f.Earned != nil {
				honest = points(f.Earned.Value, 3)
			}
			by := "std"
			if f.Mode == reward.AdvantageCenter {
				by = "-"
			}
			fmt.Fprintf(w, "%g\t%s\t%s\t%s\t%s\t%s\n", m.Honest, by, share(m.NoSignal), points(f.Largest.Value, 3), honest, carriers(f.Carried))
		}
	}
	w.Flush()
	if len(a.Ranks) == 0 {
		return
	}
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

// write describes the policy after training.
func (t *Training) write(b *strings.Builder) {
	t.Optimum.write(b)
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

// shownStates is the number of states that are shown.
const shownStates = 12

// write describes the optimal policy, state by state.
func (o *Optimum) write(b *strings.Builder) {
	verdict := "honest"
	if !o.Honest {
		verdict = "not worth a GPU-hour"
	}
	var mix []string
	for _, m := range o.Mix {
		mix = append(mix, fmt.Sprintf("%s %.0f%%", m.Behaviour, 100*m.Share))
	}
	fmt.Fprintf(b, "the optimum: accuracy %.1f%% of %.1f%% (Bayes), %.1f%% exploit behaviours, %.1f%% tied with one: %s\n  %s\n", 100*o.Accuracy, 100*o.Bayes, 100*o.Exploit, 100*o.Tied, verdict, strings.Join(mix, ", "))
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  v_now\tmissing\ttools\tgrounded\tn\tpays most\treward\tright\tplain less exploit")
	for _, s := range o.States[:min(shownStates, len(o.States))] {
		tools := [...]string{"0", "1", "more"}[s.Traits.Tools]
		fmt.Fprintf(w, "  %.2f+\t%s\t%s\t%s\t%d\t%s\t%.3f\t%.0f%%\t%+.3f\n", float64(s.Traits.VNow)/vBuckets, yes(s.Traits.Missing), tools, yes(s.Traits.Grounded), s.N, s.Behaviour, s.Reward, 100*s.Accuracy, s.Margin)
	}
	w.Flush()
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
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

// trimLines removes the padding that tables leave at the ends of lines.
func trimLines(b *strings.Builder) {
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	b.Reset()
	b.WriteString(strings.Join(lines, "\n"))
}

// Findings names everything that the audit found: exploits, rejected honest work,
// and faults of a foreign reward.
func (r *Report) Findings() []string {
	out := slices.Concat(r.Exploits, r.Rejects)
	for _, c := range r.Conduct {
		out = append(out, c.Code)
	}
	return out
}
