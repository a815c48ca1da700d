package gateway

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/llm"
)

// review is one of NOD's baselines, in which the model checks itself. Self-reflection
// (reflect) audits a reply and corrects it once. A critic (critic, like AutoGen's solver,
// verifier and finalizer) does so up to twice. A debate (debate) votes on three proposals.
type review struct {
	rule   decision.Policy
	rounds int // number of audits; 0: a vote
}

// proposals is the number of proposals in a debate.
const proposals = 3

func reviewed(name string) func(string, *Options) (Policy, error) {
	return func(argument string, _ *Options) (Policy, error) {
		if err := bare(argument); err != nil {
			return nil, err
		}
		return review{decision.Reviewed(name), map[string]int{"reflect": 1, "critic": 2}[name]}, nil
	}
}

func (p review) Rule() decision.Policy { return p.rule }

// Look has the model judge the proposed reply.
func (p review) Look(ctx context.Context, t *Turn, r *Reply, m *Model) (Sight, error) {
	s := Sight{Signals: t.signals(r)}
	if m == nil {
		return s, nil
	}
	role, err := m.role(nil)
	if err != nil {
		return s, err
	}
	if p.rounds == 0 {
		more, err := m.Sample(ctx, t, proposals-1)
		if err != nil {
			return s, err
		}
		all := append([]*Reply{r}, more...)
		at, err := vote(ctx, role, t, all)
		s.Signals = s.Signals.With("approved", flag(at == 0))
		s.Do = func(context.Context, string) (Done, error) {
			return Done{Reply: all[at], Why: fmt.Sprintf("proposal %d of %d", at+1, len(all))}, nil
		}
		return s, m.why(err)
	}
	ok, why, err := audit(ctx, role, t, r)
	s.Signals = s.Signals.With("approved", flag(ok))
	s.Do = func(ctx context.Context, _ string) (Done, error) {
		given := r
		for round := 1; !ok; round++ {
			if given, err = m.Answer(ctx, t, "What you were about to do was held back: "+why+" Put it right."); err != nil {
				return Done{}, err
			}
			if round == p.rounds {
				break
			}
			if ok, why, err = audit(ctx, role, t, given); err != nil {
				return Done{}, m.why(err)
			}
		}
		return Done{Reply: given, Why: "revised"}, nil
	}
	return s, m.why(err)
}

const (
	tokensReview = 300
	longestWhy   = 500 // bytes
)

// audit asks whether a reply may be given, and if not, why.
func audit(ctx context.Context, role *llm.Model, t *Turn, r *Reply) (ok bool, why string, err error) {
	said, err := role.Role("review", configs.ReviewPrompt(), tokensReview, func(part string, v domains.Value) error {
		if part == "approved" && v.Kind() != jsonvalue.Bool || part == "correction" && (v.Kind() != jsonvalue.String || len(v.Str()) > longestWhy) {
			return fmt.Errorf("give approved, true or false, and correction, a text of at most %d bytes", longestWhy)
		}
		return nil
	}, "approved", "correction").Ask(ctx, "", jsonvalue.ObjectOf("messages", t.Run.MessagesValue(), "proposed", r.Raw))
	return said["approved"].Bool(), said["correction"].Str(), err
}

// vote asks which of several replies should be given.
func vote(ctx context.Context, role *llm.Model, t *Turn, all []*Reply) (at int, err error) {
	list := make([]domains.Value, len(all))
	for i := range all {
		list[i] = all[i].Raw
	}
	said, err := role.Role("vote", configs.VotePrompt(), tokensReview, func(_ string, v domains.Value) error {
		if n, ok := v.Int(); !ok || n < 0 || n >= int64(len(all)) {
			return fmt.Errorf("give a place in options, from 0 to %d", len(all)-1)
		}
		return nil
	}, "vote").Ask(ctx, "", jsonvalue.ObjectOf("messages", t.Run.MessagesValue(), "options", jsonvalue.NewArray(list...)))
	n, _ := said["vote"].Int()
	return int(n), err
}
