package parquetfile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// wide has a column of each supported type.
type wide struct {
	ID     string            `parquet:"id"`
	Delta  string            `parquet:"delta,delta"`
	Words  string            `parquet:"words,dict"`
	Maybe  *string           `parquet:"maybe,optional"`
	Nulls  *int64            `parquet:"nulls,optional"`
	Count  int64             `parquet:"count,delta"`
	Share  float64           `parquet:"share,split"`
	Sure   bool              `parquet:"sure"`
	Tags   []string          `parquet:"tags,list,dict"`
	Parts  []part            `parquet:"parts,list"`
	Extras map[string]string `parquet:"extras"`
}

type part struct {
	Name   string  `parquet:"name"`
	Weight *int32  `parquet:"weight,optional"`
	Deep   []int32 `parquet:"deep,list"`
}

func rows(n int) []wide {
	all := make([]wide, n)
	for i := range all {
		r := &all[i]
		r.ID, r.Delta, r.Words = fmt.Sprint("row-", i), fmt.Sprint("prefix/", i), fmt.Sprint("word ", i%7)
		r.Count, r.Share, r.Sure = int64(i*i), float64(i)/3, i%3 == 0
		if i%2 == 0 {
			r.Maybe = &r.ID
		}
		r.Tags, r.Parts = []string{}, []part{}
		for k := range i % 5 {
			weight := int32(k)
			r.Tags = append(r.Tags, fmt.Sprint("tag ", k))
			p := part{Name: "p", Deep: []int32{}}
			if k%2 == 0 {
				p.Weight, p.Deep = &weight, append(p.Deep, weight, int32(i))
			}
			r.Parts = append(r.Parts, p)
		}
		r.Extras = map[string]string{"k": fmt.Sprint(i % 3)}
	}
	return all
}

func written(t testing.TB, all []wide, options ...parquet.WriterOption) []byte {
	t.Helper()
	var out bytes.Buffer
	w := parquet.NewGenericWriter[wide](&out, options...)
	half := len(all) / 2
	_, err := w.Write(all[:half])
	err = errors.Join(err, w.Flush()) // two row groups
	_, more := w.Write(all[half:])
	sharedtest.OK(t, errors.Join(err, more, w.Close()))
	return out.Bytes()
}

func read(text []byte) (all []wide, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%v", fault)
		}
	}()
	f, err := Open(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, err
	}
	r := parquet.NewGenericReader[wide](f)
	defer r.Close()
	for {
		batch := make([]wide, 100)
		n, err := r.Read(batch)
		all = append(all, batch[:n]...)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

// The package reads the library's files with the same result as the library, for every
// codec, page version and page size.
func TestOpen(t *testing.T) {
	want := rows(sharedtest.Long(3000, 600))
	for _, codec := range []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd, &parquet.Lz4Raw} {
		for _, version := range []int{1, 2} {
			for _, size := range []int{256, 1 << 20} {
				t.Run(fmt.Sprintf("%s, version %d, pages of %d", codec, version, size), func(t *testing.T) {
					text := written(t, want, parquet.Compression(codec), parquet.DataPageVersion(version), parquet.PageBufferSize(size))
					got := sharedtest.Need(read(text))(t)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Error(diff)
					}
				})
			}
		}
	}
}

// pyarrow writes a table without rows as a group of none, whose pages are at offset 0.
func TestGroupWithoutRows(t *testing.T) {
	f := sharedtest.Need(OpenPath(filepath.Join("testdata", "pyarrow-no-rows.parquet")))(t)
	defer f.Close()
	if groups := f.RowGroups(); len(groups) != 1 || len(f.Schema().Columns()) != 4 {
		t.Fatalf("%d groups, the columns %v", len(groups), f.Schema().Columns())
	}
	if row, err := NewRows(f.File, 2).Next(); !errors.Is(err, io.EOF) {
		t.Errorf("row %v, error %v", row, err)
	}
}

// Every column's path holds the names of its groups: a long name over many columns would
// take memory without bound.
func TestLeavesOfLongPaths(t *testing.T) {
	schema := []format.SchemaElement{{NumChildren: thrift.New[int32](1)}, {Name: strings.Repeat("x", 1<<20), NumChildren: thrift.New[int32](200)}}
	for range 200 {
		schema = append(schema, format.SchemaElement{Name: "a", Type: thrift.New(format.Int32)})
	}
	if leaves, err := Leaves(schema); err == nil {
		t.Errorf("%d paths of a megabyte each, and no error", len(leaves))
	}
	schema[1].Name = "x"
	if leaves, err := Leaves(schema); err != nil || len(leaves) != 200 || leaves[199].Path != "x.a" {
		t.Errorf("leaves %v, error %v", leaves, err)
	}
}

// A page whose own checksum is wrong is an error.
func TestUnpackChecksum(t *testing.T) {
	var b bytes.Buffer
	w := sharedtest.Need(gzip.NewWriterLevel(&b, gzip.NoCompression))(t)
	sharedtest.Need(w.Write([]byte("hello")))(t)
	sharedtest.OK(t, w.Close())
	if out, err := Unpack(format.Gzip, b.Bytes(), 5); err != nil || string(out) != "hello" {
		t.Errorf("%q, error %v", out, err)
	}
	changed := bytes.Replace(b.Bytes(), []byte("hello"), []byte("jello"), 1)
	if out, err := Unpack(format.Gzip, changed, 5); err == nil {
		t.Errorf("%q, and no error", out)
	}
}

// FuzzOpen changes eight bytes of a file. The file is read unchanged, or there is an error,
// and no more is read than was written.
func FuzzOpen(f *testing.F) {
	want := rows(40)
	texts := [][]byte{
		written(f, want, parquet.DataPageVersion(1), parquet.Compression(&parquet.Snappy)),
		written(f, want, parquet.DataPageVersion(2), parquet.Compression(&parquet.Zstd)),
		written(f, want, parquet.DataPageVersion(1)),
		written(f, want, parquet.DataPageVersion(2), parquet.Compression(&parquet.Lz4Raw)),
	}
	for at := range uint32(64) {
		f.Add(uint8(at), 97*at, uint64(0xff)<<(at%57))
		f.Add(uint8(at), ^(31 * at), uint64(0x7fffffff)<<(at%33))
	}
	f.Fuzz(func(t *testing.T, which uint8, at uint32, flip uint64) {
		text := bytes.Clone(texts[int(which)%len(texts)])
		for i := range uint32(8) {
			text[(at+i)%uint32(len(text))] ^= byte(flip >> (8 * i))
		}
		if got, err := read(text); err == nil && len(got) != len(want) {
			t.Errorf("%d rows of %d, and no error", len(got), len(want))
		}
	})
}
