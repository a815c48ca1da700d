package reward

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// train is a sample with the given reference and one tool, which has a boolean,
// a free text and an optional enumeration of three.
func train(t testing.TB, reference string) *dataset.Sample {
	t.Helper()
	tools, err := domains.ParseTools(value(t, `[{"name":"book","parameters":{"type":"object","properties":{
		"to":{"type":"string"},"return":{"type":"boolean"},"class":{"enum":["first","second","third"]}},"required":["to","return"]}}]`))
	if err != nil {
		t.Fatal(err)
	}
	ref, err := dataset.ParseReference(value(t, reference))
	if err != nil {
		t.Fatal(err)
	}
	return &dataset.Sample{Tools: tools, Reference: ref}
}

const (
	refAsk    = `{"action":"ASK"}`
	refRefuse = `{"action":"REFUSE"}`
	refCall   = `{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"to":"Porto","return":true}}]}`
)

// framed is an answer in full format.
func framed(answer string) string {
	return "<reasoning>\nr\n</reasoning>\n<answer>\n" + answer + "\n</answer>\n"
}

// nested is a value of so many objects, one in the other.
func nested(depth int) string {
	return strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth)
}

// asText is a text as JSON.
func asText(text string) string { return string(jsonvalue.AppendString(nil, text)) }

func callOf(arguments string) string { return `[{"name":"book","arguments":` + arguments + `}]` }

// The worked values of F10, and values of the other rules computed by hand.
// Full format is worth 1.5.
func TestWorkedValues(t *testing.T) {
	ask := func(arguments string) string {
		return framed("<ASK><TOOLCALL>" + callOf(arguments) + "</TOOLCALL>Where to?</ASK>")
	}
	call := func(calls string) string { return framed("<TOOLCALL>" + calls + "</TOOLCALL>") }
	for _, tc := range []struct {
		name, reference, text string
		want                  [4]float64 // baseline, certainty, certainty-total, paper
	}{
		// F10's own.
		{"ASK, one boolean missing", refAsk, ask(`{"to":"Porto","return":"<UNK>"}`), [4]float64{4, 3, 2, 2}},
		{"ASK, one free string missing", refAsk, ask(`{"to":"<UNK>","return":true}`), [4]float64{4, 3.9998, 3.9996, 3.9996}},
		{"REFUSE", refRefuse, framed("<REFUSE>That is beyond my tools.</REFUSE>"), [4]float64{4, 4, 4, 4}},
		// Calls, right and less right.
		{"the call", refCall, call(callOf(`{"to":"Porto","return":true}`)), [4]float64{4.5, 4.5, 4.5, 4.5}},
		{"the call, other keys first", refCall, call(callOf(`{"return":true,"to":"Porto"}`)), [4]float64{4.5, 4.5, 4.5, 4.5}},
		{"arguments in a string", refCall, call(callOf(`"{\"to\":\"Porto\",\"return\":true}"`)), [4]float64{4.5, 4.5, 4.5, 4.5}},
		{"another value", refCall, call(callOf(`{"to":"Lisbon","return":true}`)), [4]float64{4.25, 4.25, 4.25, 4.25}},
		{"a boolean unspecified", refCall, call(callOf(`{"to":"Porto","return":null}`)), [4]float64{4.25, 3.25, 2.125, 2.125}},
		// The paper ignores what is absent.
		{"a boolean absent", refCall, call(callOf(`{"to":"Porto"}`)), [4]float64{4.25, 3.25, 2.125, 4.25}},
		// An open optional argument counts with its three values.
		{"an optional one unspecified", refCall, call(callOf(`{"to":"Porto","return":true,"class":"<UNK>"}`)), [4]float64{4.25, 2.25 + 2.0/3, 4.25 / 3, 4.25 / 3}},
		// The default's product and the paper's maximum, of 1 and 1/2.
		{"a sure call beside an open one", refCall, call(`[{"name":"book","arguments":{"to":"a","return":true}},{"name":"book","arguments":{"to":"b","return":"<UNK>"}}]`),
			[4]float64{4, 3, 2, 4}},
		{"a tool that is not offered", refCall, call(`[{"name":"cook","arguments":{}}]`), [4]float64{4, 2, 0, 0}},
		{"a malformed call", refCall, call(`[{"name":"book","arguments":{"to":"Porto","return":true}]`), [4]float64{3.5, 1.5, 0, 0}},
		{"a short answer", refCall, framed("<TOOLCALL>[]</TOOLCALL>"), [4]float64{3, 1.5, 0, 0}},
		// A question without a candidate: 0 by default, 1 by the paper's
		// letter.
		{"ASK without candidate", refAsk, framed("<ASK>Where would you like to go?</ASK>"), [4]float64{4, 2, 0, 4}},
		{"ASK about a tool not offered", refAsk, framed(`<ASK><TOOLCALL>[{"name":"cook","arguments":{}}]</TOOLCALL>Hm?</ASK>`), [4]float64{4, 2, 0, 4}},
		{"ASK, nothing open", refAsk, ask(`{"to":"Porto","return":true}`), [4]float64{4, 2, 0, 0}},
		{"ASK, the surest candidate counts", refAsk, framed(`<ASK><TOOLCALL>[{"name":"book","arguments":{"to":"<UNK>","return":true}},{"name":"book","arguments":{"to":"a","return":null}}]</TOOLCALL>?</ASK>`),
			[4]float64{4, 3, 2, 2}},
		// A candidate is no call, so that neither side has one.
		{"ASK where a call was due", refCall, ask(`{"to":"Porto","return":"<UNK>"}`), [4]float64{1.5, 1.5, 0.75, 0.75}},
		{"a call where a question was due", refAsk, call(callOf(`{"to":"Porto","return":true}`)), [4]float64{1.5, 1.5, 1.5, 1.5}},
		// No action: 0 by default, 1 by the paper's letter.
		{"no action", refAsk, framed("Hello, how can I help you with it?"), [4]float64{2, 2, 0, 2}},
		{"nothing at all", refAsk, "", [4]float64{0.5, 0.5, 0, 0.5}},
	} {
		s := train(t, tc.reference)
		for i, name := range paperNames() {
			if got := prepare(t, builtin(t, name), s, nil).Score(Input{Completion: tc.text}); math.Abs(got.Reward-tc.want[i]) > 1e-12 {
				t.Errorf("%s: %s gives %v, want %v", tc.name, name, got.Reward, tc.want[i])
			}
		}
	}
}

