package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/dataset/synthetic"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/internal/report"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/term"
)

// buildFlags are the flags of voi build, as typed.
type buildFlags struct {
	opt             export.BuildOptions
	ranks           ranks
	layouts         []string
	tools           string
	beliefs         []string
	questions       string
	readings        string
	candidates      int
	split           string
	synthetic       int
	syntheticSet    string
	systemPrompt    string
	overlay         string
	strict, summary bool
	model           modelFlags
	runs            runInputs
	decide          decideFlags
	decisions       bool
	tasks           bool
	pivots          []string
	pivotBound      float64
	pivotProfile    string
	recorded        *export.Runs // the inputs hold recorded runs
}

func newBuild() *cobra.Command {
	var f buildFlags
	cmd := described("build", &cobra.Command{
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := notStream("out", f.opt.Out); err != nil {
				return err
			}
			args, err := inputsBeside(cmd, args, f.opt.Out)
			if err != nil {
				return err
			}
			if f.tasks {
				return f.buildTasks(cmd, args)
			}
			if err := f.detect(cmd, args); err != nil {
				return err
			}
			opt, err := f.options(cmd, args)
			if err != nil {
				return err
			}
			if err := watchParent(cmd); err != nil {
				return err
			}
			ctx, model, err := f.askModel(cmd.Context(), &opt)
			if err != nil {
				return err
			}
			if f.model.opt.DryRun {
				if opt.Out, err = os.MkdirTemp("", "voi-dry-run-"); err != nil {
					return err
				}
				defer os.RemoveAll(opt.Out)
			}
			boundMemory()
			if err := f.announce(ctx, cmd.ErrOrStderr(), model, opt); err != nil {
				return whyStopped(ctx, err)
			}
			progress := term.NewProgress(cmd.ErrOrStderr(), "built")
			opt.Progress = func(s export.State) { progress.Rows(s.Records, s.Rejected) }
			sum, err := export.Build(ctx, opt)
			progress.Done()
			f.model.tell(cmd.ErrOrStderr())
			if err != nil {
				return whyStopped(ctx, err)
			}
			if f.model.opt.DryRun {
				return nil
			}
			sum.RankFrom = f.ranks.from
			if err := printSummary(cmd.OutOrStdout(), cmd.ErrOrStderr(), f.summary, sum); err != nil {
				return err
			}
			if why := sum.Failure(); why != "" {
				return errors.New(why)
			}
			if f.strict && sum.Rejected > 0 {
				return rejectedError{sum.Rejected}
			}
			return nil
		},
	})
	f.register(cmd)
	return cmd
}

func (f *buildFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.opt.Out, "out", "", "the `folder` to write (required)")
	flags.StringSliceVar(&f.layouts, "layout", []string{"generic"}, "layouts to write: "+strings.Join(export.LayoutNames(), ", "))
	flags.StringVar(&f.tools, "tools", "", "where the tools go: into the system message (`system`) or only their column (column); default: column for nemo-gym, pivot and slime, which render them, system for the others")
	flags.StringVar(&f.systemPrompt, "system-prompt", "", "`file` with the system prompt (default: the embedded one)")
	flags.StringSliceVar(&f.beliefs, "beliefs", nil, "sources of beliefs in the order to try (default "+joinSources()+")")
	flags.StringVar(&f.split, "split", "", "shares of the splits, such as train=0.9,val=0.1 (default: all train)")
	flags.Int64Var(&f.opt.Seed, "seed", 0, "seed of the split, and of --synthetic")
	flags.IntVar(&f.synthetic, "synthetic", 0, "make this `number` of tasks in place of an INPUT")
	flags.StringVar(&f.syntheticSet, "synthetic-set", string(synthetic.Train), "which tasks to make: train, validation, or those of phrases, words or tools that neither shows (templates, words, tools)")
	flags.IntVar(&f.opt.ShardRows, "shard-rows", export.DefaultShardRows, "rows after which a new shard begins")
	flags.Int64Var(&f.opt.MaxPromptChars, "max-prompt-chars", 0, "reject longer prompts, in code points (0: no limit)")
	flags.StringSliceVar(&f.opt.DropFlags, "drop-flags", nil, "leave out rows that have one of these flags, such as reference_ungrounded,asks_what_is_known (flagged)")
	f.ranks.register(flags, &f.opt.Rank, &f.opt.WorldSize)
	flags.BoolVar(&f.opt.Resume, "resume", false, "go on with the build that was interrupted in --out")
	flags.StringVar(&f.opt.Answers, "answers", "", "`file` with BFCL's possible answers (default: looked for beside each input)")
	flags.StringVar(&f.opt.Functions, "functions", "", "`folder` with the function documents of BFCL's multi-turn sets (default: looked for beside each input)")
	flags.StringVar((*string)(&f.opt.Turns), "turns", string(reader.TurnsLast), "which turns of a row's conversations are samples: the `last` of the assistant's, or all")
	flags.StringVar(&f.overlay, "domains", "", "`file` with domains that win over the schema's: {TOOL: {PARAMETER: Domain}}")
	flags.IntVar(&f.opt.Workers, "workers", 0, "rows labelled at a time (default: the number of cores)")
	flags.StringVar(&f.questions, "questions", "source", "who words a reference question: the `source`, or llm, a model where the source has no text")
	f.model.registerReader(flags, " the conversations (F4)")
	flags.StringVar(&f.readings, "readings", "", "`file` with corrected readings, JSON lines as voi read writes them; they win")
	flags.IntVar(&f.candidates, "llm-candidates", llm.DefaultCandidates, "calls that the model may name for a sample, for --beliefs llm")
	f.runs.register(flags, "offered", defaultSteps)
	f.decide.register(flags)
	flags.BoolVar(&f.decisions, "decisions", false, "of runs: cut each critical or clarifying step into a sample, for every layout")
	flags.BoolVar(&f.tasks, "tasks", false, "make tasks of the environment (docs/environment.md) in place of rows, into DIR/tasks")
	flags.StringSliceVar(&f.pivots, "pivots", nil, "keep the samples whose completions in these `files` of voi score vary in reward and are not good already")
	flags.Float64Var(&f.pivotBound, "pivot-bound", export.DefaultPivotBound, "the mean reward of a sample's completions that --pivots keeps is below this share of the range")
	flags.StringVar(&f.pivotProfile, "pivot-profile", "", "which profile's rewards --pivots takes, of a file with several")
	f.model.register(flags)
	flags.BoolVar(&f.strict, "strict", false, "exit with 3 if any row was rejected")
	flags.BoolVar(&f.summary, "json", false, "print the closing summary as one JSON object")
}

