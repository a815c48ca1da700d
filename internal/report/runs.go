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
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/trajectory"
)

// The bounds of a page of runs: which are shown, and how much of each.
const (
	leastRuns   = 20 // those that earned least, those without a reward behind them
	mostRuns    = 10 // those that earned most
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

// IsRuns reports whether a file holds rows of recorded runs, as voi score writes them.
func IsRuns(ctx context.Context, path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	in, err := rows.Open(ctx, path, rows.Options{})
	if err != nil {
		return false
	}
	defer in.Close()
	raw, err := in.Next()
	if err != nil {
		return false
	}
	v, err := raw.Parse()
	return err == nil && isRunRow(v)
}

func isRunRow(v domains.Value) bool {
	return v.Field("trajectory_id").Kind() == jsonvalue.String && v.Field("messages").Kind() == jsonvalue.String && v.Field("steps").Kind() == jsonvalue.Number
}

// StepsFile is where the steps of a file of runs stand: FILE with .steps before its suffix.
func StepsFile(path string) string {
	name, suffix, found := strings.Cut(filepath.Base(path), ".")
	if found {
		suffix = "." + suffix
	}
	return filepath.Join(filepath.Dir(path), name+".steps"+suffix)
}

// RunsPage shows runs as timelines: what was said, called and observed, and beside each step
// of the agent what was known, asked and decided, and what it earned. Of many runs it shows
// those that earned least and most. Without the file of steps it shows what was said.
func RunsPage(ctx context.Context, path string) ([]byte, error) {
	p := runsPage{File: term.Quote(path)}
	chosen, err := p.choose(ctx, path)
	if err != nil {
		return nil, err
	}
	first := map[int]*shownRun{} // by the number of their first step
	var all []*shownRun
	at, step := 0, 0
	err = eachRow(ctx, path, func(v domains.Value) {
		n, _ := v.Field("steps").Int()
		if slices.Contains(chosen, at) && isRunRow(v) {
			r := showRun(v)
			all = append(all, r)
			first[step] = r
		}
		at, step = at+1, step+int(min(max(n, 0), math.MaxInt32))
	})
	if err != nil {
		return nil, err
	}
	if steps := StepsFile(path); fileExists(steps) {
		var r *shownRun
		at, end := 0, 0
		err := eachRow(ctx, steps, func(v domains.Value) {
			if next := first[at]; next != nil {
				r, end = next, at+len(next.steps)
			}
			if at++; at <= end && v.Field("trajectory_id").Str() == r.id {
				r.addStep(v)
			}
		})
		if err != nil {
			return nil, err
		}
	} else {
		p.NoSteps = term.Quote(steps)
	}
	slices.SortStableFunc(all, func(a, b *shownRun) int { return cmp.Compare(a.reward, b.reward) })
	p.Runs = all
	var b bytes.Buffer
	err = runsTemplate().Execute(&b, &p)
	return b.Bytes(), err
}

func fileExists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func eachRow(ctx context.Context, path string, visit func(v domains.Value)) error {
	in, err := rows.Open(ctx, path, rows.Options{})
	if err != nil {
		return err
	}
	defer in.Close()
	for raw, err := range in.All() {
		if err != nil {
			return err
		}
		if v, err := raw.Parse(); err == nil {
			visit(v)
		} else {
			visit(domains.Value{})
		}
	}
	return nil
}

// runsPage is what the template shows. Texts from data are quoted; html/template escapes
// all.
type runsPage struct {
	File, NoSteps           string
	Rows, Scored, Succeeded int
	Mean                    string
	Runs                    []*shownRun
}

// choose reads the rewards of all runs, and returns which are shown.
func (p *runsPage) choose(ctx context.Context, path string) (chosen []int, err error) {
	var order []int
	var rewards []float64
	sum := 0.0
	err = eachRow(ctx, path, func(v domains.Value) {
		f, ok := v.Field("reward").Float()
		if !ok {
			f = math.Inf(1)
		} else {
			p.Scored, sum = p.Scored+1, sum+f
		}
		if o, ok := v.Field("outcome").Float(); ok && o >= 1 {
			p.Succeeded++
		}
		order, rewards = append(order, p.Rows), append(rewards, f)
		p.Rows++
	})
	p.Mean = "none"
	if p.Scored > 0 {
		p.Mean = fmt.Sprintf("%.3f", sum/float64(p.Scored))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rewards[a], rewards[b]) })
	if len(order) > leastRuns+mostRuns {
		best := max(leastRuns, min(len(order), p.Scored)-mostRuns)
		order = slices.Concat(order[:leastRuns], order[best:min(len(order), best+mostRuns)])
	}
	return order, err
}

