package env

import (
	"fmt"
	"slices"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/trajectory"
)

// Task is what a user wants, turn by turn, with the right calls (E1). It is data: voi build --tasks
// makes it, and it is immutable once it is read.
type Task struct {
	ID     string
	Source string // bfcl, when2call, clarifybench, voi, or what the row says
	Class  string // trajectory.Explicit, Ambiguous or Infeasible

	System    string
	History   []dataset.Message // the conversation before the first turn
	Tools     []domains.Tool    // offered from the first turn on
	Annotated domains.Value     // MCP's annotations by the tool's name, null if none
	Turns     []Turn            // at least one
	World     Setting

	Split string
	Seed  uint64 // seed of the random choices when the task was made
}

// Turn is a message of the user, and the right calls for it.
type Turn struct {
	User     string
	Gold     []domains.Call        // if empty, the request cannot be met and nothing is to be called
	Intended []domains.Call        // for such a request, the calls that the user means, if known
	Accepted []dataset.Alternative // other values for the gold calls that the source accepts
	Hidden   []Hidden              // values that the user knows and has not said
	Reply    string                // the reply of the source's user, "" if none is recorded
	Tools    []domains.Tool        // also offered from this turn on
}

// Hidden is an argument of a gold call whose value the user gives only when asked.
type Hidden struct {
	Tool, Aspect string
	Value        domains.Value
}

// Setting describes the world of a task (E3).
type Setting struct {
	Results [][]domains.Value // for each gold call of each turn; null or absent: not recorded
	Refused []Refusal         // values that the world answers with an error
	Config  domains.Value     // the initial state, for a world with a state; else null
	Classes []string          // the parts of that world in use
}

// Refusal is a parameter's value that makes a call fail.
type Refusal struct {
	Tool, Aspect string
	Value        domains.Value
	Rule         string // SAGE-Agent B.3's name, as in Rules
	Error        string
}

// The limits of a task.
const (
	MaxTurns  = 64
	MaxGold   = 64 // calls of a turn
	MaxHidden = 64 // of a turn
)

// Value returns the task as JSON for ParseTask:
//
//	{"id", "source", "class", "system", "history", "tools", "annotations",
//	 "turns": [{"user", "gold": [{"name", "arguments"}], "intended", "accepted", "hidden": [{"tool", "aspect", "value"}], "reply", "tools"}],
//	 "world": {"kind", "results", "refused", "config", "classes"}, "split", "seed"}
//
// history, annotations, intended, accepted, a turn's tools and the members of world are left out if
// empty.
func (t *Task) Value() domains.Value {
	var history domains.Value
	if len(t.History) > 0 {
		history = dataset.MessagesValue(t.History)
	}
	return jsonvalue.ObjectOf(
		"id", t.ID,
		"source", t.Source,
		"class", t.Class,
		"system", t.System,
		"history?", history,
		"tools", domains.ToolsValue(t.Tools),
		"annotations?", t.Annotated,
		"turns", t.Turns,
		"world", t.World.value(),
		"split", t.Split,
		"seed", int64(t.Seed),
	)
}

// Value returns the turn as JSON.
func (t *Turn) Value() domains.Value {
	hidden := make([]domains.Value, len(t.Hidden))
	for i, h := range t.Hidden {
		hidden[i] = jsonvalue.ObjectOf("tool", h.Tool, "aspect", h.Aspect, "value", h.Value)
	}
	var accepted, tools domains.Value
	if len(t.Accepted) > 0 {
		s := dataset.Sample{Alternatives: t.Accepted}
		accepted = s.ProvenanceValue().Field("alternatives")
	}
	if len(t.Tools) > 0 {
		tools = domains.ToolsValue(t.Tools)
	}
	return jsonvalue.ObjectOf("user", t.User, "gold", t.Gold, "intended?", t.Intended, "accepted?", accepted,
		"hidden", hidden, "reply", t.Reply, "tools?", tools)
}

func (w *Setting) value() domains.Value {
	var results []domains.Value
	if slices.ContainsFunc(w.Results, func(turn []domains.Value) bool { return len(turn) > 0 }) {
		for _, turn := range w.Results {
			results = append(results, jsonvalue.NewArray(turn...))
		}
	}
	refused := make([]domains.Value, len(w.Refused))
	for i, r := range w.Refused {
		refused[i] = jsonvalue.ObjectOf("tool", r.Tool, "aspect", r.Aspect, "value", r.Value, "rule?", r.Rule, "error?", r.Error)
	}
	return jsonvalue.ObjectOf("kind", KindRecorded, "results?", results, "refused?", refused, "config?", w.Config, "classes?", w.Classes)
}

