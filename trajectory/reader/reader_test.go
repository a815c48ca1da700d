package reader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/configs"
	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/trajectory"
)

// read reads a text as a file, and returns the runs and the codes of the rejections.
func read(t testing.TB, text string) (runs []*trajectory.Trajectory, rejected []string) {
	t.Helper()
	return drain(t, "-", rows.Options{Stdin: strings.NewReader(text)})
}

func drain(t testing.TB, path string, opt rows.Options) (runs []*trajectory.Trajectory, rejected []string) {
	t.Helper()
	in, err := Open(context.Background(), path, opt)
	sharedtest.OK(t, err)
	defer in.Close()
	for {
		raw, err := in.Next()
		if errors.Is(err, io.EOF) {
			return runs, rejected
		}
		sharedtest.OK(t, err)
		rec := in.Decode(raw)
		if rec.Rejection != nil {
			rejected = append(rejected, rec.Rejection.Code)
		}
		runs = append(runs, rec.Runs...)
	}
}

// show is a run in one line: roles, calls, errors.
func show(t *trajectory.Trajectory) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%s", t.ID, t.TaskID)
	for i := range t.Messages {
		m := &t.Messages[i]
		fmt.Fprintf(&b, " %s", m.Role[:1])
		if m.Content != "" {
			fmt.Fprintf(&b, "(%s)", m.Content)
		}
		for _, c := range m.Calls {
			fmt.Fprintf(&b, "!%s%s", c.Name, c.Arguments.JSON())
		}
		if m.Failed {
			b.WriteString("#")
		}
	}
	fmt.Fprintf(&b, " ref %d", len(t.Reference.Actions))
	if t.Outcome != nil {
		fmt.Fprintf(&b, " = %v", *t.Outcome)
	}
	return b.String()
}

const sim = `{"id":"s%d","task_id":7,"termination_reason":"user_stop","reward_info":{"reward":1.0,"action_checks":[{"action":{"name":"lend","arguments":{"book":"B1"},"requestor":"assistant","compare_args":null},"action_match":true}]},"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null,"tool_calls":[{"id":"c","name":"lend","arguments":{"book":"B1"},"requestor":"assistant"}]},{"id":"c","role":"tool","content":"ok","error":false,"requestor":"assistant"}]}`

const simShown = "s%d/7 u(hi) a!lend{\"book\":\"B1\"} t(ok) ref 1 = 1"

