package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// episodeResult is the result of an episode on a carrier.
type episodeResult struct {
	Told    []string // after each completion
	Rewards []float64
	Return  float64
	Success bool
}

type toolCall struct {
	name, input string
}

// agents are completions as tool calls, and the last words behind them.
var agents = map[string]struct {
	calls []toolCall
	last  string
}{
	"asks and books": {[]toolCall{{"ask_user", `{"question":"Which day?"}`}, {"book_table", `{"restaurant":"Lotus","day":"friday"}`}}, "Your table is booked."},
	"guesses":        {[]toolCall{{"book_table", `{"restaurant":"Lotus","day":"monday"}`}}, "Your table is booked."},
	"gets nowhere":   {[]toolCall{{"fly", `{}`}, {"ask_user", `{"question":"Hm?"}`}, {"book_table", `{}`}}, "I'm sorry, but I can't do that."},
	"is left":        {[]toolCall{{"ask_user", `{"question":"Hm?"}`}, {"ask_user", `{"question":"Hm?"}`}}, ""},
}

func object(t testing.TB, w *httptest.ResponseRecorder) (v map[string]any) {
	t.Helper()
	if w.Code != http.StatusOK {
		t.Fatalf("%d %.500s", w.Code, w.Body)
	}
	sharedtest.OK(t, json.Unmarshal(w.Body.Bytes(), &v))
	return v
}

func (c *episodeResult) take(reward float64, texts ...string) {
	c.Told, c.Rewards = append(c.Told, strings.Join(texts, "\n")), append(c.Rewards, reward)
	c.Return += reward
}

// overVoi plays an episode by voi's own protocol.
func overVoi(t testing.TB, h *HTTP, seed int, calls []toolCall, last string) (got episodeResult) {
	name := object(t, ask(h, "POST", "/v1/env/reset", fmt.Sprintf(`{"task":"booking","seed":%d,"ask_tool":true}`, seed)))["episode"]
	step := func(completion string) bool {
		s := object(t, ask(h, "POST", "/v1/env/step", fmt.Sprintf(`{"episode":%q,"completion":%s}`, name, completion)))
		var texts []string
		for _, m := range s["messages"].([]any) {
			texts = append(texts, m.(map[string]any)["content"].(string))
		}
		got.take(s["reward"].(float64), texts...)
		got.Success = s["info"].(map[string]any)["success"] == true
		return s["done"] == true
	}
	for _, c := range calls {
		if step(fmt.Sprintf(`{"role":"assistant","content":"","tool_calls":[{"name":%q,"arguments":%s}]}`, c.name, c.input)) {
			return got
		}
	}
	step(quote(last))
	return got
}

// result joins the events of a call.
func result(t testing.TB, w *httptest.ResponseRecorder) (v map[string]any) {
	t.Helper()
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%d %v %.300s", w.Code, w.Header(), w.Body)
	}
	var text strings.Builder
	for e := range strings.SplitSeq(strings.TrimSpace(w.Body.String()), "\r\n\r\n") {
		name, data, _ := strings.Cut(strings.TrimPrefix(e, "event: "), "\r\ndata: ")
		if name == "chunk" || name == "end" {
			text.WriteString(data)
		}
	}
	sharedtest.OK(t, json.Unmarshal([]byte(text.String()), &v))
	return v
}

// overORS plays an episode by the Open Reward Standard.
func overORS(t testing.TB, h *HTTP, seed int, calls []toolCall, last string) (got episodeResult) {
	begun := ask(h, "POST", "/create_session", "").Body.String()
	_, id, _ := strings.Cut(begun, "event: task_id\r\ndata: ")
	id, _, _ = strings.Cut(id, "\r\n")
	object(t, ask(h, "POST", "/create", fmt.Sprintf(`{"env_name":"voi","task_spec":{"task":"booking","seed":%d}}`, seed), "X-Session-ID", id))
	sum := 0.0
	step := func(name, input string) bool {
		v := result(t, ask(h, "POST", "/voi/call", fmt.Sprintf(`{"name":%q,"input":%s}`, name, input), "X-Session-ID", id))
		out := v["output"].(map[string]any)
		var texts []string
		for _, b := range out["blocks"].([]any) {
			texts = append(texts, b.(map[string]any)["text"].(string))
		}
		about := out["metadata"].(map[string]any)
		got.take(about["reward"].(float64), texts...)
		got.Success = about["info"].(map[string]any)["success"] == true
		sum = out["reward"].(float64)
		return out["finished"] == true
	}
	for _, c := range calls {
		if step(c.name, c.input) {
			got.Return = sum
			return got
		}
	}
	step("final_message", `{"text":`+quote(last)+`}`)
	object(t, ask(h, "POST", "/delete", "{}", "X-Session-ID", id))
	got.Return = sum
	return got
}

