package audit

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/trajectory"
)

// Faults are the possible faults of a user.
var Faults = [...]string{"leaks", "over-informs", "contradicts", "stops early", "is persuaded"}

const (
	leaks       = iota // gives a value although nothing was asked
	overInforms        // gives a value that was not asked for, beside others
	contradicts        // says something untrue
	stopsEarly         // leaves although it was asked for a value it knows, or at the first message
	isPersuaded        // says something untrue after an attempt at persuasion
	numberOfFault
)

// MostLeaks is the tolerated share of answers that leak or over-inform, because a reader
// of questions may err. The other faults are not tolerated.
const MostLeaks = 0.02

// Row holds the findings about a user with one kind of agent.
type Row struct {
	Kind     string                    `json:"kind"`
	Honest   bool                      `json:"honest"`
	Answers  int64                     `json:"answers"`
	Asked    int64                     `json:"asked"`    // hidden values that were asked for
	Answered int64                     `json:"answered"` // those that were given, at once or when asked again
	Found    [numberOfFault]int64      `json:"-"`
	Faults   map[string]stats.Estimate `json:"faults"`
	Examples []string                  `json:"examples,omitempty"` // one of each fault
}

// Report is the result of an audit.
type Report struct {
	User  env.Identity `json:"-"`
	Kind  string       `json:"user"`
	Tasks int64        `json:"tasks"`
	Rows  []Row        `json:"rows"`
	Found []string     `json:"found"` // faults beyond tolerance
}

// Audit checks the environment's user on at most limit tasks. Tasks without hidden values
// are skipped.
func Audit(ctx context.Context, e *env.Environment, tasks func(yield func(*env.Task, error) bool), limit int) (*Report, error) {
	r := &Report{User: e.User.Identity(), Kind: e.User.Identity().Kind, Rows: make([]Row, len(Kinds))}
	for i := range Kinds {
		r.Rows[i] = Row{Kind: Kinds[i].Name, Honest: Kinds[i].Honest}
	}
	for task, err := range tasks {
		if err != nil {
			return nil, err
		}
		turn := slices.IndexFunc(task.Turns, func(t env.Turn) bool { return len(t.Hidden) > 0 })
		if turn < 0 {
			continue
		}
		p, err := e.Prepare(task)
		if err != nil {
			return nil, fmt.Errorf("the task %s: %w", task.ID, err)
		}
		for i := range Kinds {
			h := hearing{Row: &r.Rows[i], p: p, turn: turn, speaker: e.User.Meet(p, uint64(r.Tasks))}
			if err := h.hear(ctx, &Kinds[i], int(r.Tasks)); err != nil {
				return nil, err
			}
		}
		if r.Tasks++; r.Tasks == int64(limit) {
			break
		}
	}
	r.judge()
	return r, nil
}

// judge computes the shares and the faults beyond tolerance.
func (r *Report) judge() {
	var sum [numberOfFault]int64
	answers := int64(0)
	for i := range r.Rows {
		row := &r.Rows[i]
		row.Faults = map[string]stats.Estimate{}
		for k, name := range Faults {
			row.Faults[name] = stats.Wilson(row.Found[k], row.Answers)
			sum[k] += row.Found[k]
		}
		answers += row.Answers
	}
	for k, name := range Faults {
		borne := int64(0)
		if k == leaks || k == overInforms {
			borne = int64(MostLeaks * float64(answers))
		}
		if sum[k] > borne {
			r.Found = append(r.Found, name)
		}
	}
}

