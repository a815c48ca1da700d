package export

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// A call of a question says which values are unknown, in time that grows with their number.
func TestUnknowns(t *testing.T) {
	tool := &domains.Tool{Name: "f", Params: []domains.Param{{Name: "a", Required: true}, {Name: "b"}, {Name: "c"}, {Name: "d", Required: true}}}
	call := domains.Call{Name: "f", Arguments: sharedtest.Need(domains.ParseValue(`{"x":null,"c":"","a":1}`))(t)}
	if got, want := withUnknowns(tool, call).Arguments.JSON(), `{"x":null,"c":"<UNK>","a":1,"d":"<UNK>"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if text := call.Arguments.JSON(); text != `{"x":null,"c":"","a":1}` {
		t.Errorf("the call became %s", text)
	}
	for i := range 2000 {
		tool.Params = append(tool.Params, domains.Param{Name: fmt.Sprint("p", i), Required: true})
	}
	none := domains.Call{Name: "f", Arguments: jsonvalue.NewObject()}
	if n := testing.AllocsPerRun(1, func() { withUnknowns(tool, none) }); n > 200 {
		t.Errorf("%v allocations for 2,000 unknown values: each copies the call", n)
	}
}

// The reasoning before many calls takes time in proportion to their number.
func TestReasoningOfManyCalls(t *testing.T) {
	draft := completion.Draft{Action: completion.ToolCall, Calls: make([]domains.Call, 60_000)}
	for i := range draft.Calls {
		draft.Calls[i].Name = fmt.Sprintf("f%06d", i)
	}
	began := sharedtest.CPU()
	text := new(Row).reasoning(draft)
	if took := sharedtest.CPU() - began; took > time.Second || !strings.HasPrefix(text, "f000000 and f000001 and ") {
		t.Errorf("%v, %.30q", took, text)
	}
}