// Equality of arguments is that of JSON values (F9).
func TestEquality(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want float64
	}{
		{`1`, `1.0`, 1}, {`1`, `1e0`, 1}, {`100`, `1E2`, 1}, {`-0`, `0`, 1}, {`9007199254740993`, `9007199254740992`, 0.75},
		{`1e400`, `1e401`, 0.75}, {`1e999999999999`, `10e999999999998`, 1}, {`1`, `"1"`, 0.75}, {`true`, `1`, 0.75},
		{`[1,2]`, `[2,1]`, 0.75}, {`{"a":1,"b":[{}]}`, `{"b":[{}],"a":1.0}`, 1}, {`"e\u0301"`, `"é"`, 0.75}, {`"\u00e9"`, `"é"`, 1}, {`null`, `""`, 0.75},
	} {
		s := train(t, refCall)
		s.Reference.ToolCalls = []domains.Call{{Name: "f", Arguments: value(t, `{"x":`+tc.a+`}`)}}
		got := prepare(t, builtin(t, "baseline"), s, nil).Score(Input{Completion: framed(`<TOOLCALL>{"name":"f","arguments":{"x":` + tc.b + `}}</TOOLCALL>`)})
		if got.Components[atTool] != tc.want {
			t.Errorf("%s and %s: tool %v, want %v", tc.a, tc.b, got.Components[atTool], tc.want)
		}
	}
}

// Multisets of calls, few and many, in any order.
func TestMultisets(t *testing.T) {
	calls := func(n int, arg func(i int) int) []domains.Call {
		out := make([]domains.Call, n)
		for i := range out {
			out[i] = domains.Call{Name: fmt.Sprint("f", i%3), Arguments: value(t, fmt.Sprintf(`{"x":%d}`, arg(i)))}
		}
		return out
	}
	for _, n := range []int{1, 3, fewCalls, fewCalls + 1, 60} {
		a := calls(n, func(i int) int { return i / 6 })
		b := make([]domains.Call, n)
		for i := range a {
			b[n-1-i] = a[i]
		}
		if got := tool(a, b); got != 1 {
			t.Errorf("%d calls backwards: %v, want 1", n, got)
		}
		if got := tool(a, calls(n, func(int) int { return 99 })); got != 0.75 {
			t.Errorf("%d calls with other arguments: %v, want 0.75", n, got)
		}
		b[0].Name = "g"
		if got := tool(a, b); got != 0.5 {
			t.Errorf("%d calls, one of another tool: %v, want 0.5", n, got)
		}
		if got := tool(a, a[:n-1]); n > 1 && got != 0.5 {
			t.Errorf("%d calls, one short: %v, want 0.5", n, got)
		}
	}
	// Two equal calls on one side do not match one of each on the other.
	one := calls(1, func(int) int { return 1 })[0]
	two := calls(1, func(int) int { return 2 })[0]
	if got := tool([]domains.Call{one, one}, []domains.Call{one, two}); got != 0.75 {
		t.Errorf("a multiset is taken for a set: %v", got)
	}
}

