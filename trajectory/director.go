package trajectory

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Proposal is a critical call for a Director to judge, with the conversation before it.
type Proposal struct {
	Before  []Message
	Call    *Call
	Tool    *domains.Tool // nil if the source does not say what is offered
	Setting string        // the name of one of Settings
}

// Director judges a proposed critical call as the policies of Settings do: PASS, REVISE or
// ABORT, with a reason in one line (NOD, A.9). The error says why there is no verdict.
type Director func(ctx context.Context, p Proposal) (v Verdict, feedback string, err error)

// Direction is a Director's verdict on a critical call. Unknown is the reason if there is no
// verdict, else "".
type Direction struct {
	Setting  string
	Verdict  Verdict
	Feedback string
	Unknown  string
}

// Direct asks a Director about each critical call of a run, given the conversation before
// that call. The error is the context's.
func (c *Counter) Direct(ctx context.Context, t *Trajectory, critiques []Critique, setting string, director Director) error {
	tools := c.offered(t)
	for i := range critiques {
		q := &critiques[i]
		call := &t.Messages[q.Message].Calls[q.Call]
		d := Direction{Setting: setting}
		var err error
		if d.Verdict, d.Feedback, err = director(ctx, Proposal{t.Messages[:q.Message], call, tools.byName[call.Name], setting}); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			d.Unknown = err.Error()
		}
		q.Directed = &d
	}
	return nil
}

// ParseSetting returns a Setting by its name.
func ParseSetting(name string) (Setting, error) {
	at := slices.IndexFunc(Settings[:], func(s Setting) bool { return s.Name == name })
	if at < 0 {
		return Setting{}, fmt.Errorf("%q is no setting of a Director; give conservative, balanced or strict", name)
	}
	return Settings[at], nil
}

// Value returns the direction as JSON.
func (d *Direction) Value() domains.Value {
	return jsonvalue.ObjectOf("setting?", d.Setting, "verdict?", d.Verdict, "feedback?", d.Feedback, "unknown?", d.Unknown)
}

// undirected says on how many critical calls a Director gave no verdict, and why on the
// first of them; "" if it judged all.
func undirected(critiques []Critique) (why string) {
	n := 0
	for i := range critiques {
		if d := critiques[i].Directed; d != nil && d.Unknown != "" {
			n++
			why = cmp.Or(why, d.Unknown)
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("no verdict of a Director on %d of %d critical calls: %s", n, len(critiques), why)
}
