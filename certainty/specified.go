package certainty

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Unknown is the text for a value that nobody has given (F2).
const Unknown = "<UNK>"

// Unspecified reports whether a value is no value, without regard to its schema
// (F2): null, "<UNK>" or "" after trimming Unicode white space, or a list or
// object with such a leaf. Keys of objects do not count. An empty list or object
// is a value.
func Unspecified(v domains.Value) bool {
	switch v.Kind() {
	case jsonvalue.Null:
		return true
	case jsonvalue.String:
		text := strings.TrimSpace(v.Str())
		return text == "" || text == Unknown
	case jsonvalue.Array:
		return slices.ContainsFunc(v.Items(), Unspecified)
	case jsonvalue.Object:
		return slices.ContainsFunc(v.Members(), func(m jsonvalue.Member) bool { return Unspecified(m.Value) })
	default:
		return false
	}
}

// Specified reports whether the value given for parameter p of domain d is
// specified (F2). It is if it is not Unspecified. It also is, at the top level
// of the argument, if it is the parameter's default, null and the schema admits
// null, or the empty string and an enum lists that. p is nil for a parameter
// outside the schema, which has no such exceptions.
func Specified(p *domains.Param, d domains.Domain, v domains.Value) bool {
	if !Unspecified(v) {
		return true
	}
	if p == nil {
		return false
	}
	if p.HasDefault && jsonvalue.Equal(v, p.Default) {
		return true
	}
	switch {
	case v.IsNull():
		return p.Nullable || lists(p, d, v)
	case v.Kind() == jsonvalue.String && v.Str() == "":
		return lists(p, d, v)
	default:
		return false
	}
}

// lists reports whether an enumeration has v: the schema's own, or the domain
// that was read from it.
func lists(p *domains.Param, d domains.Domain, v domains.Value) bool {
	holds := func(o domains.Value) bool { return jsonvalue.Equal(o, v) }
	enum, _ := p.Schema.Get("enum")
	if slices.ContainsFunc(enum.Items(), holds) {
		return true
	}
	return d.Type == domains.Finite && slices.ContainsFunc(d.Values, holds)
}
