package grounding

import (
	"slices"
	"strings"
)

// quoted returns a text with its numbers and times of day as the conversation writes them: "ten minutes", of a message
// that says "10 minutes". It is not ok if the conversation lacks one of them.
func (q *query) quoted(s string) (as string, ok bool) {
	r := ReadText(Input{Turns: []Turn{{Role: "user", Text: s}}})
	from := 0
	for i := range r.Mentions {
		m := &r.Mentions[i]
		kind := family(m.Kind)
		if kind != Number && kind != Time || m.Role == "ordinal" || m.Span.Start < from {
			continue
		}
		said := int32(-1)
		for v := range strings.SplitSeq(m.Value, "|") {
			for _, id := range q.b.valued(kind, v) {
				if x := &q.Mentions[id]; x.Unit == m.Unit || x.Unit == "" {
					said = id
				}
			}
			if said < 0 && kind == Number && len(q.b.of(v)) == 0 {
				return s, false
			}
		}
		if said >= 0 {
			at := q.b.at3[said]
			as += s[from:m.Span.Start] + q.b.text(int(at.from), int(at.to))
			from = m.Span.End
		} else if kind == Time {
			return s, false
		}
	}
	return as + s[from:], true
}

// figures reports whether a text has a number.
func (b *bound) figures(ws []word) bool {
	lx := lexicons()
	return slices.ContainsFunc(ws, func(w word) bool { return w.digit || lx.has(w.norm, cNum, b.langs|1<<lx.id("en")) })
}
