package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/voi-rl/voi/env/tasks"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/gateway"
	"github.com/voi-rl/voi/internal/score"
	"github.com/voi-rl/voi/internal/term"
)

// inputSuffixes are the suffixes of input files in a folder.
var inputSuffixes = []string{".jsonl", ".json", ".ndjson", ".parquet", ".jsonl.gz", ".json.gz", ".jsonl.zst", ".json.zst"}

// sideFiles are files without rows that voi and Hugging Face's datasets write beside rows.
var sideFiles = []string{"manifest*.json", "rejected*.jsonl", "*.rejected.jsonl", "*.meta.json", "dataset_info.json", "state.json"}

// sideFolder holds BFCL's possible answers; readers find it beside the questions.
const sideFolder = "possible_answer"

// inputsBeside is expandFolders for a command that writes to out. What it writes into such a
// folder, and what an earlier build or score wrote there, is no input: its rows would be
// there twice. It says what is left out.
func inputsBeside(cmd *cobra.Command, args []string, out string) ([]string, error) {
	written := writtenBefore(out)
	var left []string
	files, err := expandFolders(args, func(path string) bool {
		if !written(path) {
			return false
		}
		left = append(left, term.Quote(path))
		return true
	})
	if len(left) > 0 {
		shown := strings.Join(left[:min(len(left), 3)], ", ")
		if more := len(left) - 3; more > 0 {
			shown += fmt.Sprintf(" and %d more", more)
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "voi: left out of the inputs, since voi wrote it: %s; what is named itself is read\n", shown)
	}
	return files, err
}

// writtenBefore returns a test for folders and files in a folder of inputs: whether a build or
// a score wrote them, or writes them now to out. A file at out that voi did not write is an
// input, which score then refuses to overwrite.
func writtenBefore(out string) func(path string) bool {
	target, _ := os.Stat(out) // nil: it does not exist yet
	return func(path string) bool {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return false
		case info.IsDir():
			return target != nil && os.SameFile(info, target) || export.Written(path) || tasks.Written(path) || score.IsWork(path)
		}
		return info.Mode().IsRegular() && score.Wrote(path)
	}
}

// expandFolders replaces a folder by its files, sorted by path. A folder written by voi
// build gives its generic shards (for recorded runs its trajectory shards), one that voi
// gateway recorded its runs. Any other folder gives all files with an input suffix, without
// hidden ones and those that skip names.
func expandFolders(args []string, skip func(path string) bool) (files []string, err error) {
	for _, arg := range args {
		info, statErr := os.Stat(arg)
		if arg == "-" || statErr != nil || !info.IsDir() {
			files = append(files, arg) // opening it says what is wrong
			continue
		}
		found, err := filesOf(arg, skip)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, usagef("the folder %s holds no rows; files of rows end in %s", arg, strings.Join(inputSuffixes, ", "))
		}
		files = append(files, found...)
	}
	return files, nil
}

// keepInputs refuses outputs that would overwrite an input: a file, or one in a folder.
func keepInputs(inputs []string, outs ...string) error {
	files, _ := expandFolders(inputs, nothing) // reading them says what is wrong
	for _, out := range outs {
		if err := score.KeepInputs(files, out); err != nil {
			return err
		}
	}
	return nil
}

// notStream refuses "-" for a folder to write: a folder of that name would be made, which every
// later command takes for stdin.
func notStream(flag, out string) error {
	if out == "-" {
		return usagef("--%s is -, and a folder cannot go to stdout; name a folder", flag)
	}
	return nil
}

// recorded reports whether a folder is one of voi gateway --record.
func recorded(dir string) bool {
	return isFolder(filepath.Join(dir, gateway.RunsFolder)) && isFolder(filepath.Join(dir, gateway.DecisionsFolder))
}

// labelOf names the line of a table that a file's runs are counted in: the file, or the folder of
// a recording, which has a file for each run.
func labelOf(file string) string {
	if dir := filepath.Dir(filepath.Dir(file)); filepath.Base(dir) == gateway.RunsFolder && recorded(filepath.Dir(dir)) {
		file = filepath.Dir(dir)
	}
	return filepath.Base(file)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// nothing is the skip of a command that reads what voi wrote.
func nothing(string) bool { return false }

func filesOf(dir string, skip func(path string) bool) (files []string, err error) {
	if m, err := export.ReadManifest(dir); err == nil {
		return m.Readable(dir)
	}
	if recorded(dir) {
		dir = filepath.Join(dir, gateway.RunsFolder)
	}
	if !os.IsPathSeparator(dir[len(dir)-1]) {
		dir += string(filepath.Separator) // WalkDir follows a link only if its name ends so
	}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := e.Name()
		if e.IsDir() {
			if path != dir && (name == sideFolder || strings.HasPrefix(name, ".") || skip(path)) {
				return fs.SkipDir
			}
			return nil
		}
		rows := slices.ContainsFunc(inputSuffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
		side := slices.ContainsFunc(sideFiles, func(pattern string) bool { ok, _ := filepath.Match(pattern, name); return ok })
		if rows && !side && !strings.HasPrefix(name, ".") && !skip(path) {
			files = append(files, path)
		}
		return nil
	})
	return files, err
}
