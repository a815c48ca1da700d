package gateway

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/decide"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// turnOf is a turn with the given messages.
func turnOf(t testing.TB, o *Options, messages string) *Turn {
	t.Helper()
	return sharedtest.Need(newTurn(`{"tools":`+bookTools+`,"messages":`+messages+`}`, o))(t)
}

// calls is a reply that makes a call.
func calls(name, arguments string) *Reply {
	v, _ := domains.ParseValue(arguments)
	return calling(trajectory.Call{Name: name, Arguments: v})
}

// The entities of a global state are the latest, however many there were before.
func TestTheLatestEntities(t *testing.T) {
	o := plainOptions(t)
	const n = 100
	messages := `[{"role":"user","content":"I need a hotel in Porto."}`
	for i := range n {
		messages += fmt.Sprintf(`,{"role":"assistant","tool_calls":[{"id":"c%d","function":{"name":"find_hotel","arguments":"{\"city\":\"Porto\"}"}}]},{"role":"tool","tool_call_id":"c%d","content":"{\"hotel_id\":\"H%d\"}"}`, i, i, i)
	}
	entities := turnOf(t, &o, messages+"]").navigated().Field("key_entities").Items()
	if last := entities[len(entities)-1]; len(entities) != mostParts || last.Field("value").Str() != fmt.Sprintf("H%d", n-1) {
		t.Errorf("of the hotels H0 to H%d the state has %d, the last of them %s", n-1, len(entities), last.JSON())
	}
}

// A tool with many parameters, in a conversation that denies much or with a long error, is weighed
// in memory and time as their text takes. What was denied last is left out all the same.
func TestManyParameters(t *testing.T) {
	const n = 500
	o := plainOptions(t)
	var params, required, arguments []string
	for i := range n {
		params = append(params, fmt.Sprintf(`"p%d":{"type":"string","enum":["Red%d","Blue%d","Green%d"]}`, i, i, i, i))
		required = append(required, fmt.Sprintf(`"p%d"`, i))
		arguments = append(arguments, fmt.Sprintf(`"p%d":"Red%d"`, i, i))
	}
	call := "{" + strings.Join(arguments, ",") + "}"
	denies, failed := "", strings.Repeat("no such value of the ", 5000)+"p7"
	for i := range n {
		denies += fmt.Sprintf("No City%d. ", i)
	}
	for name, k := range map[string]struct{ messages, call string }{
		"denied": {`{"role":"user","content":"` + denies + `No Blue7."}`, `{}`},
		"failed": {`{"role":"user","content":"` + strings.ReplaceAll(strings.Trim(call, "{}"), `"`, "") + `"},{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":` + jsonvalue.NewString(call).JSON() + `}}]},{"role":"tool","tool_call_id":"a","content":"Error: ` + failed + `"}`, call},
	} {
		turn := sharedtest.Need(newTurn(`{"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{`+strings.Join(params, ",")+`},"required":[`+strings.Join(required, ",")+`]}}}],"messages":[`+k.messages+`]}`, &o))(t)
		r := calls("f", k.call)
		turn.look(r)
		took := allocated(func() { sharedtest.Need(sharedtest.Need(newSage("", &o))(t).Look(t.Context(), turn, r, nil))(t) })
		if took > 256<<20 {
			t.Errorf("%s: %d MB were allocated", name, took>>20)
		}
		if got := turn.denied(&turn.Run.Tools[0], "p7"); name == "denied" && (len(got) != 1 || got[0].Str() != "Blue7") {
			t.Errorf("denied are %v", got)
		}
	}
}

