package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/shard"
)

// Input is one source of samples: a file, standard input, or bytes.
type Input struct {
	Path string // a file; "-" is BuildOptions.Stdin; "" is Data

	// Name is the input's name in the manifest and in rejected rows. "" stands for the last
	// part of Path, with as many folders before it as distinguish the inputs. No absolute
	// path of the machine gets into the output.
	Name string

	Data    []byte // the content, if Path is ""
	Answers []byte // BFCL's possible answers for Data, or none
}

// InputSum is an input in the manifest.
type InputSum struct {
	Path string `json:"path"` // Input.Name
	shard.Sum
	Records   int64     `json:"records"`                    // its rows, over all ranks
	Answers   *InputSum `json:"answers,omitempty"`          // the possible answers that were joined to it
	Functions string    `json:"functions_sha256,omitempty"` // of the function documents that are needed to read its sessions
}

// source is an input that can be opened repeatedly.
type source struct {
	name      string
	path      string // of a file; "" for data
	data      []byte
	answers   string // path from the caller; "" looks beside the input
	functions string // folder from the caller; "" looks beside the input
	turns     reader.Turns
	runs      bool // the input holds recorded runs
	empty     bool // it may hold no rows, because there are others
	spooled   bool // path is a copy of standard input
	sum       InputSum
	info      os.FileInfo // of the file when its checksum was taken
}

// sources opens all inputs, takes their checksums and names them. It copies standard input,
// and answers that are bytes, into the folder.
type sources struct {
	list    []*source
	spooled []*shard.File
}

// checkFiles opens the inputs that are files and takes their checksums, before anything is
// written.
func (p *plan) checkFiles(ctx context.Context) (*sources, error) {
	names := inputNames(p.Inputs)
	all := &sources{}
	for i, in := range p.Inputs {
		src := &source{name: names[i], path: in.Path, data: in.Data, answers: p.Answers, functions: p.Functions, turns: p.Turns, runs: p.Runs != nil, empty: len(p.Inputs) > 1}
		src.sum.Path = src.name
		all.list = append(all.list, src)
		if in.Path == "-" && slices.ContainsFunc(p.Inputs[:i], func(o Input) bool { return o.Path == "-" }) {
			return nil, &UsageError{errors.New("standard input (-) can be read once only")}
		}
		if in.Path == "" || in.Path == "-" {
			continue
		}
		if err := src.checkFile(ctx, p.MaxRecordBytes); err != nil {
			return nil, err
		}
	}
	return all, all.twice(ctx, p.MaxRecordBytes)
}

// twice refuses inputs with the same bytes, because each of their rows would occur twice.
// Files without rows, as idle ranks leave them, may be equal.
func (all *sources) twice(ctx context.Context, maxRecord int) error {
	seen := map[string]*source{}
	for _, src := range all.list {
		if src.path == "" || src.info == nil {
			continue // bytes, or not copied yet
		}
		first, again := seen[src.sum.SHA256]
		seen[src.sum.SHA256] = src
		if !again {
			continue
		}
		r, err := src.open(ctx, maxRecord)
		if err != nil {
			return err
		}
		_, err = r.Next()
		_ = r.Close() // later faults are found when the file is read to its end
		if !errors.Is(err, io.EOF) {
			return &UsageError{fmt.Errorf("%s and %s hold the same bytes, so that each of their rows would be there twice; name one of them", first.shown(), src.shown())}
		}
	}
	return nil
}

func (s *source) checkFile(ctx context.Context, maxRecord int) error {
	// A pipe cannot be read twice, and some special files never end.
	if info, err := os.Stat(s.path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return &UsageError{fmt.Errorf("%s is no regular file, and is read twice; give it as standard input (-)", s.path)}
	}
	r, err := s.open(ctx, maxRecord)
	if err != nil {
		return err
	}
	answers := r.AnswersFile()
	s.sum.Functions = r.FunctionsSum()
	_ = r.Close() // later faults are found when the file is read to its end
	if s.info, err = os.Stat(s.path); err != nil {
		return fmt.Errorf("reading %s: %w", s.path, err)
	}
	if s.sum.Sum, err = shard.HashFile(ctx, s.path); err != nil {
		return err
	}
	if answers != "" {
		s.answers = answers
		s.sum.Answers = &InputSum{Path: path.Join("possible_answer", filepath.Base(answers))}
		s.sum.Answers.Sum, err = shard.HashFile(ctx, answers)
	}
	return err
}

