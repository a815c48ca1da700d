// Package completion reads what a policy wrote: which of the four actions it
// takes, the calls it makes, the question it asks (F8). It stands between
// stages 1 and 2 of the pipeline (read, classify) and at the beginning of
// stage 6 (reward).
//
//	Parse          tagged grammar: <reasoning>, <answer>, one action
//	ParseNative    the notations that models speak by themselves
//	ParseMessages  chat messages: tool_calls, else the content as above
//	ParseValue     any of them, as a JSON value brings it
//	Classify       the action of a text that carries neither label nor tag
//	Render         writes a completion that Parse reads back
//
// Nothing here judges. What is odd about a completion is a [Note], what is
// wrong with its call a [CallError]; profiles decide what either is worth.
//
// # Limits
//
// Every function takes time and memory linear in its input, whatever that is,
// and never fails: a text that holds no action is a Completion without one.
// JSON is bounded as internal/jsonvalue bounds it. Classify reads the first
// and last 16 KiB of a text; its rules are data, one file for each of the languages
// that it knows (languages/README.md).
//
// # Decided against
//
// Regular expressions, which are 50 to 200 times slower than a scan for '<'.
// Repairing malformed calls: a repaired call is a guess about what would have
// been executed, and a malformed call must never pass for an abstention. A
// trained classifier: a rule can be named in the output and argued with.
package completion
