// Package asking reads what a question asks for (F11): its requests, parameters
// whose value it wants to be told, and its statements, values that it says are
// chosen already.
//
// It stands beside certainty/grounding, which reads what a conversation gives: what
// is known and what is asked are two things. Rewards, labels of a source's own
// question, and the scripted user read questions by it.
//
// A question is cut into sentences and clauses. A clause asks by an interrogative,
// by the form of a question that yes or no answers, by an imperative of telling, or
// as a fragment with a question mark; function words say which, and stand in
// lang/, a file for each language. What it asks for is held against each parameter:
// what the interrogative wants against what the parameter is (kinds.txt), its words
// against the parameter's name, description and values, by their letters and by
// their vectors (internal/words). A question that names what it wants has to name the
// parameter, its head noun most of all: "the seat class" is no class of fuel. What the
// reading of the sample lacks is likelier, but that it is open is no reason. What the
// policy's own candidate leaves open is never looked at. A question that names two tools
// asks which of them is meant.
//
// That a clause names a parameter is not enough: it has to want its value (illocution.go).
// Its predicate is held against words that dismiss a thing and words of telling, by their
// vectors; a denial, another act than telling, leave for what the asker does, and a thing
// as such ("what is an end date?") want nothing. An English clause may do something else with
// a value than ask for it (predicate.go: "when will you tell me the city?"). Nor does a
// question about another matter than the task's. An English one is told by the words behind
// its finite verb that neither the tool nor the conversation explains (matter.go: "which city
// has the best pizza?"), one in any language by where such words lie among the vectors: some
// speak of the world at large, some of what people do for each other (stray.go). One direction
// tells the two apart; it is fitted to the questions in testdata.
//
// Limits: languages without a file in lang/, words that the vectors lack, paraphrase
// that needs knowledge of the world ("Who's coming for him?" asks for picked_up_by),
// which of two like nouns is meant, and questions for another value of the same noun in the
// task's own words ("how many rooms does your house have?"). It decided against a list of
// phrases for each parameter and against a parser of any language's grammar.
package asking
