package main

import (
	"context"
	"io"

	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/trajectory"
)

// Compare and report share this file: both read scored files.

// registerGroup registers the flag that means the same wherever rows have groups.
func registerGroup(flags *pflag.FlagSet, group *[]string) {
	flags.StringSliceVar(group, "group", nil, "`COLUMN,...` whose equal values make a group (default: group_id, else sample_id with the step)")
}

// defaultCounter tallies runs by the built-in lists of critical tools.
func defaultCounter() (*trajectory.Counter, error) {
	known, err := (&runInputs{}).loadWorld()
	if err != nil {
		return nil, err
	}
	return known.Counter, nil
}

// followRows shows how many rows have been read, and paces the memory that they
// take; done, to be called once all are, ends the display.
func followRows(w io.Writer, what string, memory budget) (read func(rows int64), done func()) {
	progress, pacer := term.NewProgress(w, what), memory.pace()
	return func(rows int64) {
		progress.Rows(rows, 0)
		pacer.check()
	}, progress.Done
}

// openScored opens the samples that scored files are of, nil where no folder is
// given. Of each sample only what is shown is read, page by page.
func openScored(ctx context.Context, dir string, memory *budget) (*lookup.Store, func(), error) {
	if err := memory.resolve(); err != nil {
		return nil, nil, err
	}
	return openStore(ctx, dir, lookup.Options{PageBytes: memory.pages()})
}
