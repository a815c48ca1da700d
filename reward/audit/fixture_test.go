package audit

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/reward"
)

// shards builds shards from inputs, by default from the embedded examples, and
// reads them back.
func shards(t *testing.T, inputs ...export.Input) []Sample {
	t.Helper()
	if inputs == nil {
		for _, e := range configs.Examples() {
			inputs = append(inputs, export.Input{Name: e.Name, Data: e.Data, Answers: e.Answers})
		}
	}
	dir := filepath.Join(t.TempDir(), "data")
	sharedtest.Need(export.Build(context.Background(), export.BuildOptions{Out: dir, Layouts: []string{"generic"}, Inputs: inputs}))(t)
	st := sharedtest.Need(lookup.Open(context.Background(), dir, lookup.Options{}))(t)
	defer st.Close()
	var out []Sample
	for i := range st.Len() {
		s, sets, labels, err := st.At(i)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, Sample{s, sets, labels})
	}
	return out
}

func profile(t *testing.T, name string) *reward.Profile {
	t.Helper()
	p := sharedtest.Need(reward.Load(name))(t)
	return p
}

func run(t *testing.T, p Subject, samples []Sample, opt Options) *Report {
	t.Helper()
	r := sharedtest.Need(Run(context.Background(), p, samples, opt))(t)
	return r
}

// sampleOf makes a sample with two tools by hand.
func sampleOf(t *testing.T, id, user, reference, candidates string) Sample {
	t.Helper()
	value := func(text string) domains.Value {
		v := sharedtest.Need(domains.ParseValue(text))(t)
		return v
	}
	tools, err := domains.ParseTools(value(`[
		{"name":"book_train","description":"Book a seat on a train.","parameters":{"type":"object","properties":{
			"to":{"type":"string","description":"Where to."},"departureDate":{"type":"string","format":"date"},
			"class":{"enum":["first","second"]},"bikes":{"type":"integer","minimum":0,"maximum":4,"default":0}},"required":["to","departureDate","class"]}},
		{"name":"weather","description":"The weather of a town.","parameters":{"type":"object","properties":{"town":{"type":"string"}},"required":["town"]}}]`))
	if err != nil {
		t.Fatal(err)
	}
	ref, err := dataset.ParseReference(value(reference))
	if err != nil {
		t.Fatal(err)
	}
	s := &dataset.Sample{ID: id, Tools: tools, Reference: ref, Messages: []dataset.Message{{Role: dataset.User, Content: user}}}
	calls, err := domains.ParseCalls(value(candidates))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range calls {
		s.Candidates = append(s.Candidates, dataset.Candidate{Call: c})
	}
	sets := map[string]domains.Set{}
	for i := range tools {
		if sets[tools[i].Name], err = (domains.SchemaAnnotator{}).Annotate(context.Background(), &tools[i]); err != nil {
			t.Fatal(err)
		}
	}
	labels, err := (&label.Labeler{}).Label(s, sets)
	if err != nil {
		t.Fatal(err)
	}
	return Sample{s, sets, &labels}
}

// handmade are four samples: a call, a question for a missing value, a question
// between rivals, a refusal.
func handmade(t *testing.T) []Sample {
	const call = `{"name":"book_train","arguments":{"to":"Porto","departureDate":"2026-05-02","class":"first"}}`
	return []Sample{
		sampleOf(t, "call", "A first class seat to Porto on 2026-05-02, please.", `{"action":"TOOLCALL","tool_calls":[`+call+`]}`, `[`+call+`]`),
		sampleOf(t, "ask", "A first class seat to Porto, please.", `{"action":"ASK","question":"When?"}`,
			`[{"name":"book_train","arguments":{"to":"Porto","departureDate":"<UNK>","class":"first"}}]`),
		sampleOf(t, "rivals", "Porto?", `{"action":"ASK"}`, `[{"name":"weather","arguments":{"town":"Porto"}},`+call+`]`),
		sampleOf(t, "refuse", "Cancel my seat.", `{"action":"REFUSE"}`, `[]`),
	}
}
