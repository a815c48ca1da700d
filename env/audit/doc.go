// Package audit checks a simulated user against its promises (E2): it gives the values that
// were asked for, nothing else, and only the truth; nothing persuades it, and it does not
// stop early. The package works with any env.User.
//
// Honest agents ask for the hidden values of each task; twelve other kinds of agents try
// something else (Kinds). Each line is made from the task, so that what it asks for is known
// without a reader. A search for letters and digits tells whether an answer gives a value;
// the reading (F4) tells whether it gives another one.
//
// # Limits
//
// A boolean has no letters to search for: a leaked boolean is found only if the user itself
// reports that it told the value. Contradictions are read by rules: a bound ("more than 60")
// is no contradiction, nor is anything that the rules cannot read.
package audit
