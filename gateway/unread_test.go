package gateway

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
)

// unreadable are requests that a model's server may answer and voi cannot read.
var unreadable = map[string]string{
	"properties in a list": `{"messages":[` + asksForHotel + `],"tools":[{"type":"function","function":{"name":"now","parameters":{"type":"object","properties":[]}}}]}`,
	"an unknown role":      `{"messages":[` + asksForHotel + `,{"role":"wizard","content":"x"}]}`,
	"half a surrogate":     `{"messages":[{"role":"user","content":"I need a hotel in Porto. \ud83d"}]}`,
	"a byte order mark":    "\ufeff" + `{"messages":[` + asksForHotel + `]}`,
	"a key twice":          `{"model":"a","model":"b","messages":[` + asksForHotel + `]}`,
}

// No policy decides on a request that cannot be read. The model's own reply says so, whole or
// as a stream, and the failure is counted and logged without the user's text.
func TestRequestsThatCannotBeRead(t *testing.T) {
	const events = `data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"
	for name, body := range unreadable {
		for _, policy := range []string{"guard", "sage", "nod", "pass"} {
			for _, stream := range []bool{false, true} {
				up := fake(t, func(w http.ResponseWriter, r *http.Request) {
					text := overheadReply
					if stream {
						w.Header().Set("Content-Type", "text/event-stream")
						text = events
					}
					_, _ = w.Write([]byte(text))
				})
				var log bytes.Buffer
				record := t.TempDir()
				s := gatewayOf(t, up, policy, func(o *Options) { o.Log, o.Record = &log, record })
				w := post(t, s.URL, body)
				line, _, _ := strings.Cut(strings.TrimPrefix(w.body, "data: "), "\n")
				v := value(t, line)
				if voi := v.Field("voi"); w.status != http.StatusOK || v.Field("choices").Len() != 1 || voi.Field("error").Str() == "" || voi.Field("action").Str() != Keep || !strings.HasPrefix(voi.Field("policy").Str(), policy) {
					t.Errorf("%s, %s: %d %s", name, policy, w.status, w.body)
				}
				if text := log.String(); text != "voi: policy: a request that cannot be read\n" {
					t.Errorf("%s, %s: the log is %q", name, policy, text)
				}
				if runs := runsOf(t, record); len(runs) > 0 {
					t.Errorf("%s, %s: recorded is %+v", name, policy, runs[0])
				}
			}
		}
		if w := post(t, gatewayOf(t, script(Faults{}).Upstream(), "guard", func(o *Options) { o.Closed = true }).URL, body); w.status != http.StatusBadRequest {
			t.Errorf("%s, closed: %d", name, w.status)
		}
	}
}

// Tools that are no functions leave the others as they are: their calls are decided on.
func TestToolsThatAreNoFunctions(t *testing.T) {
	for _, other := range []string{`{"type":"custom","custom":{"name":"run_code"}}`, `{"type":"web_search"}`, `{"type":"mcp","server_label":"x","server_url":"https://x"}`} {
		for _, policy := range []string{"guard", "sage"} {
			tools := strings.Replace(bookTools, "[", "["+other+",", 1)
			s := gatewayOf(t, script(Faults{Invent: 1}).Upstream(), policy, nil)
			found := calling(script(Faults{}).Tasks[0].Calls[0]).Raw.JSON()
			v := value(t, post(t, s.URL, `{"messages":[`+asksForHotel+`,`+found+`,`+hotels+`],"tools":`+tools+`}`).body)
			if voi := v.Field("voi"); voi.Field("action").Str() != Ask || voi.Field("error").Str() != "" {
				t.Errorf("%s beside %s: %s", policy, other, v.JSON())
			}
		}
	}
}
