// Package label computes the labels of a sample: what F12 says is known about
// the call that is meant, what a question would be worth, and what the policy
// of F7 would do.
//
// It is the first half of step 5 (label, export) of the pipeline. In: a
// dataset.Sample and the domains of its tools. Out: [Labels], the columns
// v_now, evpi, evpi_max, missing, policy_action, best_question, agrees,
// belief_source and candidates of a shard.
//
// The belief comes from the first source that gives one, in the order of F12:
// candidates that the row brings (given), the call that a parameter was held
// out of (held_out), the reference call (reference), a rejected or alternative
// call (contrast), a model (llm, only where a [Proposer] is set), and the
// schemas alone (schema). Before schema comes the source's own question (question):
// what it requests is open. No source but llm needs a model, and what a model fills in
// counts only as far as the conversation backs it, as in a reference call.
//
// Where nobody names a call (schema), each tool's required parameters are as the
// reading's slots have them (F4: what is missing is read off there), finite or not, and
// the tool that the user's words are about is the likeliest: of several offered tools
// the one whose name, description and parameters they are nearest to (relevance.go).
// F12's letter leaves every parameter without a finite domain open and takes the tool
// with the fewest; that finds a third of what ACEBench says is missing, this three
// quarters. A complete call is believed only where most of the user's words that are no
// values are near to the tool's own: else a refusal's number would fit any tool.
//
// Labels rest on the reading of the conversation (F4, [Reader]), which they hold,
// and depend on nothing but it, the text of the messages,
// the tools with their domains, the reference, the answers, the provenance
// (held-out parameter, rejected answer) and given candidates, all of which a
// shard row carries, so that a reader of the row can make its labels again.
//
// # Limits
//
// The candidates of several reference calls are beliefs of their own, and a
// row's candidates column lists them one after the other.
//
// # Decided against
//
// One belief over several reference calls: they are all meant, not rivals.
// A fallback to a uniform belief: without a source every consumer gets "no
// belief" (F5).
package label
