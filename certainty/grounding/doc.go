// Package grounding reads a conversation once into a [Reading] (F4): what it mentions,
// with which kind, status and role, and what fills which parameter. A value that a
// call fills in is then only compared with the reading ([Reading.Support]), and so
// are two values with each other ([Same], F11).
//
// It stands between step 4 (believe) and step 5 (label) of the pipeline: the belief of
// F5 counts a filled-in value as certain, and so cannot tell a value that the user
// gave from one that was made up.
//
// # How it reads
//
//	bind      words, where they stand, and what the lexicons know of them; the
//	          languages of the text are told by their function words
//	read      typed mentions: dates, times, numbers with units, codes, addresses, names
//	record    what tools return: what only repeats a call backs nothing, one of several
//	          things that are listed is proposed until words or superlatives pick it
//	status    what is denied, and what a correction or a repair within a sentence replaces
//	confirm   what of the assistant's words the user takes up
//	role      from, to, least, most, by the words around a mention, or the other way round
//	focus     which of two orders the conversation has come to
//	slot      what fills each parameter
//	support   a value against the mentions of its kind, or its words against the text
//	contest   what another mention of the user's, likelier for the parameter, leaves of it
//
// A match has features (calibration.go), of which a logistic model makes the
// probability. Its coefficients stand in calibration.txt, which says how they were
// made; go test -run TestFit -fit makes them again.
//
// What a language needs is data: lexicon/LANGUAGE.lex has its numbers, units, days,
// words of denial and of correction. A phrase is a line's word, with _ for spaces, * for
// any ending, = for its value; lexicon.go says what the classes are. lexicon/params.txt has
// the words of parameters' names, by what they tell (topic.go).
//
// # Cost
//
// A word is hashed once, with a key: the same hash numbers it in the text and finds it
// in the lexicon, whose phrases carry their class as a bit. Most words begin nothing
// and are passed at one test of such bits. What is asked of a value (lookups of
// mentions, chains of words that begin alike, words with vectors) is made when it is
// first asked for, and so is the index of a stored reading. A token is the number of its
// word. What the parameters of a tool ask for is kept from sample to sample by what they
// say, and holds no sample's memory; the lists of a reader are kept, too. The benchmarks
// print what a reading cost before beside what it costs.
//
// # A reading is data
//
// Supports depend on the mentions, the slots and the conversation alone. A reading
// that was stored and parsed, or corrected by hand and bound again ([Reading.Bind]),
// gives the supports of the one that was written. Where somebody else than the rules
// read, the slots have the last word: a value that fills none of them is not backed.
//
// # Limits
//
// Rules see words. A value that follows from knowledge of the world, an enumerator or
// boolean in other words than the schema's, whose value it is where names do not say,
// is mostly out of their reach; a model's reading is for that. Of numbers that German,
// Dutch and Italian write as one word those to 99, and whole hundreds and thousands to nine,
// are read. The languages are those of lexicon/; text in others is matched as it stands. Of a long conversation the last
// [MaxTokens] words are read. Money is not converted: rates change.
//
// # Decided against
//
// Rules that each look at the text again: they cost what their number costs, and
// contradict each other. Tables of one data set's values. Parsing the grammar of
// sixteen languages: clauses, and what stands in them, go a long way.
package grounding