// Certainties multiply in log space: a hundred open texts underflow to 0, and
// nothing becomes NaN.
func TestManyOpenArguments(t *testing.T) {
	var args []string
	for i := range 200 {
		args = append(args, fmt.Sprintf(`"p%d":"<UNK>"`, i))
	}
	s := train(t, refAsk)
	text := framed("<ASK><TOOLCALL>" + callOf("{"+strings.Join(args, ",")+"}") + "</TOOLCALL>?</ASK>")
	if got := prepare(t, builtin(t, "certainty-total"), s, nil).Score(Input{Completion: text}); got.Reward != 4 {
		t.Errorf("reward %v, want 4", got.Reward)
	}
}

func TestTruncated(t *testing.T) {
	s := train(t, refRefuse)
	in := Input{Completion: framed("<REFUSE>No.</REFUSE>"), FinishReason: "length"}
	got := prepare(t, builtin(t, "baseline"), s, nil).Score(in)
	if got.Err != nil || got.Reward != 3.5 || strings.Join(got.Notes, " ") != "truncated short_answer" {
		t.Errorf("score: %+v", got)
	}
	p := sharedtest.Need(Parse("p", []byte("extends: baseline\nrules: {truncated: unscored}\n")))(t)
	x := prepare(t, p, s, nil)
	got = x.Score(in)
	if got.Err == nil || got.Err.Code != CodeTruncated || got.Components != nil || got.Action != completion.Refuse || got.Notes[0] != NoteTruncated {
		t.Errorf("unscored: %+v", got)
	}
	if in.FinishReason = "stop"; x.Score(in).Err != nil {
		t.Error("a completion that stopped by itself is unscored")
	}
}

func TestUnscorable(t *testing.T) {
	p := builtin(t, "baseline")
	for _, tc := range []struct {
		sample *dataset.Sample
		code   string
	}{
		{nil, CodeBadRequest},
		{&dataset.Sample{}, CodeBadReference},
		{&dataset.Sample{Reference: dataset.Reference{Action: "CALL"}}, CodeBadReference},
		{&dataset.Sample{Reference: dataset.Reference{Action: completion.ToolCall}}, CodeBadReference},
	} {
		_, err := p.Prepare(tc.sample, nil, nil)
		if e, ok := err.(*Error); !ok || e.Code != tc.code || e.Message == "" {
			t.Errorf("%+v: %v, want the code %s", tc.sample, err, tc.code)
		}
	}
	number := value(t, "3")
	x := prepare(t, p, train(t, refAsk), nil)
	if got := x.Score(Input{Messages: &number}); got.Err == nil || got.Err.Code != CodeBadRequest {
		t.Errorf("a number for messages: %+v", got)
	}
}

func TestNotes(t *testing.T) {
	x := prepare(t, builtin(t, "certainty"), train(t, refCall), nil)
	long := " The rest is said here, to be long enough."
	for _, tc := range []struct{ text, want string }{
		{framed("<TOOLCALL>" + callOf(`{"to":"Porto","return":true}`) + "</TOOLCALL>"), ""},
		{framed("<TOOLCALL>[{]</TOOLCALL>" + long), "bad_call conflicting text_after_action"},
		{framed("<TOOLCALL>" + callOf(`{"to":1,"to":2}`) + "</TOOLCALL>"), "bad_call duplicate_key"},
		{framed("<TOOLCALL>" + strings.Repeat("[", 200) + "</TOOLCALL>"), "bad_call call_too_deep"},
		{framed("<TOOLCALL>" + callOf(`{"to":`+nested(128)+`}`) + "</TOOLCALL>"), "bad_call call_too_deep"},
		{framed("<TOOLCALL>" + callOf(asText(`{"to":`+nested(127)+`}`)) + "</TOOLCALL>"), ""},
		{framed("<TOOLCALL>" + callOf(asText(`{"to":`+nested(128)+`}`)) + "</TOOLCALL>"), "bad_call call_too_deep"},
		{framed("<TOOLCALL>" + callOf(asText(`{"to":1,"to":2}`)) + "</TOOLCALL>"), "bad_call duplicate_key"},
		{framed(`<TOOLCALL>[{"name":"cook","arguments":{}}]</TOOLCALL>`), "unknown_tool"},
		{framed("<ASK>Where would you like to go?</ASK>"), "no_candidate"},
		{framed("<REFUSE>No\ufffd" + long + "</REFUSE>"), "replaced_utf8"},
		{framed("<REFUSE>No\xff" + long + "</REFUSE>"), "replaced_utf8"},
		{framed("<REFUSE>No</REFUSE><DIRECTLY>Yes</DIRECTLY>"), "conflicting text_after_action second_action"},
		{"", "no_reasoning no_answer"},
	} {
		if got := strings.Join(x.Score(Input{Completion: tc.text}).Notes, " "); got != tc.want {
			t.Errorf("%.70q: notes %q, want %q", tc.text, got, tc.want)
		}
	}
}

