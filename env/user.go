package env

import (
	"context"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// User is who the agent talks to (E2). It is safe for concurrent use.
type User interface {
	Identity() Identity
	// Meet begins an episode of a task. The same task and seed give the same Speaker.
	Meet(p *Prepared, seed uint64) Speaker
}

// Speaker is the user of one episode.
type Speaker interface {
	// Hear takes what the agent says in a turn, counted from 0, without what it thought
	// and called, and answers it. run is the conversation before it. An error is one of
	// the infrastructure: it ends the episode, which is unscored then.
	Hear(ctx context.Context, turn int, text string, run []trajectory.Message) (Said, error)
}

// Said is what a user answers.
type Said struct {
	Text string
	Told []int  // hidden values of the turn that the text gives, as indices into Turn.Hidden
	Left bool   // the user leaves, and hears nothing more
	Note string // what is odd about the answer, for Info.Notes; "" where nothing is
}

// Identity says who the user of a run was. It stands in every trajectory.
type Identity struct {
	Kind         string // scripted, reply, model
	Model        string // of a model
	PromptSHA256 string // likewise
}

// Value returns {"kind", "model", "prompt_sha256", "seed"}, without what is empty.
func (id Identity) Value(seed uint64) domains.Value {
	return jsonvalue.ObjectOf("kind", id.Kind, "model?", id.Model, "prompt_sha256?", id.PromptSHA256, "seed", int64(seed))
}
