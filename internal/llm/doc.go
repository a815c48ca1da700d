// Package llm asks a language model what is not written: the domains of parameters
// that F1 finds infinite, the calls that a conversation may mean, and the words of
// a question.
//
// In the pipeline it stands behind three interfaces: step 3 (annotate) knows an
// Annotator of package domains, step 5 (label, export) a Proposer of dataset/label,
// the source llm of F12, and a Questioner of export. None of them imports this
// package; cmd/voi puts them together.
//
//	Model             one model behind any OpenAI-compatible endpoint, its cache,
//	                  its budget; Usage says what was asked, paid for and lost
//	Model.Annotator   the schema, and the model where it is silent
//	Model.Proposer    the calls that may be meant, with what is not said left open
//	Model.Director    whether a critical call of a recorded run may be made (NOD)
//	Model.Questioner  the text of a question that asks for chosen aspects
//
// # What a model may say
//
// The schema wins wherever it is exact: a model is asked only for free text,
// numbers without an end, and parameters without a type. An answer is data to be
// judged. It is read strictly and within bounds, held against F1 (types, sizes,
// values that are distinct, bounds in order) and against what the schema admits,
// and no model can make a parameter certain: a domain has at least two values.
// An answer that does not hold is sent back once, with its faults. A part that does not
// hold then is dropped for that parameter alone, which keeps the schema's domain;
// Domain.Source says so:
//
//	llm.finite, ...                  the model's answer, by its type
//	schema.type (llm: string)        it finds no end either, as the schema
//	schema.type (llm: refused)       it would not answer
//	            (llm: unreadable)    it answered with something else than the JSON
//	            (llm: missing)       it answered for other parameters
//	            (llm: invalid)       its answer contradicts F1 or the schema
//	            (llm: too long)      the schema is too long to be sent
//	            (llm: no answer)     none came, or none is cached and --offline was given
//
// The calls of an answer stand or fall together, since half a belief is another
// belief: all are of offered tools, with parameters that those have and values that
// their schemas admit. dataset/label then holds them against the conversation. A
// question has to target the aspects that it was asked for and no others, by the
// rules of certainty/grounding that its reward (F11) reads it by.
//
// # The cache
//
// One JSON file per question, named by the hash of all that the answer depends
// on: the kind of question, the model, the prompt, the schema of the answer and
// the input. It holds what was asked and what was kept of the answer, to be
// reviewed and shipped with data. Only what passed the checks is stored, never
// the model's own text, and it is checked again when it is read, as a model's
// answer is. That an answer was unusable is stored too, as one of the words
// above, so that the same cache gives the same bytes; that none came is not, and
// is asked for again. Files are written whole or not at all.
//
// # Limits
//
// A call whose cost the budget cannot see (a timeout that was billed) is counted as
// its prompt. Tokens are estimated as four bytes each where no server
// has counted them. A budget is of one run. Two models of the same name at two
// endpoints are one to the cache. A range or a list that a model gives cannot zero
// a value (F3), not even where it lies beyond the one bound that the schema stated.
//
// # Decided against
//
// Streaming: an answer is only of use when it is whole. The text of an invalid
// answer in the cache: it is whatever somebody's tool description made a model
// say. A library for retries: their jitter cannot be seeded, and how long to wait
// is for the server to say.
package llm
