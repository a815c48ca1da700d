package certainty

import "github.com/voi-rl/voi/domains"

// cell says where one candidate lies on one aspect (F6): in the cell of a value,
// numbered from 0 within the aspect, or in every cell of the domain.
type cell int32

// wild is the place of an unspecified argument: any cell of its domain.
const wild cell = -1

// column is one aspect of a tool, with the places of the tool's candidates.
type column struct {
	name     string
	required bool
	cells    []cell  // one per candidate of the tool
	inside   []bool  // per numbered cell: it is one of the domain's
	n        float64 // cells of the domain: n(D), or the named values if those are more
}

// differs reports whether the candidates lie in different places or in several.
func (c *column) differs() bool {
	for _, at := range c.cells {
		if at == wild || at != c.cells[0] {
			return true
		}
	}
	return false
}

// arguments finds the arguments of a call in constant time.
type arguments struct {
	object domains.Value
	index  map[string]int // nil for the few of an ordinary call
}

func indexed(call domains.Call) arguments {
	const few = 16
	a := arguments{object: call.Arguments}
	if members := a.object.Members(); len(members) > few {
		a.index = make(map[string]int, len(members))
		for i := range members {
			a.index[members[i].Key] = i
		}
	}
	return a
}

func (a arguments) get(name string) (domains.Value, bool) {
	if a.index == nil {
		return a.object.Get(name)
	}
	i, ok := a.index[name]
	if !ok {
		return domains.Value{}, false
	}
	return a.object.Members()[i].Value, true
}

// columnOf places the given calls of the viewed tool on the aspect of the given
// name, which may be a parameter that the schema does not name.
func (v *view) columnOf(name string, calls []arguments) column {
	p, d := v.param(name)
	col := column{name: name, required: p != nil && p.Required, cells: make([]cell, len(calls))}
	const absent = "" // no value has this key
	numbers := make(map[string]cell)
	named := 0
	for i := range calls {
		val, present := calls[i].get(name)
		if v.isUnspecified(p, d, val, present) {
			col.cells[i] = wild
			continue
		}
		if !present && p != nil && p.HasDefault {
			val, present = p.Default, true
		}
		key, in := absent, false
		if present {
			val = coerce(p, val)
			key = val.Key()
			_, out := v.ruled[name][key]
			in = !out && contains(p, d, val)
		}
		at, known := numbers[key]
		if !known {
			at = cell(len(numbers))
			numbers[key] = at
			col.inside = append(col.inside, in)
			if in {
				named++
			}
		}
		col.cells[i] = at
	}
	col.n = max(v.n(name, p, d), float64(named))
	return col
}

// columns places the calls on every parameter of the schema, in its order.
func (v *view) columns(calls []arguments) []column {
	cols := make([]column, len(v.tool.Params))
	for i := range v.tool.Params {
		cols[i] = v.columnOf(v.tool.Params[i].Name, calls)
	}
	return cols
}
