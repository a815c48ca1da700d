package oldgrounding

import (
	"math"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// text grounds a string by what it says, whatever the domain.
func (q *query) text(s string) Support {
	words := tokenize(s, 0, MaxValueTokens)
	if len(words) == 0 {
		return q.raw(s)
	}
	if n := q.numeric(s); n.Score > 0 && !strings.HasPrefix(s, "0") {
		return n
	}
	if out := q.literal(s, words); out.Score > 0 {
		return out
	}
	if out := q.calendar(s); out.Rule != "" {
		return out // the digits of a date back nothing one by one
	}
	if out := q.separated(s); out.Rule != "" {
		return out
	}
	out := q.best(q.place(s, words), q.initials(s, words), q.code(s, words))
	if out.Rule == RulePlace || out.Rule == RuleClaimed {
		return out // its words count by the part they stand in
	}
	if out.Score < 1 && !identifier(s) {
		out = q.best(out, q.coverage(s, words), q.quoted(s, words), q.composed(words), q.wildcard(s, words))
	}
	return out
}

// raw grounds a string without letters or digits: an operator, a symbol.
func (q *query) raw(s string) Support {
	for i, t := range q.turns {
		if t.Role != "user" && t.Role != "tool" {
			continue
		}
		if k := strings.Index(t.Text, s); k >= 0 {
			return Support{Score: 1, Rule: RuleExact, Span: Span{i, k, k + len(s)}}
		}
	}
	return Support{Rule: RuleNone}
}

// literal grounds a string whose words stand in the text, in order.
func (q *query) literal(s string, words []token) Support {
	from, end, ok := q.phrase(words, s)
	if all := ""; !ok {
		if len(words) > 1 {
			all = joined(words)
		} else {
			all = words[0].norm
		}
		switch digits := allDigits(all); {
		case digits && len(all) >= 7:
			from, end, ok = q.digitRun(all)
		case len(words) > 1 && (!digits || strings.ContainsRune(s, ' ')):
			from, end, ok = q.phrase([]token{{norm: all, solid: words[0].solid}}, s)
		}
	}
	if !ok {
		if parts := split(s); len(parts) > 1 {
			from, end, ok = q.phrase(solidTokens(parts), s)
		}
		if !ok && len(words) == 1 {
			from, end, ok = q.pieces(words[0].norm)
		}
	}
	if !ok {
		return Support{}
	}
	out := Support{Score: 1, Rule: RuleNormalised, Span: q.span(from, end)}
	exact := q.Text(out.Span) == strings.TrimSpace(s)
	if exact {
		out.Rule = RuleExact
	}
	if len(words) == 1 && q.glued(from) {
		out.Score = 0.4 // the user of "user_id" is part of another name
	}
	if len(words) == 1 && stopwords[words[0].norm] || len(words[0].norm) == 1 && len(words) == 1 {
		// "in" and "a" stand in every text: they back a value only as written,
		// and not as the word that they mostly are.
		plain := words[0].norm == "a" || words[0].norm == "i" || !words[0].capital
		if !exact || (plain && stopwords[words[0].norm] && !q.inQuotes(out.Span)) {
			out.Score = 0.4
		}
	}
	return out
}

// digitRun finds digits, seven or more, whatever signs group them: of telephone
// numbers, accounts and cards.
func (c *Context) digitRun(want string) (from, end int, ok bool) {
	for i := range c.tokens {
		rest := want
		for k := i; strings.HasPrefix(rest, c.at(k, i)) && c.at(k, i) != ""; k++ {
			if rest = rest[len(c.tokens[k].norm):]; rest == "" {
				return i, k + 1, true
			}
			if gap := c.gap(k); len(gap) > 3 || strings.Trim(gap, " -().+/") != "" {
				break
			}
		}
	}
	return 0, 0, false
}

// separated grounds a text that the parameter's description calls a list, its
// elements set off by commas, as a list is grounded.
func (q *query) separated(s string) Support {
	if !strings.Contains(s, ",") || !q.describes("comma", "commas", "separated", "delimited") {
		return Support{}
	}
	parts := strings.Split(s, ",")
	if len(parts) > maxItems {
		return Support{}
	}
	items := make([]domains.Value, len(parts))
	for i := range parts {
		items[i] = jsonvalue.NewString(strings.TrimSpace(parts[i]))
	}
	return q.list(jsonvalue.NewArray(items...))
}

// glued reports whether a token is part of a longer name, address or number.
func (c *Context) glued(i int) bool {
	switch c.before(i, 1) {
	case "_", "@":
		return true
	case ".", ",":
		return allDigits(c.tokens[i].norm) && c.gap(max(i-1, 0)) == c.before(i, 1) && allDigits(c.at(i-1, i))
	}
	return c.gapIs(i, "_") || c.gapIs(i, "@") ||
		((c.gapIs(i, ".") || c.gapIs(i, ",")) && allDigits(c.tokens[i].norm) && allDigits(c.at(i+1, i)))
}

func (c *Context) inQuotes(s Span) bool {
	for _, q := range c.quotes {
		if q.Turn == s.Turn && q.Start <= s.Start && s.End <= q.End {
			return true
		}
	}
	return false
}

func joined(words []token) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w.norm)
	}
	return b.String()
}

