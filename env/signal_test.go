package env_test

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// labelled is a question of data/signal as a turn of a task. The open parameters of its
// candidate are hidden.
type labelled struct {
	task     *env.Task
	question string
	asks     []string
	kind     string
}

// madeUp is a value for a parameter that no conversation contains.
func madeUp(p *domains.Param, d domains.Domain, i int) domains.Value {
	if d.Type == domains.Finite && len(d.Values) > 0 {
		return d.Values[i%len(d.Values)]
	}
	switch p.Schema.Field("type").Str() {
	case "boolean":
		return jsonvalue.NewBool(i%2 == 0)
	case "integer", "number":
		return jsonvalue.NewInt(int64(7340 + i))
	case "array":
		return jsonvalue.NewStrings([]string{fmt.Sprintf("Quux%d", i)})
	}
	return jsonvalue.NewString(fmt.Sprintf("Quux%d", i))
}

func signalQuestions(t *testing.T) (out []labelled) {
	t.Helper()
	for _, dev := range []string{"dev1", "dev2", "dev3"} {
		f := sharedtest.Need(os.Open(sharedtest.Shared(t, "data/signal/"+dev+"/questions.jsonl")))(t)
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			v := parse(t, lines.Text())
			messages := sharedtest.Need(dataset.ParseMessages(v.Field("messages")))(t)
			last := len(messages) - 1
			if last < 0 || messages[last].Role != dataset.User {
				continue
			}
			task := &env.Task{ID: dev + "/" + v.Field("id").Str(), Class: trajectory.Ambiguous, History: messages[:last]}
			task.Tools = sharedtest.Need(domains.ParseTools(v.Field("tools")))(t)
			sets := sharedtest.Need(domains.Complete(t.Context(), domains.SchemaAnnotator{}, task.Tools, nil))(t)
			call := domains.Call{Name: v.Field("candidate").Field("name").Str(), Arguments: jsonvalue.NewObject()}
			at := slices.IndexFunc(task.Tools, func(x domains.Tool) bool { return x.Name == call.Name })
			asks, _ := v.Field("asks").Strings()
			turn := env.Turn{User: messages[last].Content}
			for i := range task.Tools[at].Params {
				p := &task.Tools[at].Params[i]
				given := v.Field("candidate").Field("arguments").Field(p.Name)
				d, _ := sets[call.Name].Get(p.Name)
				if slices.Contains(asks, p.Name) || certainty.Unspecified(given) && p.Required {
					given = madeUp(p, d, i)
					turn.Hidden = append(turn.Hidden, env.Hidden{Tool: call.Name, Aspect: p.Name, Value: given})
				}
				if !given.IsNull() {
					call.Arguments = call.Arguments.With(p.Name, given)
				}
			}
			turn.Gold = []domains.Call{call}
			task.Turns = []env.Turn{turn}
			out = append(out, labelled{task, v.Field("question").Str(), asks, v.Field("kind").Str()})
		}
		sharedtest.OK(t, lines.Err())
	}
	return out
}

// TestSignalQuestions asks the scripted user questions that people wrote and labelled. Its
// answers give what was asked for as often as the reader of questions reads the questions
// exactly, give other values rarely, and never anything untrue.
func TestSignalQuestions(t *testing.T) {
	e := sharedtest.Need(env.New(env.Options{User: env.Scripted{Constrain: -1}, Unrewarded: true}))(t)
	n, answered, exact, leaks, lies := 0, 0, 0, 0, 0
	var leaked []string
	for _, q := range signalQuestions(t) {
		p := sharedtest.Need(e.Prepare(q.task))(t)
		turn := q.task.Turns[0]
		run := make([]trajectory.Message, 0, len(q.task.History)+1)
		turns := make([]grounding.Turn, 0, cap(run))
		for _, m := range append(slices.Clone(q.task.History), dataset.Message{Role: dataset.User, Content: turn.User}) {
			run, turns = append(run, trajectory.Message{Role: m.Role, Content: m.Content}), append(turns, grounding.Turn{Role: m.Role, Text: m.Content})
		}
		said := sharedtest.Need(e.User.Meet(p, 1).Hear(t.Context(), 0, q.question, env.Run{Messages: run}))(t)
		n++
		var told []string
		for _, i := range said.Told {
			told = append(told, turn.Hidden[i].Aspect)
		}
		missing := slices.ContainsFunc(q.asks, func(a string) bool { return !slices.Contains(told, a) })
		other := slices.DeleteFunc(slices.Clone(told), func(a string) bool { return slices.Contains(q.asks, a) })
		if !missing {
			answered++
		}
		if len(other) > 0 {
			leaks++
			leaked = append(leaked, fmt.Sprintf("%s %q: %v, asked %v", q.task.ID, q.question, other, q.asks))
		}
		for _, h := range turn.Hidden { // no answer may name another value of the domain
			d, _ := p.Sets(0)[h.Tool].Get(h.Aspect)
			for _, v := range d.Values {
				if d.Type == domains.Finite && v.Kind() == jsonvalue.String && !jsonvalue.Equal(v, h.Value) && env.Holds(said.Text, v.Str()) && !env.Holds(strings.Join(told, " "), v.Str()) && slices.Contains(told, h.Aspect) && !env.Stands(said.Text, h.Value) {
					lies++
				}
			}
		}
		read := p.Asker(0).Read(q.question, grounding.Read(grounding.Input{Turns: turns, Tools: q.task.Tools, Sets: p.Sets(0)}))
		var asked []string
		for _, r := range read.Asked() {
			if r.Tool == turn.Gold[0].Name && !slices.Contains(asked, r.Aspect) {
				asked = append(asked, r.Aspect)
			}
		}
		slices.Sort(asked)
		want := slices.Sorted(slices.Values(q.asks))
		if slices.Equal(asked, want) {
			exact++
		}
	}
	t.Logf("of %d questions %d are answered whole, %d read exactly, %d leak, %d lie\n%s", n, answered, exact, leaks, lies, strings.Join(leaked, "\n"))
	if answered < exact || float64(leaks) > 0.02*float64(n) || lies > 0 {
		t.Errorf("of %d questions %d are answered whole (the reader reads %d exactly), %d leak, %d lie", n, answered, exact, leaks, lies)
	}
}
