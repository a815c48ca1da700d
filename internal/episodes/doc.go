// Package episodes keeps the episodes of package env that clients play over a wire, each
// under a name, many at a time: what stands between env (E4) and the carriers of
// internal/server (E5), step 7 of the pipeline.
//
//	Catalog  the tasks that can be named, by id
//	Table    the open episodes: Reset, Step, Close
//	Turn     the place of a request among those about one episode
//
// What is asked of one episode is answered in the order in which it was read (Enter),
// whatever the number of workers, so that a client may send the steps of an episode
// before it has read a reply. A name that the table gives is taken in that order, too.
//
// # Limits
//
// So many episodes at a time, and so many bytes of what was said in them. Where there
// is no room, episodes that have ended leave first, then those that nobody has asked
// anything of for a while; while there are none of these, a reset is refused and nothing that
// is at work is lost. A name that was never begun, was closed, or has left is one and
// the same error: to know more of them would take memory for each.
//
// # Decided against
//
// A clock that closes idle episodes: a trainer that stops for a checkpoint would lose
// its episodes on a server with room for them. Names that cannot be guessed: a client that may talk
// to the server may score anything, and names in order are the same on every carrier.
package episodes
