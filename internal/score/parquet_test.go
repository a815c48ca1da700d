package score

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// dump is a row in a trainer's log, with types that JSON does not have.
type dump struct {
	Step       int32     `parquet:"step"`
	Prompt     []message `parquet:"prompt,list"`
	Completion string    `parquet:"completion,snappy"`
	Reward     float32   `parquet:"reward"`
	Empty      *string   `parquet:"empty,optional"`
	Tags       []string  `parquet:"tags,list"`
	SampleID   *string   `parquet:"sample_id,optional,dict"`
}

type message struct {
	Role    string `parquet:"role"`
	Content string `parquet:"content"`
}

func writeParquet[T any](t testing.TB, name string, rows []T) string {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, parquet.MaxRowsPerRowGroup(7))
	sharedtest.Need(w.Write(rows))(t)
	sharedtest.OK(t, w.Close())
	path := filepath.Join(t.TempDir(), name)
	sharedtest.OK(t, os.WriteFile(path, b.Bytes(), 0o666))
	return path
}

func someDumps(t testing.TB, system string) []dump {
	id := "bare"
	var rows []dump
	for i := range 20 {
		d := dump{Step: int32(i), Completion: rightCall, Reward: 0.1, Tags: []string{"a", "b"},
			Prompt: []message{{"system", system}, {"user", "Book a table in Lisbon for 4 people"}}}
		switch i % 5 {
		case 1:
			d.SampleID, d.Completion, d.Tags = &id, rightRefuse, nil
		case 2:
			d.Prompt = nil // without an id: left out
		}
		rows = append(rows, d)
	}
	return rows
}

func columnNames(f *parquet.File) (names []string) {
	for _, field := range f.Schema().Fields() {
		names = append(names, field.Name())
	}
	return names
}

// With one schema, Parquet keeps its columns: order, types, nesting, nulls.
func TestParquetKeepsItsColumns(t *testing.T) {
	store := openStore(t)
	system := systemOf(t, store, "call")
	in := someDumps(t, system)
	a, b := writeParquet(t, "a.parquet", in), writeParquet(t, "b.parquet", in[:3])
	out := filepath.Join(t.TempDir(), "out.parquet")
	sum := mustRun(t, Options{Inputs: []string{a, b}, Out: out, Samples: store, Profiles: profiles(t, "certainty")})
	if sum.Rows != 18 || sum.Rejected != 5 || sum.Rejections["unknown_sample"] != 5 {
		t.Fatalf("%+v", sum)
	}
	rows, file := parquetRows(t, out)
	sameNames(t, "Parquet", columnNames(file), append([]string{"step", "prompt", "completion", "input.reward", "empty", "tags", "sample_id"}, resultNames...))
	for i, want := range parquet.SchemaOf(dump{}).Fields() {
		if got := file.Schema().Fields()[i]; !parquet.EqualNodes(got, want) {
			t.Errorf("%s is %s, want %s", got.Name(), got, want)
		}
	}
	if sha, _ := file.Lookup("profile_sha256"); sha != profiles(t, "certainty")[0].SHA256() {
		t.Errorf("profile_sha256 is %q", sha)
	}
	first := rows[0]
	if first["reward"] != 4.5 || first["input.reward"] != float32(0.1) || first["step"] != int32(0) || first["empty"] != nil || first["error"] != nil || first["action"] != "TOOLCALL" {
		t.Errorf("%v", first)
	}
	if got := fmt.Sprint(first["tags"]); got != "[a b]" && got != "map[list:[map[element:a] map[element:b]]]" {
		t.Errorf("tags %v", got)
	}
	if rows[1]["reward"] != 4.0 || rows[1]["sample_id"] != "bare" || rows[2]["step"] != int32(3) {
		t.Errorf("%v\n%v", rows[1], rows[2])
	}
}

// Parquet and JSON lines in one run, and Parquet written as JSON lines: every column of
// every input is written.
func TestMixedInputs(t *testing.T) {
	store := openStore(t)
	system := systemOf(t, store, "call")
	a := writeParquet(t, "a.parquet", someDumps(t, system)[:2])
	b := writeFile(t, "b.jsonl", row("call", rightCall, "step", "1.5", "flag", "true", "mixed", "1", "nested", `{"a":[1]}`, "big", "99999999999999999999", "nothing", "null")+
		row("call", rightCall, "flag", "null", "mixed", `"one"`, "nested", "null"))
	dir := t.TempDir()
	asParquet, asJSON := filepath.Join(dir, "out.parquet"), filepath.Join(dir, "out.jsonl")
	mustRun(t, Options{Inputs: []string{a, b}, Out: asParquet, Samples: store, Profiles: profiles(t, "certainty")})
	rows, file := parquetRows(t, asParquet)
	sameNames(t, "Parquet", columnNames(file), append([]string{"step", "prompt", "completion", "input.reward", "empty", "tags", "sample_id",
		"flag", "mixed", "nested", "big", "nothing"}, resultNames...))
	for name, want := range map[string]string{"step": "DOUBLE", "prompt": "STRING", "empty": "STRING", "flag": "BOOLEAN", "mixed": "STRING", "nested": "STRING", "big": "STRING", "nothing": "STRING", "input.reward": "DOUBLE"} {
		leaf, ok := file.Schema().Lookup(name)
		if !ok || leaf.Node.Type().String() != want || !leaf.Node.Optional() {
			t.Errorf("%s is %v", name, leaf.Node)
		}
	}
	if rows[0]["step"] != 0.0 || rows[2]["step"] != 1.5 || rows[2]["flag"] != true || rows[2]["mixed"] != "1" || rows[3]["mixed"] != "one" ||
		rows[2]["nested"] != `{"a":[1]}` || rows[2]["big"] != "99999999999999999999" || rows[3]["nested"] != nil || rows[0]["input.reward"] != 0.1 {
		t.Errorf("%v\n%v\n%v", rows[0], rows[2], rows[3])
	}
	if p, ok := rows[0]["prompt"].(string); !ok || !strings.HasPrefix(p, `[{"role":"system","content":`) {
		t.Errorf("prompt %v", rows[0]["prompt"])
	}

	mustRun(t, Options{Inputs: []string{a}, Out: asJSON, Samples: store, Profiles: profiles(t, "certainty")})
	back := lines(t, asJSON)
	sameNames(t, "JSON", keys(back[0]), append([]string{"step", "prompt", "completion", "input.reward", "empty", "tags", "sample_id"}, resultNames...))
	if !back[0].Field("empty").IsNull() || back[0].Field("input.reward").JSON() != "0.1" || back[1].Field("reward").JSON() != "4" {
		t.Errorf("%s", back[0].JSON())
	}
}

