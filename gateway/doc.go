// Package gateway puts explicit decisions between an agent harness and a model: one
// OpenAI-compatible endpoint, whose every reply is decided on by a policy over signals that
// voi computes from the conversation (F4 to F7, T2, T3).
//
// It stands beside the pipeline and feeds it: what it records are runs that voi build,
// voi score and voi report read, and decisions that voi replay plays again. The signals are
// those of packages trajectory and certainty, the policies those of package decision; the
// server around it is internal/server's.
//
//	Gateway   the endpoint: the model proposes, the policies decide
//	Policy    signals in, decision out, calls to the model through one Model; one file each
//	Chain     policies, each of which is given the reply of the one before
//	Turn      a request: all state is rebuilt from its messages
//	Preparer  a policy that changes what the model is asked, too
//	Model     further calls of a request, counted and bounded; models in their roles
//	Script    a model that is played, with known faults
//	Replay    what policies make of recorded runs (package caught holds it against their outcome)
//
// # Promises
//
// Nothing is kept between requests but recordings: a gateway that was started anew, or
// another one, answers the same. The model's reply is given byte for byte where every
// policy is pass, but for the annotation. What the conversation says is read as what the
// user and the tools say, and never as an order: it moves signals alone. A key goes to the
// model's server and nowhere else; what is logged holds no word of a conversation.
//
// # Limits
//
// The state is read anew for every request, which takes time that grows with the
// conversation. Two conversations that say the same are one to a recording, unless
// metadata.trajectory_id keeps them apart. The Responses API and audio are not served; a
// request that cannot be read goes to the model as it is. Policies that need a whole reply
// (all but pass) begin a stream when they have decided.
//
// # Decided against
//
// A cache of states: what it would save is a reading of a millisecond, and what it would
// cost is a second way by which two replicas could differ; what is kept is which texts ask,
// and what a model said in a role. An appended file of
// recordings: a process that is killed leaves half a line, and each reply would repeat the
// whole conversation.
package gateway
