package report

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/trajectory"
)

// maxDrawn is the largest number of rows in the distributions; of more rows a random sample
// is drawn.
const maxDrawn = 20_000

// tally holds the figures of a page. Its memory does not grow with the rows, but takes 32
// bytes a group.
type tally struct {
	kind      kind
	figures   []string // reward, then the components
	certainty int      // its index among them, -1 without
	cls       int      // the index of the figure that says whether rows are right, -1 without
	seed      uint64
	limits    [][2]float64 // of the figures, if known

	scored, unscored int64
	judged           int64 // rows whose completion is known to be right or wrong
	classed          bool
	counts           [allClasses + 1]int64 // scored, by class
	ends             endings               // of runs
	samples          *stats.Groups         // figures with an interval, by sample, because rows of one sample are not independent
	confusion        stats.Confusion
	certain          bins // right by certainty
	ranks            []int64
	asked            bins // asks by EVPI
	groups           map[uint64]groupState
	drawn            []drawnRow
	rng              *rand.Rand

	best, worst, surprising extremes
}

// drawnRow is a row in the distributions.
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
		kind:    s.kind,
		figures: append([]string{"reward"}, c.components...), seed: seed,
		certainty: place(c, "certainty"), cls: place(c, "cls"),
		confusion: stats.NewConfusion(allClasses, allClasses+1),
		ranks:     make([]int64, 2*rankBins),
		groups:    map[uint64]groupState{},
		rng:       rand.New(rand.NewPCG(seed, 0xa0761d6478bd642f)),
	}
	if len(s.profiles) > 0 && s.profiles[0].limits != nil {
		t.limits = [][2]float64{*s.profiles[0].limits}
	}
	t.best.most, t.worst.most, t.surprising.most = shownSamples, shownSamples, shownSamples
	if s.kind == ofRuns {
		t.cls = place(c, s.kind.right())
		t.limits = append([][2]float64{{math.Inf(-1), math.Inf(1)}}, trajectory.FigureLimits[:]...)
		t.best.most, t.worst.most = mostRuns, leastRuns
	}
	t.samples = stats.NewGroups(t.rankCell() + 2*coarseRanks)
	return t
}

// The indexes of the figures in t.samples: the figures by class, whether completions are
// right, the bins of two curves, and certainty by rank for wrong and right ones.
func (t *tally) meanCell(figure, class int) int { return figure*(allClasses+1) + class }
func (t *tally) rightCell() int                 { return len(t.figures) * (allClasses + 1) }
func (t *tally) certainCell() int               { return t.rightCell() + 1 }
func (t *tally) askedCell() int                 { return t.certainCell() + len(t.certain) }
func (t *tally) rankCell() int                  { return t.askedCell() + len(t.asked) }

// mean is the mean of a figure in a class; the interval of a reward stays in the profile's
// range.
func (t *tally) mean(figure, class int) stats.Estimate {
	low, high := math.Inf(-1), math.Inf(1)
	if figure < len(t.limits) {
		low, high = t.limits[figure][0], t.limits[figure][1]
	}
	return stats.ClusteredMean(t.samples.Figure(t.meanCell(figure, class)), low, high)
}

// place returns the index of a component in the values of an outcome, -1 if there is none.
func place(c *columns, component string) int {
	if i := slices.Index(c.components, component); i >= 0 {
		return 1 + i
	}
	return -1
}

