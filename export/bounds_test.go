package export

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/sharedtest"
)

func TestBounds(t *testing.T) {
	for _, c := range []struct{ text, low, high string }{
		{"", "", ""},
		{strings.Repeat("a", 32), strings.Repeat("a", 32), strings.Repeat("a", 32)},
		{strings.Repeat("a", 33), strings.Repeat("a", 32), strings.Repeat("a", 31) + "b"},
		{strings.Repeat("ü", 40), strings.Repeat("ü", 16), strings.Repeat("ü", 15) + "ý"},
		{strings.Repeat("\U0010FFFF", 40), strings.Repeat("\U0010FFFF", 8), "\xff"},
		{"a" + strings.Repeat("\U0010FFFF", 40), "a" + strings.Repeat("\U0010FFFF", 7), "b"},
		{strings.Repeat("a", 29) + "\uD7FFxyz", strings.Repeat("a", 29) + "\uD7FF", strings.Repeat("a", 29) + "\uE000"},
		{strings.Repeat("a", 31) + "\x7fzz", strings.Repeat("a", 31) + "\x7f", strings.Repeat("a", 30) + "b"},
	} {
		if low := string(lowerBound([]byte(c.text))); low != c.low {
			t.Errorf("%q: lower bound %q, want %q", c.text, low, c.low)
		}
		if high := string(upperBound([]byte(c.text))); high != c.high {
			t.Errorf("%q: upper bound %q, want %q", c.text, high, c.high)
		}
	}
}

func FuzzBounds(f *testing.F) {
	f.Add("The quick brown fox jumps over the lazy dog, twice.")
	f.Add(strings.Repeat("\U0010FFFF", 9) + "x")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip("texts are cleaned before they are written")
		}
		low, high := lowerBound([]byte(text)), upperBound([]byte(text))
		if bytes.Compare(low, []byte(text)) > 0 || bytes.Compare(high, []byte(text)) < 0 {
			t.Fatalf("%q is not within %q and %q", text, low, high)
		}
		if len(low) > boundBytes || len(high) > boundBytes || !utf8.Valid(low) {
			t.Fatalf("bounds %q and %q of %q", low, high, text)
		}
	})
}

// TestFootersStaySmall writes long texts. The bounds in the footer and in the page index
// are valid and short.
func TestFootersStaySmall(t *testing.T) {
	var b strings.Builder
	random := rand.New(rand.NewPCG(3, 4))
	for range 8 {
		text := string(rune('a'+random.IntN(26))) + strings.Repeat("long words ", 20_000)
		b.WriteString(`{"messages":[{"role":"user","content":"` + text + `"}],"tools":[],"reference":{"action":"DIRECTLY"}}` + "\n")
	}
	in := filepath.Join(t.TempDir(), "in.jsonl")
	sharedtest.OK(t, os.WriteFile(in, []byte(b.String()), 0o666))
	opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
	opt.Split, opt.Layouts = nil, nil
	s := build(t, opt)
	if s.Bytes > 100_000 {
		t.Errorf("%d bytes of shards", s.Bytes)
	}
	verified(t, opt.Out)
	path := filepath.Join(opt.Out, "train", "part-00000-00000.parquet")
	err := withShard(path, func(sr *shardReader) error {
		column, _ := sr.file.Schema().Lookup("prompt", "list", "element", "content")
		for _, group := range sr.file.Metadata().RowGroups {
			stats := group.Columns[column.ColumnIndex].MetaData.Statistics
			if len(stats.MaxValue) > boundBytes || len(stats.MinValue) > boundBytes || len(stats.MaxValue) == 0 {
				t.Errorf("bounds of %d and %d bytes", len(stats.MinValue), len(stats.MaxValue))
			}
		}
		r := parquet.NewReader(sr.file)
		rows := make([]parquet.Row, sr.file.NumRows())
		n, err := r.ReadRows(rows)
		if n != len(rows) {
			return err
		}
		for _, row := range rows {
			for _, v := range row {
				stats := sr.file.Metadata().RowGroups[0].Columns[v.Column()].MetaData.Statistics
				if v.Kind() == parquet.ByteArray && len(stats.MaxValue) > 0 &&
					(bytes.Compare(v.ByteArray(), stats.MinValue) < 0 || bytes.Compare(v.ByteArray(), stats.MaxValue) > 0) {
					t.Errorf("column %d: a value outside of its bounds", v.Column())
				}
			}
		}
		return r.Close()
	})
	sharedtest.OK(t, err)
}

// TestHostileToolsAreTurnedAway: escaping must not make a row too large.
func TestHostileToolsAreTurnedAway(t *testing.T) {
	in := filepath.Join(t.TempDir(), "in.jsonl")
	row := `{"messages":[{"role":"user","content":"hi"}],"tools":[{"name":"t","description":"` + strings.Repeat("<", 2<<20) +
		`","parameters":{"type":"object","properties":{}}}],"reference":{"action":"DIRECTLY"}}` + "\n"
	sharedtest.OK(t, os.WriteFile(in, []byte(row+strings.ReplaceAll(fixtureRows[3], "%d", "3")+"\n"), 0o666))
	opt := fixtureOptions(in, filepath.Join(t.TempDir(), "out"))
	s := build(t, opt)
	if s.Rows != 1 || s.Counts.Rejections["too_large"] != 1 {
		t.Errorf("%d rows, rejected %v", s.Rows, s.Counts.Rejections)
	}
}
