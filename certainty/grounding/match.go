package grounding

import (
	"slices"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/words"
)

// place is where a word of a parameter's name or description occurs.
type place struct {
	tok    int32
	weight float64
}

// heard is a parameter with the places where the text refers to it.
type heard struct {
	want    *want
	at      lazy[[]place]
	options lazy[[][]hit] // for each enum value, the places that may state it
}

// hearing holds, for a tool's parameters, the places where the text refers to them.
type hearing struct {
	params []heard
	given  lazy[[]given]
	names  lazy[map[string]int] // see paramNamed
}

// rivals are the parameters that each one is compared with.
func (h *hearing) rivals() []heard { return h.params[:min(len(h.params), mostRivals)] }

// maxHeard bounds how many places are kept for a parameter's words.
const maxHeard = 24

// hear finds where the text refers to the parameters of a tool. Those of a tool that is not
// offered are not kept, because there may be as many such tools as calls.
func (b *bound) hear(tool *domains.Tool, p *domains.Param, d domains.Domain) (all *hearing, self *heard) {
	if tool != nil {
		if _, offered := b.in.Sets[tool.Name]; offered {
			for i := range b.ears {
				if t := &b.in.Tools[i]; t.Name == tool.Name && len(t.Params) == len(tool.Params) {
					all = b.listen(i)
					break
				}
			}
		}
		if all == nil {
			all = listen(tool.Params, domains.Set{{Name: p.Name, Domain: d}})
		}
		for i := range tool.Params {
			if tool.Params[i].Name == p.Name {
				return all, &all.params[i]
			}
		}
	}
	all = listen([]domains.Param{*p}, domains.Set{{Name: p.Name, Domain: d}})
	return all, &all.params[0]
}

// listen does the work of hear for the i-th tool that is offered.
func (b *bound) listen(i int) *hearing {
	return b.ears[i].get(func() *hearing { return listen(b.in.Tools[i].Params, b.in.Sets[b.in.Tools[i].Name]) })
}

// listenAll does so for all tools, at the cost of two allocations.
func (b *bound) listenAll(params int) {
	all, room := make([]hearing, len(b.ears)), make([]heard, 0, params)
	for i := range all {
		t := &b.in.Tools[i]
		n := len(room)
		room = heardOf(room, t.Params, b.in.Sets[t.Name])
		all[i].params = room[n:len(room):len(room)]
		b.ears[i].CompareAndSwap(nil, &all[i])
	}
}

func listen(params []domains.Param, set domains.Set) *hearing {
	return &hearing{params: heardOf(nil, params, set)}
}

func heardOf(out []heard, params []domains.Param, set domains.Set) []heard {
	for i, wants := 0, wantsOf(params, set); i < len(wants); i++ {
		out = append(out, heard{want: &wants[i]})
	}
	return out
}

// places returns where the text refers to the parameter. It is computed on first use.
func (h *heard) places(b *bound) []place {
	if at := h.at.Load(); at != nil {
		return *at
	}
	return h.find(b)
}

func (h *heard) find(b *bound) []place {
	at := &nowhere
	if found := b.placesOf(h.want); found != nil {
		kept := found // a parameter that the text never refers to takes no memory
		at = &kept
	}
	h.at.CompareAndSwap(nil, at)
	return *at
}

var nowhere []place

func (b *bound) placesOf(w *want) (at []place) {
	note := func(places []int32, weight float64) {
		for _, p := range latest(places) {
			if len(at) < maxHeard {
				at = append(at, place{p, weight})
			}
		}
	}
	for i := range w.tells {
		t := &w.tells[i]
		b.formsOf(t.term, func(id int32, likely float64) { note(b.occurs(id), t.weight*likely) })
		for _, sense := range t.senses {
			note(b.senses[sense], t.weight*0.85)
		}
	}
	if len(at) > 0 || len(w.ids) == 0 {
		return at
	}
	said := b.counted.get(b.countedWords)
	if w.kind == Boolean {
		said = b.foreign.get(b.foreignWords)
	}
	for _, p := range *said {
		for _, id := range w.ids {
			if v := words.Near(id, p.id); v >= nearNoun && len(at) < maxHeard {
				at = append(at, place{p.tok, v})
			}
		}
	}
	return at
}

