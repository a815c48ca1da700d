package play

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/agent"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/trajectory"
)

// The grid of Clarify: SAGE-Agent's costs of asking again, and its thresholds.
var (
	Lambdas = [...]float64{0, 0.5, 1}
	Alphas  = [...]float64{0.05, 0.1, 0.2}
)

// ClarifyRow holds the figures of one controller on the tasks of one class.
type ClarifyRow struct {
	Scenario    string  `json:"scenario"` // explicit, ambiguous, infeasible
	Controller  string  `json:"controller"`
	N           int64   `json:"n"`
	Success     float64 `json:"success"`
	SuccessLow  float64 `json:"success_lo"`
	SuccessHigh float64 `json:"success_hi"`
	Wasted      float64 `json:"wasted"` // calls that make no gold call, per episode
	Clarify     float64 `json:"clarify"`
	Backtrack   float64 `json:"backtrack"` // always 0: no controller goes back
	Turns       float64 `json:"turns"`     // steps of the agent

	// ClarifyBench's metrics (T6) with intervals; null without a gold call.
	Coverage  stats.Estimate `json:"coverage"`
	TMR       stats.Estimate `json:"tmr"`
	PMR       stats.Estimate `json:"pmr"`
	Questions stats.Estimate `json:"questions"`

	// Saved is the difference in questions to lambda 0 with the same alpha, tasks and seeds; it is
	// negative for fewer questions. nil for the baselines and for lambda 0 itself.
	Saved *stats.Difference `json:"questions_against_lambda_0,omitempty"`
}

// controller is an agent with the name for its row.
type controller struct {
	name string
	agent.Agent
	free  int           // index of the controller with lambda 0 and the same alpha, -1 if none applies
	saved *stats.Groups // the numbers of questions of both, by class
}

// controllers are the baselines, and SAGE-Agent's Algorithm 1 in each cell of the grid.
func controllers() (out []controller, err error) {
	for _, name := range [...]string{"never-ask", "ask-all", "ask-entropy"} {
		a, err := agent.New(name, agent.Options{Policy: certainty.DefaultPolicy()})
		if err != nil {
			return nil, err
		}
		out = append(out, controller{name, a, -1, nil})
	}
	baselines := len(out)
	for i, lambda := range Lambdas {
		for k, alpha := range Alphas {
			policy := certainty.DefaultPolicy()
			policy.Lambda, policy.Alpha = lambda, alpha
			a, err := agent.New("sage", agent.Options{Policy: policy})
			if err != nil {
				return nil, err
			}
			c := controller{fmt.Sprintf("sage lambda=%v alpha=%v", lambda, alpha), a, -1, nil}
			if i > 0 {
				c.free, c.saved = baselines+k, stats.NewGroups(len(trajectory.Classes))
			}
			out = append(out, c)
		}
	}
	return out, nil
}

// drawn is a task for one class and seed, with the run of each controller.
type drawn struct {
	class string
	task  *env.Task
	seed  uint64
	runs  []*trajectory.Trajectory
}

// Clarify runs Algorithm 1 and the baselines with a scripted user (simulations.md). For each class
// and each seed from 0 to seeds-1 it draws a task, which every controller plays with that seed.
// Rows are ordered by class, then by controller.
func Clarify(ctx context.Context, e *env.Environment, counter *trajectory.Counter, tasks []*env.Task, seeds, workers int) ([]ClarifyRow, error) {
	all, err := controllers()
	if err != nil {
		return nil, err
	}
	byClass := map[string][]*env.Task{}
	for _, t := range tasks {
		byClass[t.Class] = append(byClass[t.Class], t)
	}
	if len(byClass) == 0 {
		return nil, errors.New("there are no tasks")
	}
	figures := NewFigures(counter)
	err = ordered.Run(ctx, workers, int64(4*workers),
		func(_ context.Context, give func(b *drawn, size int64) error) error {
			for _, class := range trajectory.Classes {
				of := byClass[class]
				for seed := 0; seed < seeds && len(of) > 0; seed++ {
					if err := give(&drawn{class: class, task: of[env.Draw(len(of), "clarify/", class, "/", seed)], seed: uint64(seed)}, 1); err != nil {
						return err
					}
				}
			}
			return nil
		},
		func(b *drawn) error {
			p, err := e.Prepare(b.task)
			for i := 0; i < len(all) && err == nil; i++ {
				var t *trajectory.Trajectory
				t, err = agent.Play(ctx, p, all[i], b.seed)
				b.runs = append(b.runs, t)
			}
			return err
		},
		func(b *drawn) error {
			for i, t := range b.runs {
				figures.Add(all[i].name, t)
				if c := &all[i]; c.free >= 0 {
					asked := func(t *trajectory.Trajectory) float64 { return float64(counter.Tally(t).Questions) }
					c.saved.Of(groupOf(t))[slices.Index(trajectory.Classes[:], b.class)].Pair(asked(b.runs[c.free]), asked(t))
				}
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	return clarifyRows(figures.Lines(), all), nil
}

func clarifyRows(lines []Line, all []controller) (rows []ClarifyRow) {
	for k, class := range trajectory.Classes {
		for i := range lines {
			if l := &lines[i]; l.Class == class {
				f := l.Figures
				success := f["success"]
				if math.IsNaN(success.Low) { // a single task has no interval
					success.Low, success.High = 0, 1
				}
				row := ClarifyRow{
					Scenario: class, Controller: l.Agent, N: l.Runs, Success: success.Value, SuccessLow: success.Low, SuccessHigh: success.High,
					Wasted: f["wasted"].Value, Clarify: f["questions"].Value, Turns: f["cost"].Value,
					Coverage: f["coverage"], TMR: f["tmr"], PMR: f["pmr"], Questions: f["questions"],
				}
				if c := &all[slices.IndexFunc(all, func(c controller) bool { return c.name == l.Agent })]; c.free >= 0 {
					saved := stats.Paired(c.saved.Figure(k), 0)
					row.Saved = &saved
				}
				rows = append(rows, row)
			}
		}
	}
	return rows
}