func solidTokens(words []string) []token {
	out := make([]token, len(words))
	for i, w := range words {
		out[i] = token{norm: w, solid: true}
	}
	return out
}

// pieces finds one word that the text writes in two: "postgre sql".
func (c *Context) pieces(w string) (from, end int, ok bool) {
	const longest = 40
	for k := 2; k <= len(w)-3 && len(w) <= longest; k++ {
		if k == 2 && stopwords[w[:k]] {
			continue
		}
		for _, p := range c.index.places(w[:k]) {
			i := int(p)
			if next := c.at(i+1, i); next != "" && (next == w[k:] || stem(next) == w[k:]) {
				return i, i + 2, true
			}
		}
	}
	return 0, 0, false
}

// identifier reports whether a string is an address or an id, which is right
// only as a whole: part of it backs nothing.
func identifier(s string) bool {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, " \t\n") {
		return false
	}
	if strings.Contains(s, "@") || strings.Contains(s, "://") {
		return true
	}
	digit, letter := false, false
	for _, r := range s {
		digit = digit || r >= '0' && r <= '9'
		letter = letter || !(r >= '0' && r <= '9') && r != '-' && r != '_'
	}
	return digit && letter
}

// share returns the share of a text's content words that the conversation
// holds, and the place of the first.
func (q *query) share(words []token) (share float64, at int) {
	labels := q.labels(words)
	total, sum := 0.0, 0.0
	at = -1
	for i, w := range words {
		if labels[i] || stopwords[w.norm] {
			continue
		}
		total++
		score, p := q.word(w.norm)
		if !w.solid && score == 0 {
			if from, _, ok := q.unspaced(words[i : i+1]); ok {
				score, p = 1, from
			}
		}
		if score > 0 && at < 0 {
			at = p
		}
		sum += score
	}
	if sum == 0 {
		return 0, -1
	}
	return sum / total, at
}

// coverage grounds a text by the share of its content words that the
// conversation holds. Of free text one half may be anyone's: it takes more
// than that. A name (its parts joined by signs, not spaces) is right as a whole
// or hardly at all.
func (q *query) coverage(s string, words []token) Support {
	share, at := q.share(words)
	if share == 0 {
		return Support{Rule: RuleNone}
	}
	if !q.closed() {
		share = math.Pow(share, 1.2)
		if share < 0.7 && len(words) > 1 && !strings.ContainsAny(strings.TrimSpace(s), " \t\n") {
			share /= 2
		}
	}
	return Support{Score: min(share, 0.95), Rule: RuleWords, Span: q.span(at, at+1)}
}

// labels marks the words of a value that its format dictates: those before a
// colon that the description writes before a colon too ("track:NAME").
func (q *query) labels(words []token) map[int]bool {
	var out map[int]bool
	for i := 0; i+1 < len(words); i++ {
		if words[i+1].start == words[i].end+1 && strings.Contains(q.param.Description, words[i].norm+":") {
			if out == nil {
				out = make(map[int]bool)
			}
			out[i] = true
		}
	}
	return out
}
