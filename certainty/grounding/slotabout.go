package grounding

import (
	"slices"
	"strings"
)

// toolSet lists tools by their place, sorted.
type toolSet []int32

// about reports whether a sentence that asks for a parameter can be about its
// tool. It is not where the things that it names beside the parameter (the
// museums of "in which city are these museums?") are none that the tool or the
// conversation speaks of: the question is about something else, and was only
// worded like one about this. Without a conversation they have to be another
// tool's things.
func (q *asked) about(t *Target, ctx *Context) bool {
	own := q.aspects[t.aspect].toolAt
	foreign := false
	from, end := q.sentence(t.at)
	for i := from; i < end; i++ {
		if _, targets := slices.BinarySearch(t.at, i); targets || !q.content(i) {
			continue
		}
		if ctx != nil && q.backed(i, ctx) {
			return true
		}
		speak := q.speak(q.tokens[i].norm)
		if _, ok := slices.BinarySearch(speak, own); ok {
			return true
		}
		foreign = foreign || (ctx != nil || len(speak) > 0) && q.object(i, from)
	}
	return !foreign
}

// content reports whether a token says something about the matter.
func (q *asked) content(i int) bool {
	w := q.tokens[i].norm
	return len(w) > 2 && !stopwords[w] && !courtesy[w] && !courtesy[stem(w)] && !requests[w] && !interrogatives[w]
}

// object reports whether a token names a thing: a determiner or a preposition
// introduces it, with at most one word between them.
func (q *asked) object(i, from int) bool {
	if strings.HasSuffix(q.tokens[i].norm, "ing") {
		return false
	}
	for k := i - 1; k >= from && k >= i-2; k-- {
		switch q.tokens[k].norm {
		case "for", "of", "about", "the", "a", "an", "these", "those", "this", "your":
			return true
		}
	}
	return false
}

// speak returns the tools that say a word, in any of its forms.
func (q *asked) speak(w string) toolSet {
	if list := q.known()[stem(w)]; len(list) > 0 {
		return list
	}
	return q.known()[w]
}

// capitalKey begins the keys of words that the tools give as examples only.
const capitalKey = "^"

// schemaSays reports whether the tools say a word at all, be it in an example.
func (q *asked) schemaSays(w string) bool {
	return len(q.speak(w)) > 0 || len(q.known()[capitalKey+w]) > 0
}

// maxKnown bounds the words of tools that are read.
const maxKnown = 1 << 13

// knownWords collects the stems of what the tools say, with the tools that say
// them.
func (s *Slots) knownWords() map[string]toolSet {
	out := map[string]toolSet{}
	left := maxKnown
	at := int32(0)
	single := make(toolSet, len(s.tools)) // of which a word of one tool takes its part
	for i := range single {
		single[i] = int32(i)
	}
	word := func(w string) {
		for _, w := range [...]string{stem(w), strings.TrimSuffix(w, "s")} {
			if list := out[w]; len(list) == 0 {
				out[w] = single[at : at+1 : at+1]
			} else if list[len(list)-1] != at {
				out[w] = append(list, at)
			}
		}
	}
	// What a description writes with a capital or in quotation marks is an example
	// of a value, not a word of what the tool is about.
	var room []token
	add := func(text string, prose bool) {
		room = appendTokens(room[:0], text, 0, min(left, MaxValueTokens))
		for _, t := range room {
			if left--; prose && (t.capital && !t.sentence || t.start > 0 && text[t.start-1] == '\'') {
				out[capitalKey+t.norm] = single[at : at+1 : at+1]
				continue
			}
			word(t.norm)
		}
	}
	next := 0
	for i := range s.tools {
		t := &s.tools[i]
		at = int32(i)
		for _, w := range split(t.Name) {
			word(w)
		}
		add(t.Description, true)
		for k := range t.Params {
			for _, w := range split(t.Params[k].Name) {
				word(w)
			}
			add(t.Params[k].Description, true)
		}
		for ; next < len(s.aspects) && s.aspects[next].toolAt == at; next++ {
			if d := &s.aspects[next].domain; closedDomain(*d) { // others have examples
				for _, v := range d.Values {
					add(v.Str(), false)
				}
			}
		}
	}
	return out
}
