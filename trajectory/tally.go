package trajectory

import (
	"context"
	"runtime"
	"sync"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lru"
)

// Tally holds the counts of one run. A figure that the source does not allow to compute is nil,
// not zero.
type Tally struct {
	Outcome *float64 `json:"outcome"`
	Steps   int64    `json:"steps"`

	// Reference actions of both sides, and how many of them were made by tau2's rule.
	ActionsRequired *int64 `json:"actions_required"`
	ActionsMatched  *int64 `json:"actions_matched"`
	// Checks that the source recorded, and how many of them disagree with ours.
	ActionsChecked  int64 `json:"actions_checked"`
	ActionsDisagree int64 `json:"actions_disagree"`

	// Critical calls of the agent (T2). Unknown counts executed calls of tools for which neither
	// the configuration nor the tool's annotations state the effect.
	CriticalExecuted int64    `json:"critical_executed"`
	CriticalCorrect  *int64   `json:"critical_correct"`
	CriticalRequired *int64   `json:"critical_required"`
	CriticalUnknown  int64    `json:"critical_unknown"`
	CAP              *float64 `json:"cap"` // nil if none was executed
	CAR              *float64 `json:"car"` // nil if none was required

	Clarification
	Hallucinations
}

// Success is 1 for a run with outcome 1 and 0 for one with less, which makes SR the share
// of NOD; nil without an outcome.
func (n *Tally) Success() *float64 {
	if n.Outcome == nil {
		return nil
	}
	var success float64
	if *n.Outcome >= 1-tolerance {
		success = 1
	}
	return &success
}

// tolerance is how far from 1 a sum of weighted rewards that is 1 may be (tau2's).
const tolerance = 1e-6

// Clarification holds ClarifyBench's metrics (T6), in [0, 1], and the number of questions.
type Clarification struct {
	Coverage  *float64 `json:"coverage"` // reference calls made with all arguments right
	TMR       *float64 `json:"tmr"`      // reference tools called
	PMR       *float64 `json:"pmr"`      // reference arguments matched, of the reference calls whose tool was called
	Questions int64    `json:"questions"`
}

// Counter counts runs. It is safe for concurrent use.
type Counter struct {
	critical *Critical
	tools    *Toolbox
	extra    domains.Value // annotations of tools

	// annotated caches the tools of current runs, by the first tool of their list, because
	// several figures of a run, and all runs of a file with one list, need them.
	annotated *lru.Cache[*domains.Tool, *Toolbox]
}

// annotatedRuns is the size of Counter.annotated for each core. It is small because a list of
// tools keeps the text of its whole row in memory.
const (
	annotatedRuns = 2
	annotatedSize = 1 << 20 // of each entry, in the cache's units
)

// NewCounter returns a Counter. tools, in any notation, are the tools of runs whose source does
// not name any; null leaves them unknown.
func NewCounter(critical *Critical, tools domains.Value) (*Counter, error) {
	var t Trajectory
	if err := t.ParseTools(tools); err != nil {
		return nil, err
	}
	return &Counter{critical, NewToolbox(t.Tools, nil), t.Annotated, lru.New[*domains.Tool, *Toolbox](annotatedRuns * int64(runtime.GOMAXPROCS(0)) * annotatedSize)}, nil
}

// Toolbox holds the tools of a run with the domains of their parameters. It is immutable and
// safe for concurrent use.
type Toolbox struct {
	list   []domains.Tool
	byName map[string]*domains.Tool
	sets   map[string]domains.Set
	asker  func() *asking.Asker
}

// Asker returns the reader of questions about the tools. It is made for the first question.
func (b *Toolbox) Asker() *asking.Asker { return b.asker() }

// NewToolbox returns a Toolbox. sets are the domains by the schemas (domains.SchemaAnnotator) if
// the caller has them, else nil.
func NewToolbox(list []domains.Tool, sets map[string]domains.Set) *Toolbox {
	b := &Toolbox{list: list, byName: map[string]*domains.Tool{}, sets: sets}
	for i := range list {
		if b.byName[list[i].Name] == nil {
			b.byName[list[i].Name] = &list[i]
		}
	}
	if list != nil && sets == nil {
		b.sets, _ = domains.Complete(context.Background(), domains.SchemaAnnotator{}, list, nil) // schemas alone, so that it never fails
	}
	b.asker = sync.OnceValue(func() *asking.Asker { return asking.New(b.list, b.sets) })
	return b
}

// Offered returns the tools of a run: its own, or else those of NewCounter; nil if neither are
// known.
func (c *Counter) Offered(t *Trajectory) []domains.Tool { return c.offered(t).list }

// Asker returns the reader of questions about the tools of a run.
func (c *Counter) Asker(t *Trajectory) *asking.Asker { return c.offered(t).Asker() }

func (c *Counter) offered(t *Trajectory) *Toolbox {
	switch {
	case t.Tools == nil:
		return c.tools
	case t.Toolbox != nil:
		return t.Toolbox
	case len(t.Tools) == 0:
		return NewToolbox(t.Tools, nil)
	}
	return c.annotated.Get(&t.Tools[0], func() (*Toolbox, int64, bool) {
		return NewToolbox(t.Tools, nil), annotatedSize, true
	})
}

