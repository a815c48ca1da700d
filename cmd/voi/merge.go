package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/export"
)

func newMerge() *cobra.Command {
	var asJSON bool
	cmd := described("merge", &cobra.Command{
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
	})
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the closing summary as one JSON object")
	return cmd
}
