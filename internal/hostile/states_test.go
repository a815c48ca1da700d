//go:build linux

package hostile

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// states damages the files that an interrupted run leaves, and files beside another file:
// journals, markers, metadata, caches.
func states() []Case {
	ranks := func(name string, change func(dir string) error, want Want, says string) Case {
		return Case{Name: "merge/" + name, Make: func(s *Seed, dir string) error {
			if err := os.MkdirAll(filepath.Join(dir, "out"), 0o777); err != nil {
				return err
			}
			return change(filepath.Join(dir, "out"))
		}, Runs: []Run{run(want, says, "merge", "out")}}
	}
	put := func(name, text string) func(dir string) error {
		return func(dir string) error { return os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666) }
	}
	resume := func(name, base, text string) Case {
		return Case{Name: "resume/" + name, Make: func(_ *Seed, dir string) error {
			if err := os.MkdirAll(filepath.Join(dir, "out"), 0o777); err != nil {
				return err
			}
			return put(base, text)(filepath.Join(dir, "out"))
		}, Runs: []Run{run(Bounded, "out", "build", "--resume", "--out", "out")}}
	}
	work := func(name, base, text string) Case {
		return Case{Name: "work/" + name, Make: func(_ *Seed, dir string) error {
			if err := os.MkdirAll(filepath.Join(dir, "s.jsonl.work"), 0o777); err != nil {
				return err
			}
			return put(base, text)(filepath.Join(dir, "s.jsonl.work"))
		}, Runs: []Run{run(Bounded, "s.jsonl", "score", "--resume", "--data", "{data}", "--out", "s.jsonl", "{seed}/completions.jsonl")}}
	}
	meta := func(name, text string) Case {
		return Case{Name: "meta/" + name, Make: func(s *Seed, dir string) error {
			if err := os.WriteFile(filepath.Join(dir, "s.jsonl"), []byte(`{"reward":1,"action":"ASK","sample_id":"x","error":null}`+"\n"), 0o666); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, "s.jsonl.meta.json"), []byte(text), 0o666)
		}, Runs: []Run{run(Bounded, "s.jsonl", "report", "--out", "r.html", "s.jsonl")}}
	}
	return []Case{
		ranks("nothing", func(string) error { return nil }, Fails, "out"),
		ranks("a manifest of brackets", put("manifest-00000.json", strings.Repeat("[", 1_000_000)), Fails, "manifest-00000.json"),
		ranks("a manifest of a rank of a billion", put("manifest-00000.json", `{"world_size":1000000000,"rank":0,"shards":[]}`), Fails, "out"),
		ranks("a manifest of a rank below zero", put("manifest-00000.json", `{"world_size":-1,"rank":-7,"shards":[]}`), Fails, "out"),
		ranks("shards outside of the folder", put("manifest-00000.json", `{"world_size":1,"rank":0,"shards":[{"path":"../../../../etc/passwd","rows":1,"bytes":1,"sha256":""}]}`), Fails, "out"),
		ranks("a manifest that is a pipe", func(dir string) error {
			if err := put("manifest-00000.json", "")(dir); err != nil {
				return err
			}
			return replacedByPipe(filepath.Join(dir, "manifest-00000.json"))
		}, Fails, "manifest-00000.json"),
		ranks("a manifest that is a device", func(dir string) error { return os.Symlink("/dev/zero", filepath.Join(dir, "manifest-00000.json")) }, Fails, "manifest-00000.json"),

		resume("a journal of garbage", "build-00000.journal", strings.Repeat("\xff", 1<<16)),
		resume("a journal without an end", "build-00000.journal", strings.Repeat("x", 1<<20)),
		resume("a journal of another run", "build-00000.journal", "a0c3f4a8 {}\n"),
		resume("a file of somebody else", "notes.txt", "hello"),
		resume("a manifest of brackets", "manifest-00000.json", strings.Repeat("[", 1_000_000)),
		Case{Name: "resume/a journal that is a pipe", Make: func(_ *Seed, dir string) error {
			if err := os.MkdirAll(filepath.Join(dir, "out"), 0o777); err != nil {
				return err
			}
			if err := put("build-00000.journal", "")(filepath.Join(dir, "out")); err != nil {
				return err
			}
			return replacedByPipe(filepath.Join(dir, "out", "build-00000.journal"))
		}, Runs: []Run{run(Fails, "out", "build", "--resume", "--out", "out")}},
		work("a journal of garbage", "run-00000.journal", strings.Repeat("\xff", 1<<16)),
		work("a marker of brackets", "done-00000.json", strings.Repeat("[", 1_000_000)),
		work("a marker of nothing", "done-00000.json", ""),
		work("results of garbage", "results-00000", strings.Repeat("\xff", 1<<16)),
		work("a file of somebody else", "notes.txt", "hello"),
		meta("brackets", strings.Repeat("[", 1_000_000)),
		meta("a profile that is a list", `{"voi":{"profiles":7},"profile_sha256":[[[]]]}`),
		meta("nothing", ""),
		Case{Name: "meta/a device", Make: func(_ *Seed, dir string) error {
			if err := put("s.jsonl", `{"reward":1,"action":"ASK","sample_id":"x","error":null}`+"\n")(dir); err != nil {
				return err
			}
			return os.Symlink("/dev/zero", filepath.Join(dir, "s.jsonl.meta.json"))
		}, Runs: []Run{run(Bounded, "s.jsonl", "report", "--out", "r.html", "s.jsonl")}},
		Case{Name: "meta/a pipe", Make: func(_ *Seed, dir string) error {
			if err := put("s.jsonl", `{"reward":1,"action":"ASK","sample_id":"x","error":null}`+"\n")(dir); err != nil {
				return err
			}
			if err := put("s.jsonl.meta.json", "")(dir); err != nil {
				return err
			}
			return replacedByPipe(filepath.Join(dir, "s.jsonl.meta.json"))
		}, Runs: []Run{run(Bounded, "s.jsonl", "report", "--out", "r.html", "s.jsonl")}},
		file("token/a token of zeros", "token", func(*Seed) []byte { return bytes.Repeat([]byte{0}, 1<<20) }, run(Fails, "token", "serve", "--http", "127.0.0.1:0", "--token-file", "token")),
		sparse("token/a tebibyte", "token", run(Fails, "token", "serve", "--http", "127.0.0.1:0", "--token-file", "token")),
		file("certificate/garbage", "cert.pem", fixed(strings.Repeat("-----BEGIN CERTIFICATE-----\n", 1000)), run(Fails, "cert.pem", "serve", "--http", "127.0.0.1:0", "--tls-cert", "cert.pem", "--tls-key", "cert.pem")),
	}
}
