package label

import (
	"fmt"
	"slices"
	"unique"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Column is a column of F12 in its JSON form.
type Column struct {
	Name string
	// Read reads the column into labels. The error says what the value has to be.
	Read func(l *Labels, v domains.Value) error
}

// Columns are the columns of F12 in a label, in the order of a row. The reading (F4) is not
// among them, because it is read with its conversation.
var Columns = []Column{
	{"belief_source", func(l *Labels, v domains.Value) error {
		l.Source = Source(v.Str())
		return l.checkSource()
	}},
	{"candidates", func(l *Labels, v domains.Value) (err error) {
		l.Candidates, err = domains.ParseCandidates(v)
		return err
	}},
	{"v_now", func(l *Labels, v domains.Value) error { return readUnit(&l.VNow, v) }},
	{"evpi_max", func(l *Labels, v domains.Value) error { return readUnit(&l.EVPIMax, v) }},
	{"evpi", func(l *Labels, v domains.Value) (err error) {
		l.Questions, err = ParseQuestions(v)
		return err
	}},
	{"missing", func(l *Labels, v domains.Value) error {
		names, ok := v.Strings()
		if !ok {
			return fmt.Errorf("it is of type %s; give a list of names", v.Kind())
		}
		l.Missing = names
		return nil
	}},
	{"policy_action", func(l *Labels, v domains.Value) error {
		l.Action = certainty.Action(v.Str())
		return l.checkAction()
	}},
	{"best_question", func(l *Labels, v domains.Value) error {
		if !v.IsNull() && v.Kind() != jsonvalue.String {
			return fmt.Errorf("it is of type %s; give a text", v.Kind())
		}
		l.BestQuestion = v.Str()
		return nil
	}},
	{"agrees", func(l *Labels, v domains.Value) error {
		l.Agrees = nil
		switch v.Kind() {
		case jsonvalue.Null:
		case jsonvalue.Bool:
			b := v.Bool()
			l.Agrees = &b
		default:
			return fmt.Errorf("it is of type %s; give true, false or null", v.Kind())
		}
		return nil
	}},
}

// Check returns an error for labels that no Labeler could have made: an unknown source or
// action, or a probability outside of [0,1].
func (l *Labels) Check() error {
	if err := l.checkSource(); err != nil {
		return fmt.Errorf("belief_source: %w", err)
	}
	if err := l.checkAction(); err != nil {
		return fmt.Errorf("policy_action: %w", err)
	}
	for _, f := range []*float64{l.VNow, l.EVPIMax} {
		if f != nil && !(*f >= 0 && *f <= 1) {
			return fmt.Errorf("v_now or evpi_max is %v; it lies in [0,1]", *f)
		}
	}
	return nil
}

func (l *Labels) checkSource() error {
	if l.Source != None && !Known(l.Source) {
		return fmt.Errorf("%.64q is no source of F12", l.Source)
	}
	return nil
}

func (l *Labels) checkAction() error {
	if !slices.Contains([]certainty.Action{certainty.ActionCall, certainty.ActionAsk, certainty.ActionNone}, l.Action) {
		return fmt.Errorf("%.64q is no action; give call, ask or none", l.Action)
	}
	return nil
}

// readUnit reads a number in [0,1], or null.
func readUnit(to **float64, v domains.Value) error {
	*to = nil
	if v.IsNull() {
		return nil
	}
	f, ok := v.Float()
	if !ok || f < 0 || f > 1 {
		return fmt.Errorf("%.64s is no number of 0 to 1", v.JSON())
	}
	*to = &f
	return nil
}

// ParseQuestions reads the column evpi, a list from EVPIValue.
func ParseQuestions(v domains.Value) ([]certainty.Question, error) {
	if v.Kind() != jsonvalue.Array {
		return nil, fmt.Errorf("it is of type %s; give a list of {tool, aspects, evpi, cost, score}", v.Kind())
	}
	questions := make([]certainty.Question, v.Len())
	for i, item := range v.Items() {
		q := &questions[i]
		aspects, ok := item.Field("aspects").Strings()
		if !ok || item.Field("tool").Kind() != jsonvalue.String {
			return nil, fmt.Errorf("[%d] has no tool, or no list of aspects", i)
		}
		for k := range aspects { // a name must not keep the whole JSON text in memory
			aspects[k] = unique.Make(aspects[k]).Value()
		}
		q.Tool, q.Aspects = unique.Make(item.Field("tool").Str()).Value(), aspects
		for _, n := range []struct {
			key string
			to  *float64
		}{{"evpi", &q.EVPI}, {"cost", &q.Cost}, {"score", &q.Score}} {
			if *n.to, ok = item.Field(n.key).Float(); !ok {
				return nil, fmt.Errorf("[%d]: %s is no number", i, n.key)
			}
		}
	}
	return questions, nil
}
