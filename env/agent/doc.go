// Package agent holds the policies that voi rollout plays on tasks without a model: the
// baselines of SAGE-Agent's Algorithm 1, that algorithm, and an oracle. It stands above
// package env, whose episodes it steps through.
//
//	never-ask    makes the best call that there is
//	ask-all      asks for each open parameter of the best call, in the order of the schema
//	ask-entropy  asks for the open parameter whose domain is the largest
//	sage         asks what F7 chooses by EVPI and cost (F5-F7), on the readings (F4)
//	oracle       does what is right
//	random       draws an action
//
// All but the oracle share one loop, and differ in one function: which question is asked
// of a belief, if any. The candidates of the belief come from a Proposer: Gold is the
// perfect one, which takes the values of the true call that were said and leaves open
// what is hidden, beside the other tools; Read has the readings alone, as an agent without
// a model would.
//
// # Limits
//
// A question names its parameters by their names, in English. An agent that was refused
// by the world refuses: it repairs no call.
package agent