// sage decides on its candidates as voi decide does, whatever was asked before.
func TestSageDecidesAsDecide(t *testing.T) {
	o := plainOptions(t)
	rng := rand.New(rand.NewPCG(3, 9))
	said := []string{"I need a hotel in Porto.", "HTL-2931 please.", "Three nights.", "With breakfast.", "Not with full board.", "Hello?"}
	asked := []string{"Could you tell me the nights?", "Which board would you like?", "What is the hotel id and the board?"}
	seen := map[string]int{}
	for range 300 {
		var messages []string
		for range 1 + rng.IntN(5) {
			messages = append(messages, fmt.Sprintf(`{"role":"user","content":%q}`, said[rng.IntN(len(said))]))
			if rng.IntN(2) == 0 {
				messages = append(messages, fmt.Sprintf(`{"role":"assistant","content":%q}`, asked[rng.IntN(len(asked))]))
			}
		}
		turn := turnOf(t, &o, "["+strings.Join(messages, ",")+"]")
		r := calls("book_hotel", fmt.Sprintf(`{"hotel_id":%q,"nights":%d,"board":%q}`, []string{"HTL-2931", "X-1", "<UNK>"}[rng.IntN(3)], 2+rng.IntN(3), []string{"full", "breakfast"}[rng.IntN(2)]))
		p := sharedtest.Need(newSage("", &o))(t)
		sight := sharedtest.Need(p.Look(t.Context(), turn, r, nil))(t)
		got := sharedtest.Need(decision.Decide(p.Rule(), p.Rule().Actions(), sight.Signals))(t)

		_, _, cands := turn.candidates([]*Reply{r})
		b := sharedtest.Need(certainty.NewBelief(turn.counter.Offered(turn.Run), turn.counter.Sets(turn.Run), cands, certainty.Options{}))(t)
		if narrowed := sharedtest.Need(turn.narrow(b))(t); narrowed != b {
			continue // voi decide cannot be told excluded values
		}
		var history jsonvalue.Members
		for name, n := range turn.state().past().asked {
			history.Add(name, jsonvalue.NewInt(int64(n)))
		}
		item := jsonvalue.ObjectOf("tools", value(t, bookTools), "candidates", domains.CallsValue([]domains.Call{cands[0].Call}),
			"asked", jsonvalue.NewObject(history...), "questions_asked", jsonvalue.NewInt(int64(turn.state().past().asks)))
		answer, _ := decide.AppendReply(nil, item)
		reply := value(t, string(answer))
		want := map[string]string{"call": Keep, "ask": Ask}[reply.Field("action").Str()]
		if got != want || sight.Signals.Get("v_now") != float(reply.Field("v_now")) {
			t.Fatalf("%v\n%s: sage does %q, voi decide says %s", messages, r.Raw.JSON(), got, reply.JSON())
		}
		seen[got]++
	}
	if seen[Keep] < 10 || seen[Ask] < 10 {
		t.Errorf("the conversations are all alike: %v", seen)
	}
}

func float(v domains.Value) float64 { f, _ := v.Float(); return f }

// The recorded signals of every policy give the recorded action under its rule, so that voi
// replay decides as the gateway did.
func TestRulesReplayWhatWasRecorded(t *testing.T) {
	for _, policy := range Names() {
		if policy == "dc" {
			continue
		}
		dir := t.TempDir()
		s := gatewayOf(t, script(Faults{Invent: 0.7, Repeat: 0.3, Lose: 0.2}).Upstream(), policy, func(o *Options) { o.Record, o.MaxCalls = dir, 20 })
		for i := range 6 {
			c := chat{t: t, base: s.URL, metadata: fmt.Sprintf(`"trajectory_id":"r%d"`, i)}
			c.turn(asksForHotel, fmt.Sprintf(`{"role":"user","content":"Number %d."}`, i))
			for range 4 {
				if n := len(c.messages); len(made(c.messages[n-1])) > 0 {
					c.turn(hotels)
				} else {
					c.turn(fmt.Sprintf(`{"role":"user","content":"Three nights, with breakfast, please, %d."}`, i))
				}
			}
		}
		actions := map[string]bool{}
		sharedtest.OK(t, filepath.WalkDir(filepath.Join(dir, DecisionsFolder), func(path string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			for line := range strings.Lines(string(sharedtest.Need(os.ReadFile(path))(t))) {
				r := sharedtest.Need(decision.ParseRecord(value(t, line)))(t)
				rule := decision.Live(r.Policy)
				if rule == nil || rule.Identity().SHA256 != r.SHA256 {
					t.Fatalf("%s: no rule is %s %s", policy, r.Policy, r.SHA256)
				}
				if got := sharedtest.Need(decision.Decide(rule, r.Actions, r.Signals))(t); got != r.Action {
					t.Errorf("%s: %v gives %s, and %s was done", policy, r.Signals, got, r.Action)
				}
				actions[r.Action] = true
			}
			return nil
		}))
		if quiet := []string{"pass", "react-ask", "procot", "domain-react", "debate", "cgdp"}; len(actions) < 2 && !slices.Contains(quiet, policy) {
			t.Errorf("%s did one thing: %v", policy, actions)
		}
	}
}

