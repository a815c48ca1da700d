package audit

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// wide is a sample whose call has n arguments of the same value. Each has a default, and as many
// parameters more.
func wide(t *testing.T, n int) Sample {
	t.Helper()
	var params, args []string
	for i := range n {
		params = append(params, fmt.Sprintf(`"p%d":{"type":"string","default":"none"},"q%d":{"type":"string","default":"none"}`, i, i))
		args = append(args, fmt.Sprintf(`"p%d":"same"`, i))
	}
	value := func(text string) domains.Value { return sharedtest.Need(domains.ParseValue(text))(t) }
	tools := sharedtest.Need(domains.ParseTools(value(`[{"name":"f","parameters":{"type":"object","properties":{` + strings.Join(params, ",") + `}}}]`)))(t)
	reference := sharedtest.Need(dataset.ParseReference(value(`{"action":"TOOLCALL","tool_calls":[{"name":"f","arguments":{` + strings.Join(args, ",") + `}}]}`)))(t)
	set := sharedtest.Need(domains.SchemaAnnotator{}.Annotate(t.Context(), &tools[0]))(t)
	s := &dataset.Sample{ID: "wide", Tools: tools, Reference: reference, Messages: []dataset.Message{{Role: dataset.User, Content: "hi"}}}
	return Sample{Sample: s, Sets: map[string]domains.Set{"f": set}}
}

// flags is a sample of a tool with n truth values, and a talk of eight words for each, which ends with both values.
func flags(t *testing.T, n int) Sample {
	t.Helper()
	var params, names []string
	for i := range n {
		params = append(params, fmt.Sprintf(`"p%d":{"type":"boolean"}`, i))
		names = append(names, fmt.Sprintf(`"p%d"`, i))
	}
	tools := sharedtest.Need(domains.ParseTools(sharedtest.Need(domains.ParseValue(`[{"name":"f","parameters":{"type":"object","properties":{` + strings.Join(params, ",") + `},"required":[` + strings.Join(names, ",") + `]}}]`))(t)))(t)
	set := sharedtest.Need(domains.SchemaAnnotator{}.Annotate(t.Context(), &tools[0]))(t)
	s := &dataset.Sample{ID: "flags", Tools: tools, Reference: dataset.Reference{Action: completion.Refuse}, Messages: []dataset.Message{{Role: dataset.User, Content: strings.Repeat("seats ", 8*n) + "true false"}}}
	return Sample{Sample: s, Sets: map[string]domains.Set{"f": set}}
}

// Neither many arguments nor many messages take long.
func TestLargeSamples(t *testing.T) {
	sharedtest.Unraced(t)
	call, talk := wide(t, 2000), sampleOf(t, "talk", "Porto?", `{"action":"REFUSE"}`, `[]`)
	for range 16_000 {
		talk.Messages = append(talk.Messages, dataset.Message{Role: dataset.User, Content: "I want a seat on the train to Porto, please."})
	}
	for _, s := range []Sample{call, talk, flags(t, 2000)} {
		begin := sharedtest.CPU()
		m := newMaterial(s, false, 0, "")
		for _, p := range Probes() {
			p.on(m)
		}
		if took := sharedtest.CPU() - begin; took > 2*time.Second {
			t.Errorf("the probes of %s take %v", s.ID, took)
		}
	}
}

// Nor do many questions, lookups and changes of the world in one run.
func TestLargeRuns(t *testing.T) {
	sharedtest.Unraced(t)
	s := stepSubject(t)
	runs := goldRuns(t)
	at := slices.IndexFunc(runs, func(r *trajectory.Trajectory) bool {
		g := s.gold(r, 0)
		return g != nil && len(g.critical) > 0 && len(g.lookups) > 0 && g.lookups[0] < g.critical[0]
	})
	if at < 0 {
		t.Fatal("no run looks something up and changes the world")
	}
	g := s.gold(runs[at], 0)
	write := g.writes()[0]
	var steps [][]trajectory.Message
	var actions []trajectory.Action
	for i := range 2 * 1600 {
		if i < 1600 {
			ask := append(talk("Which day would you like?"), trajectory.Message{Role: dataset.User, Content: "any"})
			steps = append(steps, g.steps[g.lookups[0]], ask)
			continue
		}
		args := write.Arguments
		for _, a := range args.Members() {
			args = args.With(a.Key, jsonvalue.NewString(fmt.Sprint("unheard", i)))
		}
		action := g.Reference.Actions[0]
		action.Name, action.Arguments = write.Name, args
		actions = append(actions, action)
		steps = append(steps, act([]trajectory.Call{{Name: write.Name, Arguments: args}}))
	}
	long := g.run(steps...)
	long.Reference.Actions = actions
	begin := sharedtest.CPU()
	if g = s.gold(long, 0); g == nil {
		t.Fatal("the run is not gold")
	}
	for _, p := range RunProbes() {
		p.play(g)
	}
	if took := sharedtest.CPU() - begin; took > 3*time.Second {
		t.Errorf("the probes take %v", took)
	}
}
