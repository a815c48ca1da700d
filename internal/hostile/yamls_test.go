//go:build linux

package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// yamls attacks everything that reads YAML: configurations, profiles, descriptions of APIs;
// and the prompts and overlays, which are files of their own.
func yamls() []Case {
	texts := []struct{ name, text string }{
		{"aliases that multiply", "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + lines(12, func(i int) string {
			return fmt.Sprintf("a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i), 9), ","))
		})},
		{"merges that multiply", "a0: &a0 {k: v}\n" + lines(20, func(i int) string {
			return fmt.Sprintf("a%d: &a%d {<<: [*a%d, *a%d], k%d: *a%d}\n", i+1, i+1, i, i, i, i)
		})},
		{"an alias to itself", "a: &a [*a]\n"},
		{"an alias that is not there", "a: *nobody\n"},
		{"brackets", "a: " + strings.Repeat("[", 100_000) + "\n"},
		{"braces", "a: " + strings.Repeat("{a: ", 20_000) + "\n"},
		{"lists in lists", "a:\n  " + strings.Repeat("- ", 20_000) + "x\n"},
		{"indents", lines(2_000, func(i int) string { return strings.Repeat(" ", i) + "a:\n" })},
		{"a key twice", "profile: a\nprofile: b\n"},
		{"a hundred thousand keys", lines(50_000, func(i int) string { return fmt.Sprintf("k%d: %d\n", i, i) })},
		{"a text of 16 MiB", "a: " + strings.Repeat("x", 16<<20) + "\n"},
		{"tags of other languages", "a: !!python/object/apply:os.system [\"true\"]\nb: !!binary \"////\"\n"},
		{"ten thousand documents", strings.Repeat("---\na: 1\n", 10_000)},
		{"ten thousand anchors", lines(10_000, func(i int) string { return fmt.Sprintf("k%d: &n%d x\n", i, i) })},
		{"a quote that never ends", "a: \"" + strings.Repeat("x", 100_000)},
		{"tabs", "a:\n\t- b\n"},
		{"NUL bytes", "a: \x00\x00\n"},
		{"keys that are lists", "? [a, b]\n: c\n? {a: b}\n: d\n"},
		{"bytes that are no UTF-8", "a: \xff\xfe\n"},
		{"directives that are none", "%YAML 9.9\n%TAG ! tag:x,2000:\n---\na: !x y\n"},
		{"nothing but comments", strings.Repeat("# comment\n", 100_000)},
	}
	var cases []Case
	for _, t := range texts {
		cases = append(cases,
			file("policy/"+t.name, "p.yaml", fixed(t.text), run(Fails, "p.yaml", "replay", "{seed}/decisions.parquet", "--policy", "p.yaml")),
			file("config/"+t.name, "voi.yaml", fixed(t.text), run(Bounded, "voi.yaml", "decide", "--config", "voi.yaml")),
			file("profile/"+t.name, "my.yaml", fixed(t.text), run(Fails, "my.yaml", "score", "--data", "{data}", "--profile", "./my.yaml", "--out", "s.jsonl", "{seed}/completions.jsonl")),
			file("yaml/"+t.name, "api.yaml", fixed(t.text), run(Bounded, "", "annotate", "api.yaml")),
		)
	}
	overlay := func(name, text string) Case {
		return file("overlay/"+name, "o.json", fixed(text), run(Bounded, "o.json", "build", "--out", "out", "--domains", "o.json"))
	}
	return append(cases,
		overlay("brackets", strings.Repeat("[", 1_000_000)),
		overlay("a number of a million digits", `{"f":{"a":{"type":"numeric_range","min":0,"max":`+strings.Repeat("9", 1_000_000)+`}}}`),
		overlay("a size below zero", `{"f":{"a":{"type":"finite","values":[],"size":-1}}}`),
		overlay("a hundred thousand values", `{"f":{"a":{"type":"finite","values":[`+list(100_000, func(i int) string { return fmt.Sprint(i) })+`]}}}`),
		overlay("a key twice", `{"f":{},"f":{}}`),
		overlay("nothing", ""),
		overlay("no object", "[]"),
		overlay("bytes that are no UTF-8", "{\"\xff\":{}}"),
		sparse("prompt/a tebibyte", "p.txt", run(Fails, "p.txt", "build", "--out", "out", "--system-prompt", "p.txt")),
		sparse("overlay/a tebibyte", "o.json", run(Fails, "o.json", "build", "--out", "out", "--domains", "o.json")),
		sparse("config/a tebibyte", "voi.yaml", run(Fails, "voi.yaml", "decide", "--config", "voi.yaml")),
		sparse("profile/a tebibyte", "my.yaml", run(Fails, "my.yaml", "score", "--data", "{data}", "--profile", "./my.yaml", "--out", "s.jsonl", "{seed}/completions.jsonl")),
		file("prompt/bytes that are no UTF-8", "p.txt", fixed("\xff\xfe"), run(Bounded, "p.txt", "build", "--out", "out", "--system-prompt", "p.txt")),
		file("answers/no answers", "a.json", fixed(row), run(Fails, "a.json", "build", "--out", "out", "--answers", "a.json", "{seed}/completions.jsonl")),
		file("answers/brackets", "a.json", fixed(strings.Repeat("[", 1_000_000)), run(Fails, "a.json", "build", "--out", "out", "--answers", "a.json", "{seed}/completions.jsonl")),
		file("answers/a bomb", "a.json.gz", flateBomb(" "), run(Fails, "a.json.gz", "build", "--out", "out", "--answers", "a.json.gz", "{seed}/completions.jsonl")),
	)
}

func lines(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i))
	}
	return b.String()
}

// sparse is a case with a file of a tebibyte that takes no disk space.
func sparse(name, base string, runs ...Run) Case {
	return Case{Name: name, Runs: runs, Make: func(_ *Seed, dir string) error {
		path := filepath.Join(dir, base)
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			return err
		}
		return os.Truncate(path, 1<<40)
	}}
}
