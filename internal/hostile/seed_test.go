//go:build linux

package hostile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Seed is what voi itself has made of the embedded examples: shards, completions
// that belong to them, and what scoring them gives. Generators damage copies.
type Seed struct {
	Dir  string // holds all of it
	Data string // the shards, as --data takes them
}

// The files of a seed, below Dir.
const (
	shardFile       = "data/train/part-00000-00000.parquet"
	rowsFile        = "data/sft/train/part-00000-00000.parquet" // which voi build reads, too
	completionsFile = "completions.jsonl"
	scoredFile      = "scored.parquet"
	columnsFile     = "completions.parquet"
	decisionsFile   = "decisions.parquet"
)

// completion is a row of completions as Parquet.
type completion struct {
	SampleID   string `parquet:"sample_id"`
	Completion string `parquet:"completion"`
}

// NewSeed has voi build the shards into an empty folder. voi runs it with the
// given arguments and fails where it does.
func NewSeed(dir string, voi func(args ...string) error) (*Seed, error) {
	s := &Seed{Dir: dir, Data: filepath.Join(dir, "data")}
	if err := voi("build", "--out", s.Data, "--layout", "generic,trl,verl,openrlhf,nemo-gym,slime,sft,pref"); err != nil {
		return nil, err
	}
	rows, err := s.completions()
	if err != nil {
		return nil, err
	}
	var lines, columns bytes.Buffer
	for _, r := range rows {
		lines.WriteString(jsonvalue.NewObject(
			jsonvalue.Member{Key: "sample_id", Value: jsonvalue.NewString(r.SampleID)},
			jsonvalue.Member{Key: "completion", Value: jsonvalue.NewString(r.Completion)},
		).JSON() + "\n")
	}
	w := parquet.NewGenericWriter[completion](&columns, parquet.Compression(&parquet.Zstd))
	_, err = w.Write(rows)
	if err = errors.Join(err, w.Close(),
		os.WriteFile(s.path(completionsFile), lines.Bytes(), 0o666),
		os.WriteFile(s.path(columnsFile), columns.Bytes(), 0o666)); err != nil {
		return nil, err
	}
	return s, errors.Join(
		voi("score", s.path(completionsFile), "--data", s.Data, "--out", s.path(scoredFile)),
		voi("replay", "--sim", "graph", "--seeds", "5", "--out", s.path(decisionsFile)))
}

// completions has two completions for each sample of the shards.
func (s *Seed) completions() ([]completion, error) {
	samples, err := parquet.ReadFile[struct {
		SampleID string `parquet:"sample_id"`
	}](s.path(shardFile))
	if err != nil {
		return nil, err
	}
	var rows []completion
	for i, sample := range samples {
		rows = append(rows,
			completion{sample.SampleID, fmt.Sprintf("<ASK>Which of %d?</ASK>", i)},
			completion{sample.SampleID, "Done."})
	}
	return rows, nil
}

func (s *Seed) path(name string) string { return filepath.Join(s.Dir, filepath.FromSlash(name)) }

// read returns a file of the seed; a seed lacks none.
func (s *Seed) read(name string) []byte {
	text, err := os.ReadFile(s.path(name))
	if err != nil {
		panic(err)
	}
	return text
}

// row is one line that voi build takes.
const row = `{"id":"good","messages":[{"role":"user","content":"Book a table in Lisbon"}],` +
	`"tools":[{"name":"book","description":"Book a table","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}],` +
	`"reference":{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"city":"Lisbon"}}]}}` + "\n"

// copyTo copies a folder of the seed, without the layouts that are not named.
func (s *Seed) copyTo(dir string) error {
	return filepath.WalkDir(s.Data, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(s.Data, path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, rel)
		if e.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o666)
	})
}

// folder is a case of a copy of the shards in which something was changed.
func folder(name string, change func(s *Seed, dir string) error, runs ...Run) Case {
	return Case{Name: name, Runs: runs, Make: func(s *Seed, dir string) error {
		if err := s.copyTo(filepath.Join(dir, "data")); err != nil {
			return err
		}
		return change(s, filepath.Join(dir, "data"))
	}}
}

// edit replaces a text in a file, all of them.
func edit(path, old, new string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !bytes.Contains(text, []byte(old)) {
		return fmt.Errorf("%s does not hold %s", path, old)
	}
	return os.WriteFile(path, []byte(strings.ReplaceAll(string(text), old, new)), 0o666)
}
