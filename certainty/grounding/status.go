package grounding

import "slices"

// settle gives every mention its status: denied, replaced by a correction, proposed, or said by
// the user or confirmed. It also fills in missing roles.
func (r *reader) settle() {
	b := r.b
	for k := range r.out { // record has set the status of tool results
		if b.role(r.out[k].Span.Turn) == "tool" {
			continue
		}
		m := &r.out[k]
		m.Status = b.statusOf(r.pos[k])
		if m.Role == "" {
			m.Role = b.roleAt(int(r.pos[k].from), int(r.pos[k].to))
		}
	}
	r.ranges()
	r.regions()
}

// statusOf returns Said if at least half of a place's tokens have that status, else the
// status of the last other token.
func (b *bound) statusOf(at span3) Status {
	said, other := 0, Said
	for i := at.from; i < at.to; i++ {
		if b.tokens[i].status == Said {
			said++
		} else {
			other = b.tokens[i].status
		}
	}
	if 2*said >= int(at.to-at.from) {
		return Said
	}
	return other
}

// usual returns the status that the text of a turn has without denials, corrections and
// confirmations.
func (b *bound) usual(turn int) Status {
	if b.role(turn) == "assistant" {
		return Proposed
	}
	return Said
}

// unsettled gives each token the usual status of its turn.
func (b *bound) unsettled() {
	for i := range b.tokens {
		b.tokens[i].status = b.usual(int(b.tokens[i].turn))
	}
}

// findStatuses gives each token its status, turn by turn. What the user says holds, except for
// denials and corrections; what the assistant says holds once the user confirms it.
func (r *reader) findStatuses() {
	b := r.b
	b.unsettled()
	for t := range b.in.Turns {
		role := b.role(t)
		if role != "assistant" && role != "tool" {
			r.denyIn(t, int(b.starts[t]), int(b.starts[t+1]))
		}
		if role == "user" {
			r.confirm(t)
			r.postponed(t)
		}
	}
	r.corrections()
}

// reach is how many tokens a denial covers at most.
const reach = 8

// denyIn finds the denials among the tokens [from, to) of a turn.
func (r *reader) denyIn(t, from, to int) {
	b := r.b
	if b.inTurn[t]&(cNot|cNotPost|cDrop|cNo) == 0 {
		return
	}
	for i := from; i < to; {
		if !b.is(i, cPass|cNot|cNotPost|cDrop|cNo|cSorry) || r.dated[i] {
			i++ // "3 mai" is May in French; "mai" is never in Italian
			continue
		}
		if m, ok := b.at(i, cPass); ok && !(b.is(i+1, cTo|cFrom) && b.tok(i+int(m.n), i).capital) {
			i += int(m.n) // nicht nach 8, but not "nicht nach Bonn"
			continue
		}
		if f, ok := b.figureAt(i + 1); ok && b.is(i, cDot) {
			if u, _ := b.unitAt(f.from, f.to); b.minus(i, f.to, u) {
				i = f.to
				continue
			}
		}
		if m, ok := b.at(i, cSorry); ok && m.n > 1 {
			i += int(m.n) // "no wait" takes back the words before, and denies none after
			continue
		}
		if no, ok := b.at(i, cNo); ok && i > from && b.tokens[i].solid && b.clauseEnds(i+int(no.n), t) {
			r.denyNoun(i, from, 2) // breakfast yes, parking no
			i += int(no.n)
			continue
		}
		i += r.denial(i, from, to, t)
	}
}

// denial denies what the words of a negation at token i are about, before them or behind them, and returns how many
// words these are.
func (r *reader) denial(i, from, to, t int) int {
	b := r.b
	not, pre := b.at(i, cNot)
	post, isPost := b.at(i, cNotPost)
	drop, isDrop := b.at(i, cDrop)
	n := 1
	if isDrop && !pre {
		n = int(drop.n)
		if b.namedBefore(i, i+n, to) {
			r.denyOn(i+n, to)
		}
		if b.clauseEnds(i+n, t) {
			r.dropBack(i, from)
		}
	}
	if isPost {
		n = int(post.n)
		r.denyBack(i, from)
		if end := i + n; n > 1 && end < to && b.tokens[end].gap < comma && b.anyIs(i, end, cNot) {
			r.denyOn(end, to) // je ne veux pas d'assurance
		}
	}
	if leave, ok := b.at(i, cLeave); isDrop || pre && ok {
		n = max(n, int(leave.n))
		if e := i + max(n, int(not.n)); b.is(e, cStop) && b.clauseEnds(e+1, t) {
			r.denyNoun(i, from, 2) // voicemail confuses him, so skip that
		}
	}
	if !pre {
		return n
	}
	n = int(not.n)
	if i+n < to && b.tokens[i+n].gap < comma {
		r.denyOn(i+n, to)
	}
	if n == 1 && not.lang != b.lx.id("en") && !b.is(i-1, cStop|cBut) && b.tokens[i].gap <= space && b.is(i+n, cStop) {
		r.denyNoun(i, from, 0) // el desayuno no lo necesitamos
	}
	if i > from+1 && b.is(i-1, cMine) && (b.clauseEnds(i+n+1, t) || b.clauseEnds(i+n, t)) {
		r.denyNoun(i, from, 2) // emails I never open
	}
	return n
}

