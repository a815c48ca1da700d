package trajectory

import (
	"context"
	"slices"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
)

// Belief holds SAGE-Agent's signals before a step (T6). It is a belief over the next
// reference call that has not been made, as far as the conversation supports it. Without a
// reference it is a belief over the tools.
type Belief struct {
	VNow         float64 // V_now (F5), in [0, 1]
	EVPIMax      float64 // the largest EVPI of a question (F6)
	Policy       string  // the action of F7: call or ask
	BestQuestion string  // aspects as tool.parameter, joined by commas; "" if there is no question
	// For a step that asks: the aspects of its question, their EVPI, and how far the
	// question's score (F7: EVPI less the cost of asking again) is below that of the best
	// question.
	Asked     []string
	AskedEVPI *float64
	Regret    *float64

	newEVPI float64 // of the aspects that no earlier step asked about
}

// Beliefs returns the beliefs before each step of a run, in the order of Steps. A belief is
// nil if no call is left to make, if no tools are known, or if the run is too long to be
// read once more.
func (c *Counter) Beliefs(ctx context.Context, t *Trajectory) ([]*Belief, error) {
	return c.beliefs(ctx, t, c.offered(t), false, nil)
}

// beliefs computes Beliefs. With askingOnly it computes only those before steps that ask,
// because a credit needs nothing else. Steps in recall are skipped.
func (c *Counter) beliefs(ctx context.Context, t *Trajectory, tools *Toolbox, askingOnly bool, recall *Recall) ([]*Belief, error) {
	steps := t.Steps()
	all := make([]*Belief, len(steps))
	if len(tools.list) == 0 {
		return all, nil
	}
	w, believed := believer{counter: c, tools: tools, askingOnly: askingOnly, asked: map[string]int{}, policy: certainty.DefaultPolicy()}, 0
	if recall != nil && recall.asked != nil && recall.believed < len(steps) {
		w.asked, w.turns, believed = recall.asked, recall.turns, recall.believed
	}
	if recall != nil {
		w.before = recall.before
	}
	calls := t.calls()
	right := pair(calls, t.Reference.Actions, func(string) bool { return true })
	made := make([]bool, len(t.Reference.Actions))
	next, call, size, spent := 0, 0, 0, 0
	for i, step := range steps {
		for ; next < step.Message; next++ {
			w.messages = append(w.messages, t.Messages[next].sample())
			size += t.Messages[next].size()
		}
		for ; call < len(calls) && calls[call].message < step.Message; call++ {
			if right[call] >= 0 {
				made[right[call]] = true
			}
		}
		if spent += size; spent > maxRead {
			return all, nil
		}
		goal, ok := nextAction(t, made)
		if !ok || i < believed || askingOnly && !c.Asks(&t.Messages[step.Message]) {
			continue
		}
		var err error
		if all[i], err = w.believe(ctx, goal, &t.Messages[step.Message]); err != nil {
			return nil, err
		}
	}
	if recall != nil {
		recall.asked, recall.turns, recall.believed = w.asked, w.turns, len(steps)
	}
	return all, nil
}

// nextAction is the agent's first reference action that has not been made. It is nil if the
// source gives no reference; ok is false if all actions have been made.
func nextAction(t *Trajectory, made []bool) (goal *Action, ok bool) {
	for i := range t.Reference.Actions {
		if a := &t.Reference.Actions[i]; !a.ByUser && !made[i] {
			return a, true
		}
	}
	return nil, !t.Reference.Known
}

// sample converts a message to package dataset's form.
func (msg *Message) sample() dataset.Message {
	m := dataset.Message{Role: msg.Role, Content: msg.Content}
	for _, c := range msg.Calls {
		if msg.Role == dataset.Assistant && !c.Malformed() {
			m.ToolCalls = append(m.ToolCalls, domains.Call{Name: c.Name, Arguments: c.Arguments})
		}
	}
	return m
}

// believer follows a run step by step.
type believer struct {
	counter *Counter
	tools   *Toolbox
	policy  certainty.Policy
	labeler label.Labeler

	askingOnly bool // only newEVPI of each Belief is needed

	messages []dataset.Message
	asked    map[string]int // how often each tool.parameter was asked about
	turns    int            // steps that asked
	before   *grounding.Reading
}

func (w *believer) believe(ctx context.Context, goal *Action, said *Message) (*Belief, error) {
	s := &dataset.Sample{Messages: w.messages, Tools: w.tools.list}
	if goal != nil {
		s.Reference = dataset.Reference{Action: completion.ToolCall, ToolCalls: []domains.Call{{Name: goal.Name, Arguments: goal.Arguments}}}
	}
	in, reading := label.Input(s, w.tools.sets), w.before
	if !reading.Of(&in) {
		reading = w.before.Text(in)
	}
	_, beliefs, err := w.labeler.Believe(ctx, s, w.tools.sets, reading)
	if err != nil || beliefs == nil {
		return nil, err
	}
	belief, best := beliefs[0], 0.0 // best is the score of asking nothing
	out := &Belief{VNow: belief.VNow()}
	if !w.askingOnly {
		d := certainty.Decide(belief, w.policy, w.asked, w.turns)
		if out.Policy = string(d.Action); len(d.Questions) > 0 {
			out.BestQuestion, best = d.Questions[0].Name(), max(0, d.Questions[0].Score)
		}
		for i := range d.Questions {
			out.EVPIMax = max(out.EVPIMax, d.Questions[i].EVPI)
		}
	}
	if w.counter.Asks(said) {
		w.worth(belief, said, reading, best, out)
	}
	return out, nil
}

// worth sets the value of a step's question. A question about several tools has the value
// for the tool where it is highest.
func (w *believer) worth(belief *certainty.Belief, said *Message, r *grounding.Reading, best float64, out *Belief) {
	question := w.tools.Asker().Read(w.counter.question(said), r)
	byTool, toolOf := map[string][]string{}, map[string]string{}
	for _, q := range question.Asked() {
		name := q.Tool + "." + q.Aspect
		if _, again := toolOf[name]; !again {
			out.Asked, toolOf[name] = append(out.Asked, name), q.Tool
			byTool[q.Tool] = append(byTool[q.Tool], q.Aspect)
		}
	}
	slices.Sort(out.Asked)
	evpi, score := 0.0, 0.0
	for _, name := range out.Asked { // in order, each tool at its first aspect
		tool := toolOf[name]
		aspects := byTool[tool]
		delete(byTool, tool)
		if len(aspects) == 0 {
			continue
		}
		cost := 0.0
		var fresh []string
		for _, aspect := range aspects {
			times := w.asked[tool+"."+aspect]
			if cost += w.policy.Lambda * float64(times); times == 0 {
				fresh = append(fresh, aspect)
			}
		}
		if len(fresh) > 0 {
			out.newEVPI = max(out.newEVPI, belief.EVPI(tool, fresh))
		}
		if e := belief.EVPI(tool, aspects); evpi == 0 && score == 0 || e-cost > score {
			evpi, score = e, e-cost
		}
	}
	regret := max(0, best-score)
	out.AskedEVPI, out.Regret = &evpi, &regret
	for _, name := range out.Asked {
		w.asked[name]++
	}
	w.turns++
}
