package grounding

import (
	_ "embed"
	"slices"
	"strings"
)

// paramsFile holds the words of the names and descriptions of parameters, a line for what
// they tell. Plain ones tell nothing; role_, kind_ and codes_ tell which end of a pair a
// parameter is, the kind of mentions and the standard codes that fill it; loose ones tell a
// role in names only. Exact is a text for a machine, place a place. Request has the keys of
// a result under which the request stands, field_ those that a superlative is about. The
// others tell a topic.
//
//go:embed lexicon/params.txt
var paramsFile string

// tells are these words by what they tell.
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

// endOf is the role that a word tells, "" for none.
func endOf(word string) string {
	for _, role := range [...]string{roleFrom, roleTo, roleMin, roleMax} {
		if tells["role_"+role][word] {
			return role
		}
	}
	return ""
}

// topics are what the words of a parameter may be about; those from dims on are the
// dimensions in which one without a unit may be counted.
var topics = [...]string{"total", "machine", "money", "time", "length", "mass", "volume", "temp", "share", "data", "speed"}

const dims = 3

// topicsOf are the topics of a parameter's words, a bit each.
func (w *want) topicsOf(description string) (out uint32) {
	for t, topic := range topics {
		of := w.full
		if topic == "money" {
			of = slices.Concat(w.full, w.about)
		}
		found := slices.ContainsFunc(of, func(n string) bool { return tells[topic][stem(n)] })
		for word := range tells[topic] {
			found = found || t >= dims && strings.Contains(description, word)
		}
		if found {
			out |= 1 << t
		}
	}
	return out
}

// is reports whether a parameter's words are about a topic.
func (w *want) is(topic string) bool {
	return w.speaks&(1<<slices.Index(topics[:], topic)) != 0
}

// speaksOf reports whether a parameter's name or description is about a dimension.
func (w *want) speaksOf(dim string) bool {
	if slices.Contains(topics[dims:], dim) {
		return w.is(dim)
	}
	return dim == "" || dim == "cent" || dim == "points"
}