// overGym plays an episode as an agent of NeMo Gym does: it sends each call, and at the end
// the whole response to /verify.
func overGym(t testing.TB, h *HTTP, seed int, calls []toolCall, last string) (got episodeResult) {
	row := fmt.Sprintf(`"task":"booking","seed":%d,"responses_create_params":{"input":[]}`, seed)
	w := ask(h, "POST", "/seed_session", "{"+row+"}")
	object(t, w)
	cookie := w.Result().Cookies()[0]
	var items []string
	for i, c := range calls {
		w := ask(h, "POST", "/"+c.name, c.input, "Cookie", cookie.Name+"="+cookie.Value)
		if w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		got.Told = append(got.Told, w.Body.String())
		items = append(items, fmt.Sprintf(`{"type":"function_call","call_id":"c%d","name":%q,"arguments":%s},{"type":"function_call_output","call_id":"c%d","output":%s}`, i, c.name, quote(c.input), i, quote(w.Body.String())))
	}
	if last != "" {
		items = append(items, `{"type":"message","role":"assistant","content":[{"type":"output_text","text":`+quote(last)+`}]}`)
		got.Told = append(got.Told, "")
	}
	body := "{" + row + `,"response":{"output":[` + strings.Join(items, ",") + "]}}"
	verified := ask(h, "POST", "/verify", body)
	described(t).exchange(t, "POST", "/verify", body, verified)
	v := object(t, verified)
	got.Return, got.Success = v["reward"].(float64), v["success"] == 1.0
	parts := v["reward_components"].(map[string]any)
	if sum := parts["shaped"].(float64) + parts["outcome"].(float64); sum-got.Return > 1e-12 || got.Return-sum > 1e-12 {
		t.Errorf("the components add up to %v, the reward is %v", sum, got.Return)
	}
	return got
}

// The same completions give the same episode and rewards by voi's own protocol, by the Open
// Reward Standard and for NeMo Gym (which gets no rewards of steps).
func TestEpisodesByEveryContract(t *testing.T) {
	h := testHTTP(t, testCore(t, func(c *Config) { catalog(t, c) }), loopback, HTTPOptions{})
	succeeded := 0
	for name, a := range agents {
		for seed := range 8 {
			want := overVoi(t, h, seed, a.calls, a.last)
			if want.Success {
				succeeded++
			}
			if diff := cmp.Diff(want, overORS(t, h, seed, a.calls, a.last)); diff != "" {
				t.Errorf("%s, seed %d, by ORS:\n%s", name, seed, diff)
			}
			got := overGym(t, h, seed, a.calls, a.last)
			got.Rewards = want.Rewards
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, seed %d, by NeMo Gym:\n%s", name, seed, diff)
			}
		}
	}
	if succeeded < 4 || succeeded == 8*len(agents) {
		t.Errorf("%d episodes succeed", succeeded)
	}
}

