package simulation

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/trajectory"
)

// Episode is one run of a scenario under a controller.
type Episode struct {
	Scenario, Controller string
	Success              bool
	First                bool // the first action was the best one
	// Wasted counts executions that could not succeed, or visits of a wrong node. Clarify
	// and Backtrack count actions of these kinds, Turns those of all kinds.
	Wasted, Clarify, Backtrack, Turns int
	Records                           []decision.Record
	// Run is the episode as a recorded run, if the simulation keeps it.
	Run *trajectory.Trajectory

	policy decision.Policy
	task   string // the world, shared by episodes under other controllers
}

// finish writes the outcome into each record.
func (e *Episode) finish(success bool) {
	e.Success = success
	e.Turns = len(e.Records)
	outcome := 0.0
	if success {
		outcome = 1
	}
	for i := range e.Records {
		e.Records[i].Outcome = &outcome
		switch e.Records[i].Action {
		case decision.Clarify:
			e.Clarify++
		case decision.Backtrack:
			e.Backtrack++
		}
	}
}

// Blame attributes a failed episode to a part (T5); nil if it succeeded.
func (e *Episode) Blame() *decision.Blame {
	records := make([]*decision.Record, min(e.Turns, len(e.Records)))
	for i := range records {
		records[i] = &e.Records[i]
	}
	return decision.Attribute(records, e.policy)
}

// record begins the record of a policy's next decision.
func (e *Episode) record(seed uint64, open []string, p decision.Policy, signals, truth map[string]float64) *decision.Record {
	e.policy = p
	e.Records = append(e.Records, decision.Record{
		Episode: e.Scenario + "/" + e.Controller + "/" + strconv.FormatUint(seed, 10), Task: e.task, Step: int64(len(e.Records)),
		Actions: open, Signals: decision.NewSignals(signals), Truth: decision.NewSignals(truth), Cost: 1,
	})
	r := &e.Records[len(e.Records)-1]
	r.Stamp(p.Identity())
	return r
}

// source is the random source of a scenario for a seed.
func source(simulation, scenario string, seed uint64) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "%s/%s/%d", simulation, scenario, seed))))
}

// Row holds the figures of a scenario under a controller: a rate with Wilson's 95%
// interval, and means over the episodes.
type Row struct {
	Scenario    string  `json:"scenario"`
	Controller  string  `json:"controller"`
	N           int64   `json:"n"`
	Success     float64 `json:"success"`
	SuccessLow  float64 `json:"success_lo"`
	SuccessHigh float64 `json:"success_hi"`
	Wasted      float64 `json:"wasted"`
	Clarify     float64 `json:"clarify"`
	Backtrack   float64 `json:"backtrack"`
	Turns       float64 `json:"turns"`
	First       float64 `json:"-"` // share of episodes whose first action was the best one
}

// Tally sums the episodes of one scenario under one controller.
type Tally struct {
	Scenario, Controller              string
	Success, First                    int64
	Wasted, Clarify, Backtrack, Turns stats.Moments
}

// Add adds an episode.
func (t *Tally) Add(e *Episode) {
	t.Scenario, t.Controller = e.Scenario, e.Controller
	if e.Success {
		t.Success++
	}
	if e.First {
		t.First++
	}
	t.Wasted.Add(float64(e.Wasted))
	t.Clarify.Add(float64(e.Clarify))
	t.Backtrack.Add(float64(e.Backtrack))
	t.Turns.Add(float64(e.Turns))
}

// Row returns the figures; without episodes they are zeros with n 0.
func (t *Tally) Row() Row {
	n := t.Turns.N()
	r := Row{Scenario: t.Scenario, Controller: t.Controller, N: n}
	if n > 0 {
		s := stats.Wilson(t.Success, n)
		r.Success, r.SuccessLow, r.SuccessHigh = s.Value, s.Low, s.High
		r.First = float64(t.First) / float64(n)
		r.Wasted, r.Clarify, r.Backtrack, r.Turns = t.Wasted.Mean().Value, t.Clarify.Mean().Value, t.Backtrack.Mean().Value, t.Turns.Mean().Value
	}
	return r
}

// Simulation is an experiment whose worlds are drawn by seed.
type Simulation interface {
	Name() string
	Scenarios() []string
	Controllers() []string
	// Run runs one episode; both names must be among its own.
	Run(scenario, controller string, seed uint64) Episode
}

// Run runs every scenario under every controller for the seeds 0 to seeds-1, and returns
// a tally for each pair, scenarios first. It calls visit for the episodes in that order,
// one at a time, at any number of workers; visit may be nil.
func Run(ctx context.Context, s Simulation, seeds, workers int, visit func(*Episode) error) ([]Tally, error) {
	controllers := s.Controllers()
	tallies := make([]Tally, len(s.Scenarios())*len(controllers))
	err := ordered.Each(ctx, workers, len(tallies)*seeds, func(i int) (Episode, error) {
		pair := i / seeds
		return s.Run(s.Scenarios()[pair/len(controllers)], controllers[pair%len(controllers)], uint64(i%seeds)), nil
	}, func(i int, e *Episode) error {
		tallies[i/seeds].Add(e)
		if visit == nil {
			return nil
		}
		return visit(e)
	})
	return tallies, err
}
