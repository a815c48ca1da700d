// Package server is step 7 of the pipeline: the reward function on a wire. It
// speaks one protocol (version 1) over three carriers, each thin over a Core, so
// that the same request gets the same reply on each:
//
//	Core.ServeLines   JSON lines: requests in, replies out, one a line
//	Core.ServeArrow   an Arrow stream in, an Arrow stream out
//	HTTP.Serve        POST /v1/score, /v1/score_trajectory, /v1/decide, /v1/read, GET /healthz,
//	                  /readyz, /metrics, and what trainers ask for in forms of their own:
//	                  NeMo Gym's /verify, /openrlhf, /slime (contract*.go)
//
// # JSON lines
//
// The first line of the server, unasked, is its hello. Then, for each line:
//
//	{"op":"score","id":ID,"items":[ITEM,...],"profile":NAME?,"group":true?,"details":true?}
//	    {"op":"result","id":ID,"rewards":[...],"components":{...},"actions":[...],
//	     "errors":[...],"notes":[...],"advantages":[...]?,"details":[...]?,
//	     "profile":NAME?,"reward_range":[lo,hi]?}
//	{"op":"decide","id":ID,"items":[...]}   {"op":"decided","id":ID,"items":[...]}
//	{"op":"score_trajectory","id":ID,"trajectories":[RUN,...],"profile":NAME?}
//	    {"op":"trajectory_result","id":ID,"items":[...]}
//	{"op":"ping","id":ID}                   {"op":"pong","id":ID}
//	{"op":"stats","id":ID}                  {"op":"stats","id":ID,...}
//	{"op":"shutdown"}                       the end, after all that was read before
//
// A request that fails as a whole gets {"op":"error","id":ID,"code","message"},
// its id null where the line is no JSON; an item that fails has its error in its
// place, and its neighbours do not notice.
//
// # Flow
//
// One goroutine reads, as many requests as there are workers are worked on, one
// goroutine writes. A request of many items is shared out among workers that have
// nothing to do, and lets others have its place after each quantum (turns.go). Over HTTP
// small requests have places of their own, so that one client's batches do not hold up
// another's single item. The requests that were read and whose replies are not written
// yet are bounded by number and by bytes; over that, reading stops, and nothing is
// dropped. A server that is told to stop (the end
// of its input, shutdown, a signal, the end of its parent) answers what it has
// read, in bounded time.
//
// # Trainers' contracts
//
// Each is thin over the same items as POST /v1/score and gives the same numbers.
// None of them can say that a completion has no reward. A fault of one row
// is therefore 0.0 beside unscored 1, counted, and logged once of each code; a fault
// of the set-up (a profile that was not loaded, a label column that is
// none, sample ids without samples) is an HTTP error, and nothing is scored.
//
// # Limits
//
// Requests of 64 MiB and 131,072 items. A client that never reads its replies
// is waited for, except when stopping. HTTP/1.1 only, with TLS where there is a
// certificate: over HTTP/2 one connection has many requests, and limits on
// connections say nothing. Connections are bounded, and those that say nothing
// make room for others, as do those that stop in the middle where memory runs out
// (waiting.go). No limit is per client: the workers of a trainer, and all
// that comes through a proxy, are one address.
//
// # Decided against
//
// Places for those requests first that have had least of them: it needs a queue of its
// own, and over a turn for each in order it gains nothing that the benchmark of a single
// item beside batches (make bench) shows.
// Other samples under a server at work: a new process takes 0.3 s to open a million rows,
// and readiness and draining let one take over from the other.
// Dropping or refusing requests on stdin: a trainer that lost one reward of a
// group would train on what is left. Reading stdin beside HTTP: a service started
// without one would end at once. A reply to shutdown: the end of the stream is
// one, and comes after every other reply. Sessions for NeMo Gym: a completion is
// scored by what its request says, which is why it can be verified again. Parsing
// all of a rollout: it is checked to be JSON, and echoed as it came.
package server
