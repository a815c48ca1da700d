package env

import (
	"slices"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/trajectory"
)

// This file is what an agent that runs in this process may look at. What a policy that
// is trained knows is Messages and Tools; the truth is for oracles and for
// proposers that stand in for a model.

// Turn is the turn that the episode is in, from 0.
func (e *Episode) Turn() int { return e.turn }

// Done reports whether the episode has ended.
func (e *Episode) Done() bool { return e.done }

// Messages is the conversation so far. It must not be changed.
func (e *Episode) Messages() []trajectory.Message { return e.run.Messages }

// Conversation is the conversation so far as samples have it.
func (e *Episode) Conversation() []dataset.Message {
	return e.run.Conversation(len(e.run.Messages), e.p.env.Critical.Asks)
}

// Tools are those that are offered now.
func (e *Episode) Tools() []domains.Tool { return e.p.turns[e.turn].tools }

// Sets are the domains of their parameters, narrowed by what tools have returned.
func (e *Episode) Sets() map[string]domains.Set {
	if n := len(e.run.Messages); e.narrowed.messages != n || e.narrowed.turn != e.turn {
		turn := &e.p.turns[e.turn]
		e.narrowed.messages, e.narrowed.turn = n, e.turn
		e.narrowed.sets = e.p.env.observed.Narrow(turn.tools, turn.sets, e.run.Messages)
	}
	return e.narrowed.sets
}

// Tool returns a tool that is offered now, nil for one that is not.
func (e *Episode) Tool(name string) *domains.Tool { return e.p.tool(e.turn, name) }

// Reading reads the conversation so far for one tool.
func (e *Episode) Reading(name string) *grounding.Reading {
	s := &dataset.Sample{Messages: e.Conversation()}
	if t := e.Tool(name); t != nil {
		s.Tools = []domains.Tool{*t}
	}
	return grounding.Read(label.Input(s, e.Sets()))
}

// Annotated are MCP's annotations of the tools by their names, null without.
func (e *Episode) Annotated() domains.Value { return e.run.Annotated }

// Gold returns the gold calls of the turn, Left those that have not been made.
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

// Intended returns the calls that the user means and that cannot be made.
func (e *Episode) Intended() []domains.Call { return e.p.task.Turns[e.turn].Intended }

// Hidden returns what the user of the turn knew and had not said when it began, Untold what
// is left of it.
func (e *Episode) Hidden() []Hidden { return e.p.task.Turns[e.turn].Hidden }

// Untold returns the hidden values of the turn that the user has not given.
func (e *Episode) Untold() []Hidden {
	i := -1
	return slices.DeleteFunc(slices.Clone(e.Hidden()), func(Hidden) bool { i++; return e.told[e.turn][i] })
}
