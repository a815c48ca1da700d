package tasks_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/tasks"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// offered is hotel with more tools.
func offered(tools ...string) string {
	return strings.Replace(hotel, `"required":["city","nights","budget"]}}]`, `"required":["city","nights","budget"]}},`+strings.Join(tools, ",")+`]`, 1)
}

const (
	cancelRoom = `{"name":"cancel_room","description":"Cancels a booking.","parameters":{"type":"object","properties":{"city":{"type":"string"},"booking":{"type":"string"}},"required":["booking"]}}`
	twin       = `{"name":"search_stays","description":"Finds a place to stay.","parameters":{"type":"object","properties":{"city":{"type":"string"},"nights":{"type":"integer"},"budget":{"type":"number"}},"required":["city"]}}`
	music      = `{"name":"play_song","description":"Plays music.","parameters":{"type":"object","properties":{"song":{"type":"string"}},"required":["song"]}}`
)

// A request without its tool is made if a similar tool is offered and no tool could do the same.
// The request itself is unchanged, and the oracle refuses it.
func TestMissingTool(t *testing.T) {
	for name, c := range map[string]struct {
		row  string
		made bool
	}{
		"a neighbour":            {offered(cancelRoom), true},
		"a neighbour and others": {offered(music, cancelRoom), true},
		"no neighbour":           {offered(music), false},
		"one that takes it all":  {offered(cancelRoom, twin), false},
		"no other tool":          {hotel, false},
	} {
		t.Run(name, func(t *testing.T) {
			m := maker(t)
			made, _ := m.Make(groups(t, c.row)[0])
			at := slices.IndexFunc(made, func(task *env.Task) bool { return strings.HasSuffix(task.ID, tasks.MissingTool) })
			if (at >= 0) != c.made {
				t.Fatalf("made: %v", at >= 0)
			}
			if at < 0 {
				return
			}
			task := made[at]
			if domains.ToolNamed(task.Tools, "find_room") != nil || task.Class != trajectory.Infeasible || task.Turns[0].User != made[0].Turns[0].User || len(task.Turns[0].Gold) != 0 {
				t.Errorf("the task is %s", task.Value().JSON())
			}
			played(t, m.Env, task)
		})
	}
}

