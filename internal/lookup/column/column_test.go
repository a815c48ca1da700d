package column

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"

	"github.com/voi-rl/voi/internal/sharedtest"
)

type message struct {
	Role    string `parquet:"role"`
	Content string `parquet:"content"`
}

// record has a column of every type in a shard.
type record struct {
	ID       string    `parquet:"id"`
	Kind     string    `parquet:"kind,dict"`
	Messages []message `parquet:"messages,list"`
	Count    int64     `parquet:"count"`
	Note     *string   `parquet:"note,optional"`
	Tags     []string  `parquet:"tags,list"`
	Plain    string    `parquet:"plain,plain"`
	Share    *float64  `parquet:"share,optional"`
	Score    float64   `parquet:"score"`
	Agrees   *bool     `parquet:"agrees,optional"`
	Done     bool      `parquet:"done"`
}

var recordWants = []Want{
	{Path: "id"}, {Path: "kind"}, {Path: "messages.list.element.role"}, {Path: "messages.list.element.content"},
	{Path: "note"}, {Path: "tags.list.element"}, {Path: "plain"}, {"share", Number}, {"score", Number}, {"agrees", Truth}, {"done", Truth},
}

// randomRecord returns a record with mostly short texts, some of them long or empty.
func randomRecord(rng *rand.Rand, i int) record {
	text := func(n int) string { return strings.Repeat(string(rune('a'+rng.IntN(26))), rng.IntN(n)) }
	r := record{
		ID: fmt.Sprintf("row-%d", i), Kind: []string{"x", "yy", ""}[rng.IntN(3)], Count: int64(i),
		Messages: []message{}, Tags: []string{}, Plain: text(40), Score: rng.NormFloat64(), Done: rng.IntN(2) == 0,
	}
	for range rng.IntN(5) {
		r.Messages = append(r.Messages, message{text(8), text(2000)})
	}
	for range rng.IntN(3) * rng.IntN(40) {
		r.Tags = append(r.Tags, text(5))
	}
	if rng.IntN(3) > 0 {
		note, share, agrees := text(300), rng.Float64(), rng.IntN(2) == 0
		r.Note, r.Share, r.Agrees = &note, &share, &agrees
	}
	return r
}

func write(t testing.TB, records []record, groupRows, batch, pageBytes int, codec compress.Codec) []byte {
	t.Helper()
	var out bytes.Buffer
	w := parquet.NewGenericWriter[record](&out, parquet.PageBufferSize(pageBytes), parquet.Compression(codec),
		parquet.DataPageStatistics(true), parquet.MaxRowsPerRowGroup(int64(groupRows)))
	for len(records) > 0 {
		n := min(batch, len(records))
		sharedtest.Need(w.Write(records[:n]))(t)
		records = records[n:]
	}
	sharedtest.OK(t, w.Close())
	return out.Bytes()
}

// cell is one row's values of a column, as text.
func cell(t testing.TB, f *File, r io.ReaderAt, column int, row int64) []string {
	t.Helper()
	p, err := f.Page(r, f.Find(column, row))
	if err != nil {
		t.Fatalf("column %d, row %d: %v", column, row, err)
	}
	if from, to := p.Rows(); row < from || row >= to {
		t.Fatalf("column %d, row %d: the page has the rows from %d to %d", column, row, from, to)
	}
	return cellOf(p, column, row)
}

func cellOf(p *Page, column int, row int64) []string {
	out := []string{}
	from, to := p.Values(row)
	for i := from; i < to; i++ {
		switch recordWants[column].Kind {
		case Text:
			out = append(out, string(p.Text(i)))
		case Number:
			out = append(out, fmt.Sprint(math.Float64bits(p.Number(i))))
		case Truth:
			out = append(out, fmt.Sprint(p.Truth(i)))
		}
	}
	return out
}

// wantCells returns the expected results of cell for all columns of a record.
func wantCells(r *record) [][]string {
	out := [][]string{{r.ID}, {r.Kind}, {}, {}, {}, r.Tags, {r.Plain}, {}, {fmt.Sprint(math.Float64bits(r.Score))}, {}, {fmt.Sprint(r.Done)}}
	for _, m := range r.Messages {
		out[2], out[3] = append(out[2], m.Role), append(out[3], m.Content)
	}
	if r.Note != nil {
		out[4], out[7], out[9] = []string{*r.Note}, []string{fmt.Sprint(math.Float64bits(*r.Share))}, []string{fmt.Sprint(*r.Agrees)}
	}
	return out
}

