package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// arrowRow is a row of requests; "" stands for null.
type arrowRow struct{ completion, sampleID, messages, tools, reference string }

func requestSchema(large bool) *arrow.Schema {
	var kind arrow.DataType = arrow.BinaryTypes.String
	if large {
		kind = arrow.BinaryTypes.LargeString
	}
	fields := []arrow.Field{{Name: "step", Type: arrow.PrimitiveTypes.Int64}, {Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true}}
	for _, name := range []string{"completion", "sample_id", "messages", "tools", "reference"} {
		fields = append(fields, arrow.Field{Name: name, Type: kind, Nullable: true})
	}
	return arrow.NewSchema(fields, nil)
}

func record(schema *arrow.Schema, rows []arrowRow) arrow.Record {
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for _, r := range rows {
		b.Field(0).(*array.Int64Builder).Append(7)
		b.Field(1).(*array.ListBuilder).AppendNull()
		for k, text := range []string{r.completion, r.sampleID, r.messages, r.tools, r.reference} {
			switch f := b.Field(k + 2).(type) {
			case *array.StringBuilder:
				if text == "" {
					f.AppendNull()
				} else {
					f.Append(text)
				}
			case *array.LargeStringBuilder:
				if text == "" {
					f.AppendNull()
				} else {
					f.Append(text)
				}
			}
		}
	}
	return b.NewRecord()
}

// arrowStreamOf writes batches as a client does.
func arrowStreamOf(t testing.TB, large bool, batches ...[]arrowRow) []byte {
	t.Helper()
	var out bytes.Buffer
	schema := requestSchema(large)
	w := ipc.NewWriter(&out, ipc.WithSchema(schema))
	for _, rows := range batches {
		rec := record(schema, rows)
		sharedtest.OK(t, w.Write(rec))
		rec.Release()
	}
	sharedtest.OK(t, w.Close())
	return out.Bytes()
}

// replies serves a stream and reads the replies: rows as JSON values.
func arrowReplies(t testing.TB, c *Core, in []byte) (rows [][]string, schema *arrow.Schema, err error) {
	t.Helper()
	var out bytes.Buffer
	served := c.ServeArrow(t.Context(), bytes.NewReader(in), &out, ArrowOptions{})
	r, err := ipc.NewReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	for r.Next() {
		rec := r.Record()
		for i := range int(rec.NumRows()) {
			var row []string
			for k := range int(rec.NumCols()) {
				switch col := rec.Column(k).(type) {
				case *array.Float64:
					row = append(row, cell(col.IsNull(i), func() string { return string(jsonvalue.AppendFloat(nil, col.Value(i))) }))
				case *array.String:
					row = append(row, cell(col.IsNull(i), func() string { return col.Value(i) }))
				}
			}
			rows = append(rows, row)
		}
	}
	return rows, r.Schema(), served
}

func cell(null bool, text func() string) string {
	if null {
		return "null"
	}
	return text()
}

func TestArrow(t *testing.T) {
	c := testCore(t)
	for _, large := range []bool{false, true} {
		in := arrowStreamOf(t, large,
			[]arrowRow{
				{completion: "<reasoning>r</reasoning><answer><REFUSE>I cannot.</REFUSE></answer>", reference: `{"action":"REFUSE"}`},
				{reference: `{"action":"REFUSE"}`},
				{completion: "x", sampleID: "nobody"},
				{completion: "x", reference: `{"action":`},
				{completion: "x", reference: `{"action":"REFUSE"}`, tools: `null`},
			},
			nil,
			[]arrowRow{{completion: "\xff", reference: ` {"action":"REFUSE"} `}},
		)
		rows, schema, err := arrowReplies(t, c, in)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, f := range schema.Fields() {
			fmt.Fprintf(&text, "%s %s %v\n", f.Name, f.Type, f.Nullable)
		}
		for _, row := range rows {
			fmt.Fprintln(&text, strings.Join(row, " "))
		}
		want := `reward float64 true
form float64 true
tool float64 true
cls float64 true
certainty float64 true
slot float64 true
action utf8 true
error utf8 true
notes utf8 true
3 0.5 0.5 2 1 0 REFUSE null null
null null null null null null null {"code":"bad_request","message":"the row has no completion; give a text"} null
null null null null null null null {"code":"unknown_sample","message":"there are no samples to look \"nobody\" up in; give --data, or tools and reference beside it"} null
null null null null null null null {"code":"bad_json","message":"reference: the text ends inside a value at byte 10 of the text"} null
0 0 0 0 0 0 null null ["no_reasoning","no_answer"]
0 0 0 0 0 0 null null ["replaced_utf8","no_reasoning","no_answer"]
`
		if text.String() != want {
			t.Errorf("large %v:\n%s\nwant\n%s", large, text.String(), want)
		}
		for key, value := range map[string]string{"op": "hello", "protocol": "1", "profile": "guarded", "profile_sha256": c.Profiles[0].SHA256(), "reward_range": "[0,3.5]", "max_line_bytes": "67108864"} {
			if got, _ := schema.Metadata().GetValue(key); got != value {
				t.Errorf("metadata %s is %q, want %q", key, got, value)
			}
		}
	}
}

