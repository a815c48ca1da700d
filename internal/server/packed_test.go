package server

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// packedItem is one completion of a packed request: its text, or with whole all
// of the item as JSON.
type packedItem struct{ about, text, whole string }

// packedRequest writes a request as a client of the packed wire does.
func packedRequest(id string, items []packedItem, more string) string {
	var jsons, of, sizes []string
	var texts strings.Builder
	for _, it := range items {
		text, size := it.about, strconv.Itoa(len(it.text))
		if it.whole != "" {
			text, size = it.whole, "null"
		}
		k := slices.Index(jsons, text)
		if k < 0 {
			k = len(jsons)
			jsons = append(jsons, text)
		}
		of, sizes = append(of, strconv.Itoa(k)), append(sizes, size)
		texts.WriteString(it.text)
	}
	return fmt.Sprintf("%d {\"op\":\"score\",\"id\":%s,\"items\":[%s],\"of\":[%s],\"texts\":[%s]%s}\n%s",
		texts.Len(), id, strings.Join(jsons, ","), strings.Join(of, ","), strings.Join(sizes, ","), more, texts.String())
}

var packed = LineOptions{Ordered: true, Packed: true}

// A packed request gets, byte for byte, the reply of the same request as a line.
func TestPackedSaysWhatLinesSay(t *testing.T) {
	var lines []string
	var items []packedItem
	for k, s := range exampleSamples(t) {
		m, tools, r := fields(s)
		about := fmt.Sprintf(`{"messages":%s,"tools":%s,"reference":%s,"group_id":%d,"finish_reason":"length"}`, m, tools, r, k/2)
		for _, text := range completions(s, "x") {
			whole := fmt.Sprintf(`{"completion":%s,%s`, quote(text), about[1:])
			lines = append(lines, whole)
			if len(items)%5 == 0 {
				items = append(items, packedItem{whole: whole})
			} else {
				items = append(items, packedItem{about: about, text: text})
			}
		}
	}
	chat := fmt.Sprintf(`{"completion":[{"role":"assistant","content":"<answer>"}],%s`, items[1].about[1:])
	lines, items = append(lines, chat), append(items, packedItem{whole: chat})
	for _, about := range []string{`{}`, `{"sample_id":"nobody"}`, `{"reference":{"action":"ASK"},"tools":3}`, `3`, `{"group_id":1,"group_id":2}`} {
		whole := about
		if about != "3" {
			whole = strings.Replace(`{"completion":"x",`+about[1:], ",}", "}", 1)
		}
		lines, items = append(lines, whole), append(items, packedItem{about: about, text: "x"})
	}
	for _, more := range []string{``, `,"group":true`, `,"group":true,"details":true,"profile":"guarded"`} {
		want := talk(t, testCore(t), LineOptions{}, scoreRequest(`"a"`, lines, more)+"\n")
		for _, workers := range []int{1, 3} {
			core := testCore(t, func(c *Config) { c.Workers = workers })
			got := talk(t, core, packed, packedRequest(`"a"`, items, more))
			if !slices.Equal(got, want) {
				t.Errorf("%q, %d workers:\n%.300s\nwant\n%.300s", more, workers, got, want)
			}
		}
	}
}

// A packed reply has the numbers of the same reply as a line, to the last bit.
func TestPackedReplies(t *testing.T) {
	var items []packedItem
	for k, s := range exampleSamples(t) {
		m, tools, r := fields(s)
		about := fmt.Sprintf(`{"messages":%s,"tools":%s,"reference":%s,"group_id":%d}`, m, tools, r, k/2)
		for _, text := range completions(s, "x") {
			items = append(items, packedItem{about: about, text: text})
		}
	}
	items = append(items, packedItem{about: `{"sample_id":"nobody"}`, text: "x"})
	for _, more := range []string{``, `,"group":true`, `,"details":true,"profile":"baseline"`} {
		want, err := item.Parse(talk(t, testCore(t), packed, packedRequest(`"a"`, items, more))[1])
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		core := testCore(t, func(c *Config) { c.Advantage = "" })
		if err := core.ServeLines(t.Context(), strings.NewReader(packedRequest(`"a"`, items, more+`,"packed":true`)), &out, packed); err != nil {
			t.Fatal(err)
		}
		r := newLineReader(strings.NewReader(out.String()), 1<<30)
		if _, err := r.nextFrame(true); err != nil { // the greeting
			t.Fatal(err)
		}
		f, err := r.nextFrame(true)
		if err != nil || r.in.Buffered() > 0 {
			t.Fatalf("%v, and %d bytes more", err, r.in.Buffered())
		}
		got, err := item.Parse(f.line)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"op", "id", "actions", "errors", "notes", "details", "profile", "reward_range"} {
			if got.Field(key).JSON() != want.Field(key).JSON() {
				t.Errorf("%q: %s is %.200s, want %.200s", more, key, got.Field(key).JSON(), want.Field(key).JSON())
			}
		}
		numbers := f.texts
		for _, column := range got.Field("numbers").Items() {
			list := []byte{'['}
			for i := range items {
				number := math.Float64frombits(binary.LittleEndian.Uint64([]byte(numbers[8*i:])))
				list = append(jsonvalue.AppendFloat(list, number), ',')
			}
			list[len(list)-1] = ']'
			numbers = numbers[8*len(items):]
			expected := want.Field(column.Str())
			if expected.IsNull() {
				expected = want.Field("components").Field(column.Str())
			}
			if expected.JSON() != string(list) {
				t.Errorf("%q: %s is %.200s, want %.200s", more, column.Str(), list, expected.JSON())
			}
		}
		if numbers != "" || len(got.Field("numbers").Items()) < 2 {
			t.Errorf("%q: %d bytes more than %s", more, len(numbers), got.Field("numbers").JSON())
		}
	}
}

