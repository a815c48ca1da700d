package env

import (
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/yamlvalue"
	"github.com/voi-rl/voi/trajectory"
)

// Observations narrow the domains of parameters by results of tools (SAGE-Agent, 3.3 and Table 10):
// after a listing, its entries are the values to choose from.
type Observations struct{ rules map[string][]observation }

// observation is a rule: what one result says about some parameters.
type observation struct {
	of      []string // parameters, as tool.parameter
	does    string   // one of observing
	from    source
	least   domains.Value
	restOf  domains.Value // if set, the upper bound is restOf less the value of from
	when    []jsonvalue.Member
	literal []domains.Value
}

// observing lists what a rule may do with a domain: replace its values, add to observed values,
// remove from them, bound it, or forget what was observed.
var observing = []string{"are", "with", "without", "most", "forget"}

// source is the place of a value: a path in the result, or in the arguments of the call.
type source struct {
	path     []string
	argument bool
}

func sourceOf(text string) (s source) {
	if text, s.argument = strings.CutPrefix(text, "$"); text != "" {
		s.path = strings.Split(text, ".")
	}
	return s
}

// NewObservations reads rules, which are YAML or JSON values: for each name of a tool a list of
//
//	of: [TOOL.PARAMETER, ...]     the values of these parameters
//	are: PATH                     are at a path of the result: elements of a list, names of an object; or a list of values
//	with: PATH, without: PATH     once listed, grow or shrink by those at PATH; $NAME is an argument of the call
//	most: PATH, least: N, rest_of: N    have bounds; with rest_of the upper one is rest_of less the value at PATH
//	forget: true                  are the schema's again
//	when: {PATH: VALUE}           only if the result has these values
//
// A path is a sequence of names separated by points; "" is the whole result.
func NewObservations(lists ...domains.Value) (*Observations, error) {
	o := &Observations{rules: map[string][]observation{}}
	for _, list := range lists {
		for _, tool := range list.Members() {
			for i, item := range tool.Value.Items() {
				r, err := parseObservation(item)
				if err != nil {
					return nil, fmt.Errorf("%s[%d]: %w", tool.Key, i, err)
				}
				o.rules[tool.Key] = append(o.rules[tool.Key], r)
			}
		}
	}
	return o, nil
}

func parseObservation(v domains.Value) (r observation, err error) {
	for _, m := range v.Members() {
		switch {
		case m.Key == "of":
			r.of, _ = m.Value.Strings()
		case m.Key == "least":
			r.least = m.Value
		case m.Key == "rest_of":
			r.restOf = m.Value
		case m.Key == "when":
			r.when = m.Value.Members()
		case !slices.Contains(observing, m.Key) || r.does != "":
			return r, fmt.Errorf("the key %q is unknown, or a second one of %s", m.Key, strings.Join(observing, ", "))
		default:
			r.does, r.from = m.Key, sourceOf(m.Value.Str())
			r.literal = m.Value.Items()
		}
	}
	if r.does == "" || len(r.of) == 0 {
		return r, fmt.Errorf("give of, a list of TOOL.PARAMETER, and one of %s", strings.Join(observing, ", "))
	}
	return r, nil
}

func builtinObservations() (*Observations, error) {
	var lists []domains.Value
	for _, text := range configs.Observations() {
		v, err := yamlvalue.Parse(string(text), jsonvalue.Options{})
		if err != nil {
			return nil, err
		}
		lists = append(lists, v)
	}
	return NewObservations(lists...)
}

// maxObserved is the number of values that are kept for one parameter.
const maxObserved = 4096

// observed is what is known of one parameter: values, or bounds.
type observed struct {
	listed      bool
	values      []domains.Value
	least, most domains.Value
}

