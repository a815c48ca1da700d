package env

import (
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// State is what a reset or a step returns (E4).
type State struct {
	Messages   []trajectory.Message // the new ones; the agent's own is not among them
	Tools      []domains.Tool       // offered now
	Reward     float64              // of the step, 0 of a reset
	Return     float64              // of all steps so far; not in what Value writes
	Components []Component          // nil of a reset
	Done       bool
	Truncated  bool // by a bound
	Info       Info
}

// Component is a part of what a step earned, or stands beside it.
type Component struct {
	Name  string
	Value float64
}

// Info says what a step did and, at the end, how the episode ended.
type Info struct {
	Task    string
	Turn    int      // of the task, from 0
	Action  string   // F8; "" of a reset, and where nothing was decided
	Told    []string // what the user gave away, as tool.parameter
	Notes   []string // what is odd about the completion
	Reason  string   // of the end
	Success *bool    // of an episode that ended and is scored
	User    domains.Value
}

// Value returns the state as E5 writes it:
//
//	{"op": "env_state", "id", "episode", "messages", "tools", "reward", "components", "done", "truncated",
//	 "info": {"task", "turn", "action", "told", "notes", "reason", "success", "user"}}
//
// id and episode are whatever the request and the server call them; null ones are null.
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
