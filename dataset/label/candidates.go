package label

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// unknown is the value of a parameter that the conversation leaves open.
var unknown = jsonvalue.NewString(certainty.Unknown)

// candidates returns the candidates of one source, in one group for each belief; none if
// the sample has nothing for it.
func (w *work) candidates(source Source) ([][]certainty.Candidate, error) {
	switch s := w.sample; source {
	case Given:
		return given(s.Candidates), nil
	case HeldOut:
		return single(w.heldOut()), nil
	case Reference:
		return single(w.grounded(s.Reference.ToolCalls)), nil
	case Contrast:
		return single(w.grounded(s.Contrast)), nil
	case LLM:
		return w.proposed()
	case Question:
		return w.asked(), nil
	case Gold:
		return w.gold(), nil
	case Schema:
		return [][]certainty.Candidate{w.fromSchemas()}, nil
	}
	return nil, fmt.Errorf("label: %q is no source of beliefs; use %s", source, joinSources(Sources()))
}

// given returns the one belief over candidates from the row or from a model.
func given(cands []dataset.Candidate) [][]certainty.Candidate {
	if len(cands) == 0 {
		return nil
	}
	return [][]certainty.Candidate{slices.Clone(cands)}
}

// single returns one belief for each call.
func single(calls []domains.Call) [][]certainty.Candidate {
	groups := make([][]certainty.Candidate, len(calls))
	for i, c := range calls {
		groups[i] = []certainty.Candidate{{Call: c}}
	}
	return groups
}

// proposed returns the belief over a model's calls. Only arguments that the conversation
// backs are kept, because a model also fills in likely values that nobody said.
func (w *work) proposed() ([][]certainty.Candidate, error) {
	if w.Proposer == nil {
		return nil, nil
	}
	cands, err := w.Proposer.Propose(w.ctx, w.sample)
	if err != nil {
		return nil, err
	}
	groups := given(cands)
	for _, group := range groups {
		for i := range group {
			group[i].Call = w.groundedCall(group[i].Call)
		}
	}
	return groups, nil
}

// heldOut returns the calls with the held-out parameter unspecified. Of several calls, all
// that have the parameter lose it; if none has it, the first call gets it unspecified.
func (w *work) heldOut() []domains.Call {
	name := w.sample.HeldOut
	if name == "" || len(w.sample.HeldOutCall) == 0 {
		return nil
	}
	calls := append([]domains.Call(nil), w.sample.HeldOutCall...)
	found := false
	for i, c := range calls {
		_, has := c.Arguments.Get(name)
		if tool := w.sample.Tool(c.Name); has || (tool != nil && tool.Param(name) != nil) {
			calls[i].Arguments, found = c.Arguments.With(name, unknown), true
		}
	}
	if !found {
		calls[0].Arguments = calls[0].Arguments.With(name, unknown)
	}
	return calls
}

// grounded returns calls with only the backed arguments: a required argument with a support
// below 0.5 becomes unspecified, an optional one is removed.
func (w *work) grounded(calls []domains.Call) []domains.Call {
	out := make([]domains.Call, len(calls))
	for i, c := range calls {
		out[i] = w.groundedCall(c)
	}
	return out
}

func (w *work) groundedCall(c domains.Call) domains.Call {
	tool := w.sample.Tool(c.Name)
	if tool == nil {
		return c // not offered: its certainty is 0 in any case (F3)
	}
	args := make([]jsonvalue.Member, 0, c.Arguments.Len())
	find := tool.Finder(w.sets[c.Name], c.Arguments.Len())
	for _, m := range c.Arguments.Members() {
		p, d := find(m.Key)
		backed := w.backed(tool, p, d, m.Value)
		switch {
		case backed:
		case p != nil && p.Required:
			m.Value = unknown
		default:
			continue
		}
		args = append(args, m)
	}
	return domains.Call{Name: c.Name, Arguments: jsonvalue.NewObject(args...)}
}

// backed reports whether a value is specified and grounded. A value that is specified by
// F2's exceptions, mainly the default, means the same as omitting it, and needs no support.
func (w *work) backed(tool *domains.Tool, p *domains.Param, d domains.Domain, v domains.Value) bool {
	if certainty.Unspecified(v) {
		return certainty.Specified(p, d, v)
	}
	return w.reading.Support(tool, p, d, v).Grounded()
}

// fromSchemas returns one candidate for each offered tool. Its required parameters have the
// values of the reading. The less the user's words are about the tool, the less likely the
// candidate is. A tool that needs no argument has prior epsilon, so that it is not always
// the certain one. A complete call of a tool that the user does not speak of is not
// believed: its parameters become open, or, if it has none, its weight 0.
func (w *work) fromSchemas() []certainty.Candidate {
	epsilon := cmp.Or(w.Options.Epsilon, domains.DefaultEpsilon)
	out := make([]certainty.Candidate, 0, len(w.sample.Tools))
	for i, distance := range w.distance() {
		tool := &w.sample.Tools[i]
		c := certainty.Candidate{Call: w.opened(tool, func(string) bool { return false })}
		exponent, prior := steepness*distance, 1.0
		if c.Call.Arguments.Len() == 0 {
			exponent++
		}
		if !certainty.Unspecified(c.Call.Arguments) && !w.spokenOf(i) {
			if c.Call = w.opened(tool, func(name string) bool { return tool.Param(name).Required }); c.Call.Arguments.Len() == 0 {
				prior = 0
			}
		}
		if prior *= math.Pow(epsilon, exponent); prior < 1 {
			c.Weight = &prior
		}
		out = append(out, c)
	}
	return out
}
