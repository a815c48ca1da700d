// Package child has what two kinds of programs of a user's need that voi starts: a reward
// that is audited (reward/audit) and a server that is a world (env/mcp). A program ends with
// all that it has started, and the end of what it said of itself is kept.
//
//	Group, Kill  a program in a group of its own, and the end of the group
//	Tail         the last bytes of its standard error
//
// # Limits
//
// Groups are Unix's: elsewhere the program alone is killed.
//
// # Decided against
//
// Starting and stopping: a reward is killed where it stalls, and a server is asked to end first.
package child
