package item

import (
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

func TestRead(t *testing.T) {
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	nested := func(depth int) string { return strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth) }
	for _, tc := range []struct {
		name, text string
		code       string // "" for none
		broken     bool
	}{
		{"plain", `{"completion":"x","sample_id":"a"}`, "", false},
		{"unknown fields", `{"completion":"x","more":{"a":[1]},"sample_id":"a"}`, "", false},
		{"nulls are absent", `{"completion":"x","sample_id":null,"finish_reason":null,"group_id":null,"tools":null}`, "", false},
		{"a number as an id", `{"completion":"x","sample_id":12}`, "", false},
		{"any group id", `{"completion":"x","group_id":{"step":1}}`, "", false},
		{"messages", `{"completion":[{"role":"assistant","content":"x"}]}`, "", false},
		{"one message", `{"completion":{"role":"assistant","content":"x"}}`, "", false},
		{"an escaped key", `{"completi\u006fn":"x"}`, "", false},
		{"not an object", `3`, CodeBadRequest, false},
		{"no completion", `{"sample_id":"a"}`, CodeBadRequest, false},
		{"a null completion", `{"completion":null}`, CodeBadRequest, false},
		{"a number as completion", `{"completion":3}`, CodeBadRequest, false},
		{"an empty id", `{"completion":"x","sample_id":""}`, CodeBadRequest, false},
		{"a list as id", `{"completion":"x","sample_id":["a"]}`, CodeBadRequest, false},
		{"a number as finish_reason", `{"completion":"x","finish_reason":1}`, CodeBadRequest, false},
		{"a repeated key", `{"completion":"x","completion":"y"}`, CodeBadJSON, false},
		{"a repeated unknown key", `{"completion":"x","a":1,"a":2}`, CodeBadJSON, false},
		{"a repeated key in an unknown field", `{"completion":"x","a":{"b":1,"b":2}}`, CodeBadJSON, false},
		{"a deep unknown field", `{"completion":"x","a":` + deep + `}`, CodeTooDeep, false},
		{"deep tools", `{"completion":"x","tools":` + deep + `}`, CodeTooDeep, false},
		{"arguments at the bound", `{"completion":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":` + nested(MaxDepth) + `}}]}]}`, "", false},
		{"deep arguments", `{"completion":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":` + nested(MaxDepth+1) + `}}]}]}`, CodeTooDeep, false},
		{"deep arguments as a text", `{"completion":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"` + strings.ReplaceAll(nested(MaxDepth+1), `"`, `\"`) + `"}}]}]}`, "", false},
		{"a deep completion", `{"completion":` + deep + `}`, CodeTooDeep, false},
		{"a deep item", deep, CodeTooDeep, false},
		{"no JSON", `{"completion":"x",}`, CodeBadJSON, true},
		{"no JSON within", `{"completion":"x","a":tru}`, CodeBadJSON, true},
		{"no JSON in tools, without a completion", `{"tools":[1 2]}`, CodeBadJSON, true},
		{"no JSON behind a repeated key", `{"completion":"x","a":{"b":1,"b":2,}}`, CodeBadJSON, true},
		{"no JSON behind a repeated key in tools", `{"completion":3,"tools":[{"b":1,"b":2},]}`, CodeBadJSON, true},
		{"no JSON behind a fault", `{"completion":3,"tools":[1 2]}`, CodeBadJSON, true},
		{"too large", `{"completion":"` + strings.Repeat("x", MaxBytes) + `"}`, CodeTooLarge, false},
	} {
		_, err := Read(tc.text)
		code, broken := "", false
		if err != nil {
			code, broken = err.Code, err.Broken()
		}
		if code != tc.code || broken != tc.broken {
			t.Errorf("%s: %v (broken %v), want code %q (broken %v)", tc.name, err, broken, tc.code, tc.broken)
		}
	}
}

func TestReadAndFromValueAgree(t *testing.T) {
	for _, text := range []string{
		`{"completion":"x\n\ud83d\ude00","sample_id":"a","group_id":1.0,"finish_reason":"length","tools":[{"name":"f"}],"labels":{"missing":[]}}`,
		`{"completion":[{"role":"assistant","content":"x"}],"reference":{"action":"ASK"},"domains":null}`,
	} {
		a, err := Read(text)
		if err != nil {
			t.Fatal(err)
		}
		v := sharedtest.Need(Parse(text))(t)
		b, err := FromValue(v)
		if err != nil {
			t.Fatal(err)
		}
		if (a.Chat == nil) != (b.Chat == nil) || a.Chat != nil && !jsonvalue.Equal(*a.Chat, *b.Chat) {
			t.Errorf("%s: other messages", text)
		}
		a.Chat, b.Chat = nil, nil
		if a != b {
			t.Errorf("%s:\n%+v\n%+v", text, a, b)
		}
	}
}

