package report

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/stats"
)

// maxDrawn is how many rows the distributions show: all, or so many drawn at
// random.
const maxDrawn = 20_000

// tally is what a page needs of a file, in memory that does not grow with its
// rows but for 32 bytes a group.
type tally struct {
	figures   []string // reward, then the components
	certainty int      // its place among them, -1 without
	cls       int
	seed      uint64

	scored, unscored int64
	judged, right    int64 // rows whose completion is known to be right or wrong
	classed          bool
	means            [][allClasses + 1]stats.Moments // of each figure
	confusion        stats.Confusion
	certain          bins // right by certainty
	ranks            []int64
	asked            bins // asks by EVPI
	groups           map[uint64]groupState
	drawn            []drawnRow
	rng              *rand.Rand

	best, worst, surprising extremes
}

// drawnRow is a row that the distributions show.
type drawnRow struct {
	class  int8
	values []float64
}

// groupState says whether the rewards of a group differ.
type groupState struct {
	n      uint32
	first  float64
	differ bool
	class  int8
}

func newTally(s *source, seed uint64) *tally {
	c := &s.columns[0]
	t := &tally{
		figures: append([]string{"reward"}, c.components...), seed: seed,
		certainty: place(c, "certainty"), cls: place(c, "cls"),
		confusion: stats.NewConfusion(allClasses, allClasses+1),
		ranks:     make([]int64, 2*rankBins),
		groups:    map[uint64]groupState{},
		rng:       rand.New(rand.NewPCG(seed, 0xa0761d6478bd642f)),
	}
	t.means = make([][allClasses + 1]stats.Moments, len(t.figures))
	return t
}

// place is where the values of an outcome have a component, -1 where it has none.
func place(c *columns, component string) int {
	if i := slices.Index(c.components, component); i >= 0 {
		return 1 + i
	}
	return -1
}

// add takes a row in.
func (t *tally) add(r *row) {
	o := &r.outcomes[0]
	if o.broken {
		return
	}
	if !o.scored() {
		t.unscored++
		return
	}
	t.scored++
	for k, v := range o.values {
		if r.class != noAction {
			t.means[k][r.class].Add(v)
		}
		t.means[k][allClasses].Add(v)
	}
	if r.class != noAction {
		t.classed = true
		t.confusion.Add(int(r.class), int(o.action))
	}
	if !math.IsNaN(r.evpi) {
		t.asked.add(r.evpi, o.action < noAction && completion.Actions[o.action] == completion.Ask)
	}
	t.group(r, o.values[0])
	t.draw(r.class, o.values)
	t.judge(r, o)
}

// judge takes in whether the completion was right.
func (t *tally) judge(r *row, o *outcome) {
	right, known := isRight(r.class, o, t.cls)
	e := extreme{row: r, reward: o.values[0], right: right, known: known, certainty: math.NaN()}
	t.best.add(e, o.values[0])
	t.worst.add(e, -o.values[0])
	if !known {
		return
	}
	t.judged++
	is := 0.0
	if right {
		t.right++
		is = 1
	}
	if t.certainty >= 0 {
		// Components named certainty are in [0, 1]; a profile of another kind is
		// held to it, so that no bin is missed.
		c := min(1, max(0, o.values[t.certainty]))
		e.certainty = c
		t.certain.add(c, right)
		t.ranks[2*min(rankBins-1, int(c*rankBins))+int(is)]++
		t.surprising.add(e, math.Abs(c-is))
	}
}

func (t *tally) group(r *row, reward float64) {
	g, ok := t.groups[r.group]
	if !ok {
		g.first, g.class = reward, r.class
	}
	if g.differ = g.differ || g.first != reward; g.n < math.MaxUint32 {
		g.n++
	}
	t.groups[r.group] = g
}

// draw keeps maxDrawn rows, each as likely as any (A. Waterman's reservoir).
func (t *tally) draw(class int8, values []float64) {
	if len(t.drawn) < maxDrawn {
		t.drawn = append(t.drawn, drawnRow{class, values})
	} else if i := t.rng.Int64N(t.scored); i < maxDrawn {
		t.drawn[i] = drawnRow{class, values}
	}
}

// variance counts the groups of a class.
type variance struct{ groups, single, zero int64 }

func (v variance) rate() string {
	return stats.Wilson(v.zero, v.groups-v.single).Percent()
}

// zeroVariance counts groups by class, and at last all.
func (t *tally) zeroVariance() (out [allClasses + 1]variance) {
	count := func(v *variance, g groupState) {
		v.groups++
		if g.n == 1 {
			v.single++
		} else if !g.differ {
			v.zero++
		}
	}
	for _, g := range t.groups { // counts do not depend on the order
		count(&out[allClasses], g)
		if g.class != noAction {
			count(&out[g.class], g)
		}
	}
	return out
}

// bins count hits by a figure of [0, 1], in tenths.
type bins [10]struct {
	n, hits int64
	sum     float64
}

func (b *bins) add(x float64, hit bool) {
	at := &b[min(len(b)-1, int(x*float64(len(b))))]
	at.n++
	at.sum += x
	if hit {
		at.hits++
	}
}

func (b *bins) total() (n int64) {
	for i := range b {
		n += b[i].n
	}
	return n
}

// rankBins is how finely certainty is told apart for its AUC.
const rankBins = 1000

// auc is the probability that a right completion is more certain than a wrong
// one, ties counting half, with a bootstrap interval over rows.
func (t *tally) auc() string {
	// Bins that hold no row cost time only.
	var counts []int64
	for i := range rankBins {
		if t.ranks[2*i]+t.ranks[2*i+1] > 0 {
			counts = append(counts, t.ranks[2*i], t.ranks[2*i+1])
		}
	}
	return stats.Bootstrap(counts, t.seed, func(counts []int64) float64 {
		var wrong, right, above float64
		for i := 0; i < len(counts); i += 2 {
			w, r := float64(counts[i]), float64(counts[i+1])
			above += r * (wrong + w/2)
			wrong += w
			right += r
		}
		return above / (wrong * right) // NaN where all are right, or none
	}).String()
}
