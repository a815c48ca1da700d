package reader

import (
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// isTau2 recognises a simulation of tau2-bench.
func isTau2(v domains.Value) bool {
	_, judged := v.Get("reward_info")
	_, ended := v.Get("termination_reason")
	return has(v, "messages") && (judged || ended)
}

// readTau2 reads a simulation. Its reference calls come from its own checks, or else from
// its task, which the file has beside the simulations.
func readTau2(r *row) (*trajectory.Trajectory, error) {
	t := &trajectory.Trajectory{ID: text(r.Value, "id"), TaskID: text(r.Value, "task_id"), Source: "tau2"}
	if err := t.ParseMessages(r.Field("messages"), "messages"); err != nil {
		return nil, err
	}
	if err := r.in.beside.give(t, r.raw.Head, r.raw.Head.Field("info").Field("environment_info").Field("tool_defs")); err != nil {
		return nil, err
	}
	judged := r.Field("reward_info")
	task := tau2Task(r, t.TaskID)
	t.Reference.Communicate, _ = task.Field("communicate_info").Strings()
	if !judged.IsNull() {
		checks := judged.Field("action_checks")
		actions := make([]domains.Value, checks.Len())
		for i, check := range checks.Items() {
			actions[i] = check.Field("action").With("action_match", check.Field("action_match"))
		}
		if err := t.Reference.ParseActions(jsonvalue.NewArray(actions...)); err != nil {
			return nil, err
		}
	} else if actions := task.Field("actions"); !actions.IsNull() {
		if err := t.Reference.ParseActions(actions); err != nil {
			return nil, err
		}
	}
	t.Reference.Known = t.Reference.Known || !judged.IsNull() || !task.IsNull()
	t.Finish(r.Field("termination_reason").Str(), number(judged.Field("reward")))
	return t, nil
}

// tau2Task returns the criteria of a task, null if the file does not have it.
func tau2Task(r *row, id string) domains.Value {
	for _, task := range r.raw.Head.Field("tasks").Items() {
		if text(task, "id") == id {
			return task.Field("evaluation_criteria")
		}
	}
	return domains.Value{}
}

// isTauBench recognises a result of tau-bench.
func isTauBench(v domains.Value) bool {
	return v.Field("traj").Kind() == jsonvalue.Array && has(v, "reward")
}

func readTauBench(r *row) (*trajectory.Trajectory, error) {
	t := &trajectory.Trajectory{TaskID: text(r.Value, "task_id"), Source: "tau-bench"}
	if trial := text(r.Value, "trial"); trial != "" {
		t.ID = t.TaskID + "#" + trial
	}
	if err := t.ParseMessages(r.Field("traj"), "traj"); err != nil {
		return nil, err
	}
	task := r.Field("info").Field("task")
	if actions := task.Field("actions"); !actions.IsNull() {
		if err := t.Reference.ParseActions(actions); err != nil {
			return nil, err
		}
	}
	t.Reference.Communicate, _ = task.Field("outputs").Strings()
	t.Finish("", number(r.Field("reward")))
	return t, nil
}

// isReplay recognises replayed gold actions: {"actions", "steps": [{"obs"}]}.
func isReplay(v domains.Value) bool {
	return v.Field("actions").Kind() == jsonvalue.Array && v.Field("steps").Kind() == jsonvalue.Array && has(v, "instruction")
}

// readReplay reads a replay: the instruction as the user's words, each action as a call of
// the agent. Nobody judged it, so that it is unscored.
func readReplay(r *row) (*trajectory.Trajectory, error) {
	t := &trajectory.Trajectory{TaskID: text(r.Value, "task_id"), Source: "tau-bench", Messages: []trajectory.Message{{Role: dataset.User, Content: r.Field("instruction").Str()}}}
	t.ID = "replay#" + t.TaskID
	actions, steps := r.Field("actions"), r.Field("steps").Items()
	if err := t.Reference.ParseActions(actions); err != nil {
		return nil, err
	}
	t.Reference.Communicate, _ = r.Field("outputs").Strings()
	for i, a := range actions.Items() {
		t.Messages = append(t.Messages, trajectory.Message{Role: dataset.Assistant, Calls: []trajectory.Call{trajectory.ParseCall(a)}})
		if i < len(steps) {
			t.Messages = append(t.Messages, trajectory.Message{Role: dataset.ToolRole, Content: steps[i].Field("obs").Str(), Failed: steps[i].Field("err").Bool(), State: steps[i].Field("hash").Str()})
		}
	}
	if said := strings.Join(t.Reference.Communicate, " "); said != "" || len(t.Messages) == 1 {
		t.Messages = append(t.Messages, trajectory.Message{Role: dataset.Assistant, Content: said})
	}
	return t, nil
}
