package main

import (
	"cmp"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/voi-rl/voi/internal/nearest"
	"github.com/voi-rl/voi/reward/audit"
)

// foreignFlags are the flags of an external reward, which is not a profile of voi.
type foreignFlags struct {
	rewards []string
	grammar string
	span    string
	timeout time.Duration
}

// anyGrammar lets the audit detect the grammar that a reward reads.
const anyGrammar = "auto"

// pythonName matches module:function and file.py:function.
var pythonName = regexp.MustCompile(`^([A-Za-z_][\w.]*|[^\s:]+\.py):[A-Za-z_][\w.]*$`)

// pythonFunction tells whether a reward is a Python function. A path with spaces is one if there
// is such a file; else it is a command.
func pythonFunction(reward string) bool {
	file, _, _ := strings.Cut(reward, ".py:")
	info, err := os.Stat(file + ".py")
	return pythonName.MatchString(reward) || err == nil && info.Mode().IsRegular()
}

// throughPipe is the value of --reward for requests on stdout and answers on stdin.
const throughPipe = "-"

// foreign makes the rewards of --reward. requests and answers are the streams of "-".
func (f *foreignFlags) foreign(requests io.Writer, answers io.Reader) ([]audit.Subject, error) {
	span, err := parseSpan(f.span)
	switch {
	case err != nil:
		return nil, err
	case f.grammar != anyGrammar && !slices.Contains(audit.Grammars, f.grammar):
		return nil, usagef("--grammar is %q%s", f.grammar, cmp.Or(nearest.DidYouMean(f.grammar, audit.Grammars), "; give auto, "+strings.Join(audit.Grammars, ", ")))
	case f.timeout <= 0:
		return nil, usagef("--timeout is %s; give a time above 0", f.timeout)
	}
	var out []audit.Subject
	for _, r := range f.rewards {
		p := &audit.Process{Name: r, Timeout: f.timeout, Range: span}
		switch {
		case r == throughPipe:
			p.Name, p.In, p.Out = "a function", requests, answers
		case pythonFunction(r):
			python, err := findPython()
			if err != nil {
				return nil, err
			}
			p.Command = []string{python, "-W", "ignore::RuntimeWarning:runpy", "-m", "voi._reward", r}
		case strings.TrimSpace(r) == "":
			return nil, usagef("--reward is empty; give a command, or module:function")
		case runtime.GOOS == "windows":
			p.Command = []string{"cmd", "/C", r}
		default:
			p.Command = []string{"sh", "-c", r}
		}
		p.SetGrammar(cmp.Or(strings.TrimPrefix(f.grammar, anyGrammar), audit.Grammars[0]))
		out = append(out, p)
	}
	return out, nil
}

// rewardFiles are the files of the functions that are audited as file.py:function.
func (f *foreignFlags) rewardFiles() (files []string) {
	for _, r := range f.rewards {
		if file, _, _ := strings.Cut(r, ":"); pythonFunction(r) && strings.HasSuffix(file, ".py") {
			files = append(files, file)
		}
	}
	return files
}

// findPython returns the interpreter that runs voi (set by the console script), else the
// interpreter on the search path if it has the package.
func findPython() (string, error) {
	const has = "import importlib.util, sys; sys.exit(importlib.util.find_spec('voi') is None)"
	if own := os.Getenv("VOI_PYTHON"); own != "" {
		return own, nil
	}
	for _, name := range []string{"python3", "python"} {
		if path, err := exec.LookPath(name); err == nil && exec.Command(path, "-c", has).Run() == nil {
			return path, nil
		}
	}
	return "", usagef("a function of Python needs an interpreter with the package voi, and none is on the path; set VOI_PYTHON to its path, or run the voi that pip has installed")
}

// parseSpan reads LO,HI.
func parseSpan(text string) (*[2]float64, error) {
	if text == "" {
		return nil, nil
	}
	lo, hi, _ := strings.Cut(text, ",")
	a, err1 := strconv.ParseFloat(strings.TrimSpace(lo), 64)
	b, err2 := strconv.ParseFloat(strings.TrimSpace(hi), 64)
	if err1 != nil || err2 != nil || !(a < b) || a-a != 0 || b-b != 0 {
		return nil, usagef("--range is %q; give the least and the greatest reward, such as 0,1", text)
	}
	return &[2]float64{a, b}, nil
}
