package env

import (
	"context"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Recorded is the world that returns recorded results (E3). A remaining gold call gets
// its result, or {"ok": true} if the source has none. A call that the task declares to
// fail gets its error. Any other call of an offered tool gets an empty result, marked
// "simulated". There is no state.
type Recorded struct{}

// Kind implements World.
func (Recorded) Kind() string { return KindRecorded }

// Open begins an episode.
func (Recorded) Open(_ context.Context, p *Prepared, _ uint64) (Place, error) {
	return recorded{p}, nil
}

type recorded struct{ p *Prepared }

func (recorded) State() string { return "" }
func (recorded) Close() error  { return nil }

func (w recorded) Call(_ context.Context, turn, gold int, c domains.Call) (Result, error) {
	world := &w.p.task.World
	if gold >= 0 {
		if turn < len(world.Results) && gold < len(world.Results[turn]) && !world.Results[turn][gold].IsNull() {
			v := world.Results[turn][gold]
			if v.Kind() == jsonvalue.String {
				return Result{Text: v.Str()}, nil
			}
			return Result{Text: v.JSON()}, nil
		}
		return Result{Text: `{"ok":true}`}, nil
	}
	tool := w.p.tool(turn, c.Name)
	if tool == nil {
		return Failed("there is no tool %q", c.Name), nil
	}
	for i := range world.Refused {
		if r := &world.Refused[i]; r.refuses(tool, c) {
			return Failed("%s", r.Error), nil
		}
	}
	for i := range tool.Params {
		if p := &tool.Params[i]; p.Required && c.Arguments.Field(p.Name).IsNull() && !p.Nullable {
			return Failed("the argument %q is missing", p.Name), nil
		}
	}
	return Result{Text: `{"result":null,"simulated":true}`}, nil
}

// refuses reports whether a call fails. An empty aspect stands for any call of the tool.
func (r *Refusal) refuses(tool *domains.Tool, c domains.Call) bool {
	if r.Tool != c.Name {
		return false
	}
	return r.Aspect == "" || grounding.Same(tool.Param(r.Aspect), c.Arguments.Field(r.Aspect), r.Value)
}

// tool returns a tool that is offered in a turn, nil if it is not.
func (p *Prepared) tool(turn int, name string) *domains.Tool {
	return domains.ToolNamed(p.turns[turn].tools, name)
}
