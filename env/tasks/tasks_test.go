package tasks_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/agent"
	"github.com/voi-rl/voi/env/tasks"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

func maker(t testing.TB) *tasks.Maker {
	t.Helper()
	return &tasks.Maker{Env: sharedtest.Need(env.New(env.Options{}))(t), Seed: 1}
}

// groups makes a group for each line of text.
func groups(t testing.TB, text string) (out []*tasks.Group) {
	t.Helper()
	for g, err := range tasks.Groups(t.Context(), "-", reader.Options{Stdin: strings.NewReader(text)}) {
		sharedtest.OK(t, err)
		out = append(out, g)
	}
	return out
}

const hotel = `{"id":"h1","source":"voi","messages":[{"role":"user","content":"Hello. Find me a room in Lisbon for 3 nights with breakfast, and the budget is 400 euros."}],` +
	`"tools":[{"name":"find_room","description":"Finds a hotel room.","parameters":{"type":"object","properties":{"city":{"type":"string","description":"The city"},"nights":{"type":"integer","description":"Number of nights","minimum":1,"maximum":30},"budget":{"type":"number","description":"The budget in euros"}},"required":["city","nights","budget"]}}],` +
	`"reference":{"action":"TOOLCALL","tool_calls":[{"name":"find_room","arguments":{"city":"Lisbon","nights":3,"budget":400}}]}}`

func TestOneSampleMakesThree(t *testing.T) {
	m := maker(t)
	made, unmade := m.Make(groups(t, hotel)[0])
	if len(made) != 3 || len(unmade) != 0 {
		t.Fatalf("made %d, not made %v", len(made), unmade)
	}
	for i, class := range []string{trajectory.Explicit, trajectory.Ambiguous, trajectory.Infeasible} {
		if made[i].Class != class {
			t.Errorf("task %d is %s", i, made[i].Class)
		}
	}
	holds(t, made[1])
	bad := made[2]
	if len(bad.Turns[0].Gold) != 0 || len(bad.World.Refused) != 1 || !env.Stands(bad.Turns[0].User, bad.World.Refused[0].Value) {
		t.Errorf("the infeasible task is %s", bad.Value().JSON())
	}
	again, _ := m.Make(groups(t, hotel)[0])
	for i := range made {
		if diff := cmp.Diff(made[i].Value().JSON(), again[i].Value().JSON()); diff != "" {
			t.Errorf("the same seed makes another task:\n%s", diff)
		}
	}
}

func TestNotMadeIsCounted(t *testing.T) {
	for name, c := range map[string]struct{ row, class, reason string }{
		"no call":           {`{"id":"a","messages":[{"role":"user","content":"Hi"}],"tools":[],"reference":{"action":"REFUSE"}}`, trajectory.Explicit, tasks.NoCall},
		"another tool":      {strings.Replace(hotel, `[{"name":"find_room","arguments"`, `[{"name":"other","arguments"`, 1), trajectory.Explicit, tasks.NoTool},
		"an argument lacks": {strings.Replace(hotel, `"city":"Lisbon",`, ``, 1), trajectory.Explicit, tasks.NoTool},
		"nothing said":      {strings.Replace(hotel, "Hello. Find me a room in Lisbon for 3 nights with breakfast, and the budget is 400 euros.", "Find me a room.", 1), trajectory.Ambiguous, tasks.NothingSaid},
		"no clause":         {strings.Replace(hotel, "Hello. Find me a room in Lisbon for 3 nights with breakfast, and the budget is 400 euros.", "Lisbon 3 400", 1), trajectory.Ambiguous, tasks.NoClause},
	} {
		t.Run(name, func(t *testing.T) {
			_, unmade := maker(t).Make(groups(t, c.row)[0])
			if !slices.Contains(unmade, tasks.Unmade{Class: c.class, Reason: c.reason}) {
				t.Errorf("not made: %v", unmade)
			}
		})
	}
}