// add adds a row.
func (t *tally) add(r *row) {
	o := &r.outcomes[0]
	if o.broken {
		return
	}
	if t.kind == ofRuns {
		t.ends.add(int(r.class), o.end)
	}
	if !o.scored() {
		t.unscored++
		return
	}
	t.scored++
	cells := t.samples.Of(r.digest)
	for k, v := range o.values {
		if math.IsNaN(v) {
			continue // the run lacks this figure
		}
		if r.class != noAction {
			cells[t.meanCell(k, int(r.class))].AddA(v)
		}
		cells[t.meanCell(k, allClasses)].AddA(v)
	}
	t.counts[allClasses]++
	if r.class != noAction {
		t.classed = true
		t.counts[r.class]++
		t.confusion.Add(int(r.class), int(o.action))
	}
	if !math.IsNaN(r.evpi) {
		asks := o.action < noAction && completion.Actions[o.action] == completion.Ask
		cells[t.askedCell()+t.asked.add(r.evpi)].AddA(float64(btoi(asks)))
	}
	if t.kind == ofCompletions {
		t.group(r.group, r.class, o.values[0])
	} else if !math.IsNaN(o.values[0]) {
		t.group(r.digest, r.class, o.values[0]) // a trainer compares the runs of a task
	}
	t.draw(r.class, o.values)
	t.judge(r, o, cells)
}

// judge adds whether the completion was right.
func (t *tally) judge(r *row, o *outcome, cells []stats.Cell) {
	right, known := t.kind.isRight(r.class, o, t.cls)
	e := extreme{row: r, reward: o.values[0], right: right, known: known, certainty: math.NaN()}
	size := o.values[0]
	if math.IsNaN(size) { // the run has no reward
		size = o.values[t.cls]
	}
	t.best.add(e, size)
	t.worst.add(e, -size)
	if !known {
		return
	}
	t.judged++
	is := float64(btoi(right))
	cells[t.rightCell()].AddA(is)
	if t.certainty >= 0 {
		// The component certainty is in [0, 1]. In a foreign profile it may not be; then it
		// is clamped, so that every row has a bin.
		c := min(1, max(0, o.values[t.certainty]))
		e.certainty = c
		cells[t.certainCell()+t.certain.add(c)].AddA(is)
		cells[t.rankCell()+2*min(coarseRanks-1, int(c*coarseRanks))+btoi(right)].AddA(1)
		t.ranks[2*min(rankBins-1, int(c*rankBins))+int(is)]++
		t.surprising.add(e, math.Abs(c-is))
	}
}

func (t *tally) group(key uint64, class int8, reward float64) {
	g, ok := t.groups[key]
	if !ok {
		g.first, g.class = reward, class
	}
	if g.differ = g.differ || g.first != reward; g.n < math.MaxUint32 {
		g.n++
	}
	t.groups[key] = g
}

// draw keeps a uniform sample of maxDrawn rows (A. Waterman's reservoir).
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

// zeroVariance counts groups by class, and at the end all groups.
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

// bins count rows by a figure in [0, 1], in tenths.
type bins [10]struct {
	n   int64
	sum float64
}

// add adds a row and returns its bin.
func (b *bins) add(x float64) int {
	i := min(len(b)-1, int(x*float64(len(b))))
	b[i].n++
	b[i].sum += x
	return i
}

func (b *bins) total() (n int64) {
	for i := range b {
		n += b[i].n
	}
	return n
}

// rankBins is the number of ranks of certainty for its AUC, coarseRanks that for the AUC's
// interval, which is a bootstrap over samples.
const (
	rankBins    = 1000
	coarseRanks = 50
)

// auc is the probability that a right completion is more certain than a wrong one, where
// ties count half. Its interval is a bootstrap over samples.
func (t *tally) auc() string {
	places := make([]int, 2*coarseRanks)
	for i := range places {
		places[i] = t.rankCell() + i
	}
	e := t.samples.Bootstrap(places, t.seed, auc)
	e.Value = auc(t.ranks)
	return e.String()
}

// auc computes the AUC from the counts of wrong and right rows by rank. It is NaN if all
// rows are right, or all are wrong.
func auc(counts []int64) float64 {
	var wrong, right, above float64
	for i := 0; i < len(counts); i += 2 {
		w, r := float64(counts[i]), float64(counts[i+1])
		above += r * (wrong + w/2)
		wrong += w
		right += r
	}
	return above / (wrong * right)
}
