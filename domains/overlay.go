package domains

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Overlay holds domains that win over an annotator's: knowledge of a person or a
// model that the schema lacks. A nil Overlay is empty.
type Overlay struct {
	sets map[string]Set
}

// overlayOptions allow a file with many tools.
var overlayOptions = jsonvalue.Options{MaxDepth: 2 * jsonvalue.DefaultDepth, MaxNodes: 4 * jsonvalue.DefaultNodes}

// ParseOverlay reads a JSON object {TOOL: {PARAMETER: Domain}}, or JSON lines
// {"tool", "parameters"} as voi annotate writes them; a later line of the same
// tool wins.
func ParseOverlay(text string) (*Overlay, error) {
	o := &Overlay{sets: map[string]Set{}}
	if v, err := jsonvalue.Parse(text, overlayOptions); err == nil {
		if _, isLine := v.Get("parameters"); !isLine {
			return o, o.object(v)
		}
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		v, err := jsonvalue.Parse(line, overlayOptions)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		name := v.Field("tool").Str()
		if name == "" {
			return nil, fmt.Errorf("line %d: names no tool; expected {\"tool\", \"parameters\"}", n)
		}
		set, err := ParseSet(v.Field("parameters"))
		if err != nil {
			return nil, fmt.Errorf("line %d: parameters: %w", n, err)
		}
		o.sets[name] = set
	}
	return o, nil
}

// object reads {TOOL: {PARAMETER: Domain}}.
func (o *Overlay) object(v Value) error {
	if v.Kind() != jsonvalue.Object {
		return fmt.Errorf("the domains are %s; give an object {tool: {parameter: domain}}", v.Kind().Noun())
	}
	for _, tool := range v.Members() {
		set := Set{}
		for _, p := range tool.Value.Members() {
			d, err := ParseDomain(p.Value)
			if err != nil {
				return fmt.Errorf("%s.%s: %w", tool.Key, p.Key, err)
			}
			set = append(set, ParamDomain{Name: p.Key, Domain: d})
		}
		if tool.Value.Kind() != jsonvalue.Object {
			return fmt.Errorf("%s: the domains of a tool are %s; give an object {parameter: domain}", tool.Key, tool.Value.Kind().Noun())
		}
		o.sets[tool.Key] = set
	}
	return nil
}

// Tools returns the names of the overlay's tools, sorted.
func (o *Overlay) Tools() []string {
	if o == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(o.sets))
}

// Of returns the domains that the overlay has for a tool, nil for none.
func (o *Overlay) Of(tool string) Set {
	if o == nil {
		return nil
	}
	return o.sets[tool]
}

// Apply returns set, an annotator's domains for tool, with the overlay's domains
// in their place. It is an error if the tool lacks the parameter, if its schema
// does not admit a value, or if bounds or size exceed the schema's: the domain
// then belongs to another tool or another version. Only the schema itself is
// compared with the overlay, not its descriptions.
func (o *Overlay) Apply(tool *Tool, set Set) (Set, error) {
	over := o.Of(tool.Name)
	if len(over) == 0 {
		return set, nil
	}
	out := slices.Clone(set)
	at := out.indexes()
	c := newChecker(tool)
	for _, pd := range over {
		own, err := c.stated(pd)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", tool.Name, pd.Name, err)
		}
		i, ok := at[pd.Name]
		if !ok {
			return nil, fmt.Errorf("%s.%s: the annotator gave no domain in its place", tool.Name, pd.Name)
		}
		out[i].Domain = pd.Domain.restored(own) // voi annotate may have written it
	}
	return out, nil
}

// Check returns an error for what Apply refuses: domains that belong to another tool, or
// to another version of this one.
func (s Set) Check(tool *Tool) error {
	c := newChecker(tool)
	for _, pd := range s {
		if _, err := c.stated(pd); err != nil {
			return &Error{CodeBadDomain, pd.Name, err.Error()}
		}
	}
	return nil
}

// checker compares domains with what the schemas of a tool's parameters state. All parameters
// share its budgets.
type checker struct {
	tool          *Tool
	params        map[string]*Param
	whole, values evaluator
}

func newChecker(tool *Tool) *checker {
	c := &checker{tool: tool, params: make(map[string]*Param, len(tool.Params))}
	c.whole = evaluator{root: tool.Schema, left: maxEvalSchemas}
	c.values = evaluator{root: tool.Schema, left: maxEvalSchemas, mute: true}
	for i := range tool.Params {
		c.params[tool.Params[i].Name] = &tool.Params[i]
	}
	return c
}

// stated returns the domain that the schema of a parameter has, or an error if the given
// one exceeds it.
func (c *checker) stated(pd ParamDomain) (Domain, error) {
	p := c.params[pd.Name]
	if p == nil {
		return Domain{}, fmt.Errorf("the tool %q has no parameter %q", c.tool.Name, pd.Name)
	}
	own := c.whole.param(p)
	return own, c.fits(p, own, pd.Domain)
}

// fits returns an error if a domain exceeds the one that the schema states.
func (c *checker) fits(p *Param, schema, d Domain) error {
	e := &c.values
	e.left = max(e.left, shareOfParam)
	stated := schema.bySchema()
	listed := &valueSet{}
	if all, ok := stated.enumerated(); ok && stated.Stated() {
		listed = newValueSet(all)
	}
	for _, v := range d.Values {
		if listed.has(v) {
			continue
		}
		one := jsonvalue.ObjectOf("enum", jsonvalue.NewArray(Coerce(p, v)))
		if e.domain(p.Schema, one).Size == 0 {
			return fmt.Errorf("the schema does not admit the value %.100s", v.JSON())
		}
	}
	if schema = schema.bySchema(); !schema.Stated() {
		return nil
	}
	for _, b := range [...]struct {
		what      string
		own, most *Value
		sign      int
	}{{"least", d.Min, schema.Min, -1}, {"greatest", d.Max, schema.Max, 1}} {
		if b.most == nil || b.own == nil {
			continue
		}
		own, _, ok := rational(*b.own)
		most, _, known := rational(*b.most)
		if ok && known && own.Cmp(most) == b.sign {
			return fmt.Errorf("its %s value %s lies beyond the schema's, %s", b.what, b.own.JSON(), b.most.JSON())
		}
	}
	if schema.Size >= 0 && (d.Size == Infinite || d.Size > schema.Size) {
		size := "infinite"
		if d.Size >= 0 {
			size = fmt.Sprint(d.Size)
		}
		return fmt.Errorf("its size is %s, and the schema admits %d values", size, schema.Size)
	}
	return nil
}
