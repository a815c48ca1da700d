package grounding

import (
	"math"
	"slices"
	"strings"

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
	for t := range r.in.Tools {
		if r.in.Tools[t].Name != tool {
			continue
		}
		for i := range r.in.Tools[t].Params {
			if r.in.Tools[t].Params[i].Name == param {
				alone := r.unfilled()
				return alone.filling(t, i, &query{}), alone.Mentions
			}
		}
		break // the first of several tools of one name counts
	}
	return nil, r.Mentions
}

// fill fills the slots of all parameters.
func (r *Reading) fill() {
	r.Slots = EmptySlots(r.in.Tools)
	n, q := 0, &query{}
	for t := range r.in.Tools {
		tool := &r.in.Tools[t]
		if n == len(r.Slots) || r.Slots[n].Tool != tool.Name {
			continue // no parameters, or the name of an earlier tool
		}
		for i := range tool.Params {
			r.Slots[n].Fills = r.filling(t, i, q)
			n++
		}
	}
}

// filling returns the fills of parameter i of tool t; q lends its buffers.
func (r *Reading) filling(t, i int, q *query) []Fill {
	b, tool, leaves := r.bound(), &r.in.Tools[t], maxLeaves
	b.look()
	set := r.in.Sets[tool.Name]
	domain := func(i int) domains.Domain {
		d, _ := set.Get(tool.Params[i].Name)
		return d
	}
	heard := b.listen(t, tool, domain)
	*q = query{Reading: r, b: b, tool: tool, param: &tool.Params[i], domain: domain(i), leaves: &leaves, heard: heard, self: &heard.params[i], want: heard.params[i].want, fillList: q.fillList}
	return q.fills()
}

// fills returns the mentions that fill a parameter, the likeliest first.
func (q *query) fills() []Fill {
	r, p, d := q.Reading, q.param, q.domain
	var out []Fill
	switch k := q.want.kind; k {
	case Boolean:
		for _, v := range [...]bool{true, false} {
			if s := q.flag(v); s.Rule == RuleFlag && s.Grounded() {
				out = append(out, r.made(Boolean, jsonvalue.NewBool(v), s))
			}
		}
	case Enumerator:
		out = q.chosen()
	case Number, Date, Time:
		if out = q.chosen(); out != nil {
			break // the description explains what the numbers stand for
		}
		out = q.claimed()
	case Item:
		out = q.items(p, d)
	default:
		out = q.claimed()
	}
	for i := range out {
		out[i].P = math.Round(1e4*out[i].P) / 1e4 // a reading is stored and read by people
	}
	sortFills(out)
	return append([]Fill(nil), out[:min(len(out), maxFills)]...)
}

// claimed returns the claims of the parameter as fills.
func (q *query) claimed() []Fill {
	out := q.fillList[:0]
	for _, c := range q.claims() {
		out = append(out, Fill{Mention: int(c.mention), P: c.p})
	}
	q.fillList = out
	return out
}

// claims returns the mentions that may fill the parameter, computed on first use.
func (q *query) claims() []claim {
	return *q.self.claims.get(func() *[]claim {
		sub := *q
		sub.alone = true
		var fills []Fill
		switch k := q.want.kind; k {
		case Number, Date, Time:
			fills = sub.typed(q.b.ofKind(k), string(k))
		case Email, URL, Code, Phone:
			fills = sub.typed(q.b.ofKind(family(k)), "code")
		}
		if len(fills) == 0 && (q.want.kind == Text || q.want.kind == Code || q.want.kind == "") {
			fills = sub.namedFills()
		}
		q.fillList = sub.fillList
		out := make([]claim, len(fills))
		for i, f := range fills {
			out[i] = claim{int32(f.Mention), f.P}
		}
		return &out
	})
}

