package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/export"
)

func newMerge() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "merge DIR",
		Short: "Write the manifest of a folder whose ranks are all complete",
		Long: `merge writes the manifest, the dataset card and rejected.jsonl of a folder that
several ranks have built. The rank that ends last does it by itself; merge is for
when that one was stopped in the middle.`,
		Args: exactly(1, "the folder that the ranks have built"),
		RunE: func(cmd *cobra.Command, args []string) error {
			sum, err := export.Merge(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if err := printSummary(cmd.OutOrStdout(), cmd.ErrOrStderr(), asJSON, sum); err != nil {
				return err
			}
			if why := sum.Failure(); why != "" {
				return errors.New(why)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the closing summary as one JSON object")
	return cmd
}
