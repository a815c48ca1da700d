package domains

import (
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// SourceObserved is the Source of a domain that Observe narrowed. It is none of
// the schema's, so that a value outside it is never held against a call (F3).
const SourceObserved = "data.observed"

// ObserveOptions bound Observe. The zero value has the defaults.
type ObserveOptions struct {
	MaxNodes  int // values looked at, in all results; 0 means 1 << 14
	MaxValues int // distinct values found; 0 means 1000
}

// Observe narrows the domain of a parameter whose values come from data to those
// that tools have answered with: where the user's orders were listed, an order
// id is one of theirs. results are the contents of the conversation's tool
// messages, JSON values or strings that hold one; other text holds no values.
//
// A value belongs to the parameter order_id where it stands under that name,
// however it is written (orderId), under "order_ids", under "id" in an object
// under "order" or "orders", in a list under "orders", or as a key of an object
// of objects there; to a parameter named id where it stands under "id". Values
// that the schema does not admit are left out.
//
// ok is false, and the domain as it was, where d does not depend on data, is
// finite already or is a list, where nothing was found, and where a bound was
// reached: a set that is known in part is no set. The cost is linear in the
// results up to the bounds. Nothing in voi calls Observe by itself: that the
// results list all there is, is for the caller to know.
func Observe(p *Param, d Domain, results []Value, opt ObserveOptions) (narrowed Domain, ok bool) {
	if !d.DataDependent || d.Size != Infinite || d.Type == List {
		return d, false
	}
	o := newObserver(p, opt)
	for _, r := range results {
		if v, err := unwrap(r, CodeBadTools, ""); err == nil {
			o.visit(v, "")
		}
	}
	if o.left < 0 || len(o.found) > o.most || len(o.found) == 0 {
		return d, false
	}
	n := enumeration(o.found, SourceObserved)
	n.DataDependent = true
	return n.On(d), true
}

// observer looks for the values of one parameter.
type observer struct {
	param  *Param
	name   string // of the parameter, without case and separators
	thing  string // what it identifies: "order" of order_id, "" of id
	check  checker
	left   int
	most   int
	seen   map[string]bool
	found  []Value
	groups [2]string // "order", "orders"
}

func newObserver(p *Param, opt ObserveOptions) *observer {
	if opt.MaxNodes <= 0 {
		opt.MaxNodes = 1 << 14
	}
	if opt.MaxValues <= 0 {
		opt.MaxValues = 1000
	}
	o := &observer{param: p, name: plainName(p.Name), left: opt.MaxNodes, most: opt.MaxValues, seen: map[string]bool{}}
	o.check = checker{root: p.root, left: opt.MaxNodes}
	o.thing = o.name
	for _, suffix := range [...]string{"uuid", "guid", "id", "name", "path"} {
		if head, ok := strings.CutSuffix(o.name, suffix); ok {
			o.thing = head
			break
		}
	}
	o.groups = [2]string{o.thing, plural(o.thing)}
	return o
}

// plainName is a name without case and separators: orderId and order_id are one.
func plainName(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

func plural(s string) string {
	if head, ok := strings.CutSuffix(s, "y"); ok {
		return head + "ies"
	}
	return s + "s"
}

// visit looks through a value that stands under the plain name of a key, "" at
// the top.
func (o *observer) visit(v Value, under string) {
	if o.left--; o.left < 0 || len(o.found) > o.most {
		return
	}
	group := o.thing != "" && (under == o.groups[0] || under == o.groups[1])
	switch v.Kind() {
	case jsonvalue.Array:
		for _, item := range v.Items() {
			if group && item.Kind() == jsonvalue.Object {
				o.visit(item, o.groups[0]) // one of them
				continue
			}
			o.visit(item, under)
		}
	case jsonvalue.Object:
		byName := group && under == o.groups[1] && allObjects(v)
		for _, m := range v.Members() {
			key := plainName(m.Key)
			switch {
			case byName:
				o.add(jsonvalue.NewString(m.Key))
				key = o.groups[0]
			case group && isIDName(key):
				key = o.name
			}
			o.visit(m.Value, key)
		}
	default:
		if under == o.name || under == plural(o.name) || under == o.groups[1] && o.thing != "" {
			o.add(v)
		}
	}
}

func allObjects(v Value) bool {
	for _, m := range v.Members() {
		if m.Value.Kind() != jsonvalue.Object {
			return false
		}
	}
	return true
}

func isIDName(plain string) bool { return plain == "id" || plain == "uuid" || plain == "guid" }

// add takes a value that the parameter admits.
func (o *observer) add(v Value) {
	if k := v.Kind(); k != jsonvalue.String && k != jsonvalue.Number || v.Str() == "" && k == jsonvalue.String {
		return
	}
	v = Coerce(o.param, v)
	if key := v.Key(); !o.seen[key] && o.check.check(o.param.Schema, v, 0) != no {
		o.seen[key] = true
		o.found = append(o.found, v)
	}
}
