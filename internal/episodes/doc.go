// Package episodes keeps the episodes of package env that clients play over a network, many
// at a time, each under a name. It stands between env (E4) and the carriers of
// internal/server (E5), in step 7 of the pipeline.
//
//	Catalog  the tasks that requests can name, by id
//	Table    the open episodes: Reset, Step, Close
//	Turn     the place of a request in the queue of one episode
//
// Requests about one episode are answered in the order in which they were read (Enter), for
// any number of workers. So a client may send all steps of an episode before it reads a
// reply. Names that the table assigns follow that order, too.
//
// # Limits
//
// The number of episodes is bounded, and so are the bytes of what was said in them. When
// there is no room, ended episodes are dropped first, then those without a request for a
// while. If there are none of these, a reset is refused, and no episode in use is lost. A
// name that was never used, was closed, or was dropped gives the same error, since telling
// them apart would take memory for each name.
//
// # Decided against
//
// A clock that closes idle episodes: a trainer that pauses for a checkpoint would lose its
// episodes on a server with enough room. Names that cannot be guessed: a client with access
// to the server may score anything, and numbered names are the same on every carrier.
package episodes
