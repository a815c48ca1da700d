// Package synthetic makes tasks whose hidden state is known: which values the user
// gave, denied, replaced or told of somebody else, which tool fits, whether any does.
// It stands before step 1 of the pipeline (read): its rows are of voi's own form, and
// what reads them is what reads everybody's.
//
//	grammar/  domains, tools, phrases, words: data, one file for each field of life
//	grammar   that data, read and checked
//	value     the kinds of values, and how people write them
//	task      which tool, what is known, what is missing and why: the hidden state
//	telling   the conversation that tells it
//	rows      JSON lines, as many as are asked for, from a seed
//
// A row is a function of seed, set and number, so that any part of a data set can be
// made anew. Sets other than [Train] and [Validation] hold what training never shows:
// [Templates] is worded by other phrases, [Words] filled with other words, [Tools] has
// other tools.
//
// # Limits
//
// English only. A conversation has one task. Sentences are put together from phrases:
// they are grammatical and plain, and poorer than what people write. Of two ways to
// fail, a row whose text says what its state denies would be the worse; the tests hold
// every row against its state by search, and against the reading (F4) by figures.
//
// # Decided against
//
// A model that writes the conversations: its text could say more, or less, than the
// state, and the bytes would not be reproducible. Phrases in Go: they are data.
package synthetic
