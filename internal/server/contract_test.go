package server

import (
	"bytes"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// labelText is the label of a sample, as one text.
func labelText(s *dataset.Sample) string {
	m, t, r := fields(s)
	return fmt.Sprintf(`{"messages":%s,"tools":%s,"reference":%s}`, m, t, r)
}

func slimeBody(label, response string) string {
	return fmt.Sprintf(`{"prompt":"p","response":%s,"label":%s}`, quote(response), quote(label))
}

func openRLHFBody(label, prompt, response string) string {
	return fmt.Sprintf(`{"query":[%s],"prompts":[%s],"labels":[%s]}`, quote(prompt+response), quote(prompt), quote(label))
}

func gymBody(label, response string) string {
	return fmt.Sprintf(`{"responses_create_params":{"input":[]},"label":%s,"response":{"output":[{"type":"reasoning","summary":[]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":%s}]}]}}`, quote(label), quote(response))
}

// parsed sends a request that has to succeed, and parses the reply.
func parsed(t testing.TB, h http.Handler, target, body string) jsonvalue.Value {
	t.Helper()
	w := ask(h, "POST", target, body)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", target, w.Code, w.Body)
	}
	if !testing.Short() {
		described(t).exchange(t, "POST", target, body, w)
	}
	v, err := jsonvalue.Parse(w.Body.String(), jsonvalue.Options{})
	if err != nil {
		t.Fatalf("%s: %v in %s", target, err, w.Body)
	}
	return v
}

// number reads a number of a reply. It has to be written with a point or an exponent, so
// that every reader takes it for a float.
func number(t testing.TB, v jsonvalue.Value) float64 {
	t.Helper()
	f, ok := v.Float()
	if !ok || !strings.ContainsAny(v.NumberText(), ".eE") {
		t.Fatalf("%s is no real number", v.JSON())
	}
	return f
}

// Every contract gives what /v1/score gives, to the last digit: the same rewards and
// components, and parts whose sum is the reward.
func TestContractsAgree(t *testing.T) {
	core := testCore(t)
	h := testHTTP(t, core, loopback, HTTPOptions{})
	for _, p := range core.Profiles {
		lo, hi := p.Range()
		at := "?profile=" + url.QueryEscape(p.Name())
		for i, s := range exampleSamples(t) {
			if i%sharedtest.Long(1, 3) > 0 {
				continue
			}
			label := labelText(s)
			for _, text := range completions(s, "x") {
				v1 := parsed(t, h, "/v1/score", fmt.Sprintf(`{"items":[%s],"profile":%q}`, inlineItem(s, text), p.Name()))
				if !v1.Field("errors").Items()[0].IsNull() {
					t.Fatalf("an example: %s", v1.JSON())
				}
				want, _ := v1.Field("rewards").Items()[0].Float()
				share := (want - lo) / (hi - lo)
				sl := parsed(t, h, "/slime"+at, slimeBody(label, text))
				dict := parsed(t, h, "/slime"+at+"&reply=dict", slimeBody(label, text))
				rl := parsed(t, h, "/openrlhf"+at, openRLHFBody(label, "<|user|>x\n", text+"<|im_end|>"))
				gym := parsed(t, h, "/verify"+at, gymBody(label, text))
				for name, got := range map[string]jsonvalue.Value{
					"slime": sl, "slime's dict": dict.Field("reward"), "openrlhf": rl.Field("rewards").Items()[0], "gym": gym.Field("reward"),
				} {
					if f := number(t, got); f != want {
						t.Fatalf("%s under %s: %v, want %v", name, p.Name(), f, want)
					}
				}
				for name, got := range map[string]jsonvalue.Value{"slime's dict": dict.Field("score"), "openrlhf": rl.Field("scores").Items()[0]} {
					if f := number(t, got); f != share || f < 0 || f > 1 {
						t.Fatalf("%s under %s: a share of %v, want %v", name, p.Name(), f, share)
					}
				}
				for _, m := range v1.Field("components").Members() {
					want, _ := m.Value.Items()[0].Float()
					if number(t, dict.Field(m.Key)) != want || number(t, gym.Field(m.Key)) != want || number(t, rl.Field("extra_logs").Field(m.Key).Items()[0]) != want {
						t.Fatalf("%s under %s differs from %v", m.Key, p.Name(), want)
					}
				}
				sum := 0.0
				for _, m := range gym.Field("reward_components").Members() {
					sum += number(t, m.Value)
				}
				if sum != want {
					t.Fatalf("the parts %s make %v, want %v", gym.Field("reward_components").JSON(), sum, want)
				}
				if gym.Field("unscored").JSON() != "0" || dict.Field("unscored").JSON() != "0" || number(t, rl.Field("extra_logs").Field("unscored").Items()[0]) != 0 {
					t.Fatal("a reward that counts as unscored")
				}
			}
		}
	}
}

