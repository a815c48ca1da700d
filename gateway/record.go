package gateway

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// recorder records conversations as runs, with the decisions; a nil recorder records
// nothing. A run is a file with one line in the folder runs, named by a hash of the
// conversation. Its decisions are the lines of a file with the same name in
// decisions/POLICY. A reply writes both under a new name and removes the files of the
// conversation before it, so that each run is recorded once. Files appear whole or not at
// all: a killed process leaves at most a run together with its beginning. If a
// conversation branches, the branch that continues first keeps the earlier decisions.
type recorder struct{ dir string }

// The folders of a recording.
const (
	RunsFolder      = "runs"
	DecisionsFolder = "decisions"
)

// stale is the age from which on an unfinished file counts as abandoned.
const stale = time.Hour

func newRecorder(dir string) (*recorder, error) {
	if dir == "" {
		return nil, nil
	}
	for _, folder := range []string{RunsFolder, DecisionsFolder} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o777); err != nil {
			return nil, fmt.Errorf("gateway: the folder of recordings: %w", err)
		}
	}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasPrefix(e.Name(), pending) {
			return nil // a file of another process in the folder
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > stale {
			_ = os.Remove(path)
		}
		return nil
	})
	return &recorder{dir}, err
}

// pending begins the names of unfinished files.
const pending = ".pending-"

func (r *recorder) path(folder, key string) string {
	return filepath.Join(r.dir, folder, key[:2], key+".jsonl")
}

// write records a reply to a request that can be read.
func (r *recorder) write(t *Turn, given *Reply, d *Decision) error {
	if r == nil || t.unread != nil {
		return nil
	}
	run := t.with(given)
	parent := ""
	for i := len(t.Run.Messages) - 1; i >= 0 && parent == ""; i-- {
		if t.Run.Messages[i].Role == dataset.Assistant {
			parent = t.key(run.Messages[:i+1])
		}
	}
	key := t.key(run.Messages)
	run.ID = key
	if given := t.Body.Field("metadata").Field("trajectory_id").Str(); given != "" {
		run.ID = given
	}
	if _, err := os.Stat(r.path(RunsFolder, key)); err == nil {
		return nil // a repeated request
	}
	for i := range d.Stages {
		s := &d.Stages[i]
		folder := filepath.Join(DecisionsFolder, fileName(s.Policy.Name))
		lines, err := r.decisions(folder, parent, run.ID)
		if err != nil {
			return err
		}
		record := decision.Record{
			Episode: run.ID, Task: run.TaskID, Step: int64(len(t.Run.Steps())), Actions: s.Actions, Signals: s.Signals,
			Action: s.Action, Result: s.Why, Cost: 1,
		}
		record.Stamp(s.Policy)
		text, err := record.MarshalJSON()
		if err != nil {
			return err
		}
		if !s.State.IsNull() {
			text = append(text[:len(text)-1], `,"state":`+s.State.JSON()+"}"...)
		}
		if err := r.put(r.path(folder, key), lines+string(text)+"\n"); err != nil {
			return err
		}
	}
	if err := r.put(r.path(RunsFolder, key), run.Value().JSON()+"\n"); err != nil {
		return err
	}
	if parent == "" {
		return nil
	}
	err := gone(os.Remove(r.path(RunsFolder, parent)))
	for i := range d.Stages {
		err = errors.Join(err, gone(os.Remove(r.path(filepath.Join(DecisionsFolder, fileName(d.Stages[i].Policy.Name)), parent))))
	}
	return err
}

// gone returns an error unless it says that a file does not exist.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// decisions returns the earlier decisions of a run, under its new name.
func (r *recorder) decisions(folder, parent, id string) (lines string, err error) {
	if parent == "" {
		return "", nil
	}
	text, err := os.ReadFile(r.path(folder, parent))
	if err != nil {
		return "", gone(err)
	}
	var renamed []byte
	for line := range strings.Lines(string(text)) {
		v, err := jsonvalue.Parse(line, jsonvalue.Options{})
		if err != nil {
			return "", fmt.Errorf("a recorded decision cannot be read: %w", err)
		}
		renamed = append(v.With("episode", jsonvalue.NewString(id)).AppendJSON(renamed), '\n')
	}
	return string(renamed), nil
}

// fileName turns a policy's name into the name of a folder.
func fileName(policy string) string {
	return strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, policy[:min(len(policy), 100)])
}

// put writes a file atomically.
func (r *recorder) put(path, text string) error {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, pending)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(dir, 0o777); err == nil {
			f, err = os.CreateTemp(dir, pending)
		}
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
