package main

import (
	"embed"
	"strings"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/env/agent"
)

// helpFiles hold what each command says of itself: its usage, a summary, a description and,
// behind the heading, examples.
//
//go:embed help/*.txt
var helpFiles embed.FS

const examplesHeading = "\n\nExamples:\n"

// described gives a command the texts of help/NAME.txt.
func described(name string, cmd *cobra.Command) *cobra.Command {
	text := helpFile(name)
	for _, part := range [...][2]string{{"{ranks}", "\n" + helpFile("ranks")}, {"{agents}", strings.Join(agent.Names, ", ")}} {
		text = strings.ReplaceAll(text, part[0], part[1])
	}
	cmd.Use, text, _ = strings.Cut(text, "\n")
	cmd.Short, text, _ = strings.Cut(text, "\n")
	cmd.Long, cmd.Example, _ = strings.Cut(strings.TrimLeft(text, "\n"), examplesHeading)
	return cmd
}

func helpFile(name string) string {
	text, err := helpFiles.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic(err) // the files are part of the binary
	}
	return strings.TrimRight(string(text), "\n")
}
