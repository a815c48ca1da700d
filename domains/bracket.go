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
	n := strings.IndexByte(s[i:], closing(s[i]))
	if n < 0 || s[i] != '(' && (strings.Contains(s[i:i+n], ":") || i+n+1 < len(s) && s[i+n+1] == '(') {
		return nil, "", i, false // no end, a piece of JSON, or the text of a link
	}
	inner, close := s[i+1:i+n], i+n+1
	before, start := wordBefore(s, i)
	if i > 0 && isWord(s[i-1]) || isPattern(inner) || strings.Contains(s[:start], "format") {
		return nil, "", i, false // part of a word, or of the description of a format
	}
	if at := skipBlank(inner, 0); isQuote(inner, at) {
		if text, ok := onlyOne(inner, at); ok {
			return []string{text}, ruleOnly, close, true
		}
		if items, end, ok := glossedSet(s, i); ok {
			return items, "description.glossed", end, true
		}
		items, end, ok := readList(inner, at, quoted)
		return items, "description.list", close, ok && filled(inner, end)
	}
	if strings.Contains(inner, "/") {
		items, ok := slashSet(inner)
		return items, "description.slash", close, ok
	}
	if asked := imperative(s, i); asked || choiceNoun(before) || choiceBefore(s, i, strings.Contains(inner, " or ")) {
		if _, example := hasAny(inner, skipBlank(inner, 0), exampleMarks...); example {
			return nil, "", i, false
		}
		items, end, ok := readList(inner, 0, single)
		if asked && nameless(items) {
			return nil, "", i, false // "Specify the place (city, state)"
		}
		return items, "description.list", close, ok && filled(inner, end)
	}
	return nil, "", i, false
}

// closing is the bracket that ends what an opening one begins.
func closing(open byte) byte {
	switch open {
	case '[':
		return ']'
	case '{':
		return '}'
	}
	return ')'
}

// choiceBefore reports whether the sentence before brackets at i names a choice
// and goes on: "the operation to perform (", and where the brackets hold an
// "or", "gender of the person (".
func choiceBefore(s string, i int, or bool) bool {
	for at, words := i, 0; words < 8; words++ {
		if at == 0 || at < i && sentenceEnd(s, wordEnd(s, at)) {
			return false
		}
		word, start := wordBefore(s, at)
		if start == at || word == "" {
			return false
		}
		if before, _ := wordBefore(s, start); (word == "to" || or && (word == "of" || word == "for")) && choiceNoun(before) {
			return true
		}
		at = start
	}
	return false
}

// ruleOnly is the rule of a set of one value.
const ruleOnly = "description.only"

// onlyOne reads "'indexed' only", which fills its brackets.
func onlyOne(inner string, at int) (text string, ok bool) {
	text, end, _ := quoteAt(inner, at)
	end, ok = hasWords(inner, skipBlank(inner, end), "only")
	return text, ok && skipBlank(inner, end) == len(inner) && isChoice(text)
}

// glossedSet reads values in brackets, each after the words that it stands for:
// "local branches ('local'), all of them ('all') or none ('none')".
func glossedSet(s string, i int) (items []string, end int, ok bool) {
	for i < len(s) && s[i] == '(' {
		text, stop, quoted := quoteAt(s, skipBlank(s, i+1))
		stop = skipBlank(s, stop)
		if !quoted || stop >= len(s) || s[stop] != ')' || !isChoice(text) {
			return nil, i, false
		}
		items, end = append(items, text), stop+1
		for i = end; i < len(s) && i < end+maxItemBytes && s[i] != '(' && !sentenceEnd(s, i) && !isQuote(s, i); i++ {
			if _, or := hasWords(s, i, "or"); or && s[i-1] == ' ' {
				ok = true
			}
		}
	}
	return items, end, ok && len(items) > 1
}

// imperative reports whether the sentence that holds i begins by asking for a
// choice.
func imperative(s string, i int) bool {
	start := i
	for start > 0 && s[start-1] != '.' && s[start-1] != '\n' && s[start-1] != ':' {
		start--
	}
	_, ok := hasAny(s, skipBlank(s, start), "specify", "choose", "select", "pick")
	return ok
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
	items := strings.FieldsFunc(inner, func(r rune) bool { return r == '/' || r == '|' })
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
	return items, len(items) >= 2 && (len(items) > 2 || !topLevelMedia(items[0]))
}

// topLevelMedia reports whether a word is a top-level media type, as "image" is in
// "image/png".
func topLevelMedia(word string) bool {
	switch word {
	case "application", "audio", "font", "image", "message", "model", "multipart", "text", "video":
		return true
	}
	return false
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
