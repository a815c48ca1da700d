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
	for i := 0; i < len(tokens); i++ {
		w := tokens[i].norm
		if !interrogatives[w] && !requests[w] {
			continue
		}
		any = true
		markFocus(text, tokens, focus, i)
	}
	if !any {
		for i := range focus {
			focus[i] = true
		}
	}
	return focus
}

// markFocus marks what the word of asking at i asks for.
func markFocus(text string, tokens []token, focus []bool, i int) {
	focus[i] = interrogatives[tokens[i].norm] // "where" asks for a place
	k := i + 1
	for k < len(tokens) && fillers[tokens[k].norm] && !ends(text, tokens, k-1) {
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
		case k > from && boundaries[w]:
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
