package domains

import "strings"

// bracketSet reads the set that brackets at i hold: [Enum], "(Buy/Sell)",
// "('l' for lines, 'w' for words)", and after a word that names a choice,
// "(deposit or withdrawal)". end is where the set ends.
func bracketSet(s string, i int) (items []string, rule string, end int, ok bool) {
	if at, ok := hasWords(s, i, "[enum]"); ok {
		if at = skipBlank(s, at); at < len(s) && s[at] == ':' {
			at = skipBlank(s, at+1)
		}
		if items, n := jsonStrings(s[at:]); n > 0 {
			return items, "description.enum", at + n, true
		}
		items, end, ok = readList(s, at, phrases)
		return items, "description.enum", end, ok
	}
	if s[i] != '(' {
		return nil, "", i, false
	}
	n := strings.IndexByte(s[i:], ')')
	if n < 0 {
		return nil, "", i, false
	}
	inner, close := s[i+1:i+n], i+n+1
	before, start := wordBefore(s, i)
	if i > 0 && isWord(s[i-1]) || isPattern(inner) || strings.Contains(s[:start], "format") {
		return nil, "", i, false // part of a word, or of the description of a format
	}
	if at := skipBlank(inner, 0); isQuote(inner, at) {
		items, end, ok := readList(inner, at, quoted)
		return items, "description.list", close, ok && end == len(inner)
	}
	if strings.Contains(inner, "/") {
		items, ok := slashSet(inner)
		return items, "description.slash", close, ok
	}
	if choiceNoun(before) {
		if _, example := hasAny(inner, skipBlank(inner, 0), exampleMarks...); example {
			return nil, "", i, false
		}
		items, end, ok := readList(inner, 0, single)
		return items, "description.list", close, ok && end == len(inner)
	}
	return nil, "", i, false
}

// jsonStrings reads a JSON array of strings or numbers at the beginning of s,
// and its length there, 0 where there is none.
func jsonStrings(s string) (items []string, length int) {
	if !strings.HasPrefix(s, "[") {
		return nil, 0
	}
	n := strings.IndexByte(s, ']')
	if n < 0 {
		return nil, 0
	}
	v, err := ParseValue(s[:n+1])
	if err != nil || v.Len() == 0 {
		return nil, 0
	}
	items = make([]string, 0, v.Len())
	for _, item := range v.Items() {
		text := item.Str() + item.NumberText()
		if text == "" {
			return nil, 0
		}
		items = append(items, text)
	}
	return items, n + 1
}

// slashSet splits "Buy/Sell". Words that name a thing and no choice ("km/h",
// "City/State", "and/or") make no set.
func slashSet(inner string) ([]string, bool) {
	items := strings.Split(inner, "/")
	for i, item := range items {
		item = strings.TrimSpace(item)
		if text, end, ok := quoteAt(item, 0); ok && end == len(item) {
			item = text
		}
		if item == "" || len(item) > maxItemBytes || notChoice(strings.ToLower(item)) {
			return nil, false
		}
		if len(item) > 1 && isDigit(item[0]) && isDigit(item[1]) {
			return nil, false // a date, a ratio, "24/7"
		}
		for j := 0; j < len(item); j++ {
			if !isWord(item[j]) && item[j] != '-' && item[j] != '+' {
				return nil, false
			}
		}
		items[i] = item
	}
	return items, len(items) >= 2
}

// notChoice reports words that, between slashes, are units, kinds of things or
// conjunctions.
func notChoice(word string) bool {
	switch word {
	case "and", "or", "h", "hr", "hour", "s", "sec", "second", "min", "minute", "day", "week", "month", "year",
		"km", "mol", "l", "ml", "g", "mg", "kg", "j", "k", "w", "v", "a", "n", "hz", "mi",
		"id", "ids", "name", "names", "url", "city", "state", "country", "region", "location", "address", "zip", "path", "file", "folder", "directory",
		"email", "phone", "code", "number", "date", "time", "text", "string", "integer", "int", "float", "null", "none",
		"owner", "repo", "user", "username", "his", "her", "she", "he", "latitude", "longitude", "lat", "lon", "lng", "o", "etc":
		return true
	}
	return false
}

// choiceNoun reports nouns after which words in brackets are the choices.
func choiceNoun(word string) bool {
	switch word {
	case "type", "mode", "unit", "units", "direction", "side", "gender", "sex", "status", "order", "level", "kind",
		"frequency", "interval", "period", "size", "priority", "action", "operation", "method", "option", "options",
		"state", "class", "severity", "style", "choice", "category", "condition", "format", "scale", "system", "variant":
		return true
	}
	return false
}
