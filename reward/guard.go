package reward

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
)

// guard is the part of a sample that only F11 needs: belief, conversation and reference. Each
// is prepared once, at its first use. It is safe for concurrent use.
type guard struct {
	x       *Prepared
	number  uint64 // unique to this guard
	sample  *dataset.Sample
	labels  func() *label.Labels // returns nil if there is no belief
	asks    *asking.Asker        // for all tools, if one exists already
	rules   *rules
	weight  float64 // of the reference's action
	free    bool    // the sample has no reference: the belief decides what is right
	context conversation

	made struct {
		belief    once[*belief]
		reference once[[]wanted]
		asker     waiting // for the tools that may be meant
		every     waiting // for all tools
		answer    once[*facts]
		words     once[*wordSet]
		runs      once[[]uint32]
		language  once[string]
		turns     once[[]grounding.Turn]
	}
}

// once holds a value that is made at its first use.
type once[T any] struct {
	done  sync.Once
	value T
}

func (o *once[T]) of(g *guard, do func(*guard) T) T {
	o.done.Do(func() { o.value = do(g) })
	return o.value
}

// newGuard prepares a sample for F11. labels may be nil: no belief.
func newGuard(x *Prepared, s *dataset.Sample, labels *label.Labels) *guard {
	return &guard{x: x, number: guards.Add(1), sample: s, labels: func() *label.Labels { return labels }, rules: &x.profile.rules, weight: x.profile.rules.weights.of(x.reference),
		free: s.Reference.Action == completion.None, context: conversation{x: x, sample: s}}
}

func (g *guard) belief() *belief {
	return g.made.belief.of(g, func(g *guard) *belief {
		b := newBelief(g.x, g.labels())
		g.labels = nil // frees them, since nothing else reads them
		return b
	})
}

// reference returns the reference's calls, then those that may follow.
func (g *guard) reference() []wanted {
	return g.made.reference.of(g, func(g *guard) []wanted { return wantedCalls(g.x, g.sample) })
}

// waiting refers weakly to an asker. Package asking caches prepared tools for all samples, so
// that a guard that waits for its next question need not keep them in memory.
type waiting struct {
	asker atomic.Pointer[weak.Pointer[asking.Asker]]
}

func (w *waiting) of(make func() *asking.Asker) *asking.Asker {
	if held := w.asker.Load(); held != nil {
		if a := held.Value(); a != nil {
			return a
		}
	}
	a := make()
	held := weak.Make(a)
	w.asker.Store(&held)
	return a
}

// against returns the tools for reading a question: those that may be meant, and the offered ones of
// the question's candidates.
func (g *guard) against(c *completion.Completion) []string {
	of := slices.Clip(g.belief().tools)
	if len(c.Candidates) == 0 {
		return of
	}
	known := make(map[string]bool, len(of))
	for _, name := range of {
		known[name] = true
	}
	for _, call := range c.Candidates {
		if !known[call.Name] && g.x.weigher.Offers(call.Name) {
			name := strings.Clone(call.Name)
			of, known[name] = append(of, name), true
		}
	}
	return of
}

func (g *guard) readAnew(text string, of []string) asking.Question {
	if meant := len(g.belief().tools); meant == 0 || meant == len(of) {
		return g.made.asker.of(g.meant).Read(text, g.x.text())
	}
	return g.made.every.of(g.every).Read(text, g.x.text(), of...)
}

// seen holds F11's findings about one completion, for components, notes and explanations.
type seen struct {
	fault    string // the reason why form is 0: malformed, or a conflict; "" if none
	at       completion.Span
	conflict bool     // the completion says more than one thing
	denial   string   // why the text does not fit its tag; "" if it does
	unread   bool     // no rules cover the text's language
	yields   yielding // which requests of a question the denial yields to

	agreement pairing // of a TOOLCALL with the reference
	question  asked   // of an ASK
	answer    float64 // of a DIRECTLY
	values    values
}

// yielding says which requests outweigh a denial: the asker may know words of asking that the rules of
// the denial do not.
type yielding uint8

