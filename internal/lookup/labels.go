package lookup

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// columnOptions bound the JSON of a column as package export does.
var columnOptions = jsonvalue.Options{MaxDepth: 2 * jsonvalue.DefaultDepth, MaxNodes: 4 * jsonvalue.DefaultNodes}

// labelsOf reads the labels (F12) and the reading (F4) that the row of a sample
// holds. What could not have been written is an error, so that no reward is computed
// from it.
func labelsOf(r *export.Row, s *dataset.Sample) (*label.Labels, error) {
	l := &label.Labels{
		Source:       label.Source(r.BeliefSource),
		VNow:         r.VNow,
		EVPIMax:      r.EVPIMax,
		Missing:      r.Missing,
		Action:       certainty.Action(r.PolicyAction),
		BestQuestion: r.BestQuestion,
		Agrees:       r.Agrees,
	}
	if l.Source != label.None && !label.Known(l.Source) {
		return nil, fmt.Errorf("belief_source is %q", r.BeliefSource)
	}
	if !slices.Contains([]certainty.Action{certainty.ActionCall, certainty.ActionAsk, certainty.ActionNone}, l.Action) {
		return nil, fmt.Errorf("policy_action is %q", r.PolicyAction)
	}
	if !share(r.VNow) || !share(r.EVPIMax) {
		return nil, errors.New("v_now or evpi_max is not in [0,1]")
	}
	var err error
	if l.Candidates, err = candidates(r.Candidates); err != nil {
		return nil, fmt.Errorf("candidates: %w", err)
	}
	if l.Questions, err = questions(r.EVPI); err != nil {
		return nil, fmt.Errorf("evpi: %w", err)
	}
	if l.Reading, err = r.ParseReading(s); err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	return l, nil
}

// share says whether a number is none or lies in [0,1].
func share(f *float64) bool { return f == nil || *f >= 0 && *f <= 1 }

func jsonList(text string) ([]jsonvalue.Value, error) {
	v, err := jsonvalue.Parse(text, columnOptions)
	if err != nil {
		return nil, err
	}
	if v.Kind() != jsonvalue.Array {
		return nil, fmt.Errorf("a list is expected, not %s", v.Kind())
	}
	return v.Items(), nil
}

func candidates(text string) ([]certainty.Candidate, error) {
	items, err := jsonList(text)
	if err != nil {
		return nil, err
	}
	out := make([]certainty.Candidate, len(items))
	for i, item := range items {
		calls, err := domains.ParseCalls(jsonvalue.NewArray(item))
		if err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
		if len(calls) != 1 {
			return nil, fmt.Errorf("[%d] is %d calls", i, len(calls))
		}
		weight, err := finite(item.Field("weight"))
		if err != nil || weight < 0 {
			return nil, fmt.Errorf("[%d]: the weight is %s", i, item.Field("weight").JSON())
		}
		out[i] = certainty.Candidate{Call: calls[0], Weight: &weight}
	}
	return out, nil
}

func questions(text string) ([]certainty.Question, error) {
	items, err := jsonList(text)
	if err != nil {
		return nil, err
	}
	out := make([]certainty.Question, len(items))
	for i, item := range items {
		q := &out[i]
		q.Tool = item.Field("tool").Str()
		for _, aspect := range item.Field("aspects").Items() {
			q.Aspects = append(q.Aspects, aspect.Str())
		}
		for _, part := range []struct {
			key string
			to  *float64
		}{{"evpi", &q.EVPI}, {"cost", &q.Cost}, {"score", &q.Score}} {
			if *part.to, err = finite(item.Field(part.key)); err != nil {
				return nil, fmt.Errorf("[%d].%s: %w", i, part.key, err)
			}
		}
	}
	return out, nil
}

func finite(v jsonvalue.Value) (float64, error) {
	f, ok := v.Float()
	if !ok || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, fmt.Errorf("%s is no number", v.JSON())
	}
	return f, nil
}
