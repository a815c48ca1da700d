// Package mcp is the world behind a server of the Model Context Protocol (E3). Each episode has its
// own session; the tools, their annotations and their results are the server's. It uses the
// protocol's official Go SDK.
//
// It implements the same interface as env.Recorded.
//
// # State
//
// A plain server is a world without a state. A server with a state offers two more tools, which
// policies neither see nor can call:
//
//	voi_reset {"config", "classes", "task"}  sets the state at the task's beginning; called first
//	voi_state {}                             the state as text; equal states have equal texts
//
// It is then known whether a call changed the world, and an episode succeeds only if its last state
// is the one after the gold calls.
//
// # Bounds
//
// If the server cannot be reached, does not answer in time (env.Bounds.Time), ends, sends what is no
// message, or sends more than MaxAnswer bytes before the answer is complete, the episode ends unscored
// (infrastructure_error), with the reason.
// A result of more than MaxResult bytes is cut, and says so. An error that a tool reports is a
// result. A faulty server affects only its own episode, because sessions share nothing.
//
// A server program runs in its own process group. When the episode is closed the group is killed,
// with everything that the program has started. If this process is killed, a shell that watches it
// kills the groups (on Unix; elsewhere, and without /bin/sh, a server must end when its input
// ends).
//
// # Limits
//
// The first call begins the session, so that an episode without calls costs nothing. The protocol
// version of July 2026 has no sessions; the version before it is requested. Tools are listed once
// for each list of classes, not at each step. Requests by the server (sampling, elicitation) are
// refused.
package mcp
