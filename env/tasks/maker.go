package tasks

import (
	"context"
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/trajectory"
)

// Maker makes tasks. It is safe for concurrent use, and its results depend only on the
// group and the maker's fields.
type Maker struct {
	Env  *env.Environment // the tasks must be playable there
	Seed uint64
	// Documents describe tools for sources without any (ClarifyBench). The tools of a
	// document are offered together.
	Documents [][]domains.Tool
	// Split chooses the split of the tasks that one text keeps together
	// (dataset.Sample.Together); nil: train for all.
	Split func(together string) string
}

// maxHidden is the most values that a task hides (SAGE-Agent 4.2).
const maxHidden = 3

// Make makes the tasks of a group.
func (m *Maker) Make(g *Group) (made []*env.Task, unmade []Unmade) {
	all, unmade := m.make(g)
	for _, t := range all {
		t.Seed = m.Seed
		if slices.ContainsFunc(t.Turns, func(turn env.Turn) bool { return len(turn.Gold) > env.MaxGold || len(turn.Hidden) > env.MaxHidden }) || len(t.Turns) > env.MaxTurns {
			unmade = append(unmade, Unmade{t.Class, TooLong})
			continue
		}
		if reason := m.unplayable(t); reason != "" {
			unmade = append(unmade, Unmade{t.Class, reason})
			continue
		}
		made = append(made, t)
	}
	return made, unmade
}

// unplayable is the reason why a task cannot be played to its end, "" if it can.
func (m *Maker) unplayable(t *env.Task) string {
	p, err := m.Env.Prepare(t)
	if err != nil {
		return NoTool
	}
	for i := range t.Turns {
		for _, h := range t.Turns[i].Hidden {
			if !p.Askable(i, h.Tool, h.Aspect) {
				return NotAskable
			}
		}
	}
	return ""
}

func (m *Maker) make(g *Group) (made []*env.Task, unmade []Unmade) {
	switch {
	case isClarify(g.Row):
		return m.clarify(g)
	case g.Rejected != nil || len(g.Samples) == 0:
		return nil, []Unmade{{"", NoTurn}}
	case len(g.Samples) > 1 || !g.Row.Field("involved_classes").IsNull():
		return m.session(g)
	}
	return m.sample(g.Samples[0])
}

// sample makes the tasks of one decision.
func (m *Maker) sample(s *dataset.Sample) (made []*env.Task, unmade []Unmade) {
	d := newDecision(s)
	if reason := d.playable(); reason != "" {
		return nil, []Unmade{{trajectory.Explicit, reason}}
	}
	explicit := m.task(s, trajectory.Explicit)
	made = append(made, explicit)
	if t, reason := m.ambiguous(d); t != nil {
		made = append(made, t)
	} else {
		unmade = append(unmade, Unmade{trajectory.Ambiguous, reason})
	}
	if t := m.infeasible(d, domains.Value{}); t != nil {
		made = append(made, t)
	} else {
		unmade = append(unmade, Unmade{trajectory.Infeasible, NoRule})
	}
	if t := m.missing(d); t != nil {
		made = append(made, t)
	}
	return made, unmade
}

// decision is a sample with its reference calls and the reading of its conversation.
type decision struct {
	*dataset.Sample
	sets map[string]domains.Set
	gold []domains.Call
	last int // index of the user's last message
	read *grounding.Reading
}

func newDecision(s *dataset.Sample) *decision {
	d := &decision{Sample: s, sets: setsOf(s.Tools, s.Domains), last: -1}
	if s.Reference.Action == completion.ToolCall {
		d.gold = append(slices.Clone(s.Reference.ToolCalls), s.Following...)
	}
	for i := range s.Messages {
		if s.Messages[i].Role == dataset.User {
			d.last = i
		}
	}
	d.read = d.reading(d.text())
	return d
}

func setsOf(tools []domains.Tool, given map[string]domains.Set) map[string]domains.Set {
	sets, _ := domains.Complete(context.Background(), domains.SchemaAnnotator{}, tools, domains.Restore(tools, given)) // schemas alone, so that it never fails
	return sets
}

func (d *decision) text() string {
	if d.last < 0 {
		return ""
	}
	return d.Messages[d.last].Content
}

// reading reads the conversation with another text as the user's last message, for the
// tools of the gold calls.
func (d *decision) reading(text string) *grounding.Reading {
	var tools []domains.Tool
	for i := range d.Tools {
		if slices.ContainsFunc(d.gold, func(c domains.Call) bool { return c.Name == d.Tools[i].Name }) {
			tools = append(tools, d.Tools[i])
		}
	}
	return d.readingFor(text, tools)
}

// readingFor is reading for other tools.
func (d *decision) readingFor(text string, tools []domains.Tool) *grounding.Reading {
	s := *d.Sample
	s.Messages = slices.Clone(s.Messages)
	if d.last >= 0 {
		s.Messages[d.last].Content = text
	}
	s.Tools = tools
	return grounding.Read(label.Input(&s, d.sets))
}

// playable is the reason why a decision cannot be played, "" if it can.
func (d *decision) playable() string {
	if len(d.gold) == 0 || d.last < 0 || d.last != len(d.Messages)-1 || d.text() == "" {
		return NoCall
	}
	return complete(d.Tools, d.gold)
}

// complete returns NoTool if a tool or a required parameter is missing, else "".
func complete(tools []domains.Tool, gold []domains.Call) string {
	for _, c := range gold {
		t := domains.ToolNamed(tools, c.Name)
		if t == nil {
			return NoTool
		}
		for i := range t.Params {
			if p := &t.Params[i]; p.Required && c.Arguments.Field(p.Name).IsNull() && !p.Nullable {
				return NoTool
			}
		}
	}
	return ""
}

