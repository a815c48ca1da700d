package env

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/reward"
	"github.com/voi-rl/voi/trajectory"
)

// Bounds end an episode that does not end by itself (E4).
type Bounds struct {
	Steps     int           // of the agent in one turn
	Questions int           // that the user answers in one turn: n_s
	Bytes     int           // of a completion
	Time      time.Duration // for a user or a world in one step; 0: no limit
}

// DefaultBounds are those of E4.
var DefaultBounds = Bounds{Steps: 10, Questions: 5, Bytes: 1 << 18, Time: time.Minute}

// Options of an Environment. The zero Options are the defaults.
type Options struct {
	User       User                    // nil: Scripted
	World      World                   // nil: Recorded
	Bounds     Bounds                  // zero: DefaultBounds
	Critical   *trajectory.Critical    // which tools change the world; nil: the built-in lists
	Steps      *trajectory.StepProfile // rewards of steps (T7); nil: configs/steps/default.yaml
	Profile    *reward.Profile         // for the component decision (F11); nil: guarded
	Unrewarded bool                    // without rewards, which is faster
	AskTool    bool                    // offer ask_user(question), for frameworks that end an episode at plain text
}

// Environment plays tasks. It is safe for concurrent use.
type Environment struct {
	Options
	counter  *trajectory.Counter
	guarded  *reward.Profile // recognises gold calls (F11, same)
	observed *Observations
}

// New returns an Environment.
func New(opt Options) (*Environment, error) {
	e := &Environment{Options: opt}
	if e.User == nil {
		e.User = Scripted{}
	}
	if e.World == nil {
		e.World = Recorded{}
	}
	if e.Bounds == (Bounds{}) {
		e.Bounds = DefaultBounds
	}
	if e.Bounds.Steps < 1 || e.Bounds.Questions < 0 || e.Bounds.Bytes < 1 || e.Bounds.Time < 0 {
		return nil, fmt.Errorf("the bounds are %+v; give at least one step and one byte", e.Bounds)
	}
	if e.Steps == nil {
		v, err := yamlvalue.Parse(string(configs.StepProfile("default")), jsonvalue.Options{})
		if err == nil {
			e.Steps, err = trajectory.ParseStepProfile(v)
		}
		if err != nil {
			return nil, err
		}
	}
	var err error
	if e.Critical == nil {
		if e.Critical, err = builtinCritical(); err != nil {
			return nil, err
		}
	}
	if e.observed, err = builtinObservations(); err != nil {
		return nil, err
	}
	if e.guarded, err = reward.Load(reward.DefaultProfile); err != nil {
		return nil, err
	}
	if e.Profile == nil {
		e.Profile = e.guarded
	}
	e.counter, err = trajectory.NewCounter(e.Critical, domains.Value{})
	return e, err
}

// bounded returns a context for one step of a user or a world, with its time limit.
func (e *Environment) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if e.Bounds.Time <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, e.Bounds.Time)
}

func builtinCritical() (*trajectory.Critical, error) {
	var lists []domains.Value
	for _, text := range configs.Critical() {
		v, err := yamlvalue.Parse(string(text), jsonvalue.Options{})
		if err != nil {
			return nil, err
		}
		lists = append(lists, v)
	}
	return trajectory.NewCritical(lists...)
}

// askTool lets an agent ask where plain text would end the episode.
var askTool = domains.Tool{
	Name: "ask_user", Description: "Ask the user a question.",
	Params: []domains.Param{{Name: "question", Description: "What is asked.", Required: true, Schema: jsonvalue.ObjectOf("type", "string")}},
	Schema: jsonvalue.ObjectOf(
		"type", "object",
		"properties", jsonvalue.ObjectOf("question", jsonvalue.ObjectOf("type", "string")),
		"required", []string{"question"}),
}

// WithAsk returns tools with ask_user in front, as with Options.AskTool. A tool of that name that is
// there already stays the only one, since servers refuse two.
func WithAsk(tools []domains.Tool) []domains.Tool {
	if domains.ToolNamed(tools, askTool.Name) != nil {
		return tools
	}
	return append([]domains.Tool{askTool}, tools...)
}

// Prepared is a task with all work done that does not depend on the episode. It is
// immutable and safe for concurrent use.
type Prepared struct {
	env   *Environment
	task  *Task
	turns []prepared
	gold  map[string]bool // tools that the task's gold calls use
	goal  goal
}

// prepared is a prepared turn.
type prepared struct {
	tools []domains.Tool
	sets  map[string]domains.Set
	box   *trajectory.Toolbox
	acts  []domains.Tool      // tools without those that ask the user, which nobody asks about
	asked *trajectory.Toolbox // of acts
	weigh *certainty.Weigher  // of calls of acts
	gold  []*reward.Prepared  // for each gold call, recognises it
}

// Task returns the task.
func (p *Prepared) Task() *Task { return p.task }

// Tools returns the tools that are offered in a turn.
func (p *Prepared) Tools(turn int) []domains.Tool { return p.turns[turn].tools }

