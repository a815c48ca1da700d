package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/configs"
	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/trajectory"
	"github.com/voi-rl/voi/trajectory/reader"
)

// runFlags are the flags of voi score that recorded runs have.
type runFlags struct {
	as       string
	tools    string
	critical []string
	verdicts bool
	beliefs  bool

	stepProfile string
	format      string
}

func (f *runFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.as, "as", "", "read rows that could be both as `samples|trajectories` (default samples)")
	flags.BoolVar(&f.verdicts, "verdicts", false, "of runs: hold every critical call against a reading of what was said before it, and say whether a Director would PASS, REVISE or ABORT it")
	flags.BoolVar(&f.beliefs, "beliefs", false, "of runs: the belief before every step, what the best question was worth, and the one that was asked (F5 to F7)")
	flags.StringVar(&f.format, "format", formatRows, "of runs: what --out gets: `rows|voi|atif`, rows with figures, or the runs themselves in voi's form or in ATIF, as JSON lines")
	flags.StringVar(&f.stepProfile, "step-profile", "", "of runs: what each step earns, by the profile NAME (default) or path, and its advantages among the runs of its task; reads the runs twice")
	f.registerWorld(flags)
}

// registerWorld registers what is known of tools beside the runs.
func (f *runFlags) registerWorld(flags *pflag.FlagSet) {
	flags.StringVar(&f.tools, "tools", "", "of runs: `FILE` of the tools that were offered where a source does not say")
	flags.StringArrayVar(&f.critical, "critical", nil, "of runs: YAML `FILE` of the tools that change the world (critical, read_only, ask, preconditions), repeatable; it wins over the built-in lists")
}

// The values of --format.
const (
	formatRows = "rows"
	formatVoi  = "voi"
	formatATIF = "atif"
)

// readOnce reports whether an input can be read only once: standard input, a pipe. A
// missing file counts as one that can be read again, which says that it is missing.
func readOnce(path string) bool {
	info, err := os.Stat(path)
	return path == "-" || err == nil && !info.Mode().IsRegular()
}

// detect reports whether the first input holds recorded runs. One that can be read only
// once is not looked into: there --as says so.
func (f *runFlags) detect(ctx context.Context, args []string) (bool, error) {
	switch {
	case f.as == "trajectories":
		return true, nil
	case f.as != "" && f.as != "samples":
		return false, usagef("--as %q is neither samples nor trajectories", f.as)
	case f.as == "samples" || len(args) == 0 || readOnce(args[0]):
		return false, nil
	}
	in, err := reader.Open(ctx, args[0], rows.Options{})
	if err != nil {
		return false, nil // reading it for scores says what is wrong
	}
	defer in.Close()
	raw, err := in.Next()
	if err != nil {
		return false, nil
	}
	v, err := raw.Parse()
	if err != nil {
		return false, nil
	}
	run, both := reader.Recognise(v)
	return run && !both, nil
}

// check refuses flags that mean nothing for what is read: a reward by --profile that a
// recorded run does not get, or --verdicts on single completions.
func (f *runFlags) check(flags *pflag.FlagSet, recorded bool) error {
	names, means, instead := []string{"profile", "action-weights", "advantage", "group", "explain", "resume", "rank", "world-size"}, "single completions", "recorded runs, which earn by --step-profile"
	if !recorded {
		names, means, instead = []string{"tools", "critical", "verdicts", "beliefs", "step-profile", "format"}, "recorded runs", "single completions; --as trajectories reads them as runs"
	}
	for _, name := range names {
		if flags.Changed(name) {
			return usagef("--%s is for %s, and these are %s", name, means, instead)
		}
	}
	return nil
}

// defaultSteps is the built-in profile of what steps earn.
const defaultSteps = "default"

// maxConfig bounds the files of tools and of critical tools, in bytes.
const maxConfig = 8 << 20

// counter reads the configurations.
func (f *runFlags) counter() (*trajectory.Counter, error) {
	texts := configs.Critical()
	for _, path := range f.critical {
		text, err := infile.Read(path, maxConfig)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	var lists []domains.Value
	for i, text := range texts {
		v, err := yamlvalue.Parse(string(text), jsonvalue.Options{})
		if err == nil {
			_, err = trajectory.NewCritical(v)
		}
		if err != nil {
			return nil, usageError{fmt.Errorf("--critical %s: %w", f.critical[i-len(texts)+len(f.critical)], err)}
		}
		lists = append(lists, v)
	}
	critical, err := trajectory.NewCritical(lists...)
	if err != nil {
		return nil, err
	}
	var tools domains.Value
	if f.tools != "" {
		text, err := infile.Read(f.tools, maxConfig)
		if err != nil {
			return nil, err
		}
		if tools, err = domains.ParseValue(string(text)); err != nil {
			return nil, fmt.Errorf("--tools %s: %w", f.tools, err)
		}
		if list := tools.Field("tools"); !list.IsNull() {
			tools = list
		}
	}
	return trajectory.NewCounter(critical, tools)
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

// eachRun decodes the rows of all inputs on as many workers, does work on each, and
// visits them in their order.
func (f *scoreFlags) eachRun(cmd *cobra.Command, args []string, work, visit func(s *scoredRun) error) error {
	workers := f.opt.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for _, path := range args {
		in, err := reader.Open(cmd.Context(), path, rows.Options{Stdin: cmd.InOrStdin()})
		if err != nil {
			return err
		}
		err = ordered.Run(cmd.Context(), workers, runRoom, func(_ context.Context, give func(s *scoredRun, size int64) error) error {
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
func (f *scoreFlags) baselines(cmd *cobra.Command, args []string, counter *trajectory.Counter, profile *trajectory.StepProfile) (*trajectory.Baselines, error) {
	var b trajectory.Baselines
	return &b, f.eachRun(cmd, args, func(s *scoredRun) error {
		for _, t := range s.runs {
			credit, err := counter.Credit(cmd.Context(), t, profile)
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
	counter, err := f.runs.counter()
	if err != nil {
		return err
	}
	profile, err := loadStepProfile(f.runs.stepProfile)
	if err != nil {
		return err
	}
	var base *trajectory.Baselines
	if profile != nil {
		if i := slices.IndexFunc(args, readOnce); i >= 0 {
			return usagef("--step-profile reads the runs twice, and %s can be read only once; give a regular file", args[i])
		}
		if base, err = f.baselines(cmd, args, counter, profile); err != nil {
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

// loadStepProfile loads a profile of step rewards by its name or path; "" is nil.
func loadStepProfile(name string) (*trajectory.StepProfile, error) {
	if name == "" {
		return nil, nil
	}
	text := configs.StepProfile(name)
	if text == nil {
		var err error
		if text, err = infile.Read(name, maxConfig); err != nil {
			return nil, err
		}
	}
	v, err := yamlvalue.Parse(string(text), jsonvalue.Options{})
	if err == nil {
		var p *trajectory.StepProfile
		if p, err = trajectory.ParseStepProfile(v); err == nil {
			return p, nil
		}
	}
	return nil, usageError{fmt.Errorf("--step-profile %s: %w", name, err)}
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
