package trajectory

import (
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Signals are what is known of a proposed critical call before it is made (T2). They
// decide nothing; a Setting does.
type Signals struct {
	NotOffered    bool     // no tool of that name is offered
	Refused       []string // parameters with which the schema refuses the call, "" for all
	Support       float64  // s of F4 of the argument that is backed least, in [0, 1]
	Weakest       string   // its parameter
	Unbacked      []string // parameters with a value that nothing backs
	Confirmed     bool     // the user's last message begins with a yes
	Denied        bool     // it begins with a no
	FailedBefore  bool     // the same call was made before and failed
	MadeBefore    bool     // the same call was made before and succeeded
	Preconditions []string // tools that had to succeed before, and did not
}

// Critique is a critical call of the agent with its signals and what came of it.
type Critique struct {
	Message, Call int
	Tool          string
	Executed      bool
	Correct       *bool      // it is an action of the reference; nil where that is unknown
	Directed      *Direction // what a Director said; nil where none was asked
	Signals
}

// Critiques are the critical calls of a run, each with the signals of the moment. They
// end where the run is too long to be read once more.
func (c *Counter) Critiques(t *Trajectory) []Critique { return c.CritiquesFrom(t, 0, nil) }

// CritiquesFrom are those of the messages from one on. read is the reading of what stands
// before that message, where there is one already, else nil.
func (c *Counter) CritiquesFrom(t *Trajectory, from int, read *grounding.Reading) []Critique {
	calls := t.calls()
	effect := c.Effects(t)
	right := pair(calls, t.Reference.Actions, func(tool string) bool { return effect(tool) == Changes })
	b := newBacking(t, c.offered(t), c.critical.Asks)
	b.before = read
	var all []Critique
	succeeded := map[string]bool{} // tools
	before := map[string]bool{}    // calls, and whether they failed
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

// signals reads what stands before a call and holds the call against it.
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

// unbacked lists the parameters of a call with a value, or a part of one, that nothing
// backs: neither the conversation nor what was observed nor the schema.
func (b *backing) unbacked(c *made) (names []string) {
	tool := b.tools.byName[c.Name]
	for _, arg := range c.Arguments.Members() {
		var p *domains.Param
		var d domains.Domain
		if tool != nil {
			p = tool.Param(arg.Key)
			d, _ = b.tools.sets[c.Name].Get(arg.Key)
		}
		if p != nil && p.HasDefault && jsonvalue.Equal(arg.Value, p.Default) || d.Size != domains.Infinite && d.Contains(arg.Value) && tool != nil {
			continue
		}
		if !b.backs(arg.Value) || arg.Value.Len() == 0 && arg.Value.Kind() == jsonvalue.Array {
			names = append(names, arg.Key)
		}
	}
	return names
}

// backs reports whether each part of a value stands in the conversation in some form.
// Values that are seldom said word by word count as backed: yes and no, dates and times,
// small numbers; and texts, which are written.
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

// smallNumber bounds what may be a count of things that were listed.
const smallNumber = 20

// isCode reports whether a text is one word with a figure and a letter in it, or an
// address: what cannot be guessed. Dates and times are none.
func isCode(s string) bool {
	letter := strings.ContainsFunc(s, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 })
	figure := strings.ContainsAny(s, "0123456789")
	return !strings.ContainsAny(s, " \n\t") && (strings.Contains(s, "@") || figure && (letter || !strings.ContainsAny(s, "-/:.")) && !isStamp(s))
}

// isStamp recognises 2027-05-03T10:00:00Z, P1D and the like: figures with a few letters
// between marks of time.
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
