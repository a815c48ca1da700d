package reader

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// split returns the rows of a text as "line:text", or "line!code" for a dropped row.
func split(t testing.TB, src io.Reader, buffer, maxBytes int) []string {
	t.Helper()
	s := sharedtest.Need(splitJSON(bufio.NewReaderSize(src, buffer), maxBytes))(t)
	var rows []string
	for {
		it, err := s.next()
		if errors.Is(err, io.EOF) {
			return rows
		}
		sharedtest.OK(t, err)
		var row *dataset.Error
		switch {
		case errors.As(it.err, &row):
			rows = append(rows, fmt.Sprintf("%d!%s", it.line, row.Code))
		case it.value.Kind() != jsonvalue.Null: // a YAML document
			rows = append(rows, fmt.Sprintf("%d:%s", it.line, it.value.JSON()))
		case it.text == "":
			t.Fatalf("an empty row at line %d of the text", it.line)
		default:
			rows = append(rows, fmt.Sprintf("%d:%s", it.line, it.text))
		}
	}
}

var splits = []struct {
	name, text string
	want       []string
}{
	{"lines", "{\"a\":1}\n{\"a\":2}\n", []string{`1:{"a":1}`, `2:{"a":2}`}},
	{"no newline at the end", "{\"a\":1}\n{\"a\":2}", []string{`1:{"a":1}`, `2:{"a":2}`}},
	{"carriage returns and blank lines", "\r\n{\"a\":1}\r\n\r\n \t\r\n{\"a\":2}\r\n\r\n", []string{`2:{"a":1}`, `5:{"a":2}`}},
	{"byte order mark", "\xEF\xBB\xBF{\"a\":1}\n{\"a\":2}", []string{`1:{"a":1}`, `2:{"a":2}`}},
	{"lines that are no objects", "1\n\"[\"\nnull\n[2]\n", []string{`1:1`, `2:"["`, `3:null`, `4:[2]`}},
	{"a bad first line", "{\"a\": \"cut\n{\"a\":2}\n", []string{`1:{"a": "cut`, `2:{"a":2}`}},
	{"a cut first line", "{\"a\": [1, 2\n{\"a\":2}\n", []string{`1:{"a": [1, 2`, `2:{"a":2}`}},
	{"a first line cut after a comma", "{\"a\": 1,\n{\"a\":2}\n", []string{`1:{"a": 1,`, `2:{"a":2}`}},
	{"a first line with too many brackets", "{\"a\":1}}\n{\"a\":2}\n", []string{`1:{"a":1}}`, `2:{"a":2}`}},
	{"one object over lines", "{\n  \"a\": [\n    1\n  ]\n}\n", []string{"1:{\n  \"a\": [\n    1\n  ]\n}"}},
	{"objects over lines", "\n{\n\"a\": 1\n}\n{\n\"a\": \"}\\\"{\"\n}", []string{"2:{\n\"a\": 1\n}", "5:{\n\"a\": \"}\\\"{\"\n}"}},
	{"an object that lists objects", "{\"a\":[\n{\"b\":1},\n{\"b\":2}\n]}", []string{"1:{\"a\":[\n{\"b\":1},\n{\"b\":2}\n]}"}},
	{"an object cut off", "{\n\"a\": 1,\n", []string{"1:{\n\"a\": 1,"}},
	{"a list", "[{\"a\":1},\n {\"a\":2} , 3,\"x,]\" ,\n[4,[5]],null]\n", []string{`1:{"a":1}`, `2:{"a":2}`, "2:3", `2:"x,]"`, "3:[4,[5]]", "3:null"}},
	{"an empty list", " [ ] \n", nil},
	{"lists behind each other", "[1]\n[2,3]", []string{"1:1", "2:2", "2:3"}},
	{"text after a list", "[1]\nrest , of it\n2", []string{"1:1", "2:rest , of it", "3:2"}},
	{"a list cut off", "[1,\n2", []string{"1:1", "2:2", "2!bad_json"}},
	{"a list cut off in an element", "[1,{\"a\":[", []string{"1:1", `1:{"a":[`, "1!bad_json"}},
	{"a comma too many", "[1,]", []string{"1:1", "1!bad_json"}},
	{"elements missing", "[,,1,\n,2]", []string{"1!bad_json", "1:1", "2!bad_json", "2:2"}},
	{"a comma missing", "[{\"a\":1} {\"a\":2},{\"a\":3}]", []string{`1:{"a":1}`, "1!bad_json", `1:{"a":3}`}},
	{"a bad element", "[{\"a\": nonsense},tru e,{\"a\":2}]", []string{`1:{"a": nonsense}`, "1:tru e", `1:{"a":2}`}},
	{"a stray bracket", "[1,}\n,2]", []string{"1:1", "1:}", "2:2"}},
	{"a first line cut off after a colon", "{\"a\":\n{\"a\":2}\n{\"a\":3}\n", []string{`1:{"a":`, `2:{"a":2}`, `3:{"a":3}`}},
	{"a value on its line", "{\"a\":\n  {\"a\":2}\n}\n", []string{"1:{\"a\":\n  {\"a\":2}\n}"}},
	{"a YAML document", "a: 1\nb:\n- x\n", []string{`1:{"a":1,"b":["x"]}`}},
	{"lines after a damaged one", "a: 1\n{\"b\":2}\n", []string{"1:a: 1", `2:{"b":2}`}},
	{"a list with a quote missing", "[\n{\"a\":1},\n{\"a\": \"x},\n{\"a\":2},\n{\"a\":3}\n]\n", []string{`2:{"a":1}`, "3!bad_json", `4:{"a":2}`, `5:{"a":3}`}},
	{"a list whose last quote is missing", "[\n{\"a\": x\"}\n]\n[2]", []string{"2!bad_json", "4:2"}},
	{"a list over lines with a quote missing", "[\n  {\n    \"a\": \"x,\n    \"b\": [\n      {\"c\": 1}\n    ]\n  },\n  {\n    \"a\": 2\n  }\n]", []string{"2!bad_json", "8:{\n    \"a\": 2\n  }"}},
	{"objects over lines with a quote missing", "{\n\t\"a\": \"x,\n\t\"b\": {\n\t}\n}\n{\n\t\"a\": 2\n}", []string{"1!bad_json", "6:{\n\t\"a\": 2\n}"}},
	{"a list of torn elements alone", "[\n{\"a\": \"x},\n{\"a\": \"y\n", []string{"2!bad_json", "3!bad_json", "4!bad_json"}},
	{"a line feed in a string", "[\n{\"a\": \"x\ny\"},\n{\"a\":2}]", []string{"2!bad_json", `4:{"a":2}`}},
	{"a quote missing within a line", "[{\"a\": \"x}, {\"a\":2},\n{\"a\":3}]", []string{"1!bad_json", `1:{"a":2}`, `2:{"a":3}`}},
	{"a quote missing behind a row", "[{\"a\":1}, {\"a\": \"x},\n {\"a\":3},\n {\"a\":4}]", []string{`1:{"a":1}`, "1!bad_json", `2:{"a":3}`, `3:{"a":4}`}},
	{"a brace missing", "[\n{\"a\":1},\n{\"a\":2,\n{\"a\":3},\n{\"a\":{\"b\":4},\n{\"a\":5}\n]", []string{`2:{"a":1}`, "3!bad_json", `4:{"a":3}`, "5!bad_json", `6:{"a":5}`}},
	{"a brace and a comma missing", "[\n{\"a\":1\n{\"a\":2}\n]", []string{"2!bad_json", `3:{"a":2}`}},
	{"a bracket missing", "[\n{\"a\":[1},\n{\"a\":[{\"b\":[2}]},\n{\"a\":3}\n]", []string{`2:{"a":[1}`, `3:{"a":[{"b":[2}]}`, `4:{"a":3}`}},
	{"brackets missing within a line", "[{\"a\":[1},{\"a\":2,{\"a\":3},{\"a\":[{\"b\":4],\"c\":[{\"d\":1,{\"d\":2}]},{\"a\":5}]", []string{`1:{"a":[1}`, "1!bad_json", `1:{"a":3}`, `1:{"a":[{"b":4],"c":[{"d":1,{"d":2}]}`, `1:{"a":5}`}},
	{"a row cut off in a list", "[\n{\"a\":[{\"b\":1,\n{\"a\":2},\n{\"a\":3}\n]", []string{"2!bad_json", `3:{"a":2}`, `4:{"a":3}`}},
	{"the last brace missing", "[\n{\"a\":1},\n{\"a\":2\n]\n[3]", []string{`2:{"a":1}`, "3!bad_json", "5:3"}},
	{"a bracket that closes none", "[\n{\"a\":1]},\n{\"a\":2}]", []string{"2!bad_json", `3:{"a":2}`}},
	{"rows over lines with a brace missing", "[\n  {\n    \"a\": {\n      \"b\": 1\n  },\n  {\n    \"a\": 2\n  }\n]", []string{"2!bad_json", "6:{\n    \"a\": 2\n  }"}},
	{"objects over lines with a brace missing", "{\n\"a\": 1,\n\n{\n\"a\": 2\n}\n", []string{"1!bad_json", "4:{\n\"a\": 2\n}"}},
	{"rows at the margin", "[\n{\"a\":[\n{\"b\":1},\n{\"b\":2}\n],\n\"c\":\n{}}\n]", []string{"2:{\"a\":[\n{\"b\":1},\n{\"b\":2}\n],\n\"c\":\n{}}"}},
	{"a quote missing in the last value of a row", "[{\"a\": \"x}, {\"a\":2}, { \"a\": [{\"b\": \"y}] } ,\t{\"a\":3}]", []string{"1!bad_json", `1:{"a":2}`, "1!bad_json", `1:{"a":3}`}},
	{"a quote missing within a row", "[{\"a\": \"x, \"b\": \"y\"},{\"a: [{\"b\": 1}]},{\"a\": x\"},{\"a\":1},{a\": 1},{\"a\":2}]", []string{`1:{"a": "x, "b": "y"}`, `1:{"a: [{"b": 1}]}`, "1!bad_json", `1:{"a":1}`, "1!bad_json", `1:{"a":2}`}},
	{"a quote missing in a row of rows", "[{\"a\":[{\"b\":\"x}, {\"b\":\"y\"}], \"c\":1}, {\"a\":[{\"b\":\"x}],\"c\":1},{\"a\":2}]", []string{`1:{"a":[{"b":"x}, {"b":"y"}], "c":1}`, `1:{"a":[{"b":"x}],"c":1}`, `1:{"a":2}`}},
	{"quotes in a text", "[{\"a\": \"he said \"yes\" to me\"}, {\"a\": \"5\" tall\", \"b\": 1}, {\"a\":\" 2\"}]", []string{`1:{"a": "he said "yes" to me"}`, `1:{"a": "5" tall", "b": 1}`, `1:{"a":" 2"}`}},
	{"a quote missing behind brackets in a text", "[{\"a\": \"[{\\\"b\\\": {}}]}, {\"a\": \":-}, \"b\": 1}, {\"a\":2}]", []string{"1!bad_json", `1:{"a": ":-}, "b": 1}`, `1:{"a":2}`}},
	{"only a bracket", "[", []string{"1!bad_json"}},
}