func TestSources(t *testing.T) {
	tau2 := `{"info":{"environment_info":{"domain_name":"library","tool_defs":null}},"tasks":[{"id":"7","evaluation_criteria":{"actions":[{"name":"x","arguments":{}},{"name":"y","arguments":{}}],"communicate_info":["60"]}}],"simulations":[` + fmt.Sprintf(sim, 1) + `,
		{"id":"s2","task_id":"7","termination_reason":"max_steps","reward_info":null,"messages":[{"role":"user","content":"hi"}]},
		{"id":"s3","task_id":"7","termination_reason":"infrastructure_error","reward_info":{"reward":0.0,"action_checks":null},"messages":[{"role":"user","content":"hi"}]}],"after":1}`
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"tau2, one object", tau2, []string{fmt.Sprintf(simShown, 1), "s2/7 u(hi) ref 2 = 0", "s3/7 u(hi) ref 0"}},
		{"tau2, indented", strings.ReplaceAll(tau2, ",", ",\n "), []string{fmt.Sprintf(simShown, 1), "s2/7 u(hi) ref 2 = 0", "s3/7 u(hi) ref 0"}},
		{"tau2, a list of simulations", "[" + fmt.Sprintf(sim, 1) + "," + fmt.Sprintf(sim, 2) + "]", []string{fmt.Sprintf(simShown, 1), fmt.Sprintf(simShown, 2)}},
		{"tau2, a simulation a line", fmt.Sprintf(sim, 1) + "\n" + fmt.Sprintf(sim, 2) + "\n", []string{fmt.Sprintf(simShown, 1), fmt.Sprintf(simShown, 2)}},
		{"tau-bench", `[{"task_id":3,"trial":1,"reward":0.0,"info":{"task":{"actions":[{"name":"pay","kwargs":{"sum":2}}],"outputs":["2"]}},"traj":[{"role":"system","content":"p"},{"role":"assistant","content":null,"tool_calls":[{"id":"k","type":"function","function":{"name":"pay","arguments":"{\"sum\": 3}"}}]},{"role":"tool","tool_call_id":"k","name":"pay","content":"Error: too much"}]}]`,
			[]string{`3#1/3 s(p) a!pay{"sum":3} t(Error: too much)# ref 1 = 0`}},
		{"a replay", `{"task_id":4,"instruction":"do it","actions":[{"name":"pay","kwargs":{"sum":2}}],"outputs":[],"steps":[{"obs":"paid","err":false}]}`, []string{`replay#4/4 u(do it) a!pay{"sum":2} t(paid) ref 1`}},
		{"ATIF of another", `{"schema_version":"ATIF-v1.8","session_id":"z","agent":{"name":"x","version":"1"},"steps":[{"step_id":1,"source":"user","message":[{"type":"text","text":"hi"}]},{"step_id":2,"source":"agent","message":"on it","reasoning_content":"hm","tool_calls":[{"tool_call_id":"q","function_name":"ls","arguments":{"dir":"/"}}],"observation":{"results":[{"source_call_id":"q","content":"bin"}]}}]}`,
			[]string{`z/ u(hi) a(on it)!ls{"dir":"/"} t(bin) ref 0`}},
		{"a trace of verifiers", `{"version":1,"id":"v","task":{"type":"T","data":{"answer":"4"},"key":"k"},"nodes":[{"parent":null,"message":{"role":"user","content":"2+2"}},{"parent":0,"message":{"role":"assistant","content":"5"}},{"parent":0,"sampled":true,"message":{"role":"assistant","content":"4"}}],"rewards":{"right":{"score":1.0,"weight":0.5},"form":{"score":1.0,"weight":0.25}},"stop_condition":"done","errors":[]}`,
			[]string{"v/k u(2+2) a(4) ref 0 = 0.75"}},
		{"an episode that was not scored", `{"id":"e","task":"t9","traces":[{"id":"v1","nodes":[{"parent":null,"message":{"role":"user","content":"a"}}],"rewards":{"right":null}},{"id":"v2","nodes":[{"parent":null,"message":{"role":"user","content":"b"}}],"rewards":{}}]}`, []string{"v1/t9 u(a) ref 0", "v2/t9 u(b) ref 0"}},
		{"a prompt with a completion", `{"prompt":[{"role":"user","content":"a"}],"completion":[{"role":"assistant","content":"b"}],"reward":0.5,"task_id":"p","id":"i"}`, []string{"i/p u(a) a(b) ref 0 = 0.5"}},
		{"NeMo Gym", `{"responses_create_params":{"input":[{"role":"user","content":"a"}],"tools":[{"type":"function","name":"f","parameters":{}}]},"response":{"output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}]},{"type":"function_call","call_id":"1","name":"f","arguments":"{}"},{"type":"function_call","call_id":"2","name":"f","arguments":"{\"x\":1}"},{"type":"function_call_output","call_id":"1","output":"ok"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"done"}]}]},"reward":1,"_ng_task_index":5,"_ng_rollout_index":0}`,
			[]string{`5#0/5 u(a) a!f{}!f{"x":1} t(ok) a(done) ref 0 = 1`}},
		{"results of BFCL", `{"id":"multi_turn_base_3","result":[[[{"cd":"{\"folder\": \"x\"}"}],"done"]],"inference_log":[{"begin_of_turn_query":[{"role":"user","content":"go to x"}],"step_0":[{"role":"assistant","content":""},{"role":"tool","content":"at x"}]}]}`,
			[]string{`multi_turn_base_3/multi_turn_base_3 u(go to x) a!cd{"folder":"x"} t(at x) a(done) ref 0`}},
		{"FireAct", `{"12":{"reward":true,"em":true,"gt":"oslo","traj":"Below is it.\n\n### Instruction:\nWhere?\n\n### Response:\nThought: look\nAction: search[capital of Norway]\nObservation: Oslo is\nit.\nThought: so\nAction:  finish[Oslo]\nObservation: Episode finished, reward = True\n"},"13":{"reward":false,"traj":"Question: Who?\nThought 1: t\nAction 1: lookup[x]\n"}}`,
			[]string{`12/12 u(Where?) a!search{"input":"capital of Norway"} t(Oslo is
it.) a!finish{"input":"Oslo"} t(Episode finished, reward = True) ref 0 = 1`, `13/13 u(Who?) a!lookup{"input":"x"} ref 0 = 0`}},
		{"logs as text", "Question: Wer?\nThought: nachsehen\nAction: suche\nAction Input: {\"wort\": \"Wer\"}\nObservation: niemand\nFinal Answer: niemand\nQuestion: Was?\nThought: x\nAction: suche[Was]\n",
			[]string{`/ u(Wer?) a!suche{"wort":"Wer"} t(niemand) a(niemand) ref 0`, `/ u(Was?) a!suche{"input":"Was"} ref 0`}},
		{"SWE-agent", "{\n \"trajectory\": [{\"action\":\"ls\",\"observation\":\"a.py\",\"response\":\"look\",\"thought\":\"t\"}],\n \"history\":[{\"role\":\"system\",\"content\":\"s\"},{\"role\":\"user\",\"content\":\"fix it\"}],\"info\":{\"exit_status\":\"submitted\"},\"instance_id\":\"r__1\"}",
			[]string{`r__1/r__1 s(s) u(fix it) a(look)!bash{"command":"ls"} t(a.py) ref 0`}},
		{"a transcript", `{"id":"t","messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}`, []string{"t/ u(a) a(b) ref 0"}},
		{"ShareGPT", `{"id":"t","conversations":[{"from":"human","value":"a"},{"from":"function_call","value":"{\"name\":\"f\",\"arguments\":{\"x\":1}}"},{"from":"observation","value":"1"},{"from":"gpt","value":"b"}]}`, []string{`t/ u(a) a!f{"x":1} t(1) a(b) ref 0`}},
		{"ACEBench", `{"id":"a1","question":"user: Book it.\nsystem: For when?\nuser: Friday.\n","function":[{"name":"book","parameters":{"type":"dict","properties":{"day":{"type":"string"}},"required":["day"]}}],"ground_truth":{"book":{"day":"Friday"}}}`,
			[]string{`a1/a1 u(Book it.) a(For when?) u(Friday.) a!book{"day":"Friday"} ref 1`}},
	} {
		runs, rejected := read(t, c.text)
		var got []string
		for _, r := range runs {
			s := show(r)
			if len(r.ID) == 32 { // an id from the content
				s = strings.Replace(s, r.ID, "", 1)
			}
			got = append(got, s)
			if back, err := trajectory.Parse(r.Value()); err != nil || back.Value().JSON() != r.Value().JSON() {
				t.Errorf("%s: not read back: %v", c.name, err)
			}
			if back, err := trajectory.ParseATIF(r.ATIF()); err != nil || back.Value().JSON() != r.Value().JSON() {
				t.Errorf("%s: ATIF is not read back: %v", c.name, err)
			}
		}
		if len(rejected) > 0 || strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s: rejected %v, read\n%s\nwant\n%s", c.name, rejected, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestWhatIsNoRunHasAReason(t *testing.T) {
	many := `{"trajectory_id":"1","messages":[` + strings.Repeat(`{"role":"user","content":"x"},`, 300_000) + `{"role":"user"}]}`
	large := `{"trajectory_id":"1","messages":[{"role":"tool","content":"` + strings.Repeat("x", 17<<20) + `"}]}`
	for _, c := range []struct{ name, text, code string }{
		{"too many messages", many, "too_large"},
		{"too large a result", large, "too_large"},
		{"too large in a file of tau2's", `{"tasks":[],"simulations":[{"id":"s","messages":[{"role":"tool","content":"` + strings.Repeat("x", 17<<20) + `"}]}]}`, "too_large"},
		{"a role that is none", `{"trajectory_id":"1","messages":[{"role":"oracle"}]}`, "bad_field"},
		{"no messages", `{"trajectory_id":"1","messages":[]}`, "no_messages"},
		{"keys that nobody knows", `{"a":1}`, "unknown_format"},
		{"no JSON", `{"trajectory_id":`, "bad_json"},
		{"a file that was cut off", `{"tasks":[],"simulations":[{"id":1}`, "bad_json"},
		{"too many actions", `{"trajectory_id":"1","messages":[{"role":"user"}],"reference":{"actions":[` + strings.Repeat(`{"name":"f"},`, 600) + `{"name":"f"}]}}`, "too_large"},
	} {
		runs, rejected := read(t, c.text)
		if len(runs) > 0 && c.name != "a file that was cut off" || len(rejected) == 0 || rejected[len(rejected)-1] != c.code {
			t.Errorf("%s: %d runs, rejected %v, want %s", c.name, len(runs), rejected, c.code)
		}
	}
}

