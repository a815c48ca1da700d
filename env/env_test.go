package env_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// flight is a task with a hidden destination.
const flight = `{"id":"flight","source":"test","class":"ambiguous","system":"You book flights.",
 "tools":[{"name":"book_flight","description":"Books a flight.","parameters":{"type":"object","properties":{
   "origin":{"type":"string","description":"City of departure"},"destination":{"type":"string","description":"City of arrival"},
   "seat_class":{"type":"string","enum":["economy","business","first"]},"passengers":{"type":"integer"},
   "newsletter":{"type":"boolean","description":"Subscribe to the newsletter"}},"required":["origin","destination","seat_class"]}},
  {"name":"cancel_flight","description":"Cancels a booking.","parameters":{"type":"object","properties":{"booking_id":{"type":"string"}},"required":["booking_id"]}}],
 "turns":[{"user":"Book me a flight from Oslo in economy.","gold":[{"name":"book_flight","arguments":{"origin":"Oslo","destination":"Madrid","seat_class":"economy"}}],
   "hidden":[{"tool":"book_flight","aspect":"destination","value":"Madrid"}],"reply":"To Madrid."},
  {"user":"Thanks. Cancel the booking QX77, too.","gold":[{"name":"cancel_flight","arguments":{"booking_id":"QX77"}}],"hidden":[],"reply":""}],
 "world":{"kind":"recorded","results":[[{"booking":"QX78"}],[]],"refused":[{"tool":"book_flight","aspect":"destination","value":"Atlantis","error":"no such city"}]},
 "split":"train","seed":7}`

func parse(t testing.TB, text string) domains.Value {
	t.Helper()
	return sharedtest.Need(domains.ParseValue(text))(t)
}

func prepare(t testing.TB, text string, opt env.Options) *env.Prepared {
	t.Helper()
	task := sharedtest.Need(env.ParseTask(parse(t, text)))(t)
	return sharedtest.Need(sharedtest.Need(env.New(opt))(t).Prepare(task))(t)
}

// play steps an episode through completions and returns it with its states.
func play(t testing.TB, p *env.Prepared, seed uint64, completions ...string) (*env.Episode, []env.State) {
	t.Helper()
	e, first, err := p.Reset(t.Context(), seed)
	sharedtest.OK(t, err)
	states := []env.State{first}
	for _, c := range completions {
		v := jsonvalue.NewString(c)
		if strings.HasPrefix(c, "{") {
			v = parse(t, c)
		}
		s, err := e.Step(t.Context(), v)
		sharedtest.OK(t, err)
		states = append(states, s)
	}
	return e, states
}

func tagged(action, body string) string {
	return "<reasoning>\nI see.\n</reasoning>\n<answer>\n<" + action + ">" + body + "</" + action + ">\n</answer>\n"
}

func TestTaskReadsBack(t *testing.T) {
	task := sharedtest.Need(env.ParseTask(parse(t, flight)))(t)
	again := sharedtest.Need(env.ParseTask(parse(t, task.Value().JSON())))(t)
	if a, b := task.Value().JSON(), again.Value().JSON(); a != b {
		t.Errorf("a task does not read back:\n%s", cmp.Diff(a, b))
	}
	for _, broken := range []string{`{}`, `[]`, `null`, `{"id":"x","class":"odd","turns":[]}`, `{"id":"x","class":"explicit","turns":[{"user":""}]}`,
		`{"id":"x","class":"explicit","turns":[{"user":"a","gold":3}]}`, `{"id":"x","class":"explicit","turns":[{"user":"a","hidden":[{}]}]}`,
		`{"id":"x","class":"explicit","turns":[{"user":"a"}],"world":{"kind":"moon"}}`} {
		if _, err := env.ParseTask(parse(t, broken)); err == nil {
			t.Errorf("%s is read as a task", broken)
		}
	}
}

