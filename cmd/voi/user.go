package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/term"
)

// users are the simulated users by name, without byModel.
var users = map[string]env.User{"scripted": env.Scripted{}, "reply": env.Reply{}}

const byModel = "model"

// user returns the user with this name, a context that is done when its model cannot go on,
// and a function that prints the model usage.
func (f *modelFlags) user(ctx context.Context, name string) (context.Context, env.User, func(io.Writer), error) {
	if name != byModel {
		if users[name] == nil {
			return ctx, nil, nil, usagef("--user is %q; give scripted, reply or model", name)
		}
		return ctx, users[name], func(io.Writer) {}, nil
	}
	ctx, m, err := f.open(ctx, true)
	if err != nil {
		return ctx, nil, nil, err
	}
	u := env.NewModeled(m)
	return ctx, u, func(w io.Writer) {
		usage := m.Usage()
		usage.Dropped = nil // the user counts dropped answers itself, below
		printUsage(w, usage)
		asked, stood := u.Counts()
		var reasons []string
		n := int64(0)
		for _, why := range slices.Sorted(maps.Keys(stood)) {
			n += stood[why]
			reasons = append(reasons, fmt.Sprintf("%s %d", why, stood[why]))
		}
		line := fmt.Sprintf("user: %s of the model, %d of them left to the scripted user", term.Count(asked, "answer"), n)
		if n > 0 {
			line += ": " + strings.Join(reasons, ", ")
		}
		fmt.Fprintln(w, line)
	}, nil
}
