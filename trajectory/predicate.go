package trajectory

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Predicate is a condition on the world at some point of a run (T4). Once fulfilled it stays
// fulfilled.
type Predicate struct {
	kind  predicateKind
	call  Action   // called: a reference action, which compares no arguments if any will do
	at    int      // called, in a derived plan: index of the reference action
	tool  string   // observed: the tool whose results count, "" for any
	path  []string // observed: members and indices, "*" for every one
	value domains.Value
	text  string // said, state, judged
	parts []Predicate
	told  string // its JSON text
}

type predicateKind uint8

const (
	isCalled predicateKind = iota
	isMade                 // a reference action, paired with a call as in T2
	isObserved
	isSaid
	isState
	isJudged
	isAll
	isAny
)

// String is the predicate's JSON text, as it was read.
func (p *Predicate) String() string { return p.told }

// The limits of a plan.
const (
	MaxPredicates = 2 * MaxActions
	maxNested     = 8
)

// ParsePredicates reads a list of predicates, each an object with one of
//
//	called:   {name, arguments, compare_args}   a call succeeded; without arguments, with any
//	observed: {path, value, tool}               a result has the value there; without value, any
//	said:     TEXT                              the agent said it; commas and case do not count
//	state:    HASH                              the world reached the state
//	judge:    TEXT                              a model finds it in the observations
//	all, any: [PREDICATE, ...]
//
// A path is $.member[0].other, [*] for every item.
func ParsePredicates(list domains.Value) ([]Predicate, error) {
	n := 0
	return parsePredicates(list, "predicates", 0, &n)
}

func parsePredicates(list domains.Value, path string, depth int, n *int) ([]Predicate, error) {
	if list.Kind() != jsonvalue.Array || depth > maxNested {
		return nil, fmt.Errorf("%s is a %s, %d deep; give a list of predicates, at most %d deep", path, list.Kind(), depth, maxNested)
	}
	of := make([]Predicate, 0, list.Len())
	for i, item := range list.Items() {
		at := fmt.Sprintf("%s[%d]", path, i)
		if *n++; *n > MaxPredicates {
			return nil, fmt.Errorf("%s: more than %d predicates", path, MaxPredicates)
		}
		members := item.Members()
		if len(members) != 1 {
			return nil, fmt.Errorf("%s is %.60s; give an object with one of called, observed, said, state, judge, all, any", at, item.JSON())
		}
		p := Predicate{told: item.JSON(), at: -1}
		if err := p.parse(members[0].Key, members[0].Value, at, depth, n); err != nil {
			return nil, err
		}
		of = append(of, p)
	}
	return of, nil
}

func (p *Predicate) parse(key string, v domains.Value, at string, depth int, n *int) (err error) {
	bad := func(want string) error { return fmt.Errorf("%s.%s is %.60s; give %s", at, key, v.JSON(), want) }
	switch key {
	case "called":
		return p.parseCalled(v, bad)
	case "observed":
		return p.parseObserved(v, bad)
	case "said", "state", "judge":
		p.kind, p.text = map[string]predicateKind{"said": isSaid, "state": isState, "judge": isJudged}[key], strings.TrimSpace(v.Str())
		if p.kind == isSaid {
			p.text = plainly(p.text)
		}
		if p.text == "" {
			return bad("a text")
		}
	case "all", "any":
		p.kind = map[string]predicateKind{"all": isAll, "any": isAny}[key]
		if p.parts, err = parsePredicates(v, at+"."+key, depth+1, n); err == nil && len(p.parts) == 0 {
			return bad("at least one predicate")
		}
	default:
		return fmt.Errorf("%s has no kind %.40q; kinds are called, observed, said, state, judge, all, any", at, key)
	}
	return err
}

func (p *Predicate) parseCalled(v domains.Value, bad func(string) error) error {
	p.kind = isCalled
	if v.Kind() == jsonvalue.String { // the name alone
		v = jsonvalue.ObjectOf("name", v)
	}
	var r Reference
	if err := r.ParseActions(jsonvalue.NewArray(v)); err != nil {
		return bad("{name, arguments, compare_args}")
	}
	p.call = r.Actions[0]
	if _, given := v.Get("arguments"); !given {
		p.call.Compare = []string{}
	}
	return nil
}

func (p *Predicate) parseObserved(v domains.Value, bad func(string) error) error {
	p.kind, p.tool, p.value = isObserved, v.Field("tool").Str(), domains.Value{}
	if value, given := v.Get("value"); given {
		p.value = value
	} else {
		p.text = "any"
	}
	if v.Field("path").Kind() != jsonvalue.String {
		return bad("{path, value, tool}")
	}
	path, ok := parsePath(v.Field("path").Str())
	if !ok {
		return bad("a path such as $.member[0].other[*]")
	}
	p.path = path
	return nil
}

// parsePath cuts a path into members and indices.
func parsePath(text string) (path []string, ok bool) {
	text = strings.TrimPrefix(strings.TrimPrefix(text, "$"), ".")
	for len(text) > 0 {
		var key string
		if text[0] == '[' {
			end := strings.IndexByte(text, ']')
			if end < 0 {
				return nil, false
			}
			key, text = text[1:end], strings.TrimPrefix(text[end+1:], ".")
			if _, err := strconv.ParseUint(key, 10, 31); err != nil && key != "*" {
				return nil, false
			}
			key = "[" + key
		} else {
			end := strings.IndexAny(text, ".[")
			if end < 0 {
				end = len(text)
			}
			key, text = text[:end], strings.TrimPrefix(text[end:], ".")
			if key == "" {
				return nil, false
			}
		}
		path = append(path, key)
	}
	return path, true
}

