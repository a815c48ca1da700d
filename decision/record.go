package decision

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Signal is a stored value: yes and no are 1 and 0.
type Signal struct {
	Name  string  `parquet:"name"`
	Value float64 `parquet:"value"`
}

// Signals are values by name, sorted, each name once; a JSON object.
type Signals []Signal

// NewSignals returns the signals of a map, without values that are not finite.
func NewSignals(values map[string]float64) Signals {
	s := make(Signals, 0, len(values))
	for name, value := range values {
		if !math.IsNaN(value) && !math.IsInf(value, 0) {
			s = append(s, Signal{name, value})
		}
	}
	s.sort()
	return s
}

func (s Signals) sort() {
	slices.SortFunc(s, func(a, b Signal) int { return cmp.Compare(a.Name, b.Name) })
}

// Get returns the value of a name, NaN if there is none.
func (s Signals) Get(name string) float64 {
	if i, ok := slices.BinarySearchFunc(s, name, func(a Signal, name string) int { return cmp.Compare(a.Name, name) }); ok {
		return s[i].Value
	}
	return math.NaN()
}

// With returns a copy of the signals with one of them set.
func (s Signals) With(name string, value float64) Signals {
	others := slices.DeleteFunc(slices.Clone(s), func(a Signal) bool { return a.Name == name })
	others = append(others, Signal{name, value})
	others.sort()
	return others
}

// MarshalJSON writes an object.
func (s Signals) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i := range s {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(jsonvalue.AppendString(b, s[i].Name), ':')
		b = jsonvalue.AppendFloat(b, s[i].Value)
	}
	return append(b, '}'), nil
}

// Record is a stored decision of an episode (T5). Steps count from 0. Fields with unknown
// values are nil or empty.
type Record struct {
	Episode string `json:"episode" parquet:"episode"`
	Task    string `json:"task" parquet:"task"` // the world that episodes share; all episodes of a task are on one side of a split
	Step    int64  `json:"step" parquet:"step"`

	Actions []string `json:"actions" parquet:"actions,list"` // the open ones
	Signals Signals  `json:"signals" parquet:"signals,list"` // as the policy saw them
	Truth   Signals  `json:"truth" parquet:"truth,list"`     // the true values, as far as they are known

	Policy  string `json:"policy" parquet:"policy"`
	Version int64  `json:"policy_version" parquet:"policy_version"`
	SHA256  string `json:"policy_sha256" parquet:"policy_sha256"`
	Action  string `json:"action" parquet:"action"` // the chosen action

	Result string   `json:"result" parquet:"result"`              // the result, in words
	Sound  *bool    `json:"sound" parquet:"sound,optional"`       // the result is as the action gives it when nothing is broken
	Cost   float64  `json:"cost" parquet:"cost"`                  // of the step, in units of its source: tokens, rounds, turns
	Best   []string `json:"best" parquet:"best,list"`             // the right actions; empty if unknown or if there is none
	Hope   *bool    `json:"solvable" parquet:"solvable,optional"` // some action could still succeed
	// Ends gives, for each action that would end the episode here, its success in [0, 1].
	// Any other action continues with the next record.
	Ends    Signals  `json:"ends" parquet:"ends,list"`
	Outcome *float64 `json:"outcome" parquet:"outcome,optional"` // of the episode, repeated on each record
}

