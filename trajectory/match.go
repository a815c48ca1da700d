package trajectory

import (
	"slices"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Matches reports whether a call is the action (T2): the same tool, and equal values (F9) for
// the arguments in Compare. With a nil Compare all arguments of both must be equal.
func (a *Action) Matches(c *Call) bool {
	if a.Name != c.Name || c.Malformed() {
		return false
	}
	if a.Compare == nil {
		return jsonvalue.Equal(a.Arguments, c.Arguments)
	}
	return equalIn(a.Arguments, c.Arguments, a.Compare)
}

// MatchesTau2 is tau2-bench's own check. It is weaker: with a nil Compare it compares only the
// arguments that the call has, so that it accepts a call that leaves arguments out.
func (a *Action) MatchesTau2(c *Call) bool {
	if a.Name != c.Name || c.Malformed() {
		return false
	}
	if a.Compare != nil {
		return equalIn(a.Arguments, c.Arguments, a.Compare)
	}
	of := a.Arguments.Getter()
	for _, m := range c.Arguments.Members() {
		if v, ok := of(m.Key); !ok || !jsonvalue.Equal(v, m.Value) {
			return false
		}
	}
	return true
}

// equalIn compares some members: both objects have equal values there, or neither has the
// member.
func equalIn(a, b domains.Value, keys []string) bool {
	ofA, ofB := a.Getter(), b.Getter()
	for _, key := range keys {
		x, inA := ofA(key)
		y, inB := ofB(key)
		if inA != inB || !jsonvalue.Equal(x, y) {
			return false
		}
	}
	return true
}

// made is a call of a run with its result.
type made struct {
	*Call
	message int  // the message with the call
	result  int  // the message with its result, -1 if there is none
	byUser  bool // by the user's side
	failed  bool // its result is an error
}

// calls returns the calls that a run made, in order, without those in Given messages.
func (t *Trajectory) calls() []made {
	return slices.DeleteFunc(t.allCalls(), func(c made) bool { return t.Messages[c.message].Given })
}

// allCalls returns all calls of a run, in order.
func (t *Trajectory) allCalls() []made {
	results, _ := t.Results()
	var all []made
	for i := range t.Messages {
		m := &t.Messages[i]
		for j := range m.Calls {
			c := made{Call: &m.Calls[j], message: i, result: results[i][j], byUser: m.Role != roles["assistant"]}
			c.failed = c.result >= 0 && t.Messages[c.result].Failed
			all = append(all, c)
		}
	}
	return all
}

// pair returns for each call the first matching reference action that no earlier call took, -1
// if there is none. It considers only tools for which use is true.
func pair(calls []made, actions []Action, use func(tool string) bool) []int {
	of := make([]int, len(calls))
	taken := make([]bool, len(actions))
	byName := map[string][]int{}
	for i := range actions {
		if !actions[i].ByUser && use(actions[i].Name) {
			byName[actions[i].Name] = append(byName[actions[i].Name], i)
		}
	}
	for i := range calls {
		of[i] = -1
		if calls[i].byUser || calls[i].failed {
			continue
		}
		left := byName[calls[i].Name]
		at := slices.IndexFunc(left, func(k int) bool { return !taken[k] && actions[k].Matches(calls[i].Call) })
		if at >= 0 {
			of[i], taken[left[at]] = left[at], true
		}
	}
	return of
}

// assign pairs as many items as possible each with a call of its own, of those that fit it: the
// first one that is free or, if none is, one whose item can move to another. It returns the call of
// each item, -1 if there is none, and whether each call is taken. CAP pairs in the order of the calls
// instead (T2, pair).
func assign(fits [][]int, calls int) (of []int, taken []bool) {
	of, taken = slices.Repeat([]int{-1}, len(fits)), make([]bool, calls)
	by := make([]int, calls) // the item of each taken call
	for i := range fits {
		tried := map[int]bool{}
		var place func(i int) bool
		place = func(i int) bool {
			at := slices.IndexFunc(fits[i], func(k int) bool { return !taken[k] })
			if at < 0 {
				at = slices.IndexFunc(fits[i], func(k int) bool {
					if tried[k] {
						return false
					}
					tried[k] = true
					return place(by[k])
				})
			}
			if at < 0 {
				return false
			}
			k := fits[i][at]
			of[i], by[k], taken[k] = k, i, true
			return true
		}
		place(i)
	}
	return of, taken
}
