package trajectory

import (
	"fmt"
	"io"

	"github.com/voi-rl/voi/internal/stats"
)

// riskBins is the resolution of a ROC.
const riskBins = 1000

// bins count scores in [0, 1] for two sides.
type bins [2][riskBins + 1]int64

// auc is the probability that a score of side 1 is above one of side 0, ties counting half,
// and the ROC points (side 0, side 1) for falling bounds; nil if a side is empty.
func (b *bins) auc() (area *float64, roc [][2]float64) {
	var n, at [2]int64
	for side := range b {
		for _, k := range b[side] {
			n[side] += k
		}
	}
	if n[0] == 0 || n[1] == 0 {
		return nil, nil
	}
	sum := 0.0
	roc = append(roc, [2]float64{})
	for bin := riskBins; bin >= 0; bin-- {
		right, wrong := b[0][bin], b[1][bin]
		if right+wrong == 0 {
			continue
		}
		sum += float64(right) * (float64(at[1]) + float64(wrong)/2)
		at[0], at[1] = at[0]+right, at[1]+wrong
		roc = append(roc, [2]float64{float64(at[0]) / float64(n[0]), float64(at[1]) / float64(n[1])})
	}
	sum /= float64(n[0]) * float64(n[1])
	return &sum, roc
}

// judged counts right and wrong critical calls by their risk, and by the verdicts on them. A
// call that failed or that matches no reference action is wrong.
type judged struct {
	bins   bins // for right calls and for wrong ones
	counts [len(Settings)][2]map[Verdict]int64
	n      [2]int64

	directed [2]map[Verdict]int64 // a Director's verdicts
}

func (j *judged) add(calls []judgedCall) {
	for i := range calls {
		c := &calls[i]
		side := one(c.Wrong)
		j.n[side]++
		j.bins[side][int(c.Risk*riskBins)]++
		count := func(by *[2]map[Verdict]int64, v Verdict) {
			if by[side] == nil {
				by[side] = map[Verdict]int64{}
			}
			by[side][v]++
		}
		for k := range Settings {
			count(&j.counts[k], c.Verdicts[k])
		}
		if c.Directed != "" {
			count(&j.directed, c.Directed)
		}
	}
}

// Verdicts say how many of the wrong critical calls were stopped, and how many of the right
// ones.
type Verdicts struct {
	Right    int64               `json:"right"` // right critical calls
	Wrong    int64               `json:"wrong"`
	Settings map[string]Stopping `json:"settings"`
	// AUC is the probability that a wrong call has a higher risk than a right one, ties
	// counting half; nil without calls of both kinds. ROC lists points (right calls stopped,
	// wrong calls stopped) for falling bounds on the risk.
	AUC *float64 `json:"auc"`
	// Director is for the calls that a model judged; nil if no model was asked.
	Director *Stopping    `json:"director,omitempty"`
	ROC      [][2]float64 `json:"roc"`
}

// Stopping says what one setting does with right and wrong calls.
type Stopping struct {
	RightStopped stats.Estimate    `json:"right_stopped"` // REVISE or ABORT
	WrongStopped stats.Estimate    `json:"wrong_stopped"`
	Right        map[Verdict]int64 `json:"right"`
	Wrong        map[Verdict]int64 `json:"wrong"`
}

func (j *judged) verdicts() *Verdicts {
	if j.n[0]+j.n[1] == 0 {
		return nil
	}
	v := &Verdicts{Right: j.n[0], Wrong: j.n[1], Settings: map[string]Stopping{}}
	for k, by := range Settings {
		v.Settings[by.Name] = stopping(j.counts[k])
	}
	if j.directed[0] != nil || j.directed[1] != nil {
		s := stopping(j.directed)
		v.Director = &s
	}
	v.AUC, v.ROC = j.bins.auc()
	return v
}

// stopping sums up the verdicts on right and wrong calls.
func stopping(counts [2]map[Verdict]int64) Stopping {
	var share [2]stats.Estimate
	for side := range counts {
		n := int64(0)
		for _, k := range counts[side] {
			n += k
		}
		share[side] = stats.Wilson(n-counts[side][Pass], n)
	}
	return Stopping{RightStopped: share[0], WrongStopped: share[1], Right: counts[0], Wrong: counts[1]}
}

// verdictTable prints the calls that each setting stops.
func verdictTable(w io.Writer, lines []Line) {
	first := true
	for _, l := range lines {
		if l.Verdicts == nil {
			continue
		}
		if first {
			fmt.Fprintln(w, "\nstopped\tright calls\twrong calls\tAUC")
			first = false
		}
		for _, by := range Settings {
			s := l.Verdicts.Settings[by.Name]
			auc := "none"
			if l.Verdicts.AUC != nil {
				auc = fmt.Sprintf("%.3f", *l.Verdicts.AUC)
			}
			fmt.Fprintf(w, "%s, %s\t%s of %d\t%s of %d\t%s\n", l.Name, by.Name, s.RightStopped.Percent(), l.Verdicts.Right, s.WrongStopped.Percent(), l.Verdicts.Wrong, auc)
		}
		if s := l.Verdicts.Director; s != nil {
			fmt.Fprintf(w, "%s, Director\t%s of %d\t%s of %d\t\n", l.Name, s.RightStopped.Percent(), s.RightStopped.N, s.WrongStopped.Percent(), s.WrongStopped.N)
		}
	}
}
