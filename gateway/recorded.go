package gateway

import (
	"context"
	"errors"
	"strings"

	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/trajectory"
	"github.com/voi-rl/voi/trajectory/reader"
)

// scriptOfRuns makes a script of recorded runs (spec G3). Its tasks are their references,
// found by the user's first message. Of several runs of one task the first counts. The
// result is nil if the file's first row is no run.
func scriptOfRuns(ctx context.Context, path string) (*Script, error) {
	in, err := reader.Open(ctx, path, rows.Options{})
	if err != nil {
		return nil, err
	}
	defer in.Close()
	s := &Script{}
	known := map[string]bool{}
	for raw, err := range in.All() {
		if err != nil {
			return nil, err
		}
		if len(known)+s.Untold == 0 {
			if v, err := raw.Parse(); err != nil {
				return nil, nil
			} else if run, _ := reader.Recognise(v); !run {
				return nil, nil
			}
		}
		got := in.Decode(raw)
		if got.Rejection != nil {
			return nil, errors.New(got.Rejection.Message)
		}
		for _, t := range got.Runs {
			switch task := taskOf(t); {
			case task == nil:
				s.Untold++
			case !known[task.Says]:
				known[task.Says] = true
				s.Tasks = append(s.Tasks, *task)
			}
			if len(s.Tasks) > mostTasks {
				return nil, errors.New("it holds too many runs for a script")
			}
		}
	}
	if len(s.Tasks) == 0 {
		return nil, errors.New("none of its runs has a reference and a user")
	}
	return s, nil
}

// mostTasks is the most tasks of a script made of runs.
const mostTasks = 100_000

// taskOf is the task of a run's agent; nil without a reference.
func taskOf(t *trajectory.Trajectory) *ScriptTask {
	task := &ScriptTask{ID: t.TaskID, Answer: strings.Join(append([]string{"It is done."}, t.Reference.Communicate...), " ")}
	for i := range t.Messages {
		if m := &t.Messages[i]; m.Role == "user" && m.Content != "" {
			task.Says = m.Content
			break
		}
	}
	for i := range t.Reference.Actions {
		if a := &t.Reference.Actions[i]; !a.ByUser {
			task.Calls = append(task.Calls, trajectory.Call{Name: a.Name, Arguments: a.Arguments})
		}
	}
	if !t.Reference.Known || task.Says == "" {
		return nil
	}
	return task
}
