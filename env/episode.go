package env

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// Episode is one run of a task (E4). It may be used by one goroutine at a time.
type Episode struct {
	p       *Prepared
	seed    uint64
	speaker Speaker
	place   Place

	run      trajectory.Trajectory
	turn     int
	steps    int      // in this turn
	asked    int      // questions in this turn
	answered bool     // the agent asked or refused in this turn
	made     [][]bool // gold calls made, by turn
	told     [][]bool // hidden values told, by turn
	noted    []string // notes on the user's answers
	wasted   int64    // calls that made no gold call
	failed   bool     // a call changed the world that should not have been made
	met      bool     // every turn without gold calls so far was answered rightly
	done     bool
	fault    string // the failure of a user, a world or an agent's endpoint that ended the episode

	completions []domains.Value
	rewards     []domains.Value // by step; none if the environment is Unrewarded
	shaped      float64         // the shaped rewards so far, before the gate
	earned      float64         // the sum of the rewards
	recall      trajectory.Recall
	before      *before // of the current step; nil if the environment is Unrewarded

	narrowed struct { // the result of Sets after this number of messages
		messages, turn int
		sets           map[string]domains.Set
	}
}

// Reset begins an episode.
func (p *Prepared) Reset(ctx context.Context, seed uint64) (*Episode, State, error) {
	place, err := p.env.World.Open(ctx, p, seed)
	if err != nil {
		return nil, State{}, fmt.Errorf("the world of %s: %w", p.task.ID, err)
	}
	t := p.task
	e := &Episode{p: p, seed: seed, speaker: p.env.User.Meet(p, seed), place: place, met: true}
	e.run = trajectory.Trajectory{
		ID: t.ID + "/" + strconv.FormatUint(seed, 10), TaskID: t.ID, Source: t.Source, Class: t.Class,
		Tools: p.turns[0].tools, Annotated: t.Annotated, Reference: trajectory.Reference{Known: true},
	}
	for i := range t.Turns {
		e.made, e.told = append(e.made, make([]bool, len(t.Turns[i].Gold))), append(e.told, make([]bool, len(t.Turns[i].Hidden)))
		for _, c := range t.Turns[i].Gold {
			e.run.Reference.Actions = append(e.run.Reference.Actions, trajectory.Action{Name: c.Name, Arguments: c.Arguments})
		}
	}
	if t.System != "" {
		e.run.Messages = append(e.run.Messages, trajectory.Message{Role: dataset.System, Content: t.System})
	}
	for i := range t.History {
		m := &t.History[i]
		said := trajectory.Message{Role: m.Role, Content: m.Content, Given: m.Role == dataset.Assistant}
		for _, c := range m.ToolCalls {
			said.Calls = append(said.Calls, trajectory.Call{Name: c.Name, Arguments: c.Arguments})
		}
		e.run.Messages = append(e.run.Messages, said)
	}
	e.run.Messages = append(e.run.Messages, trajectory.Message{Role: dataset.User, Content: t.Turns[0].User})
	return e, State{Messages: e.run.Messages, Tools: e.run.Tools, Info: Info{Task: t.ID, User: e.identity()}}, nil
}

// Close closes the episode's world.
func (e *Episode) Close() error { return e.place.Close() }

// Step takes a completion: a text in the tagged or the native grammar, a message, or a list
// of messages (F8). A bad completion is a step like others. It is an error if the episode has
// ended.
func (e *Episode) Step(ctx context.Context, v domains.Value) (State, error) {
	if e.done {
		return State{}, fmt.Errorf("the episode of %s has ended; reset it", e.p.task.ID)
	}
	ctx, cancel := e.p.env.bounded(ctx)
	defer cancel()
	e.completions = append(e.completions, v)
	e.steps++
	first := len(e.run.Messages)
	s := State{Info: Info{Task: e.p.task.ID, Turn: e.turn}}
	said := e.read(v, &s.Info)
	var decided *float64
	if !e.p.env.Unrewarded {
		e.before = e.standing()
		decided = e.decide(ctx, v, said.grammar)
	}
	e.run.Messages = append(e.run.Messages, said.Message)
	err := e.act(ctx, &said, &s)
	if err == nil && s.Done {
		err = e.compare(ctx, &s)
	}
	switch {
	case err != nil:
		e.fault = err.Error()
		e.end("infrastructure_error", &s)
		s.Info.Notes = append(s.Info.Notes, "failed: "+err.Error())
	case !s.Done && e.steps >= e.p.env.Bounds.Steps:
		s.Truncated = true
		e.end("max_steps", &s)
	}
	s.Tools = e.run.Tools
	s.Messages = e.run.Messages[first+1:]
	if !e.p.env.Unrewarded {
		e.reward(ctx, &s)
		e.before = nil // an episode that waits holds no reading
	}
	if decided != nil {
		s.Components = append(s.Components, Component{Decision, *decided})
	}
	return s, nil
}

