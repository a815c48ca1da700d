package domains

import (
	"context"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Value is a JSON value with exact numbers and ordered keys.
type Value = jsonvalue.Value

// ParseValue reads one JSON text strictly, within the default bounds.
func ParseValue(text string) (Value, error) { return jsonvalue.Parse(text, jsonvalue.Options{}) }

// Tool is a tool that is offered to a model, in one form for all notations.
type Tool struct {
	Name        string
	Description string
	Params      []Param // in the schema's order
	Schema      Value   // JSON Schema of the arguments as it was read; $ref points into it
	Notation    string  // the notation it was read from: openai, openai-flat, bfcl, mcp, ...
}

// ToolNamed returns the first tool of that name, nil if there is none.
func ToolNamed(tools []Tool, name string) *Tool {
	for i := range tools {
		if tools[i].Name == name {
			return &tools[i]
		}
	}
	return nil
}

// Param returns the parameter of that name, nil if there is none.
func (t *Tool) Param(name string) *Param {
	for i := range t.Params {
		if t.Params[i].Name == name {
			return &t.Params[i]
		}
	}
	return nil
}

// ParamsByName returns the parameters by their names, of two with one name the first.
func (t *Tool) ParamsByName() map[string]*Param {
	params := make(map[string]*Param, len(t.Params))
	for i := len(t.Params) - 1; i >= 0; i-- {
		params[t.Params[i].Name] = &t.Params[i]
	}
	return params
}

// fewNames is up to how many names are looked for one by one.
const fewNames = 16

// Finder returns a function that finds the parameters of a tool, which may be nil, and their domains in a set: nil
// and the zero Domain for a name that is not there. It is called about so many times.
func (t *Tool) Finder(set Set, times int) func(name string) (*Param, Domain) {
	if t == nil {
		t = &Tool{}
	}
	if times <= fewNames || len(t.Params) <= fewNames {
		return func(name string) (*Param, Domain) {
			d, _ := set.Get(name)
			return t.Param(name), d
		}
	}
	params, at := t.ParamsByName(), set.indexes()
	return func(name string) (*Param, Domain) {
		var d Domain
		if i, ok := at[name]; ok {
			d = set[i].Domain
		}
		return params[name], d
	}
}

// Param is one parameter of a tool.
type Param struct {
	Name        string
	Description string
	Required    bool
	Schema      Value // as it was read
	Default     Value // meaningful where HasDefault
	HasDefault  bool
	Nullable    bool // the schema says that it admits null

	root Value // the schema of the tool; a local $ref points into it
}

// Call is one tool call. Arguments is always an object.
type Call struct {
	Name      string
	Arguments Value
}

// Type is the type of a Domain, F1.
type Type string

// The types of F1.
const (
	Boolean         Type = "boolean"
	Finite          Type = "finite"
	EstimatedFinite Type = "estimated_finite"
	NumericRange    Type = "numeric_range"
	String          Type = "string"
	List            Type = "list"
	Custom          Type = "custom"
)

// Infinite is the Size of a domain that cannot be counted (JSON null).
const Infinite int64 = -1

// MaxSize is where sizes saturate: 2^53, the last whole number that every
// reader of JSON agrees on.
const MaxSize int64 = 1 << 53

// DefaultEpsilon is the epsilon of F1: an infinite domain counts as 1/epsilon
// values.
const DefaultEpsilon = 1e-4

// Domain is the set of values that a parameter can take (F1).
type Domain struct {
	Type          Type
	Size          int64   // 0..MaxSize, or Infinite
	Values        []Value // the enumeration, or 5 to 10 examples for EstimatedFinite
	Min, Max      *Value  // inclusive bounds of a NumericRange, nil where open
	Step          *Value  // multipleOf, nil where none
	DataDependent bool    // the values come from data (an order id)
	Source        string  // the rule that decided: schema.enum, description.set, ...

	detail *detail // beyond the JSON form; nil for most domains
	span   string  // the part of the description that gave the domain
}

// N is n(D) of F1: 1/epsilon for an infinite domain, else min(size, 1/epsilon).
// epsilon <= 0 means DefaultEpsilon.
func (d Domain) N(epsilon float64) float64 {
	if epsilon <= 0 {
		epsilon = DefaultEpsilon
	}
	if d.Size < 0 || float64(d.Size) > 1/epsilon {
		return 1 / epsilon
	}
	return float64(d.Size)
}

// Set holds the domains of one tool's parameters, in the order of the schema.
type Set []ParamDomain

// ParamDomain is the domain of one parameter.
type ParamDomain struct {
	Name   string
	Domain Domain
}

// Get returns the domain of a parameter; ok is false if the set has none of that name.
func (s Set) Get(name string) (d Domain, ok bool) {
	for i := range s {
		if s[i].Name == name {
			return s[i].Domain, true
		}
	}
	return Domain{}, false
}

// Annotator finds the domains of a tool's parameters (F1). The schema
// annotator reads them from the schema and its descriptions; a model may
// implement it where a schema is silent. An Annotator is safe for concurrent
// use and gives the same Set for the same Tool.
type Annotator interface {
	Annotate(ctx context.Context, tool *Tool) (Set, error)
}