// dropBack denies the words before a verb such as "cancel" at the end of its clause, if they were said in an earlier
// turn: what was never said cannot be taken back.
func (r *reader) dropBack(i, from int) {
	b := r.b
	k := i
	for k > from && i-k < reach && b.tokens[k].gap < comma {
		k--
	}
	if b.namedBefore(from, k, i) {
		r.denyBack(i, from)
	}
}

// anyIs reports whether one of the tokens [from, to) begins a phrase of a class.
func (b *bound) anyIs(from, to int, c class) bool {
	return slices.ContainsFunc(b.tokens[from:to], func(t token) bool { return t.has&c != 0 })
}

// clauseEnds reports whether a clause that is no question ends before token i.
func (b *bound) clauseEnds(i, t int) bool {
	n := int(b.starts[t+1])
	return (i == n || i < n && b.tokens[i].gap >= comma) && !b.questioned(i-1)
}

// denyNoun denies the noun before a verdict ("parking no") with its modifiers. Up to `between`
// function words may stand before the verdict; they are not denied.
func (r *reader) denyNoun(i, from, between int) {
	b := r.b
	to := i
	for to > from && i-to < between && b.is(to-1, cStop|cMine) {
		to--
	}
	k := to
	for k > from && to-k < 3 && (k == to || b.tokens[k].gap <= space) && !b.is(k-1, cStop|cBut|cAnd|cSorry|cYes|cNo) {
		k--
	}
	r.deny(k, to)
}

// deny denies those of the tokens [from, to) that still hold.
func (r *reader) deny(from, to int) {
	for k := from; k < to; k++ {
		if t := &r.b.tokens[k]; t.status == Said {
			t.status = Denied
		}
	}
}

// namedBefore reports whether a content word of the clause from token i on also stands before
// token before. What was never said cannot be taken back.
func (b *bound) namedBefore(before, i, to int) bool {
	for k := i; k < to && k < i+reach; k++ {
		if !b.is(k, cStop) && b.occurs(b.tokens[k].word)[0] < int32(before) {
			return true
		}
	}
	return false
}

// denyOn denies the words after a negation, up to the end of the clause.
func (r *reader) denyOn(i, to int) {
	b, counts := r.b, false
	for k := i; k < to && k < i+reach; k++ {
		t := &b.tokens[k]
		counts = counts || b.countsAt(k)
		if b.is(k, cMin|cMax) { // "not over 30" does not deny 30
			break
		}
		if k > i && (t.gap >= comma || b.is(k, cBut|cOnly) || b.is(k, cAnd) && !counts && b.countsAt(k+1)) {
			break // without onions and two drinks
		}
		r.steps++
		b.tokens[k].status = Denied
	}
}

// countsAt reports whether a number stands at token k.
func (b *bound) countsAt(k int) bool {
	return k < len(b.tokens) && b.tokens[k].gap <= space && (b.tokens[k].digit || b.is(k, cNum))
}

// denyBack denies the words before a negation in its clause: "Karin isn't coming", "X じゃなくて".
func (r *reader) denyBack(i, from int) {
	b := r.b
	for i > from && b.tokens[i].gap < comma && b.is(i-1, cSorry) {
		i-- // doch nicht
	}
	if b.tokens[i].solid {
		if b.tokens[i].gap <= space {
			r.denyNoun(i, from, 0)
		}
		return
	}
	k := i
	for k > from && (k == i || b.tokens[k].gap < comma) {
		k--
	}
	r.deny(k, i)
}

// regions adds a Text mention for each run of denied, replaced or confirmed tokens, so that the
// Reading records these statuses. These mentions are placed before the others.
func (r *reader) regions() {
	b := r.b
	for t := range b.in.Turns {
		usual := b.usual(t)
		for i, end := int(b.starts[t]), int(b.starts[t+1]); i < end && b.role(t) != "tool"; {
			j := i + 1
			for j < end && b.tokens[j].status == b.tokens[i].status {
				j++
			}
			if b.tokens[i].status != usual && len(r.out)+len(r.extra) < maxMentions {
				r.extra = append(r.extra, Mention{Kind: Text, Value: b.text(i, j), Status: b.tokens[i].status, Span: b.span(i, j)})
				r.extraPos = append(r.extraPos, span3{int32(i), int32(j)})
			}
			i = j
		}
	}
}
