package decide

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

const boolTool = `"tools":[{"name":"t","parameters":{"type":"object","properties":{"z":{"type":"boolean"}},"required":["z"]}}]`

// TestGolden compares the bytes of replies: keys, their order, numbers, errors.
func TestGolden(t *testing.T) {
	in := sharedtest.Need(os.Open("testdata/items.jsonl"))(t)
	defer in.Close()
	var got bytes.Buffer
	sum := sharedtest.Need(Run(t.Context(), in, &got, Options{}))(t)
	sharedtest.Golden(t, "testdata/replies.golden", got.String())
	if lines := strings.Count(got.String(), "\n"); sum.Items != lines || sum.Errors != strings.Count(got.String(), `"error":`) {
		t.Errorf("%+v for %d replies", sum, lines)
	}
}

func TestBadItems(t *testing.T) {
	for _, c := range []struct{ text, code, says string }{
		{`{`, "bad_json", "byte"},
		{`{"id":1,"id":2}`, "bad_json", "twice"},
		{`{"id":NaN}`, "bad_json", "NaN"},
		{`[]`, "bad_request", "array"},
		{strings.Repeat("[", 1e6), "too_deep", "128"},
		{`{"candidates":[]}`, "bad_request", "tools"},
		{`{"tools":7,"candidates":[]}`, "bad_tools", "tools"},
		{`{` + boolTool + `}`, "bad_request", "candidates"},
		{`{` + boolTool + `,"candidates":{}}`, "bad_request", "candidates"},
		{`{` + boolTool + `,"candidates":[null]}`, "bad_request", "candidates[0]"},
		{`{` + boolTool + `,"candidates":[{"arguments":{}}]}`, "bad_request", "candidates[0]"},
		{`{` + boolTool + `,"candidates":[{"name":"t","arguments":[]}]}`, "bad_request", "candidates[0]"},
		{`{` + boolTool + `,"candidates":[{"name":"t","arguments":{},"weight":-1}]}`, "bad_request", "weight"},
		{`{` + boolTool + `,"candidates":[{"name":"t","arguments":{},"weight":1e999}]}`, "bad_request", "weight"},
		{`{` + boolTool + `,"candidates":[{"name":"t","arguments":{},"weight":"1"}]}`, "bad_request", "weight"},
		{`{` + boolTool + `,"candidates":[` + strings.Repeat("{},", MaxCandidates) + `{}]}`, "too_large", "1025"},
		{`{` + boolTool + `,"candidates":[],"asked":[]}`, "bad_request", "asked"},
		{`{` + boolTool + `,"candidates":[],"asked":{"t.z":-1}}`, "bad_request", "t.z"},
		{`{` + boolTool + `,"candidates":[],"asked":{"t.z":0.5}}`, "bad_request", "t.z"},
		{`{` + boolTool + `,"candidates":[],"questions_asked":"2"}`, "bad_request", "questions_asked"},
		{`{` + boolTool + `,"candidates":[],"mode":"fast"}`, "bad_request", "fast"},
		{`{` + boolTool + `,"candidates":[],"mode":1}`, "bad_request", "mode"},
		{`{` + boolTool + `,"candidates":[],"epsilon":0}`, "bad_request", "epsilon"},
		{`{` + boolTool + `,"candidates":[],"epsilon":2}`, "bad_request", "epsilon is 2; it must lie in (0, 1]"},
		{`{` + boolTool + `,"candidates":[],"lambda":"0.5"}`, "bad_request", "lambda"},
		{`{` + boolTool + `,"candidates":[],"alpha":-0.1}`, "bad_request", "alpha"},
		{`{` + boolTool + `,"candidates":[],"tau_exec":1e400}`, "bad_request", "tau_exec"},
		{`{` + boolTool + `,"candidates":[],"n_s":1.5}`, "bad_request", "n_s"},
		{`{` + boolTool + `,"candidates":[],"absent_required":"zero"}`, "bad_request", "absent_required"},
		{`{` + boolTool + `,"candidates":[],"domains":[]}`, "bad_request", "domains"},
	} {
		reply, ok := AppendText(nil, c.text)
		v, err := jsonvalue.Parse(string(reply), jsonvalue.Options{})
		if err != nil {
			t.Fatalf("%v: %s", err, reply)
		}
		bad := v.Field("error")
		if ok || bad.Field("code").Str() != c.code || !strings.Contains(bad.Field("message").Str(), c.says) || strings.Contains(bad.Field("message").Str(), "0 standing for") {
			t.Errorf("%.120s gives %s, want code %s and a message about %s", c.text, reply, c.code, c.says)
		}
	}
}

