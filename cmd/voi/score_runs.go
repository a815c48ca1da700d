package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/internal/score"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/trajectory"
	"github.com/voi-rl/voi/trajectory/reader"
)

// runFlags are the flags of voi score for recorded runs.
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

// check refuses flags that mean nothing for the input: --profile with recorded runs, or
// --verdicts with single completions.
func (f *runFlags) check(flags *pflag.FlagSet, recorded bool) error {
	names, means, instead := []string{"profile", "action-weights", "advantage", "group", "explain"}, "single completions", "recorded runs, which earn by --step-profile"
	if !recorded {
		names, means, instead = append([]string{"tools", "critical", "verdicts", "beliefs", "step-profile", "format"}, decideNames...), "recorded runs", "single completions; --as trajectories reads them as runs"
	}
	for _, name := range names {
		if flags.Changed(name) {
			return usagef("--%s is for %s, and these are %s", name, means, instead)
		}
	}
	return nil
}

// runRoom bounds the text of the rows in work at a time, in bytes.
const runRoom = 32 << 20

// atWork is the number of workers of a flag: one for each core by default.
func atWork(workers int) int {
	if workers <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return workers
}

// eachRun decodes the rows of all inputs on several workers, does work on each, and visits
// the results in input order.
func eachRun[T any](f *scoreFlags, cmd *cobra.Command, args []string, work func(in *reader.Reader, raw rows.Raw) (T, error), visit func(v *T) error) error {
	type row struct {
		raw rows.Raw
		v   T
	}
	for _, path := range args {
		in, err := reader.Open(cmd.Context(), path, rows.Options{Stdin: cmd.InOrStdin(), Empty: len(args) > 1})
		if err != nil {
			return err
		}
		err = ordered.Run(cmd.Context(), atWork(f.opt.Workers), runRoom, func(_ context.Context, give func(r *row, size int64) error) error {
			for raw, err := range in.All() {
				if err == nil {
					err = give(&row{raw: raw}, int64(raw.Size()))
				}
				if err != nil {
					return err
				}
			}
			return nil
		}, func(r *row) (err error) {
			r.v, err = work(in, r.raw)
			return err
		}, func(r *row) error { return visit(&r.v) })
		in.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// baselines reads all runs once, for the rewards of the runs of each task.
func (f *scoreFlags) baselines(cmd *cobra.Command, args []string, counter *trajectory.Counter, profile *trajectory.StepProfile, plans *trajectory.Plans) (*trajectory.Baselines, error) {
	type credited struct {
		run    *trajectory.Trajectory
		credit *trajectory.Credit
	}
	var b trajectory.Baselines
	return &b, eachRun(f, cmd, args, func(in *reader.Reader, raw rows.Raw) (all []credited, err error) {
		for _, t := range in.Decode(raw).Runs {
			credit, err := counter.Credit(cmd.Context(), t, profile, plans)
			if err != nil {
				return nil, err
			}
			all = append(all, credited{t, credit})
		}
		return all, nil
	}, func(all *[]credited) error {
		for _, one := range *all {
			b.Add(one.run, one.credit)
		}
		return nil
	})
}

// runScorer makes the record of a row.
type runScorer struct {
	ctx     context.Context
	counter *trajectory.Counter
	profile *trajectory.StepProfile
	wants   trajectory.Wants
	base    *trajectory.Baselines
	decide  decider
	write   bool   // rows are written
	format  string // their format
}

func (s *runScorer) record(in *reader.Reader, raw rows.Raw) (r runRecord, err error) {
	r.File, r.Line = raw.File, raw.Line
	rec := in.Decode(raw)
	r.Rejected = rec.Rejection
	for _, t := range rec.Runs {
		tally := s.counter.Tally(t)
		x, err := s.counter.Extras(s.ctx, t, s.wants)
		if err != nil {
			return r, err
		}
		if s.base != nil {
			s.base.Advantages(t, x.Credit, s.profile)
		}
		if err := s.decide.decide(s.ctx, s.counter, t, &x); err != nil {
			return r, err
		}
		one := counted{Counted: trajectory.Count(t, &tally, x), Unknown: x.Unknown}
		switch {
		case !s.write:
		case s.format == formatVoi:
			one.Row.text, err = lineOf(t.Value())
		case s.format == formatATIF:
			one.Row.text, err = lineOf(t.ATIF())
		default:
			row, steps := s.counter.Rows(t, &tally, x)
			one.Row.value = &row
			for i := range steps {
				r.Steps = append(r.Steps, asLine[trajectory.StepRow]{value: &steps[i]})
			}
		}
		if err != nil {
			return r, err
		}
		r.Runs = append(r.Runs, one)
	}
	return r, nil
}

// scoreRuns reads recorded runs, writes them with their figures, and prints the table.
func (f *scoreFlags) scoreRuns(cmd *cobra.Command, args []string) error {
	given, err := f.runs.load()
	if err != nil {
		return err
	}
	if err := f.runs.checkFormat(f.opt.Out); err != nil {
		return err
	}
	kept := f.opt.Out != "" && f.opt.Out != "-" && !slices.ContainsFunc(args, readOnce)
	if err := f.ranks.take(cmd, !kept); err != nil {
		return err
	}
	if !kept && (f.opt.Resume || f.opt.WorldSize > 1) {
		return usagef("--resume, --rank and --world-size need regular files of runs, and --out, a FILE to write")
	}
	s := &runScorer{ctx: cmd.Context(), counter: given.Counter, profile: given.Profile, write: f.opt.Out != "", format: f.runs.format}
	if s.decide, err = f.runs.decide.decider(cmd.Context(), &f.model); err != nil {
		return err
	}
	if err := s.decide.of(given); err != nil {
		return err
	}
	if s.profile != nil {
		if i := slices.IndexFunc(args, readOnce); i >= 0 {
			return usagef("--step-profile reads the runs twice, and %s can be read only once; give a regular file", args[i])
		}
		if s.base, err = f.baselines(cmd, args, s.counter, s.profile, s.decide.plans); err != nil {
			return err
		}
	}
	s.wants = trajectory.Wants{Verdicts: f.runs.verdicts, Beliefs: f.runs.beliefs, Profile: s.profile}
	s.decide.wants(&s.wants)
	f.memory.resolve()
	sum, progress := runSum{stderr: cmd.ErrOrStderr()}, term.NewProgress(cmd.ErrOrStderr(), "scored")
	memory := f.memory.pace()
	follow := func(rows, rejected int64) {
		progress.Rows(rows, rejected)
		memory.check()
	}
	if !kept {
		err = f.scoreDirectly(cmd, args, s, &sum, follow)
		progress.Done()
	} else {
		var waits string
		waits, err = f.scoreKept(cmd.Context(), args, s, &sum, given, follow)
		progress.Done()
		if err == nil && waits != "" {
			_, err = io.WriteString(cmd.ErrOrStderr(), waits)
			return err
		}
	}
	if err != nil {
		return err
	}
	if err := f.printRuns(cmd, sum.Lines(f.opt.Seed), sum.rejected); err != nil {
		return err
	}
	switch {
	case sum.rows == 0:
		return errors.New("the inputs hold no rows; there was nothing to score")
	case sum.rejected > 0 && sum.rejected == sum.rows:
		return fmt.Errorf("no recorded run could be read; %s rejected", term.Count(sum.rows, "row"))
	case f.strict && sum.rejected > 0:
		return rejectedError{sum.rejected}
	}
	return nil
}

// scoreDirectly writes each run as soon as it is scored.
func (f *scoreFlags) scoreDirectly(cmd *cobra.Command, args []string, s *runScorer, sum *runSum, follow func(rows, rejected int64)) error {
	if err := score.KeepInputs(args, f.opt.Out); err != nil {
		return err
	}
	out, err := openRunSink(f.opt.Out, f.runs.format, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.abort()
	err = eachRun(f, cmd, args, s.record, func(r *runRecord) error {
		sum.add(r)
		follow(sum.rows, sum.rejected)
		return out.write(r)
	})
	if err != nil {
		return err
	}
	return out.commit()
}

// scoreKept keeps the results of rows until the last step of the last rank is done, and
// then writes all of them. waits says what is still missing, if anything.
func (f *scoreFlags) scoreKept(ctx context.Context, args []string, s *runScorer, sum *runSum, given *export.Runs, follow func(rows, rejected int64)) (waits string, err error) {
	config, err := json.Marshal(map[string]any{
		"runs": given.RunConfig, "verdicts": f.runs.verdicts, "beliefs": f.runs.beliefs, "format": f.runs.format, "director": s.decide.setting,
		"gate": given.Gate, "attribution": given.Blame, "notes": given.Notes, "model": f.model.opt.Model,
	})
	if err != nil {
		return "", err
	}
	var done score.State
	job := score.Recorded{
		Inputs: args, Out: f.opt.Out, Rank: f.opt.Rank, WorldSize: f.opt.WorldSize, Resume: f.opt.Resume, Workers: atWork(f.opt.Workers), Config: string(config),
		Work: func(in *reader.Reader, raw rows.Raw) ([]byte, bool, error) {
			r, err := s.record(in, raw)
			if err != nil {
				return nil, false, err
			}
			line, err := lineOf(&r)
			return line, r.Rejected != nil, err
		},
		Progress: func(at score.State) {
			done = at
			follow(at.Rows, at.Rejected)
		},
		Write: func(each func(visit func(record []byte) error) error) error {
			out, err := openRunSink(f.opt.Out, f.runs.format, nil)
			if err != nil {
				return err
			}
			defer out.abort()
			err = each(func(line []byte) error {
				var r runRecord
				if err := json.Unmarshal(line, &r); err != nil {
					return fmt.Errorf("what was kept of a row is damaged: %w; remove %s.work and start again", err, f.opt.Out)
				}
				sum.add(&r)
				return out.write(&r)
			})
			if err != nil {
				return err
			}
			return out.commit()
		},
	}
	complete, missing, err := job.Run(ctx)
	if err != nil || complete {
		return "", err
	}
	why := &score.Summary{Out: f.opt.Out, Missing: missing, Rows: done.Rows - done.Rejected, Rejected: done.Rejected}
	return why.Text(), nil
}

// runSum sums the results of rows, and reports their errors.
type runSum struct {
	trajectory.Summary
	stderr         io.Writer
	rows, rejected int64
}

func (s *runSum) add(r *runRecord) {
	s.rows++
	say := func(what string) { fmt.Fprintf(s.stderr, "%s:%d: %s\n", term.Quote(r.File), r.Line, what) }
	if r.Rejected != nil {
		s.rejected++
		say(r.Rejected.Code + ": " + term.Quote(r.Rejected.Message))
	}
	for i := range r.Runs {
		if why := r.Runs[i].Unknown; why != "" {
			say(term.Quote(why))
		}
		s.Add(labelOf(r.File), r.Runs[i].Counted)
	}
}

// printRuns prints the table at the end. If rows go to stdout it goes to stderr, as
// summaries do.
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
