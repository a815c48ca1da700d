package gateway

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// cgdp keeps a search's knowledge in a belief state (T3: facts and open predicates, at
// most six, by rules or by a model). The model gets the state beside the history or
// instead of it. When the exhaustion gate fires, the model must answer from the state.
type cgdp struct {
	rule      decision.Policy
	gate      decision.Gate
	injected  form
	lobotomy  bool // the history is removed
	extracted bool // a model extracts the state
}

// form is the form in which the model gets the belief state.
type form uint8

const (
	untold     form = iota // not at all
	structured             // JSON
	freeform               // notes
)

// conditions are the paper's, and one with both the history and the state.
var conditions = map[string]struct {
	injected form
	lobotomy bool
}{
	"kept": {freeform, false}, "baseline": {untold, false}, "lobotomized": {untold, true}, "structured": {structured, true}, "freeform": {freeform, true},
}

func newCGDP(argument string, _ *Options) (Policy, error) {
	p := cgdp{gate: decision.DefaultGate, injected: freeform}
	err := each(argument, func(name, value string) (err error) {
		if c, ok := conditions[name]; ok {
			p.injected, p.lobotomy = c.injected, c.lobotomy
			return nil
		}
		switch {
		case name == "p":
			p.gate.P, err = whole(value, 100)
		case name == "extractor" && value == byModel:
			p.extracted = true
		default:
			err = fmt.Errorf("give kept, baseline, lobotomized, structured or freeform, p=N, extractor=model")
		}
		return err
	})
	p.rule = decision.Exhausted(p.gate.P)
	return p, err
}

func (p cgdp) Rule() decision.Policy { return p.rule }

// belief is the state after the last step, by rules or by a model; nil before the first.
func (p cgdp) belief(ctx context.Context, t *Turn, m *Model) (*decision.BeliefState, error) {
	if t.large() {
		return nil, nil
	}
	var x decision.Extractor = decision.RuleExtractor{}
	if p.extracted && m != nil {
		role, err := m.role(nil)
		if err != nil {
			return nil, err
		}
		x = role.Extractor()
	}
	states, err := decision.Beliefs(ctx, t.counter, t.Run, x)
	if err != nil || len(states) == 0 {
		return nil, err
	}
	return &states[len(states)-1], nil
}

// Prepare removes the history and adds the state, as the condition requires.
func (p cgdp) Prepare(ctx context.Context, t *Turn, request domains.Value, m *Model) (domains.Value, error) {
	b, err := p.belief(ctx, t, m)
	if err != nil || b == nil {
		return request, m.why(err)
	}
	if p.lobotomy {
		request = request.With("messages", jsonvalue.NewArray(observation(request.Field("messages").Items())...))
	}
	if p.injected != untold {
		request = remind(request, told(b, p.injected))
	}
	return request, nil
}

// told writes a belief state for the model.
func told(b *decision.BeliefState, as form) string {
	if as == structured {
		return "What is known and what is open, as data:\n" + b.Value().JSON()
	}
	var s strings.Builder
	s.WriteString("Notes so far, of what was observed:\n")
	for _, n := range b.Facts {
		fmt.Fprintf(&s, "- %s (message %d)\n", n.Text, n.Message)
	}
	s.WriteString("Still to be found out:\n")
	for _, n := range b.Open {
		fmt.Fprintf(&s, "- %s\n", n.Text)
	}
	return s.String()
}

// observation is a conversation without its history: all messages except the agent's and
// the tools', and the last calls with their results.
func observation(messages []domains.Value) []domains.Value {
	last := -1
	for i, m := range messages {
		if m.Field("role").Str() == dataset.Assistant && m.Field("tool_calls").Len() > 0 {
			last = i
		}
	}
	i := -1
	return slices.DeleteFunc(slices.Clone(messages), func(m domains.Value) bool {
		i++
		role := m.Field("role").Str()
		return i < last && (role == dataset.Assistant || role == dataset.ToolRole || role == "function")
	})
}

// Look counts the stalled acts.
func (p cgdp) Look(ctx context.Context, t *Turn, r *Reply, m *Model) (Sight, error) {
	s := Sight{Signals: t.signals(r)}
	if !t.large() {
		s.Signals = s.Signals.With("stalled", float64(p.gate.Stalled(t.acts())))
	}
	s.Do = func(ctx context.Context, _ string) (Done, error) {
		b, err := p.belief(ctx, t, m)
		if err != nil {
			return Done{}, m.why(err)
		}
		state := ""
		if b != nil {
			state = told(b, freeform)
		}
		answer, err := m.Finish(ctx, t, state)
		return Done{Reply: answer, Why: "the search stalls"}, err
	}
	return s, nil
}

// acts returns the acts since the user's last message, because each message of the user
// begins a new search.
func (t *Turn) acts() []trajectory.Act {
	from := 0
	for i := range t.Run.Messages {
		if t.Run.Messages[i].Role == dataset.User {
			from = i
		}
	}
	steps := t.Run.Steps()
	return slices.DeleteFunc(t.counter.Acts(t.Run), func(a trajectory.Act) bool { return steps[a.Step].Message < from })
}
