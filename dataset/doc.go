// Package dataset defines the types of stages 1 and 2 of the pipeline (read, classify): a
// sample from any source.
//
//	Sample      one decision point: conversation, tools, reference
//	Reference   the right action according to the source
//	Message     one message of a conversation
//	Answer      the decision of an assistant's message (tags, tool_calls, content)
//	Flag        an oddity of a sample that was kept
//	Error       why a row is no sample, with a code
//
// It does no I/O: dataset/reader reads files, and export writes shards. Both use the JSON
// forms of this package, so that written data can be read again.
//
// # Limits
//
// A Sample contains only text; a message with an image is refused. Tool messages lose the
// id of their call; the order identifies the call.
//
// # Decided against
//
// One type for each source: all later code would have to know all types. Keeping rows that
// can only be read in part: a guessed field is worse than a rejected row with a reason.
package dataset