// The exact replies of each contract.
func TestContractShapes(t *testing.T) {
	const refuse = `<reasoning>\nx\n</reasoning>\n<answer>\n<REFUSE>I am sorry, no tool of mine can do that.</REFUSE>\n</answer>\n`
	const label = `"{\"reference\":{\"action\":\"REFUSE\"}}"`
	message := `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"` + refuse + `"}]}`
	h := testHTTP(t, testCore(t), loopback, HTTPOptions{})
	sha := h.core.Profiles[0].SHA256()
	for _, tc := range []struct{ name, target, body, want string }{
		{"slime", "/slime", `{"prompt":"p","response":"` + refuse + `","label":` + label + `}`, `3.0`},
		{"slime, the prompt as messages", "/slime", `{"prompt":[{"role":"user"}],"response":"` + refuse + `<|im_end|>","label":` + label + `}`, `3.0`},
		{"slime, the label an object", "/slime", `{"response":"` + refuse + `","label":{"reference":{"action":"REFUSE"}}}`, `3.0`},
		{"slime, the label a reference", "/slime", `{"response":"` + refuse + `","label":{"action":"REFUSE"}}`, `3.0`},
		{"slime, an empty answer", "/slime?profile=baseline", `{"response":"","label":` + label + `}`, `0.5`},
		{"slime, as a dict", "/slime?reply=dict", `{"prompt":"p","response":"` + refuse + `","label":` + label + `}`,
			`{"reward":3.0,"score":0.8571428571428571,"form":0.5,"tool":0.5,"cls":2.0,"certainty":1.0,"slot":0.0,"unscored":0,"action":"REFUSE"}`},
		{"slime, unscored", "/slime", `{"response":"x","label":"{\"reference\":{}}"}`, `0.0`},
		{"slime, unscored, as a dict", "/slime?reply=dict", `{"response":"x","label":"{\"reference\":{}}"}`,
			`{"reward":0.0,"score":0.0,"form":null,"tool":null,"cls":null,"certainty":null,"slot":null,"unscored":1,"action":""}`},

		{"openrlhf", "/openrlhf", `{"query":["p` + refuse + `</s>"],"prompts":["p"],"labels":[` + label + `]}`,
			`{"rewards":[3.0],"scores":[0.8571428571428571],"extra_logs":{"form":[0.5],"tool":[0.5],"cls":[2.0],"certainty":[1.0],"slot":[0.0],"unscored":[0.0]}}`},
		{"openrlhf, single", "/openrlhf", `{"query":"p` + refuse + `</s>","prompts":"p","labels":` + label + `}`,
			`{"rewards":3.0,"scores":0.8571428571428571,"extra_logs":{"form":0.5,"tool":0.5,"cls":2.0,"certainty":1.0,"slot":0.0,"unscored":0.0}}`},
		{"openrlhf, nothing", "/openrlhf", `{"query":[],"prompts":[],"labels":[]}`,
			`{"rewards":[],"scores":[],"extra_logs":{"form":[],"tool":[],"cls":[],"certainty":[],"slot":[],"unscored":[]}}`},
		{"openrlhf, a batch with one that fails", "/openrlhf?profile=certainty", `{"query":["pq","x` + refuse + `","px"],"prompts":["p","p","p"],"labels":[` + label + `,` + label + `,"{\"tools\":"]}`,
			`{"rewards":[0.5,0.0,0.0],"scores":[0.1111111111111111,0.0,0.0],"extra_logs":{"fmt_xml":[0.0,0.0,0.0],"fmt_soft":[0.0,0.0,0.0],"fmt_strict":[0.0,0.0,0.0],"tool":[0.5,0.0,0.0],"cls":[0.0,0.0,0.0],"certainty":[0.0,0.0,0.0],"unscored":[0.0,1.0,1.0]}}`},

		{"gym", "/verify", `{"responses_create_params":{"input":"x", "n":1e400},"label":` + label + `,"response":{"id":"r","output":[` + message + `]},"é":"\u00e9\ud800", "reward":7,"voi":1,"tool":"mine","_ng_task_index":3}`,
			`{"responses_create_params":{"input":"x", "n":1e400},"label":` + label + `,"response":{"id":"r","output":[` + message + `]},"é":"\u00e9\ud800","_ng_task_index":3,` +
				`"reward":3.0,"reward_components":{"form":0.5,"tool":0.5,"cls":2.0},"form":0.5,"tool":0.5,"cls":2.0,"certainty":1.0,"slot":0.0,"unscored":0,` +
				`"voi":{"profile":"guarded","profile_sha256":"` + sha + `","action":"REFUSE","error":null,"notes":null}}`},
		{"gym, fields of the row", "/verify", `{"responses_create_params":{},"reference":{"action":"REFUSE"},"label":"mine","response":{"output":[` + message + `]}}`,
			`{"responses_create_params":{},"reference":{"action":"REFUSE"},"label":"mine","response":{"output":[` + message + `]},` +
				`"reward":3.0,"reward_components":{"form":0.5,"tool":0.5,"cls":2.0},"form":0.5,"tool":0.5,"cls":2.0,"certainty":1.0,"slot":0.0,"unscored":0,` +
				`"voi":{"profile":"guarded","profile_sha256":"` + sha + `","action":"REFUSE","error":null,"notes":null}}`},
		{"gym, unscored", "/verify", `{"responses_create_params":{},"label":"{\"reference\":{}}","instance_config":{"a":[1],"mask_sample":false},"response":{"output":[]}}`,
			`{"responses_create_params":{},"label":"{\"reference\":{}}","response":{"output":[]},` +
				`"reward":0.0,"reward_components":{"form":0.0,"tool":0.0,"cls":0.0},"form":null,"tool":null,"cls":null,"certainty":null,"slot":null,"unscored":1,` +
				`"mask_sample":true,"failure_kind":"voi:bad_reference","failure_reason":"MESSAGE","instance_config":{"mask_sample":true,"a":[1]},"_ng_failure_class":"voi_bad_reference","_ng_failure_judge_error":"MESSAGE","_ng_failure_terminal":true,` +
				`"voi":{"profile":"guarded","profile_sha256":"` + sha + `","action":null,"error":{"code":"bad_reference","message":"MESSAGE"},"notes":null}}`},
		{"gym, a session", "/seed_session", `{"responses_create_params":{},"x":1}`, `{}`},
		{"gym, a session of an environment", "/seed_session", `{"resources_session_id":"s\n","episode_id":"e","task_id":"t","task_data":{}}`, `{"resources_session_id":"s\n","resources_tools":null,"sandbox_access":null}`},
		{"gym, its end", "/close_session", `{"resources_session_id":"s","episode_id":"e"}`, `{"resources_session_id":"s"}`},
	} {
		w := ask(h, "POST", tc.target, tc.body)
		got := w.Body.String()
		if v, err := jsonvalue.Parse(got, jsonvalue.Options{}); err == nil {
			if message := v.Field("failure_reason"); !message.IsNull() {
				got = strings.ReplaceAll(got, message.JSON(), `"MESSAGE"`)
			}
		}
		if w.Code != http.StatusOK || got != tc.want {
			t.Errorf("%s: %d\n%s, want\n%s", tc.name, w.Code, got, tc.want)
		}
	}
	if w := ask(h, "GET", "/reverify_mode", ""); w.Body.String() != `"stateless"` {
		t.Errorf("the mode is %s", w.Body)
	}
	if w := ask(h, "POST", "/slime", `{"response":"x","label":"{\"reference\":{}}"}`); w.Header().Get("Voi-Unscored") != "bad_reference" {
		t.Errorf("a bare 0 without a reason: %v", w.Header())
	}
}

