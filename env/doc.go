// Package env is where a policy learns when to ask: tasks of known truth, a user who
// answers exactly what was asked, a world where tools return something, and a reward at
// every step. It needs no model and no network, and the same task, seed and completions
// give the same bytes.
//
// It stands behind stage 6 of the pipeline (reward): where the stages before it judge
// one decision of a recorded conversation, an Episode makes the conversation, decision by
// decision, with the policy in the loop.
//
//	Task         what the user wants, turn by turn, what is hidden, what is right   E1
//	User         answers what the agent asks; Scripted is the default; Modeled       E2
//	World        answers what the agent calls; Recorded is the default, mcp.World   E3
//	Environment  both, with bounds and rewards; Prepare makes a task ready          E4
//	Episode      one run of a task: Reset, then Step until State.Done
//	State        what a reset or a step returned, as E5 writes it
//
// What tools return narrows the domains that agents see (Observations, E3); rewards are
// computed by the schema alone.
//
// The record of an episode is a trajectory (T1) with its outcome: what scores, reports
// and trains on recorded runs takes it as it is.
//
// # Decided
//
// A call that is executed, is no gold call that is due and goes to a tool that changes
// the world fails the episode: trying each value of a small domain would else be a way
// never to ask, and a gold call made twice is not made once. Of a tool whose effect nobody
// says it is taken that it changes the world where a gold call of the task uses it, and in
// a turn in which nothing is to be called. The gold calls of a turn may be made in any order.
//
// Rewards are those of T7, whose gate holds at every moment: what was shaped so far never
// exceeds its bound, so that the sum over an episode is the one that voi score gives
// the recorded run. The value of the decision alone (F11) stands beside them as
// the component "decision"; it is no part of the reward, since paying for each step would
// pay for taking more of them.
//
// # Limits
//
// What a step earns takes readings of the whole run so far: before the step and behind it, and
// before a question one more for every tool that is offered. Of the steps before it numbers are
// kept (trajectory.Recall). A call takes some 0.2 milliseconds in a session of many turns and
// tools, a question about one. An Unrewarded environment steps in a fraction of that.
//
// In a world with a state it is known what a call changed, and a successful episode ends in
// the state to which the gold calls lead: they are made once more for each task, in a world of
// their own.
//
// A recorded world knows the results that were recorded. What it makes up is marked.
// An episode is for one goroutine at a time; everything else is safe for concurrent use.
package env
