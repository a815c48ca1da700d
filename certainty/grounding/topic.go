package grounding

import (
	_ "embed"
	"slices"
	"strings"
)

// paramsFile holds the words of parameter names and descriptions, one line for each class.
// Words of class plain carry no meaning. The classes role_, kind_ and codes_ say which end of a
// pair a parameter is, which kind of mention fills it, and which standard its codes are from;
// loose words give a role only in names. The class exact marks text for a machine, machine a command
// or a query, searched those of them in plain words, and place a place. The classes name_ say which part of a
// person's name a parameter takes, where named words may end its own name and bare words alone do not
// suffice; people are counted, and un are prefixes that deny. A boolean named by words of power says whether
// something is switched on: by a word of switch_on, or by a verb of switch with one of switch_to. The words of
// initials come in groups for which codes of one letter stand. The classes request and data have the words of keys
// under which a result repeats the request; field_ has the keys that superlatives are about. The other classes
// are topics.
//
//go:embed lexicon/params.txt
var paramsFile string

// tells holds these words by class.
var tells = func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(paramsFile) {
		class, list, ok := strings.Cut(line, ": ")
		if !ok || line[0] == '#' {
			continue
		}
		out[class] = strings.Fields(list)
	}
	return out
}()

// tell reports whether a word is of a class.
func tell(class, word string) bool { return slices.Contains(tells[class], word) }

// endOf returns the role that a word gives, "" for none.
func endOf(word string) string {
	for _, role := range [...]string{roleFrom, roleTo, roleMin, roleMax} {
		if tell("role_"+role, word) {
			return role
		}
	}
	return ""
}

// letters returns the words for which the values of an enumeration stand that are letters: the first group of words
// of which each value begins one.
func letters(options []option) map[string]string {
	for _, group := range tells["initials"] {
		out := map[string]string{}
		for w := range strings.SplitSeq(group, "/") {
			out[w[:1]] = w
		}
		if !slices.ContainsFunc(options, func(o option) bool { return out[fold(o.value)] == "" }) {
			return out
		}
	}
	return nil
}
