package decide

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// MaxCandidates is the largest number of candidates in an item. A belief keeps
// certainty.MaxCandidates of them.
const MaxCandidates = 1024

// The codes of an Error.
const (
	CodeBadJSON    = "bad_json"    // the line is no JSON
	CodeBadRequest = "bad_request" // a field is missing or wrong
	CodeBadTools   = "bad_tools"   // the tools cannot be read
	CodeTooLarge   = "too_large"   // the line, or a part of it, is over a limit
	CodeTooDeep    = "too_deep"    // nested too deep
)

// Error says why an item has no decision.
type Error struct {
	Code    string // one of the Code constants
	Message string
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }

func badRequest(format string, args ...any) *Error {
	return &Error{CodeBadRequest, fmt.Sprintf(format, args...)}
}

// Item is one situation in which to decide.
type Item struct {
	ID             jsonvalue.Value // unchanged; null if absent
	Tools          []domains.Tool
	Sets           map[string]domains.Set // domains of every tool, by tool
	Candidates     []certainty.Candidate
	Asked          map[string]int // by "tool.parameter"
	QuestionsAsked int
	Options        certainty.Options
	Policy         certainty.Policy
}

// ParseItem reads an item from JSON. The error is an *Error.
func ParseItem(v jsonvalue.Value) (Item, error) {
	it := Item{ID: v.Field("id"), Policy: certainty.DefaultPolicy()}
	if v.Kind() != jsonvalue.Object {
		return it, badRequest("the item is of type %s; give an object with tools and candidates", v.Kind())
	}
	for _, read := range []func(jsonvalue.Value) error{it.readTools, it.readDomains, it.readCandidates, it.readHistory, it.readChoices} {
		if err := read(v); err != nil {
			return it, err
		}
	}
	return it, nil
}

func (it *Item) readTools(v jsonvalue.Value) error {
	list, ok := v.Get("tools")
	if !ok || list.IsNull() {
		return badRequest("the item has no tools; give a list, which may be empty")
	}
	var err error
	if it.Tools, err = domains.ParseTools(list); err != nil {
		return &Error{CodeBadTools, err.Error()}
	}
	return nil
}

// readDomains annotates the tools. The item's own domains win.
func (it *Item) readDomains(v jsonvalue.Value) error {
	sets, err := domains.Complete(context.Background(), domains.SchemaAnnotator{}, it.Tools, nil)
	if err != nil {
		return &Error{CodeBadTools, err.Error()}
	}
	it.Sets = sets
	given := v.Field("domains")
	if given.IsNull() {
		return nil
	}
	if given.Kind() != jsonvalue.Object {
		return badRequest("domains is of type %s; give {TOOL: {PARAMETER: domain}}", given.Kind())
	}
	own := map[string]domains.Set{}
	for _, m := range given.Members() {
		if _, offered := it.Sets[m.Key]; !offered {
			continue
		}
		if own[m.Key], err = domains.ParseSet(m.Value); err != nil {
			return badRequest("domains of tool %q: %v", m.Key, err)
		}
	}
	for name, set := range domains.Restore(it.Tools, own) {
		it.Sets[name] = it.Sets[name].Override(set)
	}
	return nil
}

func (it *Item) readCandidates(v jsonvalue.Value) error {
	list := v.Field("candidates")
	if list.Kind() != jsonvalue.Array {
		return badRequest("candidates is of type %s; give a list of calls, which may be empty", list.Kind())
	}
	if list.Len() > MaxCandidates {
		return &Error{CodeTooLarge, fmt.Sprintf("the item has %d candidates; give at most %d", list.Len(), MaxCandidates)}
	}
	candidates, err := domains.ParseCandidates(list)
	if err != nil {
		return badRequest("candidates%v", err)
	}
	it.Candidates = candidates
	return nil
}

func (it *Item) readHistory(v jsonvalue.Value) error {
	asked := v.Field("asked")
	if !asked.IsNull() && asked.Kind() != jsonvalue.Object {
		return badRequest("asked is of type %s; give {\"tool.parameter\": times}", asked.Kind())
	}
	it.Asked = make(map[string]int, asked.Len())
	for _, m := range asked.Members() {
		n, _, err := count(asked, m.Key)
		if err != nil {
			return badRequest("asked: %v", err)
		}
		it.Asked[m.Key] = n
	}
	var err error
	if it.QuestionsAsked, _, err = count(v, "questions_asked"); err != nil {
		return badRequest("%v", err)
	}
	return nil
}

// readChoices reads the options of the formulas and the thresholds of the policy.
func (it *Item) readChoices(v jsonvalue.Value) error {
	for _, field := range []struct {
		name string
		to   *float64
	}{{"epsilon", &it.Options.Epsilon}, {"lambda", &it.Policy.Lambda}, {"alpha", &it.Policy.Alpha}, {"tau_exec", &it.Policy.TauExec}} {
		f, given, err := number(v, field.name)
		if err != nil {
			return badRequest("%v", err)
		}
		if given {
			*field.to = f
		}
	}
	// The message of Check says what 0 stands for, which no item may give.
	if f, given, _ := number(v, "epsilon"); given && (f == 0 || certainty.Options{Epsilon: f}.Check() != nil) {
		return badRequest("epsilon is %v; it must lie in (0, 1]", f)
	}
	n, given, err := count(v, "n_s")
	if err != nil {
		return badRequest("%v", err)
	}
	if given {
		it.Policy.MaxQuestions = n
	}
	for _, field := range []struct {
		name string
		set  func(string)
	}{
		{"mode", func(s string) { it.Options.Mode = certainty.Mode(s) }},
		{"absent_required", func(s string) { it.Options.AbsentRequired = certainty.Rule(s) }},
		{"out_of_domain", func(s string) { it.Options.OutOfDomain = certainty.Rule(s) }},
	} {
		text := v.Field(field.name)
		if !text.IsNull() && text.Str() == "" {
			return badRequest("%s is no text; give one of its names, or leave it out", field.name)
		}
		field.set(text.Str())
	}
	if err := errors.Join(it.Options.Check(), it.Policy.Check()); err != nil {
		return badRequest("%v", err)
	}
	return nil
}

// number reads an optional finite number of at least 0.
func number(v jsonvalue.Value, name string) (f float64, given bool, err error) {
	field := v.Field(name)
	if field.IsNull() {
		return 0, false, nil
	}
	f, ok := field.Float()
	if !ok || f < 0 || math.IsInf(f, 0) {
		return 0, false, fmt.Errorf("%s is not a finite number of at least 0", name)
	}
	return f, true, nil
}

// count reads an optional whole number of at least 0.
func count(v jsonvalue.Value, name string) (n int, given bool, err error) {
	field := v.Field(name)
	if field.IsNull() {
		return 0, false, nil
	}
	i, ok := field.Int()
	if !ok || i < 0 || i > math.MaxInt32 {
		return 0, false, fmt.Errorf("%s is not a whole number of 0 to %d", name, math.MaxInt32)
	}
	return int(i), true, nil
}
