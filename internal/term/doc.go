// Package term is the output of commands for a person: progress while a command runs, and
// text from data made safe to print.
//
// Progress goes to stderr only, because stdout carries data. On a terminal it is a bar (of
// a library), elsewhere a plain line every ten seconds, so that a log file stays readable.
package term
