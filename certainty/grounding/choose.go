package grounding

// maxOffered bounds the options of an offer.
const maxOffered = 12

// choose marks the option of the assistant's offer that the user's turn t points to without
// naming it, and reports whether it does: the first one, the latter, the cheaper one. The offer is a list, or the
// last sentence with options, in the assistant's turn just before.
func (r *reader) choose(t int) bool {
	b := r.b
	if t == 0 || b.in.Turns[t-1].Role != "assistant" {
		return false
	}
	options := b.bullets(t - 1)
	if options != nil {
		if k := b.byBullet(t, len(options), !b.tokens[options[0].from-1].digit); k >= 0 {
			r.mark(int(options[k].from), int(options[k].to), Said)
			for n := r.first(int(b.starts[t])); n < len(r.out) && r.pos[n].from < b.starts[t+1]; n++ {
				r.out[n].Role = "ordinal" // the number is no quantity
			}
			return true
		}
	}
	if b.inTurn[t]&(cLeast|cMost|cOrd|cLast) == 0 {
		return false
	}
	if options == nil {
		options = r.options(t - 1)
	}
	short := b.starts[t+1]-b.starts[t] <= 5
	for i := int(b.starts[t]); i < int(b.starts[t+1]); i++ {
		k := -1
		if m, ok := b.at(i, cOrd); ok && (b.points(i+int(m.n), t) || short) && int(m.val) <= len(options) {
			k = int(m.val) - 1
		} else if m, ok := b.at(i, cLast); ok && b.points(i+int(m.n), t) {
			k = len(options) - 1
		}
		for _, c := range [...]class{cLeast, cMost} {
			if m, ok := b.at(i, c); ok && k < 0 {
				k = r.furthest(options, m.str(), c == cMost)
			}
		}
		if k >= 0 {
			r.mark(int(options[k].from), int(options[k].to), Said)
			r.shared(options)
			return true
		}
	}
	return false
}

// shared accepts a day that only one option of an offer names, because it goes for all: "on Wednesday I
// have 10:40 or 14:20".
func (r *reader) shared(options []span3) {
	n, only := 0, span3{}
	for _, o := range options {
		for k := r.first(int(o.from)); k < len(r.out) && r.pos[k].to <= o.to; k++ {
			if r.out[k].Kind == Date {
				n, only = n+1, r.pos[k]
			}
		}
	}
	if n == 1 {
		r.mark(int(only.from), int(only.to), Said)
	}
}

// points reports whether a word before token i stands for an option: "the first one", "the first".
func (b *bound) points(i, t int) bool { return b.is(i, cOne) || b.clauseEnds(i, t) }

// options returns the parts of the last sentence of a turn that offers several: what commas, "and" and "or"
// join. Without an "or", each part has a value.
func (r *reader) options(t int) (options []span3) {
	b := r.b
	b.sentences(t, func(from, to int) {
		or := b.alternatives(from, to)
		var out []span3
		begin := from
		for i := from + 1; i <= to; i++ {
			if i < to && !b.is(i, cOr|cAnd) && b.tokens[i].gap != comma {
				continue
			}
			if n := r.first(begin); or || n < len(r.pos) && int(r.pos[n].to) <= i {
				out = append(out, span3{int32(begin), int32(i)})
			}
			begin = i
		}
		if len(out) > 1 {
			options = out
		}
	})
	return options
}

// furthest returns the option with the lowest or highest price, time or other number, -1 if not
// all of them have one.
func (r *reader) furthest(options []span3, field string, most bool) int {
	best, at := 0.0, -1
	for k, o := range options {
		v, ok := r.measured(o, field)
		if !ok {
			return -1
		}
		if at < 0 || most && v > best || !most && v < best {
			best, at = v, k
		}
	}
	return at
}

// measured returns the first number of an option that a field may be about.
func (r *reader) measured(o span3, field string) (v float64, ok bool) {
	for n := r.first(int(o.from)); n < len(r.out) && r.pos[n].to <= o.to; n++ {
		m := &r.out[n]
		fits := family(m.Kind) == Number && (m.Kind == Money) == (field == "price")
		if field == "time" {
			fits = m.Kind == Time
		}
		if v, ok = m.magnitude(); fits && ok {
			return v, true
		}
	}
	return 0, false
}