// bad is the error for a field that makes a task unreadable.
func bad(path, format string, args ...any) error { return trajectory.Bad(path, format, args...) }

// ParseTask reads what Task.Value writes. Errors are *dataset.Error.
func ParseTask(v domains.Value) (*Task, error) {
	t := &Task{
		ID: v.Field("id").Str(), Source: v.Field("source").Str(), Class: v.Field("class").Str(), System: v.Field("system").Str(),
		Split: v.Field("split").Str(),
	}
	seed, _ := v.Field("seed").Int()
	t.Seed = uint64(seed)
	turns := v.Field("turns")
	switch {
	case t.ID == "":
		return nil, bad("id", "the task has none; give it a name of its own")
	case !slices.Contains(trajectory.Classes[:], t.Class):
		return nil, bad("class", "it is %.60q; use explicit, ambiguous or infeasible", t.Class)
	case turns.Len() < 1 || turns.Len() > MaxTurns:
		return nil, bad("turns", "there are %d; give 1 to %d", turns.Len(), MaxTurns)
	}
	var err error
	if h := v.Field("history"); !h.IsNull() {
		if t.History, err = dataset.ParseMessages(h); err != nil {
			return nil, err
		}
	}
	if t.Tools, err = parseTools(v.Field("tools"), "tools"); err != nil {
		return nil, err
	}
	if t.Annotated = v.Field("annotations"); t.Annotated.IsNull() {
		t.Annotated = trajectory.Annotations(v.Field("tools"))
	}
	for i, item := range turns.Items() {
		turn, err := parseTurn(item, fmt.Sprintf("turns[%d]", i))
		if err != nil {
			return nil, err
		}
		t.Turns = append(t.Turns, turn)
	}
	return t, t.World.parse(v.Field("world"))
}

func parseTools(v domains.Value, path string) ([]domains.Tool, error) {
	if v.IsNull() {
		return nil, nil
	}
	tools, _, err := domains.ParseToolList(v)
	if err != nil {
		return nil, &dataset.Error{Code: dataset.CodeBadTools, Path: path, Msg: err.Error()}
	}
	return tools, nil
}

func parseTurn(v domains.Value, path string) (t Turn, err error) {
	t.User, t.Reply = v.Field("user").Str(), v.Field("reply").Str()
	if t.Gold, err = domains.ParseCalls(v.Field("gold")); err != nil {
		return t, bad(path+".gold", "%v", err)
	}
	if t.Intended, err = domains.ParseCalls(v.Field("intended")); err != nil {
		return t, bad(path+".intended", "%v", err)
	}
	if t.Tools, err = parseTools(v.Field("tools"), path+".tools"); err != nil {
		return t, err
	}
	accepted, hidden := v.Field("accepted"), v.Field("hidden")
	switch {
	case t.User == "":
		return t, bad(path+".user", "the user says nothing; give a text")
	case len(t.Gold) > MaxGold || hidden.Len() > MaxHidden:
		return t, bad(path, "it has %d gold calls and %d hidden values; give at most %d and %d", len(t.Gold), hidden.Len(), MaxGold, MaxHidden)
	}
	for i, item := range hidden.Items() {
		h := Hidden{Tool: item.Field("tool").Str(), Aspect: item.Field("aspect").Str(), Value: item.Field("value")}
		if h.Tool == "" || h.Aspect == "" || h.Value.IsNull() {
			return t, bad(fmt.Sprintf("%s.hidden[%d]", path, i), "it is %.80s; give {\"tool\", \"aspect\", \"value\"}", item.JSON())
		}
		t.Hidden = append(t.Hidden, h)
	}
	s := dataset.Sample{Reference: dataset.Reference{ToolCalls: t.Gold}}
	if err := s.ParseProvenance(jsonvalue.ObjectOf("alternatives", accepted)); err != nil {
		return t, bad(path+".accepted", "%v", err)
	}
	t.Accepted = s.Alternatives
	return t, nil
}

func (w *Setting) parse(v domains.Value) error {
	if kind := v.Field("kind").Str(); kind != "" && kind != KindRecorded {
		return bad("world.kind", "it is %.60q; use %s", kind, KindRecorded)
	}
	for _, turn := range v.Field("results").Items() {
		w.Results = append(w.Results, turn.Items())
	}
	for _, r := range v.Field("refused").Items() {
		w.Refused = append(w.Refused, Refusal{r.Field("tool").Str(), r.Field("aspect").Str(), r.Field("value"), r.Field("rule").Str(), r.Field("error").Str()})
	}
	w.Config = v.Field("config")
	w.Classes, _ = v.Field("classes").Strings()
	return nil
}