// holds checks that hidden values are hidden, by a search, and by a reading for every offered tool
// of everything before the user's first answer.
func holds(t *testing.T, task *env.Task) {
	t.Helper()
	var said []dataset.Message
	if task.System != "" {
		said = append(said, dataset.Message{Role: dataset.System, Content: task.System})
	}
	said = append(said, task.History...)
	tools, hides := slices.Clone(task.Tools), false
	for i := range task.Turns {
		turn := &task.Turns[i]
		tools = append(tools, turn.Tools...)
		said = append(said, dataset.Message{Role: dataset.User, Content: turn.User})
		sets := sharedtest.Need(domains.Complete(t.Context(), domains.SchemaAnnotator{}, tools, nil))(t)
		read := grounding.Read(label.Input(&dataset.Sample{Messages: said, Tools: tools}, sets))
		for _, h := range turn.Hidden {
			hides = true
			for _, m := range said {
				if m.Role != dataset.Assistant && env.Stands(m.Content, h.Value) {
					t.Errorf("%s: %s stands in %q", task.ID, h.Value.JSON(), m.Content)
				}
			}
			at := slices.IndexFunc(tools, func(x domains.Tool) bool { return x.Name == h.Tool })
			d, _ := sets[h.Tool].Get(h.Aspect)
			if s := read.Support(&tools[at], tools[at].Param(h.Aspect), d, h.Value); s.Grounded() {
				t.Errorf("%s: %s.%s = %s is read in %q: %+v", task.ID, h.Tool, h.Aspect, h.Value.JSON(), turn.User, s)
			}
		}
		for _, c := range turn.Gold {
			said = append(said, dataset.Message{Role: dataset.Assistant, ToolCalls: []domains.Call{c}})
		}
	}
	if task.Class == trajectory.Ambiguous && !hides {
		t.Errorf("%s: nothing is hidden", task.ID)
	}
}

// TestTasksOfTheSharedData makes tasks from real rows, and checks each against E1.
func TestTasksOfTheSharedData(t *testing.T) {
	sharedtest.Unraced(t)
	for _, c := range []struct {
		file  string
		every int // take one row of so many
		least map[string]int
	}{
		{"data/when2call/dev.jsonl", 1, map[string]int{"explicit": 50, "ambiguous": 40, "infeasible": 15}},
		{"data/bfcl/BFCL_v4_live_simple.json.gz", sharedtest.Long(1, 6), map[string]int{"explicit": 40, "ambiguous": 25, "infeasible": 5}},
		{"data/bfcl/BFCL_v4_live_multiple.json.gz", sharedtest.Long(4, 25), map[string]int{"explicit": 40, "ambiguous": 30, "infeasible": 10}},
		{"data/bfcl/multi_turn/BFCL_v4_multi_turn_base.json.gz", sharedtest.Long(1, 10), map[string]int{"explicit": 10, "infeasible": 3}},
		{"data/bfcl/multi_turn/BFCL_v4_multi_turn_miss_param.json.gz", sharedtest.Long(1, 6), map[string]int{"ambiguous": 9}},
		{"data/bfcl/multi_turn/BFCL_v4_multi_turn_miss_func.json.gz", sharedtest.Long(1, 10), map[string]int{"infeasible": 9}},
	} {
		t.Run(c.file, func(t *testing.T) {
			m, count, n, ids := maker(t), map[string]int{}, 0, map[string]bool{}
			for g, err := range tasks.Groups(t.Context(), sharedtest.Shared(t, c.file), reader.Options{}) {
				sharedtest.OK(t, err)
				if n++; n%c.every != 0 && c.every > 1 {
					continue
				}
				made, _ := m.Make(g)
				for _, task := range made {
					if ids[task.ID] {
						t.Errorf("%s is made twice", task.ID)
					}
					ids[task.ID] = true
					count[task.Class]++
					holds(t, task)
					played(t, m.Env, task)
				}
			}
			for class, least := range c.least {
				if count[class] < least {
					t.Errorf("%d are %s; at least %d were", count[class], class, least)
				}
			}
			t.Logf("%v", count)
		})
	}
}