// Numbers do not depend on the output format.
func TestParquetAndJSONLinesAgree(t *testing.T) {
	store := openStore(t)
	in := writeFile(t, "in.jsonl", manyRows(500))
	dir := t.TempDir()
	a, b := filepath.Join(dir, "out.parquet"), filepath.Join(dir, "out.jsonl")
	for _, out := range []string{a, b} {
		mustRun(t, Options{Inputs: []string{in}, Out: out, Samples: store, Profiles: profiles(t, "certainty-total")})
	}
	rows, _ := parquetRows(t, a)
	others := lines(t, b)
	if len(rows) != len(others) {
		t.Fatalf("%d rows and %d lines", len(rows), len(others))
	}
	for i, r := range rows {
		for _, name := range resultNames {
			want := others[i].Field(name)
			same := false
			switch v := r[name].(type) {
			case nil:
				same = want.IsNull()
			case float64:
				same = string(jsonvalue.AppendFloat(nil, v)) == want.JSON()
			case string:
				same = v == want.Str() || slices.Contains([]string{"error", "notes"}, name) && v == want.JSON()
			}
			if !same {
				t.Errorf("row %d: %s is %v in Parquet and %s in JSON lines", i, name, r[name], want.JSON())
			}
		}
	}
}

// An unused column may hold a value that JSON cannot express. Parquet keeps it unchanged,
// and JSON lines get it as a text.
func TestColumnsThatNobodyReads(t *testing.T) {
	type odd struct {
		SampleID   string   `parquet:"sample_id"`
		Completion string   `parquet:"completion"`
		Entropy    float64  `parquet:"entropy"`
		Raw        []byte   `parquet:"raw"`
		UUID       [16]byte `parquet:"uuid,uuid"`
		Price      int64    `parquet:"price,decimal(2:18)"`
	}
	store := openStore(t)
	in := writeParquet(t, "in.parquet", []odd{{"call", rightCall, math.NaN(), []byte{0xff}, [16]byte{1}, 1205}})
	dir := t.TempDir()
	run := func(name string, group ...string) *Summary {
		return mustRun(t, Options{Inputs: []string{in}, Out: filepath.Join(dir, name), Samples: store, Profiles: profiles(t, "certainty"), Group: group})
	}
	if sum := run("out.jsonl"); sum.Rows != 1 || sum.Reports[0].Scored != 1 {
		t.Fatalf("%+v", sum)
	}
	for column, want := range map[string]string{"entropy": `"NaN"`, "raw": `"/w=="`, "uuid": `"01000000-0000-0000-0000-000000000000"`, "price": "12.05"} {
		if got := lines(t, filepath.Join(dir, "out.jsonl"))[0].Field(column).JSON(); got != want {
			t.Errorf("%s is %s, want %s", column, got, want)
		}
	}
	run("out.parquet")
	rows, err := parquet.ReadFile[odd](filepath.Join(dir, "out.parquet"))
	if err != nil || len(rows) != 1 || !math.IsNaN(rows[0].Entropy) || rows[0].Raw[0] != 0xff || rows[0].Price != 1205 {
		t.Errorf("%+v, error %v", rows, err)
	}
	if sum := run("grouped.jsonl", "entropy"); sum.Rejections["bad_json"] != 1 {
		t.Errorf("rows were grouped by NaN: %+v", sum)
	}
}

// A Parquet file without rows, as an idle rank writes it, is no error.
func TestParquetWithoutRows(t *testing.T) {
	store := openStore(t)
	empty, other := writeParquet(t, "empty.parquet", []dump{}), writeParquet(t, "other.parquet", []dump{})
	full := writeParquet(t, "full.parquet", someDumps(t, systemOf(t, store, "call"))[:2])
	for _, name := range []string{"out.parquet", "out.jsonl"} {
		sum := mustRun(t, Options{Inputs: []string{empty, full, other}, Out: filepath.Join(t.TempDir(), name), Samples: store, Profiles: profiles(t, "certainty")})
		if sum.Rows != 2 || sum.Failure() != "" {
			t.Errorf("%+v", sum)
		}
	}
	sum := mustRun(t, Options{Inputs: []string{empty}, Out: filepath.Join(t.TempDir(), "out.parquet"), Samples: store, Profiles: profiles(t, "certainty")})
	if sum.Records != 0 || !strings.Contains(sum.Failure(), "no rows") {
		t.Errorf("%+v: %s", sum, sum.Failure())
	}
}
