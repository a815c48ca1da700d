package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/trajectory"
	"github.com/voi-rl/voi/trajectory/reader"
)

// runFlags are the flags of voi score that recorded runs have.
type runFlags struct {
	runInputs
	verdicts bool
	beliefs  bool
	format   string
	decide   decideFlags
}

func (f *runFlags) register(flags *pflag.FlagSet) {
	f.runInputs.register(flags, "tools", "")
	f.decide.register(flags)
	flags.BoolVar(&f.verdicts, "verdicts", false, "of runs: hold every critical call against a reading of what was said before it, and say whether a Director would PASS, REVISE or ABORT it")
	flags.BoolVar(&f.beliefs, "beliefs", false, "of runs: the belief before every step, what the best question was worth, and the one that was asked (F5 to F7)")
	flags.StringVar(&f.format, "format", formatRows, "of runs: what --out gets: `rows|voi|atif`, rows with figures, or the runs themselves in voi's form or in ATIF, as JSON lines")
}

// The values of --format.
const (
	formatRows = "rows"
	formatVoi  = "voi"
	formatATIF = "atif"
)

// check refuses flags that mean nothing for what is read: a reward by --profile that a
// recorded run does not get, or --verdicts on single completions.
func (f *runFlags) check(flags *pflag.FlagSet, recorded bool) error {
	names, means, instead := []string{"profile", "action-weights", "advantage", "group", "explain", "resume", "rank", "world-size"}, "single completions", "recorded runs, which earn by --step-profile"
	if !recorded {
		names, means, instead = append([]string{"tools", "critical", "verdicts", "beliefs", "step-profile", "format"}, decideNames...), "recorded runs", "single completions; --as trajectories reads them as runs"
	}
	for _, name := range names {
		if flags.Changed(name) && recorded && slices.Contains([]string{"resume", "rank", "world-size"}, name) {
			return usagef("--%s is for single completions; voi build writes the rows of recorded runs with it", name)
		}
		if flags.Changed(name) {
			return usagef("--%s is for %s, and these are %s", name, means, instead)
		}
	}
	return nil
}

// runRoom bounds the text of the rows that are worked on at a time, in bytes.
const runRoom = 32 << 20

// scoredRun is a row of an input and what it came to.
type scoredRun struct {
	in       *reader.Reader
	raw      rows.Raw
	rejected *rows.Rejection
	runs     []*trajectory.Trajectory
	tallies  []trajectory.Tally
	extras   []trajectory.Extras
	rows     []trajectory.Row
	steps    []trajectory.StepRow
}

// atWork is how many workers a flag asks for: one for each core where it asks for none.
func atWork(workers int) int {
	if workers <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return workers
}

