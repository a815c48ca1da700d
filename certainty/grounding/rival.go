package grounding

import "iter"

// maxEligible bounds the mentions that are looked at as rivals; the latest count.
const maxEligible = 16

// vying is the kind of the mentions that vie with a match: names with a text, numbers
// with one that begins with digits.
func (q *query) vying(h *hit, kind string) Kind {
	switch {
	case kind != "text":
		return Kind(kind)
	case q.b.tokens[h.from].digit:
		return Number
	}
	return Name
}

// eligible are the mentions of a kind that the conversation lets stand, the latest
// first, and where they are.
func (q *query) eligible(kind Kind) iter.Seq2[int32, span3] {
	return func(yield func(int32, span3) bool) {
		ids := q.b.ofKind(kind)
		for k := len(ids) - 1; k >= 0 && len(ids)-k <= maxEligible; k-- {
			m, at := &q.Mentions[ids[k]], q.b.at3[ids[k]]
			if m.Status == Said && m.Role != "ordinal" && at.from < at.to && q.b.role(m.Span.Turn) != "tool" && !yield(ids[k], at) {
				return
			}
		}
	}
}

// revised reports whether the user takes something back behind a match, and then says
// another value of the parameter: by its role, by words of the parameter beside it, or
// because no other parameter takes such a value.
func (q *query) revised(h *hit, kind, role string) bool {
	b := q.b
	if b.classes&cSorry == 0 || b.clauses[b.clauseOf[h.from]].revised {
		return false
	}
	for id, at := range q.eligible(q.vying(h, kind)) {
		if at.from < h.to {
			break
		}
		m := &q.Mentions[id]
		if !b.clauses[b.clauseOf[at.from]].revised || m.Role != "" && m.Role != role || b.about(at.from, at.to) < 0 || b.samePhrase(int(h.from), int(at.from), int(at.to)) {
			continue
		}
		near, siblings := b.nearness(q.self, at.from, at.to), 0
		for i := range q.heard.params {
			if s := &q.heard.params[i]; s != q.self && alike(s.want, q.want) && b.nearness(s, at.from, at.to) >= near {
				siblings++
			}
		}
		if siblings == 0 || m.Role != "" && m.Role == q.want.role {
			return true
		}
	}
	return false
}

// beaten is 1 where another mention that could fill the parameter stands where a
// better one would.
func (q *query) beaten(h *hit, kind string, better func(at span3) bool) float64 {
	for id, at := range q.eligible(q.vying(h, kind)) {
		if id != h.mention && better(at) && !q.b.samePhrase(int(h.from), int(at.from), int(at.to)) {
			return 1
		}
	}
	return 0
}
