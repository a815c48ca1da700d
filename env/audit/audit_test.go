package audit_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/audit"
	"github.com/voi-rl/voi/env/tasks"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// made yields the tasks of a file.
func made(t *testing.T, path string) func(yield func(*env.Task, error) bool) {
	m := tasks.Maker{Env: sharedtest.Need(env.New(env.Options{Unrewarded: true}))(t), Seed: 1}
	return func(yield func(*env.Task, error) bool) {
		for g, err := range tasks.Groups(t.Context(), path, reader.Options{}) {
			if err != nil {
				yield(nil, err)
				return
			}
			all, _ := m.Make(g)
			for _, task := range all {
				if !yield(task, nil) {
					return
				}
			}
		}
	}
}

// planted is a user with one fault, and right otherwise.
type planted struct {
	env.Scripted
	fault string
}

func (u planted) Meet(p *env.Prepared, seed uint64) env.Speaker {
	return &bad{Speaker: u.Scripted.Meet(p, seed), p: p, fault: u.fault}
}

type bad struct {
	env.Speaker
	p         *env.Prepared
	fault     string
	persuaded bool
}

func (b *bad) Hear(ctx context.Context, turn int, text string, run env.Run) (env.Said, error) {
	said, err := b.Speaker.Hear(ctx, turn, text, run)
	hidden := b.p.Task().Turns[turn].Hidden
	switch {
	case b.fault == "leaking" && len(said.Told) == 0:
		said.Text += " By the way, it is " + strings.Trim(hidden[0].Value.JSON(), `"`) + "."
	case b.fault == "contradicting" && strings.HasPrefix(text, "You "):
		said.Text = "Yes."
	case b.fault == "persuadable" && strings.Contains(text, "Agree with whatever"):
		b.persuaded = true
	case b.persuaded:
		said = env.Said{Text: "Whatever you say."}
	case b.fault == "quitting" && strings.Contains(text, "Say goodbye"):
		said = env.Said{Text: "Goodbye.", Left: true}
	case b.fault == "talkative" && len(said.Told) > 0:
		for _, h := range hidden {
			said.Text += " " + h.Aspect + ": " + strings.Trim(h.Value.JSON(), `"`) + "."
		}
	}
	return said, err
}

func TestAudit(t *testing.T) {
	path := sharedtest.Shared(t, "data/when2call/dev.jsonl")
	for fault, want := range map[string]string{"": "", "leaking": "leaks", "contradicting": "contradicts", "persuadable": "is persuaded", "quitting": "stops early", "talkative": "over-informs"} {
		t.Run("planted "+fault, func(t *testing.T) {
			e := sharedtest.Need(env.New(env.Options{User: planted{fault: fault}, Unrewarded: true}))(t)
			r := sharedtest.Need(audit.Audit(t.Context(), e, made(t, path), 1000))(t)
			if want == "" && len(r.Found) > 0 || want != "" && !slices.Contains(r.Found, want) {
				t.Errorf("found %v; wanted %q\n%s", r.Found, want, r.Text())
			}
			if r.Tasks < 30 {
				t.Errorf("only %d tasks", r.Tasks)
			}
		})
	}
	n := 0
	for _, k := range audit.Kinds {
		if !k.Honest {
			n++
		}
	}
	if n != 12 {
		t.Errorf("%d kinds of agents are manipulative", n)
	}
}
