package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/internal/term"
)

// mostShown bounds the printed cells of the front and the printed examples.
const mostShown = 20

// replayTable is the table of a replay for a person: the recording, the policy as given,
// the best cell, and the front.
func replayTable(r *decision.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s over %s in %s", r.Policy, term.Count(r.Decisions, "decision"), term.Count(r.Episodes, "episode"))
	if n := len(r.Cells); n > 0 {
		fmt.Fprintf(&b, ", in %s", term.Count(int64(n), "cell"))
	}
	b.WriteString("\n\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	head := "\tepisodes\tcoverage\tsuccess\tcost"
	if r.Given.Gate != nil {
		head += "\tfired\tsteps saved\ttokens saved\tanswers lost"
	}
	fmt.Fprintln(w, head)
	line := func(name string, f *decision.Figures) {
		cost := "none"
		if f.Covered > 0 {
			cost = fmt.Sprintf("%.2f", f.Cost.Value)
		}
		fmt.Fprintf(w, "%s\t%d\t%.1f%%\t%s\t%s", name, f.Episodes, 100*f.Coverage, f.Success.Percent(), cost)
		if g := f.Gate; g != nil {
			fmt.Fprintf(w, "\t%d\t%d\t%d\t%d, at most %d", g.Fired, g.StepsSaved, g.TokensSaved, g.Lost, g.AtMost)
		}
		fmt.Fprintln(w)
	}
	line("as recorded", &r.Recorded)
	line("as given", &r.Given)
	if r.Best != nil {
		fmt.Fprintf(w, "best of one half: %s\n", params(r.Best.Params))
		line("  there", &r.Best.Chosen)
		line("  on the other half", &r.Best.HeldOut)
		line("  as given, there", &r.HeldOut)
	}
	if r.NoBest != "" {
		fmt.Fprintf(w, "no best cell: %s\n", r.NoBest)
	}
	shown := 0
	for i := range r.Cells {
		c := &r.Cells[i]
		if !c.Front {
			continue
		}
		if shown++; shown == 1 {
			fmt.Fprintln(w, "nothing is better than:")
		}
		if shown <= mostShown {
			line("  "+params(c.Params), &c.Figures)
		}
	}
	w.Flush()
	if shown > mostShown {
		fmt.Fprintf(&b, "... and %d more; --json has all cells\n", shown-mostShown)
	}
	return trimmed(b.String())
}

// trimmed is a text without the padding at the ends of its lines.
func trimmed(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return out.String()
}

func params(m map[string]float64) string {
	names := make([]string, 0, len(m))
	for name, value := range m {
		names = append(names, fmt.Sprintf("%s=%v", name, value))
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// blames counts the causes of failed episodes. Its memory does not grow with the episodes,
// except for those to be explained.
type blames struct {
	explain  bool
	failed   int64
	counts   map[decision.Part]int64
	signals  map[string]int64
	examples []blamed
}

// blamed is an episode and the cause of its failure.
type blamed struct {
	Episode string        `json:"episode"`
	Part    decision.Part `json:"part"`
	Step    int64         `json:"step"`
	Signal  string        `json:"signal,omitempty"`
	Why     string        `json:"why"`
}

func (b *blames) add(episode string, blame *decision.Blame) {
	if b.counts == nil {
		b.counts, b.signals = map[decision.Part]int64{}, map[string]int64{}
	}
	b.failed++
	if blame == nil {
		return
	}
	b.counts[blame.Part]++
	if blame.Signal != "" {
		b.signals[blame.Signal]++
	}
	if b.explain || b.counts[blame.Part] == 1 {
		b.examples = append(b.examples, blamed{episode, blame.Part, blame.Step, blame.Signal, blame.Why})
	}
}

func (b *blames) report() any {
	untold := b.failed
	for _, n := range b.counts {
		untold -= n
	}
	out := struct {
		Failed   int64                   `json:"failed"`
		Parts    map[decision.Part]int64 `json:"parts"`
		Signals  map[string]int64        `json:"signals"`
		Untold   int64                   `json:"not_enough_recorded"`
		Examples []blamed                `json:"examples"`
	}{b.failed, b.counts, b.signals, untold, slices.Concat([]blamed{}, b.examples)}
	return out
}

func (b *blames) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s failed:", term.Count(b.failed, "episode"))
	untold := b.failed
	for _, part := range decision.Parts {
		untold -= b.counts[part]
		fmt.Fprintf(&out, " %s %d,", part, b.counts[part])
	}
	fmt.Fprintf(&out, " not enough recorded %d\n", untold)
	for _, e := range b.examples {
		fmt.Fprintf(&out, "%s, step %d: %s: %s\n", term.Quote(e.Episode), e.Step, e.Part, term.Quote(e.Why))
	}
	return out.String()
}
