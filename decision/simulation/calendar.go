package simulation

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/decision"
	"github.com/voi-rl/voi/trajectory"
)

// Calendar is the meeting of appendix A: four fields, some of which the request omits or
// names vaguely.
type Calendar struct {
	// Faults are the broken components, one controller "dc-NAME" for each; nil:
	// DefaultFaults.
	Faults []Fault
	// Runs keeps each episode as a recorded run, too.
	Runs bool
}

// Fault is a component of the "dc" controller that is broken at some rate.
type Fault struct {
	Name string
	// Estimator and Question are rates per run; the others are rates per use.
	Estimator float64 // takes a vague reference for a value
	Question  float64 // asks for known fields, if there are any
	User      float64 // agrees to a question for fields, and gives no value
	Confirm   float64 // agrees to a question that confirms all fields, and gives no value
	Executor  float64 // drops a value that it was given
	Policy    bool    // executes with one field unconfirmed
	Unknown   bool    // the user does not know the missing values: nothing can succeed
}

// DefaultFaults break one component each. The Confirm rate of "estimator" is fitted
// (FitConfirm) to Granite's turns at k = 3, unresolvable.
func DefaultFaults() []Fault {
	return []Fault{
		{Name: "estimator", Estimator: 1, Confirm: FitConfirm(graniteTurns)},
		{Name: "question", Question: 1},
		{Name: "question-half", Question: 0.5},
		{Name: "user", User: 0.5},
		{Name: "executor", Executor: 0.5},
		{Name: "policy", Policy: true},
		{Name: "unknown", Unknown: true},
	}
}

// graniteTurns is the number for DC at k = 3, unresolvable, in Table 7.
const graniteTurns = 4.2

// FitConfirm is the rate of empty confirmations that gives the average number of turns,
// for an estimator that always takes "the usual team" for a name. The turns are clarify,
// execute, confirm, execute, and two more if the first confirmation was empty.
func FitConfirm(turns float64) float64 { return min(1, max(0, (turns-4)/2)) }

const calendarBudget = 6 // T

// The fields of an event, in the order in which requests omit them.
var (
	fields = [...]string{"duration_min", "date", "start_time", "attendees"}
	// vague lists the fields, of which the first one present is replaced by a vague
	// reference.
	vague = [...]int{1, 2, 3}
)

// request says how the user gave each field: not at all, plainly or vaguely.
type request [len(fields)]said

type said uint8

const (
	nothing said = iota
	vaguely
	plainly
)

// requestOf reads the name of a scenario.
func requestOf(scenario string) (q request) {
	k := int(scenario[1] - '0')
	for f := k; f < len(q); f++ {
		q[f] = plainly
	}
	if strings.HasSuffix(scenario, "unresolvable") {
		for _, f := range vague {
			if q[f] == plainly {
				q[f] = vaguely
				break
			}
		}
	}
	return q
}

// Name implements Simulation.
func (Calendar) Name() string { return "calendar" }

// Scenarios implements Simulation: Table 6.
func (Calendar) Scenarios() []string {
	return []string{"k0", "k1-absent", "k1-unresolvable", "k2-absent", "k2-unresolvable", "k3-absent", "k3-unresolvable", "k4"}
}

// Controllers implements Simulation.
func (c Calendar) Controllers() []string {
	names := []string{"retry", "dc"}
	for _, f := range c.faults() {
		names = append(names, "dc-"+f.Name)
	}
	return names
}

func (c Calendar) faults() []Fault {
	if c.Faults == nil {
		return DefaultFaults()
	}
	return c.Faults
}

var calendarActions = []string{decision.Execute, decision.Clarify}

// The policies of the calendar; hasty is the broken policy of "dc-policy".
var (
	calendarPolicy = decision.Calendar()
	hasty          = decision.Threshold("p_suff", 0.75, decision.Execute, decision.Clarify)
)

// meeting is an episode in progress.
type meeting struct {
	Fault
	rng       *rand.Rand
	said      request
	confirmed [len(fields)]bool
	blind     bool // the estimator is broken in this run
	astray    bool // the question generator is broken in this run
	failed    bool // the last action was an execution that failed
	talk      transcript
}

// Run implements Simulation.
func (c Calendar) Run(scenario, controller string, seed uint64) Episode {
	m := &meeting{rng: source("calendar", scenario, seed), said: requestOf(scenario)}
	var policy decision.Policy = calendarPolicy
	if controller == "retry" {
		policy = alwaysExecute
	}
	for _, f := range c.faults() {
		if "dc-"+f.Name == controller {
			m.Fault = f
		}
	}
	if m.Policy {
		policy = hasty
	}
	m.blind, m.astray = m.rng.Float64() < m.Estimator, m.rng.Float64() < m.Question
	e := Episode{Scenario: scenario, Controller: controller, task: scenario} // the same words for every seed
	if c.Runs {
		m.talk = newTranscript(&e, seed, "calendar", calendarTools, event(request{plainly, plainly, plainly, plainly}))
		switch {
		case m.plain() == len(fields):
			m.talk.run.Class = trajectory.Explicit
		case m.Unknown:
			m.talk.run.Class = trajectory.Infeasible
		}
		m.talk.say(dataset.User, queries[scenario])
	}
	m.run(&e, policy, seed)
	reason := "agent_stop"
	if !e.Success {
		reason = "max_steps"
	}
	m.talk.end(&e, reason)
	return e
}

