package decision

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"

	"github.com/voi-rl/voi/internal/stats"
)

// Replay applies a policy, in each cell of a grid of its parameters, to stored signals (T5); no
// signal is computed again. Play may run in any goroutine, Add and Report need one. Memory grows
// with the number of cells and not with the episodes.
type Replay struct {
	identity Identity
	cells    []cell
	// Price converts cost to success. The best cell has the highest success - Price * cost, then
	// the lowest cost.
	Price float64

	gate      bool
	episodes  int64
	decisions int64
	recorded  figures // the recording itself, without any policy
}

// cell is one choice of parameters. The first cell is the policy as it was given.
type cell struct {
	params []Param
	policy Policy // if the replay is of a policy
	gate   Gate   // if it is of a gate
	halves [2]figures
}

// figures sum up episodes.
type figures struct {
	episodes, covered int64
	wins              int64 // episodes with success 1, if each is 0 or 1
	graded            bool  // some success is neither 0 nor 1
	success, cost     stats.Moments
	halts             halts
}

// halts sum up the effects of a gate.
type halts struct{ fired, lost, lostAtMost, steps, tokens int64 }

// Play is the result of an episode in one cell.
type Play struct {
	Covered bool // the policy's result is known
	Cost    float64
	Success float64 // NaN if the episode is unscored
	halt    Halt
	won     bool
}

// NewReplay replays a policy as it is and in each cell of the grids.
func NewReplay(p Policy, grids []Grid) (*Replay, error) {
	cells, err := cellsOf(grids)
	if err != nil {
		return nil, err
	}
	r := &Replay{identity: p.Identity(), cells: []cell{{policy: p}}}
	if len(grids) == 0 {
		return r, nil
	}
	rules, ok := p.(*Rules)
	if !ok {
		return nil, fmt.Errorf("decision: the policy %s has no parameters to be set by a grid", p.Identity().Name)
	}
	for _, params := range cells {
		with := rules
		for _, q := range params {
			if with, err = with.With(q.Name, q.Value); err != nil {
				return nil, err
			}
		}
		r.cells = append(r.cells, cell{params: params, policy: with})
	}
	return r, nil
}

// NewGateReplay is NewReplay for a gate on searches.
func NewGateReplay(g Gate, grids []Grid) (*Replay, error) {
	cells, err := cellsOf(grids)
	if err != nil {
		return nil, err
	}
	r := &Replay{identity: Identity{Name: "gate", Version: 1}, cells: []cell{{gate: g}}, gate: true}
	if len(grids) == 0 {
		return r, g.Check()
	}
	for _, params := range cells {
		with := g
		for _, q := range params {
			if with, err = with.With(q.Name, q.Value); err != nil {
				return nil, err
			}
		}
		if err := with.Check(); err != nil {
			return nil, err
		}
		r.cells = append(r.cells, cell{params: params, gate: with})
	}
	return r, g.Check()
}

// point is a decision in the form that the policies of a replay need.
type point struct {
	skip   bool // none of the policy's signals is stored: the decision is another policy's
	open   Open
	values []float64
	ends   []float64 // success by action, NaN if the episode goes on
	ending bool      // some action ends the episode here
	action int       // the recorded action, -1 if the policy does not know it
	forced bool      // only one action was open
	end    float64   // the success of that action, NaN if the episode goes on
	cost   float64
	onward bool // the recording got here, so that its action has a known result: the next record or the outcome
}

