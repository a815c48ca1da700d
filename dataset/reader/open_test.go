package reader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/internal/sharedtest"
)

const twoRows = "{\"query\":\"A?\",\"answers\":[{\"name\":\"f\"}]}\n{\"query\":\"B?\",\"answers\":[{\"name\":\"f\"}]}\n"

func gzipped(t testing.TB, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, part := range parts {
		w := gzip.NewWriter(&b)
		sharedtest.Need(io.WriteString(w, part))(t)
		sharedtest.OK(t, w.Close())
	}
	return b.Bytes()
}

func zstded(t testing.TB, parts ...string) []byte {
	t.Helper()
	w := sharedtest.Need(zstd.NewWriter(nil))(t)
	var b []byte
	for _, part := range parts {
		b = w.EncodeAll([]byte(part), b)
	}
	return b
}

func write(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	sharedtest.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
	sharedtest.OK(t, os.WriteFile(path, data, 0o600))
	return path
}

// drain reads a whole file: the number of samples, the rejections, the error.
func drain(path string, opt Options) (samples int, rejected []*Rejection, err error) {
	r, err := Open(context.Background(), path, opt)
	if err != nil {
		return 0, nil, err
	}
	defer r.Close()
	for {
		raw, err := r.Next()
		if errors.Is(err, io.EOF) {
			return samples, rejected, nil
		}
		if err != nil {
			return samples, rejected, err
		}
		if rec := r.Decode(raw); rec.Rejection != nil {
			rejected = append(rejected, rec.Rejection)
		} else {
			samples++
		}
	}
}

func TestContainers(t *testing.T) {
	list := "[" + strings.ReplaceAll(strings.TrimSpace(twoRows), "\n", ",\n") + "]"
	first, second, _ := strings.Cut(twoRows, "\n")
	skippable := append([]byte{0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 'a', 'b', 'c'}, zstded(t, twoRows)...)
	for name, data := range map[string][]byte{
		"rows.jsonl":        []byte(twoRows),
		"rows.json":         []byte(list),
		"rows.parquet":      []byte(twoRows), // the name does not matter
		"rows.jsonl.gz":     gzipped(t, twoRows),
		"members.jsonl.gz":  gzipped(t, first+"\n", second),
		"split.jsonl.gz":    gzipped(t, first[:7], first[7:]+"\n"+second),
		"list.json.gz":      gzipped(t, list),
		"rows.jsonl.zst":    zstded(t, twoRows),
		"frames.jsonl.zst":  zstded(t, first+"\n", second),
		"skippable.zst":     skippable,
		"gzip-without-name": gzipped(t, twoRows),
		"bom.jsonl.gz":      gzipped(t, "\xEF\xBB\xBF"+twoRows),
	} {
		path := write(t, name, data)
		for _, opt := range []Options{{}, {Stdin: bytes.NewReader(data)}} {
			if opt.Stdin != nil {
				path = "-"
			}
			samples, rejected, err := drain(path, opt)
			if samples != 2 || len(rejected) > 0 || err != nil {
				t.Errorf("%s as %s: %d samples, %d rejected, error %v; want 2, 0, none", name, path, samples, len(rejected), err)
			}
		}
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		path string
		opt  Options
		want string
	}{
		{dir, Options{}, "is a folder; name the files in it"},
		{filepath.Join(dir, "none.jsonl"), Options{}, "there is no such file"},
		{"-", Options{}, "there is no stdin"},
		{"-", Options{Stdin: iotest.ErrReader(errors.New("pipe burst"))}, "pipe burst"},
		{write(t, "empty.jsonl", nil), Options{}, "holds no rows; give a file"},
		{write(t, "empty.gz", gzipped(t, "")), Options{}, "is compressed and holds no rows"},
		{write(t, "twice.gz", gzipped(t, string(gzipped(t, twoRows)))), Options{}, "is compressed twice"},
		{write(t, "zip.gz", gzipped(t, "PK\x03\x04....")), Options{}, "is a zip archive; unpack it"},
		{write(t, "a.zip", []byte("PK\x03\x04....")), Options{}, "is a zip archive"},
		{write(t, "a.xz", []byte("\xFD7zXZ\x00....")), Options{}, "compressed with xz"},
		{write(t, "utf16.jsonl", []byte("\xFF\xFE{\x00}\x00")), Options{}, "is UTF-16; save it as UTF-8"},
		{write(t, "lfs.jsonl", []byte("version https://git-lfs.github.com/spec/v1\noid")), Options{}, "Git LFS pointer"},
		{write(t, "a.gz", []byte("\x1F\x8B\x08")), Options{}, "gzip data is cut off"},
		{write(t, "a.parquet", []byte("PAR1...")), Options{}, "are no Parquet file"},
		{write(t, "b.parquet", []byte("PAR1....\xFF\xFF\xFF\x7FPAR1")), Options{}, "a footer of 2147483647 bytes"},
		{write(t, "c.parquet", []byte("PAR1........")), Options{}, "it may be cut off"},
		{write(t, "d.parquet", []byte("PAR1....\x04\x00\x00\x00PAR1")), Options{}, "cannot be read as Parquet"},
		{write(t, "q.json", []byte(twoRows)), Options{Answers: filepath.Join(dir, "none")}, "its possible answers"},
	} {
		_, err := Open(context.Background(), c.path, c.opt)
		var read *ReadError
		if !errors.As(err, &read) || read.File != c.path || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want a ReadError with %q", c.path, err, c.want)
		}
	}
}

