package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/internal/report"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/term"
)

// reportFlags are the flags of voi report, as typed.
type reportFlags struct {
	opt       report.PageOptions
	data, out string
	memory    budget
}

func newReport() *cobra.Command {
	var f reportFlags
	cmd := described("report", &cobra.Command{
		Args: exactly(1, "SCORED, the file that voi score has written, or runs"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	})
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "the `FILE` to write, or - for stdout (required)")
	flags.StringVar(&f.data, "data", "", "`DIR` of shards, where reference classes and EVPI are looked up")
	flags.StringVar(&f.opt.Profile, "profile", "", "the profile by `NAME`, of several that the file was scored by; of a folder of runs, one agent")
	registerGroup(flags, &f.opt.Group)
	f.memory.register(flags)
	flags.Uint64Var(&f.opt.Seed, "seed", 0, "seed of the intervals, and of the rows that plots of long files show")
	return cmd
}

func (f *reportFlags) run(cmd *cobra.Command, scored string) error {
	if f.out == "" {
		return usagef("voi report needs --out, the page to write")
	}
	folder := &shard.Folder{Dir: filepath.Dir(f.out), Owner: "report"}
	if err := folder.Check(filepath.Base(f.out)); f.out != "-" && err != nil {
		return usageError{err}
	}
	if err := keepInputs([]string{scored, report.StepsFile(scored)}, f.out); err != nil {
		return err
	}
	if a, ok := report.ReadAudit(scored); ok {
		page, err := report.AuditPage(scored, a)
		if err != nil {
			return err
		}
		return f.write(cmd, folder, page)
	}
	f.opt.Scored, f.opt.Stdin = scored, cmd.InOrStdin()
	counter, err := defaultCounter()
	if err != nil {
		return err
	}
	f.opt.Counter = counter
	store, closeData, err := openScored(cmd.Context(), f.data, &f.memory)
	if err != nil {
		return err
	}
	defer closeData()
	var done func()
	f.opt.Samples = store
	f.opt.Progress, done = followRows(cmd.ErrOrStderr(), "read", f.memory)
	page, err := report.Page(cmd.Context(), f.opt)
	done()
	if err != nil {
		return err
	}
	return f.write(cmd, folder, page)
}

func (f *reportFlags) write(cmd *cobra.Command, folder *shard.Folder, page []byte) error {
	if f.out == "-" {
		_, err := cmd.OutOrStdout().Write(page)
		return err
	}
	if _, err := folder.WriteFile(filepath.Base(f.out), page); err != nil {
		return err
	}
	_, err := fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d KiB, to be opened in a browser\n", term.Quote(f.out), len(page)>>10)
	return err
}
