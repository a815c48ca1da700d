package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

func value(t *testing.T, text string) domains.Value {
	t.Helper()
	v := sharedtest.Need(domains.ParseValue(text))(t)
	return v
}

func calls(t *testing.T, text string) []domains.Call {
	t.Helper()
	c := sharedtest.Need(domains.ParseCalls(value(t, text)))(t)
	return c
}

func tools(t *testing.T, text string) []domains.Tool {
	t.Helper()
	list := sharedtest.Need(domains.ParseTools(value(t, text)))(t)
	return list
}

// TestContentID works the id out by hand: canonical JSON sorts the keys.
func TestContentID(t *testing.T) {
	s := Sample{
		Messages:  []Message{{Role: User, Content: "Hi"}},
		Reference: Reference{Action: completion.ToolCall, ToolCalls: calls(t, `[{"name":"f","arguments":{"b":1.0,"a":"é"}}]`)},
	}
	sum := sha256.Sum256([]byte(`{"messages":[{"content":"Hi","role":"user"}],"reference":{"action":"TOOLCALL","question":"","tool_calls":[{"arguments":{"a":"é","b":1},"name":"f"}]},"tools":[]}`))
	if got, want := s.ContentID(), hex.EncodeToString(sum[:16]); got != want {
		t.Errorf("id %s, want %s", got, want)
	}
	same := s
	same.Reference.ToolCalls = calls(t, `{"name":"f","arguments":"{\"a\":\"\\u00e9\",\"b\":1e0}"}`)
	if same.ContentID() != s.ContentID() {
		t.Error("the same row, written otherwise, has another id")
	}
	for name, change := range map[string]func(s *Sample){
		"messages":  func(s *Sample) { s.Messages = []Message{{Role: User, Content: "Ho"}} },
		"tools":     func(s *Sample) { s.Tools = tools(t, `[{"name":"f"}]`) },
		"reference": func(s *Sample) { s.Reference = Reference{Action: completion.Refuse} },
	} {
		other := s
		change(&other)
		if other.ContentID() == s.ContentID() {
			t.Errorf("other %s, the same id", name)
		}
	}
}

func TestReadAnswer(t *testing.T) {
	call := calls(t, `[{"name":"f","arguments":{}}]`)
	for _, c := range []struct {
		text   string
		calls  []domains.Call
		action completion.Action
		source string
		inner  string
	}{
		{"", nil, completion.None, ActionHeuristic, ""},
		{"I will do it.", call, completion.ToolCall, ActionTag, ""},
		{"<answer><REFUSE> I can't. </REFUSE></answer>", nil, completion.Refuse, ActionTag, "I can't."},
		{"<REFUSE>I can't.</REFUSE>", nil, completion.Refuse, ActionTag, "I can't."},
		{" <TOOLCALL>[{\"name\":\"f\",\"arguments\":{}}]</TOOLCALL>\n", nil, completion.ToolCall, ActionTag, `[{"name":"f","arguments":{}}]`},
		{"<ASK>Which one?</ASK>", nil, completion.Ask, ActionTag, "Which one?"},
		{`{"name":"f","arguments":{}}`, nil, completion.ToolCall, ActionHeuristic, `{"name":"f","arguments":{}}`},
		{"Which city do you mean?", nil, completion.Ask, ActionHeuristic, "Which city do you mean?"},
		{"2 < 3, so it is 2.", nil, completion.Directly, ActionHeuristic, "2 < 3, so it is 2."},
	} {
		a := ReadAnswer(c.text, c.calls)
		if a.Action != c.action || a.Source != c.source || a.Text != c.inner {
			t.Errorf("%q: %s by %s, text %q; want %s by %s, %q", c.text, a.Action, a.Source, a.Text, c.action, c.source, c.inner)
		}
		if (a.Action == completion.ToolCall) != (len(a.Calls) == 1) {
			t.Errorf("%q: %d calls", c.text, len(a.Calls))
		}
	}
}