func TestNoRows(t *testing.T) {
	for _, text := range []string{"\n\n  \r\n", "\xEF\xBB\xBF", " [ ] "} {
		if _, _, err := drain(write(t, "rows.jsonl", []byte(text)), Options{}); !errors.Is(err, ErrEmpty) {
			t.Errorf("%q: error %v, want ErrEmpty", text, err)
		}
	}
	for name, data := range map[string][]byte{"none": nil, "lines": []byte("\n\n"), "mark": []byte("\xEF\xBB\xBF"), "list": []byte("[]"), "gzip": gzipped(t, ""), "zstd": zstded(t, "\n")} {
		if samples, rejected, err := drain(write(t, name, data), Options{Empty: true}); samples+len(rejected) > 0 || err != nil {
			t.Errorf("%s: %d samples, %d rejected, error %v; want none", name, samples, len(rejected), err)
		}
	}
}

// TestReadError checks that the rows before the damage are returned, and that the error
// names the file and the line.
func TestReadError(t *testing.T) {
	sharedtest.Unraced(t)
	rows := strings.Repeat(twoRows, 50_000)
	cut := gzipped(t, rows)
	cut = cut[:len(cut)-20]
	flipped := bytes.Clone(gzipped(t, rows))
	flipped[len(flipped)/2] ^= 0xFF
	for name, opt := range map[string]Options{
		"cut":     {Stdin: bytes.NewReader(cut)},
		"flipped": {Stdin: bytes.NewReader(flipped)},
		"zstd":    {Stdin: bytes.NewReader(zstded(t, rows)[:200])},
		"broken":  {Stdin: io.MultiReader(strings.NewReader(rows+`{"half":`), iotest.ErrReader(errors.New("disk on fire")))},
	} {
		samples, rejected, err := drain("-", opt)
		var read *ReadError
		if !errors.As(err, &read) || read.File != "-" || read.Offset == 0 {
			t.Errorf("%s: error %v, want a ReadError with the offset", name, err)
			continue
		}
		if name == "flipped" {
			continue // what deflate returns before it notices is undefined
		}
		if len(rejected) > 0 || int64(samples) != read.Line {
			t.Errorf("%s: %d samples, %d rejected before line %d", name, samples, len(rejected), read.Line)
		}
		if name == "broken" && (samples != 100_000 || !strings.Contains(err.Error(), "disk on fire")) {
			t.Errorf("%s: %d samples, error %v", name, samples, err)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r := sharedtest.Need(Open(ctx, "-", Options{Stdin: strings.NewReader(twoRows)}))(t)
	sharedtest.Need(r.Next())(t)
	cancel()
	if _, err := r.Next(); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the context ended", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.Next(); err == nil {
		t.Error("a closed reader gave a row")
	}
}

// hang is a duration that only unbounded work takes, also on a busy machine under the race
// detector. Benchmarks measure the speed.
const hang = 2 * time.Minute

// TestHostile reads files that are made to hurt, within bounded time and 256 MiB.
func TestHostile(t *testing.T) {
	sharedtest.Unraced(t)
	mib := func(n int, s string) io.Reader { return io.LimitReader(&endless{s: s}, int64(n)<<20) }
	good := strings.NewReader
	for _, c := range []struct {
		name    string
		src     io.Reader
		samples int
		codes   string
		err     string
	}{
		{"a line of 64 MiB", io.MultiReader(good(twoRows), mib(64, "x"), good("\n"+twoRows)), 4, "too_large", ""},
		{"an object of 64 MiB over lines", io.MultiReader(good("{\n\"a\":\""), mib(64, "x"), good("\"\n}\n"+twoRows)), 2, "too_large", ""},
		{"an element of 64 MiB", io.MultiReader(good("[\""), mib(64, "x"), good("\"]")), 0, "too_large", ""},
		{"a million brackets on a line", io.MultiReader(good(twoRows), mib(1, "["), good("\n"+twoRows)), 4, "too_deep", ""},
		{"a million brackets", io.MultiReader(mib(1, "["), mib(1, "]")), 0, "too_deep", ""},
		{"a million brackets, open", mib(1, "["), 0, "too_deep bad_json", ""},
		{"a million objects, open", mib(1, "{\"a\":"), 0, "too_deep", ""},
		{"16 MiB of numbers", io.MultiReader(good("{\"a\":["), mib(15, "0,"), good("0]}\n"+twoRows)), 2, "too_large", ""},
		{"64 MiB of commas", io.MultiReader(good("["), mib(64, ","), good("]")), 0, "bad_json bad_json", ""},
		{"64 MiB of line feeds", io.MultiReader(mib(64, "\n"), good(twoRows)), 2, "", ""},
		{"a bomb", bytes.NewReader(bomb(t, 512)), 0, "", "expands to more than 500 times"},
		{"a bomb of line feeds", bytes.NewReader(gzipped(t, strings.Repeat("\n", 128<<20))), 0, "", "expands to more than 500 times"},
		{"bytes that are not UTF-8", good("{\"query\":\"\xFF\"}\n" + twoRows), 2, "bad_utf8", ""},
		{"zeros", io.MultiReader(mib(1, "\x00"), good("\n"+twoRows)), 2, "bad_json", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			samples, rejected, err := drain("-", Options{Stdin: c.src})
			runtime.ReadMemStats(&after)
			var codes []string
			for _, r := range rejected {
				codes = append(codes, r.Code)
			}
			if samples != c.samples || strings.Join(codes, " ") != c.codes {
				t.Errorf("%d samples, rejected %v; want %d, %s", samples, codes, c.samples, c.codes)
			}
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("error %v, want %q", err, c.err)
			}
			if d := time.Since(start); d > hang {
				t.Errorf("took %v: not bounded", d)
			}
			if n := (after.TotalAlloc - before.TotalAlloc) >> 20; n > 256 {
				t.Errorf("allocated %d MiB in all", n)
			}
		})
	}
}

