package main

import (
	"github.com/spf13/cobra"
)

func newReplay() *cobra.Command {
	var signals signalFlags
	sim := simFlags{workers: &signals.workers}
	var figures bool
	cmd := &cobra.Command{
		Use:   "replay [DIR|FILE...]",
		Short: "Policies over the signals of decisions; the papers' simulations",
		Long: `replay applies a policy to signals that were stored with decisions: those that
--sim --out writes, the steps of voi score --out and of voi build, or, with a gate that
stops searches that stall, recorded runs. No signal is computed again. --grid plays every
combination of parameters in one pass: success, cost and coverage of each cell (episodes
of which it is known what the policy would have got), the cells that no other one beats,
and the best one, chosen on one half of the episodes and reported on the other.

--policy gateway:POLICY, repeatable, has policies of voi gateway decide on each message of
recorded runs: which critical calls they would have held back, right and wrong ones, and
what else (docs/gateway.md). Policies of a chain are joined by +, as in gateway:guard+nod.

replay --sim runs an experiment of "Decision-Centric Design for LLM Systems" that
needs no language model, once for every seed from 0 on, and prints the figures of each
scenario under each controller, success with its 95% interval, and below what the
failures are due to (signal, policy, execution, environment):

  calendar   eight requests for a meeting, of which fields are missing or vague: retry,
             dc, and dc-FAULT with one component broken (--fault NAME=RATE: estimator,
             question, user, executor; the rate is per run for the first two)
  graph      five searches for one of 200 people: retry, dc (accepts at p_corr = 0.5),
             dc-strict (accepts above it only)
  retrieval  stop at 3, 6 or 9 passages, replayed on the search runs in the files given
             (FireAct, ReAct logs ...): dc mixes two signals, rank and overlap use one
  faults     a search with one part broken at a time (a signal, the threshold, a tool, an
             observation, the task), and the part that each failure is blamed on

--out FILE writes every decision: the actions that were open, the signals and their true
values, the policy with its version and hash, the action, what came of it, and which
actions were right. --runs FILE writes the episodes themselves as recorded runs, with their
words, calls, reference and outcome. --ledger holds the papers' figures against these simulations and
against each other (--seeds, --json: one object a line).`,
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
	}
	sim.register(cmd.Flags())
	signals.register(cmd.Flags())
	cmd.Flags().BoolVar(&figures, "ledger", false, "every figure of the papers that needs no model, beside ours, with a verdict")
	return cmd
}
