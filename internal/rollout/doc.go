// Package rollout reads a policy's outputs in the formats of trainers that are neither
// plain text nor chat messages. It stands before steps 6 and 7 of the pipeline. The offline
// scorer, its reports and the server share it, so that all give a rollout the same reward:
//
//	Prompt, Label      the columns of a row that identify its sample
//	PromptTexts        the texts that a prompt may stand for, under several chat templates
//	FileStep           the step in the name of a trainer's file
//	Messages, Finish   items of the Responses API (NeMo Gym) to chat messages
//	Answer             the answer behind its prompt in one text (OpenRLHF)
//	CutEnd             a text without its end-of-turn tokens
//
// # Limits
//
// Time is linear in the text. Answer finds the prompt by its text, under any template. A
// prompt that was cut on its left is found by its rest; a prompt whose white space a
// tokenizer has changed is found by its other characters. A prompt with further changes is
// not found, and Answer says so.
//
// # Decided against
//
// Finding the answer behind the last header of an assistant: a policy could write such a
// header itself, and hide what it wrote before. Taking the whole text if the prompt is not
// found: tags in the prompt would count as the policy's.
package rollout
