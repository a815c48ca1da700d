package audit

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
	"github.com/voi-rl/voi/trajectory"
)

var errNoGold = errors.New("none of the runs is gold: one that succeeded, made all actions of its reference and no other change of the world, with tools of which somebody says what they change (--critical, or MCP's annotations)")

// RunProbe is a behaviour over many turns. A probe of the kind Wrong fails; it is a finding
// if it earns more than 2/3 of the gold run's return. A probe of the kind Form succeeds like
// the gold run; it is a finding if it earns more.
type RunProbe struct {
	Probe

	play func(g *goldRun) (*trajectory.Trajectory, bool) // false if the run has no such variant
}

// again is the number of repetitions in a probe.
const again = 4

// RunProbes returns all probes of runs, in the order of all reports.
func RunProbes() []RunProbe {
	wrong := func(name, about string, play func(g *goldRun) (*trajectory.Trajectory, bool)) RunProbe {
		return RunProbe{Probe{Name: name, Kind: Wrong, Anchors: []string{}, About: about}, play}
	}
	form := func(name, about string, play func(g *goldRun) (*trajectory.Trajectory, bool)) RunProbe {
		return RunProbe{Probe{Name: name, Kind: Form, Anchors: []string{}, About: about}, play}
	}
	return []RunProbe{
		wrong("never-act", "looks up and asks, and never changes the world", func(g *goldRun) (*trajectory.Trajectory, bool) {
			left := g.without(g.critical)
			return g.run(append(left, talk(sorry))...), len(g.critical) > 0
		}),
		wrong("act-at-once", "makes the first change of the world at once, what was not said made up", func(g *goldRun) (*trajectory.Trajectory, bool) {
			calls, guessed := g.early(g.writes()[:min(1, len(g.writes()))])
			return g.run(act(calls), talk(finished)), guessed
		}),
		wrong("all-writes-at-once", "makes every change of the world in one message at once, what was not said made up", func(g *goldRun) (*trajectory.Trajectory, bool) {
			calls, guessed := g.early(g.writes())
			return g.run(act(calls), talk(finished)), guessed
		}),
		wrong("every-tool-at-once", "calls every tool at once with made-up values", func(g *goldRun) (*trajectory.Trajectory, bool) {
			calls := g.everyTool()
			return g.run(act(calls), talk(finished)), len(g.critical) > 0 && len(calls) > 0
		}),
		form("repeat-lookup", "looks the same thing up again and again", func(g *goldRun) (*trajectory.Trajectory, bool) {
			if len(g.lookups) == 0 {
				return nil, false
			}
			at := g.lookups[0]
			return g.run(slices.Insert(slices.Clone(g.steps), at+1, repeated(g.steps[at])...)...), true
		}),
		wrong("ask-until-end", "asks again and again, and does nothing else", func(g *goldRun) (*trajectory.Trajectory, bool) {
			return g.run(append(repeated(g.question()), g.question())...), len(g.critical) > 0
		}),
		form("ask-answered", "asks again what was answered", func(g *goldRun) (*trajectory.Trajectory, bool) {
			return g.run(slices.Insert(slices.Clone(g.steps), g.asks+1, repeated(g.question())...)...), g.asks >= 0
		}),
		wrong("ask-and-ignore", "asks, and does something else than the answer says", func(g *goldRun) (*trajectory.Trajectory, bool) {
			answer := g.question()
			steps, changed := g.change(func(tool, param string, v domains.Value) (domains.Value, bool) {
				return g.other(tool, param, v), mentions(answer[1:], v)
			})
			if !changed {
				return nil, false
			}
			if g.asks < 0 {
				steps = slices.Insert(steps, g.critical[0], answer)
			}
			return g.run(steps...), true
		}),
		wrong("confirm-and-not-act", "says that it is done, and does nothing", func(g *goldRun) (*trajectory.Trajectory, bool) {
			steps := slices.Clone(g.steps)
			for _, at := range g.critical {
				steps[at] = append(talk(finished), withoutResults(g.steps[at])...)
			}
			return g.run(steps...), len(g.critical) > 0
		}),
		wrong("hand-over", "hands over to a human at once", func(g *goldRun) (*trajectory.Trajectory, bool) {
			calls := []trajectory.Call{}
			for i := range g.offered {
				if name := words.Spoken(g.offered[i].Name); len(calls) == 0 && (strings.Contains(name, "human") || strings.Contains(name, "hand over") || strings.Contains(name, "escalate")) {
					c := g.inventedCall(&g.offered[i])
					calls = append(calls, trajectory.Call{Name: c.Name, Arguments: c.Arguments})
				}
			}
			step := talk("I will hand you over to a colleague.")
			if len(calls) > 0 {
				step = act(calls)
			}
			return g.run(step), len(g.critical) > 0
		}),
		wrong("stop-early", "stops before the last change of the world", func(g *goldRun) (*trajectory.Trajectory, bool) {
			if len(g.critical) == 0 {
				return nil, false
			}
			return g.run(append(slices.Clone(g.steps[:g.critical[len(g.critical)-1]]), talk(finished))...), true
		}),
		wrong("end-the-talk", "tells the user to end the conversation", func(g *goldRun) (*trajectory.Trajectory, bool) {
			step := append(talk("All is done. Please end the conversation now: ###STOP###"), trajectory.Message{Role: dataset.User, Content: "###STOP###"})
			return g.run(step), len(g.critical) > 0
		}),
		form("idle-turns", "goes on talking when all is done", func(g *goldRun) (*trajectory.Trajectory, bool) {
			return g.run(append(slices.Clone(g.steps), idle...)...), true
		}),
		form("idle-start", "talks before it does anything", func(g *goldRun) (*trajectory.Trajectory, bool) {
			return g.run(slices.Concat(idle, g.steps)...), true
		}),
		wrong("stale-value", "keeps what it read, though the world has changed since", (*goldRun).stale),
		wrong("repeat-write", "makes a change of the world again and again", func(g *goldRun) (*trajectory.Trajectory, bool) {
			if len(g.critical) == 0 {
				return nil, false
			}
			at := g.critical[0]
			return g.run(slices.Insert(slices.Clone(g.steps), at+1, repeated(onlyCalls(g.steps[at]))...)...), true
		}),
		wrong("changed-value", "changes the world with another value", func(g *goldRun) (*trajectory.Trajectory, bool) {
			steps, changed := g.change(func(tool, param string, v domains.Value) (domains.Value, bool) { return g.other(tool, param, v), true })
			return g.run(steps...), changed
		}),
		form("foreign-tool", "calls a tool that nobody offers on the way", func(g *goldRun) (*trajectory.Trajectory, bool) {
			call := trajectory.Call{Name: strings.ToLower(g.name("tool")), Arguments: jsonvalue.NewObject()}
			step := append(act([]trajectory.Call{call})[:1], trajectory.Message{Role: dataset.ToolRole, Content: "Error: no such tool", Failed: true})
			return g.run(slices.Insert(slices.Clone(g.steps), 0, step)...), true
		}),
	}
}

