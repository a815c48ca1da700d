package tasks_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/tasks"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// TestClarifyBenchIntentions checks all forms of intentions that the files have; they are prose.
func TestClarifyBenchIntentions(t *testing.T) {
	texts := []string{"I want to fly soon. Can you check my papers?", "Set my budget, please.", "Book the flight."}
	for intent, want := range map[string]string{
		// A numbered list with quotations; a clarification is below its request or an item of its
		// own.
		"1. User requests \"I want to fly soon. Can you check my papers?\"\n   - If asked, user clarifies that this is \"My name is Ada, \"Lovelace\" is the last one.\"\n\n2. Thereafter, user requests \"Set my budget, please.\"\n\n3. User requests \"Book the flight.\"": `My name is Ada, "Lovelace" is the last one.||`,
		"1. User requests: \"I want to fly soon. Can you check my papers?\"\n\n2. User requests: \"Set my budget, please.\"\n\n3. If asked, user clarifies: \"It is 300 dollars.\"\n\n4. Thereafter, user requests: \"Book the flight.\"":                                     "|It is 300 dollars.|",
		// A request that is not in the file, with its own clarification.
		"1. User requests 'I want to fly soon. Can you check my papers?' 2. User requests 'Now tell me a long story about the sea.' If asked, user clarifies that 'It has whales.' 3. User requests 'Set my budget, please.' 4. User requests 'Book the flight' If asked, user clarifies that 'I go to Rome.'": "||I go to Rome.",
		// A number at the end of a text is not a list number.
		"1. User requests a check. If asked, user clarifies that the number is 4.\n\n2. Thereafter, user requests a budget.\n   - If asked, user clarifies that it is 300. 3. User requests a flight.": "the number is 4.|300.|",
		"User requests a check. If asked, user clarifies that there are 7.\n- User requests a budget. User requests a flight.":                                                                         "there are 7.||",
		// No quotations.
		"User requests a check of the papers. If asked, user clarifies that the name is Ada. Thereafter, user requests a budget. User requests a flight.": "the name is Ada.||",
		"User wants a check, a budget and a flight.": "||",
		"":                                 "||",
		"If asked, user clarifies that it": "||",
	} {
		if got := strings.Join(tasks.Clarifications(intent, texts), "|"); got != want {
			t.Errorf("%s\nis read as %q, want %q", intent, got, want)
		}
	}
}

// Much of everything in a ClarifyBench file takes little time: each text is read once.
func TestLargeClarifyBench(t *testing.T) {
	sharedtest.Unraced(t)
	long := strings.Repeat("fly soon with all my papers ", 5000)
	texts := []string{long, long + "and a budget", "Book it."}
	task := &env.Task{}
	var gold []domains.Call
	for range env.MaxGold {
		gold = append(gold, domains.Call{Name: "fly", Arguments: jsonvalue.ObjectOf("to", long)})
		task.Turns = append(task.Turns, env.Turn{User: long})
	}
	for what, f := range map[string]func(){
		"the intention": func() { tasks.Clarifications(strings.Repeat(`User requests "Book the flight." `, 2000), texts) },
		"the turns":     func() { tasks.Deal(task, gold) },
	} {
		begin := sharedtest.CPU()
		f()
		if took := sharedtest.CPU() - begin; took > 2*time.Second {
			t.Errorf("%s: %v", what, took)
		}
	}
}

func TestClarifyBench(t *testing.T) {
	const row = `{"user_query":"Set up a fresh folder where you are.","potential_follow_ups":["Write 'Hello World!' into the file 'styles.css'."],` +
		`"ground_truth_tool_calls":[{"tool_name":"mkdir","parameters":{"dir_name":"WebDev"}},{"tool_name":"echo","parameters":{"content":"Hello World!","file_name":"styles.css"}}],` +
		`"user_intention":"User requests 'Set up a fresh folder where you are.' If asked, user clarifies that the folder should be named 'WebDev'. Thereafter, user requests 'Write ...'",` +
		`"initial_config":{"GorillaFileSystem":{"root":{}}},"primary_api":"GorillaFileSystem"}`
	made, unmade := maker(t).Make(groups(t, row)[0])
	if len(made) != 1 {
		t.Fatalf("made %d; not made %v", len(made), unmade)
	}
	task := made[0]
	if task.Class != trajectory.Ambiguous || len(task.Turns) != 2 || len(task.Turns[0].Hidden) != 1 || task.Turns[0].Hidden[0].Aspect != "dir_name" {
		t.Errorf("the task is %s", task.Value().JSON())
	}
	if got := task.Turns[1].Gold[0].Name; got != "echo" {
		t.Errorf("the second request is for %s", got)
	}
	holds(t, task)
	played(t, maker(t).Env, task)
}

