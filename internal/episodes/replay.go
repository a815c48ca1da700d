package episodes

import (
	"context"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/trajectory"
)

// Tasks returns the tasks that requests can name, nil if there are none.
func (t *Table) Tasks() *Catalog { return t.opt.Tasks }

// Opening returns the messages that an episode began with, and the tools offered now.
func (t *Table) Opening(u *Turn) ([]trajectory.Message, []domains.Tool, *item.Error) {
	defer u.Leave()
	u.wait()
	if u.slot.episode == nil {
		return nil, nil, unknown(u.slot.name)
	}
	return u.slot.episode.Messages()[:u.slot.begun], u.slot.episode.Tools(), nil
}

// Replay plays an episode from a Start, and keeps nothing. It ignores completions behind
// the episode's end. An error that is no *item.Error is about the task.
func (t *Table) Replay(ctx context.Context, start Start, completions []domains.Value) ([]env.State, error) {
	p, err := t.Prepare(start)
	if err != nil {
		return nil, err
	}
	e, state, err := p.Reset(ctx, start.Seed)
	if err != nil {
		return nil, err
	}
	defer e.Close()
	states := []env.State{state}
	for _, v := range completions {
		if e.Done() {
			break
		}
		if state, err = e.Step(ctx, v); err != nil {
			return nil, err
		}
		states = append(states, state)
	}
	return states, nil
}

// Terminal is the weight of an episode's outcome in its return.
func (t *Table) Terminal() float64 { return t.carriers[0].Steps.Weights[trajectory.Terminal] }
