package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/decide"
	"github.com/voi-rl/voi/internal/term"
)

func newDecide() *cobra.Command {
	return described("decide", &cobra.Command{
		Args: atMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] != "-" {
				return decideFile(cmd, args[0])
			}
			in := cmd.InOrStdin()
			if file, ok := asFile(in); ok && isFile(file) {
				return decideFile(cmd, "-")
			}
			explain(cmd.ErrOrStderr(), in)
			_, err := decide.Run(cmd.Context(), in, cmd.OutOrStdout(), decide.Options{})
			return err
		},
	})
}

// decideFile answers the rows of a file in any format.
func decideFile(cmd *cobra.Command, path string) error {
	r, err := reader.Open(cmd.Context(), path, reader.Options{Stdin: cmd.InOrStdin(), Sessions: true})
	if err != nil {
		return err
	}
	defer r.Close()
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
	var reply []byte
	for raw, err := range r.All() {
		if err != nil {
			return errors.Join(err, out.Flush())
		}
		reply = append(decideRow(reply[:0], raw), '\n')
		if _, err := out.Write(reply); err != nil {
			return fmt.Errorf("writing to stdout: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing to stdout: %w", err)
	}
	return nil
}

func decideRow(dst []byte, raw reader.Raw) []byte {
	if raw.Text != "" {
		reply, _ := decide.AppendText(dst, raw.Text) // the reply states the error
		return reply
	}
	item, err := raw.Parse() // a row of Parquet, or a row that was dropped
	if err == nil {
		err = raw.Odd(func(string) bool { return true })
	}
	var bad *dataset.Error
	if errors.As(err, &bad) {
		return decide.AppendFailure(dst, bad.Code, bad.Msg)
	}
	reply, _ := decide.AppendReply(dst, item)
	return reply
}

// isFile reports whether stdin is a regular file. It is then read like a named file, since
// its end is known.
func isFile(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// explain tells a person at a keyboard what input the command expects.
func explain(stderr io.Writer, in io.Reader) {
	if file, ok := asFile(in); ok && term.IsTerminal(file) {
		fmt.Fprintln(stderr, "voi decide reads one JSON object a line from the keyboard; see voi decide --help. Ctrl-D ends it.")
	}
}
