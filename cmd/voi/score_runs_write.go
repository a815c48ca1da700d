package main

import (
	"bufio"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/parquetfile"
	"github.com/voi-rl/voi/internal/report"
	"github.com/voi-rl/voi/internal/score"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/trajectory"
)

// runSink writes runs to FILE, their steps and the rejected rows beside it; a nil runSink
// writes nothing.
type runSink struct {
	folder   *shard.Folder // nil: to stdout, without steps and rejected rows
	name     string        // of FILE in the folder
	files    []*shard.File // FILE first: it becomes visible last
	runs     rowWriter
	steps    rowWriter
	rejected *rowWriter // nil before the first rejected row
}

// rowWriter writes rows of one kind, each a value or an asLine.
type rowWriter struct {
	write func(row any) error
	close func() error
}

// checkFormat refuses a --format that does not fit the name of --out.
func (f *runFlags) checkFormat(out string) error {
	switch {
	case f.format != formatRows && f.format != formatVoi && f.format != formatATIF:
		return usagef("--format %q is neither rows, voi nor atif", f.format)
	case f.format != formatRows && strings.HasSuffix(out, ".parquet"):
		return usagef("--format %s is written as JSON lines; use .jsonl, .jsonl.gz or .jsonl.zst", f.format)
	case out == "" || out == "-":
		return nil
	}
	return checkSuffix(out)
}

// checkSuffix refuses a name whose suffix gives no format.
func checkSuffix(name string) error {
	if slices.ContainsFunc([]string{".parquet", ".jsonl", ".jsonl.gz", ".jsonl.zst"}, func(suffix string) bool { return strings.HasSuffix(name, suffix) }) {
		return nil
	}
	return usagef("--out %s has no known suffix; use .parquet, .jsonl, .jsonl.gz or .jsonl.zst", name)
}

func openRunSink(path, format string, stdout io.Writer) (*runSink, error) {
	if path == "" {
		return nil, nil
	}
	s := &runSink{steps: rowWriter{func(any) error { return nil }, func() error { return nil }}}
	if path == "-" {
		var err error
		s.runs, err = newRowWriter[trajectory.Row](stdout, "-")
		return s, err
	}
	s.folder = &shard.Folder{Dir: filepath.Dir(path), Owner: "score"}
	s.name = filepath.Base(path)
	files := []string{s.name, filepath.Base(report.StepsFile(path))}
	if format != formatRows {
		files = files[:1]
	}
	for i, file := range files {
		w, err := s.folder.Create(file)
		if err != nil {
			s.abort()
			return nil, err
		}
		s.files = append(s.files, w)
		if i == 0 {
			s.runs, err = newRowWriter[trajectory.Row](w, s.name)
		} else {
			s.steps, err = newRowWriter[trajectory.StepRow](w, s.name)
		}
		if err != nil {
			s.abort()
			return nil, err
		}
	}
	return s, nil
}

// newRowWriter writes Parquet or JSON lines, by the suffix of the file.
func newRowWriter[T any](out io.Writer, name string) (rowWriter, error) {
	if strings.HasSuffix(name, ".parquet") {
		w := parquet.NewGenericWriter[T](out, parquet.Compression(parquetfile.Codec{}), parquet.CreatedBy("voi", "score", ""), parquet.MaxRowsPerRowGroup(4096))
		return rowWriter{func(row any) error {
			if l, ok := row.(*asLine[T]); ok {
				v, err := l.row()
				if err != nil {
					return err
				}
				row = v
			}
			_, err := w.Write([]T{row.(T)})
			return err
		}, w.Close}, nil
	}
	if err := checkSuffix(name); name != "-" && err != nil {
		return rowWriter{}, err
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
	}
	if codec != nil {
		out = codec
	}
	buffered := bufio.NewWriterSize(out, 1<<16)
	write := func(row any) error {
		line := func() ([]byte, error) { return lineOf(row) }
		if l, ok := row.(*asLine[T]); ok {
			line = l.line
		}
		text, err := line()
		if err != nil {
			return err
		}
		_, err = buffered.Write(text)
		return errors.Join(err, buffered.WriteByte('\n'))
	}
	return rowWriter{write, func() error {
		err := buffered.Flush()
		if codec != nil {
			err = errors.Join(err, codec.Close())
		}
		return err
	}}, nil
}

func (s *runSink) write(r *runRecord) error {
	if s == nil {
		return nil
	}
	if r.Rejected != nil && s.folder != nil {
		if err := s.reject(r.Rejected); err != nil {
			return err
		}
	}
	for i := range r.Runs {
		if err := s.runs.write(&r.Runs[i].Row); err != nil {
			return err
		}
	}
	for i := range r.Steps {
		if err := s.steps.write(&r.Steps[i]); err != nil {
			return err
		}
	}
	return nil
}

// reject writes a rejected row; the first one creates the file.
func (s *runSink) reject(r *reader.Rejection) error {
	if s.rejected == nil {
		file, err := s.folder.Create(s.name + score.RejectedSuffix)
		if err != nil {
			return err
		}
		s.files = append(s.files, file)
		w, err := newRowWriter[reader.Rejection](file, score.RejectedSuffix)
		if err != nil {
			return err
		}
		s.rejected = &w
	}
	return s.rejected.write(r)
}

// commit makes the rejected rows visible, if there are any, then the steps, then the runs.
func (s *runSink) commit() error {
	if s == nil {
		return nil
	}
	err := errors.Join(s.runs.close(), s.steps.close())
	switch {
	case s.rejected != nil:
		err = errors.Join(err, s.rejected.close())
	case s.folder != nil && err == nil:
		err = s.folder.Remove(s.name + score.RejectedSuffix) // of an earlier run
	}
	if err != nil {
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

// abort removes the unfinished files.
func (s *runSink) abort() {
	if s == nil {
		return
	}
	for _, f := range s.files {
		f.Abort()
	}
}