func (m *meeting) run(e *Episode, policy decision.Policy, seed uint64) {
	for turn := 1; turn <= calendarBudget; turn++ {
		m.estimate()
		failed := 0.0
		if m.failed {
			failed = 1
		}
		r := e.record(seed, calendarActions, policy,
			map[string]float64{"p_suff": share(m.confirmed[:]), "failed": failed, "turn": float64(turn)},
			map[string]float64{"p_suff": float64(m.plain()) / float64(len(fields)), "failed": failed})
		r.Best = m.best(calendarBudget - turn + 1)
		hope := len(r.Best) > 0
		r.Hope = &hope
		action, err := decision.Decide(policy, r.Actions, r.Signals)
		if err != nil {
			r.Result = err.Error()
			break
		}
		r.Action = action
		if turn == 1 {
			e.First = (action == decision.Execute) == (m.plain() == len(fields))
		}
		if action == decision.Clarify {
			r.Result, r.Sound = m.clarify()
			continue
		}
		sound := m.rng.Float64() >= m.Executor
		r.Sound = &sound
		if m.execute(sound) {
			r.Result = "booked"
			e.finish(true)
			return
		}
		r.Result = "not valid"
		e.Wasted++
	}
	e.finish(false)
}

// execute books what the user said, without one value if sound is false. It reports
// whether the booking is valid.
func (m *meeting) execute(sound bool) bool {
	booked := m.said
	if f := slices.IndexFunc(booked[:], func(s said) bool { return s != nothing }); !sound && f >= 0 {
		booked[f] = nothing
	}
	m.failed = booked != request{plainly, plainly, plainly, plainly}
	result := "booked"
	if m.failed {
		result = "Error: the event is not valid"
	}
	m.talk.call(event(booked), result, m.failed)
	return !m.failed
}

// plain counts the fields that the user said plainly.
func (m *meeting) plain() (n int) {
	for _, s := range m.said {
		if s == plainly {
			n++
		}
	}
	return n
}

// estimate confirms the fields that the user gave, and keeps earlier confirmations.
func (m *meeting) estimate() {
	for f, s := range m.said {
		m.confirmed[f] = m.confirmed[f] || s == plainly || s == vaguely && m.blind
	}
}

func share(confirmed []bool) float64 {
	n := 0
	for _, c := range confirmed {
		if c {
			n++
		}
	}
	return float64(n) / float64(len(confirmed))
}

// best returns the actions after which working components would still succeed. After a
// failed execution a question is always right, because the paper's rule forbids a retry.
func (m *meeting) best(turns int) (actions []string) {
	complete := m.plain() == len(fields)
	if complete {
		actions = append(actions, decision.Execute)
	}
	if complete && m.failed || !complete && turns > 1 && !m.Unknown {
		actions = append(actions, decision.Clarify)
	}
	return actions
}

// clarify asks for all unconfirmed fields or, if there are none, asks to confirm all.
// sound reports whether question and answer were faultless.
func (m *meeting) clarify() (result string, sound *bool) {
	m.failed = false
	asked := make([]int, 0, len(fields))
	for f, c := range m.confirmed {
		if !c {
			asked = append(asked, f)
		}
	}
	empty := m.User
	var known []int
	if len(asked) == 0 {
		asked, empty = []int{0, 1, 2, 3}, m.Confirm
	} else if m.astray {
		for f, c := range m.confirmed {
			if c {
				known = append(known, f)
			}
		}
	}
	right := len(known) == 0
	if !right {
		asked = known
	}
	answers := m.rng.Float64() >= empty
	if m.talk.run != nil {
		question, answer := asking(asked, share(m.confirmed[:]) == 1, answers, m.Unknown)
		m.talk.say(dataset.Assistant, question)
		m.talk.say(dataset.User, answer)
	}
	right = right && answers
	if answers && !m.Unknown {
		for _, f := range asked {
			m.said[f] = plainly
		}
	}
	names := make([]string, len(asked))
	for i, f := range asked {
		names[i] = fields[f]
	}
	slices.Sort(names)
	result = "asked for " + strings.Join(names, ", ")
	switch {
	case !answers:
		result += ": yes"
	case m.Unknown:
		result += ": not known"
	}
	return result, &right
}