// Narrow returns the domains of tools, narrowed by the results in a conversation; sets itself if
// there is nothing to narrow. A narrowed domain has the source "observed". It changes the size of
// open parameters, but excludes no value that the schema allows (F3), since a listing may be
// incomplete.
func (o *Observations) Narrow(tools []domains.Tool, sets map[string]domains.Set, run []trajectory.Message) map[string]domains.Set {
	known := map[string]*observed{}
	calls := map[string]trajectory.Call{}
	for i := range run {
		m := &run[i]
		for _, c := range m.Calls {
			calls[c.ID] = c
		}
		rules := o.rules[m.Name]
		if m.Role != dataset.ToolRole || m.Failed || len(rules) == 0 {
			continue
		}
		result, _ := domains.ParseValue(m.Content) // if it is no JSON, only the call counts
		if !result.Field("error").IsNull() || result.Field("simulated").Bool() {
			continue
		}
		for k := range rules {
			rules[k].observe(known, result, calls[m.CallID].Arguments)
		}
	}
	if len(known) == 0 {
		return sets
	}
	out := make(map[string]domains.Set, len(sets))
	for name, set := range sets {
		tool := domains.ToolNamed(tools, name)
		out[name] = set
		for i := range set {
			seen := known[name+"."+set[i].Name]
			if seen == nil || tool == nil {
				continue
			}
			if d, ok := seen.domain(tool.Param(set[i].Name)); ok {
				if &out[name][0] == &set[0] {
					out[name] = slices.Clone(set)
				}
				out[name][i].Domain = d
			}
		}
	}
	return out
}

// at returns the value at the source.
func (s source) at(result, arguments domains.Value) domains.Value {
	v := result
	if s.argument {
		v = arguments
	}
	for _, name := range s.path {
		v = v.Field(name)
	}
	return v
}

// values returns the values that a JSON value lists.
func values(v domains.Value) (out []domains.Value) {
	switch v.Kind() {
	case jsonvalue.Null:
		return nil
	case jsonvalue.Array:
		out = v.Items()
	case jsonvalue.Object:
		for _, m := range v.Members() {
			out = append(out, jsonvalue.NewString(m.Key))
		}
	default:
		out = []domains.Value{v}
	}
	return out[:min(len(out), maxObserved)]
}

func (r *observation) observe(known map[string]*observed, result, arguments domains.Value) {
	for _, m := range r.when {
		if !jsonvalue.Equal(sourceOf(m.Key).at(result, arguments), m.Value) {
			return
		}
	}
	at := r.from.at(result, arguments)
	if at.IsNull() && r.literal == nil && r.does != "forget" {
		return // the result does not have it
	}
	listed := r.literal
	if listed == nil {
		listed = values(at)
	}
	for _, of := range r.of {
		seen := known[of]
		if seen == nil {
			seen = &observed{}
		}
		same := func(v domains.Value) func(domains.Value) bool {
			return func(w domains.Value) bool { return jsonvalue.Equal(v, w) || v.Str() != "" && v.Str() == w.JSON() }
		}
		switch r.does {
		case "forget":
			delete(known, of)
			continue
		case "are":
			seen.listed, seen.values = true, slices.Clone(listed)
		case "with":
			if !seen.listed {
				continue // one value is not a complete list
			}
			for _, v := range listed {
				if !slices.ContainsFunc(seen.values, same(v)) && len(seen.values) < maxObserved {
					seen.values = append(seen.values, v)
				}
			}
		case "without":
			for _, v := range listed {
				seen.values = slices.DeleteFunc(seen.values, func(w domains.Value) bool { return same(v)(w) || same(w)(v) })
			}
		case "most":
			most, ok := at.Float()
			if whole, rest := r.restOf.Float(); rest {
				most = whole - most
			}
			if !ok {
				continue
			}
			seen.least, seen.most = r.least, jsonvalue.NewFloat(most)
		}
		known[of] = seen
	}
}

// domain is the domain of a parameter by its schema with the observed values or bounds in it (F1).
func (o *observed) domain(p *domains.Param) (d domains.Domain, ok bool) {
	if p == nil || !o.listed && o.most.IsNull() {
		return d, false
	}
	var m jsonvalue.Members
	array := p.Schema.Field("type").Str() == "array"
	if kind := p.Schema.Field("type"); !kind.IsNull() {
		m.Add("type", kind)
	}
	switch {
	case o.listed && array:
		m.Add("items", jsonvalue.ObjectOf("enum", o.values))
		m.Add("uniqueItems", jsonvalue.NewBool(true))
		m.Add("maxItems", jsonvalue.NewInt(int64(len(o.values))))
	case o.listed:
		fit := make([]domains.Value, len(o.values))
		for i, v := range o.values {
			fit[i] = domains.Coerce(p, v)
		}
		m.Add("enum", jsonvalue.NewArray(fit...))
	default:
		if !o.least.IsNull() {
			m.Add("minimum", o.least)
		}
		m.Add("maximum", o.most)
	}
	schema := jsonvalue.NewObject(m...)
	d = domains.DomainOf(schema, schema)
	d.Source, d.DataDependent = "observed", true
	return d, true
}