// shownRun is one run as a timeline.
type shownRun struct {
	id     string
	reward float64
	steps  []*shownStep

	ID, Task, Outcome, Reward, CAP, CAR, End string
	Events                                   []shownEvent
	Left                                     int // messages that are not shown
}

// shownEvent is one message.
type shownEvent struct {
	Role, Text string
	Calls      []string
	Step       *shownStep // of the agent's
}

// shownStep is what is known of a step of the agent.
type shownStep struct {
	Number                    int
	Action                    string
	Reward, ToGo, Advantage   string
	Bad, Earned               bool // it lost, or earned, something
	Known, Certified          int  // in per cent, -1 where unknown
	VNow, Policy, Asked, Best string
	Components                []string
	Verdicts                  []shownVerdict
}

// shownVerdict is what was said of a critical call.
type shownVerdict struct {
	Tool, Right, Unmet, Director string
	By                           []shownBy
}

type shownBy struct{ Setting, Verdict string }

func showRun(v domains.Value) *shownRun {
	r := &shownRun{
		id: v.Field("trajectory_id").Str(), reward: math.Inf(1), ID: shown(v.Field("trajectory_id").Str()), Task: shown(v.Field("task_id").Str()),
		Outcome: digitsOf(v.Field("outcome"), "%g"), Reward: digitsOf(v.Field("reward"), "%+.3f"),
		CAP: digitsOf(v.Field("cap"), "%.2f"), CAR: digitsOf(v.Field("car"), "%.2f"), End: shown(v.Field("end").Str()),
	}
	if f, ok := v.Field("reward").Float(); ok {
		r.reward = f
	}
	var t trajectory.Trajectory
	if err := t.ParseMessages(v.Field("messages"), "messages"); err != nil {
		r.Events = []shownEvent{{Role: "error", Text: lines(err.Error(), maxCallText)}}
		return r
	}
	for i := range t.Messages {
		if i == maxEvents {
			r.Left = len(t.Messages) - i
			break
		}
		m := &t.Messages[i]
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
		if m.Trained() {
			e.Step = &shownStep{Number: len(r.steps), Known: -1, Certified: -1}
			r.steps = append(r.steps, e.Step)
		}
		r.Events = append(r.Events, e)
	}
	return r
}

// lines quotes a text, and keeps its lines.
func lines(text string, most int) string {
	parts := strings.Split(term.Shorten(text, most), "\n")
	for i := range parts {
		parts[i] = term.Quote(parts[i])
	}
	return strings.Join(parts, "\n")
}

// digitsOf is a number as a text, "" for null.
func digitsOf(v domains.Value, format string) string {
	f, ok := v.Float()
	if !ok {
		return ""
	}
	return fmt.Sprintf(format, f)
}

// addStep adds what the row of a step says.
func (r *shownRun) addStep(v domains.Value) {
	n, _ := v.Field("step").Int()
	if n < 0 || int(n) >= len(r.steps) {
		return
	}
	s := r.steps[n]
	reward, _ := v.Field("reward").Float()
	s.Bad, s.Earned = reward < 0, reward > 0
	s.Action = shown(v.Field("action").Str())
	s.Reward, s.ToGo, s.Advantage = digitsOf(v.Field("reward"), "%+.3f"), digitsOf(v.Field("return_to_go"), "%+.3f"), digitsOf(v.Field("advantage"), "%+.3f")
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

// percent is a share in [0, 1] as per cent, -1 for null.
func percent(v domains.Value) int {
	f, ok := v.Float()
	if !ok {
		return -1
	}
	return wholePercent(f)
}
