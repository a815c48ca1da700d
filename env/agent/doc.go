// Package agent holds the policies that voi rollout plays on tasks: SAGE-Agent's Algorithm 1,
// its baselines and an oracle, without a model, and a model behind an endpoint. It steps through the
// episodes of package env.
//
//	never-ask    makes the best call
//	ask-all      asks for each open parameter of the best call, in the order of the schema
//	ask-entropy  asks for the open parameter whose domain is the largest
//	sage         asks what F7 chooses by EVPI and cost (F5-F7), on the readings (F4)
//	oracle       takes the right action
//	random       draws an action
//	URL#MODEL    says what a model says at an OpenAI-compatible endpoint (Endpoint)
//
// All except the oracle and the endpoint share one loop and differ in one function, which chooses the
// question for a belief. The belief's candidates come from a Proposer. Gold is the perfect
// proposer: it proposes the true call, with the values that were said and with hidden ones
// open, beside the other tools. Read uses the readings alone, like an agent without a
// model.
//
// An Endpoint gets the conversation and the tools, with ask_user in front, and nothing of the
// truth. What it writes is the completion, right or wrong. Where it gives no answer after all
// retries, its episode alone ends, unscored, with what happened as the fault; a conversation
// that is longer than the model can read fails. Where no conversation can get one (the key, the
// address, several tasks in a row, the budget), the run ends and can be resumed.
//
// # Limits
//
// A question names its parameters by their names, in English. An agent refuses after an
// error of the world; it repairs no call.
package agent