func TestSplit(t *testing.T) {
	for _, c := range splits {
		t.Run(c.name, func(t *testing.T) {
			for how, src := range map[string]io.Reader{
				"whole":         strings.NewReader(c.text),
				"byte for byte": iotest.OneByteReader(strings.NewReader(c.text)),
				"end with data": iotest.DataErrReader(strings.NewReader(c.text)),
			} {
				if got := split(t, src, 4096, 1000); !equal(got, c.want) {
					t.Errorf("%s: got %q, want %q", how, got, c.want)
				}
			}
		})
	}
}

func equal(a, b []string) bool { return strings.Join(a, "\x00") == strings.Join(b, "\x00") }

func TestSplitTooLarge(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", 5000) + `"}`
	for _, buffer := range []int{16, 256, 1 << 16} {
		for name, c := range map[string]struct {
			text string
			want []string
		}{
			"line":           {"1\n" + long + "\n2\n" + long, []string{"1:1", "2!too_large", "3:2", "4!too_large"}},
			"element":        {"[1," + long + ",\n2]", []string{"1:1", "1!too_large", "2:2"}},
			"blank line":     {"1\n" + strings.Repeat(" ", 900) + "\n2\n", []string{"1:1", "3:2"}},
			"exactly enough": {"1\n\"" + strings.Repeat("x", 998) + "\"\n", []string{"1:1", "2:\"" + strings.Repeat("x", 998) + "\""}},
			"one too many":   {"1\n\"" + strings.Repeat("x", 999) + "\"\n", []string{"1:1", "2!too_large"}},
		} {
			if got := split(t, strings.NewReader(c.text), buffer, 1000); !equal(got, c.want) {
				t.Errorf("%s, buffer %d: got %.80q", name, buffer, got)
			}
		}
	}
}

// TestRunTooLarge rejects an object of which a member is too long, once, and reads it no further.
func TestRunTooLarge(t *testing.T) {
	for _, size := range []int{150, 300} { // too long with the others, and by itself
		text := "{\n\"info\":\"" + strings.Repeat("x", 100) + "\",\n\"tools\":\"" + strings.Repeat("y", size) + "\",\n\"more\":\"" + strings.Repeat("z", 150) + "\",\n\"domain\":1\n}\n{\"a\":1}\n"
		r := sharedtest.Need(Open(t.Context(), "-", Options{Stdin: strings.NewReader(text), Runs: true, MaxRecordBytes: 200}))(t)
		var got []string
		for raw, err := range r.All() {
			sharedtest.OK(t, err)
			if _, err := raw.Parse(); err != nil {
				got = append(got, "!"+raw.Reject(err).Code)
			} else {
				got = append(got, raw.Text)
			}
		}
		if want := []string{"!too_large", `{"a":1}`}; !equal(got, want) {
			t.Errorf("a member of %d bytes: %q, want %q", size, got, want)
		}
	}
}

// TestSplitOracle writes random values in every layout and reads them back.
func TestSplitOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		values := make([]string, 1+rng.IntN(6))
		for i := range values {
			values[i] = randomObject(rng, 3)
		}
		space := func() string { return []string{"", " ", "\n", "\r\n\t"}[rng.IntN(4)] }
		for name, text := range map[string]string{
			"lines": strings.Join(values, "\n"),
			"list":  space() + "[" + space() + strings.Join(values, space()+","+space()) + space() + "]" + space(),
		} {
			var got []string
			for _, row := range split(t, strings.NewReader(text), 1<<uint(6+rng.IntN(4)), 1<<20) {
				_, row, _ = strings.Cut(row, ":")
				got = append(got, row)
			}
			if !equal(got, values) {
				t.Fatalf("%s: got %q, want %q, text %q", name, got, values, text)
			}
		}
	}
}

// TestSplitDamaged takes a quote or a bracket out of one row of a list: all rows that begin a line are
// read but for this one.
func TestSplitDamaged(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 4000 {
		rows := make([]string, 3+rng.IntN(4))
		for i := range rows {
			rows[i] = fmt.Sprintf("{\"row\": %d, \"in\": %s}", i, randomObject(rng, 3))
			if rng.IntN(2) > 0 {
				var b bytes.Buffer
				sharedtest.OK(t, json.Indent(&b, []byte(rows[i]), "", "\t"))
				rows[i] = b.String()
			}
		}
		bad := rng.IntN(len(rows))
		damaged := slices.Clone(rows)
		var places []int
		for at, c := range rows[bad] {
			if at > 0 && strings.ContainsRune("{}[]\"", c) {
				places = append(places, at)
			}
		}
		at := places[rng.IntN(len(places))]
		damaged[bad] = rows[bad][:at] + rows[bad][at+1:]
		text := "[" + []string{"", "\n"}[rng.IntN(2)] + strings.Join(damaged, ",\n") + "]\n"
		read := map[string]bool{}
		for _, row := range split(t, strings.NewReader(text), 256, 1<<20) {
			_, row, _ = strings.Cut(row, ":")
			read[row] = true
		}
		for i, row := range rows {
			if read[row] != (i != bad) {
				t.Fatalf("row %d is lost, or row %d is read, of %q", i, bad, text)
			}
		}
	}
}

// TestSplitOneLine takes one quote after the other out of a row of a list on one line, and puts one into
// its texts: the row behind it is lost only where brackets of a text count.
func TestSplitOneLine(t *testing.T) {
	row := `{"id": %d, "messages": [{"role": "user", "content": "See [1], {x}: \"go\"?"}, {"role": "assistant", "content": null, "tool_calls": ` +
		`[{"type": "function", "function": {"name": "go", "arguments": "{\"to\": {\"at\": [1]}}"}}]}], ` +
		`"tools": "[{\"name\": \"go\", \"parameters\": {}}]", "answers": {"direct": "no"}, "last": "%[1]d"}`
	rows := make([]string, 5)
	for i := range rows {
		rows[i] = fmt.Sprintf(row, i)
	}
	lost, tried := 0, 0
	try := func(damaged string) {
		text := "[" + strings.Join([]string{rows[0], rows[1], damaged, rows[3]}, ", ") + ",\n" + rows[4] + "]"
		got := strings.Join(split(t, strings.NewReader(text), 256, 1<<20), "\n")
		for _, i := range []int{0, 1, 4} {
			if !strings.Contains(got, ":"+rows[i]) {
				t.Errorf("row %d is lost of %s", i, text)
			}
		}
		if tried++; !strings.Contains(got, ":"+rows[3]) {
			lost++
		}
	}
	for at, c := range rows[2] {
		if at > 0 && c == '"' {
			try(rows[2][:at] + rows[2][at+1:])
		}
		if c >= 'a' {
			try(rows[2][:at] + `"` + rows[2][at:])
		}
	}
	if lost > tried/15 {
		t.Errorf("the row behind is lost in %d of %d", lost, tried)
	}
}

