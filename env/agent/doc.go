// Package agent holds policies without a model, which voi rollout plays on tasks:
// SAGE-Agent's Algorithm 1, its baselines, and an oracle. It steps through the episodes of
// package env.
//
//	never-ask    makes the best call
//	ask-all      asks for each open parameter of the best call, in the order of the schema
//	ask-entropy  asks for the open parameter whose domain is the largest
//	sage         asks what F7 chooses by EVPI and cost (F5-F7), on the readings (F4)
//	oracle       takes the right action
//	random       draws an action
//
// All except the oracle share one loop and differ in one function, which chooses the
// question for a belief. The belief's candidates come from a Proposer. Gold is the perfect
// proposer: it proposes the true call, with the values that were said and with hidden ones
// open, beside the other tools. Read uses the readings alone, like an agent without a
// model.
//
// # Limits
//
// A question names its parameters by their names, in English. An agent refuses after an
// error of the world; it repairs no call.
package agent
