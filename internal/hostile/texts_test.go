//go:build linux

package hostile

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
)

// texts attacks the reading of JSON and of lines.
func texts() []Case {
	const in = "in.jsonl"
	// A bad line is rejected, and the good line after it is built.
	line := func(name, text, code string) Case {
		return file("json/"+name, in, fixed(text+"\n"+row), Run{Args: []string{"build", "--out", "out", in}, Want: Rejects, Says: code, Built: 1})
	}
	field := func(name, value, code string) Case {
		return line(name, `{"id":"bad","messages":[{"role":"user","content":"x"}],"tools":[],"weight":`+value+`}`, code)
	}
	whole := func(name, text, says string, want Want) Case {
		return file("json/"+name, in, fixed(text), Run{Args: []string{"build", "--out", "out", in}, Want: want, Says: says})
	}
	cases := []Case{
		whole("a million brackets", strings.Repeat("[", 1_000_000)+"\n"+row, "too_deep", Rejects), // an unclosed list
		field("a million brackets in a field", strings.Repeat("[", 1_000_000)+strings.Repeat("]", 1_000_000), "too_deep"),
		field("half a million objects deep", strings.Repeat(`{"a":`, 500_000), "too_deep"),
		line("a million closing brackets", strings.Repeat("]", 1_000_000), "bad_json"),
		field("a number of a million digits", strings.Repeat("9", 1_000_000), in),
		field("an exponent of a billion", "1e999999999", in),
		field("a negative exponent of a billion", "1e-999999999", in),
		field("NaN", "NaN", "bad_json"),
		field("Infinity", "-Infinity", "bad_json"),
		field("a lone surrogate", `"\ud800"`, in),
		field("a comment", `1 /* one */`, "bad_json"),
		field("a comma too many", `[1,]`, "bad_json"),
		field("a control character in a text", "\"\x01\"", "bad_json"),
		field("an escape that is none", `"\x41"`, "bad_json"),
		field("a million values", "["+strings.TrimSuffix(strings.Repeat("0,", 1_000_000), ",")+"]", "too_large"),
		field("a million empty objects", "["+strings.TrimSuffix(strings.Repeat("{},", 1_000_000), ",")+"]", "too_large"),
		line("single quotes", `{'id':'bad'}`, "bad_json"),
		line("a key twice", `{"id":"a","id":"b","messages":[]}`, "duplicate_key"),
		line("a hundred thousand keys, twice", keys(100_000)+keys(100_000), "bad_json"),
		line("the same key a hundred thousand times", "{"+strings.TrimSuffix(strings.Repeat(`"a":1,`, 100_000), ",")+"}", "duplicate_key"),
		line("keys that nobody knows", keys(100_000), in),
		line("two rows on one line", strings.TrimSpace(row)+strings.TrimSpace(row), "bad_json"),
		line("half a row", row[:len(row)/2], "bad_json"),
		line("bytes that are no UTF-8", "{\"question\":\"\xff\xfe\"}", "bad_utf8"),
		line("an overlong slash", "{\"question\":\"\xc0\xaf\"}", "bad_utf8"),
		line("half a character", "{\"question\":\"\xe2\x82\"}", "bad_utf8"),
		line("NUL bytes", strings.Repeat("\x00", 100_000), "bad_json"),
		line("an HTML page", "<!DOCTYPE html><html><body>404</body></html>", "bad_json"),
		line("a number for a row", "42", in),
		line("null for a row", "null", in),
		line("a row of 17 MiB", `{"question":"`+strings.Repeat("x", 17<<20)+`"}`, "too_large"),
		line("escapes that shrink", `{"question":"`+strings.Repeat(`\u0000`, 2<<20)+`"}`, in),
		line("a text that never ends", `{"question":"`+strings.Repeat("x", 8<<20), in),
		line("messages by the hundred thousand", `{"id":"bad","messages":[`+strings.TrimSuffix(strings.Repeat(`{"role":"user","content":"x"},`, 100_000), ",")+`],"tools":[]}`, "too_large"),
		line("tools in texts in texts", `{"id":"bad","messages":[],"tools":`+nested(12)+`}`, in),
		line("an id of a megabyte", `{"id":"`+strings.Repeat("x", 1<<20)+`","messages":[{"role":"user","content":"x"}],"tools":[]}`, in),
		line("a role that is none", `{"id":"bad","messages":[{"role":"root\u001b[2J","content":"x"}],"tools":[]}`, in),
		line("candidates that weigh nothing", `{"id":"bad","messages":[{"role":"user","content":"x"}],"tools":[],"candidates":[{"name":"x","arguments":{},"weight":-1e308}]}`, in),

		whole("blanks alone", strings.Repeat(" ", 4<<20), in, Fails),
		whole("line feeds alone", strings.Repeat("\n", 4<<20), in, Fails),
		whole("carriage returns alone", strings.Repeat("\r", 4<<20), in, Fails),
		whole("nothing", "", in, Fails),
		whole("a mark of UTF-8 alone", "\xef\xbb\xbf", in, Bounded),
		whole("two marks of UTF-8", "\xef\xbb\xbf\xef\xbb\xbf"+row, in, Bounded),
		whole("UTF-16 with a mark", utf16Text(true), in, Fails),
		whole("UTF-16 without a mark", utf16Text(false), "bad", Rejects),
		whole("lines ended by carriage returns", strings.ReplaceAll(row+row, "\n", "\r"), in, Bounded),
		whole("a list that never ends", "["+strings.Repeat(strings.TrimSpace(row)+",", 100), in, Bounded),
		whole("a list of a million numbers", "["+strings.TrimSuffix(strings.Repeat("0,", 100_000), ",")+"]", in, Bounded),
		whole("a list of lists", strings.Repeat("[", 500_000)+strings.Repeat("]", 500_000), in, Bounded),
		whole("an object over many lines that never ends", "{\n"+strings.Repeat(`"a": {`+"\n", 100_000), in, Bounded),
		whole("a zip archive", "PK\x03\x04"+strings.Repeat("\x00", 100), in, Fails),
		whole("a pointer of Git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", in, Fails),
		whole("an ELF", "\x7fELF\x02\x01\x01\x00\n\x00", "bad_json", Rejects),
		whole("an Arrow file", "ARROW1\x00\x00", in, Fails),
	}
	others := func(name, base string, text []byte, runs ...Run) Case {
		return file("json/"+name, base, func(*Seed) []byte { return text }, runs...)
	}
	deep := []byte(`{"sample_id":` + strings.Repeat("[", 1_000_000) + "\n{}\n")
	wide := []byte(`{"completion":"` + strings.Repeat("<tool_call>", 200_000) + `","sample_id":"x"}` + "\n")
	return append(cases,
		others("brackets for completions", "c.jsonl", deep, Run{Args: []string{"score", "c.jsonl", "--data", "{data}", "--out", "s.jsonl"}, Want: Rejects, Says: "too_deep"}),
		others("calls that never end", "c.jsonl", wide, Run{Args: []string{"score", "c.jsonl", "--data", "{data}", "--out", "s.jsonl"}, Want: Rejects, Says: "unknown_sample"}),
		others("brackets for a situation", "d.jsonl", deep, run(Bounded, "too_deep", "decide", "d.jsonl")),
		others("a thousand candidates", "d.jsonl", situation(1000), run(Bounded, "d.jsonl", "decide", "d.jsonl")),
		others("brackets for scored rows", "s.jsonl", deep, run(Fails, "", "report", "--out", "r.html", "s.jsonl"), run(Fails, "s.jsonl", "compare", "s.jsonl", "{seed}/scored.parquet")),
		others("rows that nobody scored", "s.jsonl", []byte(row), run(Fails, "", "report", "--out", "r.html", "s.jsonl")),
		others("rewards that are texts", "s.jsonl", []byte(`{"reward":"NaN","action":7}`+"\n"), run(Fails, "", "report", "--out", "r.html", "s.jsonl")),
		others("brackets for requests", "q.jsonl", deep, Run{Args: []string{"serve"}, Stdin: "q.jsonl", Want: Bounded, Says: "serve"}),
		others("brackets for tools", "t.json", deep, run(Rejects, "", "annotate", "t.json")),
		others("brackets for a shard of lines", "part.jsonl", deep, run(Fails, "", "inspect", "part.jsonl")),
	)
}

// keys is an object of n keys.
func keys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"k%d":%d`, i, i)
	}
	return "{" + b.String()[1:] + "}"
}

// nested is a JSON text inside a JSON text, and so on; each round doubles the backslashes.
func nested(rounds int) string {
	text := "[]"
	for range rounds {
		text = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
	}
	return text
}

func utf16Text(mark bool) string {
	var out bytes.Buffer
	if mark {
		out.WriteString("\xff\xfe")
	}
	for _, unit := range utf16.Encode([]rune(row)) {
		out.Write([]byte{byte(unit), byte(unit >> 8)})
	}
	return out.String()
}

// situation is an item for voi decide with n different candidates.
func situation(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"id":"wide","tools":[{"name":"f","parameters":{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}}],"candidates":[`)
	for i := range n {
		fmt.Fprintf(&b, `{"name":"f","arguments":{"a":%d}},`, i)
	}
	return []byte(strings.TrimSuffix(b.String(), ",") + "]}\n")
}
