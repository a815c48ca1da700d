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

// Components are what a step earns before it is weighed (T7), in the order of
// ComponentNames.
type Components [len(ComponentNames)]float64

// The components. Each is in [-1, 1].
const (
	Progress      = iota // credit_t: what the step certified of the run's plan, as a share of it; a difference of Certified
	Known                // what the step taught about the reference calls: a difference of Information
	CriticalCalls        // 1 for a right critical call, -1 for a wrong one; of several their sum, cut off
	Hallucination        // -1 for a call that cannot be right
	Redundancy           // -J where the step repeats an action and learns nothing new
	Question             // the EVPI of what it asked that was not asked before
	Terminal             // the outcome, at the last step
)

// ComponentNames are the names of the components.
var ComponentNames = [...]string{"progress", "known", "critical", "hallucination", "redundancy", "question", "terminal"}

// Credit is what a run earns, step by step.
type Credit struct {
	Steps  []StepCredit
	Return *float64 // the sum of the rewards; nil: the run is unscored
}

// StepCredit is what one step earns, and the state that it found.
type StepCredit struct {
	Components
	// The potentials of the state before the step, in [0, 1]: the certified share of the
	// plan (T4), and bits known of the reference calls.
	Certified, Information float64
	// Anchor stands for that state: what is known, without where it was said, and the
	// tools.
	Anchor uint64

	Reward, ToGo float64 // of a scored run

	AdvantageTraj, AdvantageAnchor, Advantage float64 // set by Baselines.Advantages
}

// StepProfile weighs components.
type StepProfile struct {
	Weights Components
	// Gate bounds the sum of all that is shaped (everything but the outcome) by this
	// share of the outcome's weight, below 1/2: no failed run earns what a successful
	// one does.
	Gate float64
	// Std divides advantages by the standard deviation of a task's returns.
	Std bool
	// Anchor is the weight of advantage_anchor beside advantage_traj, at least 0.
	Anchor float64
}

// ParseStepProfile reads {"weights": {COMPONENT: NUMBER}, "gate", "std", "anchor"}.
// Components that are not named weigh 0.
func ParseStepProfile(v domains.Value) (*StepProfile, error) {
	p := &StepProfile{Gate: 0.4, Anchor: 1}
	for _, m := range v.Members() {
		number, isNumber := m.Value.Float()
		switch {
		case m.Key == "weights" && m.Value.Kind() == jsonvalue.Object:
			for _, w := range m.Value.Members() {
				k := slices.Index(ComponentNames[:], w.Key)
				weight, ok := w.Value.Float()
				if k < 0 || !ok || weight < 0 {
					return nil, fmt.Errorf("weights.%s is no component with a weight of at least 0; components are %v", w.Key, ComponentNames)
				}
				p.Weights[k] = weight
			}
		case m.Key == "gate" && isNumber && number >= 0 && number < 0.5:
			p.Gate = number
		case m.Key == "anchor" && isNumber && number >= 0:
			p.Anchor = number
		case m.Key == "std" && m.Value.Kind() == jsonvalue.Bool:
			p.Std = m.Value.Bool()
		default:
			return nil, fmt.Errorf("%s is %.60s; give weights, gate (0 to below 0.5), anchor (0 or more) and std (true or false)", m.Key, m.Value.JSON())
		}
	}
	if p.Weights[Terminal] <= 0 {
		return nil, fmt.Errorf("weights.terminal has to be above 0: what is shaped is bounded by it")
	}
	return p, nil
}

// Credit computes what each step of a run earns; plans say what its progress is, nil derives it. It is
// nil where the run is too long to be read that often.
func (c *Counter) Credit(ctx context.Context, t *Trajectory, p *StepProfile, plans *Plans) (*Credit, error) {
	if plans == nil {
		plans = &Plans{}
	}
	return c.earn(ctx, t, p, plans, c.offered(t), nil)
}

// earn computes what the steps of a run earn, where recall is given the last one alone; p weighs
// all, nil none.
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

// credit credits the steps of a run, the last one alone where recall is given: of those before
// it the components known, hallucination and question, which take readings, mean nothing.
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

// crediting goes through one run.
type crediting struct {
	t       *Trajectory
	steps   []Step
	from    int     // the first step that is asked for
	recall  *Recall // where that is the last one
	credit  *Credit
	tools   *Toolbox
	calls   []made
	backing *backing
	made    []int            // for each reference action the step that made it; none: as many as there are steps
	bits    []float64        // for each reference action what is known of it
	turns   []grounding.Turn // what is read
	kept    []int            // how many of them stand before each message
}

// step is the step that a message begins, -1 for one that is no agent's.
func (w *crediting) step(message int) int {
	i, ok := slices.BinarySearchFunc(w.steps, message, func(s Step, at int) int { return s.Message - at })
	if !ok {
		return -1
	}
	return i
}

// progress credits what each step certified.
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

// actions credits calls: whether critical ones are right, and what cannot be right.
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

// leastBits bounds what is known of an argument from below: its support counts from
// 2^-leastBits on.
const leastBits = 10

// states reads what is known before each step and at the end, and credits what each
// step taught.
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
		if i < w.from && (recalled || !slices.Contains(w.made, i)) { // what was known when a call was made stays known
			continue
		}
		in := grounding.Input{Turns: w.turns[:w.kept[end]], Tools: called, Sets: w.tools.sets}
		var r *grounding.Reading
		switch {
		case w.recall == nil:
			r = grounding.Read(in) // of which anchors are made, too
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

// open reports whether an action of the reference is left to be learnt before a step.
func (w *crediting) open(step int) bool {
	return slices.ContainsFunc(w.made, func(made int) bool { return made >= step })
}

// keep leaves out of what is read each exchange that was there before, word by word: a
// question that is asked again and answered again, a result that is looked up again. It
// says nothing new, and what was said before it is no older for it.
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

// saidKey keys the hash of what is said, so that no text can be chosen to be another's.
var saidKey = maphash.MakeSeed()

// hash stands for what a message says.
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

// information is the share of the bits of the reference calls that a reading has before a
// step; without a reading what is known of it already. What counts as grounded is known: saying
// it again teaches nothing. Of a call that was made nothing is left to learn.
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
		for _, arg := range a.Arguments.Members() {
			var p *domains.Param
			if tool != nil {
				p = tool.Param(arg.Key)
			}
			d, _ := w.tools.sets[a.Name].Get(arg.Key)
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

// anchor hashes what users and tools said and did not take back, in any order, and the
// tools. Whose turn it is goes without saying: before a step it is the agent's.
func (w *crediting) anchor(r *grounding.Reading) uint64 {
	var known []string
	for i := range r.Mentions {
		if m := &r.Mentions[i]; m.Status == grounding.Said && w.turns[m.Span.Turn].Role != dataset.Assistant {
			known = append(known, string(m.Kind)+"\x00"+m.Value+"\x00"+m.Unit)
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
