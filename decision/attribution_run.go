package decision

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/trajectory"
)

// AttributeRun returns the part that a failed recorded run is attributed to; nil if the run holds
// too little to tell. Critical calls come first, with the balanced Director as the policy to be
// followed. If none of them was wrong, the last step decides. It gave an answer, and one of these
// holds:
//
//	critical reference actions were never tried               policy: it could call or ask
//	the reference answer's words were not observed            policy, if DefaultGate went on
//	they were, and the answer is another one                  execution: a right action done wrong
//
// A run that was cut off, or whose user failed, is not attributed: the agent did not end it.
func AttributeRun(c *trajectory.Counter, t *trajectory.Trajectory) *Blame {
	if t.Outcome == nil || *t.Outcome > 0 {
		return nil
	}
	critiques := c.Critiques(t)
	records := RecordsOf(t, critiques, trajectory.Balanced)
	if blame := Attribute(records, Director(trajectory.Balanced)); blame != nil {
		return blame
	}
	for i := range critiques {
		if critiques[i].Correct != nil && critiques[i].Executed && !*critiques[i].Correct {
			return nil // the first wrong call, whose signals do not tell
		}
	}
	if t.End.By == trajectory.Environment || t.End.Failed == trajectory.User {
		return nil
	}
	if blame := untried(c, t); blame != nil {
		return blame
	}
	return answered(c, t)
}

// untried attributes a run that ended without trying a critical reference action.
func untried(c *trajectory.Counter, t *trajectory.Trajectory) *Blame {
	steps := t.Steps()
	if len(steps) == 0 || len(t.Messages[steps[len(steps)-1].Message].Calls) > 0 {
		return nil
	}
	tried := map[string]bool{}
	for i := range t.Messages {
		for j := range t.Messages[i].Calls {
			tried[t.Messages[i].Calls[j].Name] = true
		}
	}
	effect := c.Effects(t)
	for i := range t.Reference.Actions {
		a := &t.Reference.Actions[i]
		if !a.ByUser && !tried[a.Name] && effect(a.Name) == trajectory.Changes {
			return &Blame{Part: PartPolicy, Step: int64(len(steps) - 1), Why: fmt.Sprintf("the run was ended with words, and %s had never been tried: to call or to ask was open", a.Name)}
		}
	}
	return nil
}

// answered attributes the answer of a search.
func answered(c *trajectory.Counter, t *trajectory.Trajectory) *Blame {
	s := NewSearch(c, t)
	answer := flat(t.Reference.Answer)
	last := len(s.rest) - 2 // the last step
	if last < 0 || slices.Contains(unobservable, answer) || !s.ends() {
		return nil
	}
	switch fired := DefaultGate.Fire(s.Acts); {
	case s.answered < len(s.Acts) || len(s.Acts) == 0 && s.asked(answer):
		return &Blame{Part: PartExecution, Step: int64(last), Why: "the reference answer had been observed, and another one was given"}
	case fired < 0:
		return &Blame{Part: PartPolicy, Step: int64(last), Why: "it answered before the reference answer had been observed, and the default gate did not stop the search"}
	}
	return nil // it stalled; whether there was anything to find is unknown
}

// unobservable are the answers that no passage states as such: none, yes, no.
var unobservable = []string{flat(""), flat("yes"), flat("no")}

// ends reports whether the last step gave an answer, in words or by the call that logs use for it.
func (s *Search) ends() bool {
	steps := s.Run.Steps()
	last := len(steps) - 1
	acted := len(s.Acts) > 0 && s.Acts[len(s.Acts)-1].Step == last
	m := &s.Run.Messages[steps[last].Message]
	return !acted && (m.Content != "" || len(m.Calls) > 0)
}

// asked reports whether the user's words contain an answer.
func (s *Search) asked(answer string) bool {
	return slices.ContainsFunc(s.Run.Messages, func(m trajectory.Message) bool {
		return m.Role == dataset.User && strings.Contains(flat(m.Content), answer)
	})
}

// RecordsOf returns the critical calls of a recorded run as a Director's decisions under a setting.
// The agent went on with each call. PASS was right for calls in the reference, REVISE or ABORT for
// the others. Fields with unknown values stay empty.
func RecordsOf(t *trajectory.Trajectory, critiques []trajectory.Critique, by trajectory.Setting) []*Record {
	director := Director(by)
	steps := t.Steps()
	at := 0
	records := make([]*Record, 0, len(critiques))
	done := executed(t, critiques)
	for i := range critiques {
		c := &critiques[i]
		for at+1 < len(steps) && steps[at+1].Message <= c.Message {
			at++
		}
		r := &Record{
			Episode: t.ID, Task: t.TaskID, Step: int64(at), Actions: director.Actions(), Action: string(trajectory.Pass),
			Signals: CritiqueSignals(&c.Signals), Result: c.Tool, Cost: 1, Outcome: t.Outcome,
		}
		r.Stamp(director.Identity())
		other := otherwise(t, done, c)
		switch {
		case c.Correct == nil:
		case !c.Executed && neverMade(t, done, c):
			sound := false
			r.Sound, r.Best = &sound, []string{string(trajectory.Pass)}
		case *c.Correct:
			r.Best = []string{string(trajectory.Pass)}
		case c.Executed || other: // a failed call that was mended did no harm
			r.Best = []string{string(trajectory.Revise), string(trajectory.Abort)}
			if other {
				r.Truth = Signals{{"support", 0}}
			}
		}
		records = append(records, r)
	}
	if by := t.End.Failed; len(records) > 0 && (by == trajectory.Environment || by == trajectory.Tool) {
		hopeless := false
		records[len(records)-1].Hope = &hopeless
	}
	return records
}

// otherwise reports whether the reference has a wrong call's tool with other arguments, and no
// executed call made that action. The conversation then seemed to support something that was not
// meant.
func otherwise(t *trajectory.Trajectory, done []bool, wrong *trajectory.Critique) bool {
	for i := range t.Reference.Actions {
		if a := &t.Reference.Actions[i]; !a.ByUser && a.Name == wrong.Tool && !done[i] {
			return true
		}
	}
	return false
}

// executed reports for each reference action whether an executed critical call made it.
func executed(t *trajectory.Trajectory, critiques []trajectory.Critique) []bool {
	done := make([]bool, len(t.Reference.Actions))
	for i := range done {
		a := &t.Reference.Actions[i]
		done[i] = slices.ContainsFunc(critiques, func(c trajectory.Critique) bool {
			return c.Executed && c.Tool == a.Name && a.Matches(callOf(t, &c))
		})
	}
	return done
}

func callOf(t *trajectory.Trajectory, c *trajectory.Critique) *trajectory.Call {
	return &t.Messages[c.Message].Calls[c.Call]
}

// neverMade reports whether a failed call is a reference action that no executed call made.
func neverMade(t *trajectory.Trajectory, done []bool, failed *trajectory.Critique) bool {
	for i := range t.Reference.Actions {
		if a := &t.Reference.Actions[i]; !a.ByUser && a.Matches(callOf(t, failed)) {
			return !done[i]
		}
	}
	return false
}

// StoredRecords returns the records of a run under the balanced Director, as JSON by step, for the
// rows of its steps.
func StoredRecords(t *trajectory.Trajectory, critiques []trajectory.Critique) map[int][]string {
	out := map[int][]string{}
	for _, r := range RecordsOf(t, critiques, trajectory.Balanced) {
		if text, err := json.Marshal(r); err == nil { // fails only for numbers that are not finite
			out[int(r.Step)] = append(out[int(r.Step)], string(text))
		}
	}
	return out
}
