package decide

import (
	"bufio"
	"bytes"
	"math"
	"os"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// FuzzAppendText checks every reply: one line of valid JSON with the item's id, and either
// an error or signals in their ranges. A second call gives the same bytes.
func FuzzAppendText(f *testing.F) {
	for _, name := range []string{"testdata/items.jsonl", "testdata/replies.golden"} {
		file := sharedtest.Need(os.Open(name))(f)
		lines := bufio.NewScanner(file)
		for lines.Scan() {
			f.Add(lines.Text())
		}
		file.Close()
	}
	f.Fuzz(func(t *testing.T, text string) {
		reply, ok := AppendText(nil, text)
		if again, _ := AppendText(nil, text); !bytes.Equal(reply, again) {
			t.Fatalf("%s and then %s", reply, again)
		}
		if bytes.IndexByte(reply, '\n') >= 0 {
			t.Fatalf("more than a line: %q", reply)
		}
		v, err := jsonvalue.Parse(string(reply), jsonvalue.Options{MaxDepth: 256})
		if err != nil {
			t.Fatalf("%v: %s", err, reply)
		}
		if item, err := jsonvalue.Parse(text, jsonvalue.Options{ReplaceInvalid: true}); err == nil && !jsonvalue.Equal(item.Field("id"), v.Field("id")) {
			t.Fatalf("the id is not echoed: %s", reply)
		}
		if ok {
			checkReply(t, v)
		} else if v.Field("error").Field("code").Str() == "" || v.Field("error").Field("message").Str() == "" {
			t.Fatalf("an error without a reason: %s", reply)
		}
	})
}

// checkReply checks that the numbers of a reply are in their ranges (F3 to F7).
func checkReply(t *testing.T, v jsonvalue.Value) {
	t.Helper()
	within := func(what string, v jsonvalue.Value, low, high float64) {
		if f, ok := v.Float(); !ok || f < low || f > high {
			t.Fatalf("%s is %s, not within [%v, %v]", what, v.JSON(), low, high)
		}
	}
	if v.Field("v_now").IsNull() {
		if v.Field("action").Str() != "none" || v.Field("evpi").Len() > 0 || !v.Field("best_question").IsNull() {
			t.Fatalf("decided without a belief: %s", v.JSON())
		}
		return
	}
	now, _ := v.Field("v_now").Float()
	within("v_now", v.Field("v_now"), 0, 1)
	for _, key := range []string{"w", "pi", "v"} {
		for _, item := range v.Field(key).Items() {
			within(key, item, 0, 1)
		}
	}
	for _, q := range v.Field("evpi").Items() {
		within("evpi", q.Field("evpi"), 0, 1-now)
		within("cost", q.Field("cost"), 0, math.MaxFloat64)
		within("score", q.Field("score"), -math.MaxFloat64, 1)
	}
	if action := v.Field("action").Str(); action != "ask" && action != "call" {
		t.Fatalf("action %q", action)
	}
}
