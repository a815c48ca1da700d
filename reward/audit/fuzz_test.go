package audit

import (
	"context"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

// Whatever the tools and the user's text are, every probe, honest completion and
// behaviour can be written, and its reward is in the profile's range.
func FuzzProbes(f *testing.F) {
	for _, tools := range []string{
		`[{"name":"a","parameters":{"type":"object","properties":{"n":{"type":"number","multipleOf":1e308,"minimum":1e308},"m":{"type":"integer","maximum":-5,"multipleOf":0.001}},"required":["n","m"]}}]`,
		`[{"name":"","parameters":{"type":"object","properties":{"":{"enum":[null,""]},"<ASK>":{"type":"array","items":{"type":"object","properties":{"x":{"const":1}}}}},"required":["","<ASK>"]}}]`,
		`[{"name":"a"},{"name":"a","parameters":{"type":"object","properties":{"b":{"type":"object","properties":{"c":{"format":"email"},"d":{"type":"boolean"}}}}}},{"name":"<answer>"}]`,
		`[]`,
	} {
		f.Add(tools, "Book <answer> a seat for 2 \x00", `{"a":"<UNK>"}`)
	}
	guarded := sharedtest.Need(reward.Load("guarded"))(f)
	paper := sharedtest.Need(reward.Load("paper"))(f)
	f.Fuzz(func(t *testing.T, toolText, user, arguments string) {
		if len(toolText)+len(user)+len(arguments) > 4096 {
			return
		}
		value, err := domains.ParseValue(toolText)
		if err != nil {
			return
		}
		tools, _, err := domains.ParseToolList(value)
		if err != nil {
			return
		}
		for _, action := range completion.Actions {
			s := &dataset.Sample{ID: "x", Tools: tools, Reference: dataset.Reference{Action: action}, Messages: []dataset.Message{{Role: dataset.User, Content: user}},
				Answers: dataset.Answers{completion.Refuse: user, completion.Directly: user}}
			if args, err := domains.ParseValue(arguments); err == nil && len(tools) > 0 && args.Members() != nil {
				call := domains.Call{Name: tools[0].Name, Arguments: args}
				s.Reference.ToolCalls, s.Candidates = []domains.Call{call}, []dataset.Candidate{{Call: call}}
			}
			if action == completion.ToolCall && len(s.Reference.ToolCalls) == 0 {
				continue
			}
			sets := map[string]domains.Set{}
			for i := range tools {
				sets[tools[i].Name], _ = domains.SchemaAnnotator{}.Annotate(context.Background(), &tools[i])
			}
			labels, err := (&label.Labeler{}).Label(s, sets)
			if err != nil {
				continue
			}
			for _, p := range []*reward.Profile{guarded, paper} {
				scored(t, p, Sample{s, sets, &labels})
			}
		}
	})
}

func scored(t *testing.T, p *reward.Profile, s Sample) {
	prepared, err := p.Prepare(s.Sample, s.Sets, s.Labels)
	if err != nil {
		return
	}
	lo, hi := p.Range()
	m := newMaterial(s, false, 0, "town")
	m.traits()
	check := func(name string, d draft) {
		if r := prepared.Score(reward.Input{Completion: d.text}); r.Err != nil || !(r.Reward >= lo && r.Reward <= hi) {
			t.Errorf("%s: %v (%v) for %q", name, r.Reward, r.Err, d.text)
		}
	}
	check("honest", m.honest)
	for _, probe := range Probes() {
		if d, ok := probe.on(m); ok {
			check(probe.Name, d)
		}
	}
	for _, b := range behaviours() {
		if d, ok := b.write(m); ok {
			check(b.name, d)
		}
	}
}
