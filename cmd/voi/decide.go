package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/internal/decide"
	"github.com/voi-rl/voi/internal/term"
)

func newDecide() *cobra.Command {
	return &cobra.Command{
		Use:   "decide [FILE]",
		Short: "Belief, EVPI and decision for one situation a line (F3-F7)",
		Long: `decide reads one situation a line, from FILE or stdin, and answers each with
one line: the certainty of every candidate call, the belief, what each question
is worth, and whether to call or to ask.

  in:  {"id", "tools", "candidates": [{"name", "arguments", "weight"?}],
        "asked": {"tool.param": n}?, "questions_asked": n?, "mode"?, "lambda"?,
        "alpha"?, "tau_exec"?, "n_s"?, "epsilon"?, ...}
  out: {"id", "w", "pi", "v", "v_now", "evpi": [{"tool", "aspects", "evpi",
        "cost", "score"}], "action", "best_question"}

A line that cannot be decided is answered by {"id", "error"}; the next one is
not touched by it. Replies are flushed as soon as no further line waits.`,
		Args: atMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in := cmd.InOrStdin()
			if len(args) == 1 && args[0] != "-" {
				file, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer file.Close()
				in = file
			} else {
				explain(cmd.ErrOrStderr(), in)
			}
			_, err := decide.Run(cmd.Context(), in, cmd.OutOrStdout(), decide.Options{})
			return err
		},
	}
}

// explain tells a person at a keyboard what the command waits for.
func explain(stderr io.Writer, in io.Reader) {
	if file, ok := in.(*os.File); ok && term.IsTerminal(file) {
		fmt.Fprintln(stderr, "voi decide reads one JSON object a line from the keyboard; see voi decide --help. Ctrl-D ends it.")
	}
}