// MarshalJSON writes empty lists as [], not as null.
func (r Record) MarshalJSON() ([]byte, error) {
	type plain Record // without this method
	if r.Actions == nil {
		r.Actions = []string{}
	}
	if r.Best == nil {
		r.Best = []string{}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(plain(r))
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}

// Stamp names the policy that decided.
func (r *Record) Stamp(id Identity) {
	r.Policy, r.Version, r.SHA256 = id.Name, int64(id.Version), id.SHA256
}

// IsRecord recognises a row for ParseRecord.
func IsRecord(v jsonvalue.Value) bool {
	_, episode := v.Get("episode")
	signals := v.Field("signals").Kind()
	return episode && (signals == jsonvalue.Object || signals == jsonvalue.Array)
}

// ParseRecord reads a record from JSON lines, or from a row of Parquet, where signals are a
// list of {name, value}. Unknown members are ignored.
func ParseRecord(v jsonvalue.Value) (*Record, error) {
	p := recordParser{v: v}
	r := &Record{
		Episode: p.text("episode"), Task: p.text("task"), Step: p.whole("step"),
		Actions: p.texts("actions"), Signals: p.signals("signals"), Truth: p.signals("truth"),
		Policy: p.text("policy"), Version: p.whole("policy_version"), SHA256: p.text("policy_sha256"), Action: p.text("action"),
		Result: p.text("result"), Sound: p.truth("sound"), Best: p.texts("best"), Hope: p.truth("solvable"),
		Ends: p.signals("ends"), Outcome: p.number("outcome"),
	}
	if cost := p.number("cost"); cost != nil {
		r.Cost = *cost
	}
	switch {
	case p.err != nil:
		return nil, p.err
	case r.Episode == "":
		return nil, fmt.Errorf("decision: a record without an episode; give each the id of its run as \"episode\"")
	case r.Step < 0:
		return nil, fmt.Errorf("decision: episode %.60q has the step %d; steps count from 0", r.Episode, r.Step)
	}
	return r, nil
}

// recordParser reads members and keeps its first error.
type recordParser struct {
	v   jsonvalue.Value
	err error
}

func (p *recordParser) fail(key, want string, v jsonvalue.Value) {
	if p.err == nil {
		p.err = fmt.Errorf("decision: %s is %.60s, not %s", key, v.JSON(), want)
	}
}

func (p *recordParser) text(key string) string {
	v := p.v.Field(key)
	if k := v.Kind(); k != jsonvalue.String && k != jsonvalue.Null {
		p.fail(key, "a text", v)
	}
	return v.Str()
}

func (p *recordParser) whole(key string) int64 {
	v := p.v.Field(key)
	n, ok := v.Int()
	if !ok && !v.IsNull() {
		p.fail(key, "a whole number", v)
	}
	return n
}

func (p *recordParser) number(key string) *float64 {
	v := p.v.Field(key)
	if v.IsNull() {
		return nil
	}
	f, ok := v.Float()
	if !ok {
		p.fail(key, "a number", v)
	}
	return &f
}

func (p *recordParser) truth(key string) *bool {
	v := p.v.Field(key)
	if v.IsNull() {
		return nil
	}
	if v.Kind() != jsonvalue.Bool {
		p.fail(key, "true or false", v)
	}
	b := v.Bool()
	return &b
}

func (p *recordParser) texts(key string) []string {
	v := p.v.Field(key)
	if v.IsNull() {
		return nil
	}
	texts, ok := v.Strings()
	if !ok {
		p.fail(key, "a list of texts", v)
	}
	return texts
}

func (p *recordParser) signals(key string) Signals {
	v := p.v.Field(key)
	var s Signals
	add := func(name string, value jsonvalue.Value) {
		f, ok := value.Float()
		switch value.Kind() {
		case jsonvalue.Null:
			return // not known
		case jsonvalue.Bool:
			ok = true
			if value.Bool() {
				f = 1
			}
		}
		if !ok {
			p.fail(key+"."+name, "a finite number", value)
		}
		s = append(s, Signal{name, f})
	}
	switch v.Kind() {
	case jsonvalue.Null:
	case jsonvalue.Object:
		for _, m := range v.Members() {
			add(m.Key, m.Value)
		}
	case jsonvalue.Array:
		for _, item := range v.Items() {
			add(item.Field("name").Str(), item.Field("value"))
		}
	default:
		p.fail(key, "an object of numbers", v)
	}
	s.sort()
	for i := 1; i < len(s); i++ {
		if s[i].Name == s[i-1].Name {
			p.fail(key, "an object that names each signal once", v)
		}
	}
	return s
}
