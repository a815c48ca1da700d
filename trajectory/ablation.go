package trajectory

import (
	"context"
	"fmt"
	"io"
)

// ablations are SDP's three (appendix C). Each replays a run with one rule changed, and
// has a factor that rescales the run's score.
var ablations = [...]struct {
	name   string
	change func(p *Plans)
	factor func(c *Certified) *float64
}{
	{"validate_off", func(p *Plans) { p.AlwaysPass = true }, (*Certified).Fidelity},
	{"replan_off", func(p *Plans) { p.NoReplan = true }, func(c *Certified) *float64 { return &c.Prefix }},
	{"cascade_off", func(p *Plans) { p.Cascade = 1 }, func(c *Certified) *float64 { f := c.Uncascaded(); return &f }},
}

// Ablate replays a run under each ablation, in the order validate, replan, cascade.
func (p *Plans) Ablate(ctx context.Context, t *Trajectory) (out [len(ablations)]*Certified, err error) {
	for i := range ablations {
		changed := *p
		ablations[i].change(&changed)
		if out[i], err = changed.Certify(ctx, t); err != nil {
			break
		}
	}
	return out, err
}

// certifiedTable prints the certified shares, and the scores that remain under the
// ablations.
func certifiedTable(w io.Writer, lines []Line) {
	first := true
	for _, l := range lines {
		if l.Figures["progress"].N == 0 {
			continue
		}
		if first {
			fmt.Fprintln(w, "\ncertified\tprogress\tAUC\tfidelity\tscore left without Validate\twithout Replan\twith k = 1")
			first = false
		}
		auc := "none"
		if l.ProgressAUC != nil {
			auc = fmt.Sprintf("%.3f", *l.ProgressAUC)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", l.Name, l.percent("progress"), auc, l.percent("fidelity"), l.short("validate_off"), l.short("replan_off"), l.short("cascade_off"))
	}
}