// said is a parsed completion.
type said struct {
	trajectory.Message
	grammar completion.Grammar // in which it was read; "" if it was not
	action  completion.Action
	text    string // for the user
	broken  string // the reason why a call could not be read
}

// read parses a completion. A text with a tag of the tagged grammar is in that grammar; any
// other text is in its model's native one.
func (e *Episode) read(v domains.Value, info *Info) said {
	if v.Size() > e.p.env.Bounds.Bytes {
		info.Notes = append(info.Notes, "too_long")
		return said{Message: trajectory.Message{Role: dataset.Assistant}}
	}
	c, err := completion.ParseValue(v, completion.Tagged)
	if err != nil {
		info.Notes = append(info.Notes, "no_completion")
		return said{Message: trajectory.Message{Role: dataset.Assistant}}
	}
	marks := c.Marks()
	if tag, _ := marks.Next(); tag == completion.NoOuter && c.Action == completion.None {
		c, _ = completion.ParseValue(v, completion.Native)
	}
	for _, n := range c.Notes {
		info.Notes = append(info.Notes, n.Code)
	}
	out := said{Message: trajectory.Message{Role: dataset.Assistant, Reasoning: c.Reasoning.Of(c.Text)}, grammar: c.Grammar, action: c.Action}
	switch {
	case c.Action == completion.ToolCall && c.CallErr != nil:
		out.broken = c.CallErr.Error()
		out.Content = c.CallText.Of(c.Text)
	case c.Action == completion.ToolCall:
		if c.FromToolCalls {
			out.Content = strings.TrimSpace(c.Text)
		}
		for i, call := range c.Calls {
			id := "call_" + strconv.Itoa(len(e.run.Messages)) + "_" + strconv.Itoa(i)
			out.Calls = append(out.Calls, trajectory.Call{ID: id, Name: call.Name, Arguments: call.Arguments})
		}
	default:
		out.Content = strings.TrimSpace(c.Content())
		out.text = out.Content
	}
	if _, asks := c.Asking(e.p.env.Critical.Asks); asks {
		out.action = completion.Ask
	}
	info.Action = string(out.action)
	return out
}

// act carries out the agent's message.
func (e *Episode) act(ctx context.Context, said *said, s *State) error {
	switch {
	case said.broken != "":
		e.result(trajectory.Call{}, Failed("the call cannot be read: %s", said.broken))
		return nil
	case len(said.Calls) > 0:
		for _, c := range said.Calls {
			if err := e.call(ctx, c, s); err != nil || s.Done {
				return err
			}
		}
		return nil
	case said.action == completion.Refuse || said.action == completion.Directly:
		e.answered = e.answered || said.action == completion.Refuse
		e.next(s)
		return nil
	}
	text, err := e.hear(ctx, said.text, said.action == completion.Ask, s)
	if err != nil || text == "" {
		return err
	}
	e.run.Messages = append(e.run.Messages, trajectory.Message{Role: dataset.User, Content: text})
	return nil
}

// call makes a call, to the user or to the world.
func (e *Episode) call(ctx context.Context, c trajectory.Call, s *State) error {
	if e.p.env.Critical.Asks(c.Name) {
		text, err := e.hear(ctx, completion.Asked(c.Arguments), true, s)
		if err == nil {
			e.result(c, Result{Text: text})
		}
		return err
	}
	call := domains.Call{Name: c.Name, Arguments: c.Arguments}
	gold := e.p.due(e.turn, e.made[e.turn], call)
	r, err := e.place.Call(ctx, e.turn, gold, call)
	if err != nil {
		return err
	}
	if gold < 0 || r.Failed {
		e.wasted++
	}
	switch {
	case r.Failed:
	case gold >= 0:
		e.made[e.turn][gold] = true
	case r.Effect == trajectory.Changes, r.Effect == trajectory.Unknown && e.p.changes(e.turn, c.Name):
		e.failed = true
	}
	e.result(c, r)
	return nil
}

func (e *Episode) result(c trajectory.Call, r Result) {
	e.run.Messages = append(e.run.Messages, trajectory.Message{Role: dataset.ToolRole, Content: r.Text, CallID: c.ID, Name: c.Name, Failed: r.Failed, State: e.place.State()})
}

// hear gets the user's answer. After the last question that the user answers, the answer is a
// goodbye.
func (e *Episode) hear(ctx context.Context, text string, asks bool, s *State) (string, error) {
	run := Run{Messages: e.run.Messages[:len(e.run.Messages)-1]}
	if e.before != nil && len(run.Messages) == e.before.messages {
		run.before = e.before
	}
	said, err := e.speaker.Hear(ctx, e.turn, text, run)
	if err != nil {
		return "", err
	}
	if asks {
		e.asked++
		e.answered = true
	}
	for _, i := range said.Told {
		h := &e.p.task.Turns[e.turn].Hidden[i]
		e.told[e.turn][i] = true
		s.Info.Told = append(s.Info.Told, h.Tool+"."+h.Aspect)
	}
	if said.Note != "" {
		s.Info.Notes = append(s.Info.Notes, said.Note)
		e.noted = append(e.noted, said.Note)
	}
	if said.Left {
		e.end("user_left", s)
	}
	return said.Text, nil
}

