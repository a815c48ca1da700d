package certainty

import (
	"slices"

	"github.com/voi-rl/voi/domains"
)

// cell is the place of one candidate on one aspect (F6): the cell of a value,
// numbered from 0 within the aspect, or every cell of the domain.
type cell int32

// wild is the place of an unspecified argument: it may be any cell of the
// domain.
const wild cell = -1

// column is one aspect of a tool, with the cells of the tool's candidates.
type column struct {
	name     string
	required bool
	cells    []cell  // one for each candidate of the tool
	inside   []bool  // for each numbered cell: the domain has it
	n        float64 // cells of the domain: n(D), or the number of named values if that is larger
}

// differs reports whether a question about the aspect could separate candidates:
// they lie in different cells, or one of them is wild.
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
	index  map[string]int // nil for an ordinary call with few arguments
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

// columnOf finds the cells of the given calls on the aspect with that name,
// which may be missing in the schema.
func (v *view) columnOf(name string, calls []arguments) column {
	p, d := v.param(name)
	col := column{name: name, required: p != nil && p.Required, cells: make([]cell, len(calls))}
	const absent = "" // no value has this key
	var keys []string // of the numbered cells; a list, since candidates are few
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
			if ruled := v.ruled[name]; len(calls) > 1 || ruled != nil { // a single call needs no key: its value always has cell 0
				key = val.Key()
			}
			_, out := v.ruled[name][key]
			in = !out && contains(p, d, val)
		}
		at := cell(slices.Index(keys, key))
		if at < 0 {
			at = cell(len(keys))
			keys = append(keys, key)
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

// columns returns the column of every parameter of the schema, in its order.
func (v *view) columns(calls []arguments) []column {
	cols := make([]column, len(v.tool.Params))
	for i := range v.tool.Params {
		cols[i] = v.columnOf(v.tool.Params[i].Name, calls)
	}
	return cols
}
