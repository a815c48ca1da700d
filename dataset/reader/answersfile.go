package reader

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// answers are the possible answers of a BFCL file, by id. A nil *answers is empty.
type answers struct {
	path string
	byID map[string]domains.Value
	size int
}

// maxAnswers bounds the text of an answers file, in bytes, because it is kept in memory.
// BFCL's largest file has 1 MiB.
const maxAnswers = 32 << 20

// openAnswers loads the answers file in the options, or the one beside the input; nil if
// there is neither.
func openAnswers(ctx context.Context, path string, opt Options) (*answers, error) {
	name := opt.Answers
	if name == "" {
		name = siblingAnswers(path)
	}
	if name == "" {
		return nil, nil
	}
	a, err := loadAnswers(ctx, name, opt)
	if err != nil {
		return nil, fmt.Errorf("its possible answers: %w", err)
	}
	return a, nil
}

// siblingAnswers looks for possible_answer/NAME beside the input, compressed or not.
func siblingAnswers(path string) string {
	if path == "-" {
		return ""
	}
	dir, name := filepath.Split(path)
	if filepath.Base(filepath.Clean(dir)) == "possible_answer" {
		return ""
	}
	plain := strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	for _, try := range [...]string{name, plain, plain + ".gz", plain + ".zst"} {
		beside := filepath.Join(dir, "possible_answer", try)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside
		}
	}
	return ""
}

func loadAnswers(ctx context.Context, path string, opt Options) (*answers, error) {
	r := &Reader{ctx: ctx, name: path, size: -1, read: newCounter()}
	defer r.Close()
	if err := r.openRows(path, opt); err != nil {
		return nil, &ReadError{File: path, Err: err}
	}
	a := &answers{path: path, byID: map[string]domains.Value{}}
	for raw, err := range r.All() {
		if err != nil {
			return nil, err
		}
		if err := a.add(&raw); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", raw.File, raw.Line, err)
		}
	}
	return a, nil
}

func (a *answers) add(raw *Raw) error {
	v, err := raw.Parse()
	if err == nil {
		err = raw.Odd(isField)
	}
	if err != nil {
		return err
	}
	if a.size += raw.length(); a.size > maxAnswers {
		return fmt.Errorf("more than %d MiB of possible answers; give only those of the input", maxAnswers>>20)
	}
	d := draft{row: v}
	id, err := d.id("id")
	if err != nil {
		return err
	}
	truth, ok := v.Get("ground_truth")
	if id == "" || !ok {
		return errors.New("a possible answer needs id and ground_truth; check that this is BFCL's file of answers")
	}
	if old, twice := a.byID[id]; twice && !jsonvalue.Equal(old, truth) {
		return fmt.Errorf("the id %s has two different answers; remove one", excerpt(id))
	}
	a.byID[id] = truth
	return nil
}

// get returns the ground truth of an id, null if there is none.
func (a *answers) get(id string) (domains.Value, error) {
	if a == nil {
		return domains.Value{}, nil
	}
	if id == "" {
		return domains.Value{}, rowError(dataset.CodeNoReference, "id", "the row has no id by which its possible answer could be found")
	}
	return a.byID[id], nil
}
