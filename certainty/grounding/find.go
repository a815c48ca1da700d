package grounding

import (
	"slices"

	"github.com/voi-rl/voi/domains"
)

// few is the largest number of slots, tools or parameters that are searched without an index.
const few = 16

// slotIndex finds slots by the names of their tools and parameters.
type slotIndex struct {
	of []Slot // that were indexed
	at map[[2]string]int
}

// Slot returns the slot of a tool's parameter, or the zero Slot if the parameter was not read.
func (r *Reading) Slot(tool, param string) Slot {
	named := func(s *Slot) bool { return s.Tool == tool && s.Param == param }
	if len(r.Slots) > few {
		if i, ok := r.indexed().at[[2]string{tool, param}]; ok && named(&r.Slots[i]) {
			return r.Slots[i]
		}
	}
	for i := range r.Slots { // they are few, have other names than when they were indexed, or none is it
		if named(&r.Slots[i]) {
			return r.Slots[i]
		}
	}
	return Slot{}
}

// indexed returns the index of the slots, a new one if Slots is another list than before.
func (r *Reading) indexed() *slotIndex {
	x := r.place.Load()
	if x != nil && len(x.of) == len(r.Slots) && &x.of[0] == &r.Slots[0] {
		return x
	}
	x = &slotIndex{r.Slots, make(map[[2]string]int, len(r.Slots))}
	for i := range r.Slots {
		key := [2]string{r.Slots[i].Tool, r.Slots[i].Param}
		if _, ok := x.at[key]; !ok {
			x.at[key] = i
		}
	}
	r.place.Store(x)
	return x
}

// toolNamed returns the index of an offered tool, the first of several with one name, and -1 if none has it.
func (b *bound) toolNamed(name string) int {
	return find(b.in.Tools, name, &b.tools, func(t *domains.Tool) string { return t.Name })
}

// paramNamed does so for a parameter of the t-th tool that is offered.
func (b *bound) paramNamed(t int, name string) int {
	return find(b.in.Tools[t].Params, name, &b.listen(t).names, func(p *domains.Param) string { return p.Name })
}

// find returns the index of the first element of a list with a name, -1 if none has it. Lists that are not short have an index.
func find[T any](list []T, name string, index *lazy[map[string]int], nameOf func(*T) string) int {
	if len(list) <= few {
		for i := range list {
			if nameOf(&list[i]) == name {
				return i
			}
		}
		return -1
	}
	at := *index.get(func() *map[string]int {
		at := make(map[string]int, len(list))
		for i := range slices.Backward(list) {
			at[nameOf(&list[i])] = i
		}
		return &at
	})
	if i, ok := at[name]; ok {
		return i
	}
	return -1
}