// Tally counts a run.
func (c *Counter) Tally(t *Trajectory) Tally {
	calls := t.calls()
	var b *backing
	if tools := c.offered(t); tools.list != nil {
		b = newBacking(t, tools, c.critical.Asks)
	}
	n := Tally{Outcome: t.Outcome, Steps: int64(len(t.Steps()))}
	n.countActions(t, calls)
	n.countCritical(t, calls, c.Effects(t))
	n.Clarification = clarify(t, calls)
	n.Questions = c.questions(t)
	n.Hallucinations = hallucinations(calls, b)
	return n
}

// countActions compares every reference action with all calls of its side.
func (n *Tally) countActions(t *Trajectory, calls []made) {
	if !t.Reference.Known {
		return
	}
	required, matched := int64(len(t.Reference.Actions)), int64(0)
	for i := range t.Reference.Actions {
		a := &t.Reference.Actions[i]
		found := false
		for j := range calls {
			if found = calls[j].byUser == a.ByUser && a.MatchesTau2(calls[j].Call); found {
				matched++
				break
			}
		}
		if a.Recorded != nil {
			n.ActionsChecked++
			if *a.Recorded != found {
				n.ActionsDisagree++
			}
		}
	}
	n.ActionsRequired, n.ActionsMatched = &required, &matched
}

// countCritical counts the executed and the required critical calls.
func (n *Tally) countCritical(t *Trajectory, calls []made, effect func(tool string) Effect) {
	for i := range calls {
		if calls[i].byUser || calls[i].failed {
			continue
		}
		switch effect(calls[i].Name) {
		case Changes:
			n.CriticalExecuted++
		case Unknown:
			n.CriticalUnknown++
		}
	}
	if !t.Reference.Known {
		return
	}
	changes := func(tool string) bool { return effect(tool) == Changes }
	correct, required := int64(0), int64(0)
	for _, at := range pair(calls, t.Reference.Actions, changes) {
		if at >= 0 {
			correct++
		}
	}
	for i := range t.Reference.Actions {
		if a := &t.Reference.Actions[i]; !a.ByUser && changes(a.Name) {
			required++
		}
	}
	n.CriticalCorrect, n.CriticalRequired = &correct, &required
	n.CAP, n.CAR = ratio(correct, n.CriticalExecuted), ratio(correct, required)
}

// Effects returns a function that gives the effect of a tool in a run.
func (c *Counter) Effects(t *Trajectory) func(tool string) Effect {
	annotated := t.Annotated
	if annotated.IsNull() {
		annotated = c.extra
	}
	return func(tool string) Effect { return c.critical.Effect(tool, annotated) }
}

func ratio(k, n int64) *float64 {
	if n == 0 {
		return nil
	}
	f := float64(k) / float64(n)
	return &f
}

// clarify compares the agent's calls with the reference's. As many reference calls as possible are
// paired with an equal call each, whatever their order; the others with the remaining call of their
// tool that has most of their arguments.
func clarify(t *Trajectory, calls []made) Clarification {
	byTool := map[string][]int{}
	for i := range calls {
		if !calls[i].byUser {
			byTool[calls[i].Name] = append(byTool[calls[i].Name], i)
		}
	}
	tools := map[string]bool{} // the reference's tools, and whether each was called
	var reference []*Action
	var equal [][]int // for each the equal calls
	for i := range t.Reference.Actions {
		a := &t.Reference.Actions[i]
		if a.ByUser {
			continue
		}
		tools[a.Name] = len(byTool[a.Name]) > 0
		reference = append(reference, a)
		var fits []int
		for _, k := range byTool[a.Name] {
			if a.Matches(calls[k].Call) {
				fits = append(fits, k)
			}
			if len(fits) == len(t.Reference.Actions) {
				break // with so many one is always left
			}
		}
		equal = append(equal, fits)
	}
	var covered, right, arguments int64
	of, taken := assign(equal, len(calls))
	for i, a := range reference {
		if of[i] >= 0 {
			n := int64(a.Arguments.Len())
			covered, right, arguments = covered+1, right+n, arguments+n
		}
	}
	for i, a := range reference {
		if of[i] >= 0 {
			continue
		}
		best, most := -1, int64(-1)
		for _, k := range byTool[a.Name] {
			if taken[k] {
				continue
			}
			if n := a.agreeing(calls[k].Call); n > most {
				best, most = k, n
			}
		}
		if best >= 0 {
			taken[best] = true
			right, arguments = right+most, arguments+int64(a.Arguments.Len())
		}
	}
	called := int64(0)
	for _, ok := range tools {
		called += one(ok)
	}
	return Clarification{Coverage: ratio(covered, int64(len(reference))), TMR: ratio(called, int64(len(tools))), PMR: ratio(right, arguments)}
}

func one(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// agreeing counts the action's arguments to which a call gives equal values.
func (a *Action) agreeing(c *Call) (n int64) {
	of := c.Arguments.Getter()
	for _, m := range a.Arguments.Members() {
		if v, ok := of(m.Key); ok && jsonvalue.Equal(m.Value, v) {
			n++
		}
	}
	return n
}

// questions counts the turns in which the agent asks, by a tool or in words.
func (c *Counter) questions(t *Trajectory) (n int64) {
	for i := range t.Messages {
		if t.Messages[i].Trained() && c.Asks(&t.Messages[i]) {
			n++
		}
	}
	return n
}

// Asks reports whether a message of the agent asks the user something, by a tool or in words.
func (c *Counter) Asks(m *Message) bool { return c.action(m) == completion.Ask }
