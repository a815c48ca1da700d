package env

import (
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// State is the result of a reset or a step (E4).
type State struct {
	Messages   []trajectory.Message // the new ones, without the agent's own
	Tools      []domains.Tool       // offered now
	Reward     float64              // of the step, 0 after a reset
	Return     float64              // sum of all steps so far; Value does not write it
	Components []Component          // nil after a reset
	Done       bool
	Truncated  bool // a limit ended the episode
	Info       Info
}

// Component is a part of a step's reward, or a figure beside it.
type Component struct {
	Name  string
	Value float64
}

// Info describes a step and, at the end, how the episode ended.
type Info struct {
	Task    string
	Turn    int      // of the task, from 0
	Action  string   // F8; "" after a reset, and if nothing was decided
	Told    []string // values that the user gave, as tool.parameter
	Notes   []string // oddities of the completion
	Reason  string   // for the end
	Success *bool    // of a finished and scored episode
	User    domains.Value
}

// Value returns the state in E5's form:
//
//	{"op": "env_state", "id", "episode", "messages", "tools", "reward", "components", "done", "truncated",
//	 "info": {"task", "turn", "action", "told", "notes", "reason", "success", "user"}}
//
// id and episode are those of the request and the server; they may be null.
func (s *State) Value(id, episode domains.Value) domains.Value {
	run := trajectory.Trajectory{Messages: s.Messages}
	var components jsonvalue.Members
	for _, c := range s.Components {
		components.Add(c.Name, jsonvalue.NewFloat(c.Value))
	}
	return jsonvalue.ObjectOf(
		"op", "env_state",
		"id", id,
		"episode", episode,
		"messages", run.MessagesValue(),
		"tools", domains.ToolsValue(s.Tools),
		"reward", s.Reward,
		"components", jsonvalue.NewObject(components...),
		"done", s.Done,
		"truncated", s.Truncated,
		"info", s.Info.value(),
	)
}

func (i *Info) value() domains.Value {
	return jsonvalue.ObjectOf("task", i.Task, "turn", i.Turn, "action?", i.Action, "told?", i.Told, "notes?", i.Notes,
		"reason?", i.Reason, "success?", i.Success, "user?", i.User)
}