// TestPrepareRefuses checks that a task is refused if its right calls are impossible in their turn.
func TestPrepareRefuses(t *testing.T) {
	later := strings.NewReplacer(`"reply":"To Madrid."`, `"reply":"","tools":[{"name":"book_hotel","parameters":{}}]`, `"gold":[{"name":"cancel_flight","arguments":{"booking_id":"QX77"}}]`, `"gold":[{"name":"book_hotel","arguments":{}}]`)
	e := sharedtest.Need(env.New(env.Options{}))(t)
	for _, c := range []struct{ text, path, what string }{
		{flight, "", ""},
		{later.Replace(flight), "", ""}, // a tool stays offered in later turns
		{strings.Replace(flight, `"gold":[{"name":"cancel_flight"`, `"gold":[{"name":"book_hotel"`, 1), "turns[1].gold[0]", `the tool "book_hotel" is not offered; add it`},
		{strings.Replace(later.Replace(flight), `"gold":[{"name":"book_flight"`, `"gold":[{"name":"book_flight","arguments":{}},{"name":"cancel_train"`, 1), "turns[0].gold[1]", `"cancel_train" is not offered`},
		{strings.Replace(flight, `"hidden":[]`, `"hidden":[],"tools":[{"name":"book_hotel","parameters":{}}]`, 1), "", ""},
		{strings.NewReplacer(`"gold":[{"name":"book_flight"`, `"gold":[{"name":"book_hotel"`, `"hidden":[]`, `"hidden":[],"tools":[{"name":"book_hotel","parameters":{}}]`).Replace(flight), "turns[0].gold[0]", "not offered"}, // offered too late
		{strings.Replace(flight, `"hidden":[{"tool":"book_flight"`, `"hidden":[{"tool":"book_hotel"`, 1), "turns[0].hidden[0]", `"book_hotel" is not offered`},
		{strings.Replace(flight, `"hidden":[{"tool":"book_flight","aspect":"destination"`, `"hidden":[{"tool":"book_flight","aspect":"colour"`, 1), "turns[0].hidden[0]", `no parameter "colour"`},
	} {
		_, err := e.Prepare(sharedtest.Need(env.ParseTask(parse(t, c.text)))(t))
		if c.path == "" {
			sharedtest.OK(t, err)
			continue
		}
		var bad *dataset.Error
		if !errors.As(err, &bad) || bad.Code != dataset.CodeBadField || bad.Path != c.path || !strings.Contains(bad.Msg, c.what) {
			t.Errorf("the error is %v; it should be %s at %s: %s", err, dataset.CodeBadField, c.path, c.what)
		}
	}
}

func TestEpisode(t *testing.T) {
	ask := tagged("ASK", "<question>Which city is the destination?</question>")
	book := tagged("TOOLCALL", `[{"name":"book_flight","arguments":{"origin":"Oslo","destination":"Madrid","seat_class":"economy"}}]`)
	cancel := `{"role":"assistant","content":"","tool_calls":[{"type":"function","function":{"name":"cancel_flight","arguments":"{\"booking_id\":\"QX77\"}"}}]}`
	done := "Done, your flight is booked."
	for _, c := range []struct {
		name        string
		completions []string
		success     bool
		reason      string
	}{
		{"gold", []string{ask, book, done, cancel, done}, true, "user_stop"},
		{"asks by tool", []string{`{"role":"assistant","tool_calls":[{"name":"ask_user","arguments":{"question":"Which city is the destination?"}}]}`, book, done, cancel, done}, true, "user_stop"},
		{"never asks", []string{strings.Replace(book, "Madrid", "Paris", 1), done, cancel, done}, false, "agent_stop"},
		{"tries another value first", []string{strings.Replace(book, "Madrid", "Paris", 1), book, done, cancel, done}, false, "agent_stop"},
		{"tries one that the world refuses", []string{strings.Replace(book, "Madrid", "Atlantis", 1), ask, book, done, cancel, done}, true, "user_stop"},
		{"calls twice", []string{ask, book, book, done, cancel, done}, false, "agent_stop"},
		{"gives up", []string{ask, tagged("REFUSE", "I can't do that."), cancel, done}, false, "agent_stop"},
		{"asks nothing", []string{"Hmm?", "What?"}, false, "user_left"},
		{"does not answer", []string{"<answer>", "<answer>"}, false, "user_left"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := prepare(t, flight, env.Options{User: env.Scripted{Constrain: -1}})
			e, states := play(t, p, 1, c.completions...)
			last := states[len(states)-1]
			if !last.Done || last.Info.Reason != c.reason || last.Info.Success == nil || *last.Info.Success != c.success {
				t.Errorf("it ends with %s", last.Value(jsonvalue.Value{}, jsonvalue.Value{}).JSON())
			}
			run := sharedtest.Need(trajectory.Parse(parse(t, e.Trajectory().Value().JSON())))(t)
			if run.Outcome == nil || (*run.Outcome == 1) != c.success {
				t.Errorf("the recorded run has the outcome %v", run.Outcome)
			}
			if _, err := e.Step(t.Context(), jsonvalue.NewString(done)); err == nil {
				t.Error("an episode that has ended goes on")
			}
		})
	}
}

