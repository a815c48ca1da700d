package oldgrounding

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

// markFocuses marks the words that say what a question asks for: what follows a
// word of asking, up to where it turns to say what for. A text without any word
// of asking that is known here, which one in another language is, counts whole.
func (q *asked) markFocuses() {
	found := false
	for from := 0; from < len(q.words); {
		end := from + 1
		for end < len(q.words) && !q.ends(end-1) {
			end++
		}
		whole := q.polar(from, end)
		for i := from; i < end && whole; i++ {
			q.words[i].focus = true
		}
		found = found || whole
		for i := from; i < end; i++ {
			if !q.words[i].focus && q.asks(i) && !q.purpose(i) {
				found = true
				q.markFocus(i)
			}
		}
		from = end
	}
	for i := 0; i < len(q.words) && !found; i++ {
		q.words[i].focus = true
	}
}

// purpose reports whether a word stands in "To provide you with ..." at the
// beginning of a sentence, which says why it is asked and not what for.
func (q *asked) purpose(i int) bool {
	return i > 0 && q.tokens[i-1].norm == "to" && (i == 1 || q.ends(i-2))
}

// auxiliaries begin a question that can be answered by yes or no.
var auxiliaries = set(`is are was were do does did should shall can could would will may am has have so shouldn isn`)

// soft are words of asking that confirm as well as they ask.
var soft = set(`confirm like want need mean prefer`)

// polar reports whether a sentence asks for a yes or a no by itself ("is there a
// city you prefer?"), and not for a favour ("could you tell me ...?").
func (q *asked) polar(from, end int) bool {
	if !q.in(from, isAuxiliary) {
		return false
	}
	for i := from; i < end; i++ {
		if q.in(i, isInterrogative) || q.in(i, isRequest) && !q.in(i, isSoft|isNoun) {
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
func (q *asked) asks(i int) bool {
	first := i == 0 || q.ends(i-1)
	switch {
	case q.in(i, isRequest) && q.in(i, isNoun):
		return !q.ends(i) && (first || q.in(i-1, isVerbBefore))
	case q.in(i, isRequest):
		return true
	case !q.in(i, isInterrogative):
		return false
	case first:
		return true
	}
	return q.in(i-1, isRequest|isFiller|isStopword) || q.words[i-1].comma
}

// verbBefore are the words after which a word that may be a noun is a verb.
var verbBefore = set(`please you to and can i ll we could would`)

// markFocus marks what the word of asking at i asks for.
func (q *asked) markFocus(i int) {
	n := len(q.words)
	q.words[i].focus = q.in(i, isInterrogative) // "where" asks for a place
	k := i + 1
	for k < n && q.in(k, isFiller) && !q.ends(k-1) && !q.ends(k) {
		k++
	}
	on := true
	for from := k; k < n; k++ {
		if k > i+1 && q.ends(k-1) {
			return
		}
		switch w := q.tokens[k].norm; {
		case k > from && q.restarts(k):
			on = true
		case k > from && q.in(k, isBoundary) && q.tokens[k-1].norm != "the":
			on = false
			// A preposition that the clause ends with belongs to the question:
			// "the city you travel from?"
			if (w == "from" || w == "to") && q.ends(k) {
				q.words[k].focus = true
			}
		}
		if on {
			q.words[k].focus = true
		}
	}
}

// restarts reports whether another thing is asked for from token k on: after
// "and", "or" or a comma comes a word that begins a noun's phrase.
func (q *asked) restarts(k int) bool {
	if !q.in(k, isDeterminer) {
		return false
	}
	switch q.tokens[k-1].norm {
	case "and", "or", "plus", "also":
		return true
	}
	return q.words[k-1].comma
}
