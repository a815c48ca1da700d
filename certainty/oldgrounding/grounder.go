package oldgrounding

import (
	"math"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The rules, as Support.Rule names them; doc.go gives the reason of each.
const (
	RuleNone       = "none"
	RuleExact      = "exact"
	RuleNormalised = "normalised"
	RuleWords      = "words"
	RulePlace      = "place"
	RuleInitials   = "initials"
	RuleCode       = "code"
	RuleNumber     = "number"
	RuleClaimed    = "claimed" // the number is there, but said of another parameter
	RuleSpeaker    = "speaker" // one person asks for one
	RuleDuration   = "duration"
	RuleUnit       = "unit"
	RuleDate       = "date"
	RuleTime       = "time"
	RuleGloss      = "gloss"
	RuleSynonym    = "synonym"
	RuleFlag       = "flag"
	RuleComposed   = "composed"
	RuleQuoted     = "quoted"
	RuleWildcard   = "wildcard"
	RuleDefault    = "default"
	RuleRival      = "rival"   // the conversation names another value of the enumeration
	RuleSingled    = "singled" // the only value of the enumeration that the conversation hints at
	RuleList       = "list"
	RuleObject     = "object"
)

// Options choose among the rules. The zero Options are the defaults.
type Options struct {
	// NoInference leaves out the rules that infer a value instead of finding
	// it: synonym, composed, quoted, speaker, wildcard.
	NoInference bool
}

// Grounder says how far a conversation backs a value. d is the domain of the
// parameter, the zero Domain where it is not known; tool may be nil, and p may
// be nil for an argument that the schema does not name. A Grounder is safe for
// concurrent use and gives the same Support for the same question.
type Grounder interface {
	Ground(ctx *Context, tool *domains.Tool, p *domains.Param, d domains.Domain, v domains.Value) Support
}

// New returns the Grounder of the rules in this package.
func New(opt Options) Grounder { return rules{opt} }

type rules struct{ opt Options }

// query is one value to be grounded, with what the rules look at.
type query struct {
	*Context
	opt    Options
	tool   *domains.Tool
	param  *domains.Param
	domain domains.Domain
	depth  int
	said   said
	leaves *int // how many leaves may still be looked at
}

func (r rules) Ground(ctx *Context, tool *domains.Tool, p *domains.Param, d domains.Domain, v domains.Value) Support {
	if p == nil {
		p = &domains.Param{}
	}
	leaves := maxLeaves
	q := &query{Context: ctx, opt: r.opt, tool: tool, param: p, domain: d, leaves: &leaves}
	s := q.value(v)
	if !s.Grounded() && p.HasDefault && jsonvalue.Equal(domains.Coerce(p, v), domains.Coerce(p, p.Default)) {
		return Support{Score: 1, Rule: RuleDefault}
	}
	return s
}

// The bounds of the descent into lists and objects: what lies beyond them is
// not backed.
const (
	maxDepth  = 8
	maxItems  = 64
	maxLeaves = 256
)

func (q *query) value(v domains.Value) Support {
	if *q.leaves--; *q.leaves < 0 {
		return Support{Rule: RuleNone}
	}
	switch v.Kind() {
	case jsonvalue.Bool:
		return q.flag(v.Bool())
	case jsonvalue.Number:
		return q.best(q.finite(v, plainNumber(v)), q.number(v))
	case jsonvalue.String:
		return q.str(v)
	case jsonvalue.Array:
		return q.list(v)
	case jsonvalue.Object:
		return q.object(v)
	}
	return Support{Rule: RuleNone}
}

// plainNumber is a number as people write it, the same for 1, 1.0 and 1e0.
func plainNumber(v domains.Value) string {
	if i, ok := v.Int(); ok {
		return strconv.FormatInt(i, 10)
	}
	if f, ok := v.Float(); ok && math.Abs(f) > 1e-6 && math.Abs(f) < 1e15 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return v.NumberText()
}

// best returns the Support with the highest score, the first of equals.
func (q *query) best(all ...Support) Support {
	out := Support{Rule: RuleNone}
	for _, s := range all {
		if s.Score > out.Score {
			out = s
		}
	}
	return out
}

// list grounds a list element by element. One invented element spoils more of
// a list than its share: the score is the mean of average and minimum.
func (q *query) list(v domains.Value) Support {
	items := v.Items()
	if len(items) == 0 || q.depth >= maxDepth {
		return Support{Rule: RuleNone}
	}
	sub := *q
	sub.depth++
	schema := q.param.Schema.Field("items")
	sub.domain = enumerated(schema)
	if !schema.IsNull() {
		of := *q.param
		of.Schema = schema
		sub.param = &of
	}
	sum, least := 0.0, 1.0
	out := Support{Rule: RuleList}
	n := min(len(items), maxItems)
	for i := range n {
		s := sub.value(items[i])
		sum += s.Score
		least = min(least, s.Score)
		if i == 0 || out.Span.Start == out.Span.End {
			out.Span = s.Span
		}
	}
	if sum == 0 {
		return Support{Rule: RuleNone}
	}
	out.Score = (sum/float64(n) + least) / 2
	return out
}

// object grounds an object leaf by leaf, each by the name and description of
// its key; the score is the mean, an invented leaf weighing a little more.
func (q *query) object(v domains.Value) Support {
	members := v.Members()
	if len(members) == 0 || q.depth >= maxDepth {
		return Support{Rule: RuleNone}
	}
	props := q.param.Schema.Field("properties")
	sum, least := 0.0, 1.0
	out := Support{Rule: RuleObject}
	n := min(len(members), maxItems)
	for i := range n {
		schema := props.Field(members[i].Key)
		sub := *q
		sub.depth++
		sub.domain = enumerated(schema)
		sub.param = &domains.Param{Name: members[i].Key, Description: schema.Field("description").Str(), Schema: schema}
		s := sub.value(members[i].Value)
		sum += s.Score
		least = min(least, s.Score)
		if out.Span.Start == out.Span.End {
			out.Span = s.Span
		}
	}
	if sum == 0 {
		return Support{Rule: RuleNone}
	}
	out.Score = (3*sum/float64(n) + least) / 4
	return out
}

// enumerated is the domain of an element or a member: what its enum lists.
func enumerated(schema domains.Value) domains.Domain {
	values := schema.Field("enum").Items()
	if len(values) == 0 {
		return domains.Domain{}
	}
	return domains.Domain{Type: domains.Finite, Size: int64(len(values)), Values: values}
}

// str grounds a string by every rule that may apply.
func (q *query) str(v domains.Value) Support {
	s := v.Str()
	if text := strings.TrimSpace(s); text == "" || text == "<UNK>" {
		return Support{Rule: RuleNone}
	}
	if b, ok := boolWord(s); ok && (q.domain.Type == domains.Finite || q.domain.Type == domains.Boolean || q.domain.Type == "") {
		if f := q.flag(b); f.Score > 0 {
			return f
		}
	}
	out := q.text(s)
	if out.Score >= 1 {
		return out
	}
	if zeroWords[strings.ToLower(s)] && !q.opt.NoInference {
		out = q.best(out, q.flag(false)) // "no sugar" is the sugar level none
	}
	return q.finite(v, s, out)
}
