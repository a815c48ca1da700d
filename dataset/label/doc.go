// Package label computes the labels of a sample (F12): what is known about the intended
// call, what a question would be worth, and the action of F7's policy.
//
// It is the first half of step 5 (label, export) of the pipeline. Its input is a
// dataset.Sample and the domains of the tools. Its output is [Labels], the columns v_now,
// evpi, evpi_max, missing, policy_action, best_question, agrees, belief_source and
// candidates of a shard.
//
// The belief comes from the first source that gives one, in the order of F12: candidates in
// the row (given), the call that a parameter was held out of (held_out), the reference call
// (reference), a rejected or alternative call (contrast), a model (llm, only with a
// [Proposer]), the source's own question, whose requested parameters are open (question),
// and the schemas alone (schema). Only llm needs a model. A model's arguments count only if
// the conversation backs them, as in a reference call.
//
// If no source names a call (schema), each tool's required parameters have the values of
// the reading (F4), in finite domains or not; open ones are missing. The likeliest tool is
// the one that the user's words are about: the offered tool whose name, description and
// parameters are nearest to them (relevance.go). F12's literal rule leaves every parameter
// without a finite domain open, and takes the tool with the fewest open parameters. That
// rule finds a third of what ACEBench says is missing; this one finds three quarters. A
// complete call is believed only if most of the user's words that are no values are near to
// the tool's words. Otherwise a number in a refused request would fit any tool.
//
// Labels depend only on the reading of the conversation (F4, [Reader]), which they include,
// the text of the messages, the tools with their domains, the reference, the answers, the
// provenance (held-out parameter, rejected answer) and given candidates. A shard row
// contains all of these, so that a reader of the row can make its labels again.
//
// # Limits
//
// Each of several reference calls has its own belief; the row's candidates column lists all
// candidates in order.
//
// # Decided against
//
// One belief over several reference calls: all of them are meant, they are not
// alternatives. A uniform belief as the last resort: without a source every consumer sees
// "no belief" (F5).
package label
