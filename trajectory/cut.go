package trajectory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
)

// Decision is a step of a run that makes a critical call or asks the user, as a sample.
type Decision struct {
	Step   int
	Sample *dataset.Sample // nil if the right action is not known
	Why    string          // the reason, if Sample is nil
	Code   string          // its code among the rejections
}

// Decisions cuts a run into samples, one for each step that makes a critical call or
// asks. The prompt is the conversation before the step. The reference is the right
// action:
//
//   - of a step that calls, the actions of the reference that its calls are; of a
//     critical call that is none, the first action that is left of its tool, else the
//     first that is left;
//   - of a step that asks, its question, about the first action that is left.
//
// A wrong critical call that a Director (Balanced) would stop becomes the sample's wrong
// answer. critiques are those of the run. The list ends early if the prompts of a long
// run would take too much text.
func (c *Counter) Decisions(t *Trajectory, critiques []Critique) []Decision {
	d := decider{c: c, t: t, calls: t.calls(), tools: c.offered(t).list}
	d.right = pair(d.calls, t.Reference.Actions, func(string) bool { return true })
	d.made = make([]bool, len(t.Reference.Actions))
	d.tools = slices.DeleteFunc(slices.Clone(d.tools), func(tool domains.Tool) bool { return c.critical.Asks(tool.Name) })
	effect := c.Effects(t)
	var all []Decision
	first, next, size, spent := 0, 0, 0, 0
	for i, step := range t.Steps() {
		for ; next < step.Message; next++ {
			size += t.Messages[next].size()
		}
		for first < len(d.calls) && d.calls[first].message < step.Message {
			first++
		}
		end := first
		for end < len(d.calls) && d.calls[end].message == step.Message {
			end++
		}
		var of []Critique
		for len(critiques) > 0 && critiques[0].Message <= step.Message {
			if critiques[0].Message == step.Message {
				of = append(of, critiques[0])
			}
			critiques = critiques[1:]
		}
		critical := slices.ContainsFunc(d.calls[first:end], func(m made) bool { return effect(m.Name) == Changes })
		if asks := c.Asks(&t.Messages[step.Message]); critical || asks {
			if spent += size; spent > maxRead {
				return append(all, Decision{Step: i, Code: dataset.CodeTooLarge, Why: "the conversation is too long to be cut at this step and those after it"})
			}
			if critical {
				all = append(all, d.calling(i, step, first, end, effect, of))
			} else {
				all = append(all, d.asking(i, step))
			}
		}
		for k := first; k < end; k++ {
			if at := d.right[k]; at >= 0 {
				d.made[at] = true
			}
		}
		first = end
	}
	return all
}

// decider follows the steps of a run.
type decider struct {
	c     *Counter
	t     *Trajectory
	tools []domains.Tool
	calls []made
	right []int  // for each call its reference action, -1 for none
	made  []bool // reference actions that earlier steps made
}

// sample begins the sample of a step.
func (d *decider) sample(i int, step Step) *dataset.Sample {
	return &dataset.Sample{
		ID: fmt.Sprintf("%s#%d", d.t.ID, i), Source: d.t.Source, SourceID: d.t.ID, Task: cmp.Or(d.t.TaskID, d.t.ID),
		Messages: d.t.Conversation(step.Message, d.c.critical.Asks), Tools: d.tools, ActionSource: dataset.ActionGiven,
	}
}

// calling is the decision of a step with the calls [first, end), of which some are
// critical.
func (d *decider) calling(i int, step Step, first, end int, effect func(string) Effect, of []Critique) Decision {
	s := d.sample(i, step)
	taken := slices.Clone(d.made)
	var missed []string // tools of critical calls that match no reference action
	for k := first; k < end; k++ {
		switch at := d.right[k]; {
		case at >= 0:
			taken[at] = true
			s.Reference.ToolCalls = append(s.Reference.ToolCalls, d.t.Reference.Actions[at].call())
		case effect(d.calls[k].Name) == Changes:
			missed = append(missed, d.calls[k].Name)
		}
	}
	for _, tool := range missed {
		if at := d.left(taken, tool); at >= 0 {
			taken[at] = true
			s.Reference.ToolCalls = append(s.Reference.ToolCalls, d.t.Reference.Actions[at].call())
		}
	}
	if len(s.Reference.ToolCalls) == 0 {
		why := "the source does not say what should have been called"
		if d.t.Reference.Known {
			why = "its critical call is no action of the reference, which has none left here"
		}
		return Decision{Step: i, Code: dataset.CodeNoReference, Why: why}
	}
	s.Reference.Action = completion.ToolCall
	if slices.ContainsFunc(of, stopped) {
		m := d.t.Messages[step.Message].sample()
		s.Rejected = &m
	}
	s.AddFlags(s.ShapeFlags()...)
	return finished(i, s)
}

