//go:build linux

package hostile

import (
	"os"
	"path/filepath"
)

// precious is the content of a file outside of the output, before and after a run.
const precious = "do not touch\n"

// outputs puts links, pipes, folders and unwritable things where voi writes. In each case
// nothing outside of the output changes.
func outputs() []Case {
	// planted makes links below the output that point to precious files.
	planted := func(name string, links []string, want Want, says string, args ...string) Case {
		return Case{Name: "output/" + name, Make: func(_ *Seed, dir string) error {
			for i, link := range links {
				at := filepath.Join(dir, filepath.FromSlash(link))
				if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
					return err
				}
				outside := filepath.Join(dir, numbered("outside", i))
				if err := os.WriteFile(outside, []byte(precious), 0o666); err != nil {
					return err
				}
				if err := os.Symlink(outside, at); err != nil {
					return err
				}
			}
			return nil
		}, Runs: []Run{{Args: args, Want: want, Says: says, Kept: numbered("outside", 0)}}}
	}
	// strayed makes a link to a folder outside, which has to stay empty.
	strayed := func(name, link string, want Want, says string, args ...string) Case {
		return Case{Name: "output/" + name, Make: func(_ *Seed, dir string) error {
			at := filepath.Join(dir, filepath.FromSlash(link))
			if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
				return err
			}
			if err := os.Mkdir(filepath.Join(dir, "elsewhere"), 0o777); err != nil {
				return err
			}
			return os.Symlink(filepath.Join(dir, "elsewhere"), at)
		}, Runs: []Run{{Args: args, Want: want, Says: says, Kept: "elsewhere"}}}
	}
	// blocked puts something at the output's name that cannot be replaced by a file.
	blocked := func(name string, put func(dir string) error, want Want, says string, args ...string) Case {
		return Case{Name: "output/" + name, Make: func(_ *Seed, dir string) error { return put(dir) }, Runs: []Run{run(want, says, args...)}}
	}
	mkdir := func(name string) func(dir string) error {
		return func(dir string) error { return os.MkdirAll(filepath.Join(dir, name, "x"), 0o777) }
	}
	dangling := func(name string) func(dir string) error {
		return func(dir string) error { return os.Symlink("nowhere/at/all", filepath.Join(dir, name)) }
	}
	loop := func(name string) func(dir string) error {
		return func(dir string) error { return os.Symlink(name, filepath.Join(dir, name)) }
	}
	fifo := func(name string) func(dir string) error {
		return func(dir string) error { return pipe(filepath.Join(dir, name)) }
	}
	device := func(name string) func(dir string) error {
		return func(dir string) error { return os.Symlink("/dev/full", filepath.Join(dir, name)) }
	}
	build := func(more ...string) []string { return append([]string{"build", "--out", "out"}, more...) }
	resume := build("--resume")
	score := []string{"score", "--data", "{data}", "--out", "s.jsonl", "{seed}/completions.jsonl"}
	scoreColumns := []string{"score", "--data", "{data}", "--out", "s.parquet", "{seed}/completions.jsonl"}
	scoreOn := append([]string{"score", "--resume"}, score[1:]...)
	report := []string{"report", "--out", "r.html", "{seed}/scored.parquet"}
	return []Case{
		planted("a link in the folder", []string{"out/train/part-00000-00000.parquet"}, Fails, "out", build()...),
		planted("a link for the manifest", []string{"out/manifest.json"}, Fails, "out", resume...),
		planted("a link for the rejected rows", []string{"out/rejected.jsonl"}, Fails, "out", resume...),
		planted("a link for the card", []string{"out/README.md"}, Fails, "out", resume...),
		planted("a link for a shard", []string{"out/train/part-00000-00000.parquet"}, Fails, "out", resume...),
		planted("a link for an unfinished shard", []string{"out/train/.part-00000-00000.parquet.00000.tmp"}, Bounded, "out", resume...),
		planted("a link for an unfinished manifest", []string{"out/.manifest.json.00000.tmp"}, Bounded, "out", resume...),
		planted("a link for an unfinished card", []string{"out/.README.md.00000.tmp"}, Bounded, "out", resume...),
		planted("a link for unfinished rejected rows", []string{"out/.rejected-00000.jsonl.00000.tmp"}, Bounded, "out", resume...),
		planted("a link for a journal", []string{"out/build-00000.journal"}, Bounded, "out", resume...),
		planted("a link for a journal, under its name", []string{"out/rank-00000.journal"}, Bounded, "out", resume...),
		strayed("a split that is a link", "out/train", Fails, "out", resume...),
		strayed("a layout that is a link", "out/trl", Fails, "out", build("--resume", "--layout", "generic,trl")...),
		planted("a link for the scored rows", []string{"s.jsonl"}, Fails, "s.jsonl", score...),
		planted("a link for the scored columns", []string{"s.parquet"}, Fails, "s.parquet", scoreColumns...),
		planted("a link for the rows left out", []string{"s.jsonl.rejected.jsonl"}, Fails, "s.jsonl", score...),
		planted("a link for the metadata", []string{"s.jsonl.meta.json"}, Fails, "s.jsonl", score...),
		planted("a link for results", []string{"s.jsonl.work/results-00000"}, Bounded, "s.jsonl", scoreOn...),
		planted("a link for unfinished results", []string{"s.jsonl.work/.results-00000.00000.tmp"}, Bounded, "s.jsonl", scoreOn...),
		planted("a link for the output of a run", []string{"s.jsonl.work/output"}, Bounded, "s.jsonl", scoreOn...),
		planted("a link for the groups of a run", []string{"s.jsonl.work/groups"}, Bounded, "s.jsonl", scoreOn...),
		planted("a link for the figures of a run", []string{"s.jsonl.work/stats-0"}, Bounded, "s.jsonl", scoreOn...),
		planted("a link for the journal of a run", []string{"s.jsonl.work/run-00000.journal"}, Bounded, "s.jsonl", scoreOn...),
		strayed("a folder of a run that is a link", "s.jsonl.work", Bounded, "s.jsonl", score...),
		planted("a link for a page", []string{"r.html"}, Fails, "r.html", report...),
		planted("a link for an unfinished page", []string{".r.html.report.tmp"}, Bounded, "r.html", report...),

		blocked("a file for a folder", func(dir string) error { return os.WriteFile(filepath.Join(dir, "out"), []byte(precious), 0o666) }, Fails, "out", build()...),
		blocked("a dangling link for a folder", dangling("out"), Bounded, "out", build()...),
		blocked("a link to itself for a folder", loop("out"), Fails, "out", build()...),
		blocked("a pipe for a folder", fifo("out"), Fails, "out", build()...),
		blocked("a folder for scored rows", mkdir("s.jsonl"), Fails, "s.jsonl", score...),
		blocked("a link to itself for scored rows", loop("s.jsonl"), Fails, "s.jsonl", score...),
		blocked("a dangling link for scored rows", dangling("s.jsonl"), Fails, "s.jsonl", score...),
		blocked("a pipe for scored rows", fifo("s.jsonl"), Fails, "s.jsonl", score...),
		blocked("a file for the folder of a run", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "s.jsonl.work"), []byte(precious), 0o666)
		}, Fails, "s.jsonl", score...),
		blocked("a folder for a page", mkdir("r.html"), Fails, "r.html", report...),
		blocked("a pipe for a page", fifo("r.html"), Fails, "r.html", report...),
		blocked("a dangling link for a page", dangling("r.html"), Fails, "r.html", report...),
		blocked("a folder that is not there", func(string) error { return nil }, Bounded, "r.html", "report", "--out", "no/such/r.html", "{seed}/scored.parquet"),
		// Use links to a device, never the device itself: a user who may write to /dev
		// could replace it for the whole machine.
		blocked("a page on a device that is full", device("r.html"), Fails, "r.html", report...),
		blocked("scored rows on a device that is full", device("s.jsonl"), Fails, "s.jsonl", score...),
	}
}