// nearness returns how close to the tokens [from, to) the text refers to a parameter, in
// [0,1].
func (b *bound) nearness(h *heard, from, to int32) float64 {
	best := 0.0
	for _, p := range h.places(b) {
		d, across, apart := from-p.tok, b.clauseOf[from]-b.clauseOf[p.tok], ahead
		if p.tok >= to {
			d, across, apart = p.tok-to+1, -across, behind
		} else if p.tok >= from && b.tokens[from].digit {
			d = 1 // its unit
		}
		if d > 8 || d <= 0 || b.tokens[p.tok].turn != b.tokens[from].turn {
			continue
		}
		score := p.weight * (1 - 0.09*float64(d-1))
		for ; across > 0; across-- {
			score *= apart
		}
		best = max(best, score)
	}
	return best
}

// Factors for the nearness of a word that is in the clause before or after: a clause
// usually names the parameter itself or comes after the clause that does.
const ahead, behind = 0.7, 0.35

// beside reports whether a word of a parameter is directly after or before a number: six
// adults, buzzer 12. The unit of the parameter is such a word.
func (b *bound) beside(h *heard, at *hit) bool {
	if at.mention >= 0 && h.want.unit != "" && b.mentions[at.mention].Unit == h.want.unit {
		return true
	}
	return b.adjoins(h, at, true)
}

// adjoins reports whether a word of a parameter stands directly before a place (seat 12A) or, if
// after says so, behind it.
func (b *bound) adjoins(h *heard, at *hit, after bool) bool {
	after = after && b.role(int(b.tokens[at.from].turn)) != "tool" // in a result, that is the next key
	for _, p := range h.places(b) {
		if p.weight < 0.7 || b.tokens[p.tok].turn != b.tokens[at.from].turn {
			continue
		}
		if after && p.tok == at.to && b.tokens[at.to].gap <= space ||
			p.tok == at.from-1 && !(after && b.between(p.tok, at.to)) && (b.tokens[at.from].gap <= space || strings.HasPrefix(b.gapText(int(at.from)), ":")) || after && b.adjoinsUnspaced(p.tok, at) {
			return true
		}
	}
	return false
}

// between reports whether a number stands before token i too and a noun behind the second one at token to: the two adults
// are no one, in "two adults one child".
func (b *bound) between(i, to int32) bool {
	before, noun := b.tok(int(i)-1, int(i)), b.tok(int(to), int(i))
	return (before.digit || before.has&cNum != 0) && b.tokens[i].gap <= space && noun.gap <= space && noun.has&(cStop|cAnd|cNum) == 0
}

// adjoinsUnspaced reports whether a word that begins at token i stands beside a number where words are not
// spaced: before it, 大人2人, but in Chinese behind it and its counter, 两个大人.
func (b *bound) adjoinsUnspaced(i int32, at *hit) bool {
	if b.tokens[i].solid {
		return false
	}
	from, to := i+1, at.from
	first, last := max(b.starts[b.tokens[i].turn], i-8), min(b.starts[b.tokens[i].turn+1], i+8)
	if !strings.ContainsFunc(b.text(int(first), int(last)), func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Hangul) }) {
		from, to = at.to, i // Chinese
	}
	return to-from >= 0 && to-from <= 2 && !slices.ContainsFunc(b.tokens[from:to+1], func(t token) bool { return t.gap > space })
}

// opposite reports whether two roles are the two ends of a pair.
func opposite(a, z string) bool {
	return side(a) != 0 && side(a) == -side(z)
}

// side returns -1 for the role of a start or a lower bound, 1 for that of an end or an
// upper bound, and 0 for any other.
func side(role string) int {
	switch role {
	case roleFrom, roleMin, "start":
		return -1
	case roleTo, roleMax, "end":
		return 1
	}
	return 0
}

