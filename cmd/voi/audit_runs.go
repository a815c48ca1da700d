package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/configs"
	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/report"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/reward/audit"
	"github.com/voi-rl/voi/trajectory"
	"github.com/voi-rl/voi/trajectory/reader"
)

// auditRuns audits profiles of step rewards.
func (f *auditFlags) auditRuns(cmd *cobra.Command, args []string, progress *term.Progress) (*audited, error) {
	world, err := f.runs.loadWorld()
	if err != nil {
		return nil, err
	}
	subjects := make([]audit.StepSubject, len(f.steps))
	for i, name := range f.steps {
		p, _, err := loadStepProfile(name)
		if err != nil {
			return nil, err
		}
		subjects[i] = audit.StepSubject{Name: name, Profile: p, Counter: world.Counter}
	}
	if f.data != "" {
		args = append(args, f.data)
	}
	runs, a, err := f.drawRuns(cmd, args)
	if err != nil {
		return nil, err
	}
	for i, s := range subjects {
		opt := f.opt
		opt.Progress = func(n int) { progress.Rows(int64(i*len(runs)+n), 0) }
		found, err := audit.RunsReport(cmd.Context(), s, runs, opt)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		a.Rewards = append(a.Rewards, found)
	}
	return a, nil
}

// drawRuns reads the runs of files and folders, or the embedded runs. If there are more
// than --samples runs, it draws that many with the seed, in one pass that keeps no others
// in memory.
func (f *auditFlags) drawRuns(cmd *cobra.Command, args []string) (runs []*trajectory.Trajectory, a *audited, err error) {
	a = &audited{Audited: report.Audited{Data: strings.Join(args, ", ")}}
	opt := rows.Options{Stdin: cmd.InOrStdin()}
	if len(args) == 0 {
		a.Data, args, opt.Stdin = "the embedded runs", []string{"-"}, bytes.NewReader(configs.GoldRuns())
	} else if args, err = expandFolders(args, nothing); err != nil {
		return nil, nil, err
	}
	rng, read := rand.New(rand.NewPCG(f.opt.Seed, 1)), 0
	take := func(t *trajectory.Trajectory) {
		if read++; f.samples == 0 || len(runs) < f.samples {
			runs = append(runs, t)
		} else if at := rng.IntN(read); at < f.samples {
			runs[at] = t
		}
	}
	for _, path := range args {
		in, err := reader.Open(cmd.Context(), path, opt)
		if err != nil {
			return nil, nil, err
		}
		for raw, err := range in.All() {
			if err != nil {
				in.Close()
				return nil, nil, err
			}
			rec := in.Decode(raw)
			if rec.Rejection != nil {
				a.Unreadable++
			}
			for _, t := range rec.Runs {
				take(t)
			}
		}
		in.Close()
	}
	a.Rows, a.Drawn = read+a.Unreadable, len(runs)
	return runs, a, nil
}