// packing is a file in ClarifyBench's form; other replaces members.
func packing(other map[string]any) map[string]any {
	row := map[string]any{
		"user_query": "Put a tent into my list.", "potential_follow_ups": []any{"Now send the list to my sister."},
		"ground_truth_tool_calls": []any{
			map[string]any{"tool_name": "add_item", "parameters": map[string]any{"item": "tent", "amount": "4", "note": nil, "shelf": "None"}},
			map[string]any{"tool_name": "send_list", "parameters": map[string]any{"recipient": "Mona"}},
		},
		"user_intention": "1. User requests \"Put a tent into my list.\"\n   - If asked, user clarifies that the amount is 4.\n\n2. Thereafter, user requests \"Now send the list to my sister.\" If asked, user clarifies that \"The recipient is Mona\".",
		"initial_config": map[string]any{"Lists": map[string]any{"items": []any{}}}, "primary_api": "Lists",
	}
	maps.Copy(row, other)
	return row
}

// TestClarifyBenchFiles makes tasks from a ClarifyBench folder, whatever the path above it. The
// class is that of the file's own folder, files with equal names are different tasks, and a file in
// another form is counted as not made.
func TestClarifyBenchFiles(t *testing.T) {
	sharedtest.Unraced(t)
	dir := filepath.Join(t.TempDir(), "my_Inbox_I", "ClarifyBench")
	var many []any
	for i := range 3000 {
		many = append(many, map[string]any{"tool_name": fmt.Sprint("t", i), "parameters": map[string]any{}})
	}
	call := func(v any) map[string]any { return packing(map[string]any{"ground_truth_tool_calls": []any{v}}) }
	plain := map[string]any{"potential_follow_ups": nil, "user_intention": nil}
	with := func(other map[string]any) map[string]any {
		row := packing(plain)
		maps.Copy(row, other)
		return row
	}
	drop := with(map[string]any{"user_query": "Drop the list Camping.", "ground_truth_tool_calls": []any{map[string]any{"tool_name": "drop_list", "parameters": map[string]any{"DEFAULT": "Camping"}}}})
	deep := any("x")
	for range 60 {
		deep = []any{deep, map[string]any{"a": deep}}
		if b, _ := json.Marshal(deep); len(b) > 1<<16 {
			break
		}
	}
	for file, c := range map[string]struct {
		row  any
		want string // classes of the tasks, or the reason for none
	}{
		"ClarifyBench_A/one":       {packing(nil), "ambiguous"},
		"ClarifyBench_E/one":       {with(map[string]any{"user_query": "Put a tent into my list, the amount is 4, and send it to the recipient Mona."}), "explicit"},
		"ClarifyBench_I/one":       {with(map[string]any{"user_query": "Put a tent into my list, the amount is -4."}), "infeasible"},
		"ClarifyBench_I_50/one":    {with(map[string]any{"user_query": "Put it into my list."}), "infeasible"},
		"ClarifyBench_E/drop":      {drop, "explicit"},
		"ClarifyBench_A/two":       {[]any{packing(nil), packing(nil)}, "ambiguous ambiguous"},
		"ClarifyBench_A/nothing":   {with(nil), "ambiguous.no_reply"},
		"ClarifyBench_A/many":      {packing(map[string]any{"ground_truth_tool_calls": many, "potential_follow_ups": slices.Repeat([]any{"Go on."}, 3000)}), "too_long"},
		"ClarifyBench_A/follow":    {packing(map[string]any{"potential_follow_ups": []any{"x", 7}}), "not_read"},
		"ClarifyBench_A/follows":   {packing(map[string]any{"potential_follow_ups": "x"}), "not_read"},
		"ClarifyBench_A/intention": {packing(map[string]any{"user_intention": []any{"x"}}), "not_read"},
		"ClarifyBench_A/nameless":  {call(map[string]any{"parameters": map[string]any{}}), "not_read"},
		"ClarifyBench_A/word":      {call("x"), "not_read"},
		"ClarifyBench_A/list":      {call(map[string]any{"tool_name": "add_item", "parameters": []any{1}}), "not_read"},
		"ClarifyBench_A/deep":      {packing(map[string]any{"user_intention": deep, "initial_config": deep}), "not_read"},
		"ClarifyBench_A/silent":    {packing(map[string]any{"user_query": " "}), "no_call"},
		"ClarifyBench_A/quotes":    {packing(map[string]any{"user_intention": strings.Repeat("User requests \"", 5000)}), "ambiguous.no_reply"},
		"ClarifyBench_A/endless":   {packing(map[string]any{"user_intention": strings.Repeat("9. ", 1<<16)}), "ambiguous.no_reply"},
	} {
		t.Run(file, func(t *testing.T) {
			path := filepath.Join(dir, filepath.FromSlash(file)+".json")
			sharedtest.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
			sharedtest.OK(t, os.WriteFile(path, sharedtest.Need(json.MarshalIndent(c.row, "", "  "))(t), 0o666))
			m := maker(t)
			var got []string
			ids := map[string]bool{}
			for g, err := range tasks.Groups(t.Context(), path, reader.Options{}) {
				sharedtest.OK(t, err)
				made, unmade := m.Make(g)
				for _, task := range made {
					if got = append(got, task.Class); ids[task.ID] || !strings.HasPrefix(task.ID, "clarifybench/"+file) {
						t.Errorf("the id %s", task.ID)
					}
					ids[task.ID] = true
					holds(t, task)
					played(t, m.Env, task)
				}
				for _, u := range unmade {
					got = append(got, strings.TrimPrefix(u.Class+"."+u.Reason, "."))
				}
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("made %q, want %q", s, c.want)
			}
		})
	}
}