// next begins the user's next turn, or ends the episode.
func (e *Episode) next(s *State) {
	t := e.p.task
	e.met = e.met && (len(t.Turns[e.turn].Gold) > 0 || e.answered)
	if e.turn+1 == len(t.Turns) {
		reason := "user_stop"
		if !e.success() {
			reason = "agent_stop"
		}
		e.end(reason, s)
		return
	}
	e.turn++
	e.steps, e.asked, e.answered = 0, 0, false
	e.run.Tools = e.p.turns[e.turn].tools
	e.run.Messages = append(e.run.Messages, trajectory.Message{Role: dataset.User, Content: t.Turns[e.turn].User})
}

// success reports whether every gold call was made, nothing else was changed, and each
// request that cannot be met was refused or asked about (E4).
func (e *Episode) success() bool {
	for _, turn := range e.made {
		for _, made := range turn {
			if !made {
				return false
			}
		}
	}
	if last := len(e.p.task.Turns) - 1; e.turn < last || len(e.p.task.Turns[last].Gold) == 0 && !e.answered {
		return false
	}
	return e.met && !e.failed
}

// compare fails an episode whose world is in another state than after the gold calls (E4).
func (e *Episode) compare(ctx context.Context, s *State) error {
	state := e.place.State()
	if state == "" || s.Info.Success == nil || !*s.Info.Success {
		return nil
	}
	want, err := e.p.goalState(ctx)
	if err == nil && want != state {
		s.Info.Notes = append(s.Info.Notes, "another_state")
		e.failed = true
		e.end("agent_stop", s)
	}
	return err
}

// end ends the episode.
func (e *Episode) end(reason string, s *State) {
	outcome := 0.0
	if e.success() {
		outcome = 1
	}
	e.done, s.Done, s.Info.Reason, s.Info.Success = true, true, reason, nil
	e.run.Finish(reason, &outcome)
	if reason == "user_left" {
		e.run.End.By = trajectory.User
	}
	if e.run.Outcome != nil {
		success := *e.run.Outcome == 1
		s.Info.Success = &success
	}
	s.Info.User = e.identity()
}

// Abandon ends an episode that cannot go on, because nothing more comes from its agent: with a reason
// that trajectory knows, and with what happened as its fault. It is no success, whatever was done
// by then. An episode that has ended stays as it is.
func (e *Episode) Abandon(reason string, fault error) {
	if e.done {
		return
	}
	e.done, e.fault = true, fault.Error()
	e.run.Finish(reason, new(float64))
}

func (e *Episode) identity() domains.Value { return e.p.env.User.Identity().Value(e.seed) }

// Trajectory returns the record of the episode (T1). An episode in progress is unscored.
func (e *Episode) Trajectory() *trajectory.Trajectory {
	t := e.run
	t.Messages = t.Messages[:len(t.Messages):len(t.Messages)]
	t.Environment = jsonvalue.ObjectOf(
		"user", e.identity(),
		"world", e.p.env.World.Kind(),
		"fault?", e.fault,
		"user_notes?", e.noted,
		"wasted", e.wasted,
		"completions", e.completions,
		"rewards?", e.rewards,
	)
	return &t
}

// Completions are the agent's completions, step by step. They reproduce the episode.
func (e *Episode) Completions() []domains.Value { return e.completions }

// Decision is the component for the value of the decision alone, by the environment's profile
// (F11), in that profile's range.
const Decision = "decision"

// reward sets the reward of the step (T7). The shaped part is bounded after every step, so
// that the rewards add up to the return of the whole run.
func (e *Episode) reward(ctx context.Context, s *State) {
	last, ok, err := e.p.env.counter.Last(ctx, &e.run, e.p.turns[e.turn].box, &e.recall, e.before.read)
	if err != nil || !ok {
		s.Info.Notes = append(s.Info.Notes, "unread") // the run is too long to be read again
		last = trajectory.Components{}
	}
	if s.Done && e.run.Outcome != nil {
		last[trajectory.Terminal] = math.Max(-1, math.Min(1, *e.run.Outcome))
	}
	w := e.p.env.Steps
	earned := 0.0
	for k, name := range trajectory.ComponentNames {
		if k != trajectory.Terminal {
			earned += w.Weights[k] * last[k]
		}
		s.Components = append(s.Components, Component{name, last[k]})
	}
	bound := w.Gate * w.Weights[trajectory.Terminal]
	held := func(x float64) float64 { return math.Max(-bound, math.Min(bound, x)) }
	s.Reward = held(e.shaped+earned) - held(e.shaped) + w.Weights[trajectory.Terminal]*last[trajectory.Terminal]
	e.shaped += earned
	e.earned += s.Reward
	s.Return = e.earned
	e.rewards = append(e.rewards, jsonvalue.NewFloat(s.Reward))
}