const tools = `[{"name":"light","parameters":{"type":"object","properties":{"room":{"type":"string"},"on":{"type":"boolean"}},"required":["room","on"]}}]`

const ask = "<reasoning>\\nx\\n</reasoning>\\n<answer>\\n<ASK><TOOLCALL>[{\\\"name\\\":\\\"light\\\",\\\"arguments\\\":{\\\"room\\\":\\\"hall\\\",\\\"on\\\":\\\"<UNK>\\\"}}]</TOOLCALL><question>On or off?</question></ASK>\\n</answer>\\n"

// fixed is a source of one sample.
type fixed struct{ s *dataset.Sample }

func (f fixed) Get(id string) (*dataset.Sample, map[string]domains.Set, *label.Labels, error) {
	switch id {
	case "hall":
		return f.s, nil, nil, nil
	case "fault":
		panic("the shelf fell down")
	}
	return nil, nil, nil, &lookup.Error{Code: lookup.CodeUnknownSample, Message: "no such sample"}
}

func source(t testing.TB) Source {
	v := sharedtest.Need(Parse(tools))(t)
	list := sharedtest.Need(domains.ParseTools(v))(t)
	return fixed{&dataset.Sample{ID: "hall", Tools: list, Reference: dataset.Reference{Action: "ASK"}}}
}

func profile(t testing.TB, name string) *reward.Profile {
	t.Helper()
	p := sharedtest.Need(reward.Load(name))(t)
	return p
}

func TestScore(t *testing.T) {
	inline := `"tools":` + tools + `,"reference":{"action":"ASK"}`
	other := `{"action":"REFUSE"}`
	for _, tc := range []struct {
		name, more string
		reward     float64
		code       string
	}{
		// Worked by hand: fmt 1.5, tool 0.5, cls 2 times 1 - 1/2 (F10).
		{"inline", inline, 3, ""},
		{"looked up", `"sample_id":"hall"`, 3, ""},
		{"tools as text", `"tools":` + string(jsonvalue.AppendString(nil, tools)) + `,"reference":{"action":"ASK"}`, 3, ""},
		{"an inline reference wins", `"sample_id":"hall","reference":` + other, 2, ""},
		{"inline tools win", `"sample_id":"hall","tools":[]`, 2, ""}, // Cert 0: no offered tool is named
		// The boolean counts as one of four: Cert = 3/4.
		{"inline domains win", `"sample_id":"hall","domains":{"light":{"on":{"type":"finite","size":4,"values":["a","b","c","d"]}},"gone":{}}`, 3.5, ""},
		{"an unknown id beside a whole sample", `"sample_id":"none",` + inline, 3, ""},
		{"labels do not change F10", inline + `,"labels":{"v_now":0.5,"belief_source":"given","missing":["on"],"candidates":[{"name":"light","arguments":{}}],"agrees":null}`, 3, ""},
		{"no sample", `"finish_reason":"stop"`, 0, CodeBadRequest},
		{"no reference", `"tools":[]`, 0, CodeBadReference},
		{"a wrong reference", `"tools":[],"reference":{"action":"WAIT"}`, 0, CodeBadReference},
		{"a call without calls", `"tools":[],"reference":{"action":"TOOLCALL"}`, 0, CodeBadReference},
		{"wrong tools", `"tools":[3],"reference":` + other, 0, CodeBadTools},
		{"wrong messages", `"messages":3,"reference":` + other, 0, CodeBadRequest},
		{"wrong domains", `"sample_id":"hall","domains":[]`, 0, CodeBadRequest},
		{"a negative size", `"sample_id":"hall","domains":{"light":{"on":{"type":"finite","size":-1}}}`, 0, CodeBadRequest},
		{"wrong labels", `"sample_id":"hall","labels":3`, 0, CodeBadRequest},
		{"a wrong label", `"sample_id":"hall","labels":{"v_now":2}`, 0, CodeBadRequest},
		{"wrong provenance", `"sample_id":"hall","labels":{"provenance":{"held_out":3}}`, 0, CodeBadRequest},
		{"an unknown id", `"sample_id":"none"`, 0, CodeUnknownSample},
		{"an unknown id beside half a sample", `"sample_id":"none","reference":` + other, 0, CodeUnknownSample},
		{"a fault of ours", `"sample_id":"fault"`, 0, CodeInternal},
		{"a repeated key in tools", `"tools":[{"name":"a","name":"b"}],"reference":` + other, 0, CodeBadJSON},
	} {
		s := NewScorer(Options{Samples: source(t)})
		for range 2 { // the second time from the cache
			it, err := Read(`{"completion":"` + ask + `",` + tc.more + `}`)
			if err != nil {
				t.Fatalf("%s: %v", tc.name, err)
			}
			out := s.Score(profile(t, "certainty"), &it, false, nil)
			code := ""
			if out.Err != nil {
				code = out.Err.Code
			}
			if code != tc.code || out.Reward != tc.reward {
				t.Errorf("%s: %v %v, want %v %q", tc.name, out.Reward, out.Err, tc.reward, tc.code)
			}
		}
	}
}