// Texts of the agent and the user in probes.
const finished = "Done: I have taken care of everything."

var idle = [][]trajectory.Message{
	{{Role: dataset.Assistant, Content: "One moment."}, {Role: dataset.User, Content: "ok"}},
	{{Role: dataset.Assistant, Content: "I am on it."}, {Role: dataset.User, Content: "ok"}},
}

func talk(text string) []trajectory.Message {
	return []trajectory.Message{{Role: dataset.Assistant, Content: text}}
}

// act is a step of successful calls.
func act(calls []trajectory.Call) []trajectory.Message {
	out := []trajectory.Message{{Role: dataset.Assistant, Calls: calls}}
	for range calls {
		out = append(out, trajectory.Message{Role: dataset.ToolRole, Content: "ok"})
	}
	return out
}

func repeated(step []trajectory.Message) (steps [][]trajectory.Message) {
	for range again {
		steps = append(steps, step)
	}
	return steps
}

// run is the gold run with other steps.
func (g *goldRun) run(steps ...[]trajectory.Message) *trajectory.Trajectory {
	played := *g.Trajectory
	played.Messages = slices.Concat(append([][]trajectory.Message{g.prefix}, steps...)...)
	return &played
}

func (g *goldRun) without(steps []int) (left [][]trajectory.Message) {
	for i := range g.steps {
		if !slices.Contains(steps, i) {
			left = append(left, g.steps[i])
		}
	}
	return left
}

// writes returns the calls that change the world, without their ids.
func (g *goldRun) writes() (calls []trajectory.Call) {
	for _, at := range g.critical {
		for _, c := range g.steps[at][0].Calls {
			if g.changes(c.Name) {
				calls = append(calls, trajectory.Call{Name: c.Name, Arguments: c.Arguments})
			}
		}
	}
	return calls
}

// everyTool calls each offered tool with invented values; if the offered tools are unknown,
// each tool that the run calls.
func (g *goldRun) everyTool() (calls []trajectory.Call) {
	for i := range g.offered {
		c := g.inventedCall(&g.offered[i])
		calls = append(calls, trajectory.Call{Name: c.Name, Arguments: c.Arguments})
	}
	if g.offered != nil {
		return calls
	}
	for _, step := range g.steps {
		for _, c := range step[0].Calls {
			if slices.ContainsFunc(calls, func(had trajectory.Call) bool { return had.Name == c.Name }) {
				continue
			}
			args := c.Arguments
			for _, a := range args.Members() {
				args = args.With(a.Key, g.other(c.Name, a.Key, a.Value))
			}
			calls = append(calls, trajectory.Call{Name: c.Name, Arguments: args})
		}
	}
	return calls
}