// features describes a match between a value and a place in the text. A rival is not asked whether it is said of a
// sibling's thing: another reading of the same date would gain by it.
func (q *query) features(h *hit, kind Kind, rival bool) (f features) {
	b := q.b
	set := func(feature int, is bool) {
		if is {
			f[feature] = 1
		}
	}
	f[kindFeature(kind)] = 1
	f[fQuality] = h.q
	set(fExact, h.q >= 0.999)
	turn := int(b.tokens[min(int(h.from), len(b.tokens)-1)].turn)
	set(fToday, b.role(turn) == "system" && h.mention >= 0 && b.today.full() && strings.HasPrefix(q.Mentions[h.mention].Value, b.today.String()))
	role, own := "", q.want.role
	if h.mention >= 0 {
		role = q.Mentions[h.mention].Role
	} else if b.role(turn) != "tool" {
		role = b.roleAt(int(h.from), int(h.to))
	}
	if kind == Date && q.want.ordered {
		role = q.inOrder(h, role)
	}
	if b.role(turn) == "tool" {
		f[fTool] = 1
		f[fKey], role = keyKin(role, q.want.full), ""
	}
	sibling, noun, nearest := false, false, 0.0
	others := q.heard.rivals()
	for i := range others {
		s := &others[i]
		if s == q.self {
			continue
		}
		if !alike(s.want, q.want) {
			noun = noun || kind == Number && (s.want.kind == Text || s.want.kind == Code) && b.adjoins(s, h, true)
			continue
		}
		sibling = sibling || s.want.role != "" && side(s.want.role) == side(role)
		nearest = max(nearest, b.nearness(s, h.from, h.to))
		noun = noun || kind == Number && b.beside(s, h) || kind == Code && b.adjoins(s, h, false)
	}
	switch half := q.halfAt(h); {
	case half != 0 && half == -q.want.half:
		f[fClash] = 1
	case role == "":
	case side(own) != 0 && side(own) == side(role):
		f[fRole] = 1
	case opposite(own, role):
		f[fClash] = 1
	case sibling:
		f[fSibling] = 1
	}
	set(fBeaten, role == "" && (kind == Text || kind == Time) && q.depth == 0 && q.outranked(h, kind))
	near := b.nearness(q.self, h.from, h.to)
	if q.misplaced(h) || (noun || kind == Number && f[fRole] == 0 && q.labelled(h) || (kind == Text || kind == Code) && f[fRole] == 0 && q.crossed(h, kind, near)) && !b.beside(q.self, h) {
		f[fOtherNoun] = 1
	}
	f[fNear] = near
	if nearest > near+0.05 {
		f[fFurther] = nearest - near
	}
	set(fOtherUnit, h.unit)
	set(fAlt, h.alt > 0)
	set(fDerived, h.rule == RuleDerived)
	exchanged := kind == Enumerator && own == "" && role == roleFrom && b.swapped(int(h.from), int(h.to)) == role // red, in "change the colour from red to blue"
	set(fRevised, b.role(turn) == "user" && q.depth == 0 && (exchanged || q.revised(h, kind)))
	switch about := b.about(h.from, h.to); {
	case about == -1:
		f[fOther] = 1
		set(fBeaten, h.beaten || q.beaten(h, kind, func(_ int32, at span3) bool { return b.about(at.from, at.to) == 1 }))
	case about == 0 && q.depth == 0:
		f[fTheirs] = q.person(h, kind)
	}
	if q.depth == 0 && role == roleFrom && own == "" && h.mention >= 0 && int(h.mention)+1 < len(q.Mentions) {
		if n := &q.Mentions[h.mention+1]; n.Role == roleTo && family(n.Kind) == family(q.Mentions[h.mention].Kind) {
			f[fPairFrom] = 1
		}
	}
	q.byOrder(h, &f)
	set(fOtherNoun, f[fOtherNoun] == 0 && !rival && (q.elsewhere(h) || q.untimely(h, kind) || q.bygone(h, kind) || q.otherSphere(h) || q.preset(h, kind) || q.otherParty(h)))
	return f
}

