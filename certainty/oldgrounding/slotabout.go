package oldgrounding

import (
	"slices"
	"strings"
)

// about reports whether a sentence that asks for a parameter can be about its
// tool. It is not where the things that it names beside the parameter (the
// museums of "in which city are these museums?") are none that the tool or the
// conversation speaks of: the question is about something else, and was only
// worded like one about this. Without a conversation they have to be another
// tool's things.
func (q *asked) about(t *Target, ctx *Context) bool {
	at, _ := q.place(t.aspect)
	own := q.known()[at]
	foreign := false
	from, end := q.sentence(t.at)
	for i := from; i < end; i++ {
		if _, targets := slices.BinarySearch(t.at, i); targets || !q.content(i) {
			continue
		}
		if ctx != nil && q.backed(i, ctx) {
			return true
		}
		form, hash, spoken := q.speaks(i)
		if spoken && own.says(form, hash, saysPlainly) {
			return true
		}
		foreign = foreign || (ctx != nil || spoken) && q.object(i, from)
	}
	return !foreign
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
