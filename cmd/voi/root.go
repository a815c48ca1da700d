package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/term"
)

// run executes one command line. Everything the process touches is an argument, so that
// tests run it with buffers. Errors are already printed to stderr; the returned error
// decides the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	help, unhelped := root.HelpFunc(), error(nil)
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) { // cobra's own loses what goes wrong
		var text bytes.Buffer
		cmd.SetOut(&text)
		help(cmd, args)
		_, unhelped = stdout.Write(text.Bytes())
	})
	cmd, err := root.ExecuteContextC(ctx)
	err = cmp.Or(err, unhelped)
	if err != nil {
		text := err.Error()
		if ctx.Err() != nil {
			text = strings.Replace(text, context.Canceled.Error(), "interrupted", 1)
		}
		fmt.Fprintf(stderr, "voi: %s\n", term.QuoteLines(text))
		if exitCode(err) == exitUsage {
			fmt.Fprintf(stderr, "Run '%s --help' for usage.\n", cmd.CommandPath())
		}
	}
	return err
}

func newRoot() *cobra.Command {
	root := described("voi", &cobra.Command{
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return cmd.Help()
		},
	})
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.PersistentFlags().String("config", "", "YAML `file` with the same keys as the flags (- for stdin; default $VOI_CONFIG); a flag wins over it")
	root.AddCommand(newBuild(), newMerge(), newAnnotate(), newRead(), newDecide(), newReplay(), newRollout(), newScore(), newAudit(), newCompare(), newReport(), newServe(), newGateway(), newInspect(), newVersion())
	for _, cmd := range root.Commands() {
		cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return cmp.Or(applyConfig(cmd), belowZero(cmd)) }
	}
	root.Version = export.Version
	root.SetVersionTemplate("voi {{.Version}}\n")
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.PreRunE = func(_ *cobra.Command, args []string) error { // cobra's own help ends well for any topic
		if found, _, err := root.Find(args); err != nil || found == root && len(args) > 0 {
			return unknownCommand(root, args[0])
		}
		return nil
	}
	return root
}

// belowZero returns an error for a negative or NaN number or duration in any flag but --seed,
// and --parent-pid, of which 0 is refused, too, with its own words.
func belowZero(cmd *cobra.Command) (err error) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		text := f.Value.String()
		if f.Changed && f.Name != "seed" && f.Name != "parent-pid" && err == nil && slices.Contains(numbers, f.Value.Type()) && (text[0] == '-' || text == "NaN") {
			err = usagef("--%s is %s; give 0 or more", f.Name, text)
		}
	})
	return err
}

// numbers are the types of flags with a number or a duration.
var numbers = []string{"int", "int64", "float64", "duration"}

func unknownCommand(root *cobra.Command, name string) error {
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return usagef("there is no command %q; did you mean %q?", name, near[0])
	}
	return usagef("there is no command %q", name)
}

// atMost is cobra.MaximumNArgs with a message that names the first extra argument.
func atMost(n int) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > n {
			return usagef("%q is one argument too many", args[n])
		}
		return nil
	}
}

// exactly is cobra.ExactArgs with a message that names the missing argument.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < n {
			return usagef("%s needs %s", cmd.CommandPath(), what)
		}
		return atMost(n)(cmd, args)
	}
}
