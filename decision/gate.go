package decision

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/trajectory"
)

// Gate stops a search that stalls (T3; "The Context Gathering Decision Process",
// section 5.2): it fires at the first act that ends P consecutive stagnated ones.
type Gate struct {
	TauJ float64 // from this J_t on an act repeats another; +Inf: never
	TauU float64 // up to this UPR_t an act learnt little
	P    int     // at least 1
	// Beta, in [0, 1), is the decay of the moving averages that replace J_t and UPR_t in
	// the smooth form, m_t = Beta m_(t-1) + (1 - Beta) x_t from m_0 = x_0 on; 0 is the
	// plain form.
	Beta float64
}

// DefaultGate is f_j0.6_u0.3_p2, the paper's best.
var DefaultGate = Gate{TauJ: trajectory.TauJ, TauU: trajectory.TauU, P: 2}

// Check returns an error if a gate's parameters are out of range.
func (g Gate) Check() error {
	switch {
	case math.IsNaN(g.TauJ) || math.IsNaN(g.TauU):
		return fmt.Errorf("decision: a gate whose tau_j or tau_u is no number")
	case g.P < 1:
		return fmt.Errorf("decision: a gate with p = %d; it counts stagnated steps, give at least 1", g.P)
	case !(g.Beta >= 0 && g.Beta < 1):
		return fmt.Errorf("decision: a gate with beta = %v; give 0 (the plain form) to below 1", g.Beta)
	}
	return nil
}

// Fire returns the index of the act at which the gate fires, -1 if it never does.
func (g Gate) Fire(acts []trajectory.Act) int {
	at := -1
	g.each(acts, func(i, consecutive int) bool {
		if consecutive == g.P {
			at = i
		}
		return at < 0
	})
	return at
}

// Stalled is the number of consecutive stagnated acts at the end of a search. The gate
// fires when this number first is P, in the plain and in the smooth form.
func (g Gate) Stalled(acts []trajectory.Act) (consecutive int) {
	g.each(acts, func(_, n int) bool { consecutive = n; return true })
	return consecutive
}

// each yields every act with the number of consecutive stagnated acts up to it, until
// yield returns false.
func (g Gate) each(acts []trajectory.Act, yield func(i, consecutive int) bool) {
	var seen trajectory.Act
	consecutive := 0
	for i := range acts {
		now := trajectory.Act{Jaccard: acts[i].Jaccard, UPR: acts[i].UPR}
		if g.Beta > 0 && i > 0 {
			now.Jaccard = g.Beta*seen.Jaccard + (1-g.Beta)*now.Jaccard
			now.UPR = g.Beta*seen.UPR + (1-g.Beta)*now.UPR
		}
		if seen = now; now.Stagnated(g.TauJ, g.TauU) {
			consecutive++
		} else {
			consecutive = 0
		}
		if !yield(i, consecutive) {
			return
		}
	}
}

// Search is a run prepared for gates: its acts, and the cost of every further step. One
// Search serves any number of gates and names the run's failure patterns.
type Search struct {
	Run  *trajectory.Trajectory
	Acts []trajectory.Act

	// rest[i] is the number of tokens of the steps from i on, prompts included. prompt[i]
	// is the number for the prompt of step i; the entry behind the last step is for the
	// prompt of one more step.
	rest, prompt []int64
	answered     int // the first act that observed the reference answer
}

// bytesPerToken is the assumed length of a token.
const bytesPerToken = 4

// NewSearch prepares a run for gates.
func NewSearch(c *trajectory.Counter, t *trajectory.Trajectory) *Search {
	steps := t.Steps()
	s := &Search{Run: t, Acts: c.Acts(t), rest: make([]int64, len(steps)+1), prompt: make([]int64, len(steps)+1)}
	bytes := int64(0)
	if t.Tools != nil {
		bytes = int64(len(domains.ToolsValue(t.Tools).JSON()))
	}
	written := make([]int64, len(steps))
	at := 0
	for i := range steps {
		bytes, at = bytes+size(t, at, steps[i].Message), steps[i].Message+1
		s.prompt[i] = tokens(bytes)
		own := size(t, steps[i].Message, at)
		written[i], bytes = tokens(own), bytes+own
	}
	s.prompt[len(steps)] = tokens(bytes + size(t, at, len(t.Messages)))
	for i := len(steps) - 1; i >= 0; i-- {
		s.rest[i] = s.rest[i+1] + s.prompt[i] + written[i]
	}
	s.answered = s.observedBy(steps)
	return s
}

