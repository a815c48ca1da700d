// Package term is what the commands show a person: progress while a command
// runs, and text from data made safe to print.
//
// Progress goes to stderr only: stdout carries data. On a terminal it is a bar
// (a library's), elsewhere a plain line every ten seconds, so that a log file
// stays readable.
package term
