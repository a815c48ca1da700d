//go:build linux

package hostile

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/parquet-go/parquet-go"
)

// damagedRuns are the commands that read a shard, or a similar file, in different ways. The
// folder data holds the damaged file.
func damagedRuns(verify Want) []Run {
	shard := "part-00000-00000.parquet"
	return []Run{
		run(verify, shard, "inspect", "--verify", "data"),
		run(Bounded, shard, "score", "--data", "data", "--out", "s.jsonl", "{seed}/completions.jsonl"),
	}
}

// damagedRows are the commands that read Parquet files of other programs.
func damagedRows() []Run {
	return []Run{build(Bounded, "", "rows.parquet"), run(Bounded, "", "inspect", "rows.parquet")}
}

func damagedScored() []Run {
	return []Run{
		run(Bounded, "", "report", "--out", "r.html", "scored.parquet"),
		run(Bounded, "scored.parquet", "compare", "scored.parquet", "{seed}/scored.parquet"),
	}
}

// damagedColumns reads a file of completions twice: its rows, and its columns.
func damagedColumns() []Run {
	return []Run{run(Bounded, "parquet", "score", "--data", "{data}", "--out", "s.parquet", "completions.parquet")}
}

func damagedDecisions() []Run {
	return []Run{run(Bounded, "decisions.parquet", "replay", "decisions.parquet", "--policy", "graph", "--grid", "theta_corr=0.4,0.6", "--attribution")}
}

// damage makes a case for each kind of file from one kind of damage.
func damage(name string, change func(text []byte) []byte) []Case {
	shard := folder("shard/"+name, func(s *Seed, dir string) error {
		return os.WriteFile(filepath.Join(dir, "train", "part-00000-00000.parquet"), change(s.read(shardFile)), 0o666)
	}, damagedRuns(Violates)...)
	of := func(family, base, from string, runs []Run) Case {
		return file(family+"/"+name, base, func(s *Seed) []byte { return change(s.read(from)) }, runs...)
	}
	return []Case{
		shard,
		of("rows", "rows.parquet", rowsFile, damagedRows()),
		of("scored", "scored.parquet", scoredFile, damagedScored()),
		of("completions", "completions.parquet", columnsFile, damagedColumns()),
		of("decisions", "decisions.parquet", decisionsFile, damagedDecisions()),
	}
}

// truncations truncates files: in the magic, in the data, in the footer, in its length, one
// byte before the end.
func truncations() []Case {
	var all []Case
	for _, c := range []struct {
		name string
		at   func(n int) int
	}{
		{"cut off before all", func(int) int { return 0 }},
		{"cut off in its magic", func(int) int { return 3 }},
		{"cut off behind its magic", func(int) int { return 4 }},
		{"cut off at 11 bytes", func(int) int { return 11 }},
		{"cut off at a quarter", func(n int) int { return n / 4 }},
		{"cut off at a half", func(n int) int { return n / 2 }},
		{"cut off in its footer", func(n int) int { return n - 200 }},
		{"cut off before its length", func(n int) int { return n - 8 }},
		{"cut off before its last byte", func(n int) int { return n - 1 }},
	} {
		all = append(all, damage(c.name, func(text []byte) []byte { return text[:c.at(len(text))] })...)
	}
	return append(all, damage("grown by its own half", func(text []byte) []byte { return append(text[:len(text):len(text)], text[len(text)/2:]...) })...)
}

// flips flips bits of files: in each part, and at random places.
func flips() []Case {
	var all []Case
	for _, c := range []struct {
		name string
		at   func(f *parquet.File, text []byte) int64
	}{
		{"a bit of its magic", func(*parquet.File, []byte) int64 { return 1 }},
		{"a bit of the first page's header", func(f *parquet.File, _ []byte) int64 { return firstPage(f, 0) }},
		{"a bit of the first page's sizes", func(f *parquet.File, _ []byte) int64 { return firstPage(f, 0) + 4 }},
		{"a bit of the first page's counts", func(f *parquet.File, _ []byte) int64 { return firstPage(f, 0) + 9 }},
		{"a bit of the first page's levels", func(f *parquet.File, _ []byte) int64 { return firstPage(f, 0) + 24 }},
		{"a bit of the first page's data", func(f *parquet.File, _ []byte) int64 { return firstPage(f, 0) + 80 }},
		{"a bit of a later page's header", func(f *parquet.File, _ []byte) int64 { return firstPage(f, 1) + 5 }},
		{"a bit of the last page's data", func(f *parquet.File, _ []byte) int64 {
			return firstPage(f, len(f.Metadata().RowGroups[0].Columns)-1) + 40
		}},
		{"a bit of its page index", func(_ *parquet.File, text []byte) int64 { return footerAt(text) - 20 }},
		{"a bit of its schema", func(_ *parquet.File, text []byte) int64 { return footerAt(text) + 6 }},
		{"a bit of its footer's middle", func(_ *parquet.File, text []byte) int64 { return (footerAt(text) + int64(len(text))) / 2 }},
		{"a bit of its footer's metadata", func(_ *parquet.File, text []byte) int64 { return int64(len(text)) - 60 }},
		{"a bit of its footer's length", func(_ *parquet.File, text []byte) int64 { return int64(len(text)) - 7 }},
		{"the highest bit of its footer's length", func(_ *parquet.File, text []byte) int64 { return int64(len(text)) - 5 }},
	} {
		all = append(all, damage(c.name, func(text []byte) []byte {
			return flipped(text, int(c.at(opened(text), text)), 0x10)
		})...)
	}
	for i := range 12 {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		all = append(all, damage(numbered("bits anywhere", i+1), func(text []byte) []byte {
			for range 1 << (i % 4) {
				text = flipped(text, rng.IntN(len(text)), 1<<rng.IntN(8))
			}
			return text
		})...)
	}
	return all
}

func firstPage(f *parquet.File, column int) int64 {
	c := f.Metadata().RowGroups[0].Columns[column].MetaData
	if c.DictionaryPageOffset > 0 {
		return c.DictionaryPageOffset
	}
	return c.DataPageOffset
}

// opened opens a valid file of the seed.
func opened(text []byte) *parquet.File {
	f, err := parquet.OpenFile(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		panic(err) // the seed is sound
	}
	return f
}

// footerAt is the offset of a file's footer.
func footerAt(text []byte) int64 {
	return int64(len(text)) - 8 - int64(binary.LittleEndian.Uint32(text[len(text)-8:]))
}
