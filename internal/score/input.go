package score

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/rollout"
	"github.com/voi-rl/voi/internal/shard"
)

// input is one file of completions. It can be opened repeatedly.
type input struct {
	name string // its name in messages and rejections
	path string
	info os.FileInfo
	step string // the step in the file's name, as JSON; "" for none
	sum  string // checksum of standard input; files are identified by size and time

	empty bool // it may hold no rows, because there are others

	schema  *parquet.Schema // of a Parquet file, else nil
	columns []string        // its top-level columns
}

func newInputs(paths []string) []*input {
	all := make([]*input, len(paths))
	names := shortNames(paths)
	for i, path := range paths {
		all[i] = &input{name: names[i], path: path, empty: len(paths) > 1}
		if step, ok := rollout.FileStep(path); ok {
			all[i].step = strconv.FormatInt(step, 10)
		}
	}
	return all
}

// openInputs checks the inputs that are files, before anything is written.
func openInputs(p *plan) ([]*input, error) {
	if err := KeepInputs(p.Inputs, p.Out); err != nil {
		return nil, err
	}
	all := newInputs(p.Inputs)
	for i, path := range p.Inputs {
		if path == "-" {
			continue
		}
		// A pipe cannot be read twice, and some special files never end.
		if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			return nil, usagef("%s is no regular file, and is read twice; give it as standard input (-)", path)
		}
		r, err := all[i].open(context.Background(), p.MaxRecordBytes)
		if err != nil {
			return nil, err
		}
		if err := r.Close(); err != nil {
			return nil, err
		}
		if all[i].info, err = os.Stat(path); err != nil {
			return nil, fmt.Errorf("reading %s: %w", path, err)
		}
		if err := all[i].readSchema(); err != nil {
			return nil, fmt.Errorf("reading %s: %w", path, err)
		}
		for _, other := range all[:i] {
			if other.info != nil && os.SameFile(other.info, all[i].info) {
				return nil, usagef("%s and %s are one file, so that each of its rows would be scored twice; name it once", other.path, path)
			}
		}
	}
	return all, nil
}

// KeepInputs refuses an output that would overwrite an input, itself or by a file beside it. It asks the file system, because one file has many names.
func KeepInputs(inputs []string, out string) error {
	if out == "" || out == "-" {
		return nil
	}
	for _, suffix := range []string{"", RejectedSuffix, metaSuffix} {
		written, err := os.Stat(out + suffix)
		if err != nil {
			continue // there is nothing to overwrite
		}
		for _, path := range inputs {
			if info, err := os.Stat(path); err == nil && os.SameFile(info, written) {
				return usagef("%s is both read and written (--out %s); write to another file", path, out)
			}
		}
	}
	return nil
}

// spool copies standard input into the working folder, because it is read twice.
func (in *input) spool(ctx context.Context, stdin io.Reader, folder *shard.Folder, name string) error {
	if in.path != "-" {
		return nil
	}
	f, err := folder.Create(name)
	if err != nil {
		return err
	}
	defer f.Abort()
	if _, err := io.Copy(f, infile.UntilDone(ctx, stdin)); err != nil {
		return fmt.Errorf("copying standard input: %w", err)
	}
	sum, err := f.Commit()
	if err != nil {
		return err
	}
	in.path, in.sum = filepath.Join(folder.Dir, name), sum.SHA256
	if in.info, err = os.Stat(in.path); err != nil {
		return err
	}
	return in.readSchema()
}

func (in *input) open(ctx context.Context, maxRecord int) (*reader.Reader, error) {
	r, err := reader.Open(ctx, in.path, reader.Options{Empty: in.empty, MaxRecordBytes: maxRecord})
	return r, in.named(err)
}

// openOnce opens an input that is read only once, standard input directly.
func (in *input) openOnce(ctx context.Context, p *plan) (*reader.Reader, error) {
	return reader.Open(ctx, in.path, reader.Options{Empty: in.empty, MaxRecordBytes: p.MaxRecordBytes, Stdin: p.Stdin})
}

// named puts the name that the user knows into an error of reading.
func (in *input) named(err error) error {
	var re *reader.ReadError
	if errors.As(err, &re) && in.sum != "" {
		re.File = "standard input"
	}
	return err
}

// identity identifies the content of an input for Resume.
func (in *input) identity() string {
	if in.sum != "" {
		return in.sum
	}
	return fmt.Sprintf("%s %d %d", in.name, in.info.Size(), in.info.ModTime().UnixNano())
}

// unchanged returns an error if the file has changed since openInputs.
func (in *input) unchanged() error {
	info, err := os.Stat(in.path)
	if err != nil {
		return fmt.Errorf("reading %s: %w", in.name, err)
	}
	if info.Size() != in.info.Size() || !info.ModTime().Equal(in.info.ModTime()) {
		return &reader.ReadError{File: in.name, Err: errors.New("was changed while it was read; score it again once it is complete")}
	}
	return nil
}

// shortNames returns the last part of each path, with as many folders before it as tell the
// paths apart. No absolute path of the machine gets into an output.
func shortNames(paths []string) []string {
	names := make([]string, len(paths))
	for i, path := range paths {
		parts := strings.Split(filepath.ToSlash(filepath.Clean(path)), "/")
		for n := 1; ; n++ {
			names[i] = strings.Join(parts[max(0, len(parts)-n):], "/")
			alone := !slices.ContainsFunc(paths, func(o string) bool {
				return o != path && (o == names[i] || strings.HasSuffix(filepath.ToSlash(filepath.Clean(o)), "/"+names[i]))
			})
			if alone || n >= len(parts) {
				break
			}
		}
	}
	return names
}
