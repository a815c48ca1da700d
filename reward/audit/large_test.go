package audit

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
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

// Neither many arguments nor many messages take long.
func TestLargeSamples(t *testing.T) {
	sharedtest.Unraced(t)
	call, talk := wide(t, 2000), sampleOf(t, "talk", "Porto?", `{"action":"REFUSE"}`, `[]`)
	for range 16_000 {
		talk.Messages = append(talk.Messages, dataset.Message{Role: dataset.User, Content: "I want a seat on the train to Porto, please."})
	}
	for _, s := range []Sample{call, talk} {
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
