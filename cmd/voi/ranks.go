package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/internal/server"
)

// registerRanks registers the flags of a command whose processes share the rows.
func registerRanks(flags *pflag.FlagSet, rank, world *int) {
	flags.IntVar(rank, "rank", 0, "which of --world-size processes this is, from 0")
	flags.Int("parent-pid", 0, "end when the process `PID` does, for --resume to go on")
	flags.IntVar(world, "world-size", 1, "number of processes that share the rows")
}

// watchParent ends the command with its parent, where --parent-pid says so: a
// worker of a cluster that is killed leaves no process behind that writes its rank.
func watchParent(cmd *cobra.Command) error {
	if !cmd.Flags().Changed("parent-pid") {
		return nil
	}
	pid, err := cmd.Flags().GetInt("parent-pid")
	if err != nil {
		return err
	}
	ctx, err := server.WatchParent(cmd.Context(), pid)
	if err != nil {
		return usageError{err}
	}
	cmd.SetContext(ctx)
	return nil
}
