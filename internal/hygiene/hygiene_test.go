package hygiene

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/voi-rl/voi/"

// mayImport lists, for each package, every package of this module that it may
// reach, directly or not. Imports point one way:
//
//	jsonvalue <- domains <- certainty <- grounding
//	domains <- completion <- dataset <- reader
//	dataset, grounding <- label <- export <- cmd
var mayImport = map[string][]string{
	"internal/jsonvalue":  nil,
	"internal/yamlvalue":  {"internal/jsonvalue"},
	"internal/term":       nil,
	"internal/nearest":    nil,
	"internal/infile":     nil,
	"internal/hygiene":    nil,
	"internal/sharedtest": {"internal/jsonvalue"},
	"internal/hostile":    nil,
	"internal/shard":      {"internal/infile"},
	"internal/lru":        nil,
	"internal/ordered":    nil,
	"internal/stats":      nil,
	"configs":             nil,
	"domains":             {"internal/jsonvalue"},
	"certainty":           {"domains"},
	"internal/decide":     {"certainty", "internal/infile"},
	"internal/words":      nil,
	"certainty/grounding": {"certainty", "internal/words", "internal/lru"},
	"certainty/asking":    {"certainty/grounding"},
	"dataset/completion":  {"domains"},
	"dataset":             {"dataset/completion"},
	"dataset/reader":      {"dataset", "internal/yamlvalue", "internal/infile", "internal/parquetfile"},
	"dataset/synthetic":   {"dataset/completion"},
	"dataset/label":       {"dataset", "certainty/grounding", "certainty/asking"},
	"reward":              {"dataset/label", "configs", "internal/nearest", "internal/infile", "internal/yamlvalue"},
	"reward/audit":        {"reward", "internal/stats", "internal/term", "trajectory"},
	"trajectory":          {"dataset/label", "internal/lru", "internal/stats"},
	"trajectory/reader":   {"trajectory", "dataset/reader"},
	"decision":            {"trajectory"},
	"decision/simulation": {"decision", "internal/ordered"},
	"env":                 {"reward", "trajectory"},
	"env/agent":           {"env"},
	"env/audit":           {"env", "internal/stats"},
	"env/tasks":           {"env", "dataset/reader", "internal/ordered", "internal/shard", "internal/term"},
	"env/play":            {"env/agent", "env/tasks"},
	"export":              {"dataset/label", "dataset/reader", "trajectory/reader", "internal/ordered", "internal/shard", "internal/term", "configs"},
	"internal/llm":        {"reward", "configs", "internal/term", "decision"},
	"gateway":             {"decision", "internal/llm"},
	"gateway/played":      {"gateway", "env/agent"},
	"internal/lookup":     {"export", "internal/lookup/column", "internal/lru"},
	"internal/item":       {"reward", "internal/lookup", "internal/lru", "internal/rollout"},
	"internal/rollout":    {"dataset/completion"},
	"internal/episodes":   {"internal/item", "env"},
	"internal/server":     {"internal/episodes", "internal/item", "internal/decide", "internal/rollout", "internal/stats", "internal/term", "trajectory/reader", "decision"},
	"internal/score":      {"internal/item", "internal/rollout", "internal/shard", "internal/stats", "internal/term"},
	"internal/report":     {"internal/score", "reward/audit"},
	"internal/ledger":     {"decision/simulation", "reward"},
	"cmd/voi":             {"export", "reward/audit", "internal/report", "internal/decide", "internal/llm", "internal/nearest", "internal/score", "internal/server", "internal/term", "trajectory/reader", "internal/ledger", "dataset/synthetic", "env/play", "env/audit", "gateway/played"},

	"internal/lookup/column": {"internal/parquetfile"},
	"internal/parquetfile":   nil,
}

// standalone packages reach nothing but the standard library and each other,
// so that someone who wants only EVPI takes no dependency along.
var standalone = []string{"internal/jsonvalue", "domains", "certainty"}

type pkg struct {
	ImportPath string
	Dir        string
	Doc        string
	Deps       []string
	GoFiles    []string
	Standard   bool
}

func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Doc,Deps,GoFiles", "../../...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []pkg
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

// closure is everything that name may reach.
func closure(name string, seen map[string]bool) map[string]bool {
	for _, dep := range mayImport[name] {
		if !seen[dep] {
			seen[dep] = true
			closure(dep, seen)
		}
	}
	return seen
}

func TestImportsPointOneWay(t *testing.T) {
	for _, p := range list(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		if _, ok := mayImport[name]; !ok {
			t.Errorf("%s: not in the map of packages; say there what it may import", name)
			continue
		}
		allowed := closure(name, map[string]bool{})
		for _, dep := range p.Deps {
			own, isOwn := strings.CutPrefix(dep, module)
			if isOwn && !allowed[own] {
				t.Errorf("%s imports %s, against the direction of the pipeline", name, own)
			}
			external := strings.Contains(strings.SplitN(dep, "/", 2)[0], ".") && !isOwn
			if external && slices.Contains(standalone, name) {
				t.Errorf("%s depends on %s; it promises to need the standard library only", name, dep)
			}
		}
	}
}

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	for _, p := range list(t) {
		if p.Doc == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
		if len(p.GoFiles) == 0 || strings.Contains(p.ImportPath, "/cmd/") {
			continue
		}
		if _, err := os.Stat(filepath.Join(p.Dir, "doc.go")); err != nil {
			t.Errorf("%s has no doc.go", p.ImportPath)
		}
	}
}

const longest = 500

func TestNoFileIsTooLong(t *testing.T) {
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".venv")) {
			return filepath.SkipDir
		}
		if ext := filepath.Ext(path); d.IsDir() || (ext != ".go" && ext != ".py") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if n := bytes.Count(text, []byte("\n")); n > longest {
			t.Errorf("%s has %d lines; one idea per file, at most %d", path, n, longest)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
