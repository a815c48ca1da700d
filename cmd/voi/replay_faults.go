package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/internal/ordered"
)

// faultRow is the blame of the episodes with one fault.
type faultRow struct {
	Injected decision.Fault          `json:"injected"`
	Part     decision.Part           `json:"part"` // the part that the fault belongs to
	N        int                     `json:"n"`
	Blamed   map[decision.Part]int64 `json:"blamed"`
	Right    int64                   `json:"right"`
}

// breakOne plays episodes with one known fault each, and prints the parts that get the
// blame.
func (f *simFlags) breakOne(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) > 0:
		return usagef("--sim %s reads nothing, and %q was given", f.name, args[0])
	case f.seeds < 1 || f.seeds > maxSeeds:
		return usagef("--seeds %d is not between 1 and %d", f.seeds, maxSeeds)
	case cmd.Flags().Changed("fault"):
		return usagef("--fault breaks parts of the calendar; --sim %s breaks each part in turn", f.name)
	}
	out, err := openRows[decision.Record]("replay", f.out, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.abort()
	var table []faultRow
	for _, fault := range decision.Faults {
		row := faultRow{Injected: fault.Fault, Part: fault.Part, N: f.seeds, Blamed: map[decision.Part]int64{}}
		err := ordered.Each(cmd.Context(), atWork(*f.workers), f.seeds, func(seed int) (e replayed, _ error) {
			records, policy := decision.Broken(fault.Fault, uint64(seed))
			return replayed{records: records, blame: decision.Attribute(records, policy)}, nil
		}, func(_ int, e *replayed) error {
			if e.blame != nil {
				row.Blamed[e.blame.Part]++
			}
			for _, r := range e.records {
				if err := out.write(*r); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		row.Right = row.Blamed[fault.Part]
		table = append(table, row)
	}
	if err := commitRows(out); err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	if f.out == "-" {
		w = cmd.ErrOrStderr()
	}
	if f.json {
		return json.NewEncoder(w).Encode(map[string]any{"sim": f.name, "seeds": f.seeds, "rows": table})
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "injected")
	for _, part := range decision.Parts {
		fmt.Fprintf(t, "\t%s", part)
	}
	fmt.Fprintln(t, "\tright")
	for _, row := range table {
		fmt.Fprint(t, row.Injected)
		for _, part := range decision.Parts {
			fmt.Fprintf(t, "\t%d", row.Blamed[part])
		}
		fmt.Fprintf(t, "\t%.1f%%\n", 100*float64(row.Right)/float64(row.N))
	}
	return t.Flush()
}