// witness is an upstream that keeps its requests, and answers as a script does.
func witness(s *Script, asked *[]domains.Value) *Upstream {
	return &Upstream{url: "http://script/v1", http: doer(func(r *http.Request) (*http.Response, error) {
		body, _ := io.ReadAll(r.Body)
		v, _ := domains.ParseValue(string(body))
		*asked = append(*asked, v.With("key", jsonvalue.NewString(r.Header.Get("Authorization"))))
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		return played{s}.Do(r)
	})}
}

type doer func(*http.Request) (*http.Response, error)

func (d doer) Do(r *http.Request) (*http.Response, error) { return d(r) }

// A stalled search ends in an answer from the belief state; the model gets what each of the
// paper's conditions prescribes.
func TestCGDP(t *testing.T) {
	for condition, want := range map[string]struct{ history, notes, data bool }{
		"kept": {true, true, false}, "baseline": {true, false, false}, "lobotomized": {false, false, false}, "structured": {false, false, true}, "freeform": {false, true, false},
	} {
		var asked []domains.Value
		s := gatewayOf(t, witness(script(Faults{Repeat: 1}), &asked), "cgdp:"+condition, nil)
		c := chat{t: t, base: s.URL}
		c.turn(asksForHotel)
		for range 2 {
			if m, voi := c.turn(hotels); len(made(m)) != 1 || voi.Field("action").Str() != Keep {
				t.Fatalf("%s: %s %s", condition, m.JSON(), voi.JSON())
			}
		}
		m, voi := c.turn(hotels)
		if voi.Field("action").Str() != Stopped || len(made(m)) > 0 || voi.Field("calls").JSON() != "1" {
			t.Errorf("%s: a search that stalls gives %s, %s", condition, m.JSON(), voi.JSON())
		}
		sent := asked[len(asked)-2].Field("messages").JSON()
		got := struct{ history, notes, data bool }{strings.Count(sent, `"tool_calls"`) > 1, strings.Contains(sent, "Notes so far"), strings.Contains(sent, `\"facts\":`)}
		if got != want {
			t.Errorf("%s: the model is asked %s", condition, sent)
		}
		if forced := asked[len(asked)-1]; forced.Field("tool_choice").Str() != "none" || !strings.Contains(forced.JSON(), "HTL-2931") {
			t.Errorf("%s: the answer is forced by %s", condition, forced.JSON())
		}
	}
}

// A run that loses its goal returns to its plan. The reply shows the certified predicates, and
// the plan is requested once.
func TestSDP(t *testing.T) {
	var asked []domains.Value
	s := gatewayOf(t, witness(script(Faults{Lose: 0.6}), &asked), "sdp", nil)
	realized := 0
	for i := range 20 {
		c := chat{t: t, base: s.URL, metadata: fmt.Sprintf(`"trajectory_id":"%d"`, i)}
		c.turn(asksForHotel)
		_, voi := c.turn(fmt.Sprintf(`{"role":"user","content":"Number %d"}`, i))
		if voi.Field("action").Str() == decision.Realize {
			realized++
		}
		if state := voi.Field("decision").Items()[0].Field("state"); state.Field("n").JSON() != "2" {
			t.Fatalf("the state is %s", voi.JSON())
		}
	}
	plans := 0
	for _, a := range asked {
		if a.Field("response_format").Field("json_schema").Field("name").Str() == "plan" {
			plans++
		}
	}
	if realized < 3 || plans != 1 {
		t.Errorf("%d of 20 runs were brought back; the plan was asked for %d times", realized, plans)
	}
	// A plan from a file, with failing attempts until the run is stopped.
	file := filepath.Join(t.TempDir(), "plan.yaml")
	sharedtest.OK(t, os.WriteFile(file, []byte("predicates:\n- {called: {name: find_hotel, arguments: {city: Rome}}}\n"), 0o666))
	s = gatewayOf(t, script(Faults{Repeat: 1}).Upstream(), "sdp:plan="+file+":budget=1:no-replan", nil)
	c := chat{t: t, base: s.URL}
	c.turn(asksForHotel)
	if m, voi := c.turn(hotels); voi.Field("action").Str() != Stopped || len(made(m)) > 0 {
		t.Errorf("spent attempts give %s, %s", m.JSON(), voi.JSON())
	}
}

