package decision

import (
	"fmt"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// stepSignals are the columns of a step's row that a policy may read.
var stepSignals = [...]string{"v_now", "evpi_max", "asked_evpi", "regret", "jaccard", "upr", "certified", "information"}

// The actions of the steps of recorded runs.
const (
	Refuse = "refuse"
	Answer = "answer"
)

var (
	stepActions = []string{Call, Ask, Refuse, Answer}
	actionNames = map[string]string{string(completion.ToolCall): Call, string(completion.Ask): Ask, string(completion.Refuse): Refuse, string(completion.Directly): Answer}
)

// IsStep recognises the row of a step in the output of voi score and voi build (T8).
func IsStep(v jsonvalue.Value) bool {
	_, run := v.Get("trajectory_id")
	_, step := v.Get("step")
	_, action := v.Get("action")
	return run && step && action
}

// ParseStep reads the row of a step as a decision: its signals, the agent's action, and
// the outcome of its run. Its cost is 1. The results of other actions are unknown.
func ParseStep(v jsonvalue.Value) (*Record, error) {
	p := recordParser{v: v}
	r := &Record{Episode: p.text("trajectory_id"), Task: p.text("task_id"), Step: p.whole("step"), Actions: stepActions, Cost: 1, Outcome: p.number("outcome")}
	values := map[string]float64{}
	for _, name := range stepSignals {
		if f := p.number(name); f != nil {
			values[name] = *f
		}
	}
	r.Signals = NewSignals(values)
	var known bool
	if r.Action, known = actionNames[p.text("action")]; !known && p.err == nil {
		p.fail("action", "one of TOOLCALL, ASK, REFUSE, DIRECTLY", v.Field("action"))
	}
	if p.err == nil && r.Episode == "" {
		p.err = fmt.Errorf("decision: a step without trajectory_id")
	}
	return r, p.err
}

// ParseCriticalCalls reads the decisions in the row of a step, one for each critical call;
// none if there are no critical calls.
func ParseCriticalCalls(v jsonvalue.Value) (records []*Record, err error) {
	text := v.Field("decision")
	if text.IsNull() {
		return nil, nil
	}
	list, err := jsonvalue.Parse(text.Str(), jsonvalue.Options{})
	if err != nil || list.Kind() != jsonvalue.Array {
		return nil, fmt.Errorf("decision: the column decision is %.60s, not a list of records", text.JSON())
	}
	for _, item := range list.Items() {
		r, err := ParseRecord(item)
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, nil
}
