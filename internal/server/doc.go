// Package server is step 7 of the pipeline: it serves the reward function. It speaks one
// protocol (version 1) over three carriers. Each carrier is a thin layer over a Core, so
// that the same request gets the same reply on each:
//
//	Core.ServeLines   JSON lines: one request or reply a line
//	Core.ServeArrow   an Arrow stream in, an Arrow stream out
//	HTTP.Serve        POST /v1/score, /v1/score_trajectory, /v1/decide, /v1/read, GET /healthz,
//	                  /readyz, /metrics, and the interfaces that trainers expect:
//	                  NeMo Gym's /verify, /openrlhf, /slime (contract*.go)
//
// # JSON lines
//
// The server first writes its hello line, before any request. Then it answers each line:
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
//	{"op":"shutdown"}                       stops after all earlier requests are answered
//
// A request that fails as a whole gets {"op":"error","id":ID,"code","message"}; its id is
// null where the line is no JSON. An item that fails has its error in its place in the
// reply, and the other items are answered as usual.
//
// # Flow
//
// One goroutine reads, one writes, and as many requests are worked on as there are workers.
// A request of many items is shared with idle workers, and lets another request run after
// each quantum of work (turns.go). Items that a model has to read first are scored after the others
// of their request, at places for those that wait. Over HTTP small requests have places of their own, so
// that the batches of one client do not delay the single item of another. The requests
// without a written reply are bounded by number and by bytes; at the bound reading stops,
// and nothing is dropped. A server that is told to stop (end of input, shutdown, a signal,
// end of the parent process) answers what it has read, in bounded time.
//
// # Trainers' contracts
//
// Each contract is a thin layer over the items of POST /v1/score and gives the same
// numbers. None of them can express that a completion has no reward. A fault of one row is
// therefore 0.0 beside unscored 1; it is counted, and the first of each code is logged. A
// fault of the setup (a profile that was not loaded, a label column without labels, sample
// ids without samples) is an HTTP error, and nothing is scored.
//
// # Limits
//
// A request has at most 64 MiB and 131,072 items. The server waits for a client that does
// not read its replies, except when stopping. It serves HTTP/1.1 only, with TLS where there
// is a certificate: one connection of HTTP/2 carries many requests, so that limits on
// connections would mean nothing. Connections are bounded; silent ones make room for new
// ones. A client that stalls in the middle of a request or reply makes room where memory
// runs out (waiting.go). No limit is per client, because all workers of a trainer, or all
// clients behind a proxy, share one address.
//
// # Decided against
//
// Serving first the requests that had the least work done: it needs its own queue, and the
// benchmark of a single item beside batches (make bench) shows no gain over turns in order.
// Replacing the samples of a running server: a new process opens a million rows in 0.3 s,
// and readiness and draining let it take over from the old one. Dropping or refusing
// requests on stdin: a trainer that lost one reward of a group would train on the rest.
// Reading stdin beside HTTP: a service started without stdin would end at once. A reply to
// shutdown: the end of the stream is the reply, and comes after every other one. Sessions
// for scoring NeMo Gym's responses: the request holds all that its score depends on, and
// can be verified again. Parsing all of a rollout: it is checked to be JSON, and echoed
// unchanged.
package server
