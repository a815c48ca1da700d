package score

import (
	"bytes"
	"encoding/json"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/stats"
)

// tally counts what a summary tells, row by row, from a log.
type tally struct {
	rows      int64
	rejected  int64
	column    int64 // rows that have the column that groups
	codes     map[string]int64
	perColumn []profileTally
}

// profileTally is what is counted for each profile.
type profileTally struct {
	errors    map[string]int64
	confusion stats.Confusion // over completion.Actions, the last column for no action
	noTools   int64           // references REFUSE whose sample offers no tool
	called    int64           // of them, those that called a tool all the same
	all       stats.Moments   // rewards
	actions   [len(completion.Actions) + 1]stats.Moments
}

func newTally(profiles int) *tally {
	t := &tally{codes: map[string]int64{}, perColumn: make([]profileTally, profiles)}
	for i := range t.perColumn {
		t.perColumn[i].errors = map[string]int64{}
		t.perColumn[i].confusion = stats.NewConfusion(len(completion.Actions), len(completion.Actions)+1)
	}
	return t
}

// add takes a record in.
func (t *tally) add(r record, l *layout) error {
	if r.rejected() {
		t.rejected++
		t.codes[rejectionCode(r.rejection())]++
		return nil
	}
	t.rows++
	if r.is(flagColumn) {
		t.column++
	}
	for i, at := range l.offsets {
		p := &t.perColumn[i]
		if !r.ok(at) {
			texts, err := r.texts(l, nil)
			if err != nil {
				return err
			}
			code, _ := errorMessage(texts[2*i])
			p.errors[code]++
			continue
		}
		p.add(r, at)
	}
	return nil
}

func (p *profileTally) add(r record, at int) {
	reference, action := int(r.reference()), r.action(at)
	p.confusion.Add(reference, action)
	p.all.Add(r.reward(at))
	p.actions[action].Add(r.reward(at))
	// When2Call's own rate: where no tool is offered and the right answer is
	// that the question cannot be answered, any call is made up.
	if r.is(flagNoTools) && reference < len(completion.Actions) && completion.Actions[reference] == completion.Refuse {
		p.noTools++
		if action < len(completion.Actions) && completion.Actions[action] == completion.ToolCall {
			p.called++
		}
	}
}

func rejectionCode(line []byte) string {
	var r struct {
		Code string `json:"code"`
	}
	if err := json.Unmarshal(bytes.TrimSpace(line), &r); err != nil {
		return ""
	}
	return r.Code
}
