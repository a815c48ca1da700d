package llm

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// readDomain reads a model's domain for a tool's parameter whose schema gives d. It returns
// the domain, and the answer in the form that is stored. The error says what contradicts F1
// or the schema, in words for the model.
func readDomain(tool *domains.Tool, p *domains.Param, d domains.Domain, v domains.Value) (out domains.Domain, kept domains.Value, err error) {
	if v.Kind() != jsonvalue.Object {
		return d, kept, errors.New("the domain is no object")
	}
	kept = keepDomain(v)
	said, err := domains.ParseDomain(kept)
	if err != nil {
		return d, kept, errors.New(strings.TrimPrefix(err.Error(), "bad_domain: "))
	}
	for i := range said.Values {
		if err := plainValue(said.Values[i]); err != nil {
			return d, kept, err
		}
	}
	if n, listed := v.Field("values").Len(), len(said.Values); n != listed {
		return d, kept, fmt.Errorf("%d of the %d values repeat", n-listed, n)
	}
	switch said.Type {
	case domains.Boolean:
		out, err = boolean(d, said)
	case domains.Finite:
		out, err = listed(said, 2, 20, kept.Field("size"))
	case domains.EstimatedFinite:
		out, err = estimated(said)
	case domains.NumericRange:
		out, err = numbers(tool, p, d, said, kept.Field("size"))
	default:
		out, err = infinite(d, said)
	}
	if err == nil {
		err = agrees(tool, p, d, out)
	}
	if err != nil {
		return d, kept, err
	}
	out.DataDependent = said.DataDependent
	// An infinite set keeps the schema's domain, with the schema's statements on values
	// (F3).
	if out.Source = "llm." + string(said.Type); out.Size == domains.Infinite {
		out.Source = fmt.Sprintf("%s (llm: %s)", d.Source, said.Type)
	}
	return withNull(p, out.On(d)), kept, nil
}

// keepDomain returns the known members of an answer, in a fixed order.
func keepDomain(v domains.Value) domains.Value {
	var members []jsonvalue.Member
	for _, key := range [...]string{"type", "size", "values", "min", "max", "step", "data_dependent"} {
		members = append(members, jsonvalue.Member{Key: key, Value: v.Field(key)})
	}
	return jsonvalue.NewObject(members...)
}

// maxValue bounds a listed value, in bytes.
const maxValue = 200

// plainValue refuses what cannot be a value of a list: structure, control characters, a
// placeholder, a text or number that is too long.
func plainValue(v domains.Value) error {
	switch v.Kind() {
	case jsonvalue.Bool:
		return nil
	case jsonvalue.Number:
		if len(v.NumberText()) <= 40 {
			return nil
		}
	case jsonvalue.String:
		s := v.Str()
		if len(s) <= maxValue && !strings.ContainsFunc(s, unicode.IsControl) && !certainty.Unspecified(v) {
			return nil
		}
	}
	return fmt.Errorf("%.60s is no value of a list: give short texts, numbers or booleans", v.JSON())
}

func boolean(d, said domains.Domain) (domains.Domain, error) {
	if d.Type != domains.Custom {
		return d, fmt.Errorf("the schema declares %s, not a boolean", kindOf(d))
	}
	if said.Size != 2 || len(said.Values) > 0 {
		return d, errors.New("a boolean has the size 2 and the values null")
	}
	return domains.Domain{Type: domains.Boolean, Size: 2}, nil
}

func listed(said domains.Domain, least, most int, size domains.Value) (domains.Domain, error) {
	n := len(said.Values)
	if n < least || n > most {
		return said, fmt.Errorf("a %s domain lists %d to %d values, not %d", said.Type, least, most, n)
	}
	if !size.IsNull() && said.Size != int64(n) {
		return said, fmt.Errorf("the size is %d, and %d values are listed", said.Size, n)
	}
	return domains.Domain{Type: said.Type, Size: int64(n), Values: said.Values}, nil
}

func estimated(said domains.Domain) (domains.Domain, error) {
	out, err := listed(said, 5, 10, domains.Value{})
	if err == nil && said.Size <= int64(len(said.Values)) {
		err = errors.New("an estimated_finite domain has a size larger than its number of examples")
	}
	out.Size = said.Size
	return out, err
}

