package grounding

import "strings"

// Words by which a question begins to say what it asks for.
var (
	interrogatives = set(`what which where when who whom whose how`)
	requests       = set(`specify provide tell know share give confirm clarify indicate state mention enter choose select
 pick need needs require requires required prefer like want send supply name describe list include`)
)

// Words at which it ends: what follows says whom or what it is for.
var boundaries = set(`you we i they it that because since so before for where in at on with from as are is was were would
 will could should can do does did to if whether please associated located related using by`)

// fillers may stand between a request and what it asks for.
var fillers = set(`me us the a an your our with to about of for please is are was exactly know if whether more some any
 following specific exact current full be would you like should could i we do does did can will must`)

// determiners begin what is asked for after "and", "or" and a comma.
var determiners = set(`the a an your any its their his her this what which where when who how whether if also number`)

// focusOf marks the words that say what a question asks for: what follows a
// word of asking, up to where it turns to say what for. A text without any word
// of asking that is known here, which one in another language is, counts whole.
func focusOf(text string, tokens []token) []bool {
	focus := make([]bool, len(tokens))
	any := false
	for from := 0; from < len(tokens); {
		end := from + 1
		for end < len(tokens) && !ends(text, tokens, end-1) {
			end++
		}
		if polar(tokens[from:end]) {
			any = true
			for i := from; i < end; i++ {
				focus[i] = true
			}
		}
		for i := from; i < end; i++ {
			if !focus[i] && asks(text, tokens, i) && !purpose(text, tokens, i) {
				any = true
				markFocus(text, tokens, focus, i)
			}
		}
		from = end
	}
	if !any {
		for i := range focus {
			focus[i] = true
		}
	}
	return focus
}

// purpose reports whether a word stands in "To provide you with ..." at the
// beginning of a sentence, which says why it is asked and not what for.
func purpose(text string, tokens []token, i int) bool {
	return i > 0 && tokens[i-1].norm == "to" && (i == 1 || ends(text, tokens, i-2))
}

// auxiliaries begin a question that can be answered by yes or no.
var auxiliaries = set(`is are was were do does did should shall can could would will may am has have so shouldn isn`)

// soft are words of asking that confirm as well as they ask.
var soft = set(`confirm like want need mean prefer`)

// polar reports whether a sentence asks for a yes or a no by itself ("is there a
// city you prefer?"), and not for a favour ("could you tell me ...?").
func polar(sentence []token) bool {
	if !auxiliaries[sentence[0].norm] {
		return false
	}
	for i := range sentence {
		if w := sentence[i].norm; interrogatives[w] || requests[w] && !soft[w] && !nouns[w] {
			return false
		}
	}
	return true
}

// nouns are words of asking that are the names of things, too.
var nouns = set(`name state list order supply share pick need include mention`)

// asks reports whether a word begins what is asked for. An interrogative may as
// well begin a clause about it ("in which city", but "the country where London
// is"), and "name" may be what is asked for.
func asks(text string, tokens []token, i int) bool {
	w := tokens[i].norm
	first := i == 0 || ends(text, tokens, i-1)
	switch {
	case requests[w] && nouns[w]:
		return !ends(text, tokens, i) && (first || verbBefore[tokens[i-1].norm])
	case requests[w]:
		return true
	case !interrogatives[w]:
		return false
	case first:
		return true
	}
	w = tokens[i-1].norm
	return requests[w] || fillers[w] || stopwords[w] || strings.Contains(text[tokens[i-1].end:tokens[i].start], ",")
}

// verbBefore are the words after which a word that may be a noun is a verb.
var verbBefore = set(`please you to and can i ll we could would`)

// markFocus marks what the word of asking at i asks for.
func markFocus(text string, tokens []token, focus []bool, i int) {
	focus[i] = interrogatives[tokens[i].norm] // "where" asks for a place
	k := i + 1
	for k < len(tokens) && fillers[tokens[k].norm] && !ends(text, tokens, k-1) && !ends(text, tokens, k) {
		k++
	}
	on := true
	for from := k; k < len(tokens); k++ {
		if k > i+1 && ends(text, tokens, k-1) {
			return
		}
		w := tokens[k].norm
		switch {
		case k > from && restarts(text, tokens, k):
			on = true
		case k > from && boundaries[w] && tokens[k-1].norm != "the":
			on = false
			// A preposition that the clause ends with belongs to the question:
			// "the city you travel from?"
			if (w == "from" || w == "to") && (k+1 == len(tokens) || ends(text, tokens, k)) {
				focus[k] = true
			}
		}
		if on {
			focus[k] = true
		}
	}
}

// restarts reports whether another thing is asked for from token k on: after
// "and", "or" or a comma comes a word that begins a noun's phrase.
func restarts(text string, tokens []token, k int) bool {
	if !determiners[tokens[k].norm] {
		return false
	}
	switch tokens[k-1].norm {
	case "and", "or", "plus", "also":
		return true
	}
	return strings.Contains(text[tokens[k-1].end:tokens[k].start], ",")
}

// ends reports whether a sentence ends after token k.
func ends(text string, tokens []token, k int) bool {
	if k < 0 || k+1 >= len(tokens) {
		return k+1 >= len(tokens)
	}
	return strings.ContainsAny(text[tokens[k].end:tokens[k+1].start], ".!?\n;:")
}
