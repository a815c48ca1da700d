package server

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/episodes"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// booking is a task whose day is hidden.
const booking = `{"id":"booking","source":"test","class":"ambiguous","system":"You book tables.",
 "tools":[{"name":"book_table","description":"Books a table.","parameters":{"type":"object","properties":{
   "restaurant":{"type":"string"},"day":{"type":"string","enum":["monday","tuesday","friday"]}},"required":["restaurant","day"]}}],
 "turns":[{"user":"Book a table at Lotus.","gold":[{"name":"book_table","arguments":{"restaurant":"Lotus","day":"friday"}}],
   "hidden":[{"tool":"book_table","aspect":"day","value":"friday"}],"reply":"On Friday."}],
 "world":{"kind":"recorded","results":[[{"booking":"B1"}]]},"split":"train","seed":1}`

func flat(text string) string { return strings.ReplaceAll(text, "\n", "") }

// catalog gives a server the one task booking.
func catalog(t testing.TB, c *Config) {
	t.Helper()
	v := sharedtest.Need(item.Parse(booking))(t)
	task := sharedtest.Need(env.ParseTask(v))(t)
	tasks := sharedtest.Need(episodes.NewCatalog(func(yield func(*env.Task, error) bool) { yield(task, nil) }))(t)
	c.Episodes = sharedtest.Need(episodes.New(episodes.Options{Tasks: tasks}))(t)
}

// asksAndBooks are the completions of an agent that asks, calls, and then answers. The
// second completion is a chat message.
var asksAndBooks = []string{
	`"<answer>\n<ASK><question>Which day?</question></ASK>\n</answer>"`,
	`{"role":"assistant","content":"","tool_calls":[{"type":"function","function":{"name":"book_table","arguments":"{\"restaurant\":\"Lotus\",\"day\":\"friday\"}"}}]}`,
	`"<answer>\n<DIRECTLY>Your table is booked.</DIRECTLY>\n</answer>"`,
}

// playing returns the requests of some episodes, as paths and bodies.
func playing(names ...string) (paths, bodies []string) {
	add := func(op, format string, args ...any) {
		paths = append(paths, "/v1/env/"+op)
		bodies = append(bodies, fmt.Sprintf(`{"op":"env_%s","id":%d,`, op, len(bodies))+fmt.Sprintf(format, args...)+"}")
	}
	for i, name := range names {
		add("reset", `"task":"booking","seed":%d,"episode":%q`, i, name)
	}
	for _, c := range asksAndBooks {
		for _, name := range names {
			add("step", `"episode":%q,"completion":%s`, name, c)
		}
	}
	add("step", `"episode":%q,"completion":"more"`, names[0])
	for _, name := range names {
		add("close", `"episode":%q,"trajectory":true`, name)
	}
	add("close", `"episode":%q`, names[0])
	add("step", `"episode":%q,"completion":"more"`, names[0])
	add("reset", `"task":"nothing"`)
	add("reset", `"tasks":[%s],"ask_tool":true`, flat(booking)) // here the server names the episode
	add("step", `"episode":"e2","completion":[{"role":"assistant","tool_calls":[{"name":"ask_user","arguments":{"question":"Which day is it?"}}]}]`)
	return paths, bodies
}

// The same requests about episodes get the same replies, byte for byte, over HTTP and on
// stdin, at any number of workers. That holds even where all requests of an episode are
// sent before the first reply is read.
func TestEpisodesOnEveryCarrier(t *testing.T) {
	paths, bodies := playing("a", "b", "c")
	h := testHTTP(t, testCore(t, func(c *Config) { catalog(t, c) }), loopback, HTTPOptions{})
	var want []string
	for i, body := range bodies {
		w := ask(h, "POST", paths[i], body)
		described(t).reply(t, "POST", paths[i], w)
		want = append(want, w.Body.String())
	}
	var states strings.Builder // without the records, whose format belongs to package env
	for _, reply := range want {
		state, _, _ := strings.Cut(reply, `,"trajectory":`)
		states.WriteString(state + "\n")
	}
	sharedtest.Golden(t, "testdata/episodes.golden", states.String())
	for _, workers := range []int{1, 2, 8} {
		core := testCore(t, func(c *Config) { catalog(t, c); c.Workers = workers })
		got := talk(t, core, LineOptions{Ordered: true}, strings.Join(bodies, "\n")+"\n")[1:]
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("with %d workers they differ:\n%s", workers, diff)
		}
	}
}

