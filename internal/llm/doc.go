// Package llm asks a language model for what the data do not state: the domains of
// parameters that F1 finds infinite, the calls that a conversation may mean, and the words
// of a question.
//
// In the pipeline it stands behind three interfaces: an Annotator of package domains in
// step 3 (annotate), and in step 5 (label, export) a Proposer of dataset/label, the source
// llm of F12, and a Questioner of export. None of these packages imports this one; cmd/voi
// connects them.
//
//	Model             one model behind any OpenAI-compatible endpoint, its cache,
//	                  its budget; Usage counts requests, cost and dropped parts
//	Model.Reader      the reading of a conversation (F4), of a build or on a server
//	Model.Annotator   the schema, and the model for domains that the schema leaves open
//	Model.Proposer    the calls that may be meant, with unstated arguments left open
//	Model.Director    whether a critical call of a recorded run may be made (NOD)
//	Model.Questioner  the text of a question that asks for given aspects
//	Model.Say         its next message in a conversation with tools, of an agent that is
//	                  played (env/agent): as it was written, unchecked and uncached
//
// # What a model may decide
//
// The schema wins wherever it is exact: a model is asked only for free text, numbers
// without bounds, and parameters without a type. An answer is untrusted data. It is parsed
// strictly and within limits, and checked against F1 (types, sizes, distinct values,
// ordered bounds) and against the schema. No model can make a parameter certain: a domain
// has at least two values. An invalid answer is sent back once, with its faults. If a part
// is still invalid, that parameter alone keeps the schema's domain. Domain.Source says
// which case it was:
//
//	llm.finite, ...                  the model's answer, by its type
//	schema.type (llm: string)        the model finds no bound either
//	schema.type (llm: refused)       the model refused to answer
//	            (llm: unreadable)    the answer is not the JSON that was asked for
//	            (llm: missing)       the answer lacks this parameter
//	            (llm: invalid)       the answer contradicts F1 or the schema
//	            (llm: too long)      the schema is too long to be sent
//	            (llm: no answer)     no answer came, or --offline found none in the cache
//
// The calls of an answer are kept or dropped together, since half a belief is another
// belief. All must be of offered tools, with parameters of those tools and values that
// their schemas admit. dataset/label then checks them against the conversation. A question
// has to target exactly the aspects that it was asked for, by the same rules of
// certainty/grounding that its reward (F11) uses.
//
// # The cache
//
// Each question is one JSON file. Its name is a hash of all that the answer depends on: the
// kind of question, the model, the prompt, the schema of the answer and the input. The file
// holds the question and the kept parts of the answer, for review and for shipping with
// data. Only parts that passed the checks are stored, never the model's own text, and they
// are checked again when they are read. An unusable answer is stored, too, as one of the
// words above, so that the same cache gives the same bytes. A question without any answer
// is not stored, and is asked again. Files are written whole or not at all.
//
// # Limits
//
// A try whose cost is unknown (a timeout, half an answer) counts as the tokens of its
// prompt. Tokens are estimated as four bytes each where the server does not count them. A
// budget is for one run. The cache does not distinguish two models with the same name at
// two endpoints. A range or a list from a model cannot zero a value (F3), not even outside
// of the single bound that the schema states.
//
// # Decided against
//
// Streaming: an answer is useful only when it is complete. The text of an invalid answer in
// the cache: an attacker's tool description may have dictated it. A library for retries:
// their jitter cannot be seeded, and the server decides how long to wait.
package llm