// Impossible values do not look impossible. A value is of the same kind, a number is near its
// bound, a name or an identifier has the form of the original. The text gives no possible value.
func TestWhatCannotBeLooksPossible(t *testing.T) {
	value := func(text string) domains.Value { return sharedtest.Need(domains.ParseValue(text))(t) }
	for name, c := range map[string]struct{ rule, tool, param, schema, value, want string }{
		"of a kind":            {"invalid_enum", "find_films", "genre", `{"type":"string","enum":["Comedy","Horror"]}`, `"Comedy"`, `^"[A-Z][a-z]+"$`},
		"in the same case":     {"invalid_enum", "find_films", "genre", `{"type":"string","enum":["COMEDY","HORROR"]}`, `"COMEDY"`, `^"[A-Z]+"$`},
		"of a code":            {"invalid_enum", "show", "board", `{"type":"string","enum":["QZX-11","QZX-12"]}`, `"QZX-11"`, `^"[A-Z]{3}-[0-9]{2}"$`},
		"just above":           {"out_of_range", "rate", "stars", `{"type":"integer","minimum":1,"maximum":5}`, `4`, `^6$`},
		"just below":           {"out_of_range", "rate", "stars", `{"type":"integer","minimum":1}`, `4`, `^(0|-1)$`},
		"of the same form":     {"order_state", "cancel_order", "order_id", `{"type":"integer"}`, `12446`, `^[1-9][0-9]{4}$`},
		"of a symbol":          {"invalid_symbol", "get_stock_info", "symbol", `{"type":"string"}`, `"TSLA"`, `^"[A-Z]{4}"$`},
		"a file like another":  {"nonexistent_file", "cat", "file_name", `{"type":"string"}`, `"notes.txt"`, `^"notes.+\.txt"$`},
		"some times the price": {"financial_constraints", "book_flight", "travel_cost", `{"type":"number"}`, `1800`, `^[0-9]{4,5}$`},
	} {
		t.Run(name, func(t *testing.T) {
			at := slices.IndexFunc(tasks.Rules, func(r tasks.Rule) bool { return r.Name == c.rule })
			d := domains.DomainOf(value(c.schema), domains.Value{})
			for seed := range uint64(50) {
				got, ok := tasks.Rules[at].Corrupt(c.tool, c.param, value(c.value), d, nil, value(`{}`).With(c.param, value(c.value)).Members(), domains.Value{}, seed)
				if !ok || !regexp.MustCompile(c.want).MatchString(got.JSON()) || slices.ContainsFunc(d.Values, func(v domains.Value) bool { return strings.EqualFold(v.Str(), got.Str()) && v.Str() != "" }) {
					t.Fatalf("seed %d makes %s of %s: %v", seed, got.JSON(), c.value, ok)
				}
			}
		})
	}
	// What has no other form is left alone: no text of no letters, and no half of a character.
	for rule, c := range map[string][2]string{
		"order_state":    {`{"type":"integer"}`, `1e5`},
		"invalid_format": {`{"type":"string","enum":["bmp","svg","odt","rtf","tiff","epub","wav","xls","gif","psd","webp","tex","flac","yaml","parquet","日本"]}`, `"日本"`},
	} {
		at := slices.IndexFunc(tasks.Rules, func(r tasks.Rule) bool { return r.Name == rule })
		for seed := range uint64(50) {
			got, ok := tasks.Rules[at].Corrupt("cancel_order", "order_format", value(c[1]), domains.DomainOf(value(c[0]), domains.Value{}), nil, nil, domains.Value{}, seed)
			if ok && (got.Kind() != value(c[1]).Kind() || !utf8.ValidString(got.Str())) {
				t.Fatalf("seed %d makes %q of %s", seed, got.JSON(), c[1])
			}
		}
	}
	rows := offered(`{"name":"other","parameters":{"type":"object","properties":{"kind":{"type":"string","enum":["villa","hostel"]}}}}`)
	rows = strings.NewReplacer(`"nights":{"type":"integer","description":"Number of nights","minimum":1,"maximum":30}`, `"kind":{"type":"string","description":"The kind of place","enum":["hotel","apartment"]}`,
		`"required":["city","nights","budget"]`, `"required":["kind"]`, "a room in Lisbon for 3 nights with breakfast, and the budget is 400 euros.", "a place of the kind hotel.", `"city":"Lisbon","nights":3,"budget":400`, `"kind":"hotel"`).Replace(rows)
	made, unmade := maker(t).Make(groups(t, rows)[0])
	bad := slices.IndexFunc(made, func(task *env.Task) bool { return task.Class == trajectory.Infeasible })
	if bad < 0 {
		t.Fatalf("not made: %v", unmade)
	}
	holdsNothingPossible(t, made[bad])
}

// TestInfeasibleTasksCannotBeMet checks infeasible tasks from real rows by the reading: the request
// gives no possible value of the enumeration, and few impossible values can be recognised by their
// letters.
func TestInfeasibleTasksCannotBeMet(t *testing.T) {
	sharedtest.Unraced(t)
	m, made, odd := maker(t), 0, 0
	gibberish := regexp.MustCompile(`^"?[bcdfghjklmnpqrstvwxz]{4,}`)
	for g, err := range tasks.Groups(t.Context(), sharedtest.Shared(t, "data/bfcl/BFCL_v4_live_simple.json.gz"), reader.Options{}) {
		sharedtest.OK(t, err)
		list, _ := m.Make(g)
		for _, task := range list {
			if task.Class != trajectory.Infeasible {
				continue
			}
			made++
			if gibberish.MatchString(task.World.Refused[0].Value.JSON()) {
				odd++
			}
		}
	}
	if made < 40 || odd*20 > made {
		t.Errorf("of %d infeasible tasks %d can be told by their letters", made, odd)
	}
}

// holdsNothingPossible checks that no possible value of an enumeration occurs.
func holdsNothingPossible(t *testing.T, task *env.Task) {
	t.Helper()
	r := task.World.Refused[0]
	tool := domains.ToolNamed(task.Tools, r.Tool)
	set := sharedtest.Need(domains.Complete(t.Context(), domains.SchemaAnnotator{}, task.Tools, nil))(t)[r.Tool]
	d, _ := set.Get(r.Aspect)
	if tool == nil || len(d.Values) == 0 {
		t.Fatalf("the task is %s", task.Value().JSON())
	}
	said := []dataset.Message{{Role: dataset.User, Content: task.Turns[0].User}}
	read := grounding.Read(label.Input(&dataset.Sample{Messages: said, Tools: []domains.Tool{*tool}}, map[string]domains.Set{r.Tool: set}))
	for _, v := range d.Values {
		if read.Support(tool, tool.Param(r.Aspect), d, v).Grounded() {
			t.Errorf("%s is in %q", v.JSON(), task.Turns[0].User)
		}
	}
}
