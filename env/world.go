package env

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// KindRecorded is the kind of Recorded.
const KindRecorded = "recorded"

// World executes calls (E3). It is safe for concurrent use.
type World interface {
	Kind() string
	// Open begins an episode of a task. An error means that the infrastructure failed.
	Open(ctx context.Context, p *Prepared, seed uint64) (Place, error)
}

// Place is the world of one episode.
type Place interface {
	// Call executes a call of the agent in a turn, counted from 0. gold is the index of the
	// remaining gold call that the call makes, -1 if it makes none. An error means that the
	// infrastructure failed; it ends the episode unscored.
	Call(ctx context.Context, turn, gold int, c domains.Call) (Result, error)
	// State is a hash of the world's state. It is "" for a world without a state, and before
	// the first call.
	State() string
	Close() error
}

// Result is the result of a call.
type Result struct {
	Text   string
	Failed bool              // the call was not executed
	Effect trajectory.Effect // on the world's state; Unknown for a world without one
}

// Failed is the result of a call that was not executed: an error in the form that tools use.
func Failed(format string, args ...any) Result {
	return Result{Text: jsonvalue.ObjectOf("error", fmt.Sprintf(format, args...)).JSON(), Failed: true}
}

// Owning is a World with its own tools.
type Owning interface {
	World
	// Tools lists the world's tools for a task, and MCP's annotations by their names, null
	// if none. An error means that the infrastructure failed.
	Tools(ctx context.Context, t *Task) ([]domains.Tool, domains.Value, error)
}

// owned is a task with the tools of its world. If the task names tools, they get the world's
// descriptions; if it names none, it gets all tools of the world.
func (e *Environment) owned(t *Task) (*Task, error) {
	w, ok := e.World.(Owning)
	if !ok {
		return t, nil
	}
	ctx, cancel := e.bounded(context.Background())
	defer cancel()
	own, annotations, err := w.Tools(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("the tools of the world: %w", err)
	}
	out := *t
	out.Annotated = annotations
	out.Turns = slices.Clone(t.Turns)
	if len(t.Tools) == 0 {
		out.Tools = own
	}
	lists := []*[]domains.Tool{&out.Tools}
	for i := range out.Turns {
		lists = append(lists, &out.Turns[i].Tools)
	}
	for _, list := range lists {
		*list = slices.Clone(*list)
		for i := range *list {
			tool := domains.ToolNamed(own, (*list)[i].Name)
			if tool == nil {
				return nil, bad("tools", "the world has no tool %.60q; leave it out, or play the task in a world that has it", (*list)[i].Name)
			}
			(*list)[i] = *tool
		}
	}
	return &out, nil
}

// goal is the state after the gold calls of a task, computed at its first use.
type goal struct {
	mu    sync.Mutex
	known bool
	state string
}

// goalState makes the gold calls in a separate world and returns its state, "" for a world
// without a state.
func (p *Prepared) goalState(ctx context.Context) (string, error) {
	p.goal.mu.Lock()
	defer p.goal.mu.Unlock()
	if p.goal.known {
		return p.goal.state, nil
	}
	place, err := p.env.World.Open(ctx, p, 0)
	if err != nil {
		return "", err
	}
	defer place.Close()
	for i := range p.task.Turns {
		for k, c := range p.task.Turns[i].Gold {
			if _, err := place.Call(ctx, i, k, c); err != nil {
				return "", fmt.Errorf("the gold call %s: %w", c.Name, err)
			}
		}
	}
	p.goal.state, p.goal.known = place.State(), true
	return p.goal.state, nil
}