// Whatever is wrong with a request, those behind it are answered.
func TestPackedFaults(t *testing.T) {
	const ask = `{"reference":{"action":"ASK"},"tools":[]}`
	ping := "{\"op\":\"ping\",\"id\":\"next\"}\n"
	score := func(behind int, rest, texts string) string {
		return fmt.Sprintf(`%d {"op":"score","id":1,"items":[%s]%s}`, behind, ask, rest) + "\n" + texts
	}
	for _, tc := range []struct{ name, input, want string }{
		{"fine", score(3, `,"of":[0,0],"texts":[1,2]`, "a\nb"), `"rewards":[`},
		{"white space", score(3, ` , "of": [ 0 , 0 ] , "texts" : [ 1 , 2 ] `, "a\nb"), `"rewards":[`},
		{"no texts at all", score(0, `,"of":[0],"texts":[0]`, ""), `"rewards":[`},
		{"no prefix", score(0, `,"of":[0],"texts":[0]`, "")[2:], `"rewards":[`},
		{"nothing", score(0, `,"of":[],"texts":[]`, ""), `"rewards":[]`},
		{"a plain line", `{"op":"score","id":1,"items":[` + inline + `]}` + "\n", `"rewards":[`},
		{"too few bytes named", score(3, `,"of":[0],"texts":[2]`, "abc"), "bad_request"},
		{"too many bytes named", score(3, `,"of":[0],"texts":[4]`, "abc"), "bad_request"},
		{"one list", score(3, `,"of":[0]`, "abc"), "bad_request"},
		{"no lists", score(3, ``, "abc"), "bad_request"},
		{"lists of two lengths", score(3, `,"of":[0,0],"texts":[3]`, "abc"), "bad_request"},
		{"no such item", score(3, `,"of":[1],"texts":[3]`, "abc"), "bad_request"},
		{"a flag that is none", score(3, `,"of":[0],"texts":[3],"packed":1`, "abc"), "bad_request"},
		{"a flag that is no JSON", score(3, `,"of":[0],"texts":[3],"packed":yes`, "abc"), "bad_json"},
		{"below 0", score(3, `,"of":[-1],"texts":[3]`, "abc"), "bad_request"},
		{"not whole", score(3, `,"of":[0],"texts":[3.0]`, "abc"), "bad_request"},
		{"beyond all bounds", score(3, `,"of":[0],"texts":[99999999999999999999]`, "abc"), "bad_request"},
		{"null for an item", score(3, `,"of":[null],"texts":[3]`, "abc"), "bad_request"},
		{"not a list", score(3, `,"of":0,"texts":[3]`, "abc"), "bad_json"},
		{"no number", score(3, `,"of":[00],"texts":[3]`, "abc"), "bad_json"},
		{"a list twice", score(3, `,"of":[0],"of":[0],"texts":[3]`, "abc"), "bad_json"},
		{"no JSON", "3 {]\nabc", "bad_json"},
		{"an item that is no JSON", "3 {\"op\":\"score\",\"id\":1,\"items\":[{\"tools\":]}],\"of\":[0],\"texts\":[3]}\nabc", "bad_json"},
		{"an unused item that is no JSON", `3 {"op":"score","id":1,"items":[` + ask + `,{"tools":x}],"of":[0],"texts":[3]}` + "\nabc", "bad_json"},
		{"no completion", score(0, `,"of":[0],"texts":[null]`, ""), "no completion"},
		{"two completions", `3 {"op":"score","id":1,"items":[` + inline + `],"of":[0],"texts":[3]}` + "\nabc", "one is given beside it"},
		{"decide", `3 {"op":"decide","id":1,"items":[{}],"of":[0],"texts":[3]}` + "\nabc", "bad_request"},
		{"an unknown profile", score(3, `,"of":[0],"texts":[3],"profile":"none"`, "abc"), "unknown_profile"},
		{"a number and no object", "12345\n", "bad_request"},
		{"a long number", strings.Repeat("1", 40) + " {}\n", "bad_json"},
		{"too large", score(900, `,"of":[0],"texts":[900]`, strings.Repeat("\n", 900)), "too_large"},
		{"a line too large", score(30, `,"more":"`+strings.Repeat("x", 900)+`"`, strings.Repeat("\n", 30)), "too_large"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			core := testCore(t, func(c *Config) { c.MaxLineBytes = 800 })
			got := talk(t, core, packed, tc.input+ping)
			if len(got) != 3 || !strings.Contains(got[1], tc.want) || got[2] != `{"op":"pong","id":"next"}` {
				t.Errorf("%q\nwant %s and the pong", got, tc.want)
			}
		})
	}
}

