package trajectory

import (
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Trajectory is one recorded run (T1). It is not changed once it is read.
type Trajectory struct {
	ID     string
	TaskID string // of one task there may be many runs
	Source string // tau2, tau-bench, atif, verifiers, nemo-gym, bfcl, acebench, react, swe-agent, openai, voi
	Class  string // Explicit, Ambiguous, Infeasible (T6); "" where the source does not say

	Tools     []domains.Tool // nil where the source does not say what was offered
	Annotated domains.Value  // MCP's annotations, {tool: {"readOnlyHint": ...}}; null without
	Messages  []Message
	Reference Reference

	// Outcome is what the run earned, mostly 0 or 1; nil: it is unscored, because
	// nobody judged it or because the infrastructure failed. That is no failure.
	Outcome *float64
	End     End

	// Environment says where a run was made: its user with the seed, its world, how many
	// calls were wasted, the agent's completions, from which it can be made again, and what
	// each step earned (package env); null of other runs.
	Environment domains.Value
}

// The classes of a request (ClarifyBench).
const (
	Explicit   = "explicit"
	Ambiguous  = "ambiguous"
	Infeasible = "infeasible"
)

// Classes are those of T6.
var Classes = [...]string{Explicit, Ambiguous, Infeasible}

// Message is one message of a run.
type Message struct {
	Role      string // system, user, assistant, tool
	Content   string
	Reasoning string // what the agent thought, where that was kept apart
	Calls     []Call // of an assistant; of a user who has tools of their own
	Given     bool   // of an assistant: it was there before the run, and the agent did not write it

	// Of a tool's message:
	CallID string // the call that it answers, "" where the source does not say
	Name   string // the tool, likewise
	Failed bool   // it is an error: the call was not executed
	ByUser bool   // it answers a call of the user's
	State  string // a hash of the world's state behind the call, where the source has one
}

// Trained reports whether a policy may learn to write the message: what users, tools
// and systems said is never to be trained on, and neither is what the agent was given.
func (m *Message) Trained() bool { return m.Role == dataset.Assistant && !m.Given }

// Call is a tool call of a run. Arguments is what was written: mostly an object, any
// other value where the call was malformed.
type Call struct {
	ID        string
	Name      string
	Arguments domains.Value
}

// Malformed reports whether the arguments are no object.
func (c *Call) Malformed() bool { return c.Arguments.Kind() != jsonvalue.Object }

// Reference is what should have happened; all of it may be empty.
type Reference struct {
	Actions     []Action
	Communicate []string // what the user had to be told
	Answer      string
	Predicates  domains.Value // a plan to be held against (ParsePredicates); null derives one
	Known       bool          // the source says what should have been called, if only nothing
}

// Action is a call that should be made.
type Action struct {
	Name      string
	Arguments domains.Value
	ByUser    bool // by the user's side
	// Compare names the arguments that count; nil is all.
	Compare []string
	// Recorded is what the source's own check of this action found; nil where there
	// is none. It is kept to be compared with, and decides nothing.
	Recorded *bool
}

// Party is who ended a run, or who failed.
type Party string

// The parties.
const (
	Agent       Party = "agent"
	User        Party = "user"
	Tool        Party = "tool"
	Environment Party = "environment"
)

// End is how a run ended.
type End struct {
	Reason string // as the source has it: user_stop, max_steps, ...
	By     Party  // who ended it, "" where that is not known
	Failed Party  // who failed, "" where nobody did or that is not known
}

// ends says of the reasons that sources give who ended a run, who failed, and
// whether its outcome is known all the same: a run that took too many steps or made
// too many errors has failed, one that the infrastructure broke is unscored.
var ends = map[string]struct {
	by, failed Party
	outcome    outcomeRule
}{
	"user_stop":               {User, "", asJudged},
	"agent_stop":              {Agent, "", asJudged},
	"max_steps":               {Environment, Agent, failure},
	"too_many_errors":         {Environment, Agent, failure},
	"timeout":                 {Environment, Environment, asJudged},
	"agent_error":             {Agent, Agent, asJudged},
	"user_error":              {User, User, asJudged},
	"infrastructure_error":    {Environment, Environment, unscored},
	"context_window_exceeded": {Environment, Agent, asJudged},
	"unexpected_error":        {Environment, Environment, asJudged},
}

type outcomeRule uint8

const (
	asJudged outcomeRule = iota
	failure
	unscored
)

// Finish sets End and Outcome from the source's reason and judgement (nil: none).
func (t *Trajectory) Finish(reason string, judged *float64) {
	e, known := ends[strings.ToLower(reason)]
	t.End, t.Outcome = End{Reason: reason, By: e.by, Failed: e.failed}, judged
	switch {
	case known && e.outcome == failure:
		t.Outcome = new(float64)
	case known && e.outcome == unscored:
		t.Outcome = nil
	case t.Outcome == nil:
	case *t.Outcome <= 0 && t.End.Failed == "":
		t.End.Failed = Agent
	}
}

// Broken reports whether the run ended for a reason that is not the agent's: what it
// did not do by then says nothing about it.
func (t *Trajectory) Broken() bool {
	e, known := ends[strings.ToLower(t.End.Reason)]
	return known && e.outcome == unscored
}

// Step is one message of the agent with what was observed before its next: messages
// Message to End of the run, End excluded.
type Step struct {
	Message, End int
}

// Steps are the agent's messages in their order. Messages before the first step belong to
// none, and neither do the calls of the user. A message that was given begins no step.
func (t *Trajectory) Steps() []Step {
	var steps []Step
	for i := range t.Messages {
		if !t.Messages[i].Trained() {
			continue
		}
		if n := len(steps); n > 0 {
			steps[n-1].End = i
		}
		steps = append(steps, Step{i, len(t.Messages)})
	}
	return steps
}

// Results pairs calls with their results: for each message the place of the result of
// each of its calls, -1 where there is none. A result belongs to the last call of its
// id that has none yet; one without an id, or with an unknown one, to the first call
// that still waits. Orphans counts results that belong to no call.
func (t *Trajectory) Results() (at [][]int, orphans int) {
	at = make([][]int, len(t.Messages))
	type waiting struct{ message, call int }
	byID := map[string]waiting{}
	var open []waiting // in order; those that are answered are skipped
	for i := range t.Messages {
		m := &t.Messages[i]
		if m.Role != dataset.ToolRole {
			at[i] = make([]int, len(m.Calls))
			if len(m.Calls) > 0 {
				open = open[:0] // results without an id answer the latest calls
			}
			for j := range m.Calls {
				at[i][j] = -1
				open = append(open, waiting{i, j})
				if id := m.Calls[j].ID; id != "" {
					byID[id] = waiting{i, j}
				}
			}
			continue
		}
		w, ok := byID[m.CallID]
		delete(byID, m.CallID)
		for !ok && m.CallID == "" && len(open) > 0 {
			w, open = open[0], open[1:]
			ok = at[w.message][w.call] < 0
		}
		if !ok {
			orphans++
			continue
		}
		at[w.message][w.call] = i
	}
	return at, orphans
}
