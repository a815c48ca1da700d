package report

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// line is a row of a scored file, as voi score writes it.
type line struct {
	sample, group   string
	class           string // "" leaves the reference out
	reward, tool    float64
	cls             float64
	action          string // "" is null
	notes           string // JSON, "" is null
	err             string // the row is unscored
	text            string
	before, instead string // members in front; replaces the whole row
}

func (l line) String() string {
	if l.instead != "" {
		return l.instead
	}
	quote := func(s string) string {
		if s == "" {
			return "null"
		}
		text, _ := json.Marshal(s) // a string
		return string(text)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `{%s"sample_id":%s,"completion":%s`, l.before, quote(l.sample), quote(l.text))
	if l.group != "" {
		fmt.Fprintf(&b, `,"group_id":%s`, quote(l.group))
	}
	if l.class != "" {
		fmt.Fprintf(&b, `,"reference":{"action":%q,"tool_calls":[]}`, l.class)
	}
	if l.err != "" {
		fmt.Fprintf(&b, `,"reward":null,"tool":null,"cls":null,"action":null,"error":{"code":%q,"message":"m"},"notes":null,"group_mean":null,"group_std":null,"advantage":null}`, l.err)
		return b.String()
	}
	notes := l.notes
	if notes == "" {
		notes = "null"
	}
	fmt.Fprintf(&b, `,"reward":%v,"tool":%v,"cls":%v,"action":%s,"error":null,"notes":%s,"group_mean":0,"group_std":0,"advantage":0}`, l.reward, l.tool, l.cls, quote(l.action), notes)
	return b.String()
}

// write writes a scored file, with the hash of its profile beside it.
func write(t testing.TB, dir, name, hash string, lines []line) string {
	t.Helper()
	path := filepath.Join(dir, name)
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	sharedtest.OK(t, os.WriteFile(path, []byte(b.String()), 0o666))
	if hash != "" {
		meta := fmt.Sprintf(`{"profile_sha256":%q,"voi":{"profiles":[{"name":"p-%s","sha256":%q}]}}`, hash, hash, hash)
		sharedtest.OK(t, os.WriteFile(path+".meta.json", []byte(meta), 0o666))
	}
	return path
}

// policy is a file of n samples with four completions each. Half of the samples have the
// reference ASK; among these a share ask asks. Of the others a share call calls.
func policy(n int, ask, call float64, seed uint64) (lines []line) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for i := range n * 4 {
		l := line{sample: fmt.Sprint("s", i/4), group: fmt.Sprint("g", i/4), class: "TOOLCALL", action: "ASK", tool: 0.5, text: fmt.Sprint("t", seed, i)}
		p, right := call, "TOOLCALL"
		if i/4%2 == 0 {
			p, l.class, right, l.action = ask, "ASK", "ASK", "TOOLCALL"
		}
		if rng.Float64() < p {
			l.action, l.cls = right, 2
		}
		l.reward = l.tool + l.cls
		lines = append(lines, l)
	}
	return lines
}

// compared compares two files of lines under one profile.
func compared(t testing.TB, a, b []line, opt Options) *Result {
	t.Helper()
	r := sharedtest.Need(tryCompare(t, a, b, opt))(t)
	return r
}

func tryCompare(t testing.TB, a, b []line, opt Options) (*Result, error) {
	t.Helper()
	dir := t.TempDir()
	opt.A, opt.B = write(t, dir, "a.jsonl", "aa", a), write(t, dir, "b.jsonl", "aa", b)
	return Compare(context.Background(), opt)
}

// find returns the comparison of a figure in a class.
func find(t testing.TB, r *Result, name, class string) *Class {
	t.Helper()
	for i := range r.Figures {
		for k := range r.Figures[i].Classes {
			if c := &r.Figures[i].Classes[k]; r.Figures[i].Name == name && c.Name == class {
				return c
			}
		}
	}
	t.Fatalf("there is no %s of %s among %+v", name, class, r.Figures)
	return nil
}
