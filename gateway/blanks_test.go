package gateway

import (
	"fmt"
	"strings"
	"testing"
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
