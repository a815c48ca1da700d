package grounding

import (
	"cmp"
	"math"
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The values of Support.Rule: how a value was compared with the text that supports it.
const (
	RuleNone     = "none"
	RuleExact    = "exact"   // the conversation contains its text
	RuleWords    = "words"   // the conversation contains its words, in other forms or apart
	RuleNumber   = "number"  // an equal number
	RuleUnit     = "unit"    // an equal amount in another unit
	RuleDerived  = "derived" // computed from mentions: a sum, a percentage, a duration
	RuleDate     = "date"
	RuleTime     = "time"
	RuleCode     = "code"     // an id or an address, however its characters are grouped or spelled
	RuleName     = "name"     // a standard code, by its name
	RuleGloss    = "gloss"    // an enum value, by the schema's explanation
	RuleSingled  = "singled"  // an enum value, because all others are denied
	RuleInitials = "initials" // the initials of a name
	RuleFlag     = "flag"     // a boolean, by what the text says about its subject
	RuleList     = "list"
	RuleObject   = "object"
	RuleDefault  = "default" // the schema's default, which an omitted argument means too
	RuleRead     = "read"    // a fill of the parameter in a model's reading
)

// query is one value to compare with a reading.
type query struct {
	*Reading
	b      *bound
	tool   *domains.Tool
	param  *domains.Param
	want   *want
	heard  *hearing // the words in the text about the tool's parameters
	self   *heard
	depth  int // nested lists
	level  int // nested lists and objects
	leaves *int
	pairs  *[][]Span // where the members of each object of a list stand

	fillList []Fill
	kept     []Fill // the fills that were returned
	slots    bool   // slots are being filled, so that rivals do not count
	steps    int    // of the loops over clauses, for the test of the cost
}

// Support returns how far the conversation supports a value of a parameter (F4). d is the zero
// Domain if the domain is unknown; tool and p may be nil. It is safe for concurrent use and
// deterministic.
func (r *Reading) Support(tool *domains.Tool, p *domains.Param, d domains.Domain, v domains.Value) Support {
	if p == nil {
		p = &domains.Param{}
	}
	leaves := maxLeaves
	q := &query{Reading: r, b: r.bound(), tool: tool, param: p, leaves: &leaves}
	q.b.look()
	q.heard, q.self = q.b.hear(tool, p, d)
	q.want = q.self.want
	s := q.value(v)
	if tool != nil && r.Reader != Rules {
		s = q.read(s, v)
	}
	return q.orDefault(s, v)
}

// orDefault supports the schema's default, since an omitted argument means the same.
func (q *query) orDefault(s Support, v domains.Value) Support {
	if p := q.param; !s.Grounded() && p.HasDefault && jsonvalue.Equal(domains.Coerce(p, v), domains.Coerce(p, p.Default)) {
		return Support{Score: 1, Rule: RuleDefault, Status: Said}
	}
	return s
}

func (q *query) value(v domains.Value) Support {
	if *q.leaves--; *q.leaves < 0 {
		return Support{Rule: RuleNone}
	}
	if b, ok := q.want.flagOf(v); ok {
		if q.literal() {
			return q.option(plainText(v))
		}
		return q.flag(b)
	}
	switch v.Kind() {
	case jsonvalue.Bool:
		return q.flag(v.Bool())
	case jsonvalue.Number:
		f, ok := plainNumber(v)
		if !ok {
			return Support{Rule: RuleNone}
		}
		out := q.best(q.numbers(f), Number)
		if !out.Grounded() && q.options() {
			if by := q.option(plain(f)); by.Score > out.Score {
				return by // the description explains the number
			}
		}
		return out
	case jsonvalue.String:
		return q.text(v.Str())
	case jsonvalue.Array:
		return q.list(v)
	case jsonvalue.Object:
		return q.object(v)
	}
	return Support{Rule: RuleNone}
}

// list compares a list element by element; one unsupported element makes the score low.
func (q *query) list(v domains.Value) Support {
	items := v.Items()
	if len(items) == 0 || q.level >= maxDepth {
		return Support{Rule: RuleNone}
	}
	if out, ok := q.allBut(items); ok {
		return out
	}
	sub := *q
	sub.depth++
	sub.level++
	sub.pairs = new([][]Span)
	items = items[:min(len(items), maxItems)]
	spans := make([]Span, len(items))
	var least Support
	sum := 0.0
	for i := range items {
		s := sub.value(items[i])
		spans[i] = s.Span
		sum += s.Score
		if i == 0 || s.Score < least.Score {
			least = s
		}
	}
	out := Support{Score: 0.8*least.Score + 0.2*sum/float64(len(items)), Rule: RuleList, Status: least.Status, Span: least.Span}
	if out.Grounded() && (items[0].Kind() == jsonvalue.String && q.b.lacks(spans) || mispaired(*sub.pairs)) {
		out.Score *= lackShare
	}
	return out
}

// mispaired reports whether two objects of a list have each other's members: Tom is 38 and Lisa 41, of "Tom is 41 and
// Lisa is 38". The text has both members of the objects in the same order, however it joins them.
func mispaired(pairs [][]Span) bool {
	before := func(a, b Span) int {
		if a.Turn != b.Turn || a == (Span{}) || b == (Span{}) {
			return 0
		}
		return cmp.Compare(a.Start, b.Start)
	}
	for i, x := range pairs {
		for _, y := range pairs[:i] {
			order := 0
			for k := range min(len(x), len(y)) {
				o := before(x[k], y[k])
				if o*order < 0 {
					return true
				}
				order = cmp.Or(order, o)
			}
		}
	}
	return false
}

// allBut supports the values of a closed list that remain where the user wants all but some: "everything except the
// onions".
func (q *query) allBut(items []domains.Value) (out Support, ok bool) {
	if q.depth > 0 || q.b.classes&cAll == 0 || q.want.kind != Item || len(items) >= len(q.want.options) {
		return out, false
	}
	kept := 0
	for i, hits := range q.evidences() {
		denied := slices.IndexFunc(hits, func(h hit) bool { return q.statusAt(&h) == Denied && q.b.all(&h) })
		held := slices.ContainsFunc(items, func(v domains.Value) bool { return jsonvalue.Equal(v, q.want.options[i].v) })
		switch {
		case held == (denied >= 0), !held && q.any(hits, Said):
			return out, false
		case held:
			kept++
		default:
			out = Support{Score: 0.9, Rule: RuleList, Status: Said, Span: q.b.span(int(hits[denied].from), int(hits[denied].to))}
		}
	}
	return out, kept == len(items)
}

// all reports whether the user says just before a place that all are meant: "all colours except red".
func (b *bound) all(h *hit) bool {
	from := int(h.from)
	k := from
	for k > from-reach+1 && b.tokens[k].gap < sentence {
		k--
	}
	return b.anyIs(k, from, cAll) && b.role(int(b.tokens[from].turn)) == "user"
}

// lackShare multiplies the support of a list that omits one of the things enumerated in the
// text.
const lackShare = 0.4

// lacks reports whether the named things omit one that stands between them or with which the same
// enumeration continues: rice or chickpeas, of "onions, chickpeas and rice".
func (b *bound) lacks(spans []Span) bool {
	held := make(map[int32]bool, len(spans)) // clauses with one of the things
	first, last := int32(math.MaxInt32), int32(-1)
	for _, s := range spans {
		at := b.locate(s)
		if at.from >= at.to || b.role(s.Turn) == "tool" || b.tokens[at.from].digit {
			return false
		}
		for i := at.from; i < at.to; i++ {
			held[b.clauseOf[i]] = true
		}
		first, last = min(first, b.clauseOf[at.from]), max(last, b.clauseOf[at.to-1])
	}
	turn := b.tokens[b.clauses[first].from].turn
	if last-first > 2*maxItems || turn != b.tokens[b.clauses[last].from].turn {
		return false
	}
	for n := first + 1; n < last && b.role(int(turn)) == "user"; n++ {
		if c := &b.clauses[n]; !held[n] && c.to-c.from <= 2 && b.tokens[c.to-1].solid && b.tokens[c.from].gap < sentence && b.names(n) {
			return true
		}
	}
	for n := last + 1; int(n) < len(b.clauses); n++ { // up to the "and" that ends the enumeration
		c := &b.clauses[n]
		if b.tokens[c.from].gap == sentence || c.to-c.from > 4 && !b.placed(n) || !b.names(n) {
			return false
		}
		if b.is(int(c.from), cAnd) {
			return true
		}
	}
	return false
}

// placed reports whether a clause that continues an enumeration says behind its first word where it
// goes: "and bread to my list".
func (b *bound) placed(n int32) bool {
	i := int(b.clauses[n].from)
	return b.is(i, cAnd) && b.is(i+2, cTo|cAt|cFrom) && i+2 < int(b.clauses[n].to)
}

// names reports whether a clause names something that holds and was not taken back later.
func (b *bound) names(n int32) bool {
	c := &b.clauses[n]
	for i := c.from; i < c.to; i++ {
		t := &b.tokens[i]
		if t.has&(cStop|cAnd|cSorry|cYes|cNum|cNot) != 0 && !(t.capital && t.gap < sentence) || t.status != Said || t.digit || t.solid && len(b.norm(t)) < 3 {
			continue
		}
		if places := b.occurs(t.word); b.tokens[places[len(places)-1]].status == Said {
			return true
		}
	}
	return false
}

// object compares an object member by member, as a call whose parameters are its properties.
func (q *query) object(v domains.Value) Support {
	members := v.Members()
	if len(members) == 0 || q.level >= maxDepth {
		return Support{Rule: RuleNone}
	}
	members = members[:min(len(members), maxItems)]
	params, set := membersOf(q.param.Schema.Field("properties"), members)
	heard := listen(params, set)
	var first Support
	sum, least := 0.0, 1.0
	spans := make([]Span, len(params))
	for i, m := range members {
		k := memberAt(params, m.Key)
		sub := *q
		sub.level++
		sub.param, sub.heard, sub.self = &params[k], heard, &heard.params[k]
		sub.want = sub.self.want
		s := sub.orDefault(sub.value(m.Value), m.Value)
		spans[k] = s.Span
		sum += s.Score
		least = min(least, s.Score)
		if i == 0 {
			first = s
		}
	}
	if q.pairs != nil {
		*q.pairs = append(*q.pairs, spans)
	}
	return Support{Score: (sum/float64(len(members)) + least) / 2, Rule: RuleObject, Status: first.Status, Span: first.Span}
}

// membersOf returns the properties of an object as parameters, and those members of a value that its schema does not
// list.
func membersOf(props domains.Value, members []jsonvalue.Member) (params []domains.Param, set domains.Set) {
	add := func(key string) {
		p := memberOf(props, key)
		params, set = append(params, *p), append(set, domains.ParamDomain{Name: key, Domain: closedSet(p)})
	}
	listed := props.Members()
	for i := range listed[:min(len(listed), maxItems)] {
		add(listed[i].Key)
	}
	for _, m := range members {
		if memberAt(params, m.Key) < 0 {
			add(m.Key)
		}
	}
	return params, set
}

func memberAt(params []domains.Param, key string) int {
	return slices.IndexFunc(params, func(p domains.Param) bool { return p.Name == key })
}

// closedSet returns the domain of a member whose values its schema lists, the zero Domain for any other.
func closedSet(p *domains.Param) (d domains.Domain) {
	if values := p.Schema.Field("enum").Items(); len(values) > 0 {
		d = domains.Domain{Type: domains.Finite, Size: int64(len(values)), Values: values}
	}
	return d
}

func (q *query) options() bool { return len(q.want.options) > 0 }

// hit is a place in the text that may support a value.
type hit struct {
	from, to int32
	q        float64 // how well the place expresses the value, in [0,1]
	alt      int     // the index of the alternative that is the value
	mention  int32   // -1 if there is no mention at the place
	rule     string
	unit     bool // it has a different unit
	beaten   bool // the conversation is now about another value of the enumeration
}

// unsaid returns the support of a value that the conversation does not mention: it may say the
// value in a way that is not understood, unless something else fills the parameter.
func (q *query) unsaid(kind Kind) float64 {
	open := 1.0
	if q.depth == 0 && !q.slots {
		for _, c := range q.candidates() {
			open = min(open, 1-c.P/2)
		}
	}
	if tracer != nil {
		tracer(trace{kind: kind, open: open})
	}
	return unsaid[kind] * open
}

// best returns the support of the best of the places.
func (q *query) best(hits []hit, kind Kind) Support {
	hits = q.standing(hits)
	if len(hits) == 0 {
		return Support{Score: q.unsaid(kind), Rule: RuleNone}
	}
	top, most := -1, 0.0
	var own []features
	for i := range hits {
		h := &hits[i]
		if st := q.statusAt(h); st != Said && !(q.want.leave && st == Denied) {
			continue
		}
		f := q.features(h, kind, false)
		if tracer != nil {
			own = append(own, f)
		}
		if z := f.score(); top < 0 || z > most {
			most, top = z, i
		}
	}
	if top < 0 {
		return q.by(&hits[0], min(unheld, unsaid[kind]))
	}
	var rivals []features
	if !q.slots && q.depth == 0 {
		rivals = q.rivals(hits, top, kind)
	}
	if tracer != nil {
		tracer(trace{kind: kind, own: own, rivals: rivals})
	}
	return q.by(&hits[top], contested(most, highest(rivals)))
}

// by returns the support with a score that a place gives.
func (q *query) by(h *hit, score float64) Support {
	return Support{Score: score, Rule: h.rule, Status: q.statusAt(h), Span: q.b.span(int(h.from), int(h.to))}
}

// standing removes the places before the user took the value back. If the user's last full
// mention of the value is denied or replaced, earlier places with status Said no longer count.
func (q *query) standing(hits []hit) []hit {
	var last *hit
	for i := range hits {
		h := &hits[i]
		if q.b.role(int(q.b.tokens[h.from].turn)) == "user" && h.q >= 0.8 && h.alt == 0 && (last == nil || h.from > last.from) {
			last = h
		}
	}
	if last == nil || q.want.leave {
		return hits
	}
	if st := q.statusAt(last); st != Denied && st != Replaced {
		return hits
	}
	return slices.DeleteFunc(slices.Clone(hits), func(h hit) bool { return h.from < last.from && q.statusAt(&h) == Said })
}

// unheld is the support of what is denied, replaced or only proposed.
const unheld = 0.02

// statusAt returns the status of the text at a place.
func (q *query) statusAt(h *hit) Status {
	if (h.rule == RuleNumber || h.rule == RuleSingled) && h.mention < 0 {
		return Said // the value is 0 or none, and a denial says so
	}
	if h.mention >= 0 {
		return q.Mentions[h.mention].Status
	}
	for i := h.from; i < h.to; i++ {
		if t := &q.b.tokens[i]; t.digit && t.status != Said {
			return t.status // the status of a number decides, as in an address
		}
	}
	return q.b.statusOf(span3{h.from, h.to})
}
