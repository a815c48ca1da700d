// Package child helps to run two kinds of programs that voi starts for a user: a reward
// that is audited (reward/audit), and a server that acts as a world (env/mcp). A program is
// ended together with all processes that it has started, and the last part of its standard
// error is kept.
//
//	Group, Kill  a program in a group of its own, and the end of the group
//	Tail         the last bytes of its standard error
//
// # Limits
//
// Process groups exist only on Unix: elsewhere only the program itself is killed.
//
// # Decided against
//
// A common start and stop: a stalled reward is killed, but a server is first asked to end.
package child