// labelled reports whether another number of the same sentence stands beside the parameter's own noun:
// "138 over 86, pulse 72", "at number 4, ninth floor".
func (q *query) labelled(h *hit) bool {
	b := q.b
	if h.mention < 0 || len(q.self.places(b)) == 0 {
		return false
	}
	if slices.ContainsFunc(q.single(), func(one hit) bool { return b.tokens[one.from].turn == b.tokens[h.from].turn }) {
		return true // "two adults and a child" are no two children
	}
	ids := b.ofKind(Number)
	for k := len(ids) - 1; k >= 0 && len(ids)-k <= maxEligible; k-- {
		at := b.at3[ids[k]]
		if q.Mentions[ids[k]].Status != Said || at.from < h.to && h.from < at.to || b.tokens[at.from].turn != b.tokens[h.from].turn || at.from > h.to+8 || h.from > at.to+8 || b.theirs(at.from) {
			continue
		}
		between := b.tokens[min(at.from, h.from)+1 : max(at.from, h.from)+1]
		if !slices.ContainsFunc(between, func(t token) bool { return t.gap == sentence }) && b.adjoins(q.self, &hit{from: at.from, to: at.to}, true) {
			return !q.bygone(&hit{from: at.from, to: at.to, mention: ids[k]}, Number)
		}
	}
	return false
}

// crossed reports whether the parameter's own words stand nearer to another mention of the kind, and those of another
// parameter nearer to this one: "the customer number is 48213, the order number is 99017".
func (q *query) crossed(h *hit, kind Kind, near float64) bool {
	b := q.b
	if q.depth > 0 || len(q.self.places(b)) == 0 {
		return false
	}
	kinds := [...]Kind{q.vying(h, kind), 0}
	if kind == Code {
		kinds = [...]Kind{Code, Number} // some codes are only numbers
	}
	turn, others := b.tokens[h.from].turn, q.heard.rivals()
	for _, vying := range kinds {
		for _, at := range q.eligible(vying) {
			if b.tokens[at.from].turn != turn || at.from < h.to && h.from < at.to {
				continue
			}
			own := b.nearness(q.self, at.from, at.to)
			if own < near+clearly {
				continue
			}
			for i := range others {
				s := &others[i]
				if s != q.self && (alike(s.want, q.want) || family(s.want.kind) == family(q.want.kind)) && b.nearness(s, h.from, h.to) > near+clearly && b.nearness(s, at.from, at.to) < own-clearly {
					return true
				}
			}
		}
	}
	return false
}

// clearly is how much nearer the words of one parameter must stand than those of another.
const clearly = 0.1

// outranked reports whether another value in the same turn has the role that a parameter's name states,
// where a place has none: "Lyon" is no destination in "I live in Lyon, book me a trip to Turin".
func (q *query) outranked(h *hit, kind Kind) bool {
	b, own := q.b, side(q.want.role)
	if own == 0 || !q.want.named {
		return false
	}
	turn := int(b.tokens[h.from].turn)
	return q.beaten(h, kind, func(id int32, _ span3) bool {
		return side(q.Mentions[id].Role) == own && q.Mentions[id].Span.Turn == turn
	})
}

// inOrder returns the role of a date in a tool whose only dates are a start and an end: where the user
// gives two days, the earlier is the start, whatever words stand beside them ("we arrive on the 3rd and go
// home on the 9th").
func (q *query) inOrder(h *hit, role string) string {
	if h.mention < 0 {
		return role
	}
	own, other := first(q.Mentions[h.mention].Value), ""
	for id := range q.eligible(Date) {
		m := &q.Mentions[id]
		v := first(m.Value)
		if v == own || v == other || q.b.role(m.Span.Turn) != "user" {
			continue
		}
		if other != "" {
			return role
		}
		other = v
	}
	if len(own) != 10 || len(other) != 10 || own[0] == 'X' || other[0] == 'X' {
		return role
	}
	if own < other {
		return roleFrom
	}
	return roleTo
}

// alike reports whether the same mention could fill both parameters.
func alike(a, z *want) bool {
	return a.kind == z.kind || (a.kind == Text || a.kind == Code) && (z.kind == Text || z.kind == Code)
}

// keyKin returns how well a field name of a tool's result matches a parameter's name.
func keyKin(key string, z []string) float64 {
	a := split(key)
	n := 0
	for _, x := range a {
		if slices.ContainsFunc(z, func(y string) bool { return kin(x, y) > 0.8 }) {
			n++
		}
	}
	return float64(n) / float64(max(len(a), len(z), 1))
}
