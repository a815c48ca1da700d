package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Agent plays episodes. It is safe for concurrent use.
type Agent interface {
	Name() string
	// Meet begins an episode. The same episode and seed give the same completions.
	Meet(e *env.Episode, seed uint64) Player
}

// Player is an agent in one episode.
type Player interface {
	// Act returns the completion of the next step: a text, or messages. A *LostError ends the
	// episode, any other error the whole run.
	Act(ctx context.Context) (domains.Value, error)
}

// Names are the names for New.
var Names = []string{"never-ask", "ask-all", "ask-entropy", "sage", "oracle", "random"}

// Options of an agent.
type Options struct {
	Policy   certainty.Policy // F7's, for sage; its MaxQuestions limits the others, too
	Proposer Proposer         // nil: Gold
}

// New returns the agent with that name.
func New(name string, opt Options) (Agent, error) {
	if opt.Proposer == nil {
		opt.Proposer = Gold{}
	}
	ask := map[string]choice{"never-ask": never, "ask-all": inOrder, "ask-entropy": byEntropy, "sage": byValue, "random": atRandom}[name]
	switch {
	case name == "oracle":
		return oracle{}, nil
	case ask == nil:
		return nil, fmt.Errorf("there is no agent %q; the agents are %s, gateway:POLICY, and the URL of an OpenAI-compatible endpoint, as http://host:8000/v1", name, strings.Join(Names, ", "))
	}
	return believing{name, opt, ask}, opt.Policy.Check()
}

// believing is an agent that acts on a belief.
type believing struct {
	name string
	Options
	choose choice
}

func (a believing) Name() string { return a.name }

func (a believing) Meet(e *env.Episode, seed uint64) Player {
	return &player{believing: a, e: e, seed: seed, turn: -1}
}

// player is a believing agent in one episode.
type player struct {
	believing
	e    *env.Episode
	seed uint64

	turn      int
	asked     map[string]int // in the turn, by tool.parameter
	questions int
	steps     int
	called    string // the last call of the turn
}

// choice chooses a question for a belief; nil means to call.
type choice func(p *player, b *certainty.Belief) *certainty.Question

// Act asks, calls, or ends the turn.
func (p *player) Act(ctx context.Context) (domains.Value, error) {
	if turn := p.e.Turn(); turn != p.turn {
		p.turn, p.asked, p.questions, p.called = turn, map[string]int{}, 0, ""
	}
	p.steps++
	messages := p.e.Messages()
	last := messages[len(messages)-1]
	if last.Role == dataset.ToolRole && last.Failed {
		return write(completion.Draft{Action: completion.Refuse, Text: "I'm sorry, but I can't do that."})
	}
	candidates, state, err := p.Proposer.Propose(ctx, p.e)
	switch {
	case err != nil:
		return domains.Value{}, err
	case state == Finished:
		return write(completion.Draft{Action: completion.Directly, Text: "It is done."})
	case len(candidates) == 0:
		return write(completion.Draft{Action: completion.Refuse, Text: "I'm sorry, but I can't do that: no tool that I have does it."})
	}
	b, err := certainty.NewBelief(p.e.Tools(), p.e.Sets(), candidates, certainty.Options{})
	if err != nil {
		return domains.Value{}, err
	}
	if b, err = without(b, p.e); err != nil {
		return domains.Value{}, err
	}
	if q := p.choose(p, b); q != nil && p.questions < p.Policy.MaxQuestions {
		p.questions++
		for _, aspect := range q.Aspects {
			p.asked[q.Tool+"."+aspect]++
		}
		return write(completion.Draft{Action: completion.Ask, Text: env.Question(q.Aspects)})
	}
	best := b.Best()
	if best < 0 {
		return write(completion.Draft{Action: completion.Refuse, Text: "I'm sorry, but I can't do that: no tool that I have does it."})
	}
	call := specified(b.Call(best), p.e.Sets())
	if key := call.Value().JSON(); p.called != key {
		p.called = key
		return write(completion.Draft{Action: completion.ToolCall, Calls: []domains.Call{call}})
	}
	return write(completion.Draft{Action: completion.Directly, Text: "It is done."}) // the same call would give the same result
}

// write renders a completion in the tagged grammar.
func write(d completion.Draft) (domains.Value, error) {
	d.Reasoning = "I weigh what is known."
	text, err := completion.Render(d)
	return jsonvalue.NewString(text), err
}

// specified drops arguments without a value, and fills in those whose domain has a
// single value.
func specified(c domains.Call, sets map[string]domains.Set) domains.Call {
	var args jsonvalue.Members
	for _, m := range c.Arguments.Members() {
		if certainty.Unspecified(m.Value) {
			d, _ := sets[c.Name].Get(m.Key)
			if d.Type != domains.Finite || len(d.Values) != 1 {
				continue
			}
			m.Value = d.Values[0]
		}
		args = append(args, m)
	}
	return domains.Call{Name: c.Name, Arguments: jsonvalue.NewObject(args...)}
}

// oracle takes the right action, which it learns from the environment.
type oracle struct{}

func (oracle) Name() string                         { return "oracle" }
func (oracle) Meet(e *env.Episode, _ uint64) Player { return &oracular{e: e} }

type oracular struct{ e *env.Episode }

// Act asks for everything hidden at once, and again for values that were only hinted
// at.
func (o *oracular) Act(context.Context) (domains.Value, error) {
	due := o.e.Due()
	switch due.Action {
	case completion.Ask:
		var aspects []string
		for _, h := range o.e.Untold() {
			if !slices.Contains(aspects, h.Aspect) {
				aspects = append(aspects, h.Aspect)
			}
		}
		return write(completion.Draft{Action: completion.Ask, Text: env.Question(aspects)})
	case completion.ToolCall:
		return write(completion.Draft{Action: completion.ToolCall, Calls: due.ToolCalls[:1]})
	case completion.Refuse:
		return write(completion.Draft{Action: completion.Refuse, Text: "I'm sorry, but I can't do that."})
	}
	return write(completion.Draft{Action: completion.Directly, Text: "It is done."})
}
