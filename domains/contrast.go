package domains

import (
	"slices"
	"strings"
)

// A pair without quotes or a word that announces it ("male or female", "the sort
// order, ascending or descending") has the form of "the name or id": what tells
// them apart is that the words of the first exclude each other, and are nothing
// that a value could be called after.

// contrasts are words that exclude each other, so that two of one line are values
// wherever they are all that is said. Measures name a free text as well ("the
// duration, hours or days"), and are values of a unit only.
var contrasts = [...]struct {
	words   string
	measure bool
}{
	{" true false ", false}, {" yes no ", false}, {" y n ", false}, {" t f ", false}, {" on off ", false}, {" enabled disabled ", false}, {" enable disable ", false},
	{" male female non-binary other unknown unspecified ", false}, {" m f ", false},
	{" celsius fahrenheit kelvin ", false}, {" metric imperial standard ", false},
	{" asc desc ", false}, {" ascending descending ", false},
	{" low medium high normal critical urgent ", false}, {" minor major critical ", false}, {" small medium large ", false},
	{" left right center both ", false}, {" left right up down ", false}, {" north south east west ", false},
	{" horizontal vertical both ", false}, {" portrait landscape square ", false}, {" clockwise counterclockwise anticlockwise ", false},
	{" open closed all ", false}, {" active inactive ", false}, {" public private internal ", false}, {" online offline ", false},
	{" buy sell hold ", false}, {" debit credit ", false}, {" income expense ", false}, {" inbound outbound ", false}, {" incoming outgoing ", false},
	{" hourly daily weekly monthly quarterly yearly annually ", false}, {" encrypt decrypt ", false}, {" encode decode ", false},
	{" seconds minutes hours days weeks months years ", true}, {" second minute hour day week month year ", true},
	{" meters kilometers miles feet yards inches centimeters ", true}, {" km miles mi m ft ", true}, {" kg lb lbs g ", true}, {" kilograms pounds grams ounces ", true},
}

// contrasted reports whether single words exclude each other; unit says that they
// are those of a unit.
func contrasted(items []string, unit bool) bool {
	for _, line := range contrasts {
		if line.measure && !unit {
			continue
		}
		if !slices.ContainsFunc(items, func(item string) bool { return !strings.Contains(line.words, " "+strings.ToLower(item)+" ") }) {
			return true
		}
	}
	return false
}

// contrastSet reads values that exclude each other, joined by an "or", from i to
// the end of the sentence.
func contrastSet(s string, i int, unit bool) (items []string, end int, ok bool) {
	items, end, ok = readList(s, i, single)
	return items, end, ok && joined(s, i, end) && filled(s, end) && contrasted(items, unit)
}

// commaSet reads "gender of the person, male or female" at its comma: the subject
// of the sentence must be what has such values, as in "the ID of the order, open
// or closed" it is not.
func commaSet(s string, i int) (items []string, end int, ok bool) {
	if !strings.Contains(s[i:min(len(s), i+2*maxItemBytes)], " or ") {
		return nil, i, false // most commas
	}
	noun, ok := subject(s, i)
	if !ok || !choiceNoun(noun) && noun != "whether" {
		return nil, i, false
	}
	return contrastSet(s, i+1, noun == "unit" || noun == "units")
}

// subject is the noun on which the sentence before i turns: the last word before
// its first preposition, or "whether". ok is false where a comma, a bracket or the
// like stands before it.
func subject(s string, i int) (noun string, ok bool) {
	start := i
	for start > 0 && !sentenceEnd(s, start-1) {
		if start--; strings.IndexByte(",:;([{'\"`", s[start]) >= 0 {
			return "", false
		}
	}
	for at := start; at < i; {
		if !isWord(s[at]) {
			at++
			continue
		}
		end := wordEnd(s, at)
		switch word := strings.ToLower(s[at:end]); word {
		case "whether":
			return word, true
		case "of", "for", "in", "to", "on", "at", "with", "from", "that", "which", "used", "is", "are", "whose", "when", "if", "as", "and", "or":
			return noun, noun != ""
		default:
			noun = word
		}
		at = end
	}
	return noun, noun != ""
}

// commaList reports whether items after a colon that no "or" joins are the values
// of the noun before it: "Sort order: asc, desc", "Type of account: checking,
// savings". What has parts ("Size: width, height") lists those.
// What an "and" joins may be wanted together.
func commaList(s string, colon, end int, items []string) bool {
	noun, ok := subject(s, colon)
	if strings.Contains(s[colon:end], " and ") {
		return false
	}
	if contrasted(items, ok && (noun == "unit" || noun == "units")) {
		return true
	}
	if !ok || !choiceNoun(noun) {
		return false
	}
	numbers := 0
	for _, item := range items {
		if _, number := numberIn(item); number {
			numbers++
		}
		if !plainCode(item) || part(strings.ToLower(item)) {
			return false
		}
	}
	return numbers == 0 || numbers > 2
}

// part reports words for the parts of a thing.
func part(word string) bool {
	switch word {
	case "width", "height", "depth", "length", "x", "y", "z", "start", "end", "min", "max", "minimum", "maximum", "key", "value", "title",
		"description", "first", "last", "lower", "upper", "from", "to", "field", "column", "hours", "minutes", "seconds", "days",
		"required", "optional", "default", "nullable":
		return true
	}
	return false
}