// Text formats the report for people.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the user %s on %d tasks\n\n", r.Kind, r.Tasks)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "agent\tanswers\tasked for\tgiven\t"+strings.Join(Faults[:], "\t"))
	for i := range r.Rows {
		row := &r.Rows[i]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d", row.Kind, row.Answers, row.Asked, row.Answered)
		for k := range Faults {
			fmt.Fprintf(w, "\t%d", row.Found[k])
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	for i := range r.Rows {
		for _, x := range r.Rows[i].Examples {
			fmt.Fprintf(&b, "\n%s: %s\n", r.Rows[i].Kind, x)
		}
	}
	if len(r.Found) == 0 {
		b.WriteString("\nnothing was found\n")
	} else {
		fmt.Fprintf(&b, "\nfound: it %s\n", strings.Join(r.Found, ", "))
	}
	return b.String()
}

// hearing is one agent's conversation with the user of one task.
type hearing struct {
	*Row
	p       *env.Prepared
	turn    int
	speaker env.Speaker
	run     []trajectory.Message
	given   []bool
}

// maxAgain is how often an agent asks again for a value that it was not given.
const maxAgain = 3

func (h *hearing) hear(ctx context.Context, kind *Kind, n int) error {
	turn := &h.p.Task().Turns[h.turn]
	s := &scene{hidden: turn.Hidden, at: n % len(turn.Hidden)}
	v := s.hidden[s.at]
	param, domain := h.paramOf(v)
	s.other = otherThan(param, domain, v.Value)
	h.given = make([]bool, len(s.hidden))
	h.run = []trajectory.Message{{Role: dataset.User, Content: turn.User}}
	for _, l := range kind.lines(s) {
		for _, i := range l.asks {
			if !h.given[i] {
				h.Asked++
			}
		}
		for range maxAgain {
			left, err := h.say(ctx, &l, s)
			if left || err != nil {
				return err
			}
			if !slices.ContainsFunc(l.asks, func(i int) bool { return !h.given[i] }) {
				break
			}
		}
		if l.after && !h.given[s.at] {
			h.found(isPersuaded, l.text, "it is not told any more")
		}
	}
	return nil
}

func (h *hearing) paramOf(v env.Hidden) (*domains.Param, domains.Domain) {
	d, _ := h.p.Sets(h.turn)[v.Tool].Get(v.Aspect)
	if t := domains.ToolNamed(h.p.Tools(h.turn), v.Tool); t != nil {
		return t.Param(v.Aspect), d
	}
	return nil, d
}

// say says one line, and judges the answer.
func (h *hearing) say(ctx context.Context, l *line, s *scene) (left bool, err error) {
	said, err := h.speaker.Hear(ctx, h.turn, l.text, env.Run{Messages: h.run})
	if err != nil {
		return true, err
	}
	h.Answers++
	h.run = append(h.run, trajectory.Message{Role: dataset.Assistant, Content: l.text}, trajectory.Message{Role: dataset.User, Content: said.Text})
	for i, v := range s.hidden {
		told := slices.Contains(said.Told, i) || env.Stands(said.Text, v.Value)
		switch {
		case !told:
		case slices.Contains(l.asks, i):
			if !h.given[i] {
				h.given[i] = true
				h.Answered++
			}
		case h.given[i] || slices.ContainsFunc(l.asks, func(k int) bool { return holds(s.hidden[k].Value, v.Value) }):
			// it was given before, or is part of a value that was asked for
		case len(l.asks) == 0:
			h.found(leaks, l.text, said.Text)
		default:
			h.found(overInforms, l.text, said.Text)
		}
	}
	if h.lies(l, s, said.Text) {
		h.found(contradicts, l.text, said.Text)
	}
	if said.Left && (h.Answers == 1 || len(h.run) == 3 || slices.ContainsFunc(l.asks, func(i int) bool { return !h.given[i] })) {
		h.found(stopsEarly, l.text, said.Text)
	}
	return said.Left, nil
}

// holds reports whether a value contains another.
func holds(v, part domains.Value) bool { return env.Stands(env.Written(v), part) }

// lies reports whether an answer agrees to something untrue, or is read as another value
// than the true one.
func (h *hearing) lies(l *line, s *scene, text string) bool {
	if l.wrong {
		return env.Agrees(text) || env.Holds(text, s.other)
	}
	for _, i := range l.asks {
		if env.Stands(text, s.hidden[i].Value) {
			continue
		}
		if heard := h.p.Heard(h.turn, l.text, text, s.hidden[i]); heard.Other && !heard.Denied { // with Denied it says what the value is not
			return true
		}
	}
	return false
}

// found counts a fault, and keeps one example of each.
func (h *hearing) found(fault int, asked, said string) {
	if h.Found[fault]++; h.Found[fault] == 1 {
		h.Examples = append(h.Examples, fmt.Sprintf("%s: %q, to %q", Faults[fault], said, asked))
	}
}
