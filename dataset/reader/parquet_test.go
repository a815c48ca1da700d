package reader

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

type parquetMessage struct {
	Role    string  `parquet:"role"`
	Content *string `parquet:"content,optional"`
}

type parquetSample struct {
	ID       int64            `parquet:"id"`
	Messages []parquetMessage `parquet:"messages,list"`
	Tools    []string         `parquet:"tools,list"`
	Extra    *parquetExtra    `parquet:"extra,optional"`
}

type parquetExtra struct {
	Score  float64           `parquet:"score"`
	Small  float32           `parquet:"small"`
	Flag   bool              `parquet:"flag"`
	Count  uint64            `parquet:"count"`
	Short  int32             `parquet:"short"`
	Bare   []int32           `parquet:"bare"`
	Nested []parquetNested   `parquet:"nested,list"`
	Map    map[string]string `parquet:"map"`
}

type parquetNested struct {
	Names []string `parquet:"names,list"`
}

func text(s string) *string { return &s }

var parquetSamples = []parquetSample{
	{
		ID:       1,
		Messages: []parquetMessage{{"user", text("Rides in Oslo?")}, {"assistant", text("<TOOLCALL>[{\"name\":\"rides\",\"arguments\":{}}]</TOOLCALL>")}},
		Tools:    []string{`{"name":"rides"}`, `{"name":"walks"}`},
		Extra: &parquetExtra{
			Score: 0.1, Small: 0.1, Flag: true, Count: 1<<64 - 1, Short: -7, Bare: []int32{1, 2},
			Nested: []parquetNested{{[]string{"a", "b"}}, {nil}, {[]string{"c"}}}, Map: map[string]string{"k": "v"},
		},
	},
	{ID: 2, Messages: []parquetMessage{{"user", text("2+2?")}, {"assistant", nil}}},
	{ID: 3, Messages: []parquetMessage{{"user", text("2+2?")}, {"assistant", text("It is 4.")}}},
}

var parquetJSON = []string{
	`{"id":1,"messages":[{"role":"user","content":"Rides in Oslo?"},{"role":"assistant","content":"<TOOLCALL>[{\"name\":\"rides\",\"arguments\":{}}]</TOOLCALL>"}],"tools":["{\"name\":\"rides\"}","{\"name\":\"walks\"}"],"extra":{"score":0.1,"small":0.1,"flag":true,"count":18446744073709551615,"short":-7,"bare":[1,2],"nested":[{"names":["a","b"]},{"names":[]},{"names":["c"]}],"map":{"k":"v"}}}`,
	`{"id":2,"messages":[{"role":"user","content":"2+2?"},{"role":"assistant"}],"tools":[]}`,
	`{"id":3,"messages":[{"role":"user","content":"2+2?"},{"role":"assistant","content":"It is 4."}],"tools":[]}`,
}

func parquetFile(t testing.TB, rows []parquetSample, opts ...parquet.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[parquetSample](&b, opts...)
	for i := range rows {
		sharedtest.Need(w.Write(rows[i : i+1]))(t)
		if i%2 == 1 {
			if err := w.Flush(); err != nil { // ends the row group
				t.Fatal(err)
			}
		}
	}
	sharedtest.OK(t, w.Close())
	return b.Bytes()
}

