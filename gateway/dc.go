package gateway

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/yamlvalue"
)

// dc applies a policy as data to the signals of the reply: pass gives it, ask asks the
// best question in its place, stop has the model answer without a further call.
type dc struct{ rule decision.Policy }

// maxPolicy bounds the file of a policy, in bytes.
const maxPolicy = 1 << 20

func newDC(path string, _ *Options) (Policy, error) {
	if path == "" {
		return nil, fmt.Errorf("it needs the file of a policy: dc:FILE")
	}
	text, err := infile.Read(path, maxPolicy)
	if err != nil {
		return nil, err
	}
	v, err := yamlvalue.Parse(string(text), jsonvalue.Options{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	rule, err := decision.Parse(v)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, action := range rule.Actions() {
		if action != Keep && action != Ask && action != Stopped {
			return nil, fmt.Errorf("%s: it does %.40q; a reply can be given (%s), asked about (%s) or be the last one (%s)", path, action, Keep, Ask, Stopped)
		}
	}
	for _, name := range rule.Signals() {
		if !isSignal(name) {
			return nil, fmt.Errorf("%s: it reads the signal %.40q; there are %v", path, name, SignalNames)
		}
	}
	return dc{rule}, nil
}

func (p dc) Rule() decision.Policy                      { return p.rule }
func (p dc) Signals(t *Turn, r *Reply) decision.Signals { return t.signals(r) }

// Do asks, or has the model answer at once.
func (p dc) Do(ctx context.Context, t *Turn, r *Reply, action string, m *Model) (Done, error) {
	if action == Ask {
		q := t.look(r).question
		if q == nil {
			return Done{}, fmt.Errorf("there is nothing to ask")
		}
		return Done{Reply: newReply(t.words(q)), Why: "asked for " + q.Name()}, nil
	}
	if len(r.Message.Calls) == 0 {
		return Done{Reply: r, Why: "it is an answer already"}, nil
	}
	answer, err := m.Answer(ctx, t, "Answer now, with what you know, in words and without another tool call.")
	return Done{Reply: answer, Why: "no further call"}, err
}