// A Director that is a model holds back calls that it does not approve. It has its own key;
// the client's key goes to the upstream only.
func TestDirectorThatIsAModel(t *testing.T) {
	var asked, directed []domains.Value
	director := witness(script(Faults{}), &directed)
	director.url, director.key = "http://director/v1", "sk-director"
	s := gatewayOf(t, witness(script(Faults{Invent: 1}), &asked), "nod", func(o *Options) { o.Director, o.Directing = director, "judge" })
	c := chat{t: t, base: s.URL}
	c.turn(asksForHotel)
	body := c.body("")
	body = strings.TrimSuffix(body, "]}") + "," + hotels + "]}"
	v := value(t, post(t, s.URL, body, "Authorization", "Bearer sk-client").body)
	if message := v.Field("choices").Items()[0].Field("message"); len(made(message)) > 0 || v.Field("voi").Field("action").Str() != string(trajectory.Revise) {
		t.Fatalf("%s", v.JSON())
	}
	for _, d := range directed {
		if d.Field("key").Str() != "Bearer sk-director" || d.Field("model").Str() != "judge" || strings.Contains(d.JSON(), "sk-client") {
			t.Errorf("the Director was sent %.300s", d.JSON())
		}
	}
	if len(directed) == 0 || !strings.Contains(asked[len(asked)-1].JSON(), "task_goal") || asked[len(asked)-1].Field("key").Str() != "Bearer sk-client" {
		t.Errorf("the Director was asked %d times; the model %.600s", len(directed), asked[len(asked)-1].JSON())
	}
	spent := gatewayOf(t, script(Faults{Invent: 1}).Upstream(), "nod:director=model", func(o *Options) { o.MaxCalls, o.Closed = 0, true })
	if w := post(t, spent.URL, body); w.status != http.StatusBadGateway || !strings.Contains(w.body, "--max-calls") {
		t.Errorf("a Director that may not be asked: %d %s", w.status, w.body)
	}
}

// Baselines that are prompts add their prompt and a tool to the request; a call of the tool
// becomes a question to the client.
func TestPromptedBaselines(t *testing.T) {
	var sent string
	up := &Upstream{url: "http://x", http: doer(func(r *http.Request) (*http.Response, error) {
		body, _ := io.ReadAll(r.Body)
		sent = string(body)
		return (answers(func() string {
			return `{"choices":[{"index":0,"message":{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"ask_question","arguments":"{\"question\":\"How many nights?\"}"}}]},"finish_reason":"tool_calls"}]}`
		})).Do(r)
	})}
	for policy, holds := range map[string]string{"react-ask": "one step at a time", "procot": "in more than one way", "domain-react": `breakfast`} {
		s := gatewayOf(t, up, policy, nil)
		c := chat{t: t, base: s.URL}
		m, _ := c.turn(asksForHotel)
		if m.Field("content").Str() != "How many nights?" || len(made(m)) > 0 {
			t.Errorf("%s: %s", policy, m.JSON())
		}
		if !strings.Contains(sent, `"ask_question"`) || !strings.Contains(sent, holds) {
			t.Errorf("%s: the model is asked %s", policy, sent)
		}
	}
}

// If a call failed, the values that its error names are open when it is proposed again
// (A.4.1). Denied values are excluded.
func TestSageRecovers(t *testing.T) {
	o := plainOptions(t)
	messages := `[{"role":"user","content":"Book HTL-2931 for 3 nights with breakfast."},
	{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"book_hotel","arguments":"{\"hotel_id\":\"HTL-2931\",\"nights\":3,\"board\":\"breakfast\"}"}}]},
	{"role":"tool","tool_call_id":"1","content":"Error: hotel_id is closed this week","is_error":true}]`
	turn := turnOf(t, &o, messages)
	turn.Run.Messages[2].Failed = true
	r := calls("book_hotel", `{"hotel_id":"HTL-2931","nights":3,"board":"breakfast"}`)
	p := sharedtest.Need(newSage("", &o))(t)
	sight := sharedtest.Need(p.Look(t.Context(), turn, r, nil))(t)
	if action := sharedtest.Need(decision.Decide(p.Rule(), p.Rule().Actions(), sight.Signals))(t); action != Ask {
		t.Fatalf("the call that failed: %s, %v", action, sight.Signals)
	}
	done := sharedtest.Need(sight.Do(context.Background(), Ask))(t)
	if text := done.Reply.Message.Content; !strings.Contains(text, "hotel id") || strings.Contains(text, "nights") {
		t.Errorf("it asks %q", text)
	}
	other := calls("book_hotel", `{"hotel_id":"HTL-2931","nights":3,"board":"<UNK>"}`)
	turn = turnOf(t, &o, `[{"role":"user","content":"Book HTL-2931 for 3 nights, anything but breakfast."}]`)
	_, _, cands := turn.candidates([]*Reply{other})
	b := sharedtest.Need(certainty.NewBelief(turn.counter.Offered(turn.Run), turn.counter.Sets(turn.Run), cands, certainty.Options{}))(t)
	if narrowed := sharedtest.Need(turn.narrow(b))(t); b.VNow() > 0.34 || narrowed.VNow() < 0.49 {
		t.Errorf("without what is denied V_now is %v, before %v", narrowed.VNow(), b.VNow())
	}
}