// played plays a task after writing and reading it: the oracle succeeds, and an agent that never
// asks fails if a value is hidden.
func played(t *testing.T, e *env.Environment, task *env.Task) {
	t.Helper()
	read := sharedtest.Need(env.ParseTask(task.Value()))(t)
	if diff := cmp.Diff(task.Value().JSON(), read.Value().JSON()); diff != "" {
		t.Errorf("%s does not read back:\n%s", task.ID, diff)
	}
	p := sharedtest.Need(e.Prepare(read))(t)
	for _, name := range []string{"oracle", "never-ask"} {
		if name == "never-ask" && task.Class != trajectory.Ambiguous {
			continue
		}
		a := sharedtest.Need(agent.New(name, agent.Options{Policy: certainty.DefaultPolicy()}))(t)
		for seed := range uint64(2) {
			run := sharedtest.Need(agent.Play(t.Context(), p, a, seed))(t)
			if run.Outcome == nil || (*run.Outcome == 1) != (name == "oracle") {
				t.Errorf("%s on %s, seed %d: outcome %v, %s", name, task.ID, seed, run.Outcome, run.MessagesValue().JSON())
			}
		}
	}
}

func TestEveryRuleCorrupts(t *testing.T) {
	value := func(text string) domains.Value { return sharedtest.Need(domains.ParseValue(text))(t) }
	for name, c := range map[string]struct{ tool, param, schema, value, others, config string }{
		"invalid_file_name":     {"touch", "file_name", `{"type":"string"}`, `"notes.txt"`, `{}`, `null`},
		"path_traversal":        {"cd", "folder", `{"type":"string"}`, `"temp"`, `{}`, `null`},
		"nonexistent_file":      {"cat", "file_name", `{"type":"string"}`, `"notes.txt"`, `{}`, `null`},
		"duplicate_creation":    {"mkdir", "dir_name", `{"type":"string"}`, `"temp"`, `{}`, `{"FS":{"root":{"docs":{"type":"directory","contents":{}}}}}`},
		"invalid_page_range":    {"delete_page", "page_num", `{"type":"integer"}`, `3`, `{}`, `null`},
		"invalid_format":        {"convert", "output_format", `{"type":"string"}`, `"docx"`, `{}`, `null`},
		"out_of_range":          {"redact", "font_size", `{"type":"integer","minimum":1,"maximum":72}`, `12`, `{}`, `null`},
		"invalid_range":         {"fillFuelTank", "fuelAmount", `{"type":"number"}`, `30`, `{}`, `null`},
		"invalid_enum":          {"setHeadlights", "mode", `{"type":"string","enum":["on","off","auto"]}`, `"on"`, `{}`, `null`},
		"financial_constraints": {"book_flight", "travel_cost", `{"type":"number"}`, `1800`, `{}`, `null`},
		"invalid_route":         {"book_flight", "travel_to", `{"type":"string"}`, `"BOS"`, `{"travel_from":"SFO"}`, `null`},
		"nonexistent_booking":   {"cancel_booking", "booking_id", `{"type":"string"}`, `"3426812"`, `{}`, `null`},
		"invalid_symbol":        {"get_stock_info", "symbol", `{"type":"string"}`, `"TSLA"`, `{}`, `null`},
		"financial_validation":  {"place_order", "amount", `{"type":"integer"}`, `100`, `{}`, `null`},
		"order_state":           {"cancel_order", "order_id", `{"type":"integer"}`, `12446`, `{}`, `null`},
	} {
		t.Run(name, func(t *testing.T) {
			at := slices.IndexFunc(tasks.Rules[:], func(r tasks.Rule) bool { return r.Name == name })
			if at < 0 {
				t.Fatal("there is no such rule")
			}
			got, ok := tasks.Rules[at].Corrupt(c.tool, c.param, value(c.value), domains.DomainOf(value(c.schema), domains.Value{}), nil, value(c.others).With(c.param, value(c.value)).Members(), value(c.config), 1)
			if !ok || got.JSON() == c.value || got.IsNull() {
				t.Errorf("it makes %s of %s", got.JSON(), c.value)
			}
			if _, ok := tasks.Rules[at].Corrupt("greet", "greeting", value(`true`), domains.Domain{}, nil, nil, domains.Value{}, 1); ok {
				t.Error("it fits a greeting")
			}
		})
	}
	if len(tasks.Rules) != 15 {
		t.Errorf("there are %d rules", len(tasks.Rules))
	}
}

const earlier = `{"id":"e","source":"voi","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Is Lisbon nice?"},` +
	`{"role":"assistant","content":"","tool_calls":[{"name":"find_room","arguments":{"city":"Lisbon","nights":1,"budget":9}}]},{"role":"tool","content":"none"},` +
	`{"role":"assistant","content":"It is."},{"role":"user","content":"Find me a room in Lisbon for 3 nights for 400 euros."}],`

