package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/llm"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/internal/term"

	"github.com/voi-rl/voi/certainty/grounding"
)

// readFlags are the flags of voi read.
type readFlags struct {
	format string
	strict bool
	model  modelFlags
}

func newRead() *cobra.Command {
	var f readFlags
	cmd := described("read", &cobra.Command{
		Args: atMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.format == "" {
				if f.format = "jsonl"; term.IsTerminal(cmd.OutOrStdout()) {
					f.format = "text"
				}
			}
			if f.format != "jsonl" && f.format != "text" {
				return usagef("--format %q is neither text nor jsonl", f.format)
			}
			ctx, model, err := f.model.open(cmd.Context(), f.model.reads() || f.model.asked())
			if err != nil {
				return err
			}
			out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
			r := &readRun{out: out, errs: cmd.ErrOrStderr(), ahead: 1, text: f.format == "text", colour: term.IsTerminal(cmd.OutOrStdout()), annotator: domains.SchemaAnnotator{}}
			if model != nil {
				r.ahead = max(f.model.opt.Concurrency, 1)
			}
			if f.model.reads() {
				r.labeler.Reader = model.Reader()
			}
			if f.model.asked() {
				r.annotator = model.Annotator()
			}
			if f.model.opt.DryRun {
				r.out = bufio.NewWriter(io.Discard)
			}
			path := "-"
			if len(args) == 1 {
				path = args[0]
			}
			err = whyStopped(ctx, r.file(ctx, path, cmd.InOrStdin()))
			if flushed := out.Flush(); flushed != nil && err == nil {
				err = fmt.Errorf("writing to stdout: %w", flushed)
			}
			r.close(model)
			switch {
			case err != nil:
				return err
			case r.rejected > 0 && r.printed == 0:
				return fmt.Errorf("no conversation could be read; %s rejected", term.Count(r.rejected, "record"))
			case f.strict && r.rejected > 0:
				return rejectedError{r.rejected}
			}
			return nil
		},
	})
	flags := cmd.Flags()
	f.model.registerReader(flags, "")
	flags.StringVar(&f.format, "format", "", "text or jsonl (default text on a terminal, else jsonl)")
	flags.BoolVar(&f.strict, "strict", false, "exit with 3 if any record was rejected")
	f.model.register(flags)
	return cmd
}

// readRun is one run of voi read.
type readRun struct {
	labeler   label.Labeler
	annotator domains.Annotator
	ahead     int // conversations that are read concurrently
	out       *bufio.Writer
	errs      io.Writer
	text      bool
	colour    bool
	printed   int64
	rejected  int64
}

// file reads the records of a file, several concurrently, and prints them in order.
func (r *readRun) file(ctx context.Context, path string, stdin io.Reader) error {
	in, err := reader.Open(ctx, path, reader.Options{Stdin: stdin, Sessions: true})
	if err != nil {
		return err
	}
	defer in.Close()
	conversations := func(_ context.Context, give func(*readOne, int64) error) error {
		for raw, err := range in.All() {
			if err == nil {
				err = give(r.decode(in, raw), 1)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	read := func(one *readOne) error {
		r.read(ctx, one)
		return nil
	}
	return ordered.Run(ctx, r.ahead, int64(r.ahead), conversations, read, r.print)
}

// readOne is a record with its reading.
type readOne struct {
	sample  *dataset.Sample
	reading *grounding.Reading
	why     string // why there is no reading
	err     error  // the run cannot go on
	place   string
}

// decode reads a record as the sample that voi build makes of it, so that --readings finds
// it by its id and counts the same turns. Messages and tools that nobody has answered yet,
// or that go on behind the answer, are read whole.
func (r *readRun) decode(in *reader.Reader, raw reader.Raw) *readOne {
	one := &readOne{place: fmt.Sprintf("%s:%d", term.Quote(raw.File), raw.Line)}
	rec := in.Decode(raw)
	one.sample = rec.Sample
	if whole := conversation(raw, rec); whole != nil {
		one.sample = whole
	}
	if one.sample == nil {
		one.why = rec.Rejection.Code + ": " + rec.Rejection.Message
	}
	return one
}

// conversation returns all messages of a record with its tools; nil if it has no such
// fields, if they hold nothing behind the answer of its sample, or if it says itself what is
// right and that is faulty.
func conversation(raw reader.Raw, rec reader.Record) *dataset.Sample {
	v, err := raw.Parse()
	if err != nil || v.Field("messages").IsNull() || v.Field("tools").IsNull() {
		return nil
	}
	s := &dataset.Sample{}
	if s.Messages, err = dataset.ParseMessages(v.Field("messages")); err == nil {
		s.Tools, err = domains.ParseTools(v.Field("tools"))
	}
	switch {
	case err != nil:
		return nil
	case rec.Asked != nil:
		s.ID = rec.Asked.ID
	case rec.Sample == nil && !v.Field("reference").IsNull():
		return nil
	case rec.Sample != nil && len(s.Messages) <= len(rec.Sample.Messages)+1:
		return nil
	case rec.Sample != nil && rec.Sample.ID != rec.Sample.ContentID():
		s.ID = rec.Sample.ID
	}
	s.ID = cmp.Or(s.ID, s.ContentID())
	return s
}

func (r *readRun) print(one *readOne) error {
	switch {
	case one.err != nil:
		return one.err
	case one.why != "":
		r.rejected++
		fmt.Fprintf(r.errs, "%s: %s\n", one.place, term.Quote(one.why))
		return nil
	}
	r.printed++
	if r.text {
		printReading(r.out, one, r.colour)
		return nil
	}
	line := jsonvalue.NewObject(append([]jsonvalue.Member{{Key: "sample_id", Value: jsonvalue.NewString(one.sample.ID)}}, one.reading.Value().Members()...)...)
	if _, err := r.out.Write(append(line.AppendJSON(nil), '\n')); err != nil {
		return fmt.Errorf("writing to stdout: %w", err)
	}
	return nil
}

func (r *readRun) read(ctx context.Context, one *readOne) {
	if one.why != "" {
		return
	}
	s := one.sample
	s.Messages = export.Conversation(s.Messages)
	sets, err := domains.Complete(ctx, r.annotator, s.Tools, nil)
	if err != nil {
		one.why, one.err = err.Error(), ctx.Err()
		return
	}
	one.reading, one.err = r.labeler.Read(ctx, label.Input(s, sets))
}

// close reports the rejected records and the model usage.
func (r *readRun) close(model *llm.Model) {
	if r.rejected > 0 {
		fmt.Fprintf(r.errs, "%s rejected\n", term.Count(r.rejected, "record"))
	}
	if model != nil {
		printUsage(r.errs, model.Usage())
	}
}
