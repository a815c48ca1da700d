package domains

import (
	"fmt"
	"slices"
	"strings"
	"unique"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Value returns the domain as a JSON object. The keys type, size, values, min, max, step,
// data_dependent and source are always there, in this order. An absent value and an
// infinite size are null. Where a rule other than source gave a bound, min_source,
// max_source or step_source follow.
func (d Domain) Value() Value {
	size, values := Value{}, Value{}
	if d.Size >= 0 {
		size = jsonvalue.NewInt(d.Size)
	}
	if d.Values != nil {
		values = jsonvalue.NewArray(d.Values...)
	}
	number := func(v *Value) Value {
		if v == nil {
			return Value{}
		}
		return *v
	}
	members := append(make([]jsonvalue.Member, 0, 11),
		jsonvalue.Member{Key: "type", Value: jsonvalue.NewString(string(d.Type))},
		jsonvalue.Member{Key: "size", Value: size},
		jsonvalue.Member{Key: "values", Value: values},
		jsonvalue.Member{Key: "min", Value: number(d.Min)},
		jsonvalue.Member{Key: "max", Value: number(d.Max)},
		jsonvalue.Member{Key: "step", Value: number(d.Step)},
		jsonvalue.Member{Key: "data_dependent", Value: jsonvalue.NewBool(d.DataDependent)},
		jsonvalue.Member{Key: "source", Value: jsonvalue.NewString(d.Source)},
	)
	for i, b := range d.bounds() {
		if source := d.origin(i); b != nil && source != d.Source {
			members = append(members, jsonvalue.Member{Key: originKeys[i], Value: jsonvalue.NewString(source)})
		}
	}
	return jsonvalue.NewObject(members...)
}

// originKeys are the JSON keys for the origins of Min, Max and Step.
var originKeys = [3]string{"min_source", "max_source", "step_source"}

// MarshalJSON makes a Domain usable with encoding/json, as Value.
func (d Domain) MarshalJSON() ([]byte, error) { return d.Value().AppendJSON(nil), nil }

// Value returns the set as a JSON object {parameter: Domain} in its order.
func (s Set) Value() Value {
	members := make([]jsonvalue.Member, len(s))
	for i := range s {
		members[i] = jsonvalue.Member{Key: s[i].Name, Value: s[i].Domain.Value()}
	}
	return jsonvalue.NewObject(members...)
}

// MarshalJSON makes a Set usable with encoding/json, as Value.
func (s Set) MarshalJSON() ([]byte, error) { return s.Value().AppendJSON(nil), nil }

// ParseDomain reads the JSON form of a domain, from Value or from a row. type is needed;
// other keys may be absent or null; unknown keys are ignored. A size above MaxSize
// becomes MaxSize. Without a size, an enumeration has as many as its values, a boolean
// has 2, and any other domain is infinite. Errors are *Error with CodeBadDomain.
//
// JSON does not carry the values of an EstimatedFinite domain beyond its examples, whether a
// bound of a range is excluded, the elements and properties of lists and objects, nor the
// schema's own domain beneath a description's. Restore finds them in the tool.
func ParseDomain(v Value) (Domain, error) {
	if v.Kind() != jsonvalue.Object {
		return Domain{}, &Error{CodeBadDomain, "", "a domain is " + v.Kind().Noun() + "; give an object with type and size"}
	}
	d := Domain{Type: Type(unique.Make(v.Field("type").Str()).Value()), Source: unique.Make(v.Field("source").Str()).Value(), DataDependent: v.Field("data_dependent").Bool()}
	switch d.Type {
	case Boolean, Finite, EstimatedFinite, NumericRange, String, List, Custom:
	default:
		return Domain{}, &Error{CodeBadDomain, "type", fmt.Sprintf("%+q is no type of a domain; use boolean, finite, estimated_finite, numeric_range, string, list or custom", d.Type)}
	}
	if values := v.Field("values"); values.Kind() == jsonvalue.Array {
		d.Values = slices.Clone(newValueSet(values.Items()).values)
		for i, v := range d.Values {
			d.Values[i] = Detached(v)
		}
	} else if !values.IsNull() {
		return Domain{}, &Error{CodeBadDomain, "values", "the values are " + values.Kind().Noun() + "; give a list or null"}
	}
	for _, n := range [...]struct {
		key string
		to  **Value
	}{{"min", &d.Min}, {"max", &d.Max}, {"step", &d.Step}} {
		switch b := v.Field(n.key); b.Kind() {
		case jsonvalue.Number:
			b = Detached(b)
			*n.to = &b
		case jsonvalue.Null:
		default:
			return Domain{}, &Error{CodeBadDomain, n.key, n.key + " is " + b.Kind().Noun() + "; give a number or null"}
		}
	}
	for i, key := range originKeys {
		if source := v.Field(key).Str(); source != "" && source != d.Source {
			d.with().origins[i] = unique.Make(source).Value()
		}
	}
	err := d.parseSize(v.Field("size"))
	return d, err
}

// Detached returns a copy of v in its own memory. A value that is kept for long must not
// hold the text that it was read from, which is several times as large.
func Detached(v Value) Value {
	if v.Kind() == jsonvalue.String {
		return jsonvalue.NewString(strings.Clone(v.Str()))
	}
	own, err := jsonvalue.Parse(v.JSON(), jsonvalue.Options{MaxDepth: 2 * jsonvalue.DefaultDepth, MaxNodes: 4 * jsonvalue.DefaultNodes, ReplaceInvalid: true})
	if err != nil { // it was read within these limits, or stricter ones
		return v
	}
	return own
}

func (d *Domain) parseSize(size Value) error {
	switch size.Kind() {
	case jsonvalue.Null:
		d.Size = d.impliedSize()
	case jsonvalue.Number:
		n := jsonvalue.ParseDecimal(size.NumberText())
		if n.Neg || !n.IsInteger() {
			return &Error{CodeBadDomain, "size", "the size is " + size.NumberText() + "; give a whole number of at least 0, or null for infinite"}
		}
		i, ok := n.Int64()
		if !ok {
			i = MaxSize
		}
		d.Size = min(i, MaxSize)
	default:
		return &Error{CodeBadDomain, "size", "the size is " + size.Kind().Noun() + "; give a whole number, or null for infinite"}
	}
	if d.Type == Finite && d.Values != nil && d.Size != int64(len(d.Values)) {
		return &Error{CodeBadDomain, "size", fmt.Sprintf("the size of a finite domain is %d, but it lists %d distinct values; make them agree", d.Size, len(d.Values))}
	}
	d.inferDetail()
	return nil
}

func (d *Domain) impliedSize() int64 {
	switch {
	case d.Type == Boolean:
		return 2
	case d.Type == Finite && d.Values != nil:
		return int64(len(d.Values))
	}
	return Infinite
}

// inferDetail restores what follows from the size: a range of finite size has whole
// numbers, and a size one larger than the count of its numbers includes null.
func (d *Domain) inferDetail() {
	switch d.Type {
	case Boolean:
		if d.Size == 3 {
			d.with().null = true
		}
	case NumericRange:
		if d.Size == Infinite || d.Min == nil || d.Max == nil {
			return
		}
		n := d.numbers()
		lo, hi := n.min, n.max
		whole := countBetween(lo, hi, n.step(true))
		plain := countBetween(lo, hi, n.step(false))
		null := d.Size == addSize(whole, 1) && d.Size != plain
		if integer := d.Size != plain; integer || null {
			det := d.with()
			det.integer, det.null = integer, null
		}
	}
}

// ParseSet reads {parameter: Domain} in the order written. Errors are *Error
// with CodeBadDomain, the path beginning with the parameter.
func ParseSet(v Value) (Set, error) {
	if v.Kind() != jsonvalue.Object {
		return nil, &Error{CodeBadDomain, "", "the domains of a tool are " + v.Kind().Noun() + "; give an object {parameter: domain}"}
	}
	set := make(Set, 0, v.Len())
	for _, m := range v.Members() {
		d, err := ParseDomain(m.Value)
		if e, ok := err.(*Error); ok {
			return nil, &Error{e.Code, join(m.Key, e.Path), e.Msg}
		}
		set = append(set, ParamDomain{Name: unique.Make(m.Key).Value(), Domain: d})
	}
	return set, nil
}