// A fault of the request or of the setup is an HTTP error and never a reward.
func TestContractFaults(t *testing.T) {
	var log bytes.Buffer
	h := testHTTP(t, testCore(t), loopback, HTTPOptions{Log: &log})
	const label = `"{\"reference\":{\"action\":\"REFUSE\"}}"`
	const good = `{"response":"x","label":` + label + `}`
	deep := strings.Repeat("[", 20000) + strings.Repeat("]", 20000)
	for _, tc := range []struct {
		target, body string
		status       int
		code         string
	}{
		{"/slime", ``, 400, "bad_json"},
		{"/slime", `{"response":"x",}`, 400, "bad_json"},
		{"/slime", `{"response":NaN}`, 400, "bad_json"},
		{"/slime", `[]`, 400, "bad_request"},
		{"/slime", `7`, 400, "bad_request"},
		{"/slime", `{"response":"x","response":"y","label":` + label + `}`, 400, "bad_json"},
		{"/slime", `{"x":` + deep + `,"response":"x","label":` + label + `}`, 400, "too_deep"},
		{"/slime", `{"label":` + label + `}`, 400, "bad_request"},
		{"/slime", `{"response":7,"label":` + label + `}`, 400, "bad_request"},
		{"/slime", `{"response":["x"],"label":` + label + `}`, 400, "bad_request"},
		{"/slime", `{"response":"x"}`, 400, "bad_request"},
		{"/slime", `{"response":"x","label":null}`, 400, "bad_request"},
		{"/slime", `{"response":"x","label":""}`, 400, "bad_request"},
		{"/slime", `{"response":"x","label":"42"}`, 400, "bad_request"},
		{"/slime", `{"response":"x","label":{}}`, 400, "bad_request"},
		{"/slime", `{"response":"x","label":{"sample_id":"a"}}`, 400, "unknown_sample"},
		{"/slime?profile=none", good, 400, "unknown_profile"},
		{"/slime?profile=../x.yaml", good, 400, "unknown_profile"},
		{"/slime?profil=baseline", good, 400, "bad_request"},
		{"/slime?profile=baseline&profile=paper", good, 400, "bad_request"},
		{"/slime?reply=list", good, 400, "bad_request"},
		{"/slime?%zz", good, 400, "bad_request"},
		{"/p/none/slime", good, 400, "unknown_profile"},
		{"/p/paper/slime?profile=baseline", good, 400, "bad_request"},
		{"/v1/score?profile=none", `{"items":[]}`, 400, "unknown_profile"},
		{"/v1/score?profiles=paper", `{"items":[]}`, 400, "bad_request"},
		{"/v1/score?profile=paper", `{"items":[],"profile":"baseline"}`, 400, "bad_request"},
		{"/p/none/v1/score", `{"items":[]}`, 400, "unknown_profile"},
		{"/p/paper/v1/decide", `{"items":[]}`, 404, "bad_request"},
		{"/v1/decide?profile=paper", `{"items":[]}`, 400, "bad_request"},
		{"/aggregate_metrics?x=1", `{"verify_responses":[]}`, 400, "bad_request"},
		{"/p//slime", good, 404, "bad_request"},
		{"/openrlhf?reply=dict", `{"query":[],"prompts":[],"labels":[]}`, 400, "bad_request"},
		{"/openrlhf", `{}`, 400, "bad_request"},
		{"/openrlhf", `{"query":["a"],"prompts":["a"]}`, 400, "bad_request"},
		{"/openrlhf", `{"query":["a","b"],"prompts":["a"],"labels":[` + label + `]}`, 400, "bad_request"},
		{"/openrlhf", `{"query":[1],"prompts":["a"],"labels":[` + label + `]}`, 400, "bad_request"},
		{"/openrlhf", `{"query":["a"],"prompts":[["a"]],"labels":[` + label + `]}`, 400, "bad_request"},
		{"/openrlhf", `{"query":["a"],"prompts":["a"],"labels":[""]}`, 400, "bad_request"},
		{"/verify", `{}`, 400, "bad_request"},
		{"/verify", `{"responses_create_params":{},"label":` + label + `}`, 400, "bad_request"},
		{"/verify", `{"label":` + label + `,"response":{"output":[]}}`, 400, "bad_request"},
		{"/verify", `{"responses_create_params":{},"label":` + label + `,"response":{}}`, 400, "bad_request"},
		{"/verify", `{"responses_create_params":{},"label":` + label + `,"response":{"output":{}}}`, 400, "bad_request"},
		{"/verify", `{"responses_create_params":{},"label":` + label + `,"response":{"output":[1]}}`, 400, "bad_request"},
		{"/verify", `{"responses_create_params":{},"response":{"output":[]}}`, 400, "bad_request"},
		{"/seed_session", `[]`, 400, "bad_request"},
		{"/close_session", `{}`, 400, "bad_request"},
		{"/aggregate_metrics", `{}`, 400, "bad_request"},
		{"/aggregate_metrics", `{"verify_responses":[1]}`, 400, "bad_request"},
		{"/aggregate_metrics", `{"verify_responses":[{"_ng_task_index":0.5}]}`, 400, "bad_request"},
	} {
		w := ask(h, "POST", tc.target, tc.body)
		if w.Code != tc.status || !strings.HasPrefix(w.Body.String(), `{"op":"error","id":null,"code":"`+tc.code+`","message":"`) {
			t.Errorf("%s %.80s: %d %s, want %d %s", tc.target, tc.body, w.Code, w.Body, tc.status, tc.code)
		}
	}
	for _, want := range []string{"a request to /slime was refused (unknown_profile: ", "a request to /verify was refused (bad_request: "} {
		if n := strings.Count(log.String(), want); n != 1 { // trainers do not show the body of an error
			t.Errorf("%q was logged %d times", want, n)
		}
	}
	before := log.Len() // a client chooses the names of profiles, and fills no log and no memory with them
	for i := range 20 {
		ask(h, "POST", fmt.Sprintf("/p/none%d/slime", i), good)
	}
	if log.Len() != before {
		t.Errorf("further names of profiles are logged: %s", log.String()[before:])
	}
}