// One bad row does not affect another.
func TestABadRowIsOneRejection(t *testing.T) {
	good := `{"trajectory_id":"1","messages":[{"role":"user","content":"x"}]}`
	runs, rejected := read(t, good+"\n{broken\n"+good+"\n")
	if len(runs) != 2 || len(rejected) != 1 {
		t.Errorf("%d runs, %v", len(runs), rejected)
	}
	runs, rejected = read(t, `{"simulations":[`+fmt.Sprintf(sim, 1)+`,{"id":"x","reward_info":null,"messages":"none"},`+fmt.Sprintf(sim, 2)+`]}`)
	if len(runs) != 2 || len(rejected) != 1 {
		t.Errorf("in a list: %d runs, %v", len(runs), rejected)
	}
}

// Every file of the shared data is read without dropping a row, and our checks agree with
// those that tau2 recorded.
func TestSharedFilesAreReadWhole(t *testing.T) {
	dir := sharedtest.Shared(t, "data")
	want := map[string]int{"gpt-4.1_airline.json.gz": 20, "gpt-4.1_retail.json.gz": 40, "telecom_small.json.gz": 1, "tau_airline_replay.jsonl.gz": 50, "fireact_llama2-7b.json.gz": 500}
	critical := sharedtest.Need(trajectory.NewCritical())(t)
	var none trajectory.Trajectory
	counter := sharedtest.Need(trajectory.NewCounter(critical, none.Annotated))(t)
	files := 0
	for _, pattern := range [...]string{"tau2/*.gz", "retrieval/*.gz", "bfcl/multi_turn/*.gz", "acebench/*.gz"} {
		paths, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, path := range paths {
			files++
			n := want[filepath.Base(path)]
			if n == 0 {
				n = lines(t, path)
			}
			runs, rejected := drain(t, path, rows.Options{})
			if len(runs) != n || len(rejected) > 0 {
				t.Errorf("%s: %d runs of %d, rejected %v", path, len(runs), n, rejected)
			}
			for _, r := range runs {
				if got := counter.Tally(r); got.ActionsDisagree > 0 {
					t.Errorf("%s: of the checks of %s %d are other than ours", path, r.ID, got.ActionsDisagree)
				}
			}
		}
	}
	if files < 11 {
		t.Errorf("only %d files were found", files)
	}
}

