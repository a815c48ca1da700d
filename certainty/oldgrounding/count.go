package oldgrounding

var countWords = set(`number num no count quantity qty amount many total`)

// counts reports whether the parameter's name says that it counts something.
func (q *query) counts() bool {
	for _, w := range q.name() {
		if countWords[w] || stem(w) != w {
			return true
		}
	}
	return false
}

// people are what one person who speaks for themselves is one of.
var people = set(`adult adults passenger passengers guest guests person persons people traveler travelers traveller
 travellers ticket tickets seat seats attendee attendees participant participants rider riders diner diners`)

var plural = set(`we us our ours family friends group everyone together both couple wife husband partner kids children`)

// counted grounds 1 and 0 by the noun that they count: "a ticket", "no pets",
// and one traveller where one person speaks of themselves alone.
func (q *query) counted(f float64) Support {
	if (f != 0 && f != 1) || !q.counts() {
		return Support{}
	}
	words := nameWords(q.param.Name)
	for i := range q.tokens {
		if !akinToAny(q.tokens[i].norm, words) {
			continue
		}
		for k := 1; k <= 3; k++ {
			w := q.at(i-k, i)
			if _, digits := q.num(i-k, i, 9); digits || smallNumbers[w] > 0 {
				break // a 2-bedroom flat has two
			}
			switch {
			case f == 1 && (w == "a" || w == "an" || w == "another" || w == "this") && q.tokens[i].norm == stem(q.tokens[i].norm),
				f == 0 && (w == "no" || w == "without"):
				return Support{Score: 0.8, Rule: RuleNumber, Span: q.span(i-k, i+1)}
			}
		}
	}
	if f == 1 && !q.opt.NoInference && q.paramMentions(people) {
		return q.speaker(words)
	}
	return Support{}
}

func (q *query) speaker(words []string) Support {
	at := -1
	for i := range q.tokens {
		w := q.tokens[i].norm
		switch {
		case plural[w] || (akinToAny(w, words) && w != stem(w)):
			return Support{}
		case at < 0 && (w == "i" || w == "me" || w == "my" || w == "myself"):
			at = i
		}
	}
	if at < 0 {
		return Support{}
	}
	return Support{Score: 0.5, Rule: RuleSpeaker, Span: q.span(at, at+1)}
}