// The address of /v1/score may name the profile, as the path of a contract may.
func TestProfileInTheAddress(t *testing.T) {
	h := testHTTP(t, testCore(t), loopback, HTTPOptions{})
	s := exampleSamples(t)[0]
	body := `{"items":[` + inlineItem(s, completions(s, "x")[0]) + `]}`
	want := ask(h, "POST", "/v1/score", body[:len(body)-1]+`,"profile":"baseline"}`).Body.String()
	if !strings.Contains(want, `"profile":"baseline","reward_range":[0,4.5]`) {
		t.Fatal(want)
	}
	for _, target := range []string{"/v1/score?profile=baseline", "/p/baseline/v1/score", "/p/baseline/v1/score?profile=baseline"} {
		if w := ask(h, "POST", target, body); w.Code != 200 || w.Body.String() != want {
			t.Errorf("%s: %d %s\nwant %s", target, w.Code, w.Body, want)
		}
	}
}

// A fault of one row is no HTTP error. The reply marks the row as unscored in every way
// that the contract has; the fault is counted, and logged once.
func TestContractUnscored(t *testing.T) {
	var log bytes.Buffer
	h := testHTTP(t, testCore(t), loopback, HTTPOptions{Log: &log})
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	for label, code := range map[string]string{
		`{"reference":{"action":"ASK"},"tools":[7]}`:                     "bad_tools",
		`{"reference":{"action":"ASK"},"tools":` + deep + `}`:            "too_deep",
		`{"reference":{"action":"ASK"},"completion":"y"}`:                "bad_request",
		`{"reference":{"action":"ASK"},"reference":{"action":"REFUSE"}}`: "bad_json",
		`{"reference":{"action":"ASK"}`:                                  "bad_json",
		`{"messages":[],"tools":[]}`:                                     "bad_reference",
		`{"reference":{"action":"JUMP"}}`:                                "bad_reference",
		`{"reference":{"action":"ASK"},"tools":[],"messages":"` + "\x01": "bad_json",
	} {
		for range 2 {
			if v := parsed(t, h, "/slime?reply=dict", slimeBody(label, "x")); v.Field("unscored").JSON() != "1" || v.Field("reward").JSON() != "0.0" {
				t.Errorf("%s: %s", label, v.JSON())
			}
			v := parsed(t, h, "/verify", gymBody(label, "x"))
			if v.Field("unscored").JSON() != "1" || v.Field("reward").JSON() != "0.0" || v.Field("_ng_failure_class").Str() != "voi_"+code || v.Field("voi").Field("error").Field("code").Str() != code {
				t.Errorf("%s: %s", label, v.JSON())
			}
			if v := parsed(t, h, "/openrlhf", openRLHFBody(label, "p", "x")); v.Field("extra_logs").Field("unscored").JSON() != "[1.0]" || v.Field("rewards").JSON() != "[0.0]" {
				t.Errorf("%s: %s", label, v.JSON())
			}
		}
		if n := strings.Count(log.String(), "("+code+": "); n != 1 {
			t.Errorf("%s was logged %d times", code, n)
		}
	}
	if got := ask(h, "GET", "/metrics", "").Body.String(); !strings.Contains(got, `voi_items_unscored_total{code="bad_tools"} 6`) || !strings.Contains(got, `voi_items_unscored_total{code="bad_reference"} 12`) {
		t.Errorf("the metrics miss what is unscored")
	}
	if n := strings.Count(log.String(), "\n"); n != 5 {
		t.Errorf("%d lines were logged, want one for each code:\n%s", n, log.String())
	}
}