const inline = `{"completion":"x","reference":{"action":"ASK"},"tools":[]}`

// A stream that ends inside the texts has one reply less that is a score.
func TestPackedCutOff(t *testing.T) {
	whole := packedRequest("1", []packedItem{{about: `{"reference":{"action":"ASK"},"tools":[]}`, text: "abc"}}, "")
	for cut := 1; cut <= 3; cut++ {
		got := talk(t, testCore(t), packed, whole[:len(whole)-cut])
		if len(got) != 2 || !strings.Contains(got[1], `"code":"bad_request"`) {
			t.Errorf("without %d bytes: %q", cut, got)
		}
	}
	huge := "999999999 " + whole[2:]
	if got := talk(t, testCore(t, func(c *Config) { c.MaxLineBytes = 1 << 30 }), packed, huge); len(got) != 2 || !strings.Contains(got[1], "bad_request") {
		t.Errorf("%q", got)
	}
}

// FuzzPacked: whatever bytes come, each request gets one reply, and none of ours
// fails.
func FuzzPacked(f *testing.F) {
	f.Add([]byte(packedRequest("1", []packedItem{{about: `{"reference":{"action":"ASK"},"tools":[]}`, text: "a\nb"}, {whole: inline}}, `,"group":true`)))
	f.Add([]byte(packedRequest("1", []packedItem{{about: `{"reference":{"action":"ASK"},"tools":[]}`, text: "<answer>"}}, `,"packed":true`)))
	f.Add([]byte("3 {\"op\":\"ping\"}\n\n\n\n{}\n0 {}\n9 {"))
	f.Add([]byte("7 {\"op\":\"score\",\"items\":[{}],\"of\":[0,0],\"texts\":[3,4]}\n\"\xff\xed\xa0\x80,,"))
	core := testCore(f, func(c *Config) { c.MaxLineBytes = 300 })
	f.Fuzz(func(t *testing.T, in []byte) {
		if strings.Contains(string(in), opShutdown) || strings.Contains(string(in), `\u`) || strings.Contains(string(in), opStats) {
			t.Skip("may end early, or differ")
		}
		var one, other strings.Builder
		for _, out := range []*strings.Builder{&one, &other} {
			if err := core.ServeLines(t.Context(), strings.NewReader(string(in)), out, packed); err != nil {
				t.Fatal(err)
			}
		}
		if one.String() != other.String() || strings.Contains(one.String(), `"internal"`) {
			t.Errorf("%s\n%s", one.String(), other.String())
		}
		if got, want := framesOf(one.String()), 1+framesOf(string(in)); got != want {
			t.Errorf("%d replies, want %d:\n%s", got, want, one.String())
		}
	})
}

// framesOf counts the requests in a stream.
func framesOf(in string) (n int) {
	for in != "" {
		line, rest, _ := strings.Cut(in, "\n")
		in = rest
		if number, object, ok := strings.Cut(line, " "); ok && strings.HasPrefix(object, "{") && len(number) <= mostDigits && strings.Trim(number, "0123456789") == "" {
			behind, err := strconv.Atoi(number)
			if err == nil {
				in = in[min(behind, len(in)):]
			}
		}
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	return n
}

// BenchmarkPacked is BenchmarkAnswer with the texts behind the line.
func BenchmarkPacked(b *testing.B) {
	var items []packedItem
	samples := exampleSamples(b)
	for i := range 64 {
		m, t, r := fields(samples[i%10])
		c := completions(samples[i%10], pad)
		items = append(items, packedItem{about: fmt.Sprintf(`{"messages":%s,"tools":%s,"reference":%s}`, m, t, r), text: c[i%3*3%len(c)]})
	}
	line := newLineReader(strings.NewReader(packedRequest("1", items, "")), DefaultMaxLineBytes)
	f, err := line.nextFrame(true)
	if err != nil && err != io.EOF {
		b.Fatal(err)
	}
	core := testCore(b, func(c *Config) { c.Workers = 1 })
	b.SetBytes(f.size())
	b.ReportAllocs()
	var reply []byte
	for b.Loop() {
		reply, _ = core.answerTo(reply[:0], f.line, "", &packing{texts: f.texts})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/64, "ns/item")
}
