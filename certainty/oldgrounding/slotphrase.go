package oldgrounding

import "strings"

// leadWords are the words that introduce what a description says.
var leadWords = set(`name names list lists array string value values specified specific desired given required requested
 particular type kind unique valid optional parameter option set actual intended current number set dictionary object
 searched used`)

// described is a word of the first phrase of a description.
type described struct {
	word   string
	after  bool // an "of" came before
	either bool // "or" stands between it and the one before
}

// addDescription adds the words that a description begins with: its first
// phrase says what the parameter is, what follows says what for, and how. The
// head of the phrase, the last word before "of", weighs most; "city or town" are
// one head. It returns the weight of them all.
func (t *toolWords) addDescription(at int32, p *paramText, own map[string]bool) float64 {
	words := firstPhrase(p.description)
	head := -1
	for i, w := range words {
		if leadWords[w.word] || head >= 0 && w.after && !words[head].after {
			continue
		}
		head = i
	}
	total := 0.0
	for i, w := range words {
		weight, counts := float32(0.5), true
		switch {
		case leadWords[w.word]:
			weight = 0.15
		case own[stem(w.word)]:
			weight = 0.4
		case i == head:
			weight = 1
		case i < head && alternatives(words[i+1:head+1]):
			weight, counts = 1, false
		}
		if counts {
			total += float64(weight)
		}
		t.addTerm(w.word, termRef{param: at, kind: termDesc, weight: weight})
	}
	if total > 0 {
		total = max(total, 1) // words of the tool's own name alone say little
	}
	return total
}

// alternatives reports whether each word is joined to the one before by "or".
func alternatives(words []described) bool {
	for _, w := range words {
		if !w.either {
			return false
		}
	}
	return true
}

// firstPhrase returns the words of the first phrase of a description. It mostly
// ends within a few words: only where it does not are more of them read.
func firstPhrase(text string) []described {
	const longest, few, most = 400, 8, 24
	if len(text) > longest {
		text = text[:longest]
	}
	out, whole := phraseOf(text, few)
	if !whole {
		out, _ = phraseOf(text, most)
	}
	return out
}

// phraseOf reads the first phrase within the first limit words of a text; whole
// reports whether more words would not change it.
func phraseOf(text string, limit int) (out []described, whole bool) {
	const words = 3
	n, after, either := 0, false, false
	var room [8]token
	tokens := appendTokens(room[:0], text, 0, limit)
	for i, t := range tokens {
		if n > 0 && i > 0 && phraseEnds(text, t) || n == words {
			return out, true
		}
		switch {
		case t.norm == "of":
			after = true
			continue
		case t.norm == "or":
			either = true
			continue
		case stopwords[t.norm]:
			continue
		case !leadWords[t.norm]:
			n++
		}
		out = append(out, described{t.norm, after, either})
		either = false
	}
	return out, len(tokens) < limit
}

// phraseEnds reports whether the first phrase of a description ends before a
// word.
func phraseEnds(text string, t token) bool {
	switch t.norm {
	case "where", "in", "for", "that", "which", "to", "when", "at", "on", "as", "with", "from", "by", "such", "whose", "is", "are", "used":
		return true
	}
	return t.start > 1 && strings.ContainsAny(text[t.start-2:t.start], ".,;:(")
}