// oneSample is a store of one sample.
type oneSample struct{ *dataset.Sample }

func (o oneSample) Get(id string) (*dataset.Sample, map[string]domains.Set, *label.Labels, error) {
	if id != o.ID {
		return nil, nil, nil, &lookup.Error{Code: item.CodeUnknownSample, Message: "no such sample"}
	}
	return o.Sample, nil, nil, nil
}

// A label may be only the id of a sample. An id that --data lacks is the fault of its row
// alone.
func TestContractsLookUp(t *testing.T) {
	s := exampleSamples(t)[0]
	core := testCore(t, func(c *Config) { c.Scorer = item.NewScorer(item.Options{Samples: oneSample{s}}) })
	h := testHTTP(t, core, loopback, HTTPOptions{})
	text := completions(s, "x")[0]
	byID := `{"sample_id":` + quote(s.ID) + `}`
	if a, b := ask(h, "POST", "/slime", slimeBody(byID, text)).Body.String(), ask(h, "POST", "/slime", slimeBody(labelText(s), text)).Body.String(); a != b || a == "0.0" {
		t.Errorf("%s by its id, %s by its label", a, b)
	}
	row := strings.Replace(gymBody("", text), `"label":""`, `"sample_id":`+quote(s.ID), 1)
	if v := parsed(t, h, "/verify", row); v.Field("reward").JSON() != ask(h, "POST", "/slime", slimeBody(byID, text)).Body.String() {
		t.Errorf("a row with the id: %s", v.JSON())
	}
	if v := parsed(t, h, "/slime?reply=dict", slimeBody(`{"sample_id":"nobody"}`, text)); v.Field("unscored").JSON() != "1" {
		t.Errorf("an unknown id: %s", v.JSON())
	}
}

