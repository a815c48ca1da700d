package oldgrounding

import "strings"

// quoted grounds a value that holds whole what the user put in quotation
// marks: the value is that, in the format that the schema asks for.
func (q *query) quoted(s string, words []token) Support {
	if q.opt.NoInference || !strings.ContainsAny(strings.TrimSpace(s), " \t\n") {
		return Support{}
	}
	for _, s := range q.quotes {
		inner := tokenize(q.Text(s), 0, MaxValueTokens)
		content := 0
		for _, w := range inner {
			if !stopwords[w.norm] {
				content += len(w.norm)
			}
		}
		if content >= 4 && containsWords(words, inner) {
			return Support{Score: 0.6, Rule: RuleQuoted, Span: s}
		}
	}
	return Support{}
}

func containsWords(words, inner []token) bool {
	for i := 0; i+len(inner) <= len(words); i++ {
		k := 0
		for k < len(inner) && words[i+k].norm == inner[k].norm {
			k++
		}
		if k == len(inner) {
			return true
		}
	}
	return false
}

// codeWords name parameters whose value is written for a machine.
var codeWords = set(`command query sql script code expression formula prompt regex pattern filter statement cmd`)

// composed grounds a command, query or expression: written for a machine, it
// shares with the request only the things it is about. It is backed by the
// share of the request's content words that it holds.
func (q *query) composed(words []token) Support {
	if q.opt.NoInference || !q.paramMentions(codeWords) {
		return Support{}
	}
	inValue := make(map[string]bool, len(words))
	for _, w := range words {
		inValue[stem(w.norm)] = true
	}
	total, hits, at := 0, 0, -1
	for i := range q.tokens {
		w := q.tokens[i].norm
		if stopwords[w] {
			continue
		}
		if total++; total > 64 {
			break
		}
		if inValue[stem(w)] {
			hits++
			if at < 0 {
				at = i
			}
		}
	}
	if hits == 0 {
		return Support{}
	}
	score := min(0.8, 0.3+float64(hits)/float64(total))
	return Support{Score: score, Rule: RuleComposed, Span: q.span(at, at+1)}
}

// paramMentions reports whether the parameter's name has one of the words.
func (q *query) paramMentions(words map[string]bool) bool {
	for _, w := range q.name() {
		if words[w] {
			return true
		}
	}
	return false
}

// wildcards are values that claim nothing about what the user wants.
var wildcards = set(`any all dontcare dont care none anything everything unspecified whatever anyone everyone`)

// indifference are the words of a user who leaves a choice open.
var indifference = set(`any anything anyone all every whatever whichever flexible preference matter mind care
 concerned worry open`)

// wildcard grounds a value that says "no preference": where the schema offers
// it, since then silence means it, and where the user is indifferent.
func (q *query) wildcard(s string, words []token) Support {
	if q.opt.NoInference {
		return Support{}
	}
	for _, w := range words {
		if !wildcards[w.norm] {
			return Support{}
		}
	}
	for i := range q.tokens {
		if indifference[q.tokens[i].norm] {
			return Support{Score: 0.6, Rule: RuleWildcard, Span: q.span(i, i+1)}
		}
	}
	if q.closed() || strings.Contains(q.param.Description, strings.TrimSpace(s)) {
		return Support{Score: 0.5, Rule: RuleWildcard}
	}
	return Support{}
}