// The recorded gold actions are all right and complete.
func TestTheGoldReplayIsRight(t *testing.T) {
	path := sharedtest.Shared(t, "data", "tau2", "tau_airline_replay.jsonl.gz")
	var lists []domains.Value
	for _, text := range configs.Critical() {
		v := sharedtest.Need(yamlvalue.Parse(string(text), jsonvalue.Options{}))(t)
		lists = append(lists, v)
	}
	critical := sharedtest.Need(trajectory.NewCritical(lists...))(t)
	counter := sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t)
	executed := int64(0)
	runs, _ := drain(t, path, rows.Options{})
	for _, r := range runs {
		n := counter.Tally(r)
		executed += n.CriticalExecuted
		if n.CriticalExecuted != *n.CriticalCorrect || *n.CriticalRequired != *n.CriticalCorrect || n.CriticalUnknown > 0 || n.Coverage != nil && *n.Coverage != 1 {
			t.Errorf("%s: %+v", r.ID, n)
		}
	}
	if executed == 0 {
		t.Error("no critical call was executed")
	}
}

// The critiques of one message equal those of the whole run, although the reading before the
// message was made for other tools.
func TestCritiquesFromAMessage(t *testing.T) {
	runs, _ := drain(t, sharedtest.Shared(t, "data", "tau2", "gpt-4.1_airline.json.gz"), rows.Options{})
	critical := sharedtest.Need(trajectory.NewCritical(sharedtest.Need(domains.ParseValue(`{"critical":["book_reservation","cancel_reservation","update_reservation_flights","get_reservation_details"]}`))(t)))(t)
	counter := sharedtest.Need(trajectory.NewCounter(critical, domains.Value{}))(t)
	held := 0
	for _, run := range runs {
		for _, want := range counter.Critiques(run) {
			before := *run
			before.Messages = run.Messages[:want.Message]
			tools := []domains.Tool{{Name: "get_user", Params: []domains.Param{{Name: "user_id"}}}}
			read := grounding.Read(grounding.Input{Turns: counter.Turns(&before), Tools: tools})
			before.Messages = run.Messages[:want.Message+1]
			got := counter.CritiquesFrom(&before, want.Message, read)
			if len(got) <= want.Call || !reflect.DeepEqual(got[want.Call].Signals, want.Signals) {
				t.Errorf("%s, message %d: %+v, of the whole run %+v", run.ID, want.Message, got, want)
			}
			held++
		}
	}
	if held < 20 {
		t.Errorf("%d critical calls are held", held)
	}
}

func lines(t *testing.T, path string) int {
	f := sharedtest.Need(os.Open(path))(t)
	defer f.Close()
	z := sharedtest.Need(gzip.NewReader(f))(t)
	text := sharedtest.Need(io.ReadAll(z))(t)
	return len(bytes.Split(bytes.TrimSpace(text), []byte("\n")))
}

