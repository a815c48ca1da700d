package server

import (
	"encoding/json"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// FuzzContracts: whatever a trainer sends, it gets the same reply each time. The reply is
// JSON: an error with its code, or the fields that were sent and a reward in the profile's
// range, equal to the sum of its parts.
func FuzzContracts(f *testing.F) {
	const label = `{"reference":{"action":"TOOLCALL","tool_calls":[{"name":"b","arguments":{}}]},"tools":[{"name":"b"}]}`
	for _, body := range []string{
		slimeBody(label, "x"), openRLHFBody(label, "<s>p", "<answer><ASK>Which?</ASK></answer></s>"), gymBody(label, "x"),
		`{"responses_create_params":{"input":"x","tools":[]},"reference":{"action":"ASK"},"response":{"output":[{"type":"function_call","name":"b","arguments":"{"}],"incomplete_details":{"reason":"max_output_tokens"}}}`,
		`{"query":"a","prompts":"a","labels":{"sample_id":7}}`, `{"response":"","label":"{}","response ":[{}],"\u0072":1e999}`,
		`{"verify_responses":[{"reward":1,"_ng_task_index":2,"response":{"usage":{"total":true}}},{"mask_sample":true,"x":1e308}]}`,
		`{"resources_session_id":"` + "\xff" + `","instance_config":{"mask_sample":0},"reward_components":[]}`,
	} {
		for target := range byte(len(fuzzTargets)) {
			f.Add(target, body)
		}
	}
	core := testCore(f)
	h := testHTTP(f, core, loopback, HTTPOptions{})
	f.Fuzz(func(t *testing.T, target byte, body string) {
		if len(body) > 1<<14 {
			t.Skip("long")
		}
		path := fuzzTargets[int(target)%len(fuzzTargets)]
		w := ask(h, "POST", path, body)
		reply := w.Body.Bytes()
		if again := ask(h, "POST", path, body).Body.String(); again != string(reply) {
			t.Errorf("two replies:\n%s\n%s", reply, again)
		}
		if w.Code != http.StatusOK {
			var failed struct{ Op, Code, Message string }
			if err := json.Unmarshal(reply, &failed); err != nil || failed.Op != "error" || failed.Message == "" || w.Code != http.StatusBadRequest && w.Code != http.StatusRequestEntityTooLarge {
				t.Errorf("%d %s", w.Code, reply)
			}
			return
		}
		if !json.Valid([]byte(strings.TrimPrefix(body, "\uFEFF"))) {
			t.Errorf("%q is no JSON, but %s", body, reply)
		}
		checkReply(t, path, body, reply)
	})
}

var fuzzTargets = []string{"/slime", "/slime?reply=dict&profile=baseline", "/openrlhf", "/verify", "/p/certainty-total/verify", "/seed_session", "/close_session", "/aggregate_metrics"}

func checkReply(t *testing.T, path, body string, reply []byte) {
	in := func(r float64) {
		if math.IsNaN(r) || r < 0 || r > 4.5 {
			t.Errorf("a reward of %v: %s", r, reply)
		}
	}
	switch {
	case path == "/slime":
		var r float64
		sharedtest.OK(t, json.Unmarshal(reply, &r))
		in(r)
	case path == "/openrlhf":
		var v struct {
			Rewards, Scores any
			Logs            map[string]any `json:"extra_logs"`
		}
		if err := json.Unmarshal(reply, &v); err != nil || len(v.Logs) != 6 {
			t.Fatalf("%v: %s", err, reply)
		}
		if r, single := v.Rewards.(float64); single {
			in(r)
		} else {
			for _, r := range v.Rewards.([]any) {
				in(r.(float64))
			}
		}
	case strings.HasSuffix(path, "/verify"):
		terms, components := 3, "form tool cls certainty slot" // of guarded
		if strings.Contains(path, "certainty-total") {
			terms, components = 5, "fmt_xml fmt_soft fmt_strict tool cls certainty"
		}
		var v struct {
			Reward   *float64
			Parts    map[string]float64 `json:"reward_components"`
			Unscored *int
		}
		if err := json.Unmarshal(reply, &v); err != nil || v.Reward == nil || len(v.Parts) != terms || v.Unscored == nil {
			t.Fatalf("%v: %s", err, reply)
		}
		in(*v.Reward)
		sum := 0.0
		for _, part := range v.Parts {
			sum += part
		}
		if math.Abs(sum-*v.Reward) > 1e-9 {
			t.Errorf("the parts make %v: %s", sum, reply)
		}
		checkEcho(t, components, body, reply)
	default:
		var v any
		if err := json.Unmarshal(reply, &v); err != nil {
			t.Fatalf("%v: %s", err, reply)
		}
	}
}

// checkEcho checks that the reply repeats every field of the request unchanged, except the
// fields that the reply sets itself.
func checkEcho(t *testing.T, components, body string, reply []byte) {
	var sent, got map[string]json.RawMessage
	sharedtest.OK(t, json.Unmarshal([]byte(strings.TrimPrefix(body, "\uFEFF")), &sent))
	sharedtest.OK(t, json.Unmarshal(reply, &got))
	own := " " + components + " " + instanceConfig + " " + strings.Join(replyFields, " ") + " "
	for key, raw := range sent {
		if !strings.Contains(own, " "+key+" ") && clean(string(raw)) != string(got[key]) {
			t.Errorf("%q was %s and became %s", key, raw, got[key])
		}
	}
}
