package trajectory

import (
	"context"
	"fmt"
	"hash/fnv"
	"hash/maphash"
	"math"
	"slices"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Components are the parts of a step's reward before they are weighted (T7), in the order of
// ComponentNames.
type Components [len(ComponentNames)]float64

// The components. Each is in [-1, 1].
const (
	Progress      = iota // credit_t: the share of the run's plan that the step certified; a difference of Certified
	Known                // what the step taught about the reference calls; a difference of Information
	CriticalCalls        // 1 for a right critical call, -1 for a wrong one; of several the sum, clipped to [-1, 1]
	Hallucination        // -1 for a call that cannot be right
	Redundancy           // -J if the step repeats an action and learns nothing new
	Question             // the EVPI of the aspects it asks about for the first time
	Terminal             // the outcome, at the last step
)

// ComponentNames are the names of the components.
var ComponentNames = [...]string{"progress", "known", "critical", "hallucination", "redundancy", "question", "terminal"}

// Credit is the reward of a run, step by step.
type Credit struct {
	Steps  []StepCredit
	Return *float64 // sum of the rewards; nil: the run is unscored
}

// StepCredit is the reward of one step, and the state before the step.
type StepCredit struct {
	Components
	// The potentials of the state before the step, in [0, 1]: the certified share of the plan (T4),
	// and the known share of the bits of the reference calls.
	Certified, Information float64
	// Anchor is a hash of that state: the known values, wherever they were said, and the tools.
	Anchor uint64

	Reward, ToGo float64 // only for a scored run

	AdvantageTraj, AdvantageAnchor, Advantage float64 // set by Baselines.Advantages
}

// StepProfile weights components.
type StepProfile struct {
	Weights Components
	// Gate limits the sum of all shaped components (all but the outcome) to this share of the
	// outcome's weight. Of two runs whose outcomes differ by more than twice the gate, the better one
	// earns more. It is below 1/2, so that no run of outcome 0 or less earns as much as one of outcome 1.
	Gate float64
	// Std divides advantages by the standard deviation of a task's returns.
	Std bool
	// Anchor is the weight of advantage_anchor beside advantage_traj, at least 0.
	Anchor float64
}

// maxStepWeight is the largest weight. It keeps rewards exact, and their sums finite.
const maxStepWeight = 1e6

// ParseStepProfile reads {"weights": {COMPONENT: NUMBER}, "gate", "std", "anchor"}. Components
// without a weight have weight 0.
func ParseStepProfile(v domains.Value) (*StepProfile, error) {
	p := &StepProfile{Gate: 0.4, Anchor: 1}
	for _, m := range v.Members() {
		number, isNumber := m.Value.Float()
		switch {
		case m.Key == "weights" && m.Value.Kind() == jsonvalue.Object:
			for _, w := range m.Value.Members() {
				k := slices.Index(ComponentNames[:], w.Key)
				weight, ok := w.Value.Float()
				if k < 0 || !ok || weight < 0 || weight > maxStepWeight {
					return nil, fmt.Errorf("weights.%s is no component with a weight from 0 to %g; components are %v", w.Key, maxStepWeight, ComponentNames)
				}
				p.Weights[k] = weight
			}
		case m.Key == "gate" && isNumber && number >= 0 && number < 0.5:
			p.Gate = number
		case m.Key == "anchor" && isNumber && number >= 0 && number <= maxStepWeight:
			p.Anchor = number
		case m.Key == "std" && m.Value.Kind() == jsonvalue.Bool:
			p.Std = m.Value.Bool()
		default:
			return nil, fmt.Errorf("%s is %.60s; give weights, gate (0 to below 0.5), anchor (0 to %g) and std (true or false)", m.Key, m.Value.JSON(), maxStepWeight)
		}
	}
	if p.Weights[Terminal] <= 0 {
		return nil, fmt.Errorf("weights.terminal has to be above 0: what is shaped is bounded by it")
	}
	return p, nil
}

// Credit computes the reward of each step of a run. plans give its progress; nil derives the plan.
// The result is nil if the run is too long to be read that often.
func (c *Counter) Credit(ctx context.Context, t *Trajectory, p *StepProfile, plans *Plans) (*Credit, error) {
	if plans == nil {
		plans = &Plans{}
	}
	return c.earn(ctx, t, p, plans, c.offered(t), nil)
}

// earn computes the rewards of a run's steps; with a recall, of the last step only. p weights the
// components; nil leaves them unweighted.
func (c *Counter) earn(ctx context.Context, t *Trajectory, p *StepProfile, plans *Plans, tools *Toolbox, recall *Recall) (*Credit, error) {
	beliefs, err := c.beliefs(ctx, t, tools, true, recall)
	if err != nil {
		return nil, err
	}
	certified, err := plans.Certify(ctx, t)
	if err != nil {
		return nil, err
	}
	return c.credit(t, p, beliefs, certified, tools, recall), nil
}

// credit computes the components of a run's steps. With a recall, the components known,
// hallucination and question are computed for the last step only, because they need readings.
func (c *Counter) credit(t *Trajectory, p *StepProfile, beliefs []*Belief, certified *Certified, tools *Toolbox, recall *Recall) *Credit {
	steps := t.Steps()
	w := crediting{t: t, steps: steps, recall: recall, credit: &Credit{Steps: make([]StepCredit, len(steps))}, tools: tools, calls: t.calls()}
	if recall != nil {
		w.from = len(steps) - 1
	}
	w.backing = newBacking(t, w.tools, c.critical.Asks)
	if recall != nil {
		w.backing.before = recall.before
	}
	w.actions(c)
	if certified != nil {
		w.progress(certified)
	}
	if !w.states() {
		return nil
	}
	for _, act := range c.Acts(t) {
		if act.Stagnated(TauJ, TauU) {
			w.credit.Steps[act.Step].Components[Redundancy] = -act.Jaccard
		}
	}
	for i, b := range beliefs {
		if b != nil {
			w.credit.Steps[i].Components[Question] = b.newEVPI
		}
	}
	if p != nil {
		w.credit.weigh(t.Outcome, p)
	}
	return w.credit
}

// crediting follows one run.
type crediting struct {
	t       *Trajectory
	steps   []Step
	from    int     // the first step that is wanted
	recall  *Recall // set if only the last step is wanted
	credit  *Credit
	tools   *Toolbox
	calls   []made
	backing *backing
	made    []int            // for each reference action, the step that made it; the number of steps if none did
	bits    []float64        // for each reference action, its known bits
	turns   []grounding.Turn // the turns that readings take
	kept    []int            // how many of them stand before each message
}

// step is the index of the step that a message begins, -1 for a message that is not the agent's.
func (w *crediting) step(message int) int {
	i, ok := slices.BinarySearchFunc(w.steps, message, func(s Step, at int) int { return s.Message - at })
	if !ok {
		return -1
	}
	return i
}

// progress sets the component Progress.
func (w *crediting) progress(certified *Certified) {
	sum := 0.0
	if certified.N == 0 {
		sum = 1
	}
	for i := range w.credit.Steps {
		s := &w.credit.Steps[i]
		s.Certified, s.Components[Progress] = sum, certified.Credits[i]
		sum += certified.Credits[i]
	}
}

// actions credits calls: right and wrong critical calls, and hallucinated ones.
func (w *crediting) actions(c *Counter) {
	effect := c.Effects(w.t)
	all := pair(w.calls, w.t.Reference.Actions, func(string) bool { return true })
	w.made, w.bits = make([]int, len(w.t.Reference.Actions)), make([]float64, len(w.t.Reference.Actions))
	for i := range w.made {
		w.made[i] = len(w.steps)
	}
	for k := range w.calls {
		m := &w.calls[k]
		i := w.step(m.message)
		if i < 0 || m.byUser {
			continue
		}
		s := &w.credit.Steps[i]
		if all[k] >= 0 {
			w.made[all[k]] = i
		}
		if effect(m.Name) == Changes && !m.failed && w.t.Reference.Known {
			s.Components[CriticalCalls] += 2*float64(one(all[k] >= 0)) - 1
		}
		if w.tools.list != nil {
			w.backing.unasked = i < w.from
			if notOffered, refused, fabricated := w.backing.hallucinated(m); notOffered || refused || fabricated {
				s.Components[Hallucination] = -1
			}
		}
	}
	for i := range w.credit.Steps {
		s := &w.credit.Steps[i]
		s.Components[CriticalCalls] = max(-1, min(1, s.Components[CriticalCalls]))
	}
}

// leastBits limits the bits of an argument: a support below 2^-leastBits counts as 2^-leastBits.
const leastBits = 10

// states computes the information before each step and at the end, and credits each step with its
// difference.
func (w *crediting) states() bool {
	var called []domains.Tool
	for i := range w.t.Reference.Actions {
		if tool := w.tools.byName[w.t.Reference.Actions[i].Name]; tool != nil && !slices.ContainsFunc(called, func(t domains.Tool) bool { return t.Name == tool.Name }) {
			called = append(called, *tool)
		}
	}
	w.keep()
	recalled := w.recall.state(w.from, w.made)
	if recalled {
		copy(w.bits, w.recall.bits)
	}
	before := 0.0
	for i := 0; i <= len(w.steps); i++ {
		end := len(w.t.Messages)
		if i < len(w.steps) {
			end = w.steps[i].Message
		}
		if w.backing.spent += w.backing.sizes[end]; w.backing.spent > maxRead {
			return false
		}
		if i < w.from && (recalled || !slices.Contains(w.made, i)) { // what was known at the time of a call stays known
			continue
		}
		in := grounding.Input{Turns: w.turns[:w.kept[end]], Tools: called, Sets: w.tools.sets}
		var r *grounding.Reading
		switch {
		case w.recall == nil:
			r = grounding.Read(in) // a full reading, which anchors need
		case !(recalled && i == w.from) && w.open(i):
			r = w.recall.before.Text(in)
		}
		known := w.information(r, i)
		if i > 0 {
			w.credit.Steps[i-1].Components[Known] = known - before
		}
		if before = known; i < len(w.steps) && w.recall == nil {
			w.credit.Steps[i].Information, w.credit.Steps[i].Anchor = known, w.anchor(r)
		}
	}
	w.recall.keep(len(w.steps), w.made, w.bits)
	return true
}

// open reports whether some reference action was not made before a step.
func (w *crediting) open(step int) bool {
	return slices.ContainsFunc(w.made, func(made int) bool { return made >= step })
}

// keep drops each exchange that repeats an earlier one word by word: a question that is asked and
// answered again, a result that is looked up again. The repetition says nothing new, and must not
// make the rest of the conversation look older.
func (w *crediting) keep() {
	type exchange struct{ asked, said uint64 }
	seen, again, last := make(map[exchange]bool, len(w.t.Messages)), make([]bool, len(w.t.Messages)), exchange{}
	for i := range w.t.Messages {
		m := &w.t.Messages[i]
		last = exchange{last.said, m.hash()}
		if i > 0 && !m.Trained() && seen[last] {
			again[i-1], again[i] = again[i-1] || w.t.Messages[i-1].Trained(), true
		}
		seen[last] = true
	}
	w.kept = make([]int, len(again)+1)
	for i := range again {
		if !again[i] {
			w.turns = append(w.turns, w.backing.turns[i])
		}
		w.kept[i+1] = len(w.turns)
	}
}

// saidKey makes the hash of messages unpredictable, so that nobody can construct a collision.
var saidKey = maphash.MakeSeed()

// hash identifies the content of a message.
func (m *Message) hash() uint64 {
	var h maphash.Hash
	h.SetSeed(saidKey)
	for _, text := range [...]string{m.Role, m.Content} {
		_, _ = h.WriteString(text)
		_ = h.WriteByte(0)
	}
	if len(m.Calls) > 0 {
		_, _ = h.WriteString(jsonvalue.Of(m.Calls).JSON())
	}
	return h.Sum64()
}

// information is the known share of the bits of the reference calls before a step, by a reading;
// without a reading, by the bits known so far. A grounded value counts as fully known, so that
// repeating it teaches nothing. The bits of a call that was made no longer change.
func (w *crediting) information(r *grounding.Reading, step int) float64 {
	bits, n := 0.0, 0.0
	for i := range w.t.Reference.Actions {
		a := &w.t.Reference.Actions[i]
		tool := w.tools.byName[a.Name]
		if a.ByUser {
			continue
		}
		n += leastBits * float64(a.Arguments.Len())
		if w.made[i] < step || r == nil {
			bits += w.bits[i]
			continue
		}
		w.bits[i] = 0
		of := tool.Finder(w.tools.sets[a.Name], a.Arguments.Len())
		for _, arg := range a.Arguments.Members() {
			p, d := of(arg.Key)
			s := min(1, r.Support(tool, p, d, arg.Value).Score/grounding.Grounded)
			w.bits[i] += leastBits + math.Log2(max(s, 1./(1<<leastBits)))
		}
		bits += w.bits[i]
	}
	if n == 0 {
		return 0
	}
	return bits / n
}

// anchor hashes the values that users and tools said and did not take back, in any order, and the
// tools. It is always the agent's turn before a step, so that the turn need not be hashed.
func (w *crediting) anchor(r *grounding.Reading) uint64 {
	var known []string
	for i := range r.Mentions {
		if m := &r.Mentions[i]; m.Status == grounding.Said && w.turns[m.Span.Turn].Role != dataset.Assistant {
			known = append(known, m.Kind.String()+"\x00"+m.Value+"\x00"+m.Unit)
		}
	}
	slices.Sort(known)
	h := fnv.New64a()
	for _, k := range slices.Compact(known) {
		fmt.Fprintf(h, "%s\x01", k)
	}
	for i := range w.tools.list {
		fmt.Fprintf(h, "%s\x02", w.tools.list[i].Name)
	}
	return h.Sum64()
}

// weigh sets the rewards of a scored run.
func (c *Credit) weigh(outcome *float64, p *StepProfile) {
	n := len(c.Steps)
	if outcome == nil || n == 0 {
		return
	}
	c.Steps[n-1].Components[Terminal] = max(-1, min(1, *outcome))
	shaped := 0.0
	for i := range c.Steps {
		s := &c.Steps[i]
		for k := range Terminal {
			s.Reward += p.Weights[k] * s.Components[k]
		}
		shaped += s.Reward
	}
	scale := 1.0
	if bound := p.Gate * p.Weights[Terminal]; math.Abs(shaped) > bound {
		scale = bound / math.Abs(shaped)
	}
	sum := 0.0
	for i := n - 1; i >= 0; i-- {
		s := &c.Steps[i]
		s.Reward = s.Reward*scale + p.Weights[Terminal]*s.Components[Terminal]
		sum += s.Reward
		s.ToGo = sum
	}
	c.Return = &sum
}

// Value returns the components as a JSON object.
func (c *Components) Value() domains.Value {
	var m jsonvalue.Members
	for k, name := range ComponentNames {
		m.Add(name, jsonvalue.NewFloat(c[k]))
	}
	return jsonvalue.NewObject(m...)
}