// spool copies inputs that cannot be read twice into unfinished files of the folder.
func (all *sources) spool(ctx context.Context, p *plan, folder *shard.Folder) error {
	for i, in := range p.Inputs {
		src := all.list[i]
		var err error
		switch {
		case in.Path == "-":
			err = all.spoolStdin(ctx, p, folder, src)
		case in.Path == "":
			err = all.spoolData(ctx, folder, src, in, i)
		}
		if err != nil {
			return err
		}
	}
	return all.twice(ctx, p.MaxRecordBytes)
}

func (all *sources) spoolStdin(ctx context.Context, p *plan, folder *shard.Folder, src *source) error {
	if p.Stdin == nil {
		return &UsageError{errors.New("there is no standard input to read")}
	}
	f, err := folder.Create("stdin")
	if err != nil {
		return err
	}
	all.spooled = append(all.spooled, f)
	if _, err := io.CopyBuffer(f, infile.UntilDone(ctx, p.Stdin), make([]byte, 1<<20)); err != nil {
		return fmt.Errorf("copying standard input: %w", err)
	}
	src.path, src.spooled = f.TempPath(), true
	return src.checkFile(ctx, p.MaxRecordBytes)
}

func (all *sources) spoolData(ctx context.Context, folder *shard.Folder, src *source, in Input, i int) (err error) {
	if src.sum.Sum, err = shard.HashReader(ctx, bytes.NewReader(in.Data)); err != nil || in.Answers == nil {
		return err
	}
	f, err := folder.Create(fmt.Sprintf("answers-%d", i))
	if err != nil {
		return err
	}
	all.spooled = append(all.spooled, f)
	if _, err := f.Write(in.Answers); err != nil {
		return err
	}
	src.answers = f.TempPath()
	src.sum.Answers = &InputSum{Path: path.Join("possible_answer", path.Base(src.name))}
	src.sum.Answers.Sum, err = shard.HashReader(ctx, bytes.NewReader(in.Answers))
	return err
}

// close removes the copies.
func (all *sources) close() {
	for _, f := range all.spooled {
		f.Abort()
	}
	all.spooled = nil
}

func (s *source) open(ctx context.Context, maxRecord int) (*reader.Reader, error) {
	opt := reader.Options{Answers: s.answers, Functions: s.functions, Turns: s.turns, Sessions: true, Runs: s.runs, Empty: s.empty, MaxRecordBytes: maxRecord}
	path := s.path
	if path == "" {
		path, opt.Stdin = "-", bytes.NewReader(s.data)
	}
	r, err := reader.Open(ctx, path, opt)
	var re *reader.ReadError
	if errors.As(err, &re) {
		re.File = s.shown()
	}
	return r, err
}

// unchanged returns an error for an input that was changed since its checksum was taken.
func (s *source) unchanged() error {
	if s.path == "" {
		return nil
	}
	now, err := os.Stat(s.path)
	if err != nil {
		return fmt.Errorf("reading %s: %w", s.path, err)
	}
	if now.Size() != s.info.Size() || !now.ModTime().Equal(s.info.ModTime()) {
		return &reader.ReadError{File: s.path, Err: errors.New("was changed while it was read; build again once it is complete")}
	}
	return nil
}

// inputNames names every input by the last part of its path, with as many folders before it
// as distinguish the inputs.
func inputNames(inputs []Input) []string {
	names := make([]string, len(inputs))
	parts := make([][]string, len(inputs))
	for i, in := range inputs {
		switch {
		case in.Name != "":
			parts[i] = []string{in.Name}
		case in.Path == "-":
			parts[i] = []string{"stdin"}
		case in.Path == "":
			parts[i] = []string{fmt.Sprintf("data-%d", i)}
		default:
			parts[i] = strings.Split(strings.TrimPrefix(filepath.ToSlash(filepath.Clean(in.Path)), "/"), "/")
		}
	}
	for depth := 1; ; depth++ {
		seen := make(map[string]bool, len(inputs))
		deeper := false
		for i, p := range parts {
			names[i] = strings.Join(p[max(len(p)-depth, 0):], "/")
			deeper = deeper || len(p) > depth
			seen[names[i]] = true
		}
		if len(seen) == len(inputs) || !deeper {
			return names
		}
	}
}

// shown is the input's name in messages: the given path, if there is one.
func (s *source) shown() string {
	if s.path == "" || s.spooled {
		return s.name
	}
	return s.path
}
