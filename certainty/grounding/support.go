package grounding

import (
	"math"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The rules, as Support.Rule names them: how a value was compared with what backs it.
const (
	RuleNone     = "none"
	RuleExact    = "exact"   // its text stands in the conversation
	RuleWords    = "words"   // its words do, in other forms or apart
	RuleNumber   = "number"  // an equal number
	RuleUnit     = "unit"    // an equal amount in another unit
	RuleDerived  = "derived" // worked out of what is said: a sum, a share, a length
	RuleDate     = "date"
	RuleTime     = "time"
	RuleCode     = "code"     // an id or an address, however it is grouped or spelled
	RuleName     = "name"     // a standard code, by the name it stands for
	RuleGloss    = "gloss"    // an enumerator, by what the schema says it stands for
	RuleSingled  = "singled"  // an enumerator, by the denial of all others
	RuleInitials = "initials" // of a name
	RuleFlag     = "flag"     // a boolean, by what is said of its subject
	RuleList     = "list"
	RuleObject   = "object"
	RuleDefault  = "default" // the schema's own default: leaving it out says the same
	RuleRead     = "read"    // what a model's reading fills the parameter with
)

// query is one value to be compared with a reading.
type query struct {
	*Reading
	b      *bound
	tool   *domains.Tool
	param  *domains.Param
	domain domains.Domain
	want   *want
	heard  *hearing // of the tool's parameters
	self   *heard
	depth  int
	leaves *int
	denies bool // the value itself says what is not wanted: no onions

	fillList []Fill
	alone    bool // the mentions that vie for the parameter are being looked at
	rows     *rows
}

// Support says how far the conversation backs a value of a parameter (F4). d is the
// zero Domain where it is not known, tool and p may be nil. It is safe for concurrent
// use and gives the same answer to the same question.
func (r *Reading) Support(tool *domains.Tool, p *domains.Param, d domains.Domain, v domains.Value) Support {
	if p == nil {
		p = &domains.Param{}
	}
	leaves := maxLeaves
	q := &query{Reading: r, b: r.bound(), tool: tool, param: p, domain: d, leaves: &leaves}
	q.b.look()
	q.heard, q.self = q.b.hear(tool, p, d)
	q.want = q.self.want
	s := q.value(v)
	if tool != nil && r.Reader != Rules {
		s = q.read(s, v)
	}
	return q.orDefault(s, v)
}

// orDefault backs the schema's own default: leaving it out says the same.
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
	switch v.Kind() {
	case jsonvalue.Bool:
		return q.flag(v.Bool())
	case jsonvalue.Number:
		if q.options() && q.want.kind == Enumerator {
			return q.option(v.JSON())
		}
		f, ok := plainNumber(v)
		if !ok {
			return Support{Rule: RuleNone}
		}
		out := q.best(q.numbers(f), "number")
		if !out.Grounded() && q.options() {
			if by := q.option(plain(f)); by.Score > out.Score {
				return by // by what the description says that the number stands for
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

// list compares a list element by element; one invented element spoils it.
func (q *query) list(v domains.Value) Support {
	items := v.Items()
	if len(items) == 0 || q.depth >= maxDepth {
		return Support{Rule: RuleNone}
	}
	sub := *q
	sub.depth++
	sum, least := 0.0, 1.0
	out := Support{Rule: RuleList, Status: Said}
	n := min(len(items), maxItems)
	spans := make([]Span, 0, n)
	for i := range n {
		s := sub.value(items[i])
		spans = append(spans, s.Span)
		sum += s.Score
		if s.Score < least {
			least = s.Score
			out.Status, out.Span = s.Status, s.Span
		}
		if i == 0 {
			out.Span, out.Status = s.Span, s.Status
		}
	}
	out.Score = 0.8*least + 0.2*sum/float64(n)
	if out.Grounded() && items[0].Kind() == jsonvalue.String && q.b.lacks(spans) {
		out.Score *= lackShare
	}
	return out
}

// lackShare is what a list is worth that lacks one of the things named with the others.
const lackShare = 0.4

// lacks reports whether things that are named one after the other lack one of their
// row: of "onions, chickpeas and rice" the rice.
func (b *bound) lacks(spans []Span) bool {
	held := make(map[int32]bool, len(spans)) // clauses with one of them
	first, last := int32(math.MaxInt32), int32(-1)
	for _, s := range spans {
		at := b.locate(s)
		if at.from >= at.to || b.role(s.Turn) == "tool" {
			return false
		}
		for i := at.from; i < at.to; i++ {
			held[b.clauseOf[i]] = true
		}
		first, last = min(first, b.clauseOf[at.from]), max(last, b.clauseOf[at.to-1])
	}
	if last-first > 2*maxItems || b.tokens[b.clauses[first].from].turn != b.tokens[b.clauses[last].from].turn {
		return false
	}
	for n := last + 1; int(n) < len(b.clauses); n++ { // up to the "and" that ends the row
		c := &b.clauses[n]
		if b.tokens[c.from].turn != b.tokens[b.clauses[last].from].turn || b.tokens[c.from].gap == sentence || c.to-c.from > 4 || !b.names(n) {
			return false
		}
		if b.is(int(c.from), cAnd) {
			return true
		}
	}
	return false
}

// names reports whether a clause names something that holds, and was not taken back
// later.
func (b *bound) names(n int32) bool {
	c := &b.clauses[n]
	for i := c.from; i < c.to; i++ {
		if t := &b.tokens[i]; b.is(int(i), cStop|cAnd|cSorry|cYes|cNum|cNot) || b.tokens[i].status != isSaid || t.digit || t.solid && len(b.norm(t)) < 3 {
			continue
		}
		id := b.tokens[i].word
		if places := b.places[b.from[id]:b.from[id+1]]; b.tokens[places[len(places)-1]].status == isSaid {
			return true
		}
	}
	return false
}

// object compares an object leaf by leaf, each by the name and description of its key.
func (q *query) object(v domains.Value) Support {
	members := v.Members()
	if len(members) == 0 || q.depth >= maxDepth {
		return Support{Rule: RuleNone}
	}
	props := q.param.Schema.Field("properties")
	sum, least := 0.0, 1.0
	out := Support{Rule: RuleObject, Status: Said}
	n := min(len(members), maxItems)
	for i := range n {
		schema := props.Field(members[i].Key)
		def, has := schema.Get("default")
		p := &domains.Param{Name: members[i].Key, Description: schema.Field("description").Str(), Schema: schema, Default: def, HasDefault: has}
		sub := *q
		sub.depth++
		sub.domain = domains.Domain{}
		if values := schema.Field("enum").Items(); len(values) > 0 {
			sub.domain = domains.Domain{Type: domains.Finite, Size: int64(len(values)), Values: values}
		}
		sub.param = p
		_, sub.self = q.b.hear(nil, p, sub.domain)
		sub.want = sub.self.want
		v := members[i].Value
		s := sub.orDefault(sub.value(v), v)
		sum += s.Score
		least = min(least, s.Score)
		if i == 0 {
			out.Span, out.Status = s.Span, s.Status
		}
	}
	out.Score = (sum/float64(n) + least) / 2
	return out
}

func (q *query) options() bool { return len(q.want.options) > 0 }

// hit is a place that may back a value.
type hit struct {
	from, to int32
	q        float64 // how well it says the value, in [0,1]
	alt      int     // which of the ways to read it says the value
	mention  int32   // -1 where no mention stands there
	rule     string
	unit     int8 // see unitOther
	beaten   bool // another value of the enumeration is in focus
}

// best is the support of the best of the places that may back a value.
func (q *query) best(hits []hit, kind string) Support {
	hits = q.standing(hits)
	out := Support{Score: q.unsaid(kind), Rule: RuleNone}
	for i := range hits {
		h := &hits[i]
		st := q.statusAt(h)
		s := 0.0
		if st == Said || q.want.leave && st == Denied {
			s = q.likely(h, kind)
		} else {
			s = min(unheld, q.unsaid(kind))
		}
		if s > out.Score || out.Rule == RuleNone && s >= out.Score-unheld {
			out = Support{Score: s, Rule: h.rule, Status: st, Span: q.b.span(int(h.from), int(h.to))}
		}
	}
	if len(hits) > 0 && out.Rule == RuleNone {
		h := &hits[len(hits)-1]
		if st := q.statusAt(h); st == Said && !q.want.leave {
			return out // what stands there says it less than nothing would
		}
		out = Support{Score: min(out.Score, unheld), Rule: h.rule, Status: q.statusAt(h), Span: q.b.span(int(h.from), int(h.to))}
	}
	return out
}

// standing leaves out what was said before the user took it back: of the places that say
// a value in full the user's last one says whether it holds.
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
	kept := hits[:0:0]
	for _, h := range hits {
		if h.from >= last.from || q.statusAt(&h) != Said {
			kept = append(kept, h)
		}
	}
	return kept
}

// unheld is the support of what is denied, replaced or only proposed.
const unheld = 0.02

// statusAt is the status of the text at a place.
func (q *query) statusAt(h *hit) Status {
	if h.rule == RuleNumber && h.mention < 0 {
		return Said // nothing of it is what is said
	}
	if h.mention >= 0 {
		return q.Mentions[h.mention].Status
	}
	n := 0
	var other Status
	for i := h.from; i < h.to; i++ {
		if st := statuses[q.b.tokens[i].status]; st == Said || q.denies && st == Denied {
			n++
		} else {
			if other = st; q.b.tokens[i].digit {
				return st // of an address the number
			}
		}
	}
	if 2*n >= int(h.to-h.from) {
		return Said
	}
	return other
}