func randomObject(rng *rand.Rand, depth int) string {
	var b strings.Builder
	b.WriteString("{")
	for i := range rng.IntN(3) {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, `"k%d": `, i)
		switch n := rng.IntN(5); {
		case n == 0 && depth > 0:
			b.WriteString(randomObject(rng, depth-1))
		case n == 1 && depth > 0:
			b.WriteString("[" + randomObject(rng, depth-1) + ", -1.5e3]")
		default:
			b.WriteString([]string{`"]"`, `"}\\\""`, `"{,["`, "null", `"\\"`}[n])
		}
	}
	return b.String() + "}"
}

// FuzzSplit checks that splitting ends, loses no relevant byte, and does not depend on the
// sizes of reads.
func FuzzSplit(f *testing.F) {
	for _, c := range splits {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		whole := split(t, bytes.NewReader(data), 4096, 100)
		again := split(t, iotest.HalfReader(bytes.NewReader(data)), 4096, 100)
		if !equal(whole, again) {
			t.Errorf("whole %q, in halves %q", whole, again)
		}
		if len(whole) > len(data) {
			t.Errorf("%d rows from %d bytes", len(whole), len(data))
		}
		if len(bytes.Trim(bytes.TrimPrefix(data, bom), " \t\r\n")) > 0 && len(whole) == 0 && !bytes.Contains(data, []byte("[")) {
			t.Errorf("no row from %q", data)
		}
	})
}

