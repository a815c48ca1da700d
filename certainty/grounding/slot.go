package grounding

import (
	"cmp"
	"math"
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Bind attaches the conversation to a Reading that was stored, corrected by hand or made by a
// model. Support compares values with the conversation as well.
func (r *Reading) Bind(in Input) {
	r.in = &in
	r.text.Store(nil)
}

// The bounds of the slots.
const (
	maxCandidates = 6 // mentions examined for one parameter, the latest ones
	maxFills      = 3 // mentions kept for one parameter
)

// Filled returns a reading made by ReadText with its Slots filled, as Read fills them.
func (r *Reading) Filled() *Reading {
	out := r.unfilled()
	out.fill()
	return out
}

// unfilled returns a copy of a reading made by ReadText, to fill slots in.
func (r *Reading) unfilled() *Reading {
	out := &Reading{Reader: r.Reader, Mentions: slices.Clip(r.Mentions), in: r.in}
	out.text.Store(r.bound())
	return out
}

// Fills returns the fills of one parameter, as in its Slot, and the mentions that they index.
// If the reading has no slots (ReadText), each call fills only that parameter. It is safe for
// concurrent use in both cases.
func (r *Reading) Fills(tool, param string) ([]Fill, []Mention) {
	if r.Slots != nil || r.Reader != Rules || r.in == nil {
		return r.Slot(tool, param).Fills, r.Mentions
	}
	t := r.bound().toolNamed(tool)
	if t < 0 {
		return nil, r.Mentions
	}
	i := r.bound().paramNamed(t, param)
	if i < 0 {
		return nil, r.Mentions
	}
	alone := r.unfilled()
	return alone.filler().of(t).fills(i), alone.Mentions
}

// fill fills the slots of all parameters.
func (r *Reading) fill() {
	if r.Slots = EmptySlots(r.in.Tools); len(r.Slots) == 0 {
		return
	}
	n, q := 0, r.filler()
	q.b.listenAll(len(r.Slots))
	for t := range r.in.Tools {
		tool := &r.in.Tools[t]
		if n == len(r.Slots) || r.Slots[n].Tool != tool.Name {
			continue // no parameters, or the name of an earlier tool
		}
		q.of(t)
		for i := range tool.Params {
			r.Slots[n].Fills = q.fills(i)
			n++
		}
	}
}

// filler returns the query that fills parameters, one after the other.
func (r *Reading) filler() *query {
	r.bound().look()
	return &query{Reading: r, b: r.bound(), leaves: new(int), slots: true}
}

// of turns to a tool.
func (q *query) of(t int) *query {
	q.tool, q.heard = &q.in.Tools[t], q.b.listen(t)
	return q
}

// fills returns the mentions that fill parameter i of the tool, the likeliest first.
func (q *query) fills(i int) []Fill {
	q.param, q.self, q.want = &q.tool.Params[i], &q.heard.params[i], q.heard.params[i].want
	out := q.fillList[:0]
	switch w := q.want; {
	case w.kind == Boolean && !w.power && len(q.self.places(q.b)) == 0: // the text is not about it
	case w.kind == Boolean:
		for _, v := range [...]bool{true, false} {
			if s := q.flag(v); s.Rule == RuleFlag && s.Grounded() && !q.full() {
				out = append(out, q.made(Boolean, w.flag(v), s))
			}
		}
	case w.options != nil:
		out = q.chosen(out)
	case w.item != nil:
		q.want = w.item
	}
	if k := q.want.kind; len(out) == 0 && k != Boolean && k != Enumerator {
		if out = q.candidates(); len(out) == 0 && k == Number {
			if s := q.best(q.single(), Number); s.Grounded() && !q.full() {
				out = append(out, q.made(Number, jsonvalue.NewInt(1), s))
			}
		}
	}
	for i := range out {
		out[i].P = math.Round(1e4*out[i].P) / 1e4 // a reading is stored and read by people
	}
	slices.SortStableFunc(out, func(x, y Fill) int { return cmp.Compare(y.P, x.P) })
	q.fillList = out
	if out = out[:min(len(out), maxFills)]; len(out) == 0 {
		return nil
	}
	if len(out) > cap(q.kept)-len(q.kept) {
		q.kept = make([]Fill, 0, max(maxFills, min(64, len(q.Slots))))
	}
	n := len(q.kept)
	q.kept = append(q.kept, out...)
	return q.kept[n:len(q.kept):len(q.kept)]
}

// candidates returns the mentions of the parameter's kind that may fill it, each with its
// probability if there were no others.
func (q *query) candidates() []Fill {
	out := q.fillList[:0]
	switch k := q.want.kind; k {
	case Number, Date, Time:
		out = q.typed(out, q.b.ofKind(k), k)
	case Email, URL, Code, Phone:
		out = q.typed(out, q.b.ofKind(family(k)), Code)
	}
	if k := q.want.kind; len(out) == 0 && (k == Text || k == Code) {
		out = q.named(out)
	}
	q.fillList = out
	return out
}

// chosen returns the values of an enumeration that the text expresses.
func (q *query) chosen(out []Fill) []Fill {
	named, all := 0, q.evidences()
	for i := range all {
		if len(all[i]) > 0 {
			named++
		}
	}
	for i := range q.want.options {
		o := &q.want.options[i]
		if o.wordy && len(all[i]) == 0 && named < len(all)-1 {
			continue // the text does not name it, and it is not the only one left
		}
		if s := q.option(o.value); s.Grounded() && !q.full() {
			out = append(out, q.made(Enumerator, o.v, s))
		}
	}
	return out
}

// made adds a mention of an enum value or boolean that the text expresses, and returns its
// fill.
func (r *Reading) made(k Kind, v domains.Value, s Support) Fill {
	r.Mentions = append(r.Mentions, Mention{Kind: k, Value: r.in.Turns[s.Span.Turn].Text[s.Span.Start:s.Span.End], Status: Said, Span: s.Span})
	return Fill{Mention: len(r.Mentions) - 1, P: s.Score, Value: v}
}

// full reports whether a reading has as many mentions as can be parsed again.
func (r *Reading) full() bool { return len(r.Mentions) >= MaxMentions }

// typed appends the mentions of a kind, the latest first.
func (q *query) typed(out []Fill, ids []int32, kind Kind) []Fill {
	for n := len(ids) - 1; n >= 0 && len(ids)-n <= 2*maxCandidates && len(out) < maxCandidates; n-- {
		m := &q.Mentions[ids[n]]
		at := q.b.at3[ids[n]]
		if m.Status != Said || at.from >= at.to || q.b.role(m.Span.Turn) == "tool" && keyKin(m.Role, q.want.full) < 0.5 {
			continue
		}
		h := hit{from: at.from, to: at.to, q: 1, mention: ids[n]}
		if u := q.want.unit; kind == Number && u != "" && m.Unit != "" && m.Unit != u {
			if _, ok := convert(1, m.Unit, u); !ok {
				continue
			}
		}
		f := q.features(&h, kind, false)
		out = append(out, Fill{Mention: int(ids[n]), P: contested(f.score(), absent)}) // if it has no rivals
	}
	return out
}

// named appends the names that may fill a free-text parameter. A name is likelier with the
// parameter's role, or near words about the parameter.
func (q *query) named(out []Fill) []Fill {
	ids, single := q.b.ofKind(Name), 0
	if len(ids) == 0 {
		return out
	}
	others := q.heard.rivals()
	for i := range others {
		if alike(others[i].want, q.want) {
			single++
		}
	}
	for n := len(ids) - 1; n >= 0 && len(ids)-n <= maxCandidates; n-- {
		m, at := &q.Mentions[ids[n]], q.b.at3[ids[n]]
		if m.Status != Said || at.from >= at.to {
			continue
		}
		p := 0.35
		if single == 1 {
			p = 0.6
		}
		switch {
		case side(m.Role) != 0 && side(m.Role) == side(q.want.role):
			p += 0.4
		case opposite(m.Role, q.want.role), m.Role != "" && single > 1:
			p = 0.1
		}
		p += 0.3 * q.b.nearness(q.self, at.from, at.to)
		out = append(out, Fill{Mention: int(ids[n]), P: min(p, 0.95)})
	}
	return out
}
