package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/voi-rl/voi/internal/score"
	"github.com/voi-rl/voi/internal/term"
)

// shownSamples is the length of a list of extreme samples.
const shownSamples = 10

// maxText bounds the shown part of a completion, in code points.
const maxText = 1500

// extreme is a row that may be shown.
type extreme struct {
	row       *row
	reward    float64
	right     bool
	known     bool // whether it is known to be right or wrong
	certainty float64
	size      float64
}

// extremes are the rows with the largest sizes, one of each sample. Of equal rows the first
// comes first.
type extremes struct {
	most int
	list []extreme
}

func (x *extremes) add(e extreme, size float64) {
	if len(x.list) == x.most && size <= x.list[x.most-1].size {
		return
	}
	if i := slices.IndexFunc(x.list, func(h extreme) bool { return h.row.digest == e.row.digest }); i >= 0 {
		if x.list[i].size >= size {
			return
		}
		x.list = slices.Delete(x.list, i, i+1)
	}
	at := slices.IndexFunc(x.list, func(h extreme) bool { return h.size < size })
	if at < 0 {
		at = len(x.list)
	}
	e.size = size
	x.list = slices.Insert(x.list, at, e)
	x.list = x.list[:min(len(x.list), x.most)]
}

func (x *extremes) rows() (out []sampleRow) {
	for _, e := range x.list {
		o := &e.row.outcomes[0]
		s := sampleRow{Sample: shown(e.row.sample), Line: e.row.line, Action: score.ActionName(int(o.action)), Reward: fmt.Sprintf("%.4g", e.reward), Text: term.Shorten(term.QuoteLines(e.row.shown), maxText)}
		if e.row.class != noAction {
			s.Class = score.ActionName(int(e.row.class))
		}
		if e.known {
			s.Right = map[bool]string{true: "right", false: "wrong"}[e.right]
		}
		if !math.IsNaN(e.certainty) {
			s.Certainty = fmt.Sprintf("%.4g", e.certainty)
		}
		notes := noteList(o.notes)
		for _, n := range notes[:min(len(notes), 12)] {
			s.Notes = append(s.Notes, shown(n))
		}
		out = append(out, s)
	}
	return out
}
