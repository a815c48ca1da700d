package agent

import (
	"context"
	"slices"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Standing is the state of a turn.
type Standing uint8

// The standings.
const (
	Under    Standing = iota // some call is left to make
	Finished                 // no call is left
)

// Proposer gives the calls that the user may mean now, with "<UNK>" for open values. It is
// safe for concurrent use.
type Proposer interface {
	Name() string
	Propose(ctx context.Context, e *env.Episode) ([]certainty.Candidate, Standing, error)
}

// Read proposes one call of each offered tool, filled by the readings, with the priors of
// F12. A turn is finished after its first executed call.
type Read struct{}

// Name is "read".
func (Read) Name() string { return "read" }

// Propose proposes calls.
func (Read) Propose(ctx context.Context, e *env.Episode) ([]certainty.Candidate, Standing, error) {
	messages := e.Messages()
	for i := len(messages) - 1; i >= 0 && messages[i].Role != dataset.User; i-- {
		if messages[i].Role == dataset.ToolRole && !messages[i].Failed && len(messages[i-1].Calls) > 0 {
			return nil, Finished, nil
		}
	}
	l, err := labels(ctx, e, e.Tools())
	if err != nil {
		return nil, Under, err
	}
	for i := range l.Candidates {
		fill(e, l.Reading, &l.Candidates[i].Call)
	}
	return l.Candidates, Under, nil
}

// labels labels the conversation so far by the tools' schemas alone.
func labels(ctx context.Context, e *env.Episode, tools []domains.Tool) (label.Labels, error) {
	labeler := label.Labeler{Sources: []label.Source{label.Schema}}
	return labeler.LabelContext(ctx, &dataset.Sample{Messages: e.Conversation(), Tools: tools}, e.Sets(), nil)
}

// fill sets the arguments of a call that the reading gives.
func fill(e *env.Episode, r *grounding.Reading, c *domains.Call) {
	t := e.Tool(c.Name)
	for i := range t.Params {
		p := &t.Params[i]
		f, ok := r.Given(c.Name, p.Name)
		if !ok {
			continue
		}
		v := f.Value
		if v.IsNull() {
			v = jsonvalue.NewString(r.Mentions[f.Mention].Value)
		}
		c.Arguments = c.Arguments.With(p.Name, domains.Coerce(p, v))
	}
}

// Gold is the perfect proposer. It proposes the next gold call, with hidden values open
// until the conversation gives them (F4), and an empty call of each other tool. In a turn
// that cannot be met it proposes the call that the user means, if its tool is offered. The
// prior of each other tool is F12's times the certainty of the true call, so that a tool
// with fewer parameters is not likelier to be meant.
type Gold struct{}

// Name is "gold".
func (Gold) Name() string { return "gold" }

// Propose proposes calls.
func (Gold) Propose(ctx context.Context, e *env.Episode) ([]certainty.Candidate, Standing, error) {
	left := e.Left()
	if len(left) == 0 {
		if len(e.Gold()) > 0 {
			return nil, Finished, nil
		}
		left = e.Intended()
	}
	if len(left) == 0 || slices.ContainsFunc(left, func(c domains.Call) bool { return e.Tool(c.Name) == nil }) {
		return nil, Under, nil
	}
	l, err := labels(ctx, e, e.Tools())
	if err != nil {
		return nil, Under, err
	}
	call := left[0]
	t := e.Tool(call.Name)
	for _, h := range e.Hidden() {
		if h.Tool != call.Name || !jsonvalue.Equal(call.Arguments.Field(h.Aspect), h.Value) {
			continue
		}
		p := t.Param(h.Aspect)
		d, _ := e.Sets()[call.Name].Get(h.Aspect)
		if !l.Reading.Support(t, p, d, h.Value).Grounded() {
			call.Arguments = call.Arguments.With(h.Aspect, jsonvalue.NewString(certainty.Unknown))
		}
	}
	set := e.Sets()[call.Name]
	_, known := certainty.CallCertainty(t, set, call, certainty.Options{})
	out := []certainty.Candidate{{Call: call}}
	for _, c := range l.Candidates {
		if !slices.ContainsFunc(left, func(own domains.Call) bool { return own.Name == c.Call.Name }) {
			weight := known
			if c.Weight != nil {
				weight *= *c.Weight
			}
			out = append(out, certainty.Candidate{Call: c.Call, Weight: &weight})
		}
	}
	return out, Under, nil
}

// without removes from a belief the values that the conversation denies for its open
// parameters.
func without(b *certainty.Belief, e *env.Episode) (*certainty.Belief, error) {
	tool, aspects := open(b)
	if len(aspects) == 0 {
		return b, nil
	}
	r := e.Reading(tool)
	var excluded []certainty.Argument
	for _, aspect := range aspects {
		d, _ := e.Sets()[tool].Get(aspect)
		p := e.Tool(tool).Param(aspect)
		for _, v := range d.Values {
			if d.Type == domains.Finite && slices.ContainsFunc(r.Mentions, func(m grounding.Mention) bool {
				return m.Status == grounding.Denied && grounding.Same(p, jsonvalue.NewString(m.Value), v)
			}) {
				excluded = append(excluded, certainty.Argument{Name: aspect, Value: v})
			}
		}
	}
	if len(excluded) == 0 {
		return b, nil
	}
	return b.Update(certainty.Answer{Tool: tool, Excluded: excluded})
}
