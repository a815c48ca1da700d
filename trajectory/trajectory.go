package trajectory

import (
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Trajectory is one recorded run (T1). It is immutable once it is read.
type Trajectory struct {
	ID     string
	TaskID string // a task may have many runs
	Source string // tau2, tau-bench, atif, verifiers, nemo-gym, bfcl, acebench, react, swe-agent, openai, voi
	Class  string // Explicit, Ambiguous, Infeasible (T6); "" if the source does not say

	Tools     []domains.Tool // nil if the source does not say what was offered
	Toolbox   *Toolbox       // for Tools, if it exists already; nil: a Counter makes it
	Annotated domains.Value  // MCP's annotations, {tool: {"readOnlyHint": ...}}; null if none
	Messages  []Message
	Reference Reference

	// Outcome is the run's result, mostly 0 or 1. nil means unscored, not failed: nobody
	// judged the run, or the infrastructure failed.
	Outcome *float64
	End     End

	// Environment says how package env made the run: the user with the seed, the world, the
	// number of wasted calls, the agent's completions, from which the run can be played
	// again, and the reward of each step; null for other runs.
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
	Reasoning string // the agent's thoughts, if they are recorded apart
	Calls     []Call // by an assistant, or by a user with tools
	Given     bool   // an assistant's message that was there before the run, which the agent did not write

	// Of a tool's message:
	CallID string // the call that it answers, "" if the source does not say
	Name   string // the tool, "" if the source does not say
	Failed bool   // it is an error: the call was not executed
	ByUser bool   // it answers a call by the user
	State  string // a hash of the world's state after the call, if the source has one
}

// Trained reports whether a policy may learn to write the message. Messages of users, tools
// and systems, and given messages, are never trained on.
func (m *Message) Trained() bool { return m.Role == dataset.Assistant && !m.Given }

// Call is a tool call of a run. Arguments is mostly an object; if the call was malformed,
// it is whatever was written.
type Call struct {
	ID        string
	Name      string
	Arguments domains.Value
}

// Malformed reports whether the arguments are no object.
func (c *Call) Malformed() bool { return c.Arguments.Kind() != jsonvalue.Object }

// Reference is what should have happened. It may be empty.
type Reference struct {
	Actions     []Action
	Communicate []string // what the user had to be told
	Answer      string
	Predicates  domains.Value // an explicit plan (ParsePredicates); null derives one
	Known       bool          // the source gives the right calls, perhaps none
}

// Action is a call that should be made.
type Action struct {
	Name      string
	Arguments domains.Value
	ByUser    bool // by the user's side
	// Compare names the arguments to compare; nil is all.
	Compare []string
	// Recorded is the result of the source's own check of this action; nil if there is
	// none. It is kept for comparison and decides nothing.
	Recorded *bool
}

// Party is the side that ended a run, or that failed.
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
	Reason string // the source's reason: user_stop, max_steps, ...
	By     Party  // the side that ended the run, "" if unknown
	Failed Party  // the side that failed, "" if none did or if unknown
}

// ends interprets the sources' reasons: the side that ended the run, the side that failed,
// and the outcome. A run with too many steps or errors failed; a run that the
// infrastructure broke is unscored.
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

// Broken reports whether the run ended for a reason outside the agent's control. What the
// agent had not done by then says nothing about it.
func (t *Trajectory) Broken() bool {
	e, known := ends[strings.ToLower(t.End.Reason)]
	return known && e.outcome == unscored
}

// Step is one message of the agent with everything up to its next message: the messages
// [Message, End) of the run.
type Step struct {
	Message, End int
}

// Steps returns the agent's messages as steps, in order. Messages before the first step
// belong to no step. A given message begins no step.
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

// Results pairs calls with results: for each message, and each of its calls, the index of
// the message with the result, -1 if there is none. A result belongs to the last unanswered
// call with its id. A result with no id, or an unknown one, belongs to the first unanswered
// call. orphans counts results without a call.
func (t *Trajectory) Results() (at [][]int, orphans int) {
	at = make([][]int, len(t.Messages))
	type waiting struct{ message, call int }
	byID := map[string]waiting{}
	var open []waiting // in order; answered ones are skipped
	for i := range t.Messages {
		m := &t.Messages[i]
		if m.Role != dataset.ToolRole {
			at[i] = make([]int, len(m.Calls))
			if len(m.Calls) > 0 {
				open = open[:0] // results without an id answer the latest calls only
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