// task begins a task of a sample.
func (m *Maker) task(s *dataset.Sample, class string) *env.Task {
	t := &env.Task{ID: s.ID + "/" + class, Source: s.Source, Class: class, Tools: s.Tools, Split: "train"}
	if m.Split != nil {
		t.Split = m.Split(s.Together())
	}
	messages := s.Messages
	if len(messages) > 0 && messages[0].Role == dataset.System {
		t.System, messages = messages[0].Content, messages[1:]
	}
	n := len(messages)
	t.History = messages[: n-1 : n-1]
	t.Turns = []env.Turn{{User: messages[n-1].Content, Accepted: s.Alternatives, Reply: s.Reply}}
	t.Turns[0].Gold = append(slices.Clone(s.Reference.ToolCalls), s.Following...)
	return t
}

// argument is an argument of a gold call.
type argument struct {
	call  int
	param *domains.Param
	name  string
	value domains.Value
	from  grounding.Support
}

// given lists the arguments of gold calls that a task may hide: the conversation gives
// their value, the value says something and is required, and it is the same wherever the
// tool's parameter occurs.
func (d *decision) given(r *grounding.Reading) (out []argument) {
	for k, c := range d.gold {
		t := domains.ToolNamed(d.Tools, c.Name)
		for _, a := range c.Arguments.Members() {
			p := t.Param(a.Key)
			set, _ := d.sets[c.Name].Get(a.Key)
			s := r.Support(t, p, set, a.Value)
			if !s.Grounded() || p == nil || certainty.Unspecified(a.Value) || certainty.ClaimsNothing(p, a.Value) {
				continue
			}
			out = append(out, argument{k, p, a.Key, a.Value, s})
		}
	}
	return out
}

// optional reports whether the source accepts a call without the argument.
func (d *decision) optional(a argument) bool {
	return slices.ContainsFunc(d.Alternatives, func(alt dataset.Alternative) bool {
		return alt.Call == a.call && alt.Parameter == a.name && len(alt.Path) == 0 && alt.Optional
	})
}

// ambiguous makes the task with one to three values cut out of the user's text.
func (m *Maker) ambiguous(d *decision) (*env.Task, string) {
	all := d.given(d.read)
	want := 1 + env.Draw(maxHidden, m.Seed, "/", d.ID, "/hidden")
	open := slices.DeleteFunc(slices.Clone(all), func(a argument) bool { return d.optional(a) || a.from.Span.Turn != d.last })
	if len(open) == 0 {
		return nil, NothingSaid
	}
	text := d.text()
	var hidden []argument
	var replies []string
	for n := len(open); n > 0 && len(hidden) < want; n-- {
		at := env.Draw(n, m.Seed, "/", d.ID, "/", n)
		a := open[at]
		open[at], open[n-1] = open[n-1], open[at]
		if slices.ContainsFunc(hidden, func(h argument) bool { return h.call == a.call && h.name == a.name }) {
			continue
		}
		if next, with, reply := d.hide(text, a, hidden, all); reply != "" {
			text, hidden, replies = next, with, append(replies, reply)
		}
	}
	if len(hidden) == 0 {
		return nil, NoClause
	}
	t := m.task(d.Sample, trajectory.Ambiguous)
	turn := &t.Turns[0]
	turn.User, turn.Reply = text, strings.Join(replies, ", ")
	for _, h := range hidden {
		turn.Hidden = append(turn.Hidden, env.Hidden{Tool: d.gold[h.call].Name, Aspect: h.name, Value: h.value})
	}
	return t, ""
}

// hide removes the clause with a value from a text, which lacks the hidden values
// already. reply is "" if no cut hides the value and keeps the rest.
func (d *decision) hide(text string, a argument, hidden, all []argument) (next string, with []argument, reply string) {
	from := d.support(d.reading(text), a)
	if !from.Grounded() || from.Span.Turn != d.last || from.Span.Start >= from.Span.End {
		return "", nil, ""
	}
	left, cut := cuts(text, from.Span.Start, from.Span.End)
	for i := range left {
		if with := d.hides(left[i], append(slices.Clone(hidden), a), all); with != nil {
			return left[i], with, cut[i]
		}
	}
	return "", nil, ""
}

func (d *decision) support(r *grounding.Reading, a argument) grounding.Support {
	c := d.gold[a.call]
	set, _ := d.sets[c.Name].Get(a.name)
	return r.Support(domains.ToolNamed(d.Tools, c.Name), a.param, set, a.value)
}

// hides returns the arguments that a text hides, nil if it leaves a hidden value visible
// or takes the support of another argument away. An argument with the same value as a
// hidden one may be hidden with it.
func (d *decision) hides(text string, hidden, all []argument) []argument {
	r := d.reading(text)
	for _, a := range all {
		is := slices.ContainsFunc(hidden, func(h argument) bool { return h.call == a.call && h.name == a.name })
		grounded := d.support(r, a).Grounded()
		same := slices.ContainsFunc(hidden, func(h argument) bool { return h.value.JSON() == a.value.JSON() })
		switch {
		case is && grounded:
			return nil
		case !is && !grounded && !same:
			return nil
		case !is && same:
			if grounded || d.optional(a) {
				return nil
			}
			hidden = append(hidden, a)
		}
	}
	if len(hidden) > maxHidden {
		return nil
	}
	for _, h := range hidden {
		if d.standsIn(text, h.value) {
			return nil
		}
	}
	return hidden
}

// standsIn reports whether a search finds a value in the conversation.
func (d *decision) standsIn(text string, v domains.Value) bool {
	for i := range d.Messages {
		said := d.Messages[i].Content
		if i == d.last {
			said = text
		}
		if env.Stands(said, v) {
			return true
		}
	}
	return false
}
