package domains

import (
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// elements holds what one schema says about the elements of an array. Where several
// schemas apply, the element at each position must meet all of them.
type elements struct {
	given  bool
	prefix []Value // the first elements, one schema each
	rest   Value   // the schema of all others, where hasRest
	hasRest,
	closed bool // there are no others
	tail Value // additionalItems, which counts only beside a list of items
}

// keyword reads a keyword about elements. It returns false for any other keyword.
func (el *elements) keyword(m jsonvalue.Member) bool {
	switch m.Key {
	case "prefixItems":
		el.prefix = m.Value.Items()
		el.given = el.given || len(el.prefix) > 0
	case "items":
		if m.Value.Kind() == jsonvalue.Array {
			el.prefix = m.Value.Items()
			el.others(el.tail)
		} else {
			el.others(m.Value)
		}
	case "additionalItems":
		el.tail = m.Value
		if el.prefix != nil && !el.hasRest && !el.closed {
			el.others(m.Value)
		}
	default:
		return false
	}
	return true
}

func (el *elements) others(v Value) {
	switch v.Kind() {
	case jsonvalue.Bool:
		el.closed = el.closed || !v.Bool()
	case jsonvalue.Object, jsonvalue.String:
		el.rest, el.hasRest = v, true
	}
	el.given = el.given || el.closed || el.hasRest || len(el.prefix) > 0
}

// elementAt returns the schemas that the element at position n must meet.
func (f *facets) elementAt(n int64) []Value {
	var schemas []Value
	for i := range f.elements {
		switch el := &f.elements[i]; {
		case n < int64(len(el.prefix)):
			schemas = append(schemas, el.prefix[n])
		case el.hasRest:
			schemas = append(schemas, el.rest)
		}
	}
	return schemas
}

// list is the domain of arrays: infinite, unless the elements are finite and
// their number is bounded.
func (e *evaluator) list(f *facets) Domain {
	d := Domain{Type: List, Size: Infinite, Source: "schema.type"}
	maxItems, longest := f.maxItems, int64(0)
	for i := range f.elements {
		el := &f.elements[i]
		d.Source = "schema.items"
		longest = max(longest, int64(len(el.prefix)))
		if el.closed {
			maxItems = least(maxItems, int64(len(el.prefix)))
		}
	}
	if maxItems >= 0 && f.minItems > maxItems {
		d.Size, d.Source = 0, sourceNothing
		return d
	}
	if longest > 0 {
		return e.tuple(f, d, maxItems, longest)
	}
	elem := nothing()
	if schemas := f.elementAt(0); len(schemas) > 0 && maxItems != 0 {
		elem = e.domain(schemas...)
	}
	if elem.Type == String || len(f.elements) == 0 {
		set, ok := f.describedElements()
		if !ok && len(f.elements) == 0 {
			return d
		}
		if ok {
			elem = set
		}
	}
	if elem.Size == Infinite || maxItems < 0 {
		return d
	}
	d.Size = countLists(elem.Size, f.minItems, maxItems, f.unique)
	d.describe("items", elem)
	det := d.with()
	det.elem, det.min, det.max, det.unique = &elem, f.minItems, maxItems, f.unique
	return d
}

// tuple counts arrays whose first elements have schemas of their own. With
// uniqueItems the count is an upper bound. longest is the length of the longest prefix.
func (e *evaluator) tuple(f *facets, d Domain, maxItems, longest int64) Domain {
	if maxItems < 0 {
		return d
	}
	rest := int64(Infinite)
	var elem *Domain
	prefix := []Domain{}
	if schemas := f.elementAt(longest); len(schemas) > 0 && maxItems > longest {
		item := e.domain(schemas...)
		rest, elem = item.Size, &item
		d.describe("items", item)
	}
	total, lists := int64(0), int64(1)
	for k := int64(0); ; k++ {
		if k >= f.minItems {
			total = addSize(total, lists)
		}
		if k == maxItems || total == Infinite || lists == 0 {
			break
		}
		if k >= longest {
			if lists == MaxSize || lists == Infinite || rest <= 1 {
				total = addSize(total, tail(lists, rest, max(f.minItems, k+1), maxItems))
				break
			}
			lists = mulSize(lists, rest)
			continue
		}
		if e.left -= len(f.elements) >> 4; e.left < 0 {
			return d
		}
		item := e.domain(f.elementAt(k)...)
		prefix = append(prefix, item)
		d.describe("items", item)
		lists = mulSize(lists, item.Size)
	}
	if d.Size = total; total == Infinite {
		return d
	}
	det := d.with()
	det.prefix, det.elem, det.min, det.max, det.unique = prefix, elem, f.minItems, maxItems, f.unique
	return d
}

// tail is the number of lists with lengths lo to hi where every length has equally many
// lists: one further element is possible (rest 1), none, or infinitely many.
func tail(lists, rest, lo, hi int64) int64 {
	switch {
	case lo > hi || rest == 0:
		return 0
	case rest == Infinite:
		return Infinite
	}
	return mulSize(lists, min(hi-lo, MaxSize-1)+1)
}