func (f *buildFlags) options(cmd *cobra.Command, args []string) (export.BuildOptions, error) {
	if f.opt.Out == "" && !f.model.opt.DryRun {
		return f.opt, usagef("voi build needs --out, the folder to write")
	}
	if err := f.ranks.take(cmd, slices.Contains(args, "-") || f.model.opt.DryRun); err != nil {
		return f.opt, err
	}
	if !f.opt.Turns.Valid() {
		return f.opt, usagef("--turns is %q; give last or all", f.opt.Turns)
	}
	opt := f.opt
	opt.Stdin = cmd.InOrStdin()
	opt.Runs = f.recorded
	opt.Layouts, opt.Tools, opt.Beliefs = f.layouts, export.ToolsMode(f.tools), f.beliefs
	if f.synthetic != 0 {
		if err := f.make(&opt, args); err != nil {
			return opt, err
		}
	}
	for _, path := range args {
		opt.Inputs = append(opt.Inputs, export.Input{Path: path})
	}
	if len(opt.Inputs) == 0 {
		opt.Inputs = exampleInputs()
	}
	var err error
	if opt.Pivots, err = f.loadPivots(cmd.Context()); err != nil {
		return opt, err
	}
	if opt.Pivots != nil && !cmd.Flags().Changed("layout") {
		opt.Layouts = []string{"pivot"}
	}
	if f.split != "" {
		if opt.Split, err = export.ParseSplit(f.split); err != nil {
			return opt, usageError{fmt.Errorf("--split: %w", err)}
		}
	}
	if opt.SystemPrompt, err = readSmall(f.systemPrompt); err != nil {
		return opt, fmt.Errorf("--system-prompt: %w", err)
	}
	if !utf8.ValidString(opt.SystemPrompt) || strings.ContainsRune(opt.SystemPrompt, 0) {
		return opt, usagef("--system-prompt %s is no text in UTF-8", f.systemPrompt)
	}
	if text, err := readSmall(f.readings); err != nil {
		return opt, fmt.Errorf("--readings: %w", err)
	} else if f.readings != "" {
		if opt.Readings, err = export.ParseReadings(text); err != nil {
			return opt, usageError{fmt.Errorf("--readings %s: %w", f.readings, err)}
		}
	}
	if f.overlay != "" {
		text, err := readSmall(f.overlay)
		if err != nil {
			return opt, fmt.Errorf("--domains: %w", err)
		}
		if opt.Overlay, err = domains.ParseOverlay(text); err != nil {
			return opt, usageError{fmt.Errorf("--domains %s: %w", f.overlay, err)}
		}
	}
	return opt, nil
}

