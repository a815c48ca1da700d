// Package caught measures what policies of the gateway would have stopped in recorded runs
// (spec G3): which shares of wrong and of right critical calls (T2), of other calls, of
// messages that ended a run with work undone, and of other messages.
//
// The decisions come from Replay in package gateway. Package gateway/played also carries them
// out.
//
// # Limits
//
// Each message is judged as it was recorded. After the first message that is held back the
// run would have continued differently. CAP, CAR and success are therefore about the
// remaining calls and runs, and no prediction: an agent that is held back may do better. A
// run is read again for each of its steps, up to a limit (gateway.Replay); later steps count
// as undecided.
package caught