// A client may read the schema before it writes anything, and it may read each reply before
// it writes the next batch.
func TestArrowDoesNotMakeTheClientWait(t *testing.T) {
	in, requests := io.Pipe()
	replies, out := io.Pipe()
	served := make(chan error, 1)
	core := testCore(t)
	go func() {
		err := core.ServeArrow(context.Background(), in, out, ArrowOptions{})
		out.Close()
		served <- err
	}()
	r := sharedtest.Need(ipc.NewReader(replies))(t)
	schema := requestSchema(false)
	w := ipc.NewWriter(requests, ipc.WithSchema(schema))
	for i := range 3 {
		sharedtest.OK(t, w.Write(record(schema, make([]arrowRow, i+1))))
		if !r.Next() || r.Record().NumRows() != int64(i+1) {
			t.Fatalf("batch %d: %v", i, r.Err())
		}
	}
	w.Close()
	requests.Close()
	if r.Next() || r.Err() != nil {
		t.Errorf("behind the last batch: %v", r.Err())
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

func TestArrowStops(t *testing.T) {
	in, requests := io.Pipe()
	defer requests.Close()
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	core := testCore(t)
	go func() { served <- core.ServeArrow(ctx, in, io.Discard, ArrowOptions{Drain: 10 * time.Second}) }()
	time.Sleep(20 * time.Millisecond)
	cancel()
	if err := <-served; err != nil {
		t.Error(err)
	}
}

func TestMalformedArrow(t *testing.T) {
	good := arrowStreamOf(t, false, []arrowRow{{completion: "x"}}, []arrowRow{{completion: "y"}})
	dictionary := func() []byte {
		kind := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
		schema := arrow.NewSchema([]arrow.Field{{Name: "completion", Type: kind}}, nil)
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		sharedtest.OK(t, b.Field(0).(*array.BinaryDictionaryBuilder).AppendString("x"))
		return written(t, schema, b.NewRecord())
	}
	one := func(name string, kind arrow.DataType, n int) []byte {
		var fields []arrow.Field
		for range n {
			fields = append(fields, arrow.Field{Name: name, Type: kind, Nullable: true})
		}
		schema := arrow.NewSchema(fields, nil)
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		for k := range n {
			b.Field(k).AppendNull()
		}
		return written(t, schema, b.NewRecord())
	}
	compressed := func() []byte {
		var out bytes.Buffer
		schema := requestSchema(false)
		w := ipc.NewWriter(&out, ipc.WithSchema(schema), ipc.WithZstd())
		sharedtest.OK(t, w.Write(record(schema, []arrowRow{{completion: strings.Repeat("x", 1000)}})))
		return out.Bytes()
	}
	for _, tc := range []struct {
		name string
		in   []byte
		rows int // answered before the fault
		want string
	}{
		{"JSON", []byte(`{"op":"ping","id":1}`), 0, "no Arrow IPC stream"},
		{"cut in a head", good[:5], 0, "ends inside the head"},
		{"cut in the metadata", good[:100], 0, "ends inside the metadata"},
		{"cut in the last body", good[:len(good)-40], 1, "ends inside the body"},
		{"a huge length", []byte("\xff\xff\xff\xff\xff\xff\xff\x7f"), 0, "bytes of metadata"},
		{"a negative length", []byte("\xff\xff\xff\xff\xff\xff\xff\xff"), 0, "bytes of metadata"},
		{"two schemas", append(append([]byte(nil), good[:schemaLength(good)]...), good...), 0, "out of its place"},
		{"no schema", good[schemaLength(good):], 0, "out of its place"},
		{"a dictionary", dictionary(), 0, "dictionary-encoded"},
		{"compressed buffers", compressed(), 0, "compressed"},
		{"a number as completion", one("completion", arrow.PrimitiveTypes.Int64, 1), 0, "send utf8"},
		{"two completions", one("completion", arrow.BinaryTypes.String, 2), 0, "2 columns"},
		{"no completion", one("text", arrow.BinaryTypes.String, 1), 0, "no column \"completion\""},
		{"a view", one("completion", arrow.BinaryTypes.StringView, 1), 0, "type 24"},
	} {
		rows, _, err := arrowReplies(t, testCore(t), tc.in)
		if err == nil || !strings.Contains(err.Error(), tc.want) || len(rows) != tc.rows {
			t.Errorf("%s: %d rows, %v, want %d rows and %q", tc.name, len(rows), err, tc.rows, tc.want)
		}
	}
	for name, in := range map[string][]byte{"empty": nil, "a schema alone": good[:schemaLength(good)], "no mark at the end": good[:len(good)-endMark]} {
		if _, _, err := arrowReplies(t, testCore(t), in); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func written(t *testing.T, schema *arrow.Schema, rec arrow.Record) []byte {
	t.Helper()
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(schema))
	sharedtest.OK(t, w.Write(rec))
	sharedtest.OK(t, w.Close())
	return out.Bytes()
}

// schemaLength is the length of the first message.
func schemaLength(stream []byte) int {
	return 8 + int(uint32(stream[4])|uint32(stream[5])<<8|uint32(stream[6])<<16|uint32(stream[7])<<24)
}
