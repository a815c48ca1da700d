package grounding

import (
	_ "embed"
	"strings"
)

// paramsFile holds the words of parameter names and descriptions, one line for each class.
// Words of class plain carry no meaning. The classes role_, kind_ and codes_ say which end of a
// pair a parameter is, which kind of mention fills it, and which standard its codes are from;
// loose words give a role only in names. The class exact marks text for a machine, and place
// marks a place. The class request has the keys under which a result repeats the request;
// field_ has the keys that superlatives are about. The other classes are topics.
//
//go:embed lexicon/params.txt
var paramsFile string

// tells holds these words by class.
var tells = func() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for line := range strings.Lines(paramsFile) {
		class, list, ok := strings.Cut(line, ": ")
		if !ok || line[0] == '#' {
			continue
		}
		out[class] = map[string]bool{}
		for _, w := range strings.Fields(list) {
			out[class][w] = true
		}
	}
	return out
}()

// endOf returns the role that a word gives, "" for none.
func endOf(word string) string {
	for _, role := range [...]string{roleFrom, roleTo, roleMin, roleMax} {
		if tells["role_"+role][word] {
			return role
		}
	}
	return ""
}
