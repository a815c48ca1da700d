package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/export"
)

// protocolVersion is the version of the reward server's protocol.
const protocolVersion = 1

func newVersion() *cobra.Command {
	var asJSON bool
	cmd := described("version", &cobra.Command{
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := versions()
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(v)
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "voi %s\ncommit %s\ngo %s\nprotocol %d\ncolumns %d\n",
				v.Version, v.Commit, v.Go, v.Protocol, v.Columns)
			return err
		},
	})
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

type versionInfo struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Go       string `json:"go"`
	Protocol int    `json:"protocol"`
	Columns  int    `json:"columns"`
}

func versions() versionInfo {
	v := versionInfo{Version: export.Version, Commit: "unknown", Go: runtime.Version(), Protocol: protocolVersion, Columns: export.SchemaVersion}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v.Commit = s.Value
		}
		if s.Key == "vcs.modified" && s.Value == "true" {
			v.Commit += " (modified)"
		}
	}
	return v
}
