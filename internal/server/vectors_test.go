package server

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/testdata"
	"github.com/voi-rl/voi/reward"
)

// The shared vectors of F8 to F10, sent as inline items.
func TestVectors(t *testing.T) {
	samples := map[string]*dataset.Sample{}
	r, err := reader.Open(context.Background(), testdata.Shared(t, "data", "when2call", "dev.jsonl"), reader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for {
		raw, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if rec := r.Decode(raw); rec.Sample != nil {
			samples[rec.Sample.ID] = rec.Sample
		}
	}
	var items []string
	var vectors []domains.Value
	for _, line := range zippedLines(t, testdata.Shared(t, "vectors", "reward.jsonl.gz")) {
		v, err := domains.ParseValue(line)
		if err != nil {
			t.Fatal(err)
		}
		s := samples[v.Field("sample").Str()]
		if s == nil {
			t.Fatalf("no sample %s", v.Field("sample").JSON())
		}
		vectors = append(vectors, v)
		items = append(items, fmt.Sprintf(`{"completion":%s,"messages":%s,"tools":%s,"reference":%s,"domains":%s}`, v.Field("completion").JSON(),
			dataset.MessagesValue(s.Messages).JSON(), domains.ToolsValue(s.Tools).JSON(), v.Field("reference").JSON(), v.Field("domains").JSON()))
	}
	core := testCore(t)
	for _, name := range reward.Names() {
		text, failed := core.answer(nil, scoreRequest("1", items, fmt.Sprintf(`,"profile":%q`, name)), "")
		if failed != nil {
			t.Fatal(failed)
		}
		reply, err := jsonvalue.Parse(string(text), jsonvalue.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range vectors {
			got, ok := reply.Field("rewards").Items()[i].Float()
			want, told := v.Field("rewards").Field(name).Float()
			if !told && name == "guarded" {
				continue // the vectors are of F8 to F10
			}
			if !ok || math.Abs(got-want) > 1e-9 {
				t.Errorf("%s under %s: %v, want %v (%s)", v.Field("id").Str(), name, got, want, reply.Field("errors").Items()[i].JSON())
			}
			if action := reply.Field("actions").Items()[i].Str(); action != v.Field("action").Str() {
				t.Errorf("%s: action %q, want %q", v.Field("id").Str(), action, v.Field("action").Str())
			}
		}
	}
}

func zippedLines(t *testing.T, path string) (lines []string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	sc := bufio.NewScanner(z)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		lines = append(lines, sc.Text())
	}
	if sc.Err() != nil || len(lines) < 1000 {
		t.Fatalf("%d vectors, %v", len(lines), sc.Err())
	}
	return lines
}
