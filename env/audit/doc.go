// Package audit holds a simulated user against what it promises (E2): it gives what was
// asked for, nothing else, and the truth; it is persuaded by nothing, and does not stop
// early. It stands above package env, and asks any env.User.
//
// Each task is heard through by honest agents, which ask for what is hidden, and by twelve
// kinds that try something else (Kinds). What each line asks for is known, since it was
// made from the task: no reader decides it. Whether an answer gives a value is told by a
// search for its letters and digits, and whether it says something else by the reading (F4).
//
// # Limits
//
// A boolean has no letters that could be searched for: that one leaks is found only where
// the user itself says that it told it. What an answer contradicts is read by rules, so
// that a bound ("more than 60") is no contradiction and what rules cannot read is none.
package audit
