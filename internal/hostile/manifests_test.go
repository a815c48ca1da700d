//go:build linux

package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// manifests are cases of manifests that name the wrong files.
func manifests() []Case {
	const listed = "train/part-00000-00000.parquet"
	readers := func(says string, verify, score Want) []Run {
		return []Run{
			run(verify, says, "inspect", "--verify", "data"),
			run(score, says, "score", "--data", "data", "--out", "s.jsonl", "{seed}/completions.jsonl"),
			run(Bounded, says, "inspect", "data"),
			run(Bounded, says, "audit", "--data", "data", "--samples", "5"),
		}
	}
	path := func(name, to, says string) Case {
		return folder("manifest/"+name, func(_ *Seed, dir string) error {
			return edit(filepath.Join(dir, "manifest.json"), `"path": "`+listed+`"`, `"path": "`+to+`"`)
		}, readers(says, Violates, Fails)...)
	}
	text := func(name, old, new string, verify, score Want, says string) Case {
		return folder("manifest/"+name, func(_ *Seed, dir string) error {
			return edit(filepath.Join(dir, "manifest.json"), old, new)
		}, readers(says, verify, score)...)
	}
	whole := func(name, manifest string) Case {
		return folder("manifest/"+name, func(_ *Seed, dir string) error {
			return os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(manifest), 0o666)
		}, readers("manifest", Fails, Fails)...)
	}
	shard := func(name string, put func(path string) error) Case {
		return folder("manifest/"+name, func(_ *Seed, dir string) error {
			at := filepath.Join(dir, filepath.FromSlash(listed))
			if err := os.Rename(at, filepath.Join(dir, "..", "outside.parquet")); err != nil {
				return err
			}
			return put(at)
		}, readers("part-00000-00000.parquet", Violates, Fails)...)
	}
	return []Case{
		path("an absolute path", "/etc/passwd", "/etc/passwd"),
		path("a path with dots", "../../../../../../etc/passwd", "../../../../../../etc/passwd"),
		path("a path with dots within", "train/../../outside.parquet", "train/../../outside.parquet"),
		path("a path of another system", `C:\\windows\\win.ini`, `win.ini`),
		path("a path that is empty", "", "data"),
		path("a path that is the folder", ".", "."),
		path("a path that is missing", "train/part-00009-00009.parquet", "train/part-00009-00009.parquet"),
		path("a path with a NUL", `train/a\u0000.parquet`, "train/a"),
		path("a path of a megabyte", "train/"+strings.Repeat("x", 1<<20), "xxxx"),
		path("a path listed twice", "trl/train/part-00000-00000.parquet", "trl/train/part-00000-00000.parquet"),
		path("a path that names a folder", "train", "train"),
		path("a path of the manifest itself", "manifest.json", "manifest.json"),

		text("a wrong checksum", `"sha256": "`, `"sha256": "0`, Violates, Bounded, "part-00000-00000.parquet"),
		text("a wrong length", `"bytes": `, `"bytes": 9`, Violates, Fails, "part-00000-00000.parquet"),
		text("rows beyond all", `"rows": 50`, `"rows": 9223372036854775807`, Violates, Fails, "part-00000-00000.parquet"),
		text("rows below zero", `"rows": 50`, `"rows": -50`, Violates, Bounded, "part-00000-00000.parquet"),
		text("a world of a billion ranks", `"world_size": 1`, `"world_size": 1000000000`, Violates, Bounded, "data"),
		text("a schema of the future", `"schema_version": `, `"schema_version": 9`, Violates, Fails, "data"),

		whole("brackets", strings.Repeat("[", 1_000_000)),
		whole("nothing", ""),
		whole("half of it", `{"voi":"0.1.0","schema_version":2,"shards":[{"path":`),
		whole("a number for shards", `{"voi":"0.1.0","schema_version":2,"shards":7}`),
		whole("bytes that are no UTF-8", "{\"voi\":\"\xff"),
		folder("manifest/a million shards", func(_ *Seed, dir string) error {
			var b strings.Builder
			b.WriteString(`{"voi":"0.1.0","schema_version":2,"shards":[`)
			for i := range 300_000 {
				fmt.Fprintf(&b, `{"path":"train/part-00000-%05d.parquet","rows":1,"bytes":1,"sha256":""},`, i)
			}
			return os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(strings.TrimSuffix(b.String(), ",")+"]}"), 0o666)
		}, run(Fails, "part-00000-0", "score", "--data", "data", "--out", "s.jsonl", "{seed}/completions.jsonl")),
		folder("manifest/a tebibyte", func(_ *Seed, dir string) error {
			return os.Truncate(filepath.Join(dir, "manifest.json"), 1<<40)
		}, readers("manifest.json", Fails, Fails)...),
		folder("manifest/a folder", func(_ *Seed, dir string) error {
			at := filepath.Join(dir, "manifest.json")
			if err := os.Remove(at); err != nil {
				return err
			}
			return os.Mkdir(at, 0o777)
		}, readers("manifest.json", Fails, Fails)...),
		folder("manifest/a pipe", func(_ *Seed, dir string) error { return replacedByPipe(filepath.Join(dir, "manifest.json")) }, readers("manifest.json", Fails, Fails)...),
		folder("manifest/a device", func(_ *Seed, dir string) error {
			return replacedByLink(filepath.Join(dir, "manifest.json"), "/dev/zero")
		}, readers("manifest.json", Fails, Fails)...),

		shard("a shard that is a link out of the folder", func(at string) error { return os.Symlink("../../outside.parquet", at) }),
		shard("a shard that is an absolute link", func(at string) error { return os.Symlink("/etc/passwd", at) }),
		shard("a shard that is a link to itself", func(at string) error { return os.Symlink(filepath.Base(at), at) }),
		shard("a shard that is a link to a device", func(at string) error { return os.Symlink("/dev/zero", at) }),
		shard("a shard that is a pipe", func(at string) error { return pipe(at) }),
		shard("a shard that is a folder", func(at string) error { return os.Mkdir(at, 0o777) }),
		shard("a shard that is gone", func(string) error { return nil }),
		folder("manifest/a split that is a link out of the folder", func(_ *Seed, dir string) error {
			if err := os.Rename(filepath.Join(dir, "train"), filepath.Join(dir, "..", "elsewhere")); err != nil {
				return err
			}
			return os.Symlink("../elsewhere", filepath.Join(dir, "train"))
		}, readers("part-00000-00000.parquet", Violates, Fails)...),
		folder("manifest/rejected rows that are a link", func(_ *Seed, dir string) error {
			return replacedByLink(filepath.Join(dir, "rejected.jsonl"), "/dev/zero")
		}, run(Violates, "rejected.jsonl", "inspect", "--verify", "data")),
		folder("manifest/rejected rows that are a pipe", func(_ *Seed, dir string) error {
			return replacedByPipe(filepath.Join(dir, "rejected.jsonl"))
		}, run(Violates, "rejected.jsonl", "inspect", "--verify", "data")),
	}
}

func replacedByLink(path, to string) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	return os.Symlink(to, path)
}

func replacedByPipe(path string) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	return pipe(path)
}

// pipe makes a named pipe.
func pipe(at string) error { return syscall.Mkfifo(at, 0o666) }
