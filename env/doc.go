// Package env is the environment in which a policy learns when to ask: tasks with a known
// truth, a user who answers exactly what was asked, a world whose tools return results, and a
// reward at every step. It needs no model and no network. The same task, seed and completions
// give the same bytes.
//
// It builds on stage 6 of the pipeline (reward). The stages before it judge one decision of a
// recorded conversation; an Episode makes the conversation itself, decision by decision, with
// the policy in the loop.
//
//	Task         the user's requests by turn, the hidden values, the right calls    E1
//	User         answers questions; Scripted is the default, or Modeled              E2
//	World        executes calls; Recorded is the default, or mcp.World               E3
//	Environment  both, with limits and rewards; Prepare makes a task ready           E4
//	Episode      one run of a task: Reset, then Step until State.Done
//	State        the result of a reset or a step, in E5's form
//
// Results of tools narrow the domains that agents see (Observations, E3); rewards use the
// schema alone.
//
// The record of an episode is a trajectory (T1) with its outcome, so that everything that works
// on recorded runs works on it.
//
// # Decided
//
// An executed call that changes the world and is not a remaining gold call fails the episode.
// Otherwise an agent could try each value of a small domain instead of asking, or make a gold
// call twice. A tool with an unknown effect counts as changing the world if a gold call of the
// task uses it, and in a turn without gold calls. The gold calls of a turn may be made in any
// order.
//
// Rewards are those of T7. Its gate holds after every step: the shaped part never exceeds its
// bound, so that the rewards of an episode add up to what voi score gives the recorded run. The
// value of the decision alone (F11) is the component "decision". It is no part of the reward,
// because paying for each step would reward taking more steps.
//
// # Limits
//
// The reward of a step needs two readings of the whole run so far, one before the step and one
// after it. The decision, the user and the reward share the first one, and a parameter is filled
// only on demand. Of earlier steps only numbers are kept (trajectory.Recall). A call takes some
// 0.15 milliseconds in a session of many turns and tools, a question some 0.5. An Unrewarded
// environment steps in a fraction of that.
//
// A world with a state knows what a call changed. A successful episode must end in the same
// state as the gold calls, which are made once for each task in a separate world.
//
// A recorded world knows the recorded results only. Results that it makes up are marked. An
// episode is for one goroutine at a time; everything else is safe for concurrent use.
package env
