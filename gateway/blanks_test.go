package gateway

import (
	"fmt"
	"strings"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// sendTools are a tool with values that a placeholder may stand in.
const sendTools = `[{"type":"function","function":{"name":"send","description":"Send an invitation","parameters":{"type":"object","required":["title","to","board"],"properties":{
"title":{"type":"string","description":"The title"},"to":{"type":"array","items":{"type":"string"},"description":"The addresses"},"board":{"type":"string","enum":["full","none"]},
"note":{"type":"object"},"copies":{"type":"array","items":{"type":"string"}}}}}}]`

// sent is the message and the annotation of a gateway whose model proposes a call of send.
func sent(t *testing.T, policy, raw, said string, set func(*Options)) (message, call string, voi string) {
	t.Helper()
	up := &Upstream{url: "http://x", http: answers(func() string { return `{"choices":[{"index":0,"message":` + raw + `,"finish_reason":"tool_calls"}]}` })}
	w := post(t, gatewayOf(t, up, policy, set).URL, fmt.Sprintf(`{"tools":%s,"messages":[{"role":"user","content":%q}]}`, sendTools, said))
	v := value(t, w.body)
	m := v.Field("choices").Items()[0].Field("message")
	for _, c := range m.Field("tool_calls").Items() {
		call = c.Field("function").Field("arguments").Str()
	}
	return m.JSON(), call + m.Field("function_call").Field("arguments").Str(), v.Field("voi").JSON()
}

func sends(arguments string) string { return calls("send", arguments).Raw.JSON() }

// What the model marks as not known reaches no tool, wherever it stands: optional parts are left
// out, what is required is asked for, and once there are no more questions the call is not made.
func TestNoPlaceholderReachesATool(t *testing.T) {
	const said = "Send the invitation Budget to ann@x.org, with full board."
	never := func(o *Options) { o.Asking.MaxQuestions = 0 }
	for _, policy := range []string{"sage", "atd", "sage:samples=2", "pass,sage"} {
		for _, k := range []struct{ arguments, call string }{
			{`{"title":"Budget","to":["ann@x.org"],"board":"full","note":" <UNK> ","copies":"<UNK>"}`, `{"title":"Budget","to":["ann@x.org"],"board":"full"}`},
			{`{"title":"Budget","to":["ann@x.org"],"board":"full","copies":["<UNK>\n",["<UNK>"],"bob@x.org"]}`, `{"title":"Budget","to":["ann@x.org"],"board":"full","copies":["bob@x.org"]}`},
			{`{"title":"Budget","to":["ann@x.org"],"board":"full","note":{"a":"<UNK>","b":{"c":" <UNK>"},"d":[],"e":"","f":null}}`, `{"title":"Budget","to":["ann@x.org"],"board":"full","note":{"d":[],"e":"","f":null}}`},
			{`{"title":" <UNK>","to":["ann@x.org"],"board":"full"}`, ""},
			{`{"title":"Budget","to":["ann@x.org","<UNK>"],"board":"full"}`, ""},
		} {
			for _, set := range []func(*Options){nil, never} {
				m, call, voi := sent(t, policy, sends(k.arguments), said, set)
				want := k.call
				if set == nil {
					want = "" // it asks first, since what the model wrote counts as open
				}
				if call != want || strings.Contains(m, "UNK") {
					t.Errorf("%s: %s gives %s, %s", policy, k.arguments, m, voi)
				}
				if refused := strings.Contains(m, "I did not call send: nothing that was said or observed has the value of "); refused != (want == "" && set != nil) || refused != strings.Contains(voi, `"why":"not called: send`) {
					t.Errorf("%s: %s gives %s, %s", policy, k.arguments, m, voi)
				}
			}
		}
	}
	old := `{"role":"assistant","content":null,"function_call":{"name":"send","arguments":"{\"title\":\"Budget\",\"to\":[\"ann@x.org\"],\"board\":\"full\",\"note\":\"<UNK>\"}"}}`
	if m, call, _ := sent(t, "sage", old, said, never); call != `{"title":"Budget","to":["ann@x.org"],"board":"full"}` {
		t.Errorf("the older notation gives %s", m)
	}
	if m, call, _ := sent(t, "sage", sends(`{"title":"Budget","to":["ann@x.org"],"board":"<UNK>"}`), "Send the invitation Budget to ann@x.org, but not full.", nil); !strings.Contains(call, `"board":"none"`) {
		t.Errorf("where one value is left: %s", m)
	}
	if m, _, _ := sent(t, "guard", sends(`{"title":"<UNK>","to":[],"board":"full"}`), said, func(o *Options) { o.Shadow = true }); !strings.Contains(m, "UNK") {
		t.Errorf("nobody told the model of placeholders, and its reply is %s", m)
	}
}

// When sage asks no more it makes the call that the model proposed: what nothing backs is open
// while it is decided on, and does not leave the call.
func TestSageCallsWithTheModelsValues(t *testing.T) {
	const arguments = `{"title":"Quarterly","to":["zoe@y.org"],"board":"none","copies":["bob@x.org"]}`
	for _, policy := range []string{"sage", "atd"} {
		m, call, voi := sent(t, policy, sends(arguments), "Please do it.", func(o *Options) { o.Asking.MaxQuestions = 0 })
		if call != arguments || !strings.Contains(voi, `"action":"pass"`) {
			t.Errorf("%s: %s, %s", policy, m, voi)
		}
		if m, call, _ := sent(t, policy, sends(arguments), "Please do it.", nil); call != "" {
			t.Errorf("%s: while it may ask it gives %s", policy, m)
		}
	}
}

// A reply of many calls loses its placeholders in memory and time as its text takes.
func TestPlaceholdersOfManyCalls(t *testing.T) {
	const n = 500
	list := make([]domains.Value, n)
	for i := range list {
		list[i] = value(t, sends(fmt.Sprintf(`{"title":"Budget %d","to":["ann@x.org"],"board":"full","note":"<UNK>"}`, i))).Field("tool_calls").Items()[0]
	}
	raw := jsonvalue.ObjectOf("role", "assistant", "content", nil, "tool_calls", list)
	replies := sharedtest.Need(choices(jsonvalue.ObjectOf("choices", []domains.Value{jsonvalue.ObjectOf("message", raw)})))(t)
	o := plainOptions(t)
	turn := sharedtest.Need(newTurn(`{"tools":`+sendTools+`,"messages":[{"role":"user","content":"Go."}]}`, &o))(t)
	var given *Reply
	if took := allocated(func() { given, _ = turn.filled(replies[0]) }); took > 100*uint64(len(raw.JSON())) {
		t.Errorf("%d bytes were allocated for %d bytes", took, len(raw.JSON()))
	}
	for i, c := range given.Message.Calls {
		if want := fmt.Sprintf(`{"title":"Budget %d","to":["ann@x.org"],"board":"full"}`, i); c.Arguments.JSON() != want {
			t.Fatalf("call %d has %s", i, c.Arguments.JSON())
		}
	}
}
