package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/trajectory"
	"github.com/voi-rl/voi/trajectory/reader"
)

// Runs configures the scoring of recorded runs.
type Runs struct {
	Counter  *trajectory.Counter
	Profiles []StepProfile // that requests may name; the first is the default
}

// StepProfile is a profile of step rewards with the name that requests use.
type StepProfile struct {
	Name string
	*trajectory.StepProfile
}

// profile returns the profile of a name; "" names the first. The error lists all names.
func (r *Runs) profile(name string) (*trajectory.StepProfile, *item.Error) {
	names := make([]string, len(r.Profiles))
	for i, p := range r.Profiles {
		if names[i] = p.Name; p.Name == name || name == "" {
			return p.StepProfile, nil
		}
	}
	return nil, &item.Error{Code: item.CodeUnknownProfile, Message: fmt.Sprintf("there is no profile of steps %.64q here; there are %s", name, strings.Join(names, ", "))}
}

// scoredRun is a run of a request and its scores.
type scoredRun struct {
	run    *trajectory.Trajectory
	tally  trajectory.Tally
	extras trajectory.Extras
	err    *item.Error
}

// runReply is the row that voi score writes for a run, but with the rows of the steps
// instead of their number.
type runReply struct {
	trajectory.Row
	Steps []trajectory.StepRow `json:"steps"`
}

// scoreRuns answers a request to score recorded runs. Advantages are computed among the
// request's runs of the same task.
func (c *Core) scoreRuns(k *task, dst []byte, r *request) ([]byte, *item.Error) {
	if broken := r.checkItems(); broken != nil {
		return dst, broken
	}
	if err := r.needs(runsList); err != nil {
		return dst, err
	}
	if c.Runs == nil {
		return dst, &item.Error{Code: item.CodeUnknownOp, Message: "this server scores no recorded runs"}
	}
	profile, err := c.Runs.profile(r.profile)
	if err != nil {
		return dst, err
	}
	k.move(c.large) // a short run may take long to read
	want := trajectory.Wants{Verdicts: r.verdicts, Beliefs: r.beliefs, Profile: profile}
	runs := make([]scoredRun, len(r.items))
	c.each(k, len(runs), func(i int) { c.scoreRun(&runs[i], r.items[i], want) })
	var base trajectory.Baselines
	for i := range runs {
		if runs[i].err == nil {
			base.Add(runs[i].run, runs[i].extras.Credit)
		}
	}
	replies := make([][]byte, len(runs))
	c.each(k, len(runs), func(i int) {
		if runs[i].err == nil {
			base.Advantages(runs[i].run, runs[i].extras.Credit, profile)
		}
		replies[i] = c.runReply(&runs[i])
	})
	c.meter.runs.Add(int64(len(runs)))
	return appendItems(dst, r, "trajectory_result", replies), nil
}

// scoreRun scores one run. A panic becomes the error of this run alone.
func (c *Core) scoreRun(s *scoredRun, raw string, want trajectory.Wants) {
	defer func() {
		if fault := recover(); fault != nil {
			s.err = c.fault(fault)
		}
	}()
	v, err := item.Parse(raw)
	if err == nil {
		s.run, err = reader.Parse(v)
	}
	if err == nil {
		s.tally = c.Runs.Counter.Tally(s.run)
		s.extras, err = c.Runs.Counter.Extras(context.Background(), s.run, want)
	}
	if err == nil && s.extras.Critiques != nil {
		s.extras.Decided.Records = decision.StoredRecords(s.run, s.extras.Critiques)
	}
	if err != nil {
		s.err = runError(err)
	}
}

// runError turns the error of a run that cannot be scored into one with a protocol code.
func runError(err error) *item.Error {
	var own *item.Error
	var bad *dataset.Error
	var tool *domains.Error
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &tool):
		return &item.Error{Code: item.CodeBadTools, Message: err.Error()}
	case !errors.As(err, &bad):
		return &item.Error{Code: item.CodeBadRequest, Message: err.Error()}
	}
	code := item.CodeBadRequest
	if slices.Contains(item.Codes(), bad.Code) {
		code = bad.Code
	}
	return &item.Error{Code: code, Message: bad.Error()}
}

// runReply is the reply to one run.
func (c *Core) runReply(s *scoredRun) (reply []byte) {
	failed := func(err *item.Error) []byte { return append(err.AppendJSON([]byte(`{"error":`)), '}') }
	defer func() {
		if fault := recover(); fault != nil {
			reply = failed(c.fault(fault))
		}
	}()
	if s.err != nil {
		return failed(s.err)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	row, steps := c.Runs.Counter.Rows(s.run, &s.tally, s.extras)
	if err := enc.Encode(runReply{row, steps}); err != nil {
		return failed(c.fault(err))
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}
