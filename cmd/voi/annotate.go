package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/term"
)

func newAnnotate() *cobra.Command {
	var asJSON, strict bool
	cmd := &cobra.Command{
		Use:   "annotate [TOOLS...]",
		Short: "Read tool schemas and print the domain of every parameter (F1)",
		Long: `annotate reads tool schemas and prints one JSON line for each tool:
{"tool": NAME, "parameters": {NAME: DOMAIN}}, in the order of the input.

TOOLS are files (.json, .jsonl, .yaml, each also .gz or .zst), or - for stdin,
which is the default. A file holds tools in any notation, lists of tools,
{"tools": [...]} as MCP's tools/list answers, an OpenAPI 3 document, each of
whose operations is a tool, or samples whose tools are wanted. What cannot be
read is told on stderr with its file and line, and the rest goes on.`,
		Example: "  voi annotate tools.json\n  curl -s localhost:8000/tools | voi annotate -",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"-"}
			}
			a := annotation{stdin: cmd.InOrStdin(), out: bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16), errs: cmd.ErrOrStderr()}
			for _, path := range args {
				if err := a.file(cmd.Context(), path); err != nil {
					return errors.Join(err, a.out.Flush())
				}
			}
			if err := a.out.Flush(); err != nil {
				return fmt.Errorf("writing to stdout: %w", err)
			}
			return a.summarise(asJSON, strict)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "make the closing summary on stderr one JSON object")
	cmd.Flags().BoolVar(&strict, "strict", false, "exit with 3 if any tool was rejected")
	return cmd
}

// annotation is one run of voi annotate.
type annotation struct {
	stdin io.Reader
	out   *bufio.Writer
	errs  io.Writer
	buf   []byte
	sum   annotationSummary
}

// annotationSummary closes the run: tools printed, parameters of each domain
// type, and records that could not be read.
type annotationSummary struct {
	Tools      int64            `json:"tools"`
	Parameters int64            `json:"parameters"`
	Types      map[string]int64 `json:"types"`
	Rejected   int64            `json:"rejected"`
}

func (a *annotation) file(ctx context.Context, path string) error {
	r, err := reader.Open(ctx, path, reader.Options{Stdin: a.stdin})
	if err != nil {
		return err
	}
	defer r.Close()
	for {
		raw, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		v, err := raw.ParseDocument()
		errs := []error{err}
		if err == nil {
			errs = a.record(ctx, v)
		}
		for _, err := range errs {
			a.sum.Rejected++
			fmt.Fprintf(a.errs, "%s:%d: %s\n", term.Quote(raw.File), raw.Line, term.Quote(err.Error()))
		}
	}
}

// record annotates one tool, a list of them, or the tools of a sample.
func (a *annotation) record(ctx context.Context, v domains.Value) []error {
	// A sample of BFCL keeps its tools under "function"; an OpenAI tool has a key
	// of that name, too, but it holds an object.
	if held, ok := v.Get("function"); ok && held.Kind() != jsonvalue.Object {
		v = held
	}
	var errs []error
	for tool, err := range domains.Tools(v) {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		set, err := domains.SchemaAnnotator{}.Annotate(ctx, &tool)
		if err != nil {
			return []error{err}
		}
		a.print(tool.Name, set)
	}
	return errs
}

func (a *annotation) print(tool string, set domains.Set) {
	line := jsonvalue.NewObject(
		jsonvalue.Member{Key: "tool", Value: jsonvalue.NewString(tool)},
		jsonvalue.Member{Key: "parameters", Value: set.Value()},
	)
	a.buf = append(line.AppendJSON(a.buf[:0]), '\n')
	_, _ = a.out.Write(a.buf) // the error is sticky; Flush returns it
	a.sum.Tools++
	for _, p := range set {
		a.sum.Parameters++
		if a.sum.Types == nil {
			a.sum.Types = map[string]int64{}
		}
		a.sum.Types[string(p.Domain.Type)]++
	}
}

func (a *annotation) summarise(asJSON, strict bool) error {
	if asJSON {
		if err := json.NewEncoder(a.errs).Encode(a.sum); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(a.errs, "%s with %s annotated, %s rejected\n", term.Count(a.sum.Tools, "tool"), term.Count(a.sum.Parameters, "parameter"), term.Count(a.sum.Rejected, "record"))
	}
	if strict && a.sum.Rejected > 0 {
		return rejectedError{a.sum.Rejected}
	}
	return nil
}
