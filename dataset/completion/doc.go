// Package completion reads a policy's completion: its action (one of four), its calls, its
// question (F8). It stands between stages 1 and 2 of the pipeline (read, classify) and at
// the beginning of stage 6 (reward).
//
//	Parse          tagged grammar: <reasoning>, <answer>, one action
//	ParseNative    the notations that models use without instruction
//	ParseMessages  chat messages: tool_calls, else the content as above
//	ParseValue     any of them, from a JSON value
//	Classify       the action of a text without label and tag
//	Render         writes a completion that Parse reads back
//
// This package does not judge. An oddity of a completion is a [Note], a fault of its call a
// [CallError]; profiles decide what they cost.
//
// # Limits
//
// Every function takes time and memory linear in any input, and never fails: a text without
// an action is a Completion without one. JSON has the limits of internal/jsonvalue.
// Classify reads the first and last 16 KiB of a text. Its rules are data, one file for each
// language (languages/README.md).
//
// # Decided against
//
// Regular expressions: they are 50 to 200 times slower than a scan for '<'. Repairing
// malformed calls: a repaired call guesses what would have been executed, and a malformed
// call must never count as an abstention. A trained classifier: a rule can be named in the
// output and discussed.
package completion
