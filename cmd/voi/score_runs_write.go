package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/parquetfile"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/trajectory"
)

// runSink writes runs to FILE and their steps beside it; a nil one writes nothing.
type runSink struct {
	format string
	files  []*shard.File
	runs   rowWriter
	steps  rowWriter
}

// rowWriter writes rows of one kind.
type rowWriter struct {
	write func(row any) error
	close func() error
}

func openRunSink(path, format string, stdout io.Writer) (*runSink, error) {
	runsOnly := format != formatRows
	switch {
	case format != formatRows && format != formatVoi && format != formatATIF:
		return nil, usagef("--format %q is neither rows, voi nor atif", format)
	case runsOnly && strings.HasSuffix(path, ".parquet"):
		return nil, usagef("--format %s is written as JSON lines; use .jsonl, .jsonl.gz or .jsonl.zst", format)
	case path == "":
		return nil, nil
	}
	s := &runSink{format: format, steps: rowWriter{func(any) error { return nil }, func() error { return nil }}}
	if path == "-" {
		var err error
		s.runs, err = newRowWriter[trajectory.Row](stdout, "-")
		return s, err
	}
	folder := &shard.Folder{Dir: filepath.Dir(path), Owner: "score"}
	base := filepath.Base(path)
	name, suffix, _ := strings.Cut(base, ".")
	if suffix != "" {
		suffix = "." + suffix
	}
	files := []string{base, name + ".steps" + suffix}
	if runsOnly {
		files = files[:1]
	}
	for i, file := range files {
		w, err := folder.Create(file)
		if err != nil {
			s.abort()
			return nil, err
		}
		s.files = append(s.files, w)
		if i == 0 {
			s.runs, err = newRowWriter[trajectory.Row](w, base)
		} else {
			s.steps, err = newRowWriter[trajectory.StepRow](w, base)
		}
		if err != nil {
			s.abort()
			return nil, err
		}
	}
	return s, nil
}

// newRowWriter writes Parquet or JSON lines, by the name of the file.
func newRowWriter[T any](out io.Writer, name string) (rowWriter, error) {
	if strings.HasSuffix(name, ".parquet") {
		w := parquet.NewGenericWriter[T](out, parquet.Compression(parquetfile.Codec{}), parquet.CreatedBy("voi", "score", ""), parquet.MaxRowsPerRowGroup(4096))
		return rowWriter{func(row any) error { _, err := w.Write([]T{row.(T)}); return err }, w.Close}, nil
	}
	var codec io.WriteCloser
	switch {
	case strings.HasSuffix(name, ".jsonl.gz"):
		codec = gzip.NewWriter(out)
	case strings.HasSuffix(name, ".jsonl.zst"):
		z, err := zstd.NewWriter(out, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return rowWriter{}, err
		}
		codec = z
	case name != "-" && !strings.HasSuffix(name, ".jsonl"):
		return rowWriter{}, usagef("--out %s has no known suffix; use .parquet, .jsonl, .jsonl.gz or .jsonl.zst", name)
	}
	if codec != nil {
		out = codec
	}
	buffered := bufio.NewWriterSize(out, 1<<16)
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	write := func(row any) error {
		line.Reset()
		if err := enc.Encode(row); err != nil {
			return err
		}
		_, err := buffered.Write(line.Bytes())
		return err
	}
	return rowWriter{write, func() error {
		err := buffered.Flush()
		if codec != nil {
			err = errors.Join(err, codec.Close())
		}
		return err
	}}, nil
}

func (s *runSink) write(one *scoredRun) error {
	if s == nil {
		return nil
	}
	for i := range one.rows {
		var row any = one.rows[i]
		switch s.format {
		case formatVoi:
			row = one.runs[i].Value()
		case formatATIF:
			row = one.runs[i].ATIF()
		}
		if err := s.runs.write(row); err != nil {
			return err
		}
	}
	if s.format != formatRows {
		return nil
	}
	for i := range one.steps {
		if err := s.steps.write(one.steps[i]); err != nil {
			return err
		}
	}
	return nil
}

// commit makes the steps visible, then the runs.
func (s *runSink) commit() error {
	if s == nil {
		return nil
	}
	if err := errors.Join(s.runs.close(), s.steps.close()); err != nil {
		return err
	}
	for len(s.files) > 0 {
		last := len(s.files) - 1
		if _, err := s.files[last].Commit(); err != nil {
			return err
		}
		s.files = s.files[:last]
	}
	return nil
}

// abort removes what is half written.
func (s *runSink) abort() {
	if s == nil {
		return
	}
	for _, f := range s.files {
		f.Abort()
	}
}