// A row of NeMo Gym with a reference field needs no messages and tools beside those in
// responses_create_params. Calls come as output items.
func TestGymRow(t *testing.T) {
	h := testHTTP(t, testCore(t), loopback, HTTPOptions{})
	const params = `{"input":[{"role":"developer","content":"Help."},{"role":"user","content":"A table at Lotus, please."}],"tools":[{"type":"function","name":"book","parameters":{"type":"object","properties":{"place":{"type":"string"}},"required":["place"]},"strict":true}]}`
	const reference = `{"action":"TOOLCALL","tool_calls":[{"name":"book","arguments":{"place":"Lotus"}}]}`
	call := `{"type":"function_call","call_id":"c","name":"book","arguments":"{\"place\": \"Lotus\"}","generation_token_ids":[` + strings.Repeat("1,", 300000) + `1]}`
	for _, tc := range []struct{ name, row, output, action, tool string }{
		{"a call", `"reference":` + reference, call, "TOOLCALL", "1.0"},
		{"a call after thoughts", `"reference":` + reference, `{"type":"reasoning","summary":[{"type":"summary_text","text":"x"}]},` + call, "TOOLCALL", "1.0"},
		{"another call", `"reference":` + reference, strings.Replace(call, "Lotus", "Lily", 1), "TOOLCALL", "0.75"},
		{"a call, and an answer to what the tool said", `"reference":` + reference, call + `,{"type":"function_call_output","call_id":"c","output":"ok"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}`, "TOOLCALL", "1.0"},
		{"text, and then a call", `"reference":` + reference, `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hm."}]},{"type":"message","role":"user","content":"Yes?"},` + call, "", "0.0"},
		{"a label, and a field that wins", `"label":"{\"reference\":{\"action\":\"ASK\"},\"tools\":[]}","reference":` + reference + `,"tools":[{"name":"book","parameters":{}}]`, call, "TOOLCALL", "1.0"},
	} {
		v := parsed(t, h, "/verify?profile=baseline", `{"responses_create_params":`+params+`,`+tc.row+`,"response":{"output":[`+tc.output+`]}}`)
		if got := v.Field("voi").Field("action"); got.Str() != tc.action || v.Field("tool").JSON() != tc.tool {
			t.Errorf("%s: %s, tool %s, want %s, %s: %s", tc.name, got.JSON(), v.Field("tool").JSON(), tc.action, tc.tool, v.Field("voi").JSON())
		}
	}
	cut := parsed(t, h, "/verify", `{"responses_create_params":`+params+`,"reference":`+reference+`,"response":{"output":[],"incomplete_details":{"reason":"max_output_tokens"}}}`)
	if !strings.Contains(cut.Field("voi").Field("notes").JSON(), `"truncated"`) {
		t.Errorf("a response that was cut: %s", cut.Field("voi").JSON())
	}
}

