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

	"github.com/voi-rl/voi/internal/sharedtest"
)

const module = "github.com/voi-rl/voi/"

// standalone packages import only the standard library and each other. A user who needs
// only EVPI gets no other dependency.
var standalone = []string{"internal/jsonvalue", "domains", "certainty"}

type pkg struct {
	ImportPath string
	Dir        string
	Doc        string
	Imports    []string
	Deps       []string
	GoFiles    []string
}

func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Doc,Imports,Deps,GoFiles", "../../...")
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

func TestStandalonePackages(t *testing.T) {
	for _, p := range list(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		if !slices.Contains(standalone, name) {
			continue
		}
		for _, dep := range p.Deps {
			own, isOwn := strings.CutPrefix(dep, module)
			if isOwn && !slices.Contains(standalone, own) || !isOwn && strings.Contains(strings.SplitN(dep, "/", 2)[0], ".") {
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
	sharedtest.OK(t, err)
}