// Sets returns the domains of the parameters of the tools of a turn.
func (p *Prepared) Sets(turn int) map[string]domains.Set { return p.turns[turn].sets }

// Asker returns the reader of questions about the tools of a turn.
func (p *Prepared) Asker(turn int) *asking.Asker { return p.turns[turn].asked.Asker() }

func (e *Environment) asks(t domains.Tool) bool { return e.Critical.Asks(t.Name) }

// Prepare prepares a task. It is an error if a gold call or a hidden value needs a tool
// or parameter that is not offered in its turn, because no episode of the task could
// succeed. Such an error is a *dataset.Error; any other is of a world that cannot list
// its tools.
func (e *Environment) Prepare(t *Task) (*Prepared, error) {
	t, err := e.owned(t)
	if err != nil {
		return nil, err
	}
	p := &Prepared{env: e, task: t, turns: make([]prepared, len(t.Turns)), gold: map[string]bool{}}
	tools := t.Tools
	if e.AskTool {
		tools = WithAsk(tools)
	}
	for i := range t.Turns {
		turn, ready := &t.Turns[i], &p.turns[i]
		if i > 0 && len(turn.Tools) == 0 {
			*ready = p.turns[i-1]
			ready.gold = nil
		} else {
			tools = append(tools[:len(tools):len(tools)], turn.Tools...)
			sets, err := domains.Complete(context.Background(), domains.SchemaAnnotator{}, tools, nil)
			if err != nil {
				return nil, err
			}
			*ready = prepared{tools: tools, sets: sets, box: trajectory.NewToolbox(tools, sets), acts: tools}
			if ready.asked = ready.box; slices.ContainsFunc(tools, e.asks) {
				ready.acts = slices.DeleteFunc(slices.Clone(tools), e.asks)
				ready.asked = trajectory.NewToolbox(ready.acts, sets)
			}
			ready.weigh = e.Profile.Weigher(ready.acts, sets)
		}
		for k := range turn.Hidden {
			h := &turn.Hidden[k]
			if err := p.offers(i, h.Tool, h.Aspect); err != nil {
				return nil, bad(fmt.Sprintf("turns[%d].hidden[%d]", i, k), "%v", err)
			}
		}
		for k := range turn.Gold {
			if err := p.offers(i, turn.Gold[k].Name); err != nil {
				return nil, bad(fmt.Sprintf("turns[%d].gold[%d]", i, k), "%v", err)
			}
			p.gold[turn.Gold[k].Name] = true
			x, err := e.prepareGold(ready, turn, k)
			if err != nil {
				return nil, bad(fmt.Sprintf("turns[%d].gold[%d]", i, k), "%v", err)
			}
			ready.gold = append(ready.gold, x)
		}
	}
	return p, nil
}

// offers returns an error if a tool is not offered in a turn, or lacks one of the
// parameters.
func (p *Prepared) offers(turn int, name string, params ...string) error {
	t := p.tool(turn, name)
	if t == nil {
		return fmt.Errorf("the tool %.60q is not offered; add it to the tools of the task, or of this turn or one before it", name)
	}
	for _, param := range params {
		if t.Param(param) == nil {
			return fmt.Errorf("the tool %.60q has no parameter %.60q; name one that it has", name, param)
		}
	}
	return nil
}

func (e *Environment) prepareGold(ready *prepared, turn *Turn, k int) (*reward.Prepared, error) {
	s := &dataset.Sample{Tools: ready.tools, Reference: dataset.Reference{Action: completion.ToolCall, ToolCalls: turn.Gold[k : k+1 : k+1]}}
	for _, a := range turn.Accepted {
		if a.Call == k {
			a.Call = 0
			s.Alternatives = append(s.Alternatives, a)
		}
	}
	return e.guarded.Prepare(s, ready.sets, nil)
}

// due returns the index of the remaining gold call of a turn that a call makes; -1 if it
// makes none.
func (p *Prepared) due(turn int, made []bool, c domains.Call) int {
	gold := p.task.Turns[turn].Gold
	for k, x := range p.turns[turn].gold {
		if !made[k] && gold[k].Name == c.Name && isCall(x, c) {
			return k
		}
	}
	return -1
}

// isCall reports whether a call agrees with the reference call of a sample in every
// argument (F11: m = 1).
func isCall(x *reward.Prepared, c domains.Call) bool {
	message := dataset.Message{Role: dataset.Assistant, ToolCalls: []domains.Call{c}}
	v := jsonvalue.NewArray(message.Value())
	r := x.Score(reward.Input{Messages: &v})
	for i, name := range x.Profile().Components() {
		if name == string(reward.Tool) && r.Err == nil {
			return r.Components[i] == 1
		}
	}
	return false
}

// changes reports whether a call of a tool in a turn counts as changing the world.
func (p *Prepared) changes(turn int, tool string) bool {
	switch p.env.Critical.Effect(tool, p.task.Annotated) {
	case trajectory.Changes:
		return true
	case trajectory.ReadOnly:
		return false
	}
	return p.gold[tool] || len(p.task.Turns[turn].Gold) == 0
}