// numbers counts a range as the schema's numbers: whole ones where the schema demands them.
func numbers(tool *domains.Tool, p *domains.Param, d, said domains.Domain, size domains.Value) (domains.Domain, error) {
	switch {
	case d.Type == domains.String:
		return d, errors.New("the schema declares a string, not a number")
	case len(said.Values) > 0:
		return d, errors.New("a numeric_range lists no values")
	case d.Type == domains.NumericRange && (said.Min == nil || said.Max == nil):
		return infinite(d, said)
	case said.Min == nil || said.Max == nil:
		return d, errors.New("a numeric_range has a min and a max")
	}
	bounds := []jsonvalue.Member{{Key: "minimum", Value: *said.Min}, {Key: "maximum", Value: *said.Max}}
	if said.Step != nil {
		bounds = append(bounds, jsonvalue.Member{Key: "multipleOf", Value: *said.Step})
	}
	if d.Type == domains.Custom {
		bounds = append(bounds, jsonvalue.Member{Key: "type", Value: jsonvalue.NewString("number")})
	}
	schema := jsonvalue.ObjectOf("allOf", jsonvalue.NewArray(p.Schema, jsonvalue.NewObject(bounds...)))
	out := domains.DomainOf(schema, tool.Schema)
	switch {
	case out.Type != domains.NumericRange && out.Type != domains.Finite:
		return d, fmt.Errorf("the schema declares %s, not a range of numbers", kindOf(d))
	case out.Size >= 0 && out.Size < 2:
		return d, fmt.Errorf("the range from %s to %s admits %d values; a parameter has at least 2", said.Min.JSON(), said.Max.JSON(), out.Size)
	case !size.IsNull() && said.Size != out.Size:
		return d, fmt.Errorf("the range from %s to %s does not admit %d values; give the size null", said.Min.JSON(), said.Max.JSON(), said.Size)
	}
	return out, nil
}

// infinite keeps the schema's domain for a set without a bound.
func infinite(d, said domains.Domain) (domains.Domain, error) {
	if said.Size != domains.Infinite {
		return d, fmt.Errorf("a %s domain has the size null", said.Type)
	}
	switch {
	case said.Type == domains.List && d.Type != domains.Custom,
		said.Type == domains.String && d.Type == domains.NumericRange:
		return d, fmt.Errorf("the schema declares %s, not a %s", kindOf(d), said.Type)
	}
	if d.Type == domains.String {
		d.Type = said.Type // a text may have structure
	}
	return d, nil
}

// agrees checks values against the declared type, and the rest of the domain against the
// schema.
func agrees(tool *domains.Tool, p *domains.Param, d, out domains.Domain) error {
	for _, v := range out.Values {
		if d.Type == domains.String && v.Kind() != jsonvalue.String || d.Type == domains.NumericRange && v.Kind() != jsonvalue.Number {
			return fmt.Errorf("%.60s is no value of the declared type, %s", v.JSON(), kindOf(d))
		}
	}
	if out.Size == domains.Infinite {
		return nil
	}
	named := *tool
	named.Name = "tool" // an overlay reads a tool named "parameters" otherwise
	text := jsonvalue.ObjectOf(named.Name, domains.Set{{Name: p.Name, Domain: out}}.Value()).JSON()
	overlay, err := domains.ParseOverlay(text)
	if err == nil {
		_, err = overlay.Apply(&named, domains.Set{{Name: p.Name, Domain: d}})
	}
	return err
}

func kindOf(d domains.Domain) string {
	switch d.Type {
	case domains.String:
		return "a string"
	case domains.NumericRange:
		return "a number"
	}
	return "no type"
}

// withNull adds null where the schema admits it (F1).
func withNull(p *domains.Param, d domains.Domain) domains.Domain {
	if !p.Nullable || d.Size < 0 {
		return d
	}
	switch d.Type {
	case domains.Finite:
		if n := len(d.Values); n > 0 && !d.Values[n-1].IsNull() {
			d.Values = append(d.Values[:n:n], domains.Value{})
			d.Size++
		}
	case domains.EstimatedFinite:
		d.Size = min(d.Size+1, domains.MaxSize)
	}
	return d
}