// The offered tools are those of the documents that describe a gold call. A single parameter of any
// name is the required one. The wrong value in an infeasible request fails, the right value does not.
func TestClarifyBenchTools(t *testing.T) {
	tool := func(name, params, required string) domains.Tool {
		return sharedtest.Need(domains.ParseTool(sharedtest.Need(domains.ParseValue(`{"name":"` + name + `","parameters":{"type":"object","properties":{` + params + `},"required":[` + required + `]}}`))(t)))(t)
	}
	m := maker(t)
	m.Documents = [][]domains.Tool{
		{tool("drop_list", `"list":{"type":"string"},"force":{"type":"boolean"}`, `"list"`), tool("open_list", `"list":{"type":"string"}`, `"list"`)},
		{tool("start_engine", `"mode":{"type":"string"}`, `"mode"`)},
	}
	row := func(other map[string]any) *tasks.Group {
		return groups(t, string(sharedtest.Need(json.Marshal(packing(other)))(t)))[0]
	}
	made, unmade := m.Make(row(map[string]any{"user_query": "Drop the list Camping.", "potential_follow_ups": nil, "user_intention": "",
		"ground_truth_tool_calls": []any{map[string]any{"tool_name": "drop_list", "parameters": map[string]any{"DEFAULT": "Camping"}}}}))
	if len(made) != 1 {
		t.Fatalf("not made: %v", unmade)
	}
	var names []string
	for i := range made[0].Tools {
		names = append(names, made[0].Tools[i].Name)
	}
	if strings.Join(names, " ") != "drop_list open_list" || made[0].Turns[0].Gold[0].Arguments.JSON() != `{"list":"Camping"}` {
		t.Errorf("offers %v, gold %s", names, made[0].Turns[0].Gold[0].Arguments.JSON())
	}
	g := row(map[string]any{"user_query": "Put a tent into my list, the amount is -4.", "potential_follow_ups": nil})
	g.File = filepath.Join("ClarifyBench_I_50", "x.json")
	made, _ = m.Make(g)
	if w := made[0].World.Refused; len(w) != 1 || w[0].Aspect != "amount" || w[0].Value.JSON() != "-4" || made[0].Class != trajectory.Infeasible || len(made[0].Turns[0].Gold) != 0 {
		t.Errorf("the task is %s", made[0].Value().JSON())
	}
	if !env.Stands(made[0].Turns[0].User, made[0].Turns[0].Intended[0].Arguments.Field("amount")) {
		t.Error("what is meant is not what is said")
	}
}
