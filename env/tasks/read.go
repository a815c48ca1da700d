package tasks

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/infile"
)

// Folder is the folder of tasks in a build.
const Folder = "tasks"

// summaryPrefix begins the names of a build's summaries, one for each rank.
const summaryPrefix = "summary-"

// Files returns the task files in a folder: those of a build, or all files of JSON lines.
// For a file it returns that file.
func Files(path string) (files []string, err error) {
	if _, err := os.Stat(path); err != nil {
		_, err = infile.Open(path) // says what to do
		return nil, err
	} else if !isDir(path) {
		return []string{path}, nil
	}
	if below := filepath.Join(path, Folder); isDir(below) {
		path = below
	}
	err = filepath.WalkDir(path, func(name string, e fs.DirEntry, err error) error {
		base := filepath.Base(name)
		rows := slices.ContainsFunc([]string{".jsonl", ".jsonl.gz", ".jsonl.zst"}, func(suffix string) bool { return strings.HasSuffix(base, suffix) })
		if err == nil && !e.IsDir() && rows && !strings.HasPrefix(base, ".") && !strings.HasPrefix(base, "rejected") {
			files = append(files, name)
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s holds no tasks; voi build --tasks --out DIR makes some", path)
	}
	slices.Sort(files)
	return files, err
}

// Written reports whether a folder is one of a build of tasks.
func Written(dir string) bool {
	entries, _ := os.ReadDir(filepath.Join(dir, Folder)) // most folders have none
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), summaryPrefix) })
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Read reads the tasks of files, in order. Nothing follows an error, which names the line.
func Read(ctx context.Context, files []string, opt reader.Options) iter.Seq2[*env.Task, error] {
	return func(yield func(*env.Task, error) bool) {
		for _, file := range files {
			r, err := reader.Open(ctx, file, opt)
			if err != nil {
				yield(nil, err)
				return
			}
			for raw, err := range r.All() {
				var t *env.Task
				if err == nil {
					v, parseErr := raw.Parse()
					if err = parseErr; err == nil {
						t, err = env.ParseTask(v)
					}
					if err != nil {
						err = fmt.Errorf("%s:%d: it is no task: %w", raw.File, raw.Line, err)
					}
				}
				if !yield(t, err) || err != nil {
					r.Close()
					return
				}
			}
			r.Close()
		}
	}
}
