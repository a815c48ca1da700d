// Package synthetic makes tasks with a known hidden state: which values the user gave,
// denied, replaced or told about somebody else, which tool fits, and whether any does. It
// stands before step 1 of the pipeline (read): its rows have voi's own format, and the
// usual reader reads them.
//
//	grammar/  domains, tools, phrases, words: data, one file for each topic
//	grammar   that data, parsed and checked
//	value     the kinds of values, and how people write them
//	task      the hidden state: tool, known values, missing values and the reasons
//	telling   the conversation that tells the state
//	rows      any number of JSON lines, from a seed
//
// A row is a function of seed, set and number, so that any part of a data set can be made
// again. Sets other than [Train] and [Validation] contain what training never shows:
// [Templates] has other phrases, [Words] other words, and [Tools] other tools.
//
// # Limits
//
// English only. A conversation has one task. Sentences are assembled from phrases: they are
// grammatical and simple, and less varied than people's sentences. A row whose text
// contradicts its state would be worse than a dull text. The tests compare every row with
// its state by search, and with the reading (F4) by figures.
//
// # Decided against
//
// A model that writes the conversations: its text could state more, or less, than the
// state, and the bytes would not be reproducible. Phrases in Go code: they are data.
package synthetic
