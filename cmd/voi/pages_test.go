package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// console is a fenced block of commands with their output.
var console = regexp.MustCompile("(?s)```console\n(.*?)```")

// TestPages runs every `$ ` line of the console blocks of README.md and of each page, in
// order and in one folder for each page, and compares the output with the page. Commands
// that install things (make) are left to the gate, which runs them. Commands that read
// $DATA run only where the development data exists.
func TestPages(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3, which some pages need")
	}
	t.Setenv("VOI_PYTHON", python)
	t.Setenv("DATA", sharedtest.Found("data"))
	t.Setenv("PYTHONPATH", sharedtest.Need(filepath.Abs("../../python/src"))(t))
	for _, page := range append(sharedtest.Need(filepath.Glob("../../docs/*.md"))(t), "../../README.md") {
		if text := sharedtest.Need(os.ReadFile(page))(t); console.Match(text) {
			t.Run(filepath.Base(page), func(t *testing.T) { testPage(t, page, string(text)) })
		}
	}
}

// testPage runs the commands of a page, in a folder with a copy of the examples.
func testPage(t *testing.T, path, text string) {
	sharedtest.Unraced(t)
	blocks := console.FindAllStringSubmatchIndex(text, -1)
	dir := t.TempDir()
	for _, files := range []string{"docs/examples", "examples/audit", "examples/trajectories", "examples/decisions", "examples/gateway"} {
		sharedtest.OK(t, os.CopyFS(filepath.Join(dir, files), os.DirFS(filepath.Join("../..", files))))
	}
	var out strings.Builder
	last := 0
	for _, b := range blocks {
		got := transcript(t, dir, text[b[2]:b[3]])
		out.WriteString(text[last:b[2]])
		out.WriteString(got)
		last = b[3]
		if want := text[b[2]:b[3]]; got != want && !*sharedtest.Update {
			t.Errorf("%s says\n%s\nthe commands say\n%s", path, want, got)
		}
	}
	out.WriteString(text[last:])
	if *sharedtest.Update {
		sharedtest.OK(t, os.WriteFile(path, []byte(out.String()), 0o666))
	}
	// A picture made by the commands equals the one beside the page.
	pictures := sharedtest.Need(filepath.Glob(filepath.Join(dir, "*.svg")))(t)
	for _, picture := range pictures {
		shown := filepath.Join(filepath.Dir(path), filepath.Base(picture))
		made := sharedtest.Need(os.ReadFile(picture))(t)
		if *sharedtest.Update {
			sharedtest.OK(t, os.WriteFile(shown, made, 0o666))
		} else if old, err := os.ReadFile(shown); err != nil || !bytes.Equal(old, made) {
			t.Errorf("%s is not what the commands of %s draw (%v)", shown, path, err)
		}
	}
}

// transcript runs the commands of one block and returns the block with their output.
func transcript(t *testing.T, dir, block string) string {
	var out strings.Builder
	for line := range strings.Lines(block) {
		command, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "$ ")
		if !ok {
			continue // old output
		}
		out.WriteString(line)
		if strings.Contains(command, "$DATA") && os.Getenv("DATA") == "" {
			t.Logf("without the development data it is not run: %s", command)
			out.WriteString(oldOutput(block, line))
			continue
		}
		if !strings.HasPrefix(command, "make") && !strings.HasPrefix(command, "git clone") && !strings.HasPrefix(command, "cd ") {
			out.WriteString(shell(t, dir, command))
			continue
		}
		out.WriteString(oldOutput(block, line))
	}
	return out.String()
}

// oldOutput is the output in the block of a command that is not run here.
func oldOutput(block, command string) string {
	_, rest, _ := strings.Cut(block, command)
	if i := strings.Index("\n"+rest, "\n$ "); i >= 0 {
		return rest[:i]
	}
	return rest
}

// shell runs one command line with voi on the path, and returns its output.
func shell(t *testing.T, dir, command string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "VOI_CONFIG=") // TestMain has put voi on the path
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("$ %s: %v\n%s", command, err, out)
	}
	return progressLine.ReplaceAllString(string(out), "")
}

// progressLine is a progress line. A command prints it only on a busy machine, after ten
// seconds.
var progressLine = regexp.MustCompile(`(?m)^[a-z]+ \d+ rows \(\d+ rejected\), \d+ a second\n`)
