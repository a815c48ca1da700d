package rollout

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Trainers put the step into the name of a file: verl writes 1.jsonl, TRL
// completions_00001.parquet, others step_1 or global_step_1, in the name or as the folder
// of the files of all ranks.
var (
	namedStep = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:(?:global[_-]?)?step|completions)[_-]?(\d{1,15})(?:[^\da-z]|$)`)
	bareStep  = regexp.MustCompile(`^\d{1,15}$`)
)

// suffixes are the possible suffixes of a file.
var suffixes = []string{".gz", ".zst", ".jsonl", ".ndjson", ".json", ".parquet"}

// FileStep returns the step in the name of a trainer's file, else in the name of its
// folder. ok is false if there is none. A name that is only a number is the step, unless
// the folder names one: then the number is a rank.
func FileStep(path string) (step int64, ok bool) {
	dir, name := filepath.Split(filepath.Clean(path))
	for _, suffix := range suffixes {
		name = strings.TrimSuffix(name, suffix)
	}
	for _, part := range []string{name, filepath.Base(dir)} {
		if m := namedStep.FindStringSubmatch(part); m != nil {
			return number(m[1])
		}
	}
	if bareStep.MatchString(name) {
		return number(name)
	}
	return 0, false
}

func number(digits string) (int64, bool) {
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil
}