func TestGymSession(t *testing.T) {
	h := testHTTP(t, testCore(t), loopback, HTTPOptions{})
	first := ask(h, "POST", "/seed_session", `{}`).Result().Cookies()
	second := ask(h, "POST", "/seed_session", `{}`).Result().Cookies()
	if len(first) != 1 || len(second) != 1 || first[0].Value == second[0].Value || len(first[0].Value) < 16 || !first[0].HttpOnly {
		t.Fatalf("sessions %v and %v", first, second)
	}
	kept := ask(h, "POST", "/aggregate_metrics", `{"verify_responses":[]}`, "Cookie", first[0].Name+"="+first[0].Value).Result().Cookies()
	if len(kept) != 1 || kept[0].Value != first[0].Value {
		t.Errorf("%v became %v", first, kept)
	}
	if cookies := ask(h, "POST", "/slime", `{}`).Result().Cookies(); len(cookies) != 0 {
		t.Errorf("a session for slime: %v", cookies)
	}
}

// Where the server needs a token, trainers can reach every path by an address that holds
// it.
func TestContractsBehindAToken(t *testing.T) {
	h := testHTTP(t, testCore(t), &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1)}, HTTPOptions{Token: token})
	s := exampleSamples(t)[0]
	body := slimeBody(labelText(s), completions(s, "x")[0])
	for target, status := range map[string]int{
		"/slime": 401, "/t/wrong/slime": 401, "/t/" + token + "/slime": 200, "/t/" + token + "/p/baseline/slime": 200,
		"/t/" + token + "/p/none/slime": 400, "/p/baseline/t/" + token + "/slime": 401, "/verify": 401, "/seed_session": 401,
		"/aggregate_metrics": 401, "/openrlhf": 401, "/close_session": 401,
	} {
		if w := ask(h, "POST", target, body); w.Code != status || strings.Contains(w.Body.String(), token) {
			t.Errorf("%s: %d %s, want %d", target, w.Code, w.Body, status)
		}
	}
	if w := ask(h, "GET", "/reverify_mode", ""); w.Code != 401 {
		t.Errorf("the mode without a token: %d", w.Code)
	}
}

