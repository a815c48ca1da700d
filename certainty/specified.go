package certainty

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Unknown is the text that stands for a value nobody has given (F2).
const Unknown = "<UNK>"

// Unspecified reports whether a value says nothing, seen without its schema: it
// is "<UNK>" or "" after trimming Unicode white space, null, or a list or object
// that holds such a leaf (F2). Keys of objects are not looked at, and an empty
// list or object is a value.
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
// specified (F2): it is not Unspecified, or it is, at the top level of the
// argument, the parameter's default, null where the schema admits null, or the
// empty string where an enum lists it. p is nil for a parameter that the schema
// does not name, which has no such exceptions.
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

// lists reports whether an enumeration holds v: the schema's own, or the domain
// that was read from it.
func lists(p *domains.Param, d domains.Domain, v domains.Value) bool {
	holds := func(o domains.Value) bool { return jsonvalue.Equal(o, v) }
	enum, _ := p.Schema.Get("enum")
	if slices.ContainsFunc(enum.Items(), holds) {
		return true
	}
	return d.Type == domains.Finite && slices.ContainsFunc(d.Values, holds)
}
