package oldgrounding

import "strings"

// place grounds a value with parts set off by commas, "City, State" or
// "Street, City, State", by its leading part: that carries the value, and what
// follows is mostly implied by it. The last part alone backs little.
func (q *query) place(s string, words []token) Support {
	parts := strings.Split(s, ",")
	if len(parts) < 2 || len(parts) > 4 || len(words) > 16 {
		return Support{}
	}
	score, weight := 0.0, 0.0
	var out Support
	for i, part := range parts {
		ws := tokenize(part, 0, MaxValueTokens)
		if len(ws) == 0 {
			return Support{}
		}
		share := 0.7
		if i > 0 {
			share = 0.3 / float64(len(parts)-1)
		}
		p := q.literal(strings.TrimSpace(part), ws)
		if p.Score == 0 {
			near, at := q.share(ws)
			if near < 0.7 {
				near *= 0.3 // "San" of "San Leandro" is no San Francisco
			}
			p = q.best(q.initials(part, ws), q.code(strings.TrimSpace(part), ws), Support{Score: near, Rule: RuleWords, Span: q.span(at, at+1)})
		}
		score += share * p.Score
		weight += share
		if i == 0 {
			out.Span = p.Span
		}
	}
	out.Score, out.Rule = score/weight, RulePlace
	return out
}

// initials grounds a name by its initials (San Francisco by SF, New York by
// NYC), and initials by the name.
func (q *query) initials(s string, words []token) Support {
	if len(words) >= 2 && len(words) <= 6 {
		short := ""
		for _, w := range words {
			if !stopwords[w.norm] && w.solid && w.norm != "" && w.norm[0] > '9' {
				short += w.norm[:1]
			}
		}
		if p, ok := q.initialled(short); ok {
			return Support{Score: 0.85, Rule: RuleInitials, Span: q.span(p, p+1)}
		}
		return q.best(q.clipped(words), q.initialNames(words))
	}
	if len(words) != 1 || !words[0].upper || len(words[0].norm) > 6 {
		return Support{}
	}
	if p := q.acronym(words[0].norm); p >= 0 && len(q.tokens) >= p+len(words[0].norm) {
		return Support{Score: 0.9, Rule: RuleInitials, Span: q.span(p, p+len(words[0].norm))}
	}
	return q.spelledOut(words[0].norm)
}

// initialNames grounds a name whose given names are initials, J. Smith, by the
// name in full.
func (q *query) initialNames(words []token) Support {
	last := words[len(words)-1].norm
	if len(last) < 3 || len(words[0].norm) != 1 || !words[0].capital {
		return Support{}
	}
	for _, p := range q.index.places(last) {
		i, k := int(p)-len(words)+1, 0
		for i >= 0 && k < len(words)-1 && q.at(i+k, int(p)) != "" && q.tokens[i+k].capital && strings.HasPrefix(q.at(i+k, int(p)), words[k].norm) &&
			(len(words[k].norm) == 1 || q.at(i+k, int(p)) == words[k].norm) {
			k++
		}
		if k == len(words)-1 {
			return Support{Score: 0.85, Rule: RuleInitials, Span: q.span(i, int(p)+1)}
		}
	}
	return Support{}
}

// initialled finds an abbreviation of a name: its initials, with at most one
// letter more (NYC for New York), in capitals or without any vowel.
func (c *Context) initialled(short string) (at int, ok bool) {
	if len(short) < 2 {
		return 0, false
	}
	for i := range c.tokens {
		t := &c.tokens[i]
		if len(t.norm) >= 2 && len(t.norm) <= len(short)+1 && strings.HasPrefix(t.norm, short) &&
			(t.upper || len(t.norm) > 2 && !strings.ContainsAny(t.norm, "aeiou")) {
			return i, true
		}
	}
	return 0, false
}

// clipped grounds a value of clipped words, sci-fi, by the words in full.
func (q *query) clipped(words []token) Support {
	if len(words) > 4 || len(words[0].norm) < 3 {
		return Support{}
	}
	for i := range q.tokens {
		k := 0
		for k < len(words) && len(words[k].norm) >= 2 && strings.HasPrefix(q.at(i+k, i), words[k].norm) {
			k++
		}
		if k == len(words) {
			return Support{Score: 0.8, Rule: RuleInitials, Span: q.span(i, i+k)}
		}
	}
	return q.shortened(words)
}

// shortened grounds a name by what people cut its last word down to: San
// Francisco by "San Fran".
func (q *query) shortened(words []token) Support {
	last := len(words) - 1
	if !letters(words[last].norm) {
		return Support{}
	}
	for _, p := range q.index.places(words[0].norm) {
		i, k := int(p), 0
		for k < last && q.at(i+k, i) == words[k].norm {
			k++
		}
		if w := q.at(i+last, i); k == last && len(w) >= 4 && len(w) < len(words[last].norm) && q.tokens[i].capital && q.tokens[i+last].capital &&
			strings.HasPrefix(words[last].norm, w) {
			return Support{Score: 0.8, Rule: RuleInitials, Span: q.span(i, i+last+1)}
		}
	}
	return Support{}
}

// spelledOut finds capitalised words in a row with the given initials, or one
// capitalised word that begins with all of the letters.
func (q *query) spelledOut(short string) Support {
	for i := range q.tokens {
		if !q.tokens[i].capital || q.tokens[i].norm[:1] != short[:1] {
			continue
		}
		if len(short) >= 3 && strings.HasPrefix(q.tokens[i].norm, short) {
			return Support{Score: 0.8, Rule: RuleInitials, Span: q.span(i, i+1)}
		}
		k, j := 1, i+1
		for k < len(short) && j < i+2*len(short) {
			w := q.at(j, i)
			if w == "" {
				break
			}
			if !stopwords[w] {
				if !q.tokens[j].capital || w[:1] != short[k:k+1] {
					break
				}
				k++
			}
			j++
		}
		if k == len(short) && k >= 2 {
			return Support{Score: 0.85, Rule: RuleInitials, Span: q.span(i, j)}
		}
	}
	return Support{}
}
