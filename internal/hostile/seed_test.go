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

// Seed is voi's output for the embedded examples: shards, completions for their samples,
// and scored completions. Generators damage copies of it.
type Seed struct {
	Dir  string // the folder of everything
	Data string // the shards, for --data
}

// The files of a seed, below Dir.
const (
	shardFile       = "data/train/part-00000-00000.parquet"
	rowsFile        = "data/sft/train/part-00000-00000.parquet" // voi build reads this one, too
	completionsFile = "completions.jsonl"
	scoredFile      = "scored.parquet"
	columnsFile     = "completions.parquet"
	decisionsFile   = "decisions.parquet"
)

// completion is a row of a Parquet file of completions.
type completion struct {
	SampleID   string `parquet:"sample_id"`
	Completion string `parquet:"completion"`
}

// NewSeed lets voi build the shards into an empty folder. voi runs the program with the
// given arguments.
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

// completions returns two completions for each sample of the shards.
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

// read returns a file of the seed; the file must exist.
func (s *Seed) read(name string) []byte {
	text, err := os.ReadFile(s.path(name))
	if err != nil {
		panic(err)
	}
	return text
}

// row is one valid line for voi build.
const row = `{"id":"good","messages":[{"role":"user","content":"Book a table in Lisbon"}],` +
	`"tools":[{"name":"book","description":"Book a table","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}],` +
	`"reference":{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"city":"Lisbon"}}]}}` + "\n"

// copyTo copies the seed's shards into dir.
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

// folder is a case with a changed copy of the shards.
func folder(name string, change func(s *Seed, dir string) error, runs ...Run) Case {
	return Case{Name: name, Runs: runs, Make: func(s *Seed, dir string) error {
		if err := s.copyTo(filepath.Join(dir, "data")); err != nil {
			return err
		}
		return change(s, filepath.Join(dir, "data"))
	}}
}

// edit replaces all occurrences of a text in a file.
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