// From recorded runs the played model does what their references say. A script in JSON also
// works, and any other file is refused.
func TestScriptOfRuns(t *testing.T) {
	s := sharedtest.Need(LoadScript(t.Context(), "../examples/trajectories/runs.jsonl"))(t)
	if len(s.Tasks)+s.Untold == 0 || len(s.Tasks[0].Calls) == 0 {
		t.Fatalf("%+v", s)
	}
	task := s.Tasks[0]
	up := gatewayOf(t, s.Upstream(), "pass", nil)
	messages := fmt.Sprintf(`{"role":"user","content":%q}`, task.Says)
	var calls []string
	for range 2 * (len(task.Calls) + 1) {
		m := value(t, post(t, up.URL, `{"messages":[`+messages+`]}`).body).Field("choices").Items()[0].Field("message")
		messages += "," + m.JSON()
		if names := made(m); len(names) > 0 {
			calls = append(calls, names...)
			messages += `,{"role":"tool","content":"ok"}`
			continue
		}
		if m.Field("content").Str() == task.Answer {
			break
		}
		messages += fmt.Sprintf(`,{"role":"user","content":%q}`, task.Calls[len(calls)].Arguments.JSON()) // it asks for the values
	}
	if len(calls) != len(task.Calls) || !strings.HasSuffix(messages, task.Answer+`"}`) {
		t.Errorf("of %d calls %v are made: %s", len(task.Calls), calls, messages)
	}
	dir := t.TempDir()
	for name, k := range map[string]struct {
		text string
		ok   bool
	}{
		"script.json": {"{\n \"seed\": 7,\n \"tasks\": [{\"says\": \"Hello\", \"calls\": [], \"answer\": \"Hi\"}]\n}", true},
		"none.jsonl":  {`{"trajectory_id":"x","messages":[{"role":"assistant","content":"Hi."}]}`, false},
		"list.json":   {`[1, 2]`, false}, "text.json": {`no JSON`, false}, "empty.jsonl": {``, false},
	} {
		path := filepath.Join(dir, name)
		sharedtest.OK(t, os.WriteFile(path, []byte(k.text), 0o666))
		if got, err := LoadScript(t.Context(), path); (err == nil) != k.ok {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// A value that was asked about and not contradicted is settled: sage makes the whole call with
// it and does not ask again. An answer with another value settles nothing.
func TestWhatIsSettled(t *testing.T) {
	for _, k := range []struct {
		answer  string
		settled bool
	}{{"I already told you.", true}, {"5 nights.", false}} {
		o := plainOptions(t)
		turn := turnOf(t, &o, fmt.Sprintf(`[{"role":"user","content":"Book HTL-2931 with breakfast."},{"role":"assistant","content":"Could you tell me the nights?"},{"role":"user","content":%q}]`, k.answer))
		tool := domains.ToolNamed(turn.Run.Tools, "book_hotel")
		if got := turn.settled(tool, "nights", jsonvalue.NewInt(3)); got != k.settled {
			t.Errorf("%q: settled %v", k.answer, got)
		}
		r := calls("book_hotel", `{"hotel_id":"HTL-2931","nights":3,"board":"breakfast"}`)
		p := sharedtest.Need(newSage("", &o))(t)
		sight := sharedtest.Need(p.Look(t.Context(), turn, r, nil))(t)
		action := sharedtest.Need(decision.Decide(p.Rule(), p.Rule().Actions(), sight.Signals))(t)
		given := r
		if sight.Kept != nil {
			given = sight.Kept
		}
		if whole := action == Keep && given.Message.Calls[0].Arguments.Field("nights").JSON() == "3"; whole != k.settled {
			t.Errorf("%q: %s, %s", k.answer, action, given.Raw.JSON())
		}
	}
}
