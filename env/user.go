package env

import (
	"context"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// User is the agent's partner in conversation (E2). It is safe for concurrent use.
type User interface {
	Identity() Identity
	// Meet begins an episode of a task. The same task and seed give the same Speaker.
	Meet(p *Prepared, seed uint64) Speaker
}

// Speaker is the user of one episode.
type Speaker interface {
	// Hear answers what the agent says in a turn, counted from 0, without the agent's
	// reasoning and calls. run is the conversation before it. An error means that the
	// infrastructure failed; it ends the episode unscored.
	Hear(ctx context.Context, turn int, text string, run Run) (Said, error)
}

// Run is the conversation before a message that a user hears.
type Run struct {
	Messages []trajectory.Message
	before   *before // of the step, if it has the same messages
}

// reading returns the reading of the conversation, without slots.
func (r *Run) reading(p *Prepared, turn int) *grounding.Reading {
	if r.before == nil {
		run := trajectory.Trajectory{Messages: r.Messages}
		r.before = &before{sample: &dataset.Sample{Messages: run.Conversation(len(run.Messages), p.env.Critical.Asks), Tools: p.turns[turn].acts}, sets: p.turns[turn].sets}
	}
	return r.before.reading()
}

// Said is an answer of a user.
type Said struct {
	Text string
	Told []int  // hidden values that the text gives, as indices in Turn.Hidden
	Left bool   // the user leaves and does not answer any more
	Note string // an oddity of the answer, for Info.Notes; "" if none
}

// Identity describes the user of a run. Every trajectory has it.
type Identity struct {
	Kind         string // scripted, reply, model
	Model        string // for a model
	PromptSHA256 string // for a model
}

// Value returns {"kind", "model", "prompt_sha256", "seed"}, without empty members.
func (id Identity) Value(seed uint64) domains.Value {
	return jsonvalue.ObjectOf("kind", id.Kind, "model?", id.Model, "prompt_sha256?", id.PromptSHA256, "seed", int64(seed))
}
