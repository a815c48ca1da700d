package reader

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestOddColumns reads columns with cells that JSON cannot express. They are kept as texts,
// and are an error only if a row uses them.
func TestOddColumns(t *testing.T) {
	type row struct {
		ID       [16]byte         `parquet:"id,uuid"`
		Messages []parquetMessage `parquet:"messages,list"`
		Score    float64          `parquet:"score"`
		Price    int64            `parquet:"price,decimal(2:18)"`
		Wide     [16]byte         `parquet:"wide,decimal(4:38)"`
		Raw      []byte           `parquet:"raw"`
		Fixed    [3]byte          `parquet:"fixed"`
		Logprobs []float32        `parquet:"logprobs,list"`
		Names    map[string]int64 `parquet:"names"`
		Day      int32            `parquet:"day,date"`
		Before   int32            `parquet:"before,date"`
		At       int64            `parquet:"at,timestamp(millisecond:utc)"`
		Local    int64            `parquet:"local,timestamp(microsecond:local)"`
		Early    int64            `parquet:"early,timestamp(nanosecond)"`
		Clock    int32            `parquet:"clock,time(millisecond)"`
	}
	messages := []parquetMessage{{"user", text("2+2?")}, {"assistant", text("It is 4.")}}
	minus := [16]byte{}
	for i := range minus {
		minus[i] = 0xff
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	if _, err := w.Write([]row{{
		ID: [16]byte{0x12, 0x34, 15: 0xff}, Messages: messages, Score: math.NaN(), Price: -1205, Wide: minus,
		Raw: []byte("\xff\xfe"), Fixed: [3]byte{1, 2, 3}, Logprobs: []float32{-0.5, float32(math.Inf(-1))},
		Day: 19724, Before: -1, At: 1704164640000, Local: 1704153600000001, Early: -1, Clock: 11040500,
	}}); err != nil {
		t.Fatal(err)
	}
	sharedtest.OK(t, w.Close())
	r := sharedtest.Need(Open(context.Background(), write(t, "rows.parquet", b.Bytes()), Options{}))(t)
	defer r.Close()
	raw := sharedtest.Need(r.Next())(t)
	v := sharedtest.Need(raw.Parse())(t)
	for column, want := range map[string]string{
		"id": `"12340000-0000-0000-0000-0000000000ff"`, "score": `"NaN"`, "price": "-12.05", "wide": "-0.0001",
		"raw": `"//4="`, "fixed": `"AQID"`, "logprobs": `[-0.5,"-Infinity"]`,
		"day": `"2024-01-02"`, "before": `"1969-12-31"`, "at": `"2024-01-02T03:04:00Z"`, "local": `"2024-01-02T00:00:00.000001"`,
		"early": `"1969-12-31T23:59:59.999999999Z"`, "clock": `"03:04:00.5"`,
	} {
		if got := v.Field(column).JSON(); got != want {
			t.Errorf("%s is %s, want %s", column, got, want)
		}
	}
	for _, column := range []string{"score", "raw", "fixed", "logprobs"} {
		if err := raw.Odd(func(c string) bool { return c == column }); err == nil || !strings.HasPrefix(err.Error(), column) {
			t.Errorf("who uses %s is told %v", column, err)
		}
	}
	if rec := r.Decode(raw); rec.Rejection != nil || rec.Sample.ID != "12340000-0000-0000-0000-0000000000ff" {
		t.Errorf("columns that nobody reads rejected the row: %+v", rec.Rejection)
	}
}

// A cell that is used must be expressible in JSON.
func TestOddColumnThatIsRead(t *testing.T) {
	type row struct {
		Messages []byte `parquet:"messages"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	sharedtest.Need(w.Write([]row{{[]byte("\xff")}}))(t)
	sharedtest.OK(t, w.Close())
	_, rejected, err := drain(write(t, "rows.parquet", b.Bytes()), Options{})
	if err != nil || len(rejected) != 1 || rejected[0].Code != "bad_utf8" {
		t.Errorf("rejected %+v, error %v", rejected, err)
	}
}

// The keys of a map may be numbers.
func TestMapOfNumbers(t *testing.T) {
	type row struct {
		Names map[int64]string `parquet:"names"`
		Odd   map[bool]string  `parquet:"odd"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	sharedtest.Need(w.Write([]row{{Names: map[int64]string{-5: "a"}, Odd: map[bool]string{true: "b"}}}))(t)
	sharedtest.OK(t, w.Close())
	r := sharedtest.Need(Open(context.Background(), write(t, "rows.parquet", b.Bytes()), Options{}))(t)
	defer r.Close()
	raw := sharedtest.Need(r.Next())(t)
	if got := sharedtest.Need(raw.Parse())(t).JSON(); got != `{"names":{"-5":"a"},"odd":{"true":"b"}}` {
		t.Error(got)
	}
}

// A decimal of a megabyte is no number that is read, and possible answers of Parquet have a size.
func TestLargeCells(t *testing.T) {
	s, a := &shape{}, &assembly{path: []string{"price"}}
	s.setLeafKind(parquet.Decimal(2, 1<<20, parquet.ByteArrayType).Type())
	start := sharedtest.CPU()
	v := a.leaf(s, parquet.ByteArrayValue(bytes.Repeat([]byte{7}, 8<<20)))
	if took := sharedtest.CPU() - start; took > 10*time.Second || v.Kind() != jsonvalue.String || len(a.odd) != 1 || a.odd[0].err.Code != dataset.CodeTooLarge {
		t.Errorf("%v: %s, %v", took, v.Kind(), a.odd)
	}
	list := answers{byID: map[string]domains.Value{}}
	sharedtest.OK(t, list.add(&Raw{value: jsonvalue.ObjectOf("id", "a", "ground_truth", "x")}))
	if want := len(`{"id":"a","ground_truth":"x"}`); list.size != want {
		t.Errorf("the answer counts %d bytes, want %d", list.size, want)
	}
}

func TestFloat16(t *testing.T) {
	for bits, want := range map[uint16]string{
		0: "0", 0x3c00: "1", 0xc000: "-2", 0x3555: "0.33325195", 0x7bff: "65504", 1: "5.9604645e-08", 0x7c00: "Infinity", 0xfc00: "-Infinity", 0x7e00: "NaN",
	} {
		if got, _ := float16([]byte{byte(bits), byte(bits >> 8)}); got != want {
			t.Errorf("%#04x is %s, want %s", bits, got, want)
		}
	}
}

// TestFieldNames compares fieldNames with the keys that the sources read.
func TestFieldNames(t *testing.T) {
	asks := regexp.MustCompile(`(?:\bd\.(?:row\.Field|row\.Get|text|object|id|userMessage|setTools)\(|\bhas\(v, |readTools\()((?:"[a-zA-Z_]+"(?:, )?)+)`)
	key := regexp.MustCompile(`"([a-zA-Z_]+)"`)
	files := sharedtest.Need(filepath.Glob("*.go"))(t)
	// Keys that unknown() uses to name a foreign row.
	foreign := strings.Fields("openapi swagger api_name inputSchema input_schema parameters query_parameters path_parameters")
	known, found := strings.Join(append(foreign, fieldNames...), " ")+" ", 0
	for _, name := range files {
		code, err := os.ReadFile(name)
		if err != nil || strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, call := range asks.FindAllSubmatch(code, -1) {
			for _, k := range key.FindAllSubmatch(call[1], -1) {
				found++
				if !strings.Contains(" "+known, " "+string(k[1])+" ") {
					t.Errorf("%s reads the key %s of a row; add it to fieldNames", name, k[1])
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d keys were found: the pattern does not fit the code any more", found)
	}
}