// make lets the build read the tasks of --synthetic in place of standard input.
func (f *buildFlags) make(opt *export.BuildOptions, args []string) error {
	set := synthetic.Set(f.syntheticSet)
	switch {
	case len(args) > 0:
		return usagef("--synthetic makes the samples, so that there is none to read in %s; leave out one of them", args[0])
	case !slices.Contains(synthetic.Sets, set):
		return usagef("--synthetic-set is %q; give one of %v", set, synthetic.Sets)
	}
	opt.Stdin = synthetic.Rows(set, opt.Seed, f.synthetic)
	opt.Inputs = []export.Input{{Path: "-", Name: "synthetic-" + string(set)}}
	return nil
}

// wholeRuns are the flags that mean nothing for recorded runs that are kept whole.
var wholeRuns = []string{"layout", "tools", "system-prompt", "beliefs", "max-prompt-chars", "drop-flags", "turns", "domains", "questions", "reader", "readings", "llm-candidates", "annotator", "pivots"}

// detect finds out whether the inputs hold recorded runs, and refuses flags that mean
// nothing for that kind of input.
func (f *buildFlags) detect(cmd *cobra.Command, args []string) error {
	if f.decisions && f.runs.as == "" {
		f.runs.as = "trajectories"
	}
	recorded, err := f.runs.detect(cmd.Context(), args)
	if err != nil {
		return err
	}
	names, means, instead := append([]string{"offered", "critical", "step-profile", "decisions"}, decideNames...), "recorded runs", "samples; --as trajectories reads them as runs"
	switch {
	case recorded && f.decisions:
		names, means, instead = append([]string{"step-profile"}, decideNames...), "recorded runs that stay whole", "cut into samples"
		f.runs.stepProfile = ""
	case recorded:
		names, means, instead = wholeRuns, "samples", "recorded runs, which --decisions cuts into samples"
	}
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			return usagef("--%s is for %s, and these are %s", name, means, instead)
		}
	}
	if !recorded {
		return nil
	}
	if f.recorded, err = f.runs.load(); err != nil {
		return err
	}
	if f.recorded.Decisions = f.decisions; f.decisions {
		return nil
	}
	f.layouts = nil
	decide, err := f.decide.decider(cmd.Context(), &f.model)
	if err != nil {
		return err
	}
	return decide.of(f.recorded)
}

// loadPivots reads the scored completions of --pivots; nil without the flag.
func (f *buildFlags) loadPivots(ctx context.Context) (*export.Pivots, error) {
	if len(f.pivots) == 0 {
		return nil, nil
	}
	if !(f.pivotBound > 0 && f.pivotBound <= 1) {
		return nil, usagef("--pivot-bound is %v; give a share of the range, above 0 and at most 1", f.pivotBound)
	}
	p := &export.Pivots{PivotConfig: export.PivotConfig{Bound: f.pivotBound}}
	for _, path := range f.pivots {
		limits, err := report.Rewards(ctx, path, "--pivot-profile", f.pivotProfile, p.Add)
		if err != nil {
			return nil, fmt.Errorf("--pivots: %w", err)
		}
		sum, err := shard.HashFile(ctx, path)
		if err != nil {
			return nil, err
		}
		if limits != nil {
			p.Low, p.High = limits[0], limits[1]
		}
		p.Files = append(p.Files, sum.SHA256)
	}
	p.Settle()
	return p, nil
}

// maxSideFile bounds a prompt or overlay file of a flag, in bytes.
const maxSideFile = 64 << 20

// readSmall reads the file of a flag; "" if the flag is empty.
func readSmall(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	return readText(path, maxSideFile)
}

// readText reads a small file of text, which may be compressed as inputs may, without the byte order
// mark that some editors put first.
func readText(path string, max int64) (string, error) {
	text, err := infile.Read(path, max)
	if err != nil {
		return "", err
	}
	if text, err = reader.Plain(text, max); err != nil {
		return "", fmt.Errorf("reading %s: %w", path, err)
	}
	return strings.TrimPrefix(string(text), "\ufeff"), nil
}

func joinSources() string {
	var names []string
	for _, s := range label.Sources() {
		names = append(names, string(s))
	}
	return strings.Join(names, ",")
}

// memoryTarget is the memory limit from which the collector works harder. The memory of a
// build does not grow with its input, but it makes garbage faster than the collector frees
// it.
const memoryTarget = 192 << 20

// boundMemory sets the target, unless the user has set GOMEMLIMIT.
func boundMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryTarget)
	}
}

// exampleInputs returns the embedded examples as inputs of a build.
func exampleInputs() (out []export.Input) {
	for _, e := range configs.Examples() {
		out = append(out, export.Input{Name: e.Name, Data: e.Data, Answers: e.Answers})
	}
	return out
}