func TestFieldsCount(t *testing.T) {
	base := `{` + boolTool + `,"candidates":[{"name":"t","arguments":"{\"z\":null}"}]`
	for _, c := range []struct{ fields, want string }{
		{``, `"action":"ask","best_question":"t.z"`},
		{`,"weight":null,"asked":null,"mode":null,"domains":null,"note":"ignored"`, `"action":"ask"`},
		{`,"asked":{"t.z":1}`, `"evpi":0.5,"cost":0.5,"score":0}],"action":"call"`},
		{`,"asked":{"t.z":1},"lambda":0.25`, `"cost":0.25,"score":0.25}],"action":"ask"`},
		{`,"questions_asked":5`, `"action":"call"`},
		{`,"questions_asked":5,"n_s":6`, `"action":"ask"`},
		{`,"tau_exec":0.5`, `"action":"call"`},
		{`,"alpha":1.01`, `"action":"call"`},
		{`,"mode":"partition"`, `"evpi":0,"cost":0,"score":0}],"action":"call"`},
		{`,"epsilon":1`, `"v_now":1,`},
	} {
		if reply, _ := AppendText(nil, base+c.fields+"}"); !strings.Contains(string(reply), c.want) {
			t.Errorf("%s gives %s, want %s", c.fields, reply, c.want)
		}
	}
}

// TestVectors decides the shared vectors as JSON texts.
func TestVectors(t *testing.T) {
	file := sharedtest.Need(os.Open(sharedtest.Shared(t, "vectors", "decide.jsonl.gz")))(t)
	defer file.Close()
	zr := sharedtest.Need(gzip.NewReader(file))(t)
	text := sharedtest.Need(io.ReadAll(zr))(t)
	var replies bytes.Buffer
	sum, err := Run(t.Context(), bytes.NewReader(text), &replies, Options{})
	if err != nil || sum.Errors > 0 {
		t.Fatalf("%+v, %v", sum, err)
	}
	got := strings.Split(strings.TrimSpace(replies.String()), "\n")
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		want, reply := mustParse(t, line), mustParse(t, got[i])
		if want.Field("id").JSON() != reply.Field("id").JSON() {
			t.Fatalf("reply %d is to item %s", i, reply.Field("id").JSON())
		}
		for _, key := range []string{"w", "pi", "v"} {
			for j, w := range want.Field(key).Items() {
				compare(t, line, reply.Field(key).Items()[j], w)
			}
		}
		compare(t, line, reply.Field("v_now"), want.Field("v_now"))
		all := want.Field("evpi_of_every_subset")
		for _, q := range reply.Field("evpi").Items() {
			found := false
			for _, w := range all.Items() {
				if jsonvalue.Equal(w.Field("tool"), q.Field("tool")) && jsonvalue.Equal(w.Field("aspects"), q.Field("aspects")) {
					found = true
					compare(t, line, q.Field("evpi"), w.Field("evpi"))
				}
			}
			if !found {
				t.Errorf("a question that the vectors do not have: %s", q.JSON())
			}
		}
	}
}

func compare(t *testing.T, line string, got, want jsonvalue.Value) {
	t.Helper()
	g, _ := got.Float()
	w, _ := want.Float()
	if math.Abs(g-w) > 1e-12 {
		t.Errorf("%s, want %s, in the reply to %s", got.JSON(), want.JSON(), line)
	}
}

func mustParse(t *testing.T, text string) jsonvalue.Value {
	t.Helper()
	v := sharedtest.Need(jsonvalue.Parse(text, jsonvalue.Options{}))(t)
	return v
}

func TestRunGoesOn(t *testing.T) {
	good := `{"id":"good",` + boolTool + `,"candidates":[]}`
	input := "\uFEFF" + good + "\r\n\n  \nnonsense\n" + strings.Repeat("x", 2000) + "\n" + good
	var out bytes.Buffer
	sum, err := Run(t.Context(), iotest.OneByteReader(strings.NewReader(input)), &out, Options{MaxLineBytes: 1000})
	if err != nil || sum != (Summary{Items: 4, Errors: 2}) {
		t.Fatalf("%+v, %v", sum, err)
	}
	for i, want := range []string{`{"id":"good","w":null,`, `"code":"bad_json"`, `"code":"too_large","message":"line 5 `, `{"id":"good",`} {
		if line := strings.Split(out.String(), "\n")[i]; !strings.Contains(line, want) {
			t.Errorf("reply %d is %s, want %s", i, line, want)
		}
	}
}

func TestRunFlushesBeforeItWaits(t *testing.T) {
	in, feed := io.Pipe()
	read, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := Run(context.Background(), in, out, Options{})
		done <- errors.Join(err, out.Close())
	}()
	buf := make([]byte, 1<<12)
	for range 3 { // the next line is written only after the reply
		sharedtest.Need(io.WriteString(feed, "{}\n"))(t)
		if n, err := read.Read(buf); err != nil || !strings.HasSuffix(string(buf[:n]), "}\n") {
			t.Fatalf("%q, %v", buf[:n], err)
		}
	}
	feed.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestRunEnds(t *testing.T) {
	broken := errors.New("broken")
	if _, err := Run(t.Context(), iotest.ErrReader(broken), io.Discard, Options{}); !errors.Is(err, broken) {
		t.Errorf("a read error gives %v", err)
	}
	if _, err := Run(t.Context(), strings.NewReader("{}\n{}\n"), failing{broken}, Options{}); !errors.Is(err, broken) || strings.Count(err.Error(), "broken") != 1 {
		t.Errorf("a write error gives %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, strings.NewReader("{}\n"), io.Discard, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context gives %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