// NextInto returns the rows of Next for any arena, and puts as many texts as fit into it.
func TestNextIntoAnArena(t *testing.T) {
	text := "{\"a\":1}\n\n  {\"b\":\"" + strings.Repeat("x", 300) + "\"} \r\n{\"c\":3}\n" + strings.Repeat(" ", 10) + "{\"d\":4}"
	for _, room := range []int{0, 5, 20, 1000} {
		for name, content := range map[string]string{"lines": text, "list": "[1,2,{\"a\":[3]}]", "long": "{\"a\":\"" + strings.Repeat("y", 300<<10) + "\"}\n{}"} {
			var texts [2][]string
			for i := range texts {
				r, err := Open(context.Background(), "-", Options{Stdin: strings.NewReader(content)})
				sharedtest.OK(t, err)
				arena := append(make([]byte, 0, room+3), "abc"...)
				var raw Raw
				for err == nil {
					if i == 0 {
						raw, err = r.Next()
					} else {
						raw, err = r.NextInto(&arena)
					}
					if err == nil {
						texts[i] = append(texts[i], raw.Text)
					}
				}
				if !errors.Is(err, io.EOF) || cap(arena) > room+16 || string(arena[:3]) != "abc" {
					t.Fatalf("%s: %v, an arena of %d", name, err, cap(arena))
				}
			}
			if !slices.Equal(texts[0], texts[1]) {
				t.Errorf("%s, room %d: %.80q, want %.80q", name, room, texts[1], texts[0])
			}
		}
	}
}