// Play plays an episode in every cell; records are in their order. An action with a known end ends
// the episode; so does the only open one. The recorded action leads to the next record, and so does
// an action that goes on where others end; behind the last record the recorded action leads to the
// outcome. The result of any other action is unknown, and the episode is not covered.
func (r *Replay) Play(records []*Record) []Play {
	p := r.cells[0].policy
	points := make([]point, len(records))
	names := p.Signals()
	onward := true // not behind the end of the recording, where records are for other policies
	for i, rec := range records {
		onward = onward && math.IsNaN(rec.Ends.Get(rec.Action))
		pt := point{open: OpenOf(p, rec.Actions), values: ValuesOf(p, nil, rec.Signals), action: slices.Index(p.Actions(), rec.Action), cost: rec.Cost, skip: len(names) > 0, ending: len(rec.Ends) > 0, onward: onward}
		if len(rec.Actions) == 1 {
			pt.forced, pt.end = true, rec.Ends.Get(rec.Actions[0])
		}
		for _, v := range pt.values {
			pt.skip = pt.skip && math.IsNaN(v)
		}
		for _, name := range p.Actions() {
			pt.ends = append(pt.ends, rec.Ends.Get(name))
		}
		points[i] = pt
	}
	outcome := math.NaN()
	if len(records) > 0 && records[0].Outcome != nil {
		outcome = *records[0].Outcome
	}
	plays := make([]Play, len(r.cells)+1)
	for c := range r.cells {
		plays[c] = play(r.cells[c].policy, points, outcome)
	}
	all := Play{Covered: true, Success: outcome}
	for _, rec := range records {
		all.Cost += rec.Cost
		if !math.IsNaN(rec.Ends.Get(rec.Action)) {
			break // records behind the end are for other policies
		}
	}
	plays[len(r.cells)] = all
	return plays
}

func play(policy Policy, points []point, outcome float64) Play {
	cost := 0.0
	for i := range points {
		pt := &points[i]
		cost += pt.cost
		if pt.forced && !math.IsNaN(pt.end) {
			return Play{Covered: true, Cost: cost, Success: pt.end}
		}
		if pt.skip || pt.forced {
			continue
		}
		k := policy.Choose(pt.values, pt.open)
		switch {
		case k < 0:
			return Play{}
		case !math.IsNaN(pt.ends[k]):
			return Play{Covered: true, Cost: cost, Success: pt.ends[k]}
		case !pt.ending && k != pt.action || pt.ending && i == len(points)-1 && !(pt.onward && k == pt.action):
			return Play{}
		}
	}
	return Play{Covered: true, Cost: cost, Success: outcome}
}

// PlaySearch plays a run under every gate. Cost is in tokens. A run that succeeded keeps its answer
// if the reference answer was observed before the gate fired, or if only the answer was to follow.
func (r *Replay) PlaySearch(s *Search) []Play {
	outcome := math.NaN()
	if s.Run.Outcome != nil {
		outcome = *s.Run.Outcome
	}
	whole := float64(s.Tokens())
	plays := make([]Play, len(r.cells)+1)
	for c := range r.cells {
		halt := s.Apply(r.cells[c].gate)
		p := Play{Covered: true, Cost: whole - float64(halt.Tokens), Success: outcome, halt: halt, won: outcome > 0}
		if halt.Unseen {
			p.Success = min(outcome, 0)
		}
		plays[c] = p
	}
	plays[len(r.cells)] = Play{Covered: true, Cost: whole, Success: outcome}
	return plays
}

// Add counts an episode with the given number of decisions and the results of Play. A hash of the
// task puts it into one of two halves, so that no world is in both: the best cell is chosen on one
// half and reported on the other.
func (r *Replay) Add(task string, decisions int, plays []Play) {
	r.episodes++
	r.decisions += int64(decisions)
	half := int(sha256.Sum256([]byte(task))[0] & 1)
	for c := range r.cells {
		r.cells[c].halves[half].add(&plays[c])
	}
	r.recorded.add(&plays[len(r.cells)])
}

func (f *figures) add(p *Play) {
	f.episodes++
	if !p.Covered {
		return
	}
	f.covered++
	f.cost.Add(p.Cost)
	if !math.IsNaN(p.Success) {
		f.success.Add(p.Success)
		if p.Success == 1 {
			f.wins++
		}
		f.graded = f.graded || p.Success != 0 && p.Success != 1
	}
	if h := &p.halt; h.Fired {
		f.halts.fired++
		f.halts.steps += h.Steps
		f.halts.tokens += h.Tokens
		if p.won && h.Cut {
			f.halts.lostAtMost++
		}
		if p.won && h.Unseen {
			f.halts.lost++
		}
	}
}
