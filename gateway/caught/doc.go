// Package caught says what policies of the gateway would have stopped in recorded runs, and
// how that turned out in them (spec G3): of the critical calls that were wrong and that were
// right (T2), of other calls, of words that ended a run with its work undone, and of other
// words.
//
// It stands behind package gateway, whose Replay decides, and beside gateway/played, where
// what is decided is carried out.
//
// # Limits
//
// Each message is judged as it stands in the recording. Behind the first one that is held
// back the run would have gone on in another way, so that CAP, CAR and success are those of
// the calls and runs that are left, and no promise: an agent that is held back may do better.
// A run is read anew for each of its steps, up to a bound (gateway.Replay); what is beyond
// it counts as undecided.
package caught