// Native text: no fmt, the call in a model's own notation (F8).
func TestNative(t *testing.T) {
	p := sharedtest.Need(Parse("p", []byte("extends: certainty\nrules: {grammar: native}\n")))(t)
	x := prepare(t, p, train(t, refCall), nil)
	for _, tc := range []struct {
		text string
		want float64
	}{
		{"<think>\nPorto, and back.\n</think>\n<tool_call>\n" + `{"name":"book","arguments":{"to":"Porto","return":true}}` + "\n</tool_call><|im_end|>", 3},
		{`{"name":"book","parameters":{"to":"Porto","return":true}}`, 3},
		{`[TOOL_CALLS][{"name":"book","arguments":{"to":"Porto","return":false}}]`, 2.75},
		{inForm, 0},
	} {
		got := x.Score(Input{Completion: tc.text})
		if got.Reward != tc.want || got.Components[atXML]+got.Components[atSoft]+got.Components[atStrict] != 0 {
			t.Errorf("%q: %+v, want %v", tc.text, got, tc.want)
		}
	}
	messages := value(t, `[{"role":"assistant","content":"","tool_calls":[{"function":{"name":"book","arguments":"{\"to\":\"Porto\",\"return\":true}"}}]}]`)
	if got := x.Score(Input{Messages: &messages}); got.Reward != 3 {
		t.Errorf("tool_calls: %+v", got)
	}
}

// The fmt components are about text: a message with calls only has none of
// them; with a text beside the calls it has the text's.
func TestMessages(t *testing.T) {
	x := prepare(t, builtin(t, "baseline"), train(t, refCall), nil)
	calls := `"tool_calls":[{"function":{"name":"book","arguments":{"to":"Porto","return":true}}}]`
	for _, tc := range []struct {
		messages string
		want     float64
	}{
		{`[{"role":"assistant","content":null,` + calls + `}]`, 3},
		{`[{"role":"assistant","content":` + jsonText(framed("x")) + `,` + calls + `}]`, 4.5},
		{`[{"role":"assistant",` + calls + `},{"role":"assistant","content":` + jsonText(framed("x")) + `}]`, 3},
		{`[{"role":"assistant","content":` + jsonText(framed("x")) + `},{"role":"assistant",` + calls + `}]`, 1.5},
		{`[{"role":"user","content":"hi"}]`, 0},
		{jsonText(framed("<TOOLCALL>" + callOf(`{"to":"Porto","return":true}`) + "</TOOLCALL>")), 4.5},
	} {
		messages := value(t, tc.messages)
		if got := x.Score(Input{Messages: &messages}); got.Err != nil || got.Reward != tc.want {
			t.Errorf("%s: %+v, want %v", tc.messages, got, tc.want)
		}
	}
}

// Domains come from the caller, then from the row, then from the schema.
func TestDomains(t *testing.T) {
	set := func(n int64) map[string]domains.Set {
		return map[string]domains.Set{"book": {{Name: "to", Domain: domains.Domain{Type: domains.Finite, Size: n}}}}
	}
	in := Input{Completion: framed("<ASK><TOOLCALL>" + callOf(`{"to":null,"return":true}`) + "</TOOLCALL>?</ASK>")}
	s := train(t, refAsk)
	p := builtin(t, "certainty")
	for _, tc := range []struct {
		row, given map[string]domains.Set
		want       float64
	}{{nil, nil, 1 - 1e-4}, {set(4), nil, 0.75}, {set(4), set(5), 0.8}, {nil, set(1), 0}, {nil, set(0), 1}} {
		s.Domains = tc.row
		if got := prepare(t, p, s, tc.given).Score(in); math.Abs(got.Components[atCertainty]-tc.want) > 1e-15 {
			t.Errorf("row %v, given %v: certainty %v, want %v", tc.row, tc.given, got.Components[atCertainty], tc.want)
		}
	}
}