// found reports whether a value stands at a path; with p.text "any" every value counts.
func (p *Predicate) found(v domains.Value, path []string) bool {
	if len(path) == 0 {
		return p.text == "any" || jsonvalue.Equal(v, p.value)
	}
	index, isIndex := strings.CutPrefix(path[0], "[")
	switch {
	case !isIndex:
		member, ok := v.Get(path[0])
		return ok && p.found(member, path[1:])
	case v.Kind() != jsonvalue.Array:
		return false
	case index == "*":
		for _, item := range v.Items() {
			if p.found(item, path[1:]) {
				return true
			}
		}
		return false
	}
	i, _ := strconv.Atoi(index)
	return i < v.Len() && p.found(v.Items()[i], path[1:])
}

// plainly normalises a text as tau2-bench does before it compares what was communicated.
func plainly(text string) string { return strings.ReplaceAll(strings.ToLower(text), ",", "") }

// never is the step of an event that does not happen.
const never = math.MaxInt

// sight is a run in the form that predicates need.
type sight struct {
	t       *Trajectory
	steps   []Step
	calls   []made
	of      []int // the reference action of each call, -1 for none
	said    []string
	results map[int]domains.Value // parsed, by message
	spent   int
}

func newSight(t *Trajectory) *sight {
	s := &sight{t: t, steps: t.Steps(), calls: t.calls(), results: map[int]domains.Value{}}
	s.of = pair(s.calls, t.Reference.Actions, func(string) bool { return true })
	s.said = make([]string, len(s.steps))
	for i := range s.steps {
		s.said[i] = plainly(t.Messages[s.steps[i].Message].Content)
	}
	return s
}

// step is the index of the step that a message belongs to.
func (s *sight) step(message int) int {
	lo, hi := 0, len(s.steps)
	for lo < hi {
		if mid := (lo + hi) / 2; s.steps[mid].Message <= message {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo - 1
}

// maxLooked is the most text that the predicates of a plan may search, in bytes.
const maxLooked = 256 << 20

// valueCost is how much longer a search among the values of a result takes than a search in its text.
const valueCost = 8

// first is the first step at which a predicate holds. It is never if the predicate does not
// hold, or if only a model can tell.
func (s *sight) first(p *Predicate) int {
	at := never
	if s.spent > maxLooked {
		return at // the whole plan is given up
	}
	switch p.kind {
	case isCalled, isMade:
		for i := range s.calls {
			c := &s.calls[i]
			if !c.byUser && !c.failed && (p.kind == isMade && s.of[i] == p.at || p.kind == isCalled && p.call.Matches(c.Call)) {
				return s.step(c.message)
			}
		}
	case isObserved:
		for i := range s.calls {
			if c := &s.calls[i]; !c.byUser && c.result >= 0 && (p.tool == "" || p.tool == c.Name) {
				if s.spent += valueCost * len(s.t.Messages[c.result].Content); p.found(s.result(c.result), p.path) {
					at = min(at, s.step(c.result))
				}
			}
		}
	case isSaid:
		for i := range s.said {
			if s.spent += len(s.said[i]); strings.Contains(s.said[i], p.text) {
				return i
			}
		}
	case isState:
		for i := range s.t.Messages {
			if m := &s.t.Messages[i]; m.State != "" && m.State == p.text {
				return max(0, s.step(i))
			}
		}
	case isAll:
		at = -1
		for i := range p.parts {
			at = max(at, s.first(&p.parts[i]))
		}
	case isAny:
		for i := range p.parts {
			at = min(at, s.first(&p.parts[i]))
		}
	}
	return at
}

func (s *sight) result(message int) domains.Value {
	v, ok := s.results[message]
	if !ok {
		v, _ = domains.ParseValue(s.t.Messages[message].Content) // text that is no JSON has no members
		s.results[message] = v
	}
	return v
}

// attempts reports whether a step tries to fulfil a predicate: by a call of its tool, by any
// call for observed, by words for said.
func (s *sight) attempts(p *Predicate, step int) bool {
	m := &s.t.Messages[s.steps[step].Message]
	tool := p.tool
	switch p.kind {
	case isSaid:
		return len(m.Calls) == 0 && strings.TrimSpace(m.Content) != ""
	case isJudged:
		return len(m.Calls) > 0 || strings.TrimSpace(m.Content) != ""
	case isAll, isAny:
		for i := range p.parts {
			if s.attempts(&p.parts[i], step) {
				return true
			}
		}
		return false
	case isCalled, isMade:
		tool = p.call.Name
	}
	for i := range m.Calls {
		if tool == "" || m.Calls[i].Name == tool {
			return true
		}
	}
	return false
}

// observed is the text of a step's observations, for a model.
func (s *sight) observed(step int) string {
	var b strings.Builder
	for at := s.steps[step].Message; at < s.steps[step].End; at++ {
		if m := &s.t.Messages[at]; m.Role == dataset.ToolRole || at == s.steps[step].Message {
			fmt.Fprintf(&b, "%s\n", m.Content)
		}
	}
	return strings.TrimSpace(b.String())
}
