package reader

import (
	"math"
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// isVerifiers recognises a trace (nodes) or an episode (traces) of verifiers.
func isVerifiers(v domains.Value) bool {
	return v.Field("nodes").Kind() == jsonvalue.Array || v.Field("traces").Kind() == jsonvalue.Array
}

func readVerifiers(r *row) ([]*trajectory.Trajectory, error) {
	traces := []domains.Value{r.Value}
	if !has(r.Value, "nodes") {
		traces = r.Field("traces").Items()
	}
	var runs []*trajectory.Trajectory
	for _, trace := range traces {
		t, err := readTrace(trace)
		if err != nil {
			return nil, err
		}
		if t.TaskID == "" {
			t.TaskID = text(r.Value, "task", "group")
		}
		runs = append(runs, t)
	}
	if len(runs) == 0 {
		return nil, trajectory.Bad("traces", "the episode has no traces")
	}
	return runs, nil
}

// readTrace reads the branch that ends in the last node.
func readTrace(v domains.Value) (*trajectory.Trajectory, error) {
	task := v.Field("task")
	t := &trajectory.Trajectory{ID: text(v, "id"), TaskID: text(task, "key", "hash"), Source: "verifiers"}
	nodes := v.Field("nodes").Items()
	var branch []domains.Value
	var tools domains.Value
	for at, steps := len(nodes)-1, 0; at >= 0 && at < len(nodes) && steps < len(nodes); steps++ {
		branch = append(branch, nodes[at].Field("message"))
		if tools.IsNull() || nodes[at].Field("tools").Len() > 0 {
			tools = nodes[at].Field("tools")
		}
		parent, ok := nodes[at].Field("parent").Int()
		if !ok {
			break
		}
		at = int(min(max(parent, -1), int64(len(nodes))))
	}
	slices.Reverse(branch)
	if err := t.ParseMessages(jsonvalue.NewArray(branch...), "nodes"); err != nil {
		return nil, err
	}
	if v.Field("tools").Len() > 0 {
		tools = v.Field("tools")
	}
	if err := t.ParseTools(tools); err != nil {
		return nil, err
	}
	t.Reference.Answer = task.Field("data").Field("answer").Str()
	t.Finish(v.Field("stop_condition").Str(), traceReward(v))
	if v.Field("errors").Len() > 0 { // the run was broken off
		t.End.Failed, t.Outcome = trajectory.Environment, nil
	}
	return t, nil
}

// traceReward is the weighted sum of the rewards, nil if one of them was not
// computed, or if the sum is no number.
func traceReward(v domains.Value) *float64 {
	rewards := v.Field("rewards").Members()
	if len(rewards) == 0 {
		return number(v.Field("reward"))
	}
	sum := 0.0
	for _, m := range rewards {
		score := number(m.Value)
		weight := 1.0
		if m.Value.Kind() == jsonvalue.Object {
			score = number(m.Value.Field("score"))
			if w := number(m.Value.Field("weight")); w != nil {
				weight = *w
			}
		}
		if score == nil {
			return nil
		}
		sum += *score * weight
	}
	if math.IsInf(sum, 0) || math.IsNaN(sum) {
		return nil
	}
	return &sum
}