// Rows that cannot be read do not decide what a file is: the first one that can does.
func TestATornRowDoesNotDecideWhatAFileIs(t *testing.T) {
	const run = `{"trajectory_id":"a","messages":[{"role":"user","content":"x"}]}`
	const sample = `{"question":"x","tools":[],"correct_answer":"direct"}`
	torn := run[:20] + "\n"
	for _, x := range []struct {
		text string
		run  bool
	}{
		{torn + run, true},
		{torn + `{"a":[` + strings.Repeat("1,", 1<<18) + "1]}\n" + run, true},
		{torn + sample + "\n" + run, false},
		{strings.Repeat(torn, mostUnread) + run, false},
	} {
		path := filepath.Join(t.TempDir(), "f.jsonl")
		sharedtest.OK(t, os.WriteFile(path, []byte(x.text), 0o600))
		if v, run := First(context.Background(), path); run != x.run {
			t.Errorf("%.60q...: a file of runs: %v, by %.60s", x.text, run, v.JSON())
		}
	}
}

// FuzzDecode checks that every text gives runs, which both forms can carry, or reasons.
func FuzzDecode(f *testing.F) {
	f.Add(fmt.Sprintf(sim, 1))
	f.Add(`{"simulations":[` + fmt.Sprintf(sim, 1) + `],"tasks":[{}]}`)
	f.Add("Question: a\nThought: b\nAction: c[d]\n")
	f.Add(`{"nodes":[{"parent":5,"message":{"role":"user"}}]}`)
	f.Add(`{"a":{"traj":"Thought: x\nAction: f({\"a\": 1})"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		in, err := Open(context.Background(), "-", rows.Options{Stdin: strings.NewReader(text)})
		if err != nil {
			return
		}
		defer in.Close()
		critical, _ := trajectory.NewCritical()
		var none trajectory.Trajectory
		counter, _ := trajectory.NewCounter(critical, none.Annotated)
		for range len(text) + 2 {
			raw, err := in.Next()
			if err != nil {
				return
			}
			rec := in.Decode(raw)
			if (rec.Rejection == nil) == (len(rec.Runs) == 0) {
				t.Fatalf("%d runs and the rejection %v", len(rec.Runs), rec.Rejection)
			}
			for _, r := range rec.Runs {
				counter.Tally(r)
				want := r.Value().JSON()
				if back, err := trajectory.ParseATIF(r.ATIF()); err != nil || back.Value().JSON() != want {
					t.Fatalf("ATIF of %s: %v", want, err)
				}
			}
		}
		t.Fatal("more rows than bytes")
	})
}

// A sum of rewards that is no number is no outcome.
func TestRewardsWithoutASum(t *testing.T) {
	runs, rejected := read(t, `{"id":"v","nodes":[{"parent":null,"message":{"role":"user","content":"a"}}],"rewards":{"right":{"score":1e200,"weight":1e200}}}`)
	if len(runs) != 1 || runs[0].Outcome != nil {
		t.Errorf("%d runs, rejected: %v", len(runs), rejected)
	}
}

// The lines of a long log are joined once.
func TestALongLog(t *testing.T) {
	sharedtest.Unraced(t)
	begin := sharedtest.CPU()
	runs, rejected := read(t, jsonvalue.ObjectOf("traj", "Question: q\nThought: t\nAction: search[a]\nObservation:  b \n\n"+strings.Repeat("  c \n", 200_000)).JSON()+"\n")
	if took := sharedtest.CPU() - begin; took > 2*time.Second {
		t.Errorf("it takes %v", took)
	}
	if len(runs) != 1 || runs[0].Messages[2].Content != "b"+strings.Repeat("\n  c", 200_000) {
		t.Errorf("%d runs, rejected: %v", len(runs), rejected)
	}
}

// The replayed gold actions of tau-bench fulfil the whole plan derived from them, and reach
// the recorded states.
func TestGoldReplaysCertifyTheirPlans(t *testing.T) {
	runs, rejected := drain(t, sharedtest.Shared(t, "data", "tau2", "tau_airline_replay.jsonl.gz"), rows.Options{})
	if len(runs) != 50 || len(rejected) != 0 {
		t.Fatalf("%d runs, %v", len(runs), rejected)
	}
	states := 0
	for _, run := range runs {
		c, err := new(trajectory.Plans).Certify(context.Background(), run)
		if err != nil || c == nil || c.Progress() != 1 || c.Replans != 0 {
			t.Errorf("%s: %+v, %v", run.ID, c, err)
		}
		for _, m := range run.Messages {
			if m.State != "" {
				states++
			}
		}
	}
	if states == 0 {
		t.Error("no state of the world was read")
	}
}