// endless repeats a text.
type endless struct {
	s  string
	at int
}

func (e *endless) Read(p []byte) (int, error) {
	if len(e.s) < 1<<10 { // a few bytes at a time would be slow
		e.s = strings.Repeat(e.s, 1<<10)
	}
	for n := 0; n < len(p); {
		k := copy(p[n:], e.s[e.at:])
		n, e.at = n+k, (e.at+k)%len(e.s)
	}
	return len(p), nil
}

// bomb is gzip data of mib MiB of zeros.
func bomb(t testing.TB, mib int) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	sharedtest.Need(io.Copy(w, io.LimitReader(&endless{s: "\x00"}, int64(mib)<<20)))(t)
	sharedtest.OK(t, w.Close())
	return b.Bytes()
}

func TestAnswersBeside(t *testing.T) {
	questions := "{\"id\":\"a_1\",\"question\":[[{\"role\":\"user\",\"content\":\"Q\"}]],\"function\":[{\"name\":\"f\"}]}\n"
	truth := "{\"id\":\"a_1\",\"ground_truth\":[{\"f\":{}}]}\n"
	for _, c := range []struct{ question, answer string }{
		{"q.json", "q.json"}, {"q.json", "q.json.gz"}, {"q.json.gz", "q.json"}, {"q.json.gz", "q.json.gz"}, {"q.json.zst", "q.json.gz"},
	} {
		dir := t.TempDir()
		pack := func(name, text string) []byte {
			switch filepath.Ext(name) {
			case ".gz":
				return gzipped(t, text)
			case ".zst":
				return zstded(t, text)
			}
			return []byte(text)
		}
		path := filepath.Join(dir, c.question)
		beside := filepath.Join(dir, "possible_answer", c.answer)
		if err := errors.Join(os.Mkdir(filepath.Dir(beside), 0o755),
			os.WriteFile(path, pack(c.question, questions), 0o600),
			os.WriteFile(beside, pack(c.answer, truth), 0o600)); err != nil {
			t.Fatal(err)
		}
		samples, rejected, err := drain(path, Options{})
		if samples != 1 || len(rejected) > 0 || err != nil {
			t.Errorf("%v: %d samples, %d rejected, error %v", c, samples, len(rejected), err)
		}
		r, err := Open(context.Background(), path, Options{})
		sharedtest.OK(t, err)
		if r.AnswersFile() != beside {
			t.Errorf("%v: the answers are %q, want %q", c, r.AnswersFile(), beside)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		// Standard input has no files beside it.
		if samples, _, _ := drain("-", Options{Stdin: strings.NewReader(questions), Answers: beside}); samples != 1 {
			t.Errorf("%v: --answers was not joined", c)
		}
		if samples, rejected, _ := drain("-", Options{Stdin: strings.NewReader(questions)}); samples != 0 || rejected[0].Code != "no_reference" {
			t.Errorf("%v: a sample without answers", c)
		}
	}
}

// TestPlain reads the bytes of whole files, compressed or not, and no more than it may.
func TestPlain(t *testing.T) {
	for name, data := range map[string][]byte{
		"plain": []byte(twoRows), "gzip": gzipped(t, twoRows), "zstd": zstded(t, twoRows), "empty": nil,
	} {
		want := twoRows
		if data == nil {
			want = ""
		}
		if got, err := Plain(data, int64(len(twoRows))); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for says, data := range map[string][]byte{
		"it expands to more than the 1000 bytes": zstded(t, strings.Repeat("a", 1<<20)), "gzip data is cut off": gzipped(t, twoRows)[:20], "gzip data is damaged": []byte("\x1F\x8Bnonsense here"),
	} {
		if _, err := Plain(data, 1000); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}

// TestClosingACutFile closes a file that is cut off. Reading says so, with the file and the place;
// an error of Close would stand in front of that, without them.
func TestClosingACutFile(t *testing.T) {
	text := gzipped(t, strings.Repeat(twoRows, 99))
	r := sharedtest.Need(Open(t.Context(), write(t, "cut.jsonl.gz", text[:len(text)-10]), Options{}))(t)
	var err error
	for _, err = range r.All() {
	}
	if !errors.As(err, new(*ReadError)) || !strings.Contains(err.Error(), "gzip data is cut off") {
		t.Error(err)
	}
	if err := r.Close(); err != nil {
		t.Errorf("closing it: %v", err)
	}
}

// TestLongSession drops a row whose samples would repeat it too often, and reads the next one.
func TestLongSession(t *testing.T) {
	row := func(turns, size int) string {
		return `{"conversations":[{"from":"human","value":"` + strings.Repeat("x", size) + `"}` + strings.Repeat(`,{"from":"gpt","value":"Hi."}`, turns) + `]}`
	}
	for _, c := range []struct{ turns, size, samples int }{{600, 1 << 20, 0}, {6, 1 << 20, 6}, {600, 1, 600}, {6000, 1, 0}} {
		text := row(c.turns, c.size) + "\n" + row(1, 1) + "\n"
		r := sharedtest.Need(Open(t.Context(), "-", Options{Stdin: strings.NewReader(text), Sessions: true, Turns: TurnsAll}))(t)
		samples, last := 0, int64(0)
		for raw, err := range r.All() {
			sharedtest.OK(t, err)
			switch rec := r.Decode(raw); {
			case rec.Sample != nil:
				samples++
			case rec.Rejection.Code != dataset.CodeTooLarge || !strings.Contains(rec.Rejection.Message, fmt.Sprintf("has %d decisions", c.turns)):
				t.Errorf("%+v", rec.Rejection)
			}
			last = raw.Line
		}
		if samples != c.samples+1 || last != 2 {
			t.Errorf("%d turns of %d bytes are %d samples, to line %d", c.turns, c.size, samples, last)
		}
	}
}

// TestOneDecision reads a row once that is no session, although it has the keys of one.
func TestOneDecision(t *testing.T) {
	for _, text := range []string{
		`{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello."}],"conversations":[{"from":"human","value":"a"},{"from":"gpt","value":"b"},{"from":"human","value":"c"},{"from":"gpt","value":"d"}]}`,
		`{"query":"Hi","answers":[{"name":"f","arguments":{}}],"question":[[],[]],"involved_classes":null,"conversations":[{"from":"human","value":"a"},{"from":"gpt","value":"b"},{"from":"gpt","value":"d"}]}`,
	} {
		r := sharedtest.Need(Open(t.Context(), "-", Options{Stdin: strings.NewReader(text), Sessions: true, Turns: TurnsAll}))(t)
		rows := 0
		for raw, err := range r.All() {
			sharedtest.OK(t, err)
			if rec := r.Decode(raw); rec.Rejection != nil {
				t.Errorf("%s: %s", text, rec.Rejection.Message)
			}
			rows++
		}
		if rows != 1 {
			t.Errorf("%d rows of %s", rows, text)
		}
	}
}