// contested returns 2p-1 for the likeliest of the user's other mentions with another value,
// where p is its probability of filling the parameter; 0 if none has p over 0.5. Only one of
// them can fill the parameter, so a likely rival makes the mention h less likely. A rival that
// fills another parameter better does not count.
func (q *query) contested(h *hit) float64 {
	if q.alone || q.depth > 0 {
		return 0
	}
	best := 0.5
	for _, c := range q.claims() {
		m, at := &q.Mentions[c.mention], q.b.at3[c.mention]
		if c.p <= best || q.b.role(m.Span.Turn) != "user" || at.from < h.to && h.from < at.to || h.mention >= 0 && m.Value == q.Mentions[h.mention].Value {
			continue
		}
		if !slices.ContainsFunc(q.bestClaims(), func(o claim) bool { return o.mention == c.mention && o.p > c.p }) {
			best = c.p
		}
	}
	return 2*best - 1
}

// bestClaims returns each mention that may fill a parameter of the tool, with the highest of
// its probabilities of filling one.
func (q *query) bestClaims() []claim {
	return *q.heard.best.get(func() *[]claim {
		var best []claim
		sub := *q
		for i := range q.heard.params {
			sub.self, sub.want = &q.heard.params[i], q.heard.params[i].want
			for _, c := range sub.claims() {
				n := slices.IndexFunc(best, func(o claim) bool { return o.mention == c.mention })
				if n < 0 {
					best = append(best, c)
				} else {
					best[n].p = max(best[n].p, c.p)
				}
			}
		}
		return &best
	})
}

// chosen returns the values of an enumeration that the text expresses.
func (q *query) chosen() (out []Fill) {
	for i := range q.want.options {
		o := &q.want.options[i]
		if s := q.option(o.value); s.Grounded() {
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

// typed returns the mentions of a kind as fills.
func (q *query) typed(ids []int32, kind string) []Fill {
	out := q.fillList[:0]
	for n := len(ids) - 1; n >= 0 && len(ids)-n <= 2*maxCandidates && len(out) < maxCandidates; n-- {
		m := &q.Mentions[ids[n]]
		at := q.b.at3[ids[n]]
		if m.Status != Said || at.from >= at.to || m.Role == "ordinal" && kind == "number" || q.want.kind == Email && m.Kind != Email || q.b.role(m.Span.Turn) == "tool" && keyKin(m.Role, q.want.full) < 0.5 {
			continue
		}
		h := hit{from: at.from, to: at.to, q: 1, mention: ids[n]}
		if u := q.want.unit; kind == "number" && u != "" && m.Unit != "" && m.Unit != u {
			if _, ok := convert(1, m.Unit, u); !ok {
				continue
			}
		}
		if kind == "number" && q.want.unit == "" && m.Kind == Money && !q.want.is("money") {
			continue
		}
		out = append(out, Fill{Mention: int(ids[n]), P: q.likely(&h, kind)})
	}
	q.fillList = out
	return out
}

// namedFills returns the names that may fill a free-text parameter. A name is likelier with the
// parameter's role, or near words about the parameter.
func (q *query) namedFills() []Fill {
	out := q.fillList[:0]
	ids := q.b.ofKind(Name)
	single := 0
	for i := range q.heard.params {
		if alike(q.heard.params[i].want, q.want) {
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
		case opposite(m.Role, q.want.role), m.Role != "" && q.want.role == "" && single > 1:
			p = 0.1
		}
		p += 0.3 * q.b.nearness(q.self, at.from, at.to)
		out = append(out, Fill{Mention: int(ids[n]), P: min(p, 0.95)})
	}
	q.fillList = out
	return out
}

// items returns the fills of a list parameter: mentions that may be one of its elements.
func (q *query) items(p *domains.Param, d domains.Domain) []Fill {
	if len(q.want.options) > 0 {
		return q.chosen()
	}
	of := *p
	of.Schema = p.Schema.Field("items")
	if of.Schema.IsNull() || of.Schema.Field("type").Str() == "array" || of.Schema.Field("type").Str() == "object" {
		return nil
	}
	sub := *q
	sub.want = wantOf(&of, domains.Domain{})
	if sub.want.kind == Item {
		return nil
	}
	if k := sub.want.kind; k == Number || k == Date || k == Time {
		return sub.typed(q.b.ofKind(k), strings.ToLower(string(k)))
	}
	return sub.namedFills()
}
