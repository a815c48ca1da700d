package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/internal/report"
	"github.com/voi-rl/voi/internal/term"
)

// compareFlags are the flags of voi compare, as typed.
type compareFlags struct {
	opt     report.Options
	data    string
	failOn  string
	memory  budget
	summary bool
}

// regression is the value of --fail-on of voi compare.
const regression = "regression"

func newCompare() *cobra.Command {
	var f compareFlags
	cmd := described("compare", &cobra.Command{
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("%s needs A and B, the files to compare, or one file with two profiles", cmd.CommandPath())
			}
			return atMost(2)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	})
	flags := cmd.Flags()
	flags.StringVar(&f.data, "data", "", "`DIR` of shards, where reference classes are looked up")
	flags.StringSliceVar(&f.opt.Profiles, "profiles", nil, "the profiles of A and of B, as `A,B`, where a file was scored by several; of folders of runs the agents")
	registerGroup(flags, &f.opt.Group)
	flags.BoolVar(&f.opt.Unpaired, "unpaired", false, "compare the files as two sets of samples, though rows may pair")
	flags.Float64Var(&f.opt.Alpha, "alpha", report.DefaultAlpha, "p below which a difference is one")
	f.memory.register(flags)
	flags.Uint64Var(&f.opt.Seed, "seed", 0, "seed of the intervals and of p")
	flags.StringSliceVar(&f.opt.Figures, "figures", nil, "show these only, such as `reward,accuracy` (default: all)")
	flags.IntVar(&f.opt.Flips, "flips", report.DefaultFlips, "how many of the pairs that flipped to list")
	flags.StringVar(&f.failOn, "fail-on", "", regression+": exit with 4 if B is worse than A")
	flags.BoolVar(&f.summary, "json", false, "print one JSON object")
	return cmd
}

func (f *compareFlags) run(cmd *cobra.Command, args []string) error {
	if f.failOn != "" && f.failOn != regression {
		return usagef("--fail-on is %q; give %s", f.failOn, regression)
	}
	if f.opt.Alpha == 0 {
		return usagef("--alpha is 0; nothing differs at that level; give a probability such as %v", report.DefaultAlpha)
	}
	if f.opt.Flips == 0 {
		f.opt.Flips = -1
	}
	if f.opt.A = args[0]; len(args) > 1 {
		f.opt.B = args[1]
	}
	f.opt.Stdin = cmd.InOrStdin()
	store, closeData, err := openScored(cmd.Context(), f.data, &f.memory)
	if err != nil {
		return err
	}
	defer closeData()
	if f.opt.Counter, err = defaultCounter(); err != nil {
		return err
	}
	var done func()
	f.opt.Samples = store
	f.opt.Progress, done = followRows(cmd.ErrOrStderr(), "compared", f.memory)
	result, err := report.Compare(cmd.Context(), f.opt)
	done()
	if err != nil {
		return err
	}
	if err := printResult(cmd.OutOrStdout(), f.summary, result); err != nil {
		return err
	}
	if n := int64(len(result.Regressions)); n > 0 && f.failOn == regression {
		return foundError{fmt.Sprintf("--fail-on %s was given, and %s found, the first: %s", regression, term.Count(n, "regression"), result.Regressions[0])}
	}
	return nil
}