// devices gives something that is no regular file to each flag and argument that takes a
// file.
func devices() []Case {
	kinds := []struct {
		name string
		put  func(at string) error
	}{
		{"a pipe that nobody writes", pipe},
		{"a device without an end", func(at string) error { return os.Symlink("/dev/zero", at) }},
		{"a folder", func(at string) error { return os.Mkdir(at, 0o777) }},
		{"a link to itself", func(at string) error { return os.Symlink(filepath.Base(at), at) }},
		{"a link to nothing", func(at string) error { return os.Symlink("nowhere", at) }},
	}
	uses := []struct {
		name, base string
		args       []string
	}{
		{"input", "in.jsonl", []string{"build", "--out", "out", "in.jsonl"}},
		{"answers", "a.json", []string{"build", "--out", "out", "--answers", "a.json", "{seed}/completions.jsonl"}},
		{"overlay", "o.json", []string{"build", "--out", "out", "--domains", "o.json"}},
		{"prompt", "p.txt", []string{"build", "--out", "out", "--system-prompt", "p.txt"}},
		{"config", "voi.yaml", []string{"decide", "--config", "voi.yaml", "{seed}/completions.jsonl"}},
		{"profile", "my.yaml", []string{"score", "--data", "{data}", "--profile", "./my.yaml", "--out", "s.jsonl", "{seed}/completions.jsonl"}},
		{"completions", "c.jsonl", []string{"score", "--data", "{data}", "--out", "s.jsonl", "c.jsonl"}},
		{"data", "data", []string{"score", "--data", "data", "--out", "s.jsonl", "{seed}/completions.jsonl"}},
		{"situations", "d.jsonl", []string{"decide", "d.jsonl"}},
		{"tools", "t.json", []string{"annotate", "t.json"}},
		{"scored", "s.parquet", []string{"report", "--out", "r.html", "s.parquet"}},
		{"compared", "s.parquet", []string{"compare", "s.parquet", "{seed}/scored.parquet"}},
		{"inspected", "x.parquet", []string{"inspect", "x.parquet"}},
		{"against", "x.parquet", []string{"inspect", "{data}", "--against", "x.parquet"}},
		{"token", "token", []string{"serve", "--http", "127.0.0.1:0", "--token-file", "token"}},
		{"certificate", "cert.pem", []string{"serve", "--http", "127.0.0.1:0", "--tls-cert", "cert.pem", "--tls-key", "cert.pem"}},
	}
	var all []Case
	for _, use := range uses {
		for _, kind := range kinds {
			all = append(all, Case{Name: "device/" + use.name + ": " + kind.name,
				Make: func(_ *Seed, dir string) error { return kind.put(filepath.Join(dir, use.base)) },
				Runs: []Run{run(Fails, use.base, use.args...)},
			})
		}
	}
	return all
}
