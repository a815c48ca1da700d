package report

import (
	"bytes"
	"cmp"
	"context"
	_ "embed" // the page
	"fmt"
	"html/template"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/trajectory"
)

// The limits of a page of runs: which runs are shown, and how much of each.
const (
	leastRuns   = 20 // the lowest rewards; runs without a reward come last
	mostRuns    = 10 // the highest rewards
	maxEvents   = 400
	maxRunText  = 1500 // characters of what was said
	maxCallText = 400
	maxCalls    = 20 // of a message
)

//go:embed runs.html
var runsText string

var runsTemplate = sync.OnceValue(func() *template.Template {
	t := template.Must(pageParts().Clone())
	return template.Must(t.New("runs.html").Parse(runsText))
})

// StepsFile is the file with the steps of a file of runs: FILE with .steps before its
// suffix.
func StepsFile(path string) string {
	name, suffix, found := strings.Cut(filepath.Base(path), ".")
	if found {
		suffix = "." + suffix
	}
	return filepath.Join(filepath.Dir(path), name+".steps"+suffix)
}

// runs returns the page of runs: for each agent its figures, and some runs as timelines. A
// timeline shows the messages, calls and observations, and beside each step its reward.
// Rows that voi score has written with their steps add what was known, asked and decided.
// The shown runs have the lowest and the highest rewards, one of each task.
func (opt *PageOptions) runs(ctx context.Context) ([]byte, error) {
	agents := []string{opt.Profile}
	if all := Agents(opt.Scored); opt.Profile == "" && len(all) > 0 {
		agents = all
	}
	p := runsPage{File: term.Quote(filepath.Base(opt.Scored))}
	for _, agent := range agents {
		part, err := opt.runsOf(ctx, agent)
		if err != nil {
			return nil, err
		}
		p.Parts = append(p.Parts, part)
	}
	p.Several = len(p.Parts) > 1
	var b bytes.Buffer
	err := runsTemplate().Execute(&b, &p)
	return b.Bytes(), err
}

func (opt *PageOptions) runsOf(ctx context.Context, agent string) (*runsPart, error) {
	s, err := openRuns(ctx, opt.Scored, agent, "--profile", opt.Counter)
	if err != nil {
		return nil, err
	}
	defer s.close() // it was only read
	if len(opt.Group) > 0 {
		return nil, usagef("--group is for completions; runs are of their tasks")
	}
	t, err := opt.tally(ctx, s)
	if err != nil {
		return nil, err
	}
	if s.rows == s.broken && s.example != nil {
		return nil, fmt.Errorf("no run of %s can be read, the first: %w", s.name, s.example)
	}
	p, err := t.runsPart(s)
	if err != nil {
		return nil, err
	}
	if steps := StepsFile(opt.Scored); s.runs.scored && fileExists(steps) {
		err = p.addSteps(ctx, steps)
	} else if s.runs.scored {
		p.NoSteps = term.Quote(steps)
	}
	return p, err
}

// addSteps adds the rows in the file of steps to the shown runs.
func (p *runsPart) addSteps(ctx context.Context, path string) error {
	first := map[int]*shownRun{} // by the number of their first step
	for _, r := range slices.Concat(p.Worst, p.Best) {
		if len(r.steps) > 0 { // else its number is that of the next run's first step
			first[r.first] = r
		}
	}
	in, err := rows.Open(ctx, path, rows.Options{})
	if err != nil {
		return err
	}
	defer in.Close()
	var r *shownRun
	at, end := 0, 0
	for raw, err := range in.All() {
		if err != nil {
			return err
		}
		if next := first[at]; next != nil {
			r, end = next, at+len(next.steps)
		}
		if at++; at > end {
			continue
		}
		if v, err := raw.Parse(); err == nil && v.Field("trajectory_id").Str() == r.id {
			r.addStep(v)
		}
	}
	return nil
}

func fileExists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// runsPage is the data of the template. Texts from data are quoted; html/template escapes
// all of them.
type runsPage struct {
	File    string
	Several bool
	Parts   []*runsPart
}

// shownRun is one run as a timeline.
type shownRun struct {
	id    string
	first int // the number of its first step
	steps []*shownStep

	ID, Task, Class, Outcome, Reward, CAP, CAR, End string
	Events                                          []shownEvent
	Left                                            int // messages that are not shown
}

// shownEvent is one message.
type shownEvent struct {
	Role, Text string
	Calls      []string
	Step       *shownStep // of the agent's
}

// shownStep is the data of a step of the agent.
type shownStep struct {
	Number                    int
	Action                    string
	Reward, ToGo, Advantage   string
	Bad, Earned               bool // it lost, or earned, a reward
	Known, Certified          int  // in per cent, -1 where unknown
	VNow, Policy, Asked, Best string
	Components                []string
	Verdicts                  []shownVerdict
}

// shownVerdict is the verdicts on a critical call.
type shownVerdict struct {
	Tool, Right, Unmet, Director string
	By                           []shownBy
}

type shownBy struct{ Setting, Verdict string }