// eachRun decodes the rows of all inputs on as many workers, does work on each, and
// visits them in their order.
func (f *scoreFlags) eachRun(cmd *cobra.Command, args []string, work, visit func(s *scoredRun) error) error {
	for _, path := range args {
		in, err := reader.Open(cmd.Context(), path, rows.Options{Stdin: cmd.InOrStdin()})
		if err != nil {
			return err
		}
		err = ordered.Run(cmd.Context(), atWork(f.opt.Workers), runRoom, func(_ context.Context, give func(s *scoredRun, size int64) error) error {
			for raw, err := range in.All() {
				if err == nil {
					err = give(&scoredRun{in: in, raw: raw}, int64(raw.Size()))
				}
				if err != nil {
					return err
				}
			}
			return nil
		}, func(s *scoredRun) error {
			rec := s.in.Decode(s.raw)
			s.rejected, s.runs = rec.Rejection, rec.Runs
			return work(s)
		}, visit)
		in.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// baselines reads all runs once, for what those of a task earn.
func (f *scoreFlags) baselines(cmd *cobra.Command, args []string, counter *trajectory.Counter, profile *trajectory.StepProfile, plans *trajectory.Plans) (*trajectory.Baselines, error) {
	var b trajectory.Baselines
	return &b, f.eachRun(cmd, args, func(s *scoredRun) error {
		for _, t := range s.runs {
			credit, err := counter.Credit(cmd.Context(), t, profile, plans)
			if err != nil {
				return err
			}
			s.extras = append(s.extras, trajectory.Extras{Credit: credit})
		}
		return nil
	}, func(s *scoredRun) error {
		for i, t := range s.runs {
			b.Add(t, s.extras[i].Credit)
		}
		return nil
	})
}

// scoreRuns reads recorded runs, writes them with their figures, and prints the table.
func (f *scoreFlags) scoreRuns(cmd *cobra.Command, args []string) error {
	given, err := f.runs.load()
	if err != nil {
		return err
	}
	counter, profile := given.Counter, given.Profile
	decide, err := f.runs.decide.decider(cmd.Context(), &f.model)
	if err != nil {
		return err
	}
	var base *trajectory.Baselines
	if profile != nil {
		if i := slices.IndexFunc(args, readOnce); i >= 0 {
			return usagef("--step-profile reads the runs twice, and %s can be read only once; give a regular file", args[i])
		}
		if base, err = f.baselines(cmd, args, counter, profile, decide.plans); err != nil {
			return err
		}
	}
	out, err := openRunSink(f.opt.Out, f.runs.format, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.abort()
	if err := f.memory.resolve(); err != nil {
		return err
	}
	memory := f.memory.pace()
	var sum trajectory.Summary
	rejected, done := int64(0), int64(0)
	progress := term.NewProgress(cmd.ErrOrStderr(), "scored")
	wants := trajectory.Wants{Verdicts: f.runs.verdicts, Beliefs: f.runs.beliefs, Profile: profile}
	decide.wants(&wants)
	work := func(s *scoredRun) error {
		for _, t := range s.runs {
			tally := counter.Tally(t)
			x, err := counter.Extras(cmd.Context(), t, wants)
			if err != nil {
				return err
			}
			if base != nil {
				base.Advantages(t, x.Credit, profile)
			}
			if err := decide.decide(cmd.Context(), counter, t, &x); err != nil {
				return err
			}
			s.tallies, s.extras = append(s.tallies, tally), append(s.extras, x)
			if out != nil {
				row, steps := counter.Rows(t, &tally, x)
				s.rows, s.steps = append(s.rows, row), append(s.steps, steps...)
			}
		}
		return nil
	}
	visit := func(s *scoredRun) error {
		if done++; s.rejected != nil {
			rejected++
			fmt.Fprintf(cmd.ErrOrStderr(), "%s:%d: %s: %s\n", term.Quote(s.raw.File), s.raw.Line, s.rejected.Code, term.Quote(s.rejected.Message))
		}
		for i, t := range s.runs {
			if why := s.extras[i].Unknown; why != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s:%d: %s\n", term.Quote(s.raw.File), s.raw.Line, term.Quote(why))
			}
			sum.Add(filepath.Base(s.raw.File), t, &s.tallies[i], s.extras[i])
		}
		progress.Rows(done, rejected)
		memory.check()
		return out.write(s)
	}
	if err := f.eachRun(cmd, args, work, visit); err != nil {
		return err
	}
	progress.Done()
	if err := out.commit(); err != nil {
		return err
	}
	if err := f.printRuns(cmd, sum.Lines(f.opt.Seed), rejected); err != nil {
		return err
	}
	if f.strict && rejected > 0 {
		return rejectedError{rejected}
	}
	return nil
}

// printRuns closes: the table goes to stderr where there are rows, as summaries do.
func (f *scoreFlags) printRuns(cmd *cobra.Command, lines []trajectory.Line, rejected int64) error {
	w := cmd.OutOrStdout()
	if f.opt.Out == "-" || f.opt.Out != "" && !f.summary {
		w = cmd.ErrOrStderr()
	}
	if f.summary {
		return json.NewEncoder(w).Encode(map[string]any{"runs": lines, "rejected": rejected})
	}
	text := trajectory.Table(lines)
	if rejected > 0 {
		text += term.Count(rejected, "row") + " rejected\n"
	}
	_, err := io.WriteString(w, text)
	return err
}
