package server

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/rollout"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

// sharedVectors returns the shared vectors of F8 to F10, and the label of each.
func sharedVectors(t *testing.T) (vectors []domains.Value, labels []string) {
	t.Helper()
	samples := map[string]*dataset.Sample{}
	r := sharedtest.Need(reader.Open(context.Background(), sharedtest.Shared(t, "data", "when2call", "dev.jsonl"), reader.Options{}))(t)
	for raw, err := range r.All() {
		sharedtest.OK(t, err)
		if rec := r.Decode(raw); rec.Sample != nil {
			samples[rec.Sample.ID] = rec.Sample
		}
	}
	for _, line := range zippedLines(t, sharedtest.Shared(t, "vectors", "reward.jsonl.gz")) {
		v := sharedtest.Need(domains.ParseValue(line))(t)
		s := samples[v.Field("sample").Str()]
		if s == nil {
			t.Fatalf("no sample %s", v.Field("sample").JSON())
		}
		vectors = append(vectors, v)
		labels = append(labels, fmt.Sprintf(`{"messages":%s,"tools":%s,"reference":%s,"domains":%s}`,
			dataset.MessagesValue(s.Messages).JSON(), domains.ToolsValue(s.Tools).JSON(), v.Field("reference").JSON(), v.Field("domains").JSON()))
	}
	return vectors, labels
}

// The shared vectors, sent as inline items. Those whose completions are texts are also sent
// in a trainer's format.
func TestVectors(t *testing.T) {
	sharedtest.Unraced(t)
	vectors, labels := sharedVectors(t)
	items := make([]string, len(vectors))
	for i, v := range vectors {
		items[i] = fmt.Sprintf(`{"completion":%s,%s`, v.Field("completion").JSON(), labels[i][1:])
	}
	core := testCore(t)
	for _, name := range reward.Names() {
		text, failed := core.answer(nil, scoreRequest("1", items, fmt.Sprintf(`,"profile":%q`, name)), "")
		if failed != nil {
			t.Fatal(failed)
		}
		reply := sharedtest.Need(jsonvalue.Parse(string(text), jsonvalue.Options{}))(t)
		agreeing(t, core, name, vectors, labels, reply)
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

// agreeing checks that OpenRLHF's contract gives the rewards of a reply of the protocol. It
// skips a text with an end-of-turn mark, which that contract reads differently.
func agreeing(t *testing.T, core *Core, profile string, vectors []domains.Value, labels []string, reply jsonvalue.Value) {
	t.Helper()
	var places []int
	var queries, prompts, texts []string
	for i, v := range vectors {
		text := v.Field("completion")
		if text.Kind() == jsonvalue.String && rollout.CutEnd(text.Str()) == text.Str() {
			places = append(places, i)
			queries, prompts, texts = append(queries, quote("p"+text.Str())), append(prompts, `"p"`), append(texts, quote(labels[i]))
		}
	}
	if len(places) < len(vectors)/2 {
		t.Errorf("%d of %d vectors are plain texts", len(places), len(vectors))
	}
	h := testHTTP(t, core, loopback, HTTPOptions{})
	got := parsed(t, h, "/p/"+profile+"/openrlhf", fmt.Sprintf(`{"query":[%s],"prompts":[%s],"labels":[%s]}`,
		strings.Join(queries, ","), strings.Join(prompts, ","), strings.Join(texts, ",")))
	for k, i := range places {
		want, _ := reply.Field("rewards").Items()[i].Float()
		if f := number(t, got.Field("rewards").Items()[k]); f != want {
			t.Errorf("%s under %s: %v from OpenRLHF's path, want %v", vectors[i].Field("id").Str(), profile, f, want)
		}
	}
}

func zippedLines(t *testing.T, path string) (lines []string) {
	t.Helper()
	f := sharedtest.Need(os.Open(path))(t)
	defer f.Close()
	z := sharedtest.Need(gzip.NewReader(f))(t)
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