// A hostile request gets an error with a code, and the episodes of other clients go on.
func TestEpisodesHostile(t *testing.T) {
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	h := testHTTP(t, testCore(t, func(c *Config) { catalog(t, c) }), loopback, HTTPOptions{})
	post := func(op, body string) (status int, reply string) {
		w := ask(h, "POST", "/v1/env/"+op, body)
		described(t).reply(t, "POST", "/v1/env/"+op, w)
		return w.Code, w.Body.String()
	}
	post("reset", `{"task":"booking","episode":"mine"}`)
	for _, c := range []struct{ op, body, code string }{
		{"reset", `{}`, item.CodeBadRequest},
		{"reset", `{"task":3}`, item.CodeBadRequest},
		{"reset", `{"task":"booking","episode":"mine"}`, item.CodeBadRequest},
		{"reset", `{"task":"booking","episode":7}`, item.CodeBadRequest},
		{"reset", `{"task":"booking","episode":""}`, item.CodeBadRequest},
		{"reset", `{"task":"booking","episode":"` + strings.Repeat("x", 300) + `"}`, item.CodeBadRequest},
		{"reset", `{"task":"booking","seed":-1}`, item.CodeBadRequest},
		{"reset", `{"task":"booking","seed":1e999}`, item.CodeBadRequest},
		{"reset", `{"task":"booking","seed":0.5}`, item.CodeBadRequest},
		{"reset", `{"task":"booking","ask_tool":1}`, item.CodeBadRequest},
		{"reset", `{"task":"nobody"}`, item.CodeUnknownTask},
		{"reset", `{"task":"nobody","tasks":[` + flat(booking) + `]}`, item.CodeUnknownTask},
		{"reset", `{"tasks":[]}`, item.CodeBadRequest},
		{"reset", `{"tasks":{}}`, item.CodeBadRequest},
		{"reset", `{"tasks":[{}]}`, item.CodeBadRequest},
		{"reset", `{"tasks":[3]}`, item.CodeBadRequest},
		{"reset", `{"tasks":[{"id":"x","class":"explicit","tools":7,"turns":[{"user":"a"}]}]}`, item.CodeBadTools},
		{"reset", `{"tasks":[{"id":"x","class":"explicit","turns":[{"user":"a","gold":[{"name":3}]}]}]}`, item.CodeBadRequest},
		{"reset", `{"tasks":[{"id":"x","id":"y"}]}`, item.CodeBadJSON},
		{"reset", `{"tasks":[` + deep + `]}`, item.CodeTooDeep},
		{"reset", `{"task":"booking"`, item.CodeBadJSON},
		{"step", `{"episode":"nobody","completion":"x"}`, item.CodeUnknownEpisode},
		{"step", `{"completion":"x"}`, item.CodeBadRequest},
		{"step", `{"episode":["mine"],"completion":"x"}`, item.CodeBadRequest},
		{"step", `{"episode":"mine"}`, item.CodeBadRequest},
		{"step", `{"episode":"mine","completion":null}`, item.CodeBadRequest},
		{"step", `{"episode":"mine","completion":3}`, item.CodeBadRequest},
		{"step", `{"episode":"mine","completion":true}`, item.CodeBadRequest},
		{"step", `{"episode":"mine","completion":` + deep + `}`, item.CodeTooDeep},
		{"close", `{"episode":"nobody"}`, item.CodeUnknownEpisode},
		{"close", `{"episode":"mine","trajectory":"yes"}`, item.CodeBadRequest},
		{"close", `{"op":"env_step","episode":"mine"}`, item.CodeBadRequest},
	} {
		if status, reply := post(c.op, c.body); status == 200 || !strings.Contains(reply, `"code":"`+c.code+`"`) {
			t.Errorf("%s %.80s: %d %.300s, want %s", c.op, c.body, status, reply, c.code)
		}
	}
	for _, odd := range []string{`{}`, `[]`, `[[]]`, `"` + strings.Repeat("<answer>", 1000) + `"`, `"\u0000"`, `[{"role":"user","content":"x"}]`} {
		if status, reply := post("step", `{"episode":"odd`+`","completion":`+odd+`}`); status != 404 {
			t.Errorf("%d %.300s", status, reply)
		}
		post("reset", `{"task":"booking","episode":"odd"}`)
		if status, reply := post("step", `{"episode":"odd","completion":`+odd+`}`); status != 200 {
			t.Errorf("%.60s: %d %.300s", odd, status, reply)
		}
		post("close", `{"episode":"odd"}`)
	}
	for i, c := range asksAndBooks {
		status, reply := post("step", `{"episode":"mine","completion":`+c+`}`)
		if done := strings.Contains(reply, `"success":true`); status != 200 || done != (i == 2) {
			t.Errorf("%d %.600s", status, reply)
		}
	}
	if status, reply := post("step", `{"episode":"mine","completion":"x"}`); status != 409 || !strings.Contains(reply, item.CodeEpisodeDone) {
		t.Errorf("%d %.300s", status, reply)
	}
}

// Many concurrent episodes over one connection of a real server.
func TestEpisodesOverTheNetwork(t *testing.T) {
	core := testCore(t, func(c *Config) { catalog(t, c) })
	l := sharedtest.Need(net.Listen("tcp", "127.0.0.1:0"))(t)
	h := testHTTP(t, core, l.Addr(), HTTPOptions{})
	go func() { _ = h.Serve(t.Context(), l) }()
	post := func(op, body string) map[string]any {
		r, err := http.Post("http://"+l.Addr().String()+"/v1/env/"+op, "application/json", strings.NewReader(body))
		if err != nil {
			t.Error(err)
			return nil
		}
		defer r.Body.Close()
		var reply map[string]any
		if err := json.Unmarshal(sharedtest.Need(io.ReadAll(r.Body))(t), &reply); err != nil {
			t.Error(err)
		}
		return reply
	}
	var names []string
	for range 50 {
		names = append(names, fmt.Sprint(post("reset", `{"task":"booking"}`)["episode"]))
	}
	if slices.Sort(names); len(slices.Compact(names)) != 50 {
		t.Errorf("names are given twice: %v", names)
	}
	results := make(chan bool, len(names))
	for _, name := range names {
		go func() {
			var last map[string]any
			for _, c := range asksAndBooks {
				last = post("step", fmt.Sprintf(`{"episode":%q,"completion":%s}`, name, c))
			}
			results <- last["done"] == true
		}()
	}
	for range names {
		if !<-results {
			t.Error("an episode does not end")
		}
	}
}
