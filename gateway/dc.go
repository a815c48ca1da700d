package gateway

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/yamlvalue"
)

// dc applies a policy from a file to the signals of the reply. pass keeps the reply,
// ask asks the best question instead, stop has the model answer without a further
// call.
type dc struct{ rule decision.Policy }

// maxPolicy is the largest size of a policy's file, in bytes.
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

func (p dc) Rule() decision.Policy { return p.rule }

// Look returns the reply's signals, and carries out the rule's action.
func (p dc) Look(_ context.Context, t *Turn, r *Reply, m *Model) (Sight, error) {
	return Sight{Signals: t.signals(r), Do: func(ctx context.Context, action string) (Done, error) {
		switch {
		case action == Ask:
			return t.ask(t.look(r).question, "asked for ")
		case len(r.Message.Calls) == 0:
			return Done{Reply: r, Why: "it is an answer already"}, nil
		}
		answer, err := m.Finish(ctx, t, "")
		return Done{Reply: answer, Why: "no further call"}, err
	}}, nil
}
