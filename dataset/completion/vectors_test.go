package completion

import (
	"bufio"
	"compress/gzip"
	"os"
	"testing"

	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestVectors compares the grammar with an independent implementation: the action of each
// completion, and, from the component `tool` of F9, whether its call is well formed.
func TestVectors(t *testing.T) {
	f := sharedtest.Need(os.Open(sharedtest.Shared(t, "vectors", "reward.jsonl.gz")))(t)
	defer f.Close()
	zr, err := gzip.NewReader(f)
	sharedtest.OK(t, err)
	lines := bufio.NewScanner(zr)
	lines.Buffer(nil, 1<<24)
	n := 0
	for ; lines.Scan(); n++ {
		v, err := jsonvalue.Parse(lines.Text(), jsonvalue.Options{ReplaceInvalid: true})
		if err != nil {
			t.Fatalf("line %d: %v", n+1, err)
		}
		id := v.Field("id").Str()
		c, err := ParseValue(v.Field("completion"), Tagged)
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		if want := Action(v.Field("action").Str()); c.Action != want {
			t.Errorf("%s: action %q, want %q in %q", id, c.Action, want, c.Text)
		}
		reference := v.Field("reference").Field("tool_calls").Len() > 0
		tool, _ := v.Field("components").Field("tool").Float()
		// F9: tool is 0 exactly if only one side has a call.
		if want := reference == (tool > 0); c.HasCall() != want {
			t.Errorf("%s: has a call: %v, want %v: %v in %q", id, c.HasCall(), want, c.CallErr, c.Text)
		}
		cls, _ := v.Field("components").Field("cls").Float()
		if cls == 2 && c.AnswerLength() < 30 || cls == 1.5 && c.AnswerLength() >= 30 {
			t.Errorf("%s: answer length %d, but cls is %v", id, c.AnswerLength(), cls)
		}
	}
	sharedtest.OK(t, lines.Err())
	if n != 2500 {
		t.Errorf("read %d vectors, want 2500", n)
	}
}
