package agent

import (
	"strconv"
	"testing"
	"time"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// In what a model is sent each call has one result and each result its call, also where the call
// could not be read, or where a history tells none.
func TestSpoken(t *testing.T) {
	value := func(text string) domains.Value { return sharedtest.Need(domains.ParseValue(text))(t) }
	call := trajectory.Call{Name: "f", Arguments: value(`{"a":1}`)}
	named := call
	named.ID = "call_9_0"
	got := spoken([]trajectory.Message{
		{Role: "user", Content: "u"},
		{Role: "assistant", Given: true, Calls: []trajectory.Call{call, call}},
		{Role: "tool", Content: "r"},
		{Role: "user", Content: "v"},
		{Role: "assistant"},
		{Role: "tool", Content: "the call cannot be read"},
		{Role: "assistant", Content: "<tool_call>{"},
		{Role: "tool", Content: "the call cannot be read"},
		{Role: "assistant", Content: "w", Calls: []trajectory.Call{named}},
		{Role: "tool", Content: "s", CallID: "call_9_0"},
	}, []domains.Value{
		value(`{"role":"assistant","tool_calls":[{"function":{"name":"g","arguments":"{\"a\":"}},{"name":"","arguments":{"b":2}},3]}`),
		jsonvalue.NewString("<tool_call>{"), value(`{"role":"assistant"}`),
	})
	want := `[{"role":"user","content":"u"},` +
		`{"role":"assistant","content":"","tool_calls":[{"id":"call_1_0","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}},{"id":"call_1_1","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]},` +
		`{"role":"tool","content":"r","tool_call_id":"call_1_0"},{"role":"tool","content":"","tool_call_id":"call_1_1"},{"role":"user","content":"v"},` +
		`{"role":"assistant","content":"","tool_calls":[{"id":"call_4_0","type":"function","function":{"name":"g","arguments":"{}"}},{"id":"call_4_1","type":"function","function":{"name":"unreadable_call","arguments":"{\"b\":2}"}},{"id":"call_4_2","type":"function","function":{"name":"unreadable_call","arguments":"{}"}}]},` +
		`{"role":"tool","content":"the call cannot be read","tool_call_id":"call_4_0"},{"role":"tool","content":"","tool_call_id":"call_4_1"},{"role":"tool","content":"","tool_call_id":"call_4_2"},` +
		`{"role":"assistant","content":"<tool_call>{","tool_calls":[{"id":"call_6_0","type":"function","function":{"name":"unreadable_call","arguments":"{}"}}]},` +
		`{"role":"tool","content":"the call cannot be read","tool_call_id":"call_6_0"},` +
		`{"role":"assistant","content":"w","tool_calls":[{"id":"call_9_0","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]},` +
		`{"role":"tool","content":"s","tool_call_id":"call_9_0"}]`
	if got.JSON() != want {
		t.Errorf("%s\nwant\n%s", got.JSON(), want)
	}
}

func TestSplitURL(t *testing.T) {
	for name, want := range map[string][2]string{
		"http://h:8000/v1/": {"http://h:8000/v1", ""}, "https://h/v1#org/m-1": {"https://h/v1", "org/m-1"}, "http://h/#m": {"http://h", "m"},
	} {
		if url, model, ok := SplitURL(name); !ok || url != want[0] || model != want[1] {
			t.Errorf("%s: %q %q %t", name, url, model, ok)
		}
	}
	if _, _, ok := SplitURL("sage"); ok {
		t.Error("sage is no URL")
	}
}

// Results are told with their calls in time that grows with their number alone, in whatever order they come.
func TestSpokenOfManyCalls(t *testing.T) {
	const n = 20_000
	messages := []trajectory.Message{{Role: "assistant"}}
	for i := range n {
		messages[0].Calls = append(messages[0].Calls, trajectory.Call{ID: strconv.Itoa(i), Name: "f", Arguments: jsonvalue.NewObject()})
		if i%2 == 0 {
			messages = append(messages, trajectory.Message{Role: "tool", Content: "r", CallID: strconv.Itoa(n - 1 - i)})
		}
	}
	began := sharedtest.CPU()
	got := spoken(messages, nil)
	if took := sharedtest.CPU() - began; took > 3*time.Second {
		t.Errorf("it takes %v", took)
	}
	told := map[string]string{}
	for _, m := range got.Items()[1:] {
		told[m.Field("tool_call_id").Str()] += "+" + m.Field("content").Str()
	}
	if len(told) != n || told["1"] != "+r" || told["2"] != "+" || got.Len() != n+1 {
		t.Errorf("%d calls have results, in %d messages: %q, %q", len(told), got.Len(), told["1"], told["2"])
	}
}