// The routes of the Open Reward Standard, and the errors of bad requests.
func TestORS(t *testing.T) {
	h := testHTTP(t, testCore(t, func(c *Config) { catalog(t, c) }), loopback, HTTPOptions{})
	for _, c := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"GET", "/health", "", 200, `{"status":"ok"}`},
		{"GET", "/list_environments", "", 200, `["voi"]`},
		{"GET", "/voi/splits", "", 200, `[{"name":"train","type":"train"}]`},
		{"POST", "/voi/num_tasks", `{"split":"train"}`, 200, `{"num_tasks":1}`},
		{"POST", "/voi/tasks", `{"split":"train"}`, 200, `{"tasks":[{"task":"booking","seed":0}],"env_name":"voi"}`},
		{"POST", "/voi/task", `{"split":"train","index":0}`, 200, `{"task":{"task":"booking","seed":0},"env_name":"voi"}`},
		{"POST", "/voi/task", `{"split":"train","index":-1}`, 200, `"task":"booking"`},
		{"POST", "/voi/task_range", `{"split":"train","start":0,"stop":0}`, 200, `{"tasks":[],"env_name":"voi"}`},
		{"POST", "/voi/task", `{"split":"train","index":1}`, 400, item.CodeBadRequest},
		{"POST", "/voi/task", `{"split":"train"}`, 400, item.CodeBadRequest},
		{"POST", "/voi/task", `{"split":"train","index":1e99}`, 400, item.CodeBadRequest},
		{"POST", "/voi/num_tasks", `{"split":"nothing"}`, 400, item.CodeBadRequest},
		{"POST", "/create", `{"split":"train","index":0}`, 200, `{"sid":"s"}`},
		{"POST", "/create", `{"split":"train","index":0}`, 400, "at work"},
		{"POST", "/ping", ``, 200, `{"status":"ok"}`},
		{"GET", "/voi/prompt", "", 200, `[{"text":"You book tables.","detail":null,"type":"text"},{"text":"Book a table at Lotus.","detail":null,"type":"text"}]`},
		{"GET", "/voi/messages", "", 200, `{"role":"user","blocks":[{"text":"Book a table at Lotus.","detail":null,"type":"text"}]}`},
		{"GET", "/voi/task_tools", "", 200, `"name":"book_table"`},
		{"GET", "/voi/task_tools", "", 200, `"terminal_tool":{"name":"final_message","arg":"text"`},
		{"POST", "/voi/call", `{"name":"ask_user","input":"Which day?"}`, 200, `"reason":"input_validation"`},
		{"POST", "/voi/call", `{"name":"ask_user","input":{},"task_id":"nobody's"}`, 200, "event: error"},
		{"POST", "/voi/call", `{"name":"final_message","input":{"text":"I can't."}}`, 200, `"finished":true`},
		{"POST", "/voi/call", `{"name":"ask_user","input":{"question":"Which day?"}}`, 200, `"reason":"episode_finished"`},
		{"POST", "/delete", ``, 200, `{"sid":"s"}`},
		{"POST", "/voi/call", `{"name":"ask_user","input":{"question":"Which day?"}}`, 410, item.CodeUnknownEpisode},
		{"GET", "/voi/prompt", "", 410, item.CodeUnknownEpisode},
		{"GET", "/splits", "", 200, `[{"name":"train","type":"train"}]`}, // of the first environment
		{"POST", "/call", `{"name":"ask_user","input":{"question":"Which day?"}}`, 410, item.CodeUnknownEpisode},
		{"POST", "/create", `{"task_spec":{"task":"nobody"}}`, 410, item.CodeUnknownTask},
		{"POST", "/create", `{"task_spec":{"task":"booking","seed":-1}}`, 400, item.CodeBadRequest},
		{"POST", "/create", `{"task_spec":` + flat(booking) + `}`, 200, `{"sid":"s"}`},
	} {
		w := ask(h, c.method, c.path, c.body, "X-Session-ID", "s")
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s %s %s: %d %.400s, want %d %s", c.method, c.path, c.body, w.Code, w.Body, c.status, c.want)
		}
	}
	if w := ask(h, "GET", "/voi/prompt", ""); w.Code != 400 {
		t.Errorf("without a session: %d %s", w.Code, w.Body)
	}
	lost := ask(h, "POST", "/voi/call", `{"name":"ask_user","input":{"question":"Which day?"}}`, "X-Session-ID", "s")
	_, id, _ := strings.Cut(lost.Body.String(), "data: ")
	id, _, _ = strings.Cut(id, "\r\n")
	again := ask(h, "POST", "/voi/call", `{"name":"ask_user","input":{"question":"Which day?"},"task_id":"`+id+`"}`, "X-Session-ID", "s")
	if again.Body.String() != lost.Body.String() {
		t.Errorf("a stream that was lost is another one:\n%s\n%s", lost.Body, again.Body)
	}
	long := called("x", []byte(strings.Repeat("a é", 5000)))
	if v := strings.Count(string(long), "event: chunk"); v < 5 || strings.Contains(string(long), "\xc3\r\n") || strings.Contains(string(long), " \r\n") {
		t.Errorf("%d chunks", v)
	}
}
