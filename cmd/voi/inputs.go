package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/gateway"
)

// inputSuffixes are the suffixes of input files in a folder.
var inputSuffixes = []string{".jsonl", ".json", ".ndjson", ".parquet", ".jsonl.gz", ".json.gz", ".jsonl.zst", ".json.zst"}

// sideFiles are files without rows that voi and Hugging Face's datasets write beside rows.
var sideFiles = []string{"manifest*.json", "rejected*.jsonl", "*.rejected.jsonl", "*.meta.json", "dataset_info.json", "state.json"}

// sideFolder holds BFCL's possible answers; readers find it beside the questions.
const sideFolder = "possible_answer"

// expandFolders replaces a folder by its files, sorted by path. A folder written by voi
// build gives its generic shards (for recorded runs its trajectory shards), one that voi
// gateway recorded its runs. Any other folder gives all files with an input suffix, without
// hidden ones.
func expandFolders(args []string) (files []string, err error) {
	for _, arg := range args {
		info, statErr := os.Stat(arg)
		if arg == "-" || statErr != nil || !info.IsDir() {
			files = append(files, arg) // opening it says what is wrong
			continue
		}
		found, err := filesOf(arg)
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

func filesOf(dir string) (files []string, err error) {
	if m, err := export.ReadManifest(dir); err == nil {
		return m.Readable(dir)
	}
	if recorded(dir) {
		dir = filepath.Join(dir, gateway.RunsFolder)
	}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := e.Name()
		if e.IsDir() {
			if path != dir && (name == sideFolder || strings.HasPrefix(name, ".")) {
				return fs.SkipDir
			}
			return nil
		}
		rows := slices.ContainsFunc(inputSuffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
		side := slices.ContainsFunc(sideFiles, func(pattern string) bool { ok, _ := filepath.Match(pattern, name); return ok })
		if rows && !side && !strings.HasPrefix(name, ".") {
			files = append(files, path)
		}
		return nil
	})
	return files, err
}
