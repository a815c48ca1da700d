package domains

import (
	"slices"
	"strings"
)

// The shapes in which a description writes a set out without a word that
// announces one.

// startsSentence reports whether a sentence begins at i.
func startsSentence(s string, i int) bool {
	before := strings.TrimRight(s[:i], " \n\t")
	return before == "" || strings.HasSuffix(before, ".") || i > 0 && s[i-1] == '\n'
}

// joined reports whether an "or" joins the items between two places.
func joined(s string, from, to int) bool { return strings.Contains(s[from:to], " or ") }

// nameless reports whether some item is a kind of thing ("name", "id"), or says
// how a value may be ("empty", "whatever"), and names none.
func nameless(items []string) bool {
	return slices.ContainsFunc(items, func(item string) bool {
		switch item = strings.ToLower(item); item {
		case "empty", "blank", "omitted", "optional", "whatever", "anything", "other", "another", "unset":
			return true
		}
		return notChoice(item)
	})
}

// filled reports whether a set that ends at i fills its sentence or brackets, but
// for a default that is named after it.
func filled(s string, i int) bool {
	if sentenceEnd(s, i) {
		return true
	}
	for i < len(s) && (s[i] == ' ' || s[i] == ',' || s[i] == ';') {
		i++
	}
	_, ok := hasAny(s, i, "default", "defaults", "defaulting", "by default", "(default")
	return ok
}

// wholeSet reads a description that is nothing but the set: "'on' or 'off'",
// "yes/no", "male or female".
func wholeSet(s string) (items []string, rule string, ok bool) {
	s = strings.TrimSpace(s)
	switch {
	case s == "":
	case isQuote(s, 0):
		items, end, ok := readList(s, 0, quoted)
		return items, "description.list", ok && filled(s, end)
	case !strings.Contains(s, " ") && strings.ContainsAny(s, "/|"):
		items, ok = slashSet(strings.TrimSuffix(s, "."))
		return items, "description.slash", ok
	case len(s) <= 2*maxItemBytes && strings.Contains(s, " or "):
		items, _, ok := contrastSet(s, 0, false)
		return items, "description.list", ok
	}
	return nil, "", false
}

// explainedSet reads a sentence that says what each value means: "'A' for
// active, 'I' for inactive".
func explainedSet(s string, i int) (items []string, end int, ok bool) {
	_, end, _ = quoteAt(s, i)
	if _, ok := hasAny(s, skipBlank(s, end), "for ", "means ", "= ", "="); !ok {
		return nil, end, false
	}
	items, end, ok = readList(s, i, quoted)
	return items, end, ok && filled(s, end)
}

// colonSet reads a list that follows a colon, or a dash, and fills the
// sentence: in quotes ("Unit: 'C' or 'F'", "Domain: 'a' for this, 'b' for
// that"), or, where the sentence names a choice, of single words joined by an
// "or" ("unit: celsius or fahrenheit"), or without a blank ("status:
// open|closed"), or of values that exclude each other ("Visibility: public,
// private").
func colonSet(s string, i int) (items []string, end int, ok bool) {
	word, start := wordBefore(s, i)
	format := false
	switch word {
	case "", "pattern", "structure", "example", "examples", "default", "note", "eg", "g", "http", "https":
		return nil, i, false
	case "format", "formats":
		format = true
	}
	if habit, _ := wordBefore(s, start); habitual(habit) {
		return nil, i, false
	}
	at := skipBlank(s, i+1)
	switch {
	case isQuote(s, at):
		items, end, ok = readList(s, at, quoted)
	case at == i+1: // "12:30"
		return nil, i, false
	default:
		chosen := namesChoice(s, i) // unlike "Path: absolute or relative"
		for end = at; end < len(s) && s[end] != ' ' && !sentenceEnd(s, end); {
			end++
		}
		if tight := s[at:end]; strings.ContainsAny(tight, "/|") {
			items, ok = slashSet(tight)
			ok = ok && chosen
		} else {
			items, end, ok = readList(s, at, single)
			ok = ok && (joined(s, at, end) && chosen || commaList(s, i, end, items))
		}
		ok = ok && (!nameless(items) || contrasted(items, false))
	}
	if format && slices.ContainsFunc(items, func(item string) bool { return !plainCode(item) }) {
		return nil, i, false // "Format: 'City, State'"
	}
	return items, end, ok && filled(s, end)
}

// namesChoice reports whether the sentence that goes on at i names a choice.
func namesChoice(s string, i int) bool {
	for words := 0; words < 8; words++ {
		word, start := wordBefore(s, i)
		if choiceNoun(word) {
			return true
		}
		if word == "" || startsSentence(s, start) {
			return false
		}
		i = start
	}
	return false
}

// plainCode reports whether a text is one word of letters and digits, of one
// case: the name of a format, and not its parts.
func plainCode(item string) bool {
	for i := 0; i < len(item); i++ {
		if !isWord(item[i]) {
			return false
		}
	}
	return item == strings.ToLower(item) || item == strings.ToUpper(item)
}

// habitual reports words after which values are some of several.
func habitual(word string) bool {
	switch word {
	case "common", "typical", "usual", "popular", "sample", "example", "some", "recommended", "other", "special":
		return true
	}
	return false
}

// barePossibilities reads "can be pending, shipped or delivered", of three words
// at least: two are as often properties of a value as values. be is where the
// word "be" stands, i where it ends.
func barePossibilities(s string, be, i int) (next int, items []string, rule string) {
	switch word, _ := wordBefore(s, be); word {
	case "can", "may":
	default:
		return i, nil, ""
	}
	at := skipBlank(s, i)
	items, end, ok := readList(s, at, single)
	if !ok || len(items) < 3 || !joined(s, at, end) || !filled(s, end) || nameless(items) {
		return i, nil, "description.can_be"
	}
	return end, items, "description.can_be"
}

// askedSet reads the list after a verb that asks for a choice: "accepts 'a' or
// 'b'", "choose from: a, b", "sort by 'x' or 'y'". Without a colon it must be in
// quotes.
func askedSet(s, verb string, i int) (next int, items []string, rule string) {
	at := skipBlank(s, i)
	end, more := hasAny(s, at, "to", "from", "between", "by", "either")
	switch verb {
	case "set", "sort", "order", "group", "filter":
		if !more {
			return i, nil, ""
		}
	}
	if more {
		at = skipBlank(s, end)
	}
	mode := quoted
	if at < len(s) && s[at] == ':' {
		at, mode = skipBlank(s, at+1), phrases
	} else if !isQuote(s, at) {
		return i, nil, ""
	}
	items, end, ok := readList(s, at, mode)
	if !ok || !filled(s, end) || nameless(items) {
		return i, nil, "description.choose"
	}
	return end, items, "description.choose"
}
