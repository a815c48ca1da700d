package tasks

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/trajectory"
)

// session makes the task of a session of many turns (BFCL multi-turn). A turn that asks is
// joined with the next turn, whose words are the reply. A turn that refuses has no gold
// calls. A session without either may get a corrupted turn, and then ends there.
func (m *Maker) session(g *Group) (made []*env.Task, unmade []Unmade) {
	first := g.Samples[0]
	t := &env.Task{ID: strings.TrimSuffix(first.SourceID, "_0"), Source: first.Source, Class: trajectory.Explicit, Tools: first.Tools, Split: "train"}
	if id := g.Row.Field("id").Str(); id != "" {
		t.ID = id
	}
	if m.Split != nil {
		t.Split = m.Split(first.Together())
	}
	t.World.Config = g.Row.Field("initial_config")
	t.World.Classes, _ = g.Row.Field("involved_classes").Strings()
	for k, s := range g.Samples {
		user := s.Messages[len(s.Messages)-1]
		if user.Role != dataset.User {
			return nil, []Unmade{{"", NoTurn}}
		}
		turn := env.Turn{User: user.Content, Tools: added(s.Tools, g.Samples[max(0, k-1)].Tools)}
		if s.Reference.Action == completion.ToolCall {
			turn.Gold = append(slices.Clone(s.Reference.ToolCalls), s.Following...)
			if reason := complete(s.Tools, turn.Gold); reason != "" {
				return nil, []Unmade{{trajectory.Explicit, reason}}
			}
		}
		if k > 0 && g.Samples[k-1].Reference.Action == completion.Ask {
			before := &t.Turns[len(t.Turns)-1]
			before.Gold, before.Reply = turn.Gold, user.Content
			before.Tools = append(before.Tools, turn.Tools...)
			if before.Hidden = m.withheld(s, before); len(before.Hidden) == 0 {
				return nil, []Unmade{{trajectory.Ambiguous, NoReply}}
			}
			t.Class = trajectory.Ambiguous
			continue
		}
		if s.Reference.Action == completion.Refuse {
			t.Class = trajectory.Infeasible
		}
		if n := len(t.Turns); n > 0 && t.Class == trajectory.Infeasible && len(t.Turns[n-1].Gold) == 0 {
			t.Turns[n-1].Intended = turn.Gold // what the missing function would have done
		}
		t.Turns = append(t.Turns, turn)
	}
	if last := g.Samples[len(g.Samples)-1]; last.Reference.Action == completion.Ask {
		return nil, []Unmade{{trajectory.Ambiguous, NoReply}}
	}
	made = append(made, t)
	if t.Class == trajectory.Explicit {
		if bad := m.corruptSession(g, t); bad != nil {
			made = append(made, bad)
		} else {
			unmade = append(unmade, Unmade{trajectory.Infeasible, NoRule})
		}
	}
	return made, unmade
}

// added lists the tools in now that are not in before.
func added(now, before []domains.Tool) (out []domains.Tool) {
	for i := range now {
		if domains.ToolNamed(before, now[i].Name) == nil {
			out = append(out, now[i])
		}
	}
	return out
}

// withheld lists the values of the turn's gold calls that the user's reply gives and the
// conversation before it does not. s is the sample of the reply's turn.
func (m *Maker) withheld(s *dataset.Sample, turn *env.Turn) (hidden []env.Hidden) {
	sets := setsOf(s.Tools, s.Domains)
	var called []domains.Tool
	for i := range s.Tools {
		if slices.ContainsFunc(turn.Gold, func(c domains.Call) bool { return c.Name == s.Tools[i].Name }) {
			called = append(called, s.Tools[i])
		}
	}
	with := &dataset.Sample{Messages: s.Messages, Tools: called}
	without := &dataset.Sample{Messages: s.Messages[:len(s.Messages)-1], Tools: called}
	after, before := grounding.Read(label.Input(with, sets)), grounding.Read(label.Input(without, sets))
	for _, c := range turn.Gold {
		t := domains.ToolNamed(called, c.Name)
		for _, a := range c.Arguments.Members() {
			p := t.Param(a.Key)
			set, _ := sets[c.Name].Get(a.Key)
			if p == nil || certainty.Unspecified(a.Value) || certainty.ClaimsNothing(p, a.Value) ||
				!after.Support(t, p, set, a.Value).Grounded() || before.Support(t, p, set, a.Value).Grounded() {
				continue
			}
			if slices.ContainsFunc(without.Messages, func(msg dataset.Message) bool {
				return msg.Role != dataset.Assistant && env.Stands(msg.Content, a.Value)
			}) {
				continue
			}
			hidden = append(hidden, env.Hidden{Tool: c.Name, Aspect: a.Key, Value: a.Value})
		}
	}
	return hidden
}

// corruptSession makes one turn of a session infeasible and ends the session there.
func (m *Maker) corruptSession(g *Group, t *env.Task) *env.Task {
	for n := range g.Samples {
		k := (n + env.Draw(len(g.Samples), m.Seed, "/", t.ID, "/turn")) % len(g.Samples)
		d := newDecision(g.Samples[k])
		bad := m.infeasible(d, t.World.Config)
		if bad == nil {
			continue
		}
		out := *t
		out.ID, out.Class = t.ID+"/"+trajectory.Infeasible, trajectory.Infeasible
		out.Turns = append(slices.Clone(t.Turns[:k]), bad.Turns[0])
		out.Turns[k].Tools = t.Turns[k].Tools
		out.World.Refused = bad.World.Refused
		return &out
	}
	return nil
}