// Many concurrent clients of all contracts get the same replies as a single one.
func TestContractsConcurrently(t *testing.T) {
	core := testCore(t)
	h := testHTTP(t, core, loopback, HTTPOptions{MaxInflight: 1000})
	server := httptest.NewServer(h)
	defer server.Close()
	type job struct{ target, body, want string }
	var jobs []job
	for i, s := range exampleSamples(t) {
		text := completions(s, "x")[i%5]
		for _, j := range []job{
			{"/slime?reply=dict", slimeBody(labelText(s), text), ""},
			{"/p/baseline/openrlhf", openRLHFBody(labelText(s), "p", text), ""},
			{"/verify?profile=paper", gymBody(labelText(s), text), ""},
			{"/slime", slimeBody(`{"reference":{}}`, text), ""},
			{"/v1/score", `{"items":[` + inlineItem(s, text) + `]}`, ""},
			{"/aggregate_metrics", `{"verify_responses":[{"reward":1}]}`, ""},
		} {
			j.want = ask(h, "POST", j.target, j.body).Body.String()
			jobs = append(jobs, j)
		}
	}
	var clients sync.WaitGroup
	for client := range 32 {
		clients.Add(1)
		go func() {
			defer clients.Done()
			for i := range jobs {
				j := jobs[(i*7+client*11)%len(jobs)]
				res, err := http.Post(server.URL+j.target, "application/json", strings.NewReader(j.body))
				if err != nil {
					t.Error(err)
					return
				}
				var got bytes.Buffer
				_, err = got.ReadFrom(res.Body)
				res.Body.Close()
				if err != nil || res.StatusCode != http.StatusOK || got.String() != j.want {
					t.Errorf("%s: %d %v\n%s\nwant\n%s", j.target, res.StatusCode, err, got.String(), j.want)
					return
				}
			}
		}()
	}
	clients.Wait()
	if n := core.meter.queued.Load(); n != 0 {
		t.Errorf("%d requests are queued at the end", n)
	}
}

func TestAppendReal(t *testing.T) {
	for f, want := range map[float64]string{0: "0.0", 4: "4.0", -2: "-2.0", 0.1: "0.1", 1e300: "1e+300", math.Inf(1): "0.0", math.NaN(): "0.0"} {
		if got := string(appendReal(nil, f)); got != want && !strings.Contains(got, "e") {
			t.Errorf("%v: %s, want %s", f, got, want)
		}
	}
}
