package domains

import (
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// describedString is the enumeration that the description of a string, or of
// an untyped parameter, writes out in full.
func (f *facets) describedString() (Domain, bool) {
	if f.description == "" {
		return Domain{}, false
	}
	items, rule, span, ok := spelledSet(f.description)
	if !ok {
		return Domain{}, false
	}
	values := make([]Value, len(items))
	for i, item := range items {
		values[i] = jsonvalue.NewString(item)
	}
	d := enumeration(values, rule).from(span)
	return d, d.Size > 1 || rule == "description.enum" || rule == ruleOnly
}

// keepExamples stores the values that a schema or a description names as
// examples of a free text.
func (f *facets) keepExamples(d *Domain) {
	values := f.examples
	source := "schema.examples"
	if len(values) == 0 {
		items, span := exampleList(f.description)
		if len(items) == 0 {
			return
		}
		source = "description.examples"
		*d = d.from(span)
		for _, item := range items {
			values = append(values, jsonvalue.NewString(item))
		}
	}
	values = newValueSet(values).values
	d.Values, d.Source = values[:min(len(values), maxExamples)], source
}

// The phrases after which a description names examples, and no set.
var exampleMarks = []string{"e.g", "eg.", "eg:", "such as", "for example", "for instance", "example", "examples", "like", "including", "includes but"}

// exampleList returns the examples that a description names, nil where none,
// and the text that names them.
func exampleList(s string) (items []string, span string) {
	for i := 0; i < len(s); i++ {
		if !isWord(s[i]) || i > 0 && isWord(s[i-1]) || strings.IndexByte("efsliEFSLI", s[i]) < 0 {
			continue
		}
		end, ok := hasAny(s, i, exampleMarks...)
		if !ok {
			continue
		}
		for end < len(s) && strings.IndexByte(".,: ", s[end]) >= 0 {
			end++
		}
		if _, verb := hasAny(s, i, "like", "including", "example", "examples"); verb && !isQuote(s, end) {
			continue
		}
		if items, stop, ok := readList(s, end, examples); ok {
			return items, s[i:stop]
		}
	}
	return nil, ""
}

// maxTries bounds the places of one description at which a set is looked for.
const maxTries = 64

// spelledSet finds the set that a description writes out in full, the rule by
// which it was found, and the text from its marker to its last item.
func spelledSet(s string) (items []string, rule, span string, ok bool) {
	if strings.Contains(s, "omma-separated") || strings.Contains(s, "omma separated") {
		return nil, "", "", false // the value is several of them
	}
	if items, rule, ok = wholeSet(s); ok {
		return items, rule, s, true
	}
	for i, tries := 0, 0; i < len(s) && tries < maxTries; {
		c := s[i]
		switch {
		case (c == '\'' || c == '"' || c == '`') && startsSentence(s, i) && isQuote(s, i):
			tries++
			end, ok := 0, false
			if items, end, ok = explainedSet(s, i); ok {
				return items, "description.explained", s[i:end], true
			}
			_, i, _ = quoteAt(s, i)
		case c == '(' || c == '[' || c == '{':
			tries++
			var end int
			if items, rule, end, ok = bracketSet(s, i); ok {
				return items, rule, s[i:end], true
			}
			i++
		case c == ':' || c == '-' && i > 0 && s[i-1] == ' ' && isQuote(s, skipBlank(s, i+1)):
			tries++
			var end int
			if items, end, ok = colonSet(s, i); ok {
				_, start := wordBefore(s, i)
				return items, "description.list", s[start:end], true
			}
			i++
		case c == ',':
			var end int
			if items, end, ok = commaSet(s, i); ok {
				return items, "description.list", s[skipBlank(s, i+1):end], true
			}
			i++
		case isWord(c):
			start := i
			if i, items, rule = markedSet(s, i); items != nil {
				return items, rule, s[start:i], true
			}
			if rule != "" {
				tries++
			}
		default:
			i++
		}
	}
	return chineseSet(s)
}

// chineseSet reads the list after the words for "values to choose from".
func chineseSet(s string) (items []string, rule, span string, ok bool) {
	for _, mark := range [...]string{"可选值", "可选项"} {
		start := strings.Index(s, mark)
		if start < 0 {
			continue
		}
		at := start + len(mark)
		for _, word := range [...]string{"为", "是", "包括", "：", ":"} {
			if rest, found := strings.CutPrefix(s[at:], word); found {
				at = len(s) - len(rest)
			}
		}
		items, end, ok := readList(s, at, phrases)
		return items, "description.options", s[start:end], ok
	}
	return nil, "", "", false
}

// markedSet looks for a marker in the word at i. It returns where to go on, and
// the rule that was tried, without items where no set followed.
func markedSet(s string, i int) (next int, items []string, rule string) {
	end := wordEnd(s, i)
	switch s[i] | 0x20 {
	case 'o', 'v', 'c', 'm', 'p', 'a', 's', 'e', 'b', 'w', 'f', 'l', 'g':
	default:
		return end, nil, ""
	}
	if at, ok := hasAny(s, i, exampleMarks...); ok {
		return skipExample(s, at), nil, ""
	}
	word := strings.ToLower(s[i:end])
	at, mode := end, quoted
	switch word {
	case "one":
		if at, mode = afterOneOf(s, end); at < 0 {
			return end, nil, ""
		}
		rule = "description.one_of"
	case "either":
		items, stop, ok := readList(s, end, single)
		if ok && len(items) == 2 && strings.Contains(s[end:stop], " or ") {
			return stop, items, "description.either"
		}
		return end, nil, "description.either"
	case "enum":
		if at = skipBlank(s, end); at >= len(s) || s[at] != ':' && (s[at] != '(' || at > end) {
			return end, nil, ""
		}
		at, mode, rule = at+1, phrases, "description.enum"
	case "options", "choices", "values", "modes", "types", "units", "valid", "allowed", "possible", "accepted", "acceptable", "supported", "available", "permitted":
		if at, mode = afterNoun(s, i, end, word); at < 0 {
			return end, nil, ""
		}
		rule = "description.options"
	case "be":
		if text, stop, ok := mustBe(s, i, end); ok {
			return stop, []string{text}, ruleOnly
		}
		if at, mode, rule = skipBlank(s, end), quoted, "description.can_be"; !isQuote(s, at) {
			return barePossibilities(s, i, end)
		}
	case "accepts", "set", "choose", "select", "pick", "sort", "order", "group", "filter":
		return askedSet(s, word, end)
	default:
		return end, nil, ""
	}
	items, stop, ok := readList(s, at, mode)
	if !ok {
		return end, nil, rule
	}
	return stop, items, rule
}

// mustBe reads the one value of "Must be 'image'." at the word "be".
func mustBe(s string, i, end int) (text string, stop int, ok bool) {
	if word, _ := wordBefore(s, i); word != "must" {
		return "", end, false
	}
	at := skipBlank(s, end)
	if !isQuote(s, at) {
		return "", end, false
	}
	text, stop, _ = quoteAt(s, at)
	return text, stop, isChoice(text) && sentenceEnd(s, stop)
}

// skipExample goes to the end of the sentence or the brackets that hold an
// example.
func skipExample(s string, i int) int {
	if i < len(s) && s[i] == '.' {
		i++ // of "e.g."
	}
	for i < len(s) && !sentenceEnd(s, i) {
		if text, end, ok := quoteAt(s, i); ok && isQuote(s, i) && text != "" {
			i = end
			continue
		}
		i++
	}
	return i
}

// afterOneOf returns where the list of "one of the following values: " begins,
// -1 where these words do not introduce one.
func afterOneOf(s string, i int) (at int, mode listMode) {
	at, ok := hasWords(s, skipBlank(s, i), "of")
	if !ok {
		return -1, 0
	}
	mode = single
	for {
		at = skipBlank(s, at)
		if at < len(s) && (s[at] == ':' || s[at] == '[' || s[at] == '(') {
			return at + strings.Count(s[at:at+1], ":") + strings.Count(s[at:at+1], "("), phrases
		}
		end, ok := hasAny(s, at, "the", "these", "following", "values", "value", "options", "choices", "strings", "valid", "allowed", "possible", "supported", "available")
		if !ok {
			return at, mode
		}
		at, mode = end, quoted // bare words must follow at once, or a colon
	}
}

// afterNoun returns where the list of "Options are: ", "Possible values: ",
// "Supported currencies are " begins. word is the one at i.
func afterNoun(s string, i, end int, word string) (at int, mode listMode) {
	adjective := true
	switch word {
	case "options", "choices", "values", "modes", "types", "units":
		adjective = false
		switch prev, _ := wordBefore(s, i); prev {
		case "missing", "separated", "default", "common", "typical", "example", "sample", "special", "some", "other", "recommended":
			return -1, 0
		}
	}
	at = skipBlank(s, end)
	for words := 0; adjective && words < 2 && at < len(s) && isWord(s[at]); words++ {
		if _, verb := hasAny(s, at, "are", "is", "include", "includes"); verb {
			break
		}
		if _, preposition := hasAny(s, at, "range", "ranges", "from", "for", "in", "by", "to", "at", "on", "when", "if", "only", "until", "as"); preposition {
			return -1, 0
		}
		at = skipBlank(s, wordEnd(s, at))
	}
	mode = quoted
	if verb, ok := hasAny(s, at, "are", "include", "includes", "is"); ok {
		if at+3 == verb {
			mode = single
		}
		at = skipBlank(s, verb)
		if of, ok := hasAny(s, at, "one of", "either"); ok {
			at = skipBlank(s, of)
		}
	}
	if at < len(s) && s[at] == ':' {
		if mode != quoted || s[at-1] != 'e' && s[at-1] != 's' || !strings.HasSuffix(strings.ToLower(s[:at]), "include") && !strings.HasSuffix(strings.ToLower(s[:at]), "includes") {
			mode = phrases
		}
		at++
	} else if at == skipBlank(s, end) {
		return -1, 0 // a noun with neither verb nor colon
	}
	return at, mode
}