// TestAgainstTheLibrary compares every cell with the written record, for many sizes of
// pages, groups and batches.
func TestAgainstTheLibrary(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	for _, c := range []struct {
		rows, groupRows, batch, pageBytes int
		codec                             compress.Codec
	}{
		{1, 10, 1, 256, &parquet.Zstd},
		{300, 1000, 64, 256, &parquet.Zstd},
		{1500, 400, 64, 4 << 10, &parquet.Zstd},
		{1500, 1000, 64, 256 << 10, &parquet.Zstd},
		{700, 128, 7, 1 << 10, &parquet.Uncompressed},
	} {
		t.Run(fmt.Sprintf("%d rows, groups of %d, pages of %d", c.rows, c.groupRows, c.pageBytes), func(t *testing.T) {
			records := make([]record, c.rows)
			for i := range records {
				records[i] = randomRecord(rng, i)
			}
			file := bytes.NewReader(write(t, records, c.groupRows, c.batch, c.pageBytes, c.codec))
			f := sharedtest.Need(Open(file, file.Size(), recordWants))(t)
			if f.Rows() != int64(c.rows) || f.Bytes() < int64(4*len(recordWants)) {
				t.Fatalf("%d rows, %d bytes", f.Rows(), f.Bytes())
			}
			for _, row := range rng.Perm(c.rows)[:min(c.rows, 300)] {
				for column, want := range wantCells(&records[row]) {
					if got := cell(t, f, file, column, int64(row)); fmt.Sprint(got) != fmt.Sprint(want) || len(got) != len(want) {
						t.Fatalf("%s of row %d is %.200q, want %.200q", recordWants[column].Path, row, got, want)
					}
				}
			}
			for column := range recordWants {
				next := int64(0)
				err := f.Pages(column, func(ref Ref) error {
					p, err := f.Page(file, ref)
					if err != nil {
						return err
					}
					from, to := p.Rows()
					if from != next || p.Bytes() <= 0 {
						t.Errorf("a page begins with row %d, not %d", from, next)
					}
					next = to
					return nil
				})
				if err != nil || next != f.Rows() {
					t.Errorf("the pages of column %d end at row %d: %v", column, next, err)
				}
			}
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	whole := write(t, []record{randomRecord(rand.New(rand.NewPCG(1, 2)), 0)}, 10, 10, 1<<10, &parquet.Zstd)
	snappy := write(t, []record{{ID: "a"}}, 10, 10, 1<<10, &parquet.Snappy)
	cut := func(n int) []byte { return whole[:len(whole)-n] }
	footer := func(n uint32) []byte {
		b := bytes.Clone(whole)
		for i := range 4 {
			b[len(b)-8+i] = byte(n >> (8 * i))
		}
		return b
	}
	for _, c := range []struct {
		name string
		file []byte
		want []Want
		says string
	}{
		{"nothing", nil, recordWants, "no Parquet file"},
		{"text", []byte("this is not a Parquet file"), recordWants, "cut off"},
		{"cut off", cut(1), recordWants, "cut off"},
		{"a footer longer than the file", footer(math.MaxUint32), recordWants, "a footer of 4294967295 bytes"},
		{"a footer that begins too late", footer(20), recordWants, "footer"},
		{"no footer", footer(0), recordWants, "footer"},
		{"another codec", snappy, recordWants, "codec 1"},
		{"another type", whole, []Want{{"id", Number}}, "another type"},
		{"an integer", whole, []Want{{"count", Number}}, "another type"},
	} {
		_, err := Open(bytes.NewReader(c.file), int64(len(c.file)), c.want)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want it to say %q", c.name, err, c.says)
		}
	}
	var lacks *MissingError
	if _, err := Open(bytes.NewReader(whole), int64(len(whole)), []Want{{Path: "absent"}}); !errors.As(err, &lacks) || lacks.Path != "absent" {
		t.Errorf("got %v", err)
	}
}

// TestEveryChangedByte changes each byte of a file. Either Open or Page returns an error,
// or the cells are the written ones. The exceptions are a few bytes of page headers and of
// the footer, which no checksum covers and no length contradicts.
func TestEveryChangedByte(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	records := make([]record, 12)
	for i := range records {
		records[i] = randomRecord(rng, i)
		for k := range records[i].Messages {
			records[i].Messages[k].Content = "short"
		}
	}
	whole := write(t, records, 6, 6, 256, &parquet.Zstd)
	want := wantAll(records)
	tried, refused, wrong := 0, 0, 0
	for at := range whole {
		data := bytes.Clone(whole)
		data[at] ^= []byte{0x01, 0x80, 0xff}[at%3]
		cells, err := readAll(data)
		tried++
		if err != nil {
			refused++
		} else if !slices.Equal(cells, want) {
			wrong++
		}
	}
	t.Logf("%d changes, %d refused, %d read wrong", tried, refused, wrong)
	if refused < tried/4 || wrong > tried/200 {
		t.Errorf("of %d changes %d were refused, %d read wrong", tried, refused, wrong)
	}
}

// readAll reads all cells of a file, column by column.
func readAll(data []byte) (cells []string, err error) {
	file := bytes.NewReader(data)
	f, err := Open(file, file.Size(), recordWants)
	if err != nil {
		return nil, err
	}
	for column := range recordWants {
		err := f.Pages(column, func(ref Ref) error {
			p, err := f.Page(file, ref)
			if err != nil {
				return err
			}
			from, to := p.Rows()
			for row := from; row < to; row++ {
				if f.Find(column, row) != ref {
					return fmt.Errorf("row %d is on another page", row)
				}
				cells = append(cells, fmt.Sprint(cellOf(p, column, row)))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return cells, nil
}

func wantAll(records []record) (cells []string) {
	for column := range recordWants {
		for i := range records {
			cells = append(cells, fmt.Sprint(wantCells(&records[i])[column]))
		}
	}
	return cells
}
