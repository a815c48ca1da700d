package server

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// FuzzProtocol: every line gets one reply, which is one line of JSON and the same each
// time. Rewards are in the profile's range. A line that is no JSON gets bad_json or
// too_deep.
func FuzzProtocol(f *testing.F) {
	paths, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(paths) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, path := range paths {
		text := sharedtest.Need(os.ReadFile(path))(f)
		for _, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "{") {
				f.Add(line)
			}
		}
	}
	core := testCore(f)
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\n") || len(line) > 1<<14 || strings.Contains(line, opStats) {
			t.Skip("not one line, or not the same each time")
		}
		reply, failed := core.answer(nil, line, "")
		again, _ := core.answer(nil, line, "")
		if !bytes.Equal(reply, again) {
			t.Errorf("two replies:\n%s\n%s", reply, again)
		}
		var v struct {
			Op      string
			Code    string
			Rewards []*float64
			Range   []float64 `json:"reward_range"`
			Errors  []*item.Error
		}
		if err := json.Unmarshal(reply, &v); err != nil || bytes.ContainsAny(reply, "\r\n") {
			t.Fatalf("%s: %v", reply, err)
		}
		if !json.Valid([]byte(strings.TrimPrefix(line, "\uFEFF"))) && len(line) < 1<<13 && failed == nil {
			t.Errorf("%q is no JSON, but %s", line, reply)
		}
		if failed != nil && (v.Op != "error" || v.Code != failed.Code || failed.Code == item.CodeInternal) {
			t.Errorf("%v: %s", failed, reply)
		}
		for i, r := range v.Rewards {
			if (r == nil) == (v.Errors[i] == nil) || r != nil && (*r < 0 || *r > 4.5) {
				t.Errorf("reward %d: %s", i, reply)
			}
			if e := v.Errors[i]; e != nil && e.Code == item.CodeInternal {
				t.Errorf("%s", reply)
			}
		}
	})
}

// FuzzArrow: for any bytes the reader returns batches or an error, and takes memory in
// proportion to the bytes.
func FuzzArrow(f *testing.F) {
	good := arrowStreamOf(f, false, []arrowRow{{completion: "x", reference: `{"action":"ASK"}`}, {}}, []arrowRow{{completion: "y"}})
	f.Add(good)
	f.Add(arrowStreamOf(f, true, []arrowRow{{completion: "x"}}))
	f.Add(good[:len(good)/2])
	f.Add([]byte("\xff\xff\xff\xff\x10\x00\x00\x00AAAAAAAAAAAAAAAA"))
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 1<<16 {
			t.Skip("large")
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := newArrowReader(bytes.NewReader(in), 1<<20)
		for range 100 {
			b, err := r.next()
			if err == io.EOF {
				break
			}
			if err != nil {
				break
			}
			for i := range b.items {
				_ = strings.Clone(b.items[i].Completion)
			}
		}
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 96<<20 {
			t.Errorf("%d bytes of input took %d bytes of memory", len(in), took)
		}
	})
}

// FuzzLines: for any bytes, every line that is not empty gets one reply.
func FuzzLines(f *testing.F) {
	f.Add([]byte("{\"op\":\"ping\"}\n\n{\n"))
	f.Add([]byte("\xff\n\r\n \n[\n{\"op\":\"shutdown\"}\nx"))
	core := testCore(f, func(c *Config) { c.MaxLineBytes = 64 })
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		sharedtest.OK(t, core.ServeLines(context.Background(), bytes.NewReader(in), &out, LineOptions{}))
		want := 1
		for _, line := range strings.Split(string(in), "\n") {
			if r, err := core.parse(line, func() {}); len(line) <= 64 && err == nil && r.op == opShutdown {
				break
			}
			if len(line) > 64 || strings.TrimSpace(line) != "" {
				want++
			}
		}
		if got := bytes.Count(out.Bytes(), []byte("\n")); got != want {
			t.Errorf("%d replies, want %d:\n%s", got, want, out.Bytes())
		}
	})
}
