package env

import (
	"slices"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/trajectory"
)

// This file is the view for agents in this process. A trained policy sees Messages and
// Tools only; the truth is for oracles and for proposers that replace a model.

// Turn is the index of the current turn.
func (e *Episode) Turn() int { return e.turn }

// Done reports whether the episode has ended.
func (e *Episode) Done() bool { return e.done }

// Messages is the conversation so far. The caller must not change it.
func (e *Episode) Messages() []trajectory.Message { return e.run.Messages }

// Conversation is the conversation so far in package dataset's form.
func (e *Episode) Conversation() []dataset.Message {
	return e.run.Conversation(len(e.run.Messages), e.p.env.Critical.Asks)
}

// Tools returns the tools that are offered now.
func (e *Episode) Tools() []domains.Tool { return e.p.turns[e.turn].tools }

// Sets returns the domains of the tools' parameters, narrowed by results so far.
func (e *Episode) Sets() map[string]domains.Set {
	if n := len(e.run.Messages); e.narrowed.messages != n || e.narrowed.turn != e.turn {
		turn := &e.p.turns[e.turn]
		e.narrowed.messages, e.narrowed.turn = n, e.turn
		e.narrowed.sets = e.p.env.observed.Narrow(turn.tools, turn.sets, e.run.Messages)
	}
	return e.narrowed.sets
}

// Tool returns a tool that is offered now, nil if it is not.
func (e *Episode) Tool(name string) *domains.Tool { return e.p.tool(e.turn, name) }

// Reading reads the conversation so far for one tool.
func (e *Episode) Reading(name string) *grounding.Reading {
	s := &dataset.Sample{Messages: e.Conversation()}
	if t := e.Tool(name); t != nil {
		s.Tools = []domains.Tool{*t}
	}
	return grounding.Read(label.Input(s, e.Sets()))
}

// Annotated returns MCP's annotations by the tools' names, null if none.
func (e *Episode) Annotated() domains.Value { return e.run.Annotated }

// Gold returns the gold calls of the turn.
func (e *Episode) Gold() []domains.Call { return e.p.task.Turns[e.turn].Gold }

// Left returns the gold calls of the turn that have not been made.
func (e *Episode) Left() (calls []domains.Call) {
	for k, c := range e.Gold() {
		if !e.made[e.turn][k] {
			calls = append(calls, c)
		}
	}
	return calls
}

// Intended returns the calls that the user means although they cannot be made.
func (e *Episode) Intended() []domains.Call { return e.p.task.Turns[e.turn].Intended }

// Hidden returns the values that the user had not said at the beginning of the turn.
func (e *Episode) Hidden() []Hidden { return e.p.task.Turns[e.turn].Hidden }

// Untold returns the hidden values of the turn that the user has not given.
func (e *Episode) Untold() []Hidden {
	i := -1
	return slices.DeleteFunc(slices.Clone(e.Hidden()), func(Hidden) bool { i++; return e.told[e.turn][i] })
}