func TestParquet(t *testing.T) {
	spool := t.TempDir()
	t.Setenv("TMPDIR", spool)
	data := parquetFile(t, parquetSamples, parquet.Compression(&parquet.Zstd))
	for path, opt := range map[string]Options{
		write(t, "rows.parquet", data): {},
		write(t, "rows.jsonl", data):   {},
		"-":                            {Stdin: bytes.NewReader(data)},
	} {
		r := sharedtest.Need(Open(context.Background(), path, opt))(t)
		for i, want := range parquetJSON {
			raw := sharedtest.Need(r.Next())(t)
			v, err := raw.Parse()
			if err != nil || v.JSON() != want || raw.Line != int64(i+1) {
				t.Errorf("%s: row %d is %s, error %v; want %s", path, raw.Line, v.JSON(), err, want)
			}
			rec := r.Decode(raw)
			if (rec.Rejection != nil) != (i == 1) {
				t.Errorf("%s: row %d: %+v", path, i+1, rec.Rejection)
			}
		}
		if _, err := r.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("%s: error %v after the last row", path, err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	left, err := os.ReadDir(spool)
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files left behind: %v, error %v", left, err)
	}
}

// TestParquetJSON reads JSON columns, as the datasets library writes objects with varying
// keys: they are read as values, not as text.
func TestParquetJSON(t *testing.T) {
	type parameters struct {
		Type       string   `parquet:"type"`
		Properties string   `parquet:"properties,json"`
		Required   []string `parquet:"required,list"`
	}
	type tool struct {
		Name       string     `parquet:"name"`
		Parameters parameters `parquet:"parameters"`
	}
	type row struct {
		Messages []parquetMessage `parquet:"messages,list"`
		Tools    []tool           `parquet:"tools,list"`
	}
	messages := []parquetMessage{{"user", text("Rides?")}, {"assistant", text("Where to?")}}
	tools := func(properties string) []tool {
		return []tool{{"rides", parameters{"dict", properties, []string{"to"}}}}
	}
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	for _, properties := range []string{`{"to":{"type":"string","enum":["Oslo","Bergen"]}}`, `null`, `{"to"`, `{"to":1,"to":2}`, deep} {
		sharedtest.Need(w.Write([]row{{messages, tools(properties)}}))(t)
	}
	sharedtest.OK(t, w.Close())
	r := sharedtest.Need(Open(context.Background(), write(t, "rows.parquet", b.Bytes()), Options{}))(t)
	defer r.Close()
	want := []string{"1 parameters", "0 parameters", "bad_json", "duplicate_key", "too_deep"}
	for i := range want {
		raw := sharedtest.Need(r.Next())(t)
		var got string
		if rec := r.Decode(raw); rec.Rejection != nil {
			got = rec.Rejection.Code
			if !strings.HasPrefix(rec.Rejection.Message, "tools.") {
				t.Errorf("row %d: the message %q does not say where", i+1, rec.Rejection.Message)
			}
		} else {
			got = fmt.Sprintf("%d parameters", len(rec.Sample.Tools[0].Params))
		}
		if got != want[i] {
			t.Errorf("row %d: %s, want %s", i+1, got, want[i])
		}
	}
}

// TestParquetNoRows reads a file without rows, as an idle rank writes it.
func TestParquetNoRows(t *testing.T) {
	samples, rejected, err := drain(write(t, "rows.parquet", parquetFile(t, nil)), Options{})
	if samples != 0 || rejected != nil || err != nil {
		t.Errorf("%d samples, %d rejected, error %v", samples, len(rejected), err)
	}
}

// TestParquetMany crosses the limits of batches and row groups.
func TestParquetMany(t *testing.T) {
	rows := make([]parquetSample, 301)
	for i := range rows {
		rows[i] = parquetSamples[2]
		rows[i].ID = int64(i)
	}
	samples, rejected, err := drain(write(t, "rows.parquet", parquetFile(t, rows)), Options{})
	if samples != len(rows) || len(rejected) > 0 || err != nil {
		t.Errorf("%d samples, %d rejected, error %v", samples, len(rejected), err)
	}
}

// TestParquetLargeColumn reads a column larger than FreeExpansion, for which the file's
// expansion is checked.
func TestParquetLargeColumn(t *testing.T) {
	sharedtest.Unraced(t)
	rng := rand.NewChaCha8([32]byte{1})
	var b bytes.Buffer
	w := parquet.NewGenericWriter[parquetSample](&b)
	const rows, each = 34, 2 << 20
	for i := range rows {
		noise := make([]byte, each/2)
		sharedtest.Need(rng.Read(noise))(t)
		row := parquetSamples[2]
		row.ID = int64(i)
		row.Messages = []parquetMessage{{"user", text(hex.EncodeToString(noise))}, row.Messages[1]}
		sharedtest.Need(w.Write([]parquetSample{row}))(t)
	}
	sharedtest.OK(t, w.Close())
	path := write(t, "large.parquet", b.Bytes())
	samples, rejected, err := drain(path, Options{})
	if samples != rows || len(rejected) > 0 || err != nil {
		t.Errorf("%d samples, %d rejected, error %v; want %d, 0, none", samples, len(rejected), err, rows)
	}
}

func TestParquetRejections(t *testing.T) {
	long, broken := parquetSamples[2], parquetSamples[2]
	long.Messages = []parquetMessage{{"user", text(strings.Repeat("x", 3000))}}
	broken.Messages = []parquetMessage{{"user", text("a\xFFb")}}
	path := write(t, "rows.parquet", parquetFile(t, []parquetSample{parquetSamples[2], long, broken, parquetSamples[2]}))
	samples, rejected, err := drain(path, Options{MaxRecordBytes: 2000})
	if samples != 2 || len(rejected) != 2 || err != nil {
		t.Fatalf("%d samples, %d rejected, error %v; want 2, 2, none", samples, len(rejected), err)
	}
	for i, code := range []string{"too_large", "bad_utf8"} {
		if r := rejected[i]; r.Code != code || r.Line != int64(i+2) || r.File != path {
			t.Errorf("rejection %+v, want %s at row %d", r, code, i+2)
		}
	}
}

// TestParquetDamage changes bytes all over a file: reading ends with an error or with rows,
// never with a panic.
func TestParquetDamage(t *testing.T) {
	sharedtest.Unraced(t)
	data := parquetFile(t, parquetSamples)
	failed := 0
	for i := 4; i < len(data); i += 11 { // odd, so that all columns and the footer are hit
		damaged := bytes.Clone(data)
		damaged[i] ^= byte(1 + i%255)
		samples, rejected, err := drain(write(t, "rows.parquet", damaged), Options{})
		if err != nil {
			failed++
		}
		if samples+len(rejected) > 100 {
			t.Errorf("byte %d: %d rows", i, samples+len(rejected))
		}
	}
	if failed == 0 {
		t.Error("no damage was noticed")
	}
}

func FuzzParquet(f *testing.F) {
	f.Add(parquetFile(f, parquetSamples[:1]))
	f.Add(parquetFile(f, parquetSamples, parquet.Compression(&parquet.Zstd)))
	f.Add([]byte("PAR1\x00\x00\x00\x00PAR1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if !bytes.HasPrefix(data, parquetMagic) {
			t.Skip("not taken for Parquet")
		}
		r, err := Open(context.Background(), write(t, "f.parquet", data), Options{MaxRecordBytes: 1 << 20})
		if err != nil {
			return
		}
		defer r.Close()
		for range 1000 {
			raw, err := r.Next()
			if err != nil {
				return
			}
			if rec := r.Decode(raw); (rec.Sample == nil) == (rec.Rejection == nil) {
				t.Fatal("a record is a sample or a rejection")
			}
			v, err := raw.Parse()
			if err != nil {
				continue
			}
			if again, err := domains.ParseValue(v.JSON()); err != nil || again.JSON() != v.JSON() {
				t.Fatalf("%s is no JSON: %v", v.JSON(), err)
			}
		}
	})
}
