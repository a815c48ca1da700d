// Package asking determines what a clarifying question asks for (F11): its requests, the
// parameters whose value it wants to learn, and its statements, the values that it presents as
// already chosen.
//
// It complements certainty/grounding, which determines what a conversation already provides.
// Rewards, the labelling of the questions that a data source contains, and the scripted user
// all read questions with this package.
//
// A question is split into sentences and clauses. A clause asks with an interrogative, with
// the form of a yes-or-no question, with an imperative such as "tell me", or as a fragment
// with a question mark. Lists of function words identify these; they are in lang/, one file
// per language. What the clause asks for is then compared with each parameter: the kind of its
// interrogative with the kind of the parameter (kinds.txt), and its words with the parameter's
// name, description and values, by spelling and by word vectors (internal/words). A question
// that names what it wants has to name the parameter, above all in its head noun: "the seat
// class" does not ask for the class of fuel. A parameter that has no value in the conversation
// yet is more likely to be the one asked for, but a missing value alone is never enough. Which
// parameters the policy's own candidate call leaves open is not taken into account. A question
// that names two tools asks which of them is meant.
//
// Naming a parameter is not enough: the clause has to want its value (illocution.go). Its
// predicate is compared, by word vectors, with words that dismiss something and with verbs of
// telling. A clause wants nothing if it denies something, is about an act other than telling,
// asks permission for what the asker does, or asks about a thing in general ("what is an end
// date?"). An English clause can also do something with a value other than ask for it
// (predicate.go: "when will you tell me the city?"). Nor does a question want a value if it is
// about something other than the task. In English this is recognised by the words after its
// finite verb that neither the tool nor the conversation explains (matter.go: "which city has
// the best pizza?"). In every language it is recognised by the vectors of such words: some
// words are about the world at large, others about what people do for each other (stray.go). A
// linear classifier, fitted to the questions in testdata, tells the two apart.
//
// What these rules find, a small network judges as a whole (want.go): a convolution over the words
// of the text, each described by its vector, its spelling, its roles and how it fits the parameter.
// fit/fit.py fits it to the texts in testdata/wanted, by two dozen writers in some 30 languages. A
// text in which it believes no request asks for nothing. It adds requests only where the rules find
// none, for parameters that the text names, and with much more certainty: on texts unlike those it
// has seen (code, logs) it was confidently wrong. A second network of the same form says whether a
// text declines what the user asked (decline.go).
//
// Limits: languages without a file in lang/, words without a vector, paraphrases that need
// knowledge of the world ("Who's coming for him?" asks for picked_up_by), which of two similar
// nouns is meant, and questions for another value of the same noun in the task's own words
// ("how many rooms does your house have?"). The package deliberately uses neither a list of
// phrases for each parameter nor a grammatical parser for any language.
package asking
