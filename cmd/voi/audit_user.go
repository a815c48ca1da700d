package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/audit"
	"github.com/voi-rl/voi/env/tasks"
)

// auditedTasks is the default number of tasks in the audit of a user (E2).
const auditedTasks = 1000

// auditUser checks that a simulated user keeps its guarantees.
func (f *auditFlags) auditUser(cmd *cobra.Command) error {
	for _, name := range []string{"data", "baseline", "sarif", "out", "range", "grammar", "train", "timeout", "seed"} {
		if cmd.Flags().Changed(name) {
			return usagef("--%s is for the audit of a reward, and --user audits a user; leave it out", name)
		}
	}
	ctx, user, told, err := f.model.user(cmd.Context(), f.user)
	if err != nil {
		return err
	}
	e, err := env.New(env.Options{User: user, Unrewarded: true})
	if err != nil {
		return err
	}
	list := func(yield func(*env.Task, error) bool) { makeExamples(cmd, e, yield) }
	if f.tasks != "" {
		files, err := tasks.Files(f.tasks)
		if err != nil {
			return err
		}
		list = tasks.Read(cmd.Context(), files, reader.Options{Stdin: cmd.InOrStdin()})
	}
	limit := auditedTasks
	if cmd.Flags().Changed("samples") && f.samples > 0 {
		limit = f.samples
	}
	r, err := audit.Audit(ctx, e, list, limit)
	told(cmd.ErrOrStderr())
	if err != nil {
		return whyStopped(ctx, err)
	}
	if err := printResult(cmd.OutOrStdout(), f.json, r); err != nil {
		return err
	}
	switch {
	case r.Tasks == 0:
		return usagef("of the tasks none hides anything; voi build --tasks makes some that do")
	case len(r.Found) > 0 && (f.failOn == onExploit || f.failOn == onAny):
		return foundError{"the user " + f.user + " " + strings.Join(r.Found, ", ")}
	}
	return nil
}

// makeExamples yields the tasks of the embedded examples.
func makeExamples(cmd *cobra.Command, e *env.Environment, yield func(*env.Task, error) bool) {
	dir, err := os.MkdirTemp("", "voi-examples-*")
	if err != nil {
		yield(nil, err)
		return
	}
	defer os.RemoveAll(dir)
	files, _, err := writeExamples(dir)
	if err != nil {
		yield(nil, err)
		return
	}
	m := tasks.Maker{Env: e}
	for _, file := range files {
		if !makeTasks(cmd, &m, file, yield) {
			return
		}
	}
}
