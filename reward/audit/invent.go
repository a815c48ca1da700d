package audit

import (
	"math"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
)

// syllables make names that no conversation contains.
var syllables = [...]string{"quor", "vel", "zan", "drim", "plu", "xeth", "bor", "wyn", "kesh", "ulo"}

// invent makes up a value of the right type. It does not occur in the
// conversation and differs from avoid (which may be the zero Value), if the
// domain has such a value.
func (m *material) invent(tool *domains.Tool, p *domains.Param, avoid domains.Value) domains.Value {
	d, _ := m.Sets[tool.Name].Get(p.Name)
	best, found := domains.Value{}, false
	for try := range triesToInvent {
		v := m.madeUp(d, p.Schema, tool.Name, p.Name, strconv.Itoa(try))
		if jsonvalue.Equal(domains.Coerce(p, v), domains.Coerce(p, avoid)) {
			continue
		}
		if !m.holds(v) {
			return v
		}
		best, found = v, true
	}
	if found {
		return best
	}
	return jsonvalue.NewString(m.name(tool.Name, p.Name))
}

const triesToInvent = 32

// holds reports whether the user or a tool has written a value literally.
func (m *material) holds(v domains.Value) bool {
	text := v.Str()
	if text == "" {
		text = v.JSON()
	}
	text = words.Spoken(text)
	held, known := m.held[text]
	if !known {
		if m.held == nil {
			m.held = map[string]bool{}
		}
		held = strings.Contains(m.said, " "+text+" ")
		m.held[text] = held
	}
	return held
}

func (m *material) madeUp(d domains.Domain, schema domains.Value, purpose ...string) domains.Value {
	switch {
	case d.Type == domains.Boolean:
		return jsonvalue.NewBool(m.number(2, purpose...) == 1)
	case d.Type == domains.Finite && len(d.Values) > 0:
		return d.Values[m.number(len(d.Values), purpose...)]
	case d.Type == domains.NumericRange:
		return m.madeUpNumber(d, purpose...)
	case d.Type == domains.List:
		items := schema.Field("items")
		return jsonvalue.NewArray(m.madeUp(domains.DomainOf(items, schema), items, append(purpose, "item")...))
	}
	if properties := schema.Field("properties"); properties.Len() > 0 {
		var members []jsonvalue.Member
		for _, prop := range properties.Members() {
			members = append(members, jsonvalue.Member{Key: prop.Key, Value: m.madeUp(domains.DomainOf(prop.Value, schema), prop.Value, append(purpose, prop.Key)...)})
		}
		return jsonvalue.NewObject(members...)
	}
	switch schema.Field("format").Str() {
	case "date":
		return jsonvalue.NewString("2031-07-" + strconv.Itoa(10+m.number(20, purpose...)))
	case "email":
		return jsonvalue.NewString(strings.ToLower(m.name(purpose...)) + "@example.net")
	}
	return jsonvalue.NewString(m.name(purpose...))
}

// madeUpNumber is a number within the bounds, and a multiple of the step if the
// domain has one.
func (m *material) madeUpNumber(d domains.Domain, purpose ...string) domains.Value {
	lo, hi := bound(d.Min, math.Inf(-1)), bound(d.Max, math.Inf(1))
	step := bound(d.Step, 1)
	at := float64(1013 + m.number(7000, purpose...))
	switch {
	case !math.IsInf(lo, 0) && !math.IsInf(hi, 0):
		steps := math.Floor((hi - lo) / step)
		if steps < 1 && d.Step == nil && hi > lo { // a share of something
			step, steps = (hi-lo)/16, 16
		}
		if steps < 1 {
			return jsonvalue.NewFloat(lo)
		}
		at = lo + step*float64(m.number(int(min(steps, 1<<20))+1, purpose...))
	case !math.IsInf(lo, 0):
		at = lo + step*float64(13+m.number(7000, purpose...))
	case !math.IsInf(hi, 0):
		at = hi - step*float64(13+m.number(7000, purpose...))
	default:
		at = step * at
	}
	return rounded(at, d.Step)
}

// rounded writes a number with as many decimals as its step, so that it is a
// multiple of the step.
func rounded(f float64, step *domains.Value) domains.Value {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		f = 0 // the step is too small for a float64
	}
	if step == nil {
		return jsonvalue.NewFloat(f)
	}
	_, decimals, _ := strings.Cut(step.NumberText(), ".")
	v, err := domains.ParseValue(strconv.FormatFloat(f, 'f', len(decimals), 64))
	if err != nil {
		return jsonvalue.NewFloat(f)
	}
	return v
}

func bound(v *domains.Value, none float64) float64 {
	if v == nil {
		return none
	}
	if f, ok := v.Float(); ok {
		return f
	}
	return none
}

// name is an invented name.
func (m *material) name(purpose ...string) string {
	var b strings.Builder
	for i := range 3 {
		b.WriteString(syllables[m.number(len(syllables), append(purpose, "name", strconv.Itoa(i))...)])
	}
	s := b.String()
	return strings.ToUpper(s[:1]) + s[1:]
}

// inventedCall calls a tool with every required argument invented and the
// optional ones left out. If no parameter is required it invents the first one.
func (m *material) inventedCall(t *domains.Tool) domains.Call {
	var members []jsonvalue.Member
	for i := range t.Params {
		if p := &t.Params[i]; p.Required {
			members = append(members, jsonvalue.Member{Key: p.Name, Value: m.invent(t, p, domains.Value{})})
		}
	}
	if len(members) == 0 && len(t.Params) > 0 {
		p := &t.Params[0]
		members = append(members, jsonvalue.Member{Key: p.Name, Value: m.invent(t, p, domains.Value{})})
	}
	return domains.Call{Name: t.Name, Arguments: jsonvalue.NewObject(members...)}
}

// filled is the candidate with its open arguments invented (fill) or left out.
func (m *material) filled(c domains.Call, fill bool) domains.Call {
	t := m.Tool(c.Name)
	args := jsonvalue.NewObject()
	for _, a := range c.Arguments.Members() {
		if t == nil || !m.open(t, a.Key, a.Value) {
			args = args.With(a.Key, a.Value)
		}
	}
	if t != nil && fill {
		for i := range t.Params {
			p := &t.Params[i]
			if given, ok := c.Arguments.Get(p.Name); ok && m.open(t, p.Name, given) || !ok && p.Required {
				args = args.With(p.Name, m.invent(t, p, domains.Value{}))
			}
		}
	}
	return domains.Call{Name: c.Name, Arguments: args}
}

// open reports whether an argument is unspecified (F2).
func (m *material) open(t *domains.Tool, name string, v domains.Value) bool {
	d, _ := m.Sets[t.Name].Get(name)
	return !certainty.Specified(t.Param(name), d, v)
}

// settled returns the parameters with a value in the best candidate, or in the
// reference call, in order.
func (m *material) settled() []string {
	c := m.best
	if c == nil && len(m.calls) > 0 {
		c = &m.calls[0]
	}
	if c == nil || m.Tool(c.Name) == nil {
		return nil
	}
	var out []string
	for _, a := range c.Arguments.Members() {
		if t := m.Tool(c.Name); t.Param(a.Key) != nil && !m.open(t, a.Key, a.Value) {
			out = append(out, a.Key)
		}
	}
	return out
}
