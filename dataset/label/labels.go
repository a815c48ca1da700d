package label

import (
	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Labels are the labels of one sample (F12). The slices are never nil.
type Labels struct {
	Source     Source                // belief_source
	Candidates []certainty.Candidate // of the belief, in order; a nil weight counts as 1

	VNow      *float64             // F5, in [0,1]; the product over several reference calls; nil without a belief
	EVPIMax   *float64             // the largest EVPI (F6), in [0,1]; 0 without a question, nil without a belief
	Questions []certainty.Question // best first (F7)
	Missing   []string             // the unspecified parameters of the best candidate, united over several calls

	Action       certainty.Action // policy_action: call, ask, or none without a belief
	BestQuestion string           // the aspects of the best question as tool.parameter, joined by commas; "" without one
	Agrees       *bool            // whether Action is the reference action; nil if the comparison is undefined

	Reading *grounding.Reading // the reading behind the labels (F4); nil if there is none
}

// EVPIValue returns the column evpi: a list of {"tool", "aspects", "evpi", "cost",
// "score"}, best first.
func (l *Labels) EVPIValue() domains.Value { return jsonvalue.Of(l.Questions) }

// CandidatesValue returns the column candidates: a list of {"name", "arguments", "weight"};
// the weight is always present.
func (l *Labels) CandidatesValue() domains.Value {
	items := make([]domains.Value, len(l.Candidates))
	for i, c := range l.Candidates {
		weight := 1.0
		if c.Weight != nil {
			weight = *c.Weight
		}
		items[i] = jsonvalue.ObjectOf(
			"name", c.Call.Name,
			"arguments", c.Call.Arguments,
			"weight", weight,
		)
	}
	return jsonvalue.NewArray(items...)
}

// noBelief are the labels of a sample without a belief.
func noBelief() Labels {
	return Labels{
		Source: None, Action: certainty.ActionNone,
		Candidates: []certainty.Candidate{}, Questions: []certainty.Question{}, Missing: []string{},
	}
}

// agreement compares the policy's action with the reference's. It is nil without a belief,
// and if the reference is neither a call nor a question.
func agreement(action certainty.Action, s *dataset.Sample) *bool {
	var want certainty.Action
	switch s.Reference.Action {
	case completion.ToolCall:
		want = certainty.ActionCall
	case completion.Ask:
		want = certainty.ActionAsk
	}
	if want == "" || action == certainty.ActionNone {
		return nil
	}
	same := action == want
	return &same
}
