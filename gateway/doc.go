// Package gateway puts explicit decisions between an agent harness and a model. It is an
// OpenAI-compatible endpoint. A policy decides on every reply, by signals that voi computes from
// the conversation (F4 to F7, T2, T3).
//
// Its recordings feed the pipeline: runs for voi build, voi score and voi report, and decisions
// for voi replay. The signals come from packages trajectory and certainty, the rules from
// package decision; internal/server has the server.
//
//	Gateway   the endpoint: the model proposes, the policies decide
//	Policy    maps signals to a decision; calls the model through Model; one file each
//	Chain     policies in order, each working on the reply of the one before
//	Turn      a request; its state is rebuilt from its messages, and cached by their hash
//	Preparer  a policy that also changes the model's request
//	Model     further calls for a request, counted and limited; models in roles
//	Script    a scripted model with known faults
//	Replay    policies on recorded runs (package caught compares with the outcome)
//
// # Promises
//
// State depends only on the messages and tools of a request: after a restart, or on another
// replica, the answer is the same. The cache (memo) holds what would be computed again, by a hash
// of the text, up to a number of bytes. If every policy is pass, the model's reply is returned
// byte for byte, except for the annotation. The conversation is data and never an instruction: it
// only changes signals. A key goes to the model's server and nowhere else. Logs contain no word
// of a conversation.
//
// # Limits
//
// A conversation that is not in the cache is read completely, in time that grows with its length.
// This happens while the model works on the reply (ahead), unless a policy needs it earlier, as
// nod does. A recording merges two equal conversations unless metadata.trajectory_id separates
// them. The Responses API and audio are not served; an unreadable request goes to the model
// unchanged. All policies except pass need the whole reply, and begin a stream only after the
// decision.
//
// # Decided against
//
// Reading only the new messages: a later message can deny, correct or confirm what an earlier one
// says, so the reading of a prefix is not a part of the reading of the whole. One appended file
// of recordings: a killed process would leave half a line, and each reply would repeat the whole
// conversation.
package gateway
