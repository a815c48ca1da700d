package main

import (
	"github.com/spf13/cobra"
)

func newReplay() *cobra.Command {
	var signals signalFlags
	sim := simFlags{workers: &signals.workers}
	var figures bool
	cmd := described("replay", &cobra.Command{
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case figures:
				return sim.ledger(cmd, args)
			case sim.name == "":
				for _, name := range []string{"out", "runs", "seeds", "fault", "constrain", "withhold"} {
					if cmd.Flags().Changed(name) {
						return usagef("--%s is for --sim", name)
					}
				}
				return signals.run(cmd, args, sim.json)
			}
			for _, name := range signalNames {
				if cmd.Flags().Changed(name) {
					return usagef("--%s is for stored signals, and --sim computes its own", name)
				}
			}
			if sim.name == clarifySim {
				return sim.clarify(cmd, args)
			}
			for _, name := range []string{"constrain", "withhold"} {
				if cmd.Flags().Changed(name) {
					return usagef("--%s is of --sim %s", name, clarifySim)
				}
			}
			if sim.name == "faults" {
				return sim.breakOne(cmd, args)
			}
			return sim.run(cmd, args)
		},
	})
	sim.register(cmd.Flags())
	signals.register(cmd.Flags())
	cmd.Flags().BoolVar(&figures, "ledger", false, "every figure of the papers that needs no model, beside ours, with a verdict")
	return cmd
}
