package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/term"
)

func newInspect() *cobra.Command {
	var (
		verify, asJSON bool
		against        string
	)
	cmd := described("inspect", &cobra.Command{
		Args: exactly(1, "a folder of shards, or one shard"),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := inspect(cmd, args[0], verify, against)
			if err != nil {
				return err
			}
			if err := printResult(cmd.OutOrStdout(), asJSON, &all); err != nil {
				return err
			}
			if v := all.Verification; v != nil && v.Total > 0 {
				return fmt.Errorf("%s does not verify: %s", args[0], term.Count(int64(v.Total), "fault"))
			}
			return nil
		},
	})
	cmd.Flags().BoolVar(&verify, "verify", false, "recompute every checksum and every invariant")
	cmd.Flags().StringVar(&against, "against", "", "report what is shared with this folder, shard or `file`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// inspection is the result of one call of voi inspect.
type inspection struct {
	Inspection   *export.Inspection    `json:"inspection"`
	Verification *export.Verification  `json:"verification,omitempty"`
	Shared       *export.Contamination `json:"against,omitempty"`
}

func inspect(cmd *cobra.Command, path string, verify bool, against string) (all inspection, err error) {
	ctx := cmd.Context()
	if verify {
		// Verify first. A folder that does not verify is still inspected if possible.
		if all.Verification, err = export.Verify(ctx, path); err != nil {
			return all, err
		}
	}
	if all.Inspection, err = export.Inspect(ctx, path); err != nil && !verify {
		return all, err
	}
	if against != "" {
		all.Shared, err = export.Against(ctx, path, against)
		return all, err
	}
	return all, nil
}

// Text is the whole result as text for a person.
func (all *inspection) Text() (text string) {
	if all.Inspection != nil {
		text += all.Inspection.Text()
	}
	if all.Shared != nil {
		text += "\n" + all.Shared.Text()
	}
	if all.Verification != nil {
		text += "\n" + all.Verification.Text()
	}
	return text
}