func TestSameCompletionsGiveTheSameBytes(t *testing.T) {
	p := prepare(t, flight, env.Options{})
	record := func() (whole, shape string) {
		_, states := play(t, p, 3, tagged("ASK", "<question>Where to, and how many passengers?</question>"), "Which seat class?")
		for i := range states {
			v := states[i].Value(jsonvalue.NewInt(1), jsonvalue.NewString("e"))
			whole += v.JSON() + "\n"
			var zero []jsonvalue.Member // earned values depend on the calibration of the readings
			for _, m := range v.Field("components").Members() {
				zero = append(zero, jsonvalue.Member{Key: m.Key, Value: jsonvalue.NewInt(0)})
			}
			shape += v.With("reward", jsonvalue.NewInt(0)).With("components", jsonvalue.NewObject(zero...)).JSON() + "\n"
		}
		return whole, shape
	}
	first, shape := record()
	sharedtest.Golden(t, "testdata/states.golden", shape)
	if again, _ := record(); again != first {
		t.Errorf("they differ:\n%s", cmp.Diff(first, again))
	}
}

// TestARunIsItsCompletions plays the completions that a run recorded, which gives the same run, and
// reads the run back in both forms.
func TestARunIsItsCompletions(t *testing.T) {
	p := prepare(t, flight, env.Options{})
	e, _ := play(t, p, 5, tagged("ASK", "<question>Where to?</question>"), `{"role":"assistant","content":"","tool_calls":[{"name":"cancel_flight","arguments":{"booking_id":"QX77"}}]}`, "Done.", "Done.")
	run := e.Trajectory()
	want := run.Value().JSON()
	for name, again := range map[string]*trajectory.Trajectory{
		"voi":  sharedtest.Need(trajectory.Parse(parse(t, want)))(t),
		"ATIF": sharedtest.Need(trajectory.ParseATIF(parse(t, run.ATIF().JSON())))(t),
	} {
		if diff := cmp.Diff(want, again.Value().JSON()); diff != "" {
			t.Errorf("%s does not read back:\n%s", name, diff)
		}
		played, _, err := p.Reset(t.Context(), 5)
		sharedtest.OK(t, err)
		for _, c := range again.Environment.Field("completions").Items() {
			sharedtest.Need(played.Step(t.Context(), c))(t)
		}
		if diff := cmp.Diff(want, played.Trajectory().Value().JSON()); diff != "" {
			t.Errorf("%s: its completions give another run:\n%s", name, diff)
		}
	}
}

// TestHistoryIsNotTrainedOn checks that messages which the policy did not write are no steps of its
// run, in any form of the run, but are read like others.
func TestHistoryIsNotTrainedOn(t *testing.T) {
	said := `[{"role":"user","content":"I need to be in Madrid."},{"role":"assistant","content":"What can I do for you?","tool_calls":[{"name":"cancel_flight","arguments":{"booking_id":"QX77"}}]},{"role":"tool","content":"{}"}]`
	p := prepare(t, strings.Replace(flight, `"tools":`, `"history":`+said+`,"tools":`, 1), env.Options{})
	e, states := play(t, p, 5, tagged("ASK", "<question>Where to?</question>"), "Done.", "Done.")
	run := e.Trajectory()
	counter := sharedtest.Need(trajectory.NewCounter(sharedtest.Need(trajectory.NewCritical())(t), domains.Value{}))(t)
	for name, again := range map[string]*trajectory.Trajectory{
		"played": run,
		"voi":    sharedtest.Need(trajectory.Parse(parse(t, run.Value().JSON())))(t),
		"ATIF":   sharedtest.Need(trajectory.ParseATIF(parse(t, run.ATIF().JSON())))(t),
	} {
		if diff := cmp.Diff(run.Value().JSON(), again.Value().JSON()); diff != "" {
			t.Errorf("%s does not read back:\n%s", name, diff)
		}
		if n := counter.Tally(again); n.Steps != 3 || n.Questions != 1 || n.TMR == nil || *n.TMR != 0 {
			t.Errorf("%s: %d steps, %d questions, TMR %v; the history counts", name, n.Steps, n.Questions, n.TMR)
		}
		if c := again.Conversation(4, nil); len(c) != 4 || c[2].Role != dataset.Assistant {
			t.Errorf("%s: the history is not read: %v", name, c)
		}
	}
	trained := 0
	for _, s := range states {
		for _, m := range s.Value(jsonvalue.Value{}, jsonvalue.Value{}).Field("messages").Items() {
			if m.Field("train").Bool() {
				trained++
			}
		}
	}
	if trained != 0 || len(states[0].Messages) != 5 {
		t.Errorf("%d of the messages that the policy is given are its own to learn", trained)
	}
	if credit := sharedtest.Need(counter.Credit(t.Context(), run, &trajectory.StepProfile{Weights: trajectory.Components{trajectory.Terminal: 1}}, nil))(t); len(credit.Steps) != 3 {
		t.Errorf("%d steps earn something", len(credit.Steps))
	}
}

