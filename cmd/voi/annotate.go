package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/internal/term"
)

// annotateFlags are the flags of voi annotate.
type annotateFlags struct {
	asJSON, strict bool
	explain, diff  bool
	format         string
	overlay        string
	model          modelFlags
}

func newAnnotate() *cobra.Command {
	var f annotateFlags
	cmd := described("annotate", &cobra.Command{
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(args); err != nil {
				return err
			}
			ctx, model, err := f.model.open(cmd.Context(), f.model.asked())
			if err != nil {
				return err
			}
			a := annotation{stdin: cmd.InOrStdin(), errs: cmd.ErrOrStderr()}
			a.by(model, f.model.opt.Concurrency)
			if err := a.readOverlay(f.overlay); err != nil {
				return err
			}
			out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
			if f.format == "" {
				if f.format = "jsonl"; term.IsTerminal(cmd.OutOrStdout()) {
					f.format = "table"
				}
			}
			if f.model.opt.DryRun {
				out.Reset(io.Discard)
			}
			err = whyStopped(ctx, f.run(ctx, &a, args, out))
			if flushed := out.Flush(); flushed != nil {
				flushed = fmt.Errorf("writing to stdout: %w", flushed)
				return errors.Join(err, flushed)
			}
			if err != nil {
				a.tellUsage()
				return err
			}
			a.tellUnused()
			return a.summarise(f.asJSON, f.strict)
		},
	})
	flags := cmd.Flags()
	flags.BoolVar(&f.asJSON, "json", false, "make the closing summary on stderr one JSON object")
	flags.BoolVar(&f.strict, "strict", false, "exit with 3 if any tool was rejected")
	flags.BoolVar(&f.explain, "explain", false, "print the rule and the text that each domain rests on")
	flags.StringVar(&f.format, "format", "", "table, jsonl or openai (default table on a terminal, else jsonl)")
	flags.StringVar(&f.overlay, "domains", "", "`file` with domains that win over the schema's: {TOOL: {PARAMETER: Domain}}")
	flags.BoolVar(&f.diff, "diff", false, "print what is different between two files")
	f.model.register(flags)
	return cmd
}

// check refuses flags that make no sense together.
func (f *annotateFlags) check(args []string) error {
	switch f.format {
	case "", "table", "jsonl":
	case "openai":
		if f.diff || f.explain {
			return usagef("--format openai prints tools; it goes with neither --diff nor --explain")
		}
	default:
		return usagef("--format %q is not one of table, jsonl and openai", f.format)
	}
	switch {
	case f.diff && len(args) != 2:
		return usagef("--diff needs two files, the old one and the new one, and got %d", len(args))
	case f.diff && f.explain:
		return usagef("--diff and --explain do not go together")
	}
	return nil
}

func (f *annotateFlags) run(ctx context.Context, a *annotation, args []string, out io.Writer) error {
	if f.diff {
		return a.diff(ctx, args[0], args[1], f.format == "table", out)
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	var print toolPrinter
	switch f.format {
	case "table":
		print = &toolTable{out: out, explain: f.explain}
	case "openai":
		print = openaiLines{out}
	default:
		print = &toolLines{out: out, explain: f.explain}
	}
	defer print.flush()
	for _, path := range args {
		err := a.file(ctx, path, func(tool *domains.Tool, set domains.Set) {
			a.sum.add(set)
			print.tool(tool, set)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// annotation is one run of voi annotate.
type annotation struct {
	stdin     io.Reader
	errs      io.Writer
	overlay   *domains.Overlay
	seen      map[string]bool // names of the tools found, to check the overlay's names
	annotator domains.Annotator
	model     *llm.Model // nil without --annotator llm
	ahead     int        // tools that are annotated concurrently
	sum       annotationSummary
}

// by sets the annotator: by the schema, or with a model if one is given.
func (a *annotation) by(model *llm.Model, atATime int) {
	a.annotator, a.ahead = domains.SchemaAnnotator{}, 1
	if model != nil {
		a.annotator, a.model, a.ahead = model.Annotator(), model, max(atATime, 1)
	}
}

// tellUsage prints the model usage of a run that failed.
func (a *annotation) tellUsage() {
	if a.model != nil {
		printUsage(a.errs, a.model.Usage())
	}
}

// tellUnused reports the tools of an overlay that the input lacks: they are mostly misspelt
// names.
func (a *annotation) tellUnused() {
	for _, name := range a.overlay.Tools() {
		if !a.seen[name] {
			fmt.Fprintf(a.errs, "--domains: no tool is named %q; it changes nothing\n", name)
		}
	}
}

func (a *annotation) readOverlay(path string) error {
	text, err := readSmall(path)
	if err != nil {
		return fmt.Errorf("--domains: %w", err)
	}
	if path == "" {
		return nil
	}
	a.seen = map[string]bool{}
	if a.overlay, err = domains.ParseOverlay(text); err != nil {
		return usageError{fmt.Errorf("--domains %s: %w", path, err)}
	}
	return nil
}

// file visits the annotated tools of a file, and reports records that are no tool.
func (a *annotation) file(ctx context.Context, path string, visit func(*domains.Tool, domains.Set)) error {
	r, err := reader.Open(ctx, path, reader.Options{Stdin: a.stdin})
	if err != nil {
		return err
	}
	defer r.Close()
	annotate := func(t *readTool) error {
		if t.err == nil {
			t.set, t.err = a.annotator.Annotate(ctx, &t.tool)
		}
		if t.err == nil {
			if t.set, t.err = a.overlay.Apply(&t.tool, t.set); t.err != nil {
				t.err = fmt.Errorf("--domains: %w", t.err)
			}
		}
		return nil
	}
	tools := func(_ context.Context, give func(*readTool, int64) error) error {
		for raw, err := range r.All() {
			if err == nil {
				err = toolsOf(raw, func(t *readTool) error { return give(t, 1) })
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return ordered.Run(ctx, a.ahead, int64(a.ahead), tools, annotate, func(t *readTool) error {
		if a.overlay != nil {
			a.seen[t.tool.Name] = true
		}
		switch {
		case t.err == nil:
			visit(&t.tool, t.set)
		case ctx.Err() != nil:
			return ctx.Err() // the run ends: the tool is not at fault
		default:
			a.reject(t.raw, t.err)
		}
		return nil
	})
}

// readTool is a tool with its domains, or the error of the record that should have held it.
type readTool struct {
	raw  reader.Raw
	tool domains.Tool
	set  domains.Set
	err  error
}

// toolsOf gives the tools of a record: a single tool, a list of tools, or the tools of a
// sample.
func toolsOf(raw reader.Raw, give func(*readTool) error) error {
	v, err := raw.ParseDocument()
	if err != nil {
		return give(&readTool{raw: raw, err: err})
	}
	// A BFCL sample keeps its tools under "function". An OpenAI tool has this key too, but
	// there it holds an object.
	if held, ok := v.Get("function"); ok && held.Kind() != jsonvalue.Object {
		v = held
	}
	for tool, wrong := range domains.Tools(v) {
		if err := give(&readTool{raw: raw, tool: tool, err: wrong}); err != nil {
			return err
		}
	}
	return nil
}

// reject reports a record that is no tool.
func (a *annotation) reject(raw reader.Raw, err error) {
	a.sum.Rejected++
	fmt.Fprintf(a.errs, "%s:%d: %s\n", term.Quote(raw.File), raw.Line, term.Quote(err.Error()))
}
