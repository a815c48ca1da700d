package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/score"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/reward"
)

// scoreFlags are the flags of voi score, as typed.
type scoreFlags struct {
	opt             score.Options
	ranks           ranks
	data            string
	profiles        []string
	actionWeights   string
	model           modelFlags // of the judge
	runs            runFlags
	advantage       string
	explain         string
	memory          budget
	strict, summary bool
}

// firstRow is the value of --explain without an argument.
const firstRow = "first"

func newScore() *cobra.Command {
	var f scoreFlags
	cmd := described("score", &cobra.Command{
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := watchParent(cmd); err != nil {
				return err
			}
			args, err := inputsBeside(cmd, args, f.opt.Out)
			if err != nil {
				return err
			}
			defer f.model.tell(cmd.ErrOrStderr())
			return f.run(cmd, args)
		},
	})
	f.register(cmd)
	return cmd
}

func (f *scoreFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.data, "data", "", "`DIR` of shards, or one layout of it, where samples are looked up")
	flags.StringVar(&f.opt.Out, "out", "", "the `FILE` to write, .parquet or .jsonl (required)")
	flags.StringArrayVar(&f.profiles, "profile", nil, "profile by `NAME` or path, repeatable: the columns are then NAME.reward and so on (default "+reward.DefaultProfile+")")
	flags.StringVar(&f.actionWeights, "action-weights", "", actionWeightsUsage)
	f.model.registerJudge(flags)
	registerGroup(flags, &f.opt.Group)
	flags.StringVar(&f.advantage, "advantage", string(reward.AdvantageStd), "advantages of a group: std, or center for no division")
	flags.Uint64Var(&f.opt.Seed, "seed", 0, "seed of the bootstrap interval")
	f.runs.register(flags)
	f.ranks.register(flags, &f.opt.Rank, &f.opt.WorldSize)
	flags.BoolVar(&f.opt.Resume, "resume", false, "go on with the run that was interrupted")
	flags.IntVar(&f.opt.Workers, "workers", 0, "rows scored at a time (default: the number of cores)")
	f.memory.register(flags)
	flags.StringVar(&f.explain, "explain", "", "explain one row in place of scoring all: a sample_id or the number of a line; alone: the first row")
	flags.Lookup("explain").NoOptDefVal = firstRow
	flags.BoolVar(&f.strict, "strict", false, "exit with 3 if any row was rejected, or has no reward")
	flags.BoolVar(&f.summary, "json", false, "print the closing summary, or the explanation, as JSON")
}

func (f *scoreFlags) run(cmd *cobra.Command, args []string) error {
	if recorded, err := f.runs.detect(cmd.Context(), args); err != nil {
		return err
	} else if err := f.runs.check(cmd.Flags(), recorded); err != nil {
		return err
	} else if recorded {
		return f.scoreRuns(cmd, args)
	}
	explain := cmd.Flags().Changed("explain")
	if explain {
		args = f.takeExplained(args)
	}
	f.opt.Inputs, f.opt.Stdin, f.opt.Stdout = args, cmd.InOrStdin(), cmd.OutOrStdout()
	f.opt.Advantage = reward.AdvantageMode(f.advantage)
	if f.opt.Out == "-" {
		f.opt.Rejects = cmd.ErrOrStderr()
	}
	if len(args) == 0 {
		return usagef("voi score needs COMPLETIONS, the files to score, or - for stdin")
	}
	if f.opt.Out == "" && !explain {
		return usagef("voi score needs --out, the file to write")
	}
	if err := f.ranks.take(cmd, explain || f.opt.Out == "-" || slices.Contains(args, "-")); err != nil {
		return err
	}
	if err := checkActionWeights(f.actionWeights, f.data); err != nil {
		return err
	}
	f.memory.resolve()
	close, err := f.prepare(cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer close()
	if explain {
		return f.printExplained(cmd)
	}
	progress := term.NewProgress(cmd.ErrOrStderr(), "scored")
	memory := f.memory.pace()
	f.opt.Progress = func(s score.State) {
		progress.Rows(s.Rows, s.Rejected)
		memory.check()
	}
	sum, err := score.Run(cmd.Context(), f.opt)
	progress.Done()
	if err != nil {
		return err
	}
	sum.RankFrom = f.ranks.from
	out := cmd.OutOrStdout()
	if f.opt.Out == "-" {
		out = cmd.ErrOrStderr()
	}
	if err := printSummary(out, cmd.ErrOrStderr(), f.summary, sum); err != nil {
		return err
	}
	if why := sum.Failure(); why != "" {
		return errors.New(why)
	}
	if n := sum.Left(); f.strict && n > 0 {
		return rejectedError{n}
	}
	return nil
}

// prepare loads the profiles and opens the samples.
func (f *scoreFlags) prepare(ctx context.Context, stderr io.Writer) (closeData func(), err error) {
	if f.opt.Profiles, err = loadProfiles(f.profiles); err != nil {
		return nil, err
	}
	// An interrupt ends the run before the row that is judged: if it ended the judge, the row would be
	// kept without a reward.
	if err := f.model.judge(context.WithoutCancel(ctx), f.opt.Profiles); err != nil {
		return nil, err
	}
	f.opt.CacheBytes = f.memory.prepared()
	if f.data == "" {
		return func() {}, nil
	}
	store, err := lookup.Open(ctx, f.data, lookup.Options{Workers: f.opt.Workers, PageBytes: f.memory.pages()})
	if err != nil {
		return nil, err
	}
	if f.actionWeights != "" {
		if err := balance(ctx, store, f.opt.Profiles, stderr); err != nil {
			store.Close()
			return nil, err
		}
	}
	f.opt.Samples = store
	f.opt.SamplesID, err = samplesID(ctx, f.data)
	return func() { store.Close() }, err
}

// samplesID identifies the content of a folder of shards by its manifest, which has the
// checksums of all shards. A folder without a manifest has no id.
func samplesID(ctx context.Context, dir string) (string, error) {
	_, root, below, err := export.FolderOf(dir)
	if err != nil {
		return "", nil
	}
	sum, err := shard.HashFile(ctx, filepath.Join(root, "manifest.json"))
	return sum.SHA256 + " " + cmp.Or(below, "."), err
}

// takeExplained lets --explain ID be typed without an equals sign: an argument that is no
// file is taken as the ID if another argument remains.
func (f *scoreFlags) takeExplained(args []string) []string {
	if f.explain != firstRow {
		return args
	}
	f.explain = ""
	for i, arg := range args {
		if _, err := os.Stat(arg); err != nil && arg != "-" && len(args) > 1 {
			f.explain = arg
			return append(append([]string{}, args[:i]...), args[i+1:]...)
		}
	}
	return args
}

// printExplained prints explanations as text on a terminal, as JSON lines otherwise.
func (f *scoreFlags) printExplained(cmd *cobra.Command) error {
	out := cmd.OutOrStdout()
	asText := term.IsTerminal(out) && !f.summary
	err := score.Explain(cmd.Context(), f.opt, f.explain, func(e *score.Explained) error {
		text := e.Value().JSON() + "\n"
		if asText {
			text = e.Text()
		}
		_, err := io.WriteString(out, text)
		return err
	})
	if errors.Is(err, score.ErrNoMatch) && f.explain != "" {
		return fmt.Errorf("--explain %s: %w", f.explain, err)
	}
	return err
}
