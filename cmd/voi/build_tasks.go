package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/tasks"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/term"
)

// taskFlags are the flags of voi build that are allowed with --tasks.
var taskFlags = []string{"tasks", "out", "seed", "split", "rank", "world-size", "parent-pid", "answers", "functions", "turns", "workers", "strict", "json", "config", "resume", "layout"}

// buildTasks makes tasks of the environment (E1) instead of rows.
func (f *buildFlags) buildTasks(cmd *cobra.Command, args []string) error {
	other := ""
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(taskFlags, flag.Name) {
			other = flag.Name
		}
	})
	if other != "" {
		return usagef("--%s means nothing for tasks (--tasks)", other)
	}
	if f.opt.Out == "" {
		return usagef("voi build needs --out, the folder to write")
	}
	if err := f.ranks.take(cmd, slices.Contains(args, "-")); err != nil {
		return err
	}
	shares, err := export.ParseSplit(f.split)
	if err != nil {
		return err
	}
	e, err := env.New(env.Options{Unrewarded: true})
	if err != nil {
		return err
	}
	var layouts []tasks.Layout
	if cmd.Flags().Changed("layout") {
		if layouts, err = tasks.ParseLayouts(f.layouts); err != nil {
			return usageError{err}
		}
	}
	opt := tasks.BuildOptions{
		Inputs: args, Out: f.opt.Out, Layouts: layouts, Rank: shard.Rank{Index: f.opt.Rank, Count: f.opt.WorldSize}, Workers: f.opt.Workers,
		Reader: reader.Options{Stdin: cmd.InOrStdin(), Answers: f.opt.Answers, Functions: f.opt.Functions, Turns: f.opt.Turns, Empty: len(args) > 1},
		Maker: tasks.Maker{Env: e, Seed: uint64(f.opt.Seed), Split: func(together string) string {
			return export.SplitOf(shares, f.opt.Seed, together)
		}},
	}
	if err := opt.Rank.Validate(); err != nil {
		return usageError{err}
	}
	if f.opt.Functions != "" {
		if opt.Maker.Documents, err = documented(cmd, f.opt.Functions); err != nil {
			return err
		}
	}
	if len(args) == 0 {
		dir, err := os.MkdirTemp("", "voi-examples-*")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if opt.Inputs, opt.Names, err = writeExamples(dir); err != nil {
			return err
		}
	}
	progress := term.NewProgress(cmd.ErrOrStderr(), "made")
	opt.Progress = progress.Rows
	sum, err := tasks.Build(cmd.Context(), opt)
	progress.Done()
	if err != nil {
		return err
	}
	if err := printSummary(cmd.OutOrStdout(), cmd.ErrOrStderr(), f.summary, sum); err != nil {
		return err
	}
	switch {
	case len(sum.Files) == 0 && f.opt.WorldSize == 1:
		return errors.New("no task was made; the summary says why")
	case f.strict && sum.Rejected > 0:
		return rejectedError{sum.Rejected}
	}
	return nil
}

// writeExamples writes the embedded examples to a folder, for code that reads files.
func writeExamples(dir string) (files, names []string, err error) {
	for _, e := range configs.Examples() {
		name := filepath.Join(dir, filepath.Base(e.Name))
		err = errors.Join(err, os.WriteFile(name, e.Data, 0o666))
		if e.Answers != nil {
			answers := filepath.Join(dir, sideFolder, filepath.Base(e.Name))
			err = errors.Join(err, os.MkdirAll(filepath.Dir(answers), 0o777), os.WriteFile(answers, e.Answers, 0o666))
		}
		files, names = append(files, name), append(names, e.Name)
	}
	return files, names, err
}

// documented reads the tools of a folder of function documents, file by file.
func documented(cmd *cobra.Command, folder string) (all [][]domains.Tool, err error) {
	files, err := filesOf(folder, nothing)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		r, err := reader.Open(cmd.Context(), file, reader.Options{})
		if err != nil {
			return nil, err
		}
		var list []domains.Tool
		for raw, err := range r.All() {
			if err != nil {
				r.Close()
				return nil, err
			}
			if v, err := raw.Parse(); err == nil {
				if t, err := domains.ParseTool(v); err == nil {
					list = append(list, t)
				}
			}
		}
		r.Close()
		all = append(all, list)
	}
	return all, nil
}
