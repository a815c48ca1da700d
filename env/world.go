package env

import (
	"context"

	"github.com/voi-rl/voi/domains"
)

// KindRecorded is the world that returns what was recorded.
const KindRecorded = "recorded"

// World is where calls are executed (E3). It is safe for concurrent use.
type World interface {
	Kind() string
	// Open begins an episode of a task. An error is one of the infrastructure.
	Open(ctx context.Context, p *Prepared, seed uint64) (Place, error)
}

// Place is the world of one episode.
type Place interface {
	// Call executes a call of the agent in a turn, counted from 0. gold is the gold call
	// of the turn that it is, -1 for one that is none or not due.
	Call(ctx context.Context, turn, gold int, c domains.Call) (Result, error)
	// State is a hash of the state that the world is in, "" for one without a state.
	State() string
	Close() error
}

// Result is what came of a call.
type Result struct {
	Text   string
	Failed bool // the call was not executed
}
