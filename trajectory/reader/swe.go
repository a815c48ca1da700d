package reader

import (
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// isSWE recognises a .traj file of SWE-agent.
func isSWE(v domains.Value) bool {
	steps := v.Field("trajectory").Items()
	return len(steps) > 0 && has(steps[0], "action") && has(steps[0], "observation")
}

// readSWE reads actions as shell commands. The run is unscored: its patch is judged
// elsewhere.
func readSWE(r *row) (*trajectory.Trajectory, error) {
	t := &trajectory.Trajectory{ID: text(r.Value, "instance_id", "id"), Source: "swe-agent"}
	if t.ID == "" {
		t.ID = text(r.Field("environment"), "instance_id")
	}
	t.TaskID = t.ID
	for _, m := range r.Field("history").Items() {
		role := m.Field("role").Str()
		if role != dataset.System && role != dataset.User {
			break
		}
		t.Messages = append(t.Messages, trajectory.Message{Role: role, Content: completion.ContentText(m.Field("content"))})
	}
	for _, step := range r.Field("trajectory").Items() {
		said := trajectory.Message{Role: dataset.Assistant, Content: completion.ContentText(firstOf(step, "response", "thought")), Reasoning: step.Field("thought").Str()}
		if action := step.Field("action").Str(); action != "" {
			said.Calls = []trajectory.Call{{Name: "bash", Arguments: jsonvalue.ObjectOf("command", action)}}
		}
		t.Messages = append(t.Messages, said, trajectory.Message{Role: dataset.ToolRole, Content: completion.ContentText(step.Field("observation"))})
	}
	t.Finish(r.Field("info").Field("exit_status").Str(), number(firstOf(r.Value, "resolved", "reward")))
	return t, nil
}