func TestDerive(t *testing.T) {
	const f, g = `{"name":"f","arguments":{"a":1}}`, `{"name":"g","arguments":{}}`
	for _, c := range []struct {
		name           string
		s              Sample
		held, contrast string
	}{
		{"a call is no contrast to itself", Sample{Reference: Reference{Action: completion.ToolCall, ToolCalls: calls(t, f)}, Answers: Answers{completion.ToolCall: f}}, "[]", "[]"},
		{"the answers' call", Sample{Reference: Reference{Action: completion.Ask}, Answers: Answers{completion.ToolCall: f}, HeldOut: "a"}, "[" + f + "]", "[" + f + "]"},
		{"the reference's call", Sample{Reference: Reference{Action: completion.ToolCall, ToolCalls: calls(t, g)}, HeldOut: "a"}, "[" + g + "]", "[]"},
		{"the rejected call comes first", Sample{Reference: Reference{Action: completion.Ask}, Answers: Answers{completion.ToolCall: f},
			Rejected: &Message{Role: Assistant, Content: "<TOOLCALL>" + g + "</TOOLCALL>"}}, "[]", "[" + g + "]"},
		{"a rejected call beside a call", Sample{Reference: Reference{Action: completion.ToolCall, ToolCalls: calls(t, f)},
			Rejected: &Message{Role: Assistant, ToolCalls: calls(t, g)}}, "[]", "[" + g + "]"},
		{"a rejected text", Sample{Reference: Reference{Action: completion.Ask}, Rejected: &Message{Role: Assistant, Content: "No."}}, "[]", "[]"},
	} {
		if err := c.s.Derive(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if held, contrast := domains.CallsValue(c.s.HeldOutCall).JSON(), domains.CallsValue(c.s.Contrast).JSON(); held != c.held || contrast != c.contrast {
			t.Errorf("%s: held out of %s, contrast %s; want %s, %s", c.name, held, contrast, c.held, c.contrast)
		}
	}
	bad := Sample{Answers: Answers{completion.ToolCall: "no call"}}
	var e *Error
	if err := bad.Derive(); !errors.As(err, &e) || e.Code != CodeBadField {
		t.Errorf("error %v, want a bad_field", err)
	}
}

const ridesTool = `[{"name":"rides","parameters":{"type":"object","required":["city"],"properties":{
	"city":{"type":"string"},"unit":{"type":"string","enum":["km","mi"]},"n":{"type":"integer","minimum":1,"maximum":5},"none":{"type":"string","enum":[]}}}}]`

func TestFlags(t *testing.T) {
	offered := tools(t, ridesTool)
	sets := map[string]domains.Set{}
	for i := range offered {
		set := sharedtest.Need(domains.SchemaAnnotator{}.Annotate(t.Context(), &offered[i]))(t)
		sets[offered[i].Name] = set
	}
	for _, c := range []struct {
		args string
		want []Flag
	}{
		{`{"city":"Oslo"}`, nil},
		{`{"city":"Oslo","unit":"km","n":5}`, nil},
		{`{"city":"Oslo","n":"5"}`, nil}, // coerced
		{`{"city":"Oslo","n":6}`, []Flag{FlagOutOfDomain}},
		{`{"city":"Oslo","unit":"yards"}`, []Flag{FlagOutOfDomain}},
		{`{"city":"Oslo","unit":"<UNK>"}`, nil}, // unspecified
		{`{"city":"Oslo","unit":null}`, nil},
		{`{"unit":"km"}`, []Flag{FlagMissingArgument}},
		{`{"city":"Oslo","when":1}`, []Flag{FlagUnknownArgument}},
		{`{"when":1,"n":0}`, []Flag{FlagMissingArgument, FlagOutOfDomain, FlagUnknownArgument}},
	} {
		s := Sample{Tools: offered, Reference: Reference{Action: completion.ToolCall, ToolCalls: calls(t, `{"name":"rides","arguments":`+c.args+`}`)}}
		s.AddFlags(s.ShapeFlags()...)
		s.AddFlags(s.DomainFlags(sets)...)
		want := append([]Flag{FlagEmptyDomain}, c.want...) // of "none"
		if slices.Sort(want); !slices.Equal(s.Flags, want) {
			t.Errorf("%s: %v, want %v", c.args, s.Flags, want)
		}
	}
	none := Sample{Reference: Reference{Action: completion.ToolCall, ToolCalls: calls(t, `{"name":"gone"}`)}, HeldOut: "a"}
	none.AddFlags(none.ShapeFlags()...)
	none.AddFlags(FlagNoTools, FlagDuplicateTool)
	if want := []Flag{FlagDuplicateTool, FlagHeldOutUnknown, FlagNoTools, FlagUnknownTool}; !slices.Equal(none.Flags, want) {
		t.Errorf("%v, want %v", none.Flags, want)
	}
	if got := none.DomainFlags(nil); len(got) > 0 {
		t.Errorf("flags %v without domains", got)
	}
}

func TestErrorPath(t *testing.T) {
	e := (&Error{CodeBadField, "role", "m"}).At("[2]").At("messages").At("row")
	if e.Path != "row.messages[2].role" || e.Error() != "row.messages[2].role: m" {
		t.Errorf("path %q, error %q", e.Path, e)
	}
	if e := (&Error{CodeBadField, "", "m"}); e.Error() != "m" || e.At("x").Path != "x" || e.At("").Path != "" {
		t.Errorf("error %q, below x %q", e, e.At("x").Path)
	}
}

func TestValuesReadBack(t *testing.T) {
	messages := sharedtest.Need(ParseMessages(value(t, `[{"role":"developer","content":"S"},{"role":"agent","content":null,"tool_calls":[{"function":{"name":"f","arguments":"{\"n\":1.0}"}}]},{"role":"function","content":["a",{"type":"text","text":"b"}]}]`)))(t)
	const want = `[{"role":"system","content":"S"},{"role":"assistant","content":"","tool_calls":[{"name":"f","arguments":{"n":1.0}}]},{"role":"tool","content":"ab"}]`
	if got := MessagesValue(messages).JSON(); got != want {
		t.Errorf("messages %s, want %s", got, want)
	}
	again, err := ParseMessages(jsonvalue.NewString(want))
	if err != nil || MessagesValue(again).JSON() != want {
		t.Errorf("read back as %s, error %v", MessagesValue(again).JSON(), err)
	}
}

// A field of the provenance that is wrong is an error, and not left out.
func TestProvenanceErrors(t *testing.T) {
	s := Sample{Reference: Reference{Action: completion.ToolCall, ToolCalls: calls(t, `{"name":"f","arguments":{"a":1}}`)}}
	const whole = `{"task":"t","alternatives":[{"call":0,"parameter":"a","path":null,"values":[2],"optional":true}]}`
	if err := s.ParseProvenance(value(t, whole)); err != nil || s.Task != "t" || !s.Alternatives[0].Optional {
		t.Errorf("%+v, error %v", s, err)
	}
	for _, change := range [][2]string{{`"t"`, `7`}, {`"parameter":"a"`, `"parameter":["a"]`}, {`"parameter":"a",`, ``}, {`"optional":true`, `"optional":"yes"`}} {
		text := strings.Replace(whole, change[0], change[1], 1)
		var e *Error
		if err := s.ParseProvenance(value(t, text)); !errors.As(err, &e) || e.Code != CodeBadField {
			t.Errorf("%s: error %v, want a bad_field", text, err)
		}
	}
}