func TestRowsOfTrainersNameTheirTasks(t *testing.T) {
	dir := t.TempDir()
	rows := hotel + "\n" + earlier + hotel[strings.Index(hotel, `"tools"`):] + "\n"
	layouts := sharedtest.Need(tasks.ParseLayouts([]string{"verl", "skyrl", "openrlhf", "nemo-gym"}))(t)
	opt := tasks.BuildOptions{Inputs: []string{"-"}, Reader: reader.Options{Stdin: strings.NewReader(rows)}, Maker: *maker(t), Layouts: layouts, Out: dir, Rank: shard.Rank{Index: 1, Count: 2}}
	sum := sharedtest.Need(tasks.Build(t.Context(), opt))(t)
	read := map[string][]domains.Value{}
	for _, f := range sum.Files {
		text := sharedtest.Need(os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Path))))(t)
		layout, _, _ := strings.Cut(f.Path, "/")
		for line := range strings.Lines(string(text)) {
			read[layout] = append(read[layout], sharedtest.Need(jsonvalue.Parse(strings.TrimSuffix(line, "\n"), jsonvalue.Options{}))(t))
		}
	}
	if len(read) != 5 || len(read["tasks"]) == 0 {
		t.Fatalf("the layouts %v", sum.Files)
	}
	for i, task := range read["tasks"] {
		id := task.Field("id").Str()
		label := jsonvalue.ObjectOf("task", jsonvalue.NewString(id), "seed", jsonvalue.NewInt(0)).JSON()
		user := task.Field("turns").Items()[0].Field("user").Str()
		for _, layout := range []string{"verl", "skyrl", "nemo-gym"} {
			if got := read[layout][i].Field("task").Str(); got != id {
				t.Errorf("%s has the task %q, not %q", layout, got, id)
			}
		}
		verl, skyrl, openrlhf, gym := read["verl"][i], read["skyrl"][i], read["openrlhf"][i], read["nemo-gym"][i].Field("responses_create_params")
		if openrlhf.Field("label").Str() != label || verl.Field("reward_model").Field("ground_truth").Str() != label {
			t.Errorf("the labels are %s and %s, not %s", openrlhf.Field("label").JSON(), verl.Field("reward_model").JSON(), label)
		}
		if at, _ := verl.Field("extra_info").Field("index").Int(); at != int64(2*i+1) {
			t.Errorf("row %d of rank 1 of 2 has the index %d", i, at)
		}
		if diff := cmp.Diff(openrlhf.Field("input").JSON(), skyrl.Field("prompt").JSON()); diff != "" {
			t.Errorf("two prompts:\n%s", diff)
		}
		// Trainers that render no tools have them in the system message; the others pass them to a
		// template, or to Gym.
		if system := skyrl.Field("prompt").Items()[0].Field("content").Str(); !strings.Contains(system, `"name":"find_room"`) || !strings.Contains(system, "<ASK>") {
			t.Errorf("the system message %q", system)
		}
		if strings.Contains(verl.Field("prompt").JSON(), "parameters") || gym.Field("tools").Items()[0].Field("name").Str() != "ask_user" || gym.Field("tools").Items()[1].Field("name").Str() != "find_room" {
			t.Errorf("tools of verl %s and of Gym %s", verl.Field("prompt").JSON(), gym.Field("tools").JSON())
		}
		for _, messages := range []domains.Value{verl.Field("prompt"), gym.Field("input"), skyrl.Field("prompt")} {
			if last := messages.Items()[messages.Len()-1]; last.Field("role").Str() != "user" || last.Field("content").Str() != user {
				t.Errorf("the last message %s, not %q", last.JSON(), user)
			}
		}
		if messages := verl.Field("prompt"); messages.Len() > 1 {
			if call := messages.Items()[2].Field("content").Str(); !strings.Contains(call, "<TOOLCALL>") || gym.Field("input").Items()[3].Field("type").Str() != "function_call_output" {
				t.Errorf("what was said before: %s, %s", messages.JSON(), gym.Field("input").JSON())
			}
		}
	}
	if _, err := tasks.ParseLayouts([]string{"trl"}); err == nil || !strings.Contains(err.Error(), "voi.trl.environment") {
		t.Errorf("of a layout that there is not: %v", err)
	}
}