func tokens(bytes int64) int64 { return (bytes + bytesPerToken - 1) / bytesPerToken }

// size is the number of bytes in the messages [from, to).
func size(t *trajectory.Trajectory, from, to int) (n int64) {
	for i := from; i < to; i++ {
		m := &t.Messages[i]
		n += int64(len(m.Content) + len(m.Reasoning))
		for j := range m.Calls {
			n += int64(len(m.Calls[j].Name) + len(m.Calls[j].Arguments.JSON()))
		}
	}
	return n
}

// observedBy is the first act after which the words of the reference answer were
// observed, in their order; len(Acts) if there is none.
func (s *Search) observedBy(steps []trajectory.Step) int {
	answer := flat(s.Run.Reference.Answer)
	if answer == "  " {
		return len(s.Acts)
	}
	at := 0
	for i, act := range s.Acts {
		for ; at < steps[act.Step].End; at++ {
			if m := &s.Run.Messages[at]; m.Role != dataset.Assistant && strings.Contains(flat(m.Content), answer) {
				return i
			}
		}
	}
	return len(s.Acts)
}

// flat is a text as lower-case words, with one space around each.
func flat(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !isWord(r) })
	return " " + strings.Join(words, " ") + " "
}

// Halt is the effect of a gate on a run.
type Halt struct {
	Fired bool
	Step  int // the step at which it fires, if it does
	// Steps and Tokens saved, less the forced answer, which costs one step and one
	// prompt. They are negative if the gate fires after the last act, where it only adds
	// an answer.
	Steps, Tokens int64
	// Cut: more acts followed. Without Cut the agent would have answered at this point
	// anyway, so that nothing can be lost.
	Cut bool
	// Unseen: the reference answer was not observed before the gate fired. It is also
	// true for every cut run without a reference answer.
	Unseen bool
}

// Apply replays a gate on the run.
func (s *Search) Apply(g Gate) (halt Halt) {
	at := g.Fire(s.Acts)
	if at < 0 {
		return Halt{}
	}
	next := s.Acts[at].Step + 1
	return Halt{
		Fired: true, Step: next - 1,
		Steps:  int64(len(s.rest)-1-next) - 1,
		Tokens: s.rest[next] - s.prompt[next],
		Cut:    at+1 < len(s.Acts), Unseen: at+1 < len(s.Acts) && s.answered > at,
	}
}

// Tokens is the number of tokens of the whole run, including the prompt of each step.
func (s *Search) Tokens() int64 { return s.rest[0] }

// GateParams are the names of a gate's parameters, in ParseGate and in grids.
var GateParams = [...]string{"tau_j", "tau_u", "p", "beta"}

// With returns the gate with one of GateParams set.
func (g Gate) With(param string, value float64) (Gate, error) {
	switch param {
	case "tau_j":
		g.TauJ = value
	case "tau_u":
		g.TauU = value
	case "p":
		if value != math.Trunc(value) || math.Abs(value) > math.MaxInt32 {
			return g, fmt.Errorf("decision: p = %v; it counts steps, give a whole number", value)
		}
		g.P = int(value)
	case "beta":
		g.Beta = value
	default:
		return g, fmt.Errorf("decision: a gate has no parameter %.40q; it has %v", param, GateParams)
	}
	return g, nil
}

// ParseGate reads "default", or the differences from it: "tau_j=0.5,p=3".
func ParseGate(text string) (Gate, error) {
	g := DefaultGate
	if text == "default" {
		return g, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		name, number, _ := strings.Cut(part, "=")
		value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil {
			return g, fmt.Errorf("decision: %.60q says nothing of a gate; give default, or some of %v such as tau_j=0.5,p=3", part, GateParams)
		}
		if g, err = g.With(strings.TrimSpace(name), value); err != nil {
			return g, err
		}
	}
	return g, g.Check()
}
