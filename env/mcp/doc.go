// Package mcp is the world of servers that speak the Model Context Protocol (E3): an
// episode has a session of its own with one, and the tools, their annotations and what they
// return are the server's. It speaks the protocol by its official SDK for Go.
//
// It stands beside env.Recorded, behind the same interface.
//
// # State
//
// A server without more is a world without a state. One with a state offers two more tools, which no
// policy is shown and none can call:
//
//	voi_reset {"config", "classes", "task"}  before anything else is called: the state that the task begins in
//	voi_state {}                             the state as text; equal states have equal texts
//
// Then a call is known to change the world or not to, and an episode succeeds only
// where its last state is the one that the gold calls lead to.
//
// # Bounds
//
// A step ends with a reason, and with it the episode, which is unscored then (infrastructure_error), where
// the server does not answer in time (env.Bounds.Time), ends, or sends more than MaxAnswer
// bytes before the answer is there. A result of more than MaxResult bytes is cut, and says so.
// What a tool itself reports as an error is a result. A server that does not
// read or write what it should costs its own episode and no other one: sessions share nothing.
//
// A server that is a program gets a group of processes of its own, which is killed when its
// episode is closed, with all that the program has started. Where this process is killed, a shell
// that watches it does so (on Unix; elsewhere, and without /bin/sh, a server has to end by itself
// when its input does).
//
// # Limits
//
// The session is begun by the first call, so that an episode without one costs nothing. The
// protocol of July 2026 has no sessions; servers are asked for the one before it. Tools are listed once
// for each list of classes, not at each step. Requests of the server (sampling,
// elicitation) are refused.
package mcp