// stopped reports whether a call was wrong and a Director would have stopped it.
func stopped(c Critique) bool {
	return c.Correct != nil && !*c.Correct && c.Verdict(Balanced) != Pass
}

// left is the index of the agent's first remaining reference action: of the given tool,
// or else of any.
func (d *decider) left(taken []bool, tool string) int {
	any := -1
	for at := range d.t.Reference.Actions {
		a := &d.t.Reference.Actions[at]
		switch {
		case a.ByUser || taken[at]:
		case a.Name == tool:
			return at
		case any < 0:
			any = at
		}
	}
	return any
}

// asking is the decision of a step that asks.
func (d *decider) asking(i int, step Step) Decision {
	s := d.sample(i, step)
	m := &d.t.Messages[step.Message]
	s.Reference = dataset.Reference{Action: completion.Ask, Question: strings.TrimSpace(d.c.question(m))}
	if s.Reference.Question == "" {
		return Decision{Step: i, Code: dataset.CodeNoReference, Why: "it asks without words"}
	}
	if len(m.Calls) == 0 {
		s.ActionSource = dataset.ActionHeuristic
	}
	if at := d.left(d.made, ""); at >= 0 {
		s.Reference.ToolCalls = []domains.Call{d.t.Reference.Actions[at].call()}
	}
	s.AddFlags(s.ShapeFlags()...)
	return finished(i, s)
}

func finished(i int, s *dataset.Sample) Decision {
	if err := s.Derive(); err != nil {
		return Decision{Step: i, Code: dataset.CodeBadField, Why: err.Error()}
	}
	return Decision{Step: i, Sample: s}
}

func (a *Action) call() domains.Call { return domains.Call{Name: a.Name, Arguments: a.Arguments} }

// question is the text of a message's question: its content, and the arguments of calls
// that ask.
func (c *Counter) question(m *Message) string {
	texts := []string{m.Content}
	for i := range m.Calls {
		if c.critical.Asks(m.Calls[i].Name) {
			texts = append(texts, completion.Asked(m.Calls[i].Arguments))
		}
	}
	return strings.Join(texts, "\n")
}

// Conversation returns what the agent knows before a message, in package dataset's form.
// A call of a tool that asks becomes the agent's question, its result the user's words.
// Calls by the user's side and their results are invisible to the agent. asks may be
// nil.
func (t *Trajectory) Conversation(end int, asks func(tool string) bool) []dataset.Message {
	var questions map[int]string
	var answers map[int]bool
	if asks != nil {
		questions, answers = t.asked(asks)
	}
	out := make([]dataset.Message, 0, end)
	for i := range t.Messages[:end] {
		msg := &t.Messages[i]
		m := msg.sample()
		switch {
		case msg.ByUser, msg.Role == dataset.User && msg.Content == "":
			continue
		case answers[i]:
			m.Role = dataset.User
		case asks != nil:
			m.ToolCalls = slices.DeleteFunc(m.ToolCalls, func(c domains.Call) bool { return asks(c.Name) })
			m.Content = strings.TrimSpace(m.Content + "\n" + questions[i])
		}
		out = append(out, m)
	}
	return out
}

// asked returns the questions that the agent's messages ask by tools, and the messages that answer
// them.
func (t *Trajectory) asked(asks func(tool string) bool) (questions map[int]string, answers map[int]bool) {
	texts := map[int][]string{}
	questions, answers = map[int]string{}, map[int]bool{}
	for _, c := range t.allCalls() {
		if c.byUser || !asks(c.Name) {
			continue
		}
		for _, arg := range c.Arguments.Members() {
			texts[c.message] = append(texts[c.message], arg.Value.Str())
		}
		if c.result >= 0 {
			answers[c.result] = true
		}
	}
	for at, list := range texts {
		questions[at] = Lines(list)
	}
	return questions, answers
}

// Lines joins texts by line breaks. It leaves out the white space behind each text, the white space
// before the first one, and texts of white space only.
func Lines(texts []string) string {
	kept := make([]string, 0, len(texts))
	for _, text := range texts {
		if text = strings.TrimRightFunc(text, unicode.IsSpace); text != "" {
			kept = append(kept, text)
		}
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}
