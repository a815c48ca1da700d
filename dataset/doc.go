// Package dataset is the vocabulary of stage 1 and 2 of the pipeline (read,
// classify): what a sample is, whatever source it comes from.
//
//	Sample      one decision point: conversation, tools, reference
//	Reference   what the source says is right
//	Message     one message of a conversation
//	Answer      what an assistant's message decides (tags, tool_calls, content)
//	Flag        what is odd about a sample that was kept
//	Error       why a row is no sample, with a code
//
// It does no I/O: dataset/reader reads files, export writes shards. Both use the
// JSON forms defined here, so that what is written can be read again.
//
// # Limits
//
// A Sample holds text only; a message with an image is refused. Tool messages
// lose the id of the call that they answer: order tells.
//
// # Decided against
//
// One type per source: everything after reading would have to know all of them.
// Keeping rows that cannot be read half-way: a guessed field is worse than a
// row left out with its reason.
package dataset
