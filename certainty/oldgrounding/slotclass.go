package oldgrounding

import "slices"

// wordClass are the lists of words that a word of a question is in, looked up
// once.
type wordClass int32

const (
	isStopword wordClass = 1 << iota
	isInterrogative
	isRequest
	isNoun
	isBoundary
	isFiller
	isDeterminer
	isAuxiliary
	isSoft
	isVerbBefore
	isConfirmed
	isCourtesy
	isArticle
	isExample
	isPronoun
	isItemBegin
	isAbbreviation
	isAskedSense
	hasSense
)

// classes finds the class of a word.
var classes = func() wordTable {
	lists := map[wordClass]map[string]bool{
		isStopword: stopwords, isInterrogative: interrogatives, isRequest: requests, isNoun: nouns, isBoundary: boundaries,
		isFiller: fillers, isDeterminer: determiners, isAuxiliary: auxiliaries, isSoft: soft, isVerbBefore: verbBefore,
		isConfirmed: confirmed, isCourtesy: courtesy, isArticle: articles, isExample: exampleWords, isPronoun: pronouns,
		isItemBegin: itemBegins, isAbbreviation: keysOf(abbreviations), isAskedSense: keysOf(askedSenses), hasSense: keysOf(sensesOf),
	}
	out := newWordTable(1024)
	for class, words := range lists {
		for w := range words {
			at := out.put(w, hashOf(w))
			*at = max(*at, 0) | int32(class)
		}
	}
	return out
}()

func keysOf[V any](m map[string]V) map[string]bool {
	out := make(map[string]bool, len(m))
	for key := range m {
		out[key] = true
	}
	return out
}

// classOf returns the class of a word. hash is hashOf it.
func classOf(w string, hash uint32) wordClass { return wordClass(max(classes.get(w, hash), 0)) }

// askedWord is what a question's token is known to be.
type askedWord struct {
	class     wordClass
	stemClass wordClass
	stem      string
	hash      uint32 // of the token
	stemHash  uint32
	ends      bool // a sentence ends after it
	comma     bool // a comma stands between it and the next one
	focus     bool // it says what is asked for
	backing   answer
	spoken    answer
}

// answer is what was found out about a token.
type answer uint8

const (
	unasked answer = iota
	no
	yes
	asItIs // yes, but not by its stem
)

// classify looks the words of a question up.
func (q *asked) classify() {
	q.words = slices.Grow(q.words[:0], len(q.tokens))[:len(q.tokens)]
	clear(q.words)
	for i := range q.tokens {
		norm, w := q.tokens[i].norm, &q.words[i]
		w.hash = hashOf(norm)
		w.class = classOf(norm, w.hash)
		w.stem, w.stemHash, w.stemClass = stem(norm), w.hash, w.class
		if w.stem != norm {
			w.stemHash = hashOf(w.stem)
			w.stemClass = classOf(w.stem, w.stemHash)
		}
		if i+1 == len(q.tokens) {
			w.ends = true
			break
		}
		gap := q.text[q.tokens[i].end:q.tokens[i+1].start]
		for k := 0; k < len(gap); k++ {
			switch gap[k] {
			case '.', '!', '?', '\n', ';', ':':
				w.ends = true
			case ',':
				w.comma = true
			}
		}
	}
}

// in reports whether token i is in one of some lists.
func (q *asked) in(i int, class wordClass) bool { return q.words[i].class&class != 0 }

// ends reports whether a sentence ends after token i, which may be -1.
func (q *asked) ends(i int) bool { return i >= 0 && q.words[i].ends || i+1 >= len(q.words) }

// content reports whether a token says something about the matter.
func (q *asked) content(i int) bool {
	w := &q.words[i]
	return len(q.tokens[i].norm) > 2 && w.class&(isStopword|isCourtesy|isRequest|isInterrogative) == 0 && w.stemClass&isCourtesy == 0
}
