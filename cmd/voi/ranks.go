package main

import (
	"fmt"
	"os"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/internal/server"
	"github.com/voi-rl/voi/internal/shard"
)

// ranks are the flags --rank and --world-size of a command whose processes share the rows,
// and the source of their values.
type ranks struct {
	rank, world *int
	from        string // text of the summary if the environment gave the rank; "" otherwise
}

func (r *ranks) register(flags *pflag.FlagSet, rank, world *int) {
	r.rank, r.world = rank, world
	flags.IntVar(rank, "rank", 0, "which of --world-size processes this is, from 0 (default: what Slurm or RANK says)")
	flags.Int("parent-pid", 0, "end when the process `PID` does, for --resume to go on")
	flags.IntVar(world, "world-size", 1, "number of processes that share the rows; 1 is all rows, wherever this runs (default: what Slurm or WORLD_SIZE says)")
}

// watchParent ends the command with its parent (--parent-pid): when a cluster kills a
// worker, no process may go on writing its rank.
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

// take reads the ranks from the environment if neither the command line nor the
// configuration sets them. piped: this process has an input stream of its own, so the
// environment is ignored.
func (r *ranks) take(cmd *cobra.Command, piped bool) error {
	if piped || cmd.Flags().Changed("rank") || cmd.Flags().Changed("world-size") {
		return nil
	}
	found, err := environRank(os.Getenv)
	if err != nil {
		return usageError{err}
	}
	switch {
	case found.Count > 1:
		*r.rank, *r.world = found.Index, found.Count
		r.from = fmt.Sprintf("rank %d of %d, from %s", found.Index, found.Count, found.source)
		fmt.Fprintf(cmd.ErrOrStderr(), "voi: this is %s; --world-size 1 takes all rows\n", r.from)
	case found.left != "":
		fmt.Fprintf(cmd.ErrOrStderr(), "voi: all rows are taken: %s; --rank and --world-size divide them\n", found.left)
	}
	return nil
}

// launcher is a program that starts several processes of one command. Two environment
// variables tell each process its index and the number of processes.
type launcher struct{ index, count string }

// launchers are asked in this order.
var launchers = []launcher{arrays, steps, {"RANK", "WORLD_SIZE"}}

var (
	arrays = launcher{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT"}
	steps  = launcher{"SLURM_PROCID", "SLURM_NTASKS"}
)

// groupMarks are variables that a trainer's launcher or a Ray worker sets. The rank
// variables beside them belong to the training, where one process of many scores or builds
// for all.
var groupMarks = []string{"TORCHELASTIC_RUN_ID", "MASTER_ADDR", "LOCAL_RANK", "RAY_JOB_ID"}

// environ is the rank found in the environment.
type environ struct {
	shard.Rank        // Count 0: none
	source     string // its variables
	left       string // why a pair that is set was ignored; "" if none was
}

// environRank finds this process's rank in the launcher's variables. An incomplete or
// invalid pair is an error.
func environRank(get func(string) string) (environ, error) {
	var found environ
	for _, l := range launchers {
		index, count := get(l.index), get(l.count)
		if index == "" && count == "" {
			continue
		}
		if why := l.foreign(get); why != "" {
			if n, _ := strconv.Atoi(count); n > 1 && found.left == "" {
				found.left = fmt.Sprintf("%s=%s and %s=%s are not for this process (%s)", l.index, index, l.count, count, why)
			}
			continue
		}
		rank, err := l.rank(get)
		if err != nil {
			return environ{}, fmt.Errorf("%w; give --rank and --world-size (--world-size 1 takes all rows), or set both variables right", err)
		}
		if rank.Count > 1 {
			return environ{Rank: rank, source: l.index + " and " + l.count}, nil
		}
	}
	return found, nil
}

// foreign returns the reason why a pair does not describe this process, "" if it does.
func (l launcher) foreign(get func(string) string) string {
	for _, mark := range groupMarks {
		if get(mark) != "" {
			return mark + " is set: they are a trainer's"
		}
	}
	// A batch script runs once, but has SLURM_PROCID=0 and the number of processes that
	// srun would start.
	if l == steps && get("SLURM_JOB_ID") != "" && get("SLURM_STEP_ID") == "" {
		return "srun has not started it"
	}
	return ""
}

func (l launcher) rank(get func(string) string) (shard.Rank, error) {
	for _, half := range [][2]string{{l.index, l.count}, {l.count, l.index}} {
		if get(half[0]) == "" {
			return shard.Rank{}, fmt.Errorf("%s is %q and %s is not set", half[1], get(half[1]), half[0])
		}
	}
	index, err := number(get, l.index)
	if err != nil {
		return shard.Rank{}, err
	}
	count, err := number(get, l.count)
	if err != nil {
		return shard.Rank{}, err
	}
	if l == arrays {
		if index, err = arrayIndex(get, index, count); err != nil {
			return shard.Rank{}, err
		}
	}
	rank := shard.Rank{Index: index, Count: count}
	if err := rank.Validate(); err != nil {
		return shard.Rank{}, fmt.Errorf("%s is %s and %s is %s: %w", l.index, get(l.index), l.count, get(l.count), err)
	}
	return rank, nil
}

// arrayIndex counts the tasks of an array from 0: --array=1-8 and --array=0-14:2 both have
// the ranks 0 to 7. Part of an array, such as a resubmission of failed tasks (--array=3,5),
// has fewer tasks and would divide the rows differently. Where this can be detected, it is
// an error.
func arrayIndex(get func(string) string, id, count int) (int, error) {
	low, high, step := 0, count-1, 1
	for _, v := range []struct {
		name  string
		value *int
	}{{"SLURM_ARRAY_TASK_MIN", &low}, {"SLURM_ARRAY_TASK_MAX", &high}, {"SLURM_ARRAY_TASK_STEP", &step}} {
		if get(v.name) == "" {
			continue
		}
		n, err := number(get, v.name)
		if err != nil {
			return 0, err
		}
		*v.value = n
	}
	if get("SLURM_ARRAY_TASK_MAX") == "" {
		high = low + (count-1)*step
	}
	if step < 1 || (high-low)%step != 0 || (high-low)/step+1 != count || (id-low)%step != 0 {
		return 0, fmt.Errorf("the array of Slurm has %d tasks from SLURM_ARRAY_TASK_MIN=%d to SLURM_ARRAY_TASK_MAX=%d in steps of %d: some are left out, and nobody would take their rows", count, low, high, step)
	}
	if get(steps.count) != "" && get("SLURM_STEP_ID") != "" {
		if n, err := number(get, steps.count); err == nil && n > 1 && count > 1 {
			return 0, fmt.Errorf("srun started %d processes in one task of an array (SLURM_NTASKS), and all of them would be rank %d", n, (id-low)/step)
		}
	}
	return (id - low) / step, nil
}

func number(get func(string) string, name string) (int, error) {
	n, err := strconv.Atoi(get(name))
	if err != nil {
		return 0, fmt.Errorf("%s is %q, which is no whole number", name, get(name))
	}
	return n, nil
}
