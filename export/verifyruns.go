package export

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// runCheck verifies a shard of recorded runs. Their figures cannot be computed again,
// because a row contains neither the tools nor the reference. They are compared with each
// other, and the steps with the messages of the runs.
type runCheck struct {
	steps int64
	said  hash.Hash // of the agent's texts and calls, step by step
	last  trajectory.StepRow
}

func newRunCheck() *runCheck { return &runCheck{said: sha256.New()} }

// agree compares the steps of a part with its runs, when the second of their two shards is
// checked.
func (r *runCheck) agree(said map[string]*runCheck, part string, found *Verification, path string) {
	other := said[part]
	said[part] = r
	if other != nil && (other.steps != r.steps || string(other.said.Sum(nil)) != string(r.said.Sum(nil))) {
		found.add(path, "the steps (%d and %d) are not those of the messages of the runs", other.steps, r.steps)
	}
}

func (r *runCheck) say(s *trajectory.StepRow) {
	r.steps++
	fmt.Fprintf(r.said, "%q %d %q %q %s\n", s.TrajectoryID, s.Step, s.Action, s.Text, s.Calls)
}

// eachRun verifies the rows of runs.
func (c *shardCheck) eachRun(ctx context.Context, s *shardReader) error {
	c.runs = newRunCheck()
	return trajectoriesLayout.entries(ctx, s, func(e *Entry, _ error) error {
		c.rows++
		e.Split = c.split
		c.counts.addEntry(e)
		c.recorded(&e.Run.Row)
		return nil
	})
}

func (c *shardCheck) recorded(r *trajectory.Row) {
	if r.TrajectoryID == "" {
		c.fault("", "trajectory_id is empty")
	}
	var t trajectory.Trajectory
	v, err := jsonvalue.Parse(r.Messages, columnOptions)
	if err == nil {
		err = t.ParseMessages(v, "messages")
	}
	if err != nil {
		c.fault(r.TrajectoryID, "messages: %v", err)
		return
	}
	t.ID = r.TrajectoryID
	steps := runCounter().StepRows(&t, trajectory.Extras{})
	if r.Steps != int64(len(steps)) || len(r.StepRewards) != 0 && len(r.StepRewards) != len(steps) {
		c.fault(r.TrajectoryID, "%d steps and %d rewards of steps, the messages have %d", r.Steps, len(r.StepRewards), len(steps))
	}
	for i := range steps {
		steps[i].Action = "" // ask tools are configured
		c.runs.say(&steps[i])
	}
	sum := 0.0
	for i := len(r.StepRewards) - 1; i >= 0; i-- {
		sum += r.StepRewards[i]
	}
	if r.Reward != nil && len(r.StepRewards) > 0 && sum != *r.Reward {
		c.fault(r.TrajectoryID, "reward is %v, its steps earn %v", *r.Reward, sum)
	}
	share := func(name string, f *float64, a *int64, b int64) {
		if a != nil && (f == nil) != (b == 0) || f != nil && (a == nil || *f != float64(*a)/float64(b)) {
			c.fault(r.TrajectoryID, "%s is %s, not %s of %d", name, cell(f), cell(a), b)
		}
	}
	share("cap", r.CAP, r.CriticalCorrect, r.CriticalExecuted)
	if r.CriticalRequired != nil {
		share("car", r.CAR, r.CriticalCorrect, *r.CriticalRequired)
	}
}

// runCounter returns a counter that finds the steps of a run.
func runCounter() *trajectory.Counter {
	none, err := trajectory.NewCritical()
	if err == nil {
		var c *trajectory.Counter
		if c, err = trajectory.NewCounter(none, domains.Value{}); err == nil {
			return c
		}
	}
	panic(err) // of empty configurations
}

// eachStep verifies the rows of steps.
func (c *shardCheck) eachStep(ctx context.Context, s *shardReader) error {
	c.runs = newRunCheck()
	return stepsLayout.entries(ctx, s, func(e *Entry, _ error) error {
		c.rows++
		c.step(&e.Run.Steps[0])
		return nil
	})
}

func (c *shardCheck) step(r *trajectory.StepRow) {
	before := &c.runs.last
	next := c.rows > 1 && before.TrajectoryID == r.TrajectoryID && r.Step > 0
	switch {
	case next && r.Step != before.Step+1, !next && r.Step != 0:
		c.fault(r.TrajectoryID, "step %d follows step %d of %q", r.Step, before.Step, before.TrajectoryID)
	case next && r.Reward != nil && before.Reward != nil && r.ReturnToGo != nil && before.ReturnToGo != nil && *before.ReturnToGo != *r.ReturnToGo+*before.Reward:
		c.fault(r.TrajectoryID, "return_to_go is %v before step %d, not %v more than the %v after it", *before.ReturnToGo, r.Step, *before.Reward, *r.ReturnToGo)
	}
	for _, column := range [...]struct {
		name string
		text *string
	}{{"calls", &r.Calls}, {"critical", r.Critical}, {"decision", r.Decision}, {"asked", r.Asked}, {"components", r.Components}} {
		if column.text == nil {
			continue
		}
		if _, err := jsonvalue.Parse(*column.text, columnOptions); err != nil {
			c.fault(r.TrajectoryID, "%s: %v", column.name, err)
		}
	}
	*before = *r
	said := *r
	said.Action = ""
	c.runs.say(&said)
}
