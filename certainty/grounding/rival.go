package grounding

import (
	"iter"
	"slices"
)

// The bounds of the rivals of a match.
const (
	mostPlaces  = 5
	maxEligible = 16  // mentions that are examined for them, the latest ones
	maxRevision = 64  // tokens between the words that take something back and the new value
	leastRival  = 0.4 // how well such a place states another value of an enumeration
)

// rivals returns the features of the places that state another value than hits[top] does: other
// values of an enumeration, else other mentions of the kind.
func (q *query) rivals(hits []hit, top int, kind Kind) (out []features) {
	other := func(from, to int32) bool {
		return !slices.ContainsFunc(hits, func(h hit) bool { return from < h.to && h.from < to })
	}
	if kind == Enumerator {
		for _, places := range q.evidences() {
			for i := range places {
				if h := &places[i]; len(out) < mostPlaces && other(h.from, h.to) && q.statusAt(h) == Said {
					out = append(out, q.features(h, kind, true))
				}
			}
		}
		return out
	}
	var values [mostPlaces]string
	own := ""
	if id := hits[top].mention; id >= 0 {
		own = q.Mentions[id].Value
	}
	for id, at := range q.eligible(q.vying(&hits[top], kind)) {
		if v := q.Mentions[id].Value; len(out) < mostPlaces && v != own && !slices.Contains(values[:len(out)], v) && other(at.from, at.to) {
			f := q.features(&hit{from: at.from, to: at.to, q: 1, mention: id}, kind, true)
			if kind == Text && f[fNear]+f[fRole] == 0 {
				continue // any name could be a rival
			}
			values[len(out)] = v
			out = append(out, f)
		}
	}
	return out
}

// highest returns the highest score of features, absent if there are none.
func highest(of []features) float64 {
	most := float64(absent)
	for i := range of {
		most = max(most, of[i].score())
	}
	return most
}

// vying returns the kind of mentions that compete with a match. For a text, these are numbers
// if the match begins with a digit, else names.
func (q *query) vying(h *hit, kind Kind) Kind {
	switch {
	case kind == Enumerator:
		return 0
	case kind != Text:
		return kind
	case q.b.tokens[h.from].digit:
		return Number
	}
	return Name
}

// eligible yields the mentions of a kind with status Said outside tool results, the latest
// first, with their tokens.
func (q *query) eligible(kind Kind) iter.Seq2[int32, span3] {
	return func(yield func(int32, span3) bool) {
		ids := q.b.ofKind(kind)
		for k := len(ids) - 1; k >= 0 && len(ids)-k <= maxEligible; k-- {
			m, at := &q.Mentions[ids[k]], q.b.at3[ids[k]]
			if m.Status == Said && m.Role != "ordinal" && q.b.role(m.Span.Turn) != "tool" && !yield(ids[k], at) {
				return
			}
		}
	}
}

// revised reports whether the user corrects something after a match and then gives another
// value of the parameter. The new value belongs to the parameter by words of the parameter beside it, or
// because no other parameter takes such a value.
func (q *query) revised(h *hit, kind Kind) bool {
	b := q.b
	if kind == Enumerator { // "high. On second thought, low is fine"
		return b.classes&(cSorry|cNo) != 0 && q.anyStated(func(p *hit) bool {
			return p.from >= h.to && b.clauses[b.clauseOf[p.from]].revised && q.statusAt(p) == Said
		})
	}
	for _, id := range b.revising[q.vying(h, kind)] {
		at := b.at3[id]
		if at.from < h.to || b.about(at.from, at.to) < 0 || !b.anyIs(int(max(h.to, at.from-maxRevision)), int(at.from), cSorry) {
			continue // what is taken back stands before both
		}
		near, sibling := b.nearness(q.self, at.from, at.to), false
		for i, others := 0, q.heard.rivals(); i < len(others) && !sibling; i++ {
			s := &others[i]
			sibling = s != q.self && alike(s.want, q.want) && b.nearness(s, at.from, at.to) >= near
		}
		if !sibling {
			return true
		}
	}
	return false
}

// anyStated reports whether a condition holds for one of the places that may state a value of the enumeration.
func (q *query) anyStated(is func(p *hit) bool) bool {
	for _, places := range q.evidences() {
		for i := range places {
			if is(&places[i]) {
				return true
			}
		}
	}
	return false
}

// beaten reports whether another mention that may fill the parameter stands in a better place.
func (q *query) beaten(h *hit, kind Kind, better func(id int32, at span3) bool) bool {
	for id, at := range q.eligible(q.vying(h, kind)) {
		if id != h.mention && better(id, at) {
			return true
		}
	}
	return false
}
