package tasks

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/term"
)

// BuildOptions are the options of Build.
type BuildOptions struct {
	Inputs   []string // files; "-" is Reader.Stdin
	Names    []string // their names in the summary; nil: the last part of each path
	Reader   reader.Options
	Maker    Maker
	Layouts  []Layout // from ParseLayouts; nil: tasks
	Out      string   // the folder
	Rank     shard.Rank
	Workers  int // 0: the number of cores
	Progress func(rows, rejected int64)
}

// Summary counts what was read and made. It is written to DIR/tasks/summary-RANK.json.
type Summary struct {
	Inputs   []Source         `json:"inputs"`
	Seed     uint64           `json:"seed"`
	Rows     int64            `json:"rows"`     // of this rank
	Rejected int64            `json:"rejected"` // rows without a sample, or sessions with an unreadable turn
	Tasks    map[string]int64 `json:"tasks"`    // by class
	NotMade  map[string]int64 `json:"not_made"` // by class and reason, as "ambiguous.no_clause"
	Rules    map[string]int64 `json:"rules"`    // infeasible tasks, by the rule that corrupted them
	Files    []File           `json:"files"`
}

// Source is an input file.
type Source struct {
	Name string `json:"name"`
	shard.Sum
}

// File is an output file.
type File struct {
	Path  string `json:"path"` // below DIR
	Tasks int64  `json:"tasks"`
	shard.Sum
}

// Text formats the summary for people.
func (s *Summary) Text() string {
	made := int64(0)
	for _, n := range s.Tasks {
		made += n
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s made of %s (%d rejected): %s\n", term.Count(made, "task"), term.Count(s.Rows, "row"), s.Rejected, term.Counts(s.Tasks))
	if len(s.NotMade) > 0 {
		fmt.Fprintf(&b, "not made: %s\n", term.Counts(s.NotMade))
	}
	if len(s.Rules) > 0 {
		fmt.Fprintf(&b, "corrupted by: %s\n", term.Counts(s.Rules))
	}
	for _, f := range s.Files {
		fmt.Fprintf(&b, "%s: %s\n", f.Path, term.Count(f.Tasks, "task"))
	}
	return b.String()
}

// batch holds rows in progress and their tasks.
type batch struct {
	groups []*Group
	made   [][]*env.Task
	unmade [][]Unmade
}

const batchRows = 16

// Build makes the tasks of files and writes them to Out/LAYOUT/SPLIT/RANK.jsonl, each file
// atomically. The same inputs and options give the same bytes at any number of workers. A
// rank processes the rows that it owns, counted over all inputs.
func Build(ctx context.Context, opt BuildOptions) (*Summary, error) {
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	w := &writer{
		folder: &shard.Folder{Dir: opt.Out, Owner: "tasks-" + opt.Rank.String()}, rank: opt.Rank, layouts: opt.Layouts, files: map[string]*taskFile{},
		sum: Summary{Seed: opt.Maker.Seed, Tasks: map[string]int64{}, NotMade: map[string]int64{}, Rules: map[string]int64{}},
	}
	for i, input := range opt.Inputs {
		name := path.Base(strings.ReplaceAll(input, "\\", "/"))
		if opt.Names != nil {
			name = opt.Names[i]
		}
		src := Source{Name: name}
		if input != "-" {
			var err error
			if src.Sum, err = shard.HashFile(ctx, input); err != nil {
				return nil, err
			}
		}
		w.sum.Inputs = append(w.sum.Inputs, src)
	}
	if w.layouts == nil {
		w.layouts, _ = ParseLayouts(nil)
	}
	err := ordered.Run(ctx, opt.Workers, int64(4*opt.Workers), opt.produce,
		func(b *batch) error {
			for _, g := range b.groups {
				made, unmade := opt.Maker.Make(g)
				b.made, b.unmade = append(b.made, made), append(b.unmade, unmade)
			}
			return nil
		},
		func(b *batch) error {
			if opt.Progress != nil {
				defer func() { opt.Progress(w.sum.Rows, w.sum.Rejected) }()
			}
			return w.take(b)
		})
	return w.finish(err)
}

// produce yields the rows of a rank in batches.
func (opt *BuildOptions) produce(ctx context.Context, give func(b *batch, size int64) error) error {
	k := int64(0)
	b := &batch{}
	for _, input := range opt.Inputs {
		for g, err := range Groups(ctx, input, opt.Reader) {
			if err != nil {
				return err
			}
			if k++; !opt.Rank.Owns(k - 1) {
				continue
			}
			if b.groups = append(b.groups, g); len(b.groups) == batchRows {
				if err := give(b, 1); err != nil {
					return err
				}
				b = &batch{}
			}
		}
	}
	if len(b.groups) == 0 {
		return nil
	}
	return give(b, 1)
}

// writer writes tasks, with a file for each layout and split.
type writer struct {
	folder  *shard.Folder
	rank    shard.Rank
	layouts []Layout
	files   map[string]*taskFile // by name
	sum     Summary
}

type taskFile struct {
	*shard.File
	tasks int64
}

func (w *writer) take(b *batch) error {
	for i := range b.groups {
		w.sum.Rows++
		if b.groups[i].Rejected != nil {
			w.sum.Rejected++
		}
		for _, u := range b.unmade[i] {
			w.sum.NotMade[strings.TrimPrefix(u.Class+"."+u.Reason, ".")]++
		}
		for _, t := range b.made[i] {
			if err := w.write(t); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) write(t *env.Task) error {
	w.sum.Tasks[t.Class]++
	for _, r := range t.World.Refused {
		if r.Rule != "" {
			w.sum.Rules[r.Rule]++
		}
	}
	for _, l := range w.layouts {
		name := path.Join(l.Name, t.Split, w.rank.String()+".jsonl")
		f := w.files[name]
		if f == nil {
			file, err := w.folder.Create(name)
			if err != nil {
				return err
			}
			f = &taskFile{File: file}
			w.files[name] = f
		}
		row := l.row(t, f.tasks*int64(max(w.rank.Count, 1))+int64(w.rank.Index))
		if _, err := f.Write(append(row.AppendJSON(nil), '\n')); err != nil {
			return err
		}
		f.tasks++
	}
	return nil
}

// finish makes the files visible or, after an error, removes all of them.
func (w *writer) finish(err error) (*Summary, error) {
	for _, name := range slices.Sorted(maps.Keys(w.files)) {
		f := w.files[name]
		if err != nil {
			f.Abort()
			continue
		}
		var sum shard.Sum
		if sum, err = f.Commit(); err == nil {
			w.sum.Files = append(w.sum.Files, File{name, f.tasks, sum})
		}
	}
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(&w.sum, "", "  ")
	if err == nil {
		_, err = w.folder.WriteFile(path.Join(Folder, summaryPrefix+w.rank.String()+".json"), append(text, '\n'))
	}
	return &w.sum, err
}
