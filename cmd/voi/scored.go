package main

import (
	"context"
	"io"

	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/trajectory"
)

// Compare and report share this file, since both read scored files.

// registerGroup registers the group flag, which all commands on groups share.
func registerGroup(flags *pflag.FlagSet, group *[]string) {
	flags.StringSliceVar(group, "group", nil, "`COLUMN,...` whose equal values make a group (default: group_id, else sample_id with the step)")
}

// defaultCounter counts the figures of runs with the built-in lists of critical tools.
func defaultCounter() (*trajectory.Counter, error) {
	known, err := (&runInputs{}).loadWorld()
	if err != nil {
		return nil, err
	}
	return known.Counter, nil
}

// followRows shows the number of rows read and paces their memory. Call done after the last
// row; it ends the display.
func followRows(w io.Writer, what string, memory budget) (read func(rows int64), done func()) {
	progress, pacer := term.NewProgress(w, what), memory.pace()
	return func(rows int64) {
		progress.Rows(rows, 0)
		pacer.check()
	}, progress.Done
}

// openScored opens the samples of scored files, nil without a folder. Of each sample it
// reads only the displayed part, page by page.
func openScored(ctx context.Context, dir string, memory *budget) (*lookup.Store, func(), error) {
	memory.resolve()
	return openStore(ctx, dir, lookup.Options{PageBytes: memory.pages()})
}