func showRun(x *runText) *shownRun {
	f := func(k int, format string) string {
		if math.IsNaN(x.figures[k]) {
			return ""
		}
		return fmt.Sprintf(format, x.figures[k])
	}
	at := func(name string) int { return slices.Index(trajectory.FigureNames[:], name) }
	r := &shownRun{
		id: x.run.ID, first: x.first, ID: shown(x.run.ID), Task: shown(x.run.TaskID), Class: shown(x.run.Class), End: shown(x.run.End.Reason),
		Outcome: f(0, "%g"), Reward: f(rewardPlace, "%+.3f"), CAP: f(at("cap"), "%.2f"), CAR: f(at("car"), "%.2f"),
	}
	if strings.HasPrefix(x.run.ID, x.run.TaskID) {
		r.Task = "" // it is part of the id
	}
	messages := x.run.Messages
	if messages == nil {
		var t trajectory.Trajectory
		if err := t.ParseMessages(x.messages, "messages"); err != nil {
			r.Events = []shownEvent{{Role: "error", Text: lines(err.Error(), maxCallText)}}
			return r
		}
		messages = t.Messages
	}
	rewards := x.run.Environment.Field("rewards").Items()
	for i := range messages {
		if i == maxEvents {
			r.Left = len(messages) - i
			break
		}
		e := showEvent(&messages[i])
		if messages[i].Trained() {
			e.Step = &shownStep{Number: len(r.steps), Known: -1, Certified: -1}
			if len(r.steps) < len(rewards) {
				e.Step.earn(rewards[len(r.steps)])
			}
			r.steps = append(r.steps, e.Step)
		}
		r.Events = append(r.Events, e)
	}
	return r
}

func showEvent(m *trajectory.Message) shownEvent {
	e := shownEvent{Role: m.Role, Text: lines(m.Content, maxRunText)}
	if m.Failed {
		e.Role = "tool, failed"
	}
	for i, c := range m.Calls {
		if i == maxCalls {
			e.Calls = append(e.Calls, fmt.Sprintf("and %d more", len(m.Calls)-i))
			break
		}
		e.Calls = append(e.Calls, term.Quote(term.Shorten(c.Name+" "+c.Arguments.JSON(), maxCallText)))
	}
	return e
}

// earn sets what a step earned.
func (s *shownStep) earn(reward domains.Value) {
	f, _ := reward.Float()
	s.Bad, s.Earned, s.Reward = f < 0, f > 0, digitsOf(reward, "%+.3f")
}

// lines quotes a text line by line.
func lines(text string, most int) string {
	parts := strings.Split(term.Shorten(text, most), "\n")
	for i := range parts {
		parts[i] = term.Quote(parts[i])
	}
	return strings.Join(parts, "\n")
}

// digitsOf returns a number as a text, "" for null.
func digitsOf(v domains.Value, format string) string {
	f, ok := v.Float()
	if !ok {
		return ""
	}
	return fmt.Sprintf(format, f)
}

// addStep adds the row of a step.
func (r *shownRun) addStep(v domains.Value) {
	n, _ := v.Field("step").Int()
	if n < 0 || int(n) >= len(r.steps) {
		return
	}
	s := r.steps[n]
	s.earn(v.Field("reward"))
	s.Action = shown(v.Field("action").Str())
	s.ToGo, s.Advantage = digitsOf(v.Field("return_to_go"), "%+.3f"), digitsOf(v.Field("advantage"), "%+.3f")
	s.Known, s.Certified = percent(v.Field("information")), percent(v.Field("certified"))
	s.VNow = digitsOf(v.Field("v_now"), "%.2f")
	s.Policy, s.Best = shown(v.Field("policy_action").Str()), shown(v.Field("best_question").Str())
	if asked, ok := opened(v.Field("asked")).Strings(); ok {
		s.Asked = term.Quote(term.Shorten(strings.Join(asked, ", "), maxCallText))
	}
	for _, m := range opened(v.Field("components")).Members() {
		if f, ok := m.Value.Float(); ok && f != 0 {
			s.Components = append(s.Components, fmt.Sprintf("%s %+.2f", shown(m.Key), f))
		}
	}
	for i, c := range opened(v.Field("critical")).Items() {
		if i == maxCalls {
			break
		}
		one := shownVerdict{Tool: shown(c.Field("tool").Str())}
		if right, known := c.Get("correct"); known {
			one.Right = map[bool]string{true: "right", false: "wrong"}[right.Bool()]
		}
		for _, by := range c.Field("verdicts").Members() {
			one.By = append(one.By, shownBy{shown(by.Key), shown(by.Value.Str())})
		}
		if unmet, ok := c.Field("unmet").Strings(); ok {
			one.Unmet = term.Quote(term.Shorten(strings.Join(unmet, ", "), maxCallText))
		}
		if d := c.Field("director"); !d.IsNull() {
			one.Director = term.Quote(term.Shorten(strings.TrimSpace(cmp.Or(d.Field("verdict").Str(), "none")+" "+cmp.Or(d.Field("feedback").Str(), d.Field("unknown").Str())), maxCallText))
		}
		s.Verdicts = append(s.Verdicts, one)
	}
}

// percent returns a share in [0, 1] in per cent, -1 for null.
func percent(v domains.Value) int {
	f, ok := v.Float()
	if !ok {
		return -1
	}
	return wholePercent(f)
}
