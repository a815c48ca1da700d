package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/export"
)

// printSummary closes a run: for a person on stderr, or for a program as one
// JSON object on stdout.
func printSummary(cmd *cobra.Command, sum *export.Summary, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(sum)
	}
	_, err := fmt.Fprint(cmd.ErrOrStderr(), sum.Text())
	return err
}
