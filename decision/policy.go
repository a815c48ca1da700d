package decision

import (
	"fmt"
	"math"
	"slices"
)

// Identity identifies a policy: two policies with the same SHA256 decide alike.
type Identity struct {
	Name    string
	Version int
	SHA256  string // of its data, in hexadecimal
}

func (id Identity) String() string {
	return fmt.Sprintf("%s %d (%.12s)", id.Name, id.Version, id.SHA256)
}

// MaxActions is the number of actions that a policy may have.
const MaxActions = 64

// Open is a set of actions: bit i is action i of a policy.
type Open uint64

// AllOpen has every action.
const AllOpen = ^Open(0)

// Undecided is the choice of a policy that has nothing to choose: a signal that it needs
// is not stored (NaN), or none of its actions is open.
const Undecided = -1

// Policy is a pure function from signals to an action: the same values and open actions
// give the same choice. It keeps no state and is safe for concurrent use.
type Policy interface {
	Identity() Identity
	// Actions returns the possible choices, at most MaxActions.
	Actions() []string
	// Signals returns the names that the policy reads, each once.
	Signals() []string
	// Choose decides on the values of Signals, in their order, with NaN for an unknown
	// value. open says which of Actions may be chosen. It returns the index of an action,
	// or Undecided.
	Choose(values []float64, open Open) int
}

// OpenOf returns the set of a policy's actions that are among the given names.
func OpenOf(p Policy, names []string) (open Open) {
	for i, name := range p.Actions() {
		if slices.Contains(names, name) {
			open |= 1 << i
		}
	}
	return open
}

// ValuesOf appends the values of a policy's signals to dst.
func ValuesOf(p Policy, dst []float64, s Signals) []float64 {
	for _, name := range p.Signals() {
		dst = append(dst, s.Get(name))
	}
	return dst
}

// Decide asks a policy for one decision. The error says why the policy is undecided.
func Decide(p Policy, actions []string, s Signals) (string, error) {
	values := ValuesOf(p, nil, s)
	if i := p.Choose(values, OpenOf(p, actions)); i >= 0 {
		return p.Actions()[i], nil
	}
	for i, name := range p.Signals() {
		if math.IsNaN(values[i]) {
			return "", fmt.Errorf("decision: the policy %s reads the signal %q, which is not stored", p.Identity().Name, name)
		}
	}
	return "", fmt.Errorf("decision: the policy %s chooses among %v, and of these nothing that fits is open: %v", p.Identity().Name, p.Actions(), actions)
}
