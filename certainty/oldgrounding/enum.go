package oldgrounding

import (
	"strings"
	"unicode/utf8"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// finite adds what an enumeration tells to the support that a value has on its
// own: what the schema says the value stands for, words of the same meaning,
// and whether the conversation names another value instead.
func (q *query) finite(v domains.Value, s string, plain ...Support) Support {
	out := q.best(plain...)
	// The leading words of a description's glosses serve free text and plain
	// numbers too: "1 for Bangkok" is as good an enumeration as enum is.
	out = q.best(out, q.gloss(s))
	if !q.opt.NoInference {
		out = q.best(out, q.synonym(s))
	}
	if !q.closed() || out.Score >= 0.9 {
		return out
	}
	if out.Score < Grounded {
		out = q.best(out, q.singled(s))
	}
	return q.rival(v, out)
}

// singled grounds a value of an enumeration by a word that no other value of
// it has, where the conversation has no such word of another value.
func (q *query) singled(s string) Support {
	count := make(map[string]int)
	for _, v := range q.domain.Values {
		for w := range set(strings.Join(split(v.Str()), " ")) {
			count[w]++
		}
	}
	out := Support{}
	for _, v := range q.domain.Values {
		for _, w := range split(v.Str()) {
			if count[w] > 1 || stopwords[w] || len(w) < 3 {
				continue
			}
			score, at := q.word(w)
			switch {
			case score < 0.8, score < 1 && len(w) < 4: // the new of York is no news
			case v.Str() != s:
				return Support{}
			default:
				out = q.best(out, Support{Score: 0.6, Rule: RuleSingled, Span: q.span(at, at+1)})
			}
		}
	}
	return out
}

// closed reports whether the parameter's domain is an enumeration.
func (q *query) closed() bool {
	return q.domain.Type == domains.Finite && len(q.domain.Values) > 1 && len(q.domain.Values) <= maxItems
}

// rival lowers a weak support where the conversation names another value of
// the enumeration clearly better.
func (q *query) rival(v domains.Value, out Support) Support {
	if out.Score < Grounded {
		return out
	}
	for _, other := range q.domain.Values {
		if jsonvalue.Equal(other, v) || other.Kind() != jsonvalue.String {
			continue
		}
		words := tokenize(other.Str(), 0, MaxValueTokens)
		if len(words) == 0 {
			continue
		}
		if lit := q.literal(other.Str(), words); lit.Score >= 0.95 && out.Score < 0.8 {
			return Support{Score: 0.4, Rule: RuleRival, Span: lit.Span}
		}
	}
	return out
}

// connectives stand between a value and what a description says it means.
var connectives = set(`for is are represents represent means mean stands denotes indicates indicating as to refers
 being corresponds equals if when returns`)

// gloss grounds a value by what the description says it stands for: "1 for
// Bangkok, 2 for Chiang Mai", "'add' to add a new task".
func (q *query) gloss(s string) Support {
	if len(s) == 0 || len(s) > 40 || len(q.param.Description) > 8192 {
		return Support{}
	}
	glosses := q.titles()
	if containsFold(q.param.Description, s) {
		glosses = append(glosses, q.glosses()...)
	}
	own := -1
	for i := range glosses {
		if strings.EqualFold(glosses[i].value, s) {
			own = i
			break
		}
	}
	if own < 0 {
		return Support{}
	}
	common := make(map[string]int)
	for i := range glosses {
		for w := range set(strings.Join(glosses[i].words, " ")) {
			common[stem(w)]++
		}
	}
	total, sum, at := 0.0, 0.0, -1
	for _, w := range glosses[own].words {
		weight := 1 / float64(common[stem(w)]) // "service" hardly tells one value from another
		total += weight
		score, p := q.word(w)
		if sum += weight * score; score > 0 && at < 0 {
			at = p
		}
	}
	if sum == 0 {
		return Support{}
	}
	return Support{Score: 0.85 * sum / total, Rule: RuleGloss, Span: q.span(at, at+1)}
}

func containsFold(text, s string) bool {
	for i := 0; i+len(s) <= len(text); i++ {
		if a, b := text[i], s[0]; a|0x20 != b|0x20 && a < utf8.RuneSelf && b < utf8.RuneSelf {
			continue // most places, at one look
		}
		if strings.EqualFold(text[i:i+len(s)], s) {
			return true
		}
	}
	return false
}

// titles reads the values that the schema itself explains: a union of
// constants, each with a title or a description.
func (q *query) titles() []glossed {
	var out []glossed
	for _, key := range [...]string{"oneOf", "anyOf"} {
		parts := q.param.Schema.Field(key).Items()
		for i := range parts[:min(len(parts), maxItems)] {
			c := parts[i].Field("const")
			if c.IsNull() {
				continue
			}
			g := glossed{value: c.Str()}
			if c.Kind() == jsonvalue.Number {
				g.value = plainNumber(c)
			}
			for _, w := range split(parts[i].Field("title").Str() + " " + parts[i].Field("description").Str()) {
				if !stopwords[w] && !connectives[w] && len(g.words) < 16 {
					g.words = append(g.words, w)
				}
			}
			if len(g.words) > 0 {
				out = append(out, g)
			}
		}
	}
	return out
}

// offered maps the first word of each value of the enumeration to the values.
func (q *query) offered() map[string][]string {
	if !q.closed() {
		return nil
	}
	out := make(map[string][]string, len(q.domain.Values))
	for _, v := range q.domain.Values {
		if words := tokenize(v.Str(), 0, 1); len(words) > 0 {
			out[words[0].norm] = append(out[words[0].norm], v.Str())
		}
	}
	return out
}

type glossed struct {
	value string
	words []string
}

// glosses reads the values that the parameter's description explains, with the
// content words of each explanation.
func (q *query) glosses() []glossed {
	text := q.param.Description
	words := tokenize(text, 0, 512)
	offered := q.offered()
	var out []glossed
	for i := 0; i+2 < len(words) && len(out) < maxItems; i++ {
		value, next := text[words[i].start:words[i].end], i+1
		quoted := words[i].start > 0 && strings.ContainsRune("'\"`", rune(text[words[i].start-1]))
		if quoted {
			q0 := text[words[i].start-1]
			if k := strings.IndexByte(text[words[i].start:], q0); k > 0 && k < 40 {
				value = text[words[i].start : words[i].start+k]
				for next < len(words) && words[next].start < words[i].start+k {
					next++
				}
			}
		}
		named := false
		for _, v := range offered[words[i].norm] { // the value itself, "price_asc: cheapest first"
			if rest := text[words[i].start:]; !quoted && len(v) <= len(rest) && strings.EqualFold(rest[:len(v)], v) {
				value, named = rest[:len(v)], true
				for next = i + 1; next < len(words) && words[next].start < words[i].start+len(v); {
					next++
				}
			}
		}
		if named && next < len(words) && !strings.ContainsAny(text[words[i].start+len(value):words[next].start], ":=(") {
			named = false // a word of the sentence
		}
		if (!quoted && !named && !allDigits(words[i].norm) && !words[i].upper) || next >= len(words) {
			continue
		}
		between := text[words[i].start+len(value) : words[next].start]
		colon := strings.ContainsAny(between, ":=(")
		if !colon && !connectives[words[next].norm] {
			continue
		}
		if !colon {
			next++
		}
		g := glossed{value: value}
		for k := next; k < len(words) && len(g.words) < 8; k++ {
			if k > next && strings.ContainsAny(text[words[k-1].end:words[k].start], ",.;)'\"`") {
				break
			}
			if !stopwords[words[k].norm] && !connectives[words[k].norm] {
				g.words = append(g.words, words[k].norm)
			}
		}
		if len(g.words) > 0 {
			out = append(out, g)
		}
	}
	return out
}