// Outcomes do not depend on the cache, and the cache stays in its bound.
func TestCacheIsBoundedAndInvisible(t *testing.T) {
	small := NewScorer(Options{Samples: source(t), CacheBytes: 3 * 4096})
	p := profile(t, "certainty")
	for i := range 200 {
		text := `{"completion":"` + ask + `","reference":{"action":"ASK"},"tools":` + strings.Repeat(" ", i%50) + `[{"name":"light` + strings.Repeat("x", i%40) + `","parameters":{"type":"object","properties":{}}}]}`
		it, err := Read(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, fresh := small.Score(p, &it, false, nil), NewScorer(Options{}).Score(p, &it, false, nil); got.Reward != fresh.Reward {
			t.Fatalf("%d: %v, want %v", i, got.Reward, fresh.Reward)
		}
		if st := small.Stats(); st.Bytes > 3*4096 || st.Bytes < 0 {
			t.Fatalf("the cache holds %d bytes", st.Bytes)
		}
	}
	if st := small.Stats(); st.Hits+st.Misses != 200 || st.Entries > 3 {
		t.Errorf("%+v", st)
	}
}

func TestDetailsCarryLabels(t *testing.T) {
	s := NewScorer(Options{})
	it, err := Read(`{"completion":"` + ask + `","tools":` + tools + `,"reference":{"action":"ASK"},"messages":[{"role":"user","content":"the hall light"}]}`)
	if err != nil {
		t.Fatal(err)
	}
	out := s.Score(profile(t, "certainty"), &it, true, nil)
	if out.Explanation == nil || !strings.Contains(out.Explanation.Value().JSON(), `"on"`) {
		t.Errorf("the details do not say what is missing: %+v", out.Explanation)
	}
}

// A text that begins with its prompt is scored without the prompt. A text that does not
// begin with it is an error.
func TestBeginsWith(t *testing.T) {
	for _, tc := range []struct{ item, want, code string }{
		{`"completion":"Hi! Yes.</s>","begins_with":"Hi! "`, "Yes.", ""},
		{`"begins_with":"","completion":"Yes.</s>"`, "Yes.", ""},
		{`"completion":"Yes.</s>","begins_with":null`, "Yes.</s>", ""},
		{`"completion":"Yes.","begins_with":"Something else"`, "", CodeBadRequest},
		{`"completion":"Yes.","begins_with":7`, "", CodeBadRequest},
		{`"completion":[{"role":"assistant","content":"Yes."}],"begins_with":"Y"`, "", CodeBadRequest},
	} {
		it, err := Read("{" + tc.item + "}")
		if (err == nil) != (tc.code == "") || err != nil && err.Code != tc.code || err == nil && it.Completion != tc.want {
			t.Errorf("%s: %q, %v", tc.item, it.Completion, err)
		}
	}
}

// The token limit cuts the end of a completion. In an episode that went on after the
// decision, that end is not the decision.
func TestFinishReasonOfTheDecision(t *testing.T) {
	for completion, want := range map[string]string{
		`"x"`:                                  "length",
		`{"role":"assistant","content":"x"}`:   "length",
		`[{"role":"assistant","content":"x"}]`: "length",
		`[{"role":"user","content":"x"},{"role":"assistant","content":"x"}]`:                      "length",
		`[{"role":"assistant","content":"x"},{"role":"tool","content":"y"}]`:                      "",
		`[{"role":"assistant","content":"x"},{"role":"tool","content":"y"},{"role":"assistant"}]`: "",
	} {
		it, err := Read(`{"completion":` + completion + `,"finish_reason":"length"}`)
		if err != nil {
			t.Fatal(err)
		}
		if got := it.Input().FinishReason; got != want {
			t.Errorf("%s: %q, want %q", completion, got, want)
		}
	}
}
