// Package rollout reads the forms in which trainers hand over what a policy
// wrote, where these are neither a plain text nor chat messages. It stands before
// steps 6 and 7 of the pipeline, and is shared by the offline scorer, its reports and the
// server, so that a rollout gets the same reward from either:
//
//	Prompt, Label      the columns of a row that say which sample it is of
//	PromptTexts        what a prompt may be known by, whatever template wrote it
//	FileStep           the step that the name of a trainer's file says
//	Messages, Finish   items of the Responses API (NeMo Gym) to chat messages
//	Answer             a prompt and its answer in one text (OpenRLHF) to the answer
//	CutEnd             a text without the tokens that end a turn
//
// # Limits
//
// Time is linear in the text. Answer knows the prompt by its text, whatever the
// template: a prompt that was cut on its left is found by what is left of it, one
// whose white space a tokenizer has changed by its other characters. A prompt that
// a tokenizer has rewritten beyond that is not found, and Answer says so.
//
// # Decided against
//
// Finding the answer behind the last header of an assistant in the text: a policy
// could write such a header itself and have what stands before it overlooked.
// Taking the whole text where the prompt is not found: its tags would count as the
// policy's.
package rollout