const (
	toNone yielding = iota
	toSure          // a sure request: no rule but the last one, "an answer", took the text for something else
	toAny           // nor did that one have a reason: few rules for the language, or no question mark
)

func (y yielding) to(r asking.Request) bool { return y == toAny || y == toSure && r.Sure }

// every returns the asker for all tools.
func (g *guard) every() *asking.Asker {
	if g.asks != nil {
		return g.asks
	}
	return asking.New(g.x.tools, g.x.sets)
}

// meant returns the asker for the tools with a call in the belief; for all tools if there is
// none.
func (g *guard) meant() *asking.Asker {
	of := g.belief().tools
	if len(of) == 0 {
		return g.every()
	}
	if g.asks != nil {
		return g.asks.Only(of)
	}
	return asking.New(g.x.tools, g.x.sets, of...)
}

// look computes the components of F11. Without all, it computes slot and certainty of a
// question only if the question is due.
func (g *guard) look(c *completion.Completion, all bool) (s seen) {
	s.values[atWeight], s.values[atJudge] = g.weight, 1
	right := c.Action == g.x.reference
	if s.fault, s.at = g.malformed(c); s.fault != "" {
		s.conflict = c.CallErr == nil && c.Action != completion.None && s.fault != noReasoning
		return s
	}
	if c.Action == completion.Ask {
		if right {
			g.says(c, &s) // tells whether the question's language is covered
		}
		if right || all || len(c.Candidates) > 0 {
			s.question = g.ask(c, s.unread)
		}
		if slices.ContainsFunc(s.question.requests, s.yields.to) {
			s.denial = ""
		}
		if s.fault = g.idleCandidates(c, &s); s.fault != "" {
			s.at, s.conflict = c.CallText, true
			return s
		}
	}
	v := &s.values
	v[atForm] = maxFormat
	switch c.Action {
	case completion.ToolCall:
		g.calls(c, &s)
	case completion.Ask:
		if !right && !all {
			break
		}
		v[atSlot] = s.question.slot
		v[atCertainty] = g.belief().u * v[atSlot]
		if right {
			v[atTool] = toolNoneNeeds
			v[atCertainty] = g.warrant() * v[atSlot]
			if s.denial == "" {
				v[atCls] = clsRight
			}
		}
	default:
		v[atCertainty] = 1
		if right {
			v[atTool] = toolNoneNeeds
			g.says(c, &s)
			switch {
			case s.denial != "":
			case c.Action == completion.Directly:
				s.answer = g.answered(c.Content())
				v[atCls] = 1 + s.answer
			default:
				v[atCls] = clsRight
			}
		}
	}
	return s
}

// calls fills in the components of a TOOLCALL.
func (g *guard) calls(c *completion.Completion, s *seen) {
	v := &s.values
	if g.x.reference != completion.ToolCall {
		v[atCertainty] = g.pairUp(c.Calls, nil).cert
		return
	}
	s.agreement = g.pairUp(c.Calls, g.reference())
	m := s.agreement.m
	v[atTool], v[atCls], v[atCertainty] = m/2, m, s.agreement.cert
	if m == 1 {
		v[atTool], v[atCls] = toolSame, clsRight
	}
}

// trust is the trust in the source (F11); 0 without a reference.
func (g *guard) trust() float64 {
	if g.free {
		return 0
	}
	return g.rules.trust
}

// warrant is how much the source's question is warranted: u, or the trust in the source if
// that is more.
func (g *guard) warrant() float64 { return max(g.belief().u, g.trust()) }

// backed is p of F4 for one argument, by its support in the conversation.
func (g *guard) backed(tool string, a *certainty.Weighed) float64 {
	if g.rules.ungrounded || a.State != certainty.StateSpecified || certainty.ClaimsNothing(a.Param, a.Value) {
		return a.P
	}
	return a.Backed(g.context.support(domains.ToolNamed(g.x.tools, tool), a.Param, *a.Domain, a.Value).Score)
}
