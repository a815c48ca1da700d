// Package grounding reads a conversation once into a [Reading] (F4): the things that the
// conversation mentions, each with its kind, status and role, and which of them fill which
// parameters. After that, checking a value in a tool call only takes a comparison with the reading
// ([Reading.Support]), and so does comparing two values ([Same], F11).
//
// The package belongs between step 4 (believe) and step 5 (label) of the pipeline. The belief of F5
// treats a filled-in value as certain, so it cannot tell a value that the user gave from one that
// was made up. This package can.
//
// # How it reads
//
//	bind      splits the text into words, indexes them and looks them up in the lexicons;
//	          the languages of the text are recognised by their function words
//	read      finds typed mentions: dates, times, numbers with units, codes, addresses, names
//	record    handles tool results: a field that only repeats the call supports nothing; one
//	          of several listed things is only proposed until words or superlatives select it
//	status    finds what is denied, and what a correction or a restarted sentence replaces
//	confirm   decides which of the assistant's words the user accepts
//	role      assigns from, to, least or most to a mention by the surrounding words
//	focus     decides which of several things, such as two orders, the conversation is about
//	slot      decides what fills each parameter
//	support   compares a value with mentions of its kind, or its words with the text
//	siblings  takes from a parameter what is said of another one's thing, or of another time
//	change    does so with what was before something changed, whom with what is another person's, and
//	          party with the other party of a verb
//	profile   does so with what a profile has for another sphere of life, or sets for when nothing is said
//	rival     lowers the support of a match the more, the better another place fits the parameter
//
// Each match has features (calibration.go), and so has its best rival. A logistic model computes the
// probability from both. Its coefficients are in calibration.txt, which also says how they were made;
// go test -run TestFit -fit makes them again.
//
// Everything specific to a language is data: lexicon/LANGUAGE.lex has its numbers, units, days, and
// words for negation and correction. In these files a phrase is a word of a line, with _ for a
// space, * for any ending and = before its value; lexicon.go lists the classes. lexicon/params.txt
// has the words that occur in parameter names, grouped by what they mean (topic.go).
//
// # Cost
//
// Each word is folded and hashed while it is cut from the text, with a random key, and the same hash
// serves the index of the text and the lookup in the lexicon. Each phrase of the lexicon carries its
// class as a bit, so for most words, which begin no phrase, a single bit test is enough. The lexicon
// and the words of a text hold no pointers: in a small process that reads much, following them was a
// quarter of the cost. Whatever is needed only to compare
// values (lookups of mentions, chains of words with the same beginning, words with vectors) is
// computed on first use, and so is the index of a stored reading. What the parameters of a tool ask
// for is cached across samples by the parameters' text, without keeping a sample in memory; the
// working lists of a reader are reused. The benchmarks print the cost of the previous
// implementation next to the current cost.
//
// # A reading is data
//
// Supports depend only on the mentions, the slots and the conversation. A reading that was stored
// and parsed, or corrected by hand and bound again ([Reading.Bind]), gives the same supports as the
// original. If the reading was made by something other than these rules, its slots are final: a
// value that fills no slot is not supported.
//
// # Limits
//
// Rules see only words. They mostly miss values that follow from knowledge of the world, enum
// values and booleans expressed in other words than the schema's, and whose value something is
// if no name says so; a model's reading covers these. German, Dutch and Italian numbers written
// as one word are read up to 99, and as hundreds and thousands up to nine, hundreds also with a
// round number behind them. The supported languages are those of lexicon/; text in other
// languages is only matched literally. Only the last [MaxTokens] words of a long conversation
// are read. Money is not converted, because exchange rates change.
//
// # Decided against
//
// Rules that each scan the text again: their cost grows with their number, and they contradict each
// other. Tables of the values of one data set. Parsing the grammar of sixteen languages: clauses
// and their contents are enough in most cases.
package grounding
