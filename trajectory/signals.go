package trajectory

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Signals describe a proposed critical call before it is made (T2). They decide nothing;
// a Setting does.
type Signals struct {
	NotOffered    bool     // no tool of that name is offered
	Refused       []string // parameters for which the schema refuses the call, "" for all
	Support       float64  // the smallest support (F4) among the arguments, in [0, 1]
	Weakest       string   // its parameter
	Unbacked      []string // parameters with an unsupported value
	Confirmed     bool     // the user's last message begins with a yes
	Denied        bool     // the user's last message begins with a no
	FailedBefore  bool     // the same call was made before and failed
	MadeBefore    bool     // the same call was made before and succeeded
	Preconditions []string // tools that should have succeeded before, and did not
}

// Critique is a critical call of the agent with its signals and its outcome.
type Critique struct {
	Message, Call int
	Tool          string
	Executed      bool
	Correct       *bool      // it matches a reference action; nil if unknown
	Directed      *Direction // a Director's verdict; nil if no Director was asked
	Signals
}

// Critiques returns the critical calls of a run, each with the signals before it. The
// list ends early if the run is too long to be read so often.
func (c *Counter) Critiques(t *Trajectory) []Critique { return c.CritiquesFrom(t, 0, nil) }

// CritiquesFrom returns the critiques of the messages from one on. read is an existing
// reading of the conversation before that message, or nil.
func (c *Counter) CritiquesFrom(t *Trajectory, from int, read *grounding.Reading) []Critique {
	calls := t.calls()
	effect := c.Effects(t)
	right := pair(calls, t.Reference.Actions, func(tool string) bool { return effect(tool) == Changes })
	b := newBacking(t, c.offered(t), c.critical.Asks)
	b.before = read
	var all []Critique
	succeeded := map[string]bool{} // tools
	before := map[string]bool{}    // calls made before, and whether they failed
	number := 0
	for i := range calls {
		m := &calls[i]
		if i > 0 && calls[i-1].message == m.message {
			number++
		} else {
			number = 0
		}
		if m.byUser {
			continue
		}
		key := m.Name + "\x00" + m.Arguments.Key()
		if m.message >= from && effect(m.Name) == Changes {
			s, ok := b.signals(m)
			if !ok {
				break
			}
			failed, made := before[key]
			s.FailedBefore, s.MadeBefore = failed, made && !failed
			for _, tool := range c.critical.preconditions[m.Name] {
				if !succeeded[tool] {
					s.Preconditions = append(s.Preconditions, tool)
				}
			}
			one := Critique{Message: m.message, Call: number, Tool: m.Name, Executed: !m.failed, Signals: s}
			if t.Reference.Known {
				correct := right[i] >= 0
				one.Correct = &correct
			}
			all = append(all, one)
		}
		before[key] = m.failed
		succeeded[m.Name] = succeeded[m.Name] || !m.failed
	}
	return all
}

// signals reads the conversation before a call and compares the call with it.
func (b *backing) signals(c *made) (s Signals, ok bool) {
	if !b.read(c.message) {
		return s, false
	}
	tool := b.tools.byName[c.Name]
	s.NotOffered = tool == nil && b.tools.list != nil
	if tool != nil {
		s.Refused = Refused(tool, b.tools.sets[c.Name], c.Call)
	} else if c.Malformed() {
		s.Refused = []string{""}
	}
	if b.spent += len(s.Refused) * turnBytes; b.spent > maxRead { // many calls that lack many parameters
		return s, false
	}
	s.Support, s.Weakest, _ = b.least(c)
	s.Unbacked = b.unbacked(c)
	for i := c.message - 1; i >= 0; i-- {
		if b.turns[i].Role == dataset.User {
			s.Confirmed, s.Denied = b.reading.Consent(i)
			break
		}
	}
	return s, true
}

// unbacked lists the parameters of a call whose value, or a part of it, is backed neither
// by the conversation and its results nor by the schema.
func (b *backing) unbacked(c *made) (names []string) {
	tool := b.tools.byName[c.Name]
	of := tool.Finder(b.tools.sets[c.Name], c.Arguments.Len())
	for _, arg := range c.Arguments.Members() {
		p, d := of(arg.Key)
		if p != nil && p.HasDefault && jsonvalue.Equal(arg.Value, p.Default) || d.Size != domains.Infinite && d.Contains(arg.Value) && tool != nil {
			continue
		}
		if !b.backs(arg.Value) || arg.Value.Len() == 0 && arg.Value.Kind() == jsonvalue.Array {
			names = append(names, arg.Key)
		}
	}
	return names
}

// backs reports whether each part of a value occurs in the conversation in some form.
// Values that people seldom say word by word always count as backed: booleans, dates and
// times, small numbers, free text.
func (b *backing) backs(v domains.Value) bool {
	switch v.Kind() {
	case jsonvalue.Array:
		return !slices.ContainsFunc(v.Items(), func(item domains.Value) bool { return !b.backs(item) })
	case jsonvalue.Object:
		return !slices.ContainsFunc(v.Members(), func(m jsonvalue.Member) bool { return !b.backs(m.Value) })
	case jsonvalue.String:
		if !isCode(v.Str()) {
			return true
		}
	case jsonvalue.Number:
		if n, ok := v.Int(); ok && n >= -smallNumber && n <= smallNumber {
			return true
		}
	default:
		return true
	}
	return b.reading.Support(nil, nil, domains.Domain{}, v).Rule != grounding.RuleNone
}

// smallNumber is the largest number that may be a count of listed things.
const smallNumber = 20

// isCode reports whether a text is one word with a digit and a letter, or an address, so
// that nobody could guess it. Dates and times are no codes.
func isCode(s string) bool {
	letter := strings.ContainsFunc(s, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 })
	figure := strings.ContainsAny(s, "0123456789")
	return !strings.ContainsAny(s, " \n\t") && (strings.Contains(s, "@") || figure && (letter || !strings.ContainsAny(s, "-/:.")) && !isStamp(s))
}

// isStamp recognises 2027-05-03T10:00:00Z, P1D and the like: digits, signs of time, and a
// few letters.
func isStamp(s string) bool {
	letters := strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r
		}
		if strings.ContainsRune("0123456789-:.+", r) {
			return -1
		}
		return 'x'
	}, s)
	return strings.ContainsAny(s, "-:") && strings.Trim(letters, "TZ") == ""
}