// TestHostileCompletions checks that any completion is a step.
func TestHostileCompletions(t *testing.T) {
	p := prepare(t, flight, env.Options{})
	for _, text := range []string{`null`, `3`, `[]`, `{}`, `[{"role":"user","content":"hi"}]`, `{"role":"assistant","tool_calls":[{"name":"book_flight","arguments":"{"}]}`,
		`{"role":"assistant","tool_calls":[{"name":"nothing","arguments":{}}]}`, `{"role":"assistant","tool_calls":[{"name":"ask_user","arguments":{"question":7}}]}`,
		`"` + strings.Repeat("What is the destination? ", 1<<12) + `"`, `"` + strings.Repeat("x", 1<<19) + `"`, `"<think>"`, `"<answer><TOOLCALL>[{\"name\":\"book_flight\",\"arguments\":{}}]</TOOLCALL></answer>"`} {
		e, _, err := p.Reset(t.Context(), 1)
		sharedtest.OK(t, err)
		for range 3 {
			if e.Done() {
				break
			}
			s, err := e.Step(t.Context(), parse(t, text))
			if err != nil || math.IsNaN(s.Reward) || s.Reward > 0.5 || s.Info.Success != nil && *s.Info.Success {
				t.Errorf("%.60s: %v, reward %v", text, err, s.Reward)
			}
		}
	}
}

// A withheld value is never given, however often it is asked for, and is no reason for the user to
// leave. The shares of constrained and withheld values are the configured ones.
func TestWithheldAndConstrained(t *testing.T) {
	class := strings.NewReplacer("from Oslo in economy", "from Oslo to Madrid", `"seat_class":"economy"}`, `"seat_class":"business"}`,
		`"aspect":"destination","value":"Madrid"}]`, `"aspect":"seat_class","value":"business"}]`).Replace(flight)
	for _, c := range []struct {
		user            env.Scripted
		told, constrain float64 // as shares of the seeds
	}{
		{env.Scripted{Constrain: -1}, 1, 0}, {env.Scripted{Constrain: 1}, 0, 1}, {env.Scripted{}, 0.75, 0.25}, {env.Scripted{Constrain: 0.35}, 0.65, 0.35},
		{env.Scripted{Constrain: -1, Withhold: 1}, 0, 0}, {env.Scripted{Constrain: -1, Withhold: 0.3}, 0.7, 0}, {env.Scripted{Constrain: 1, Withhold: 0.3}, 0, 0.7},
	} {
		p := prepare(t, class, env.Options{User: c.user, Unrewarded: true})
		const seeds = 400
		told, constrained := 0.0, 0.0
		for seed := range uint64(seeds) {
			e, _, err := p.Reset(t.Context(), seed)
			sharedtest.OK(t, err)
			ask := tagged("ASK", "<question>What is the seat class?</question>")
			s := sharedtest.Need(e.Step(t.Context(), jsonvalue.NewString(ask)))(t)
			text := s.Messages[len(s.Messages)-1].Content
			switch {
			case len(s.Info.Told) > 0:
				told += 1.0 / seeds
			case strings.Contains(text, "not ") || strings.Contains(text, "Anything but"):
				constrained += 1.0 / seeds
			}
			if c.user.Withhold == 1 {
				for range 3 {
					if s = sharedtest.Need(e.Step(t.Context(), jsonvalue.NewString(ask)))(t); s.Done || len(s.Info.Told) > 0 || strings.Contains(s.Messages[len(s.Messages)-1].Content, "business") {
						t.Fatalf("asked again the user says %+v", s)
					}
				}
			}
			e.Close()
		}
		if math.Abs(told-c.told) > 0.08 || math.Abs(constrained-c.constrain) > 0.08 {
			t.Errorf("%+v: told %.2f, constrained %.2f", c.user, told, constrained)
		}
	}
}
