// Package asking determines what a clarifying question asks for (F11): its requests, the
// parameters whose value it wants to learn, and its statements, the values that it presents as
// already chosen.
//
// It complements certainty/grounding, which determines what a conversation already provides.
// Rewards, the labelling of the questions that a data source contains, and the scripted user
// all read questions with this package.
//
// A question is split into sentences and clauses. A clause asks with an interrogative, with the
// form of a yes-or-no question, with an imperative such as "tell me", or as a fragment with a
// question mark. Lists of function words identify these; they are in lang/, one file per
// language, with the nouns that name common parameters in it. What the clause asks for is then
// compared with each parameter: the kind of its interrogative with the kind of the parameter
// (kinds.txt), and its words with the parameter's name, description and values, by spelling and
// by word vectors (internal/words). A question that names what it wants has to name the
// parameter, above all in its head noun: "the seat class" does not ask for the class of fuel. A
// parameter that has no value in the conversation yet is more likely to be the one asked for, but
// a missing value alone is never enough. Which parameters the policy's own candidate call leaves
// open is not taken into account. A question that names two tools asks which of them is meant.
//
// Naming a parameter is not enough: the text has to want its value. "Which city has the best pizza?",
// "when will you tell me the city?" and "may I skip the date?" do not. A small network judges that
// (want.go, network.go): a convolution over the words of the text, each described by its vector, its
// letters by threes, its roles, how it fits the parameter, whether the tool or the user has such a word, too
// (sense.go), and by products of what it means and what the parameter means, which tell what goes with what beyond
// likeness ("how heavy" with a weight). fit/fit.py fits it to the texts in testdata/wanted, by more than fifty writers in
// some 30 languages. A text requests what an ask matches and the network does not doubt; and with more certainty,
// what an ask matches less or what the text only names, most of all if another parameter has the better claim.
// A request that the network doubts is judged once more without the names and numbers that the user gave, and without examples. An earlier edition had rules for what a
// clause does with a value; on texts by other writers the network alone was right more often.
// Two more networks of the same form say whether a text declines what the user asked, one for short
// texts and one for longer ones (decline.go). The first sees how close each word is to the user's: "I can't sing"
// declines a request for a song and not one for a flight.
//
// Limits: languages without a file in lang/, words without a vector, paraphrases that need
// knowledge of the world ("Who's coming for him?" asks for picked_up_by), which of two similar
// nouns is meant, and questions for another value of the same noun in the task's own words
// ("how many rooms does your house have?"). The package deliberately uses neither a list of
// phrases for each parameter nor a grammatical parser for any language.
package asking
