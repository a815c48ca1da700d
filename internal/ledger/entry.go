package ledger

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/stats"
)

// Verdict is the result of comparing our figure with a paper's.
type Verdict string

// The verdicts.
const (
	Equal        Verdict = "equal"
	Inside       Verdict = "inside"
	Outside      Verdict = "outside"
	Inconsistent Verdict = "paper inconsistent"
	NotEnough    Verdict = "not enough given"
)

// Entry is a figure of a paper beside ours.
type Entry struct {
	Paper    string         `json:"paper"`
	Where    string         `json:"where"` // table, section or equation
	Quantity string         `json:"quantity"`
	Printed  float64        `json:"printed"` // the paper's figure
	Unit     string         `json:"unit"`    // "%" or ""
	Runs     int            `json:"runs"`    // number of runs behind the paper's mean; 0: the figure is exact
	Ours     stats.Estimate `json:"ours"`    // NaN if nothing can be computed
	Verdict  Verdict        `json:"verdict"`
	Note     string         `json:"note"` // why the figures differ

	digits int // digits after the point in the paper's figure
	sd     float64
}

// z is the normal quantile of the intervals.
const z = 1.959963984540054

// judge sets the verdict. why explains a difference. inconsistent says that why is a
// contradiction in the paper itself. An entry that agrees needs no note.
func (e Entry) judge(why string, inconsistent bool) Entry {
	e.Note = why
	room := 0.5*math.Pow(10, -float64(e.digits)) + 1e-9
	agrees := Equal
	if e.sd > 0 && e.Runs > 0 {
		room += z * e.sd * math.Sqrt(1/float64(e.Runs)+1/float64(e.Ours.N))
		agrees = Inside
	}
	switch {
	case math.IsNaN(e.Ours.Value):
		e.Verdict = NotEnough
	case math.Abs(e.Ours.Value-e.Printed) <= room:
		e.Verdict, e.Note = agrees, ""
	case inconsistent:
		e.Verdict = Inconsistent
	default:
		e.Verdict = Outside
	}
	return e
}

// exact is a figure without variance.
func exact(value float64) stats.Estimate {
	return stats.Estimate{Value: value, Low: value, High: value, N: 1}
}

// none is a figure that cannot be computed.
func none() stats.Estimate {
	return stats.Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
}

// rate is a share in per cent, with its standard deviation.
func rate(hits, n int64) (stats.Estimate, float64) {
	e := stats.Wilson(hits, n)
	p := e.Value
	return stats.Estimate{Value: 100 * p, Low: 100 * e.Low, High: 100 * e.High, N: n}, 100 * math.Sqrt(p*(1-p))
}

// Ledger computes every entry; simulations run over seeds seeds.
func Ledger(seeds int) ([]Entry, error) {
	var all []Entry
	for _, part := range []func(int) ([]Entry, error){sage, calendar, graph, retrieval, cgdp, nod, sdp} {
		entries, err := part(seeds)
		if err != nil {
			return nil, err
		}
		all = append(all, entries...)
	}
	return all, nil
}

// figure is the paper's figure as printed.
func (e *Entry) figure() string { return fmt.Sprintf("%.*f%s", e.digits, e.Printed, e.Unit) }

// ours is our figure with its interval, with one digit more than the paper's.
func (e *Entry) ours() string {
	digits := min(e.digits+1, 4)
	switch {
	case math.IsNaN(e.Ours.Value):
		return ""
	case e.Ours.Low == e.Ours.High:
		text := fmt.Sprintf("%.*f", max(digits, 1), e.Ours.Value)
		if strings.Contains(text, ".") {
			text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
		}
		return text + e.Unit
	}
	return fmt.Sprintf("%.*f%s [%.*f, %.*f]", digits, e.Ours.Value, e.Unit, digits, e.Ours.Low, digits, e.Ours.High)
}

// Markdown returns the ledger as tables, one for each paper.
func Markdown(entries []Entry) string {
	var b strings.Builder
	var papers []string
	for i := range entries {
		if !slices.Contains(papers, entries[i].Paper) {
			papers = append(papers, entries[i].Paper)
		}
	}
	for _, paper := range papers {
		var of []Entry
		for i := range entries {
			if entries[i].Paper == paper {
				of = append(of, entries[i])
			}
		}
		fmt.Fprintf(&b, "### %s\n\n%s.\n\n| | figure | paper | ours | verdict |\n|---|---|---:|---:|---|\n", paper, Counts(of))
		for i := range of {
			e := &of[i]
			verdict := string(e.Verdict)
			if e.Note != "" {
				verdict += ": " + e.Note
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", e.Where, e.Quantity, e.figure(), e.ours(), verdict)
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// Counts returns how many entries have each verdict.
func Counts(entries []Entry) string {
	n := map[Verdict]int{}
	for i := range entries {
		n[entries[i].Verdict]++
	}
	parts := make([]string, 0, 5)
	for _, v := range []Verdict{Equal, Inside, Outside, Inconsistent, NotEnough} {
		if n[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[v], v))
		}
	}
	return fmt.Sprintf("%d figures: %s", len(entries), strings.Join(parts, ", "))
}

// JSON returns the ledger as one object a line.
func JSON(entries []Entry) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i := range entries {
		if err := enc.Encode(&entries[i]); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}
