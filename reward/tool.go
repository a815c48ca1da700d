package reward

import (
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The values of tool.
const (
	toolSame      = 1.0  // the same calls
	toolNames     = 0.75 // the same tools, other arguments
	toolOther     = 0.5  // calls on both sides, of other tools
	toolNoneNeeds = 0.5  // a call on neither side
)

// tool is the component tool of F9, in [0, 1] (SAGE-Agent A.3.5). If both the
// reference and the completion have a call, it is 1 for the same multiset of
// calls, 0.75 for the same multiset of names, and else 0.5. If neither has one
// it is 0.5; if only one does, 0. A completion has a call if its action is
// TOOLCALL and the call is well formed; the candidates of an ASK do not count.
func tool(reference, calls []domains.Call) float64 {
	switch {
	case len(reference) == 0 && len(calls) == 0:
		return toolNoneNeeds
	case len(reference) == 0 || len(calls) == 0:
		return 0
	case len(reference) != len(calls):
		return toolOther
	case sameCalls(reference, calls):
		return toolSame
	case sameNames(reference, calls):
		return toolNames
	default:
		return toolOther
	}
}

// fewCalls is the number of calls up to which comparing all pairs is faster
// than counting by key. It also limits the cost of comparing pairs.
const fewCalls = 16

// sameCalls reports whether two lists of equal length are the same multiset of
// calls: names equal, arguments equal as JSON values (F9).
func sameCalls(a, b []domains.Call) bool {
	if len(a) > fewCalls {
		return sameKeys(a, b, func(c *domains.Call) string { return c.Name + "\x00" + c.Arguments.Key() })
	}
	return pairOff(a, b, func(x, y *domains.Call) bool {
		return x.Name == y.Name && jsonvalue.Equal(x.Arguments, y.Arguments)
	})
}

// sameNames reports whether two lists of equal length name the same multiset
// of tools.
func sameNames(a, b []domains.Call) bool {
	if len(a) > fewCalls {
		return sameKeys(a, b, func(c *domains.Call) string { return c.Name })
	}
	return pairOff(a, b, func(x, y *domains.Call) bool { return x.Name == y.Name })
}

// pairOff finds a partner in b for each call of a. The first match is enough,
// because equality is transitive.
func pairOff(a, b []domains.Call, same func(x, y *domains.Call) bool) bool {
	var taken [fewCalls]bool
	for i := range a {
		found := false
		for j := range b {
			if !taken[j] && same(&a[i], &b[j]) {
				taken[j], found = true, true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

func sameKeys(a, b []domains.Call, key func(*domains.Call) string) bool {
	count := make(map[string]int, len(a))
	for i := range a {
		count[key(&a[i])]++
	}
	for i := range b {
		k := key(&b[i])
		if count[k] == 0 {
			return false
		}
		count[k]--
	}
	return true
}