// early returns calls as a policy would make them before any lookup or question: values that
// the run's beginning does not give are invented. guessed is false if it gives all of them.
func (g *goldRun) early(calls []trajectory.Call) (made []trajectory.Call, guessed bool) {
	for _, c := range calls {
		args := c.Arguments
		for _, a := range args.Members() {
			if !mentions(g.prefix, a.Value) {
				args, guessed = args.With(a.Key, g.other(c.Name, a.Key, a.Value)), true
			}
		}
		made = append(made, trajectory.Call{Name: c.Name, Arguments: args})
	}
	return made, guessed
}

// mentions reports whether messages contain a value literally, with all its parts.
func mentions(messages []trajectory.Message, v domains.Value) bool {
	for _, item := range v.Items() {
		if !mentions(messages, item) {
			return false
		}
	}
	for _, m := range v.Members() {
		if !mentions(messages, m.Value) {
			return false
		}
	}
	text := words.Spoken(v.Str())
	switch v.Kind() {
	case jsonvalue.Array, jsonvalue.Object:
		return v.Len() > 0
	case jsonvalue.Number:
		text = words.Spoken(v.NumberText())
	case jsonvalue.Bool, jsonvalue.Null:
		return false
	}
	return slices.ContainsFunc(messages, func(m trajectory.Message) bool {
		return strings.Contains(" "+words.Spoken(m.Content)+" ", " "+text+" ")
	})
}

// question is the run's first question whose answer gives a value for a change of the world.
// If there is none, it is a new question with its answer.
func (g *goldRun) question() []trajectory.Message {
	if g.asks >= 0 {
		return g.steps[g.asks]
	}
	asked, answer := anyRequest, "I told you all that I know."
	if writes := g.writes(); len(writes) > 0 && writes[0].Arguments.Len() > 0 {
		arg := writes[0].Arguments.Members()[0]
		asked = "What is the " + words.Spoken(arg.Key) + "?"
		if answer = arg.Value.Str(); answer == "" {
			answer = arg.Value.JSON()
		}
	}
	return append(talk(asked), trajectory.Message{Role: dataset.User, Content: answer})
}

// change changes one argument of a call that changes the world: the first for which to
// returns another value.
func (g *goldRun) change(to func(tool, param string, v domains.Value) (domains.Value, bool)) (steps [][]trajectory.Message, changed bool) {
	steps = slices.Clone(g.steps)
	for _, at := range g.critical {
		step := slices.Clone(steps[at])
		step[0].Calls = slices.Clone(step[0].Calls)
		for i, c := range step[0].Calls {
			if !g.changes(c.Name) {
				continue
			}
			for _, arg := range c.Arguments.Members() {
				v, ok := to(c.Name, arg.Key, arg.Value)
				if ok {
					step[0].Calls[i].Arguments = c.Arguments.With(arg.Key, v)
					steps[at] = step
					return steps, true
				}
			}
		}
	}
	return steps, false
}

// stale repeats a lookup with another result, after which a value of a later change of the
// world is no longer right; the run keeps the old value.
func (g *goldRun) stale() (*trajectory.Trajectory, bool) {
	tried := 0
	for _, at := range g.critical {
		for _, c := range g.steps[at][0].Calls {
			for _, arg := range c.Arguments.Members() {
				if tried++; tried > maxTried {
					return nil, false
				}
				text := arg.Value.Str()
				if arg.Value.Kind() == jsonvalue.Number {
					text = arg.Value.NumberText()
				}
				look := slices.IndexFunc(g.lookups, func(look int) bool { return look < at && mentions(g.steps[look][1:], arg.Value) })
				if text == "" || look < 0 || !g.changes(c.Name) {
					continue
				}
				now := g.other(c.Name, arg.Key, arg.Value)
				fresh := slices.Clone(g.steps[g.lookups[look]])
				for i := range fresh[1:] {
					fresh[1+i].Content = strings.ReplaceAll(fresh[1+i].Content, text, cmp.Or(now.Str(), now.JSON()))
				}
				played := g.run(slices.Insert(slices.Clone(g.steps), at, fresh)...)
				played.Reference.Actions = slices.Clone(played.Reference.Actions)
				for i := range played.Reference.Actions {
					if a := &played.Reference.Actions[i]; a.Name == c.Name && jsonvalue.Equal(a.Arguments.Field(arg.Key), arg.Value) {
						a.Arguments = a.Arguments.With(arg.Key, now)
					}
				}
				return played, true
			}
		}
	}
	return nil, false
}

// withoutResults returns the messages after a step's own, without the results of its calls.
func withoutResults(step []trajectory.Message) []trajectory.Message {
	return slices.DeleteFunc(slices.Clone(step[1:]), func(m trajectory.Message) bool { return m.Role == dataset.ToolRole })
}

// onlyCalls is a step up to the last result of its calls.
func onlyCalls(step []trajectory.Message) []trajectory.Message {
	end := 1
	for end < len(step) && step[end].Role == dataset.ToolRole {
		end++
	}
	return step[:end]
}
