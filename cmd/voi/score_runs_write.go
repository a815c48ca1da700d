package main

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/report"
	"github.com/voi-rl/voi/internal/score"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/trajectory"
)

// runSink writes runs to FILE, their steps and the rejected rows beside it.
type runSink struct {
	path     string   // of FILE; empty: no file. "-": stdout, without steps and rejected rows
	runs     *rowFile // they become visible last
	steps    *rowFile
	rejected *rowFile // nil before the first rejected row
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

func openRunSink(path, format string, stdout io.Writer) (s *runSink, err error) {
	s = &runSink{path: path}
	if s.runs, err = openRows[trajectory.Row]("score", path, stdout); err == nil && s.beside() && format == formatRows {
		s.steps, err = openRows[trajectory.StepRow]("score", report.StepsFile(path), nil)
	}
	if err != nil {
		s.abort()
	}
	return s, err
}

// beside reports whether files stand beside FILE.
func (s *runSink) beside() bool { return s.path != "" && s.path != "-" }

func (s *runSink) write(r *runRecord) (err error) {
	if r.Rejected != nil && s.beside() {
		if s.rejected == nil {
			s.rejected, err = openRows[reader.Rejection]("score", s.path+score.RejectedSuffix, nil)
		}
		if err == nil {
			err = s.rejected.write(r.Rejected)
		}
	}
	for i := range r.Runs {
		if err == nil {
			err = s.runs.write(&r.Runs[i].Row)
		}
	}
	for i := range r.Steps {
		if err == nil {
			err = s.steps.write(&r.Steps[i])
		}
	}
	return err
}

// commit takes away what an earlier run rejected only when its own files are complete.
func (s *runSink) commit() error {
	files := []*rowFile{s.rejected, s.steps, s.runs}
	if err := completeRows(files...); err != nil {
		return err
	}
	if s.beside() && s.rejected == nil {
		if err := (&shard.Folder{Dir: filepath.Dir(s.path)}).Remove(filepath.Base(s.path) + score.RejectedSuffix); err != nil {
			return err
		}
	}
	return publishRows(files...)
}

// abort removes the unfinished files.
func (s *runSink) abort() {
	for _, r := range []*rowFile{s.runs, s.steps, s.rejected} {
		r.abort()
	}
}
