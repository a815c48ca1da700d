package main

import (
	"encoding/json"
	"fmt"
	"math"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/play"
	"github.com/voi-rl/voi/env/tasks"
	"github.com/voi-rl/voi/trajectory"
)

// clarifySim runs SAGE-Agent's Algorithm 1 on the environment.
const clarifySim = "clarify"

// clarified is the printed result of --sim clarify.
type clarified struct {
	Sim   string            `json:"sim"`
	Seeds int               `json:"seeds"`
	Tasks map[string]int    `json:"tasks"`
	Rows  []play.ClarifyRow `json:"rows"`
}

// clarify runs --sim clarify on the tasks of folders, or on tasks made of the rows of
// files.
func (f *simFlags) clarify(cmd *cobra.Command, args []string) error {
	switch {
	case f.seeds < 1 || f.seeds > maxSeeds:
		return usagef("--seeds %d is not between 1 and %d", f.seeds, maxSeeds)
	case f.out != "" || f.runs != "" || f.faults != nil:
		return usagef("--sim clarify takes files, --seeds, --workers and --json; voi rollout writes runs")
	}
	for name, share := range map[string]float64{"constrain": f.constrain, "withhold": f.withhold} {
		if !(share >= 0 && share <= 1) {
			return usagef("--%s %v is no share; give a number from 0 to 1", name, share)
		}
	}
	user := env.Scripted{Constrain: f.constrain, Withhold: f.withhold}
	if user.Constrain == 0 {
		user.Constrain = -1
	}
	e, err := env.New(env.Options{User: user, Unrewarded: true})
	if err != nil {
		return err
	}
	counter, err := trajectory.NewCounter(e.Critical, domains.Value{})
	if err != nil {
		return err
	}
	out := clarified{Sim: clarifySim, Seeds: f.seeds, Tasks: map[string]int{}}
	var all []*env.Task
	if err := f.clarifyTasks(cmd, e, args, func(t *env.Task) {
		out.Tasks[t.Class]++
		all = append(all, t)
	}); err != nil {
		return err
	}
	if out.Rows, err = play.Clarify(cmd.Context(), e, counter, all, f.seeds, atWork(*f.workers)); err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	if f.json {
		return json.NewEncoder(w).Encode(out)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "scenario\tcontroller\tn\tsuccess\tcoverage\tTMR\tPMR\tquestions\tthan at lambda 0\twasted\tturns")
	for _, x := range out.Rows {
		saved := ""
		if d := x.Saved; d != nil && math.IsNaN(d.Low) {
			saved = fmt.Sprintf("%+.2f", d.Value)
		} else if d != nil {
			saved = fmt.Sprintf("%+.2f [%+.2f, %+.2f]", d.Value, d.Low, d.High)
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%.1f%% [%.1f, %.1f]\t%s\t%s\t%s\t%s\t%s\t%.2f\t%.2f\n", x.Scenario, x.Controller, x.N, 100*x.Success, 100*x.SuccessLow, 100*x.SuccessHigh,
			play.Rate(x.Coverage), play.Percent(x.TMR), play.Percent(x.PMR), play.Mean(x.Questions), saved, x.Wasted, x.Turns)
	}
	return table.Flush()
}

// clarifyTasks gives the tasks of the arguments, or of the embedded examples.
func (f *simFlags) clarifyTasks(cmd *cobra.Command, e *env.Environment, args []string, take func(t *env.Task)) (err error) {
	all := func(t *env.Task, taskErr error) bool {
		if err = taskErr; err == nil {
			take(t)
		}
		return err == nil
	}
	if len(args) == 0 {
		makeExamples(cmd, e, all)
		return err
	}
	m := tasks.Maker{Env: e}
	for _, arg := range args {
		if isFolder(arg) {
			files, err := tasks.Files(arg)
			if err != nil {
				return err
			}
			tasks.Read(cmd.Context(), files, reader.Options{})(all)
		} else {
			makeTasks(cmd, &m, arg, all)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// makeTasks yields the tasks of the rows of a file, and reports whether more are wanted.
func makeTasks(cmd *cobra.Command, m *tasks.Maker, file string, yield func(*env.Task, error) bool) bool {
	for g, err := range tasks.Groups(cmd.Context(), file, reader.Options{Stdin: cmd.InOrStdin()}) {
		if err != nil {
			return yield(nil, err)
		}
		made, _ := m.Make(g)
		for _, t := range made {
			if !yield(t, nil) {
				return false
			}
		}
	}
	return true
}
