package item

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// labelFields are the labels that an item brings. They win, one by one, over
// those looked up or built.
type labelFields struct {
	set      []func(*label.Labels)
	complete bool // nothing has to be built
}

// readLabels reads the labels field: the columns of F12, with candidates and
// provenance. Candidates without a belief_source, or with the source given, and
// the provenance are what labels are built from; the rest replaces them.
func readLabels(s *sample, vs *[fields]jsonvalue.Value) *Error {
	v, err := opened(vs[Labels])
	if err == nil && v.Kind() != jsonvalue.Null && v.Kind() != jsonvalue.Object {
		err = fmt.Errorf("they are of type %s; give an object of the fields of F12", v.Kind())
	}
	if err == nil {
		err = s.readLabelFields(v)
	}
	if err != nil {
		return errorf(CodeBadRequest, "labels: %v", err)
	}
	return nil
}

func (s *sample) readLabelFields(v jsonvalue.Value) error {
	if v.IsNull() {
		return nil
	}
	if err := s.readProvenance(v.Field("provenance")); err != nil {
		return fmt.Errorf("provenance: %w", err)
	}
	answers, err := opened(v.Field("answers"))
	if err == nil && !answers.IsNull() {
		err = export.ParseAnswers(answers, s.Sample)
	}
	if err != nil {
		return fmt.Errorf("answers: %w", err)
	}
	for _, field := range []struct {
		key  string
		read func(jsonvalue.Value) (func(*label.Labels), error)
	}{
		{"belief_source", readSource},
		{"candidates", s.readCandidates(v.Field("belief_source").Str())},
		{"v_now", readUnit(func(l *label.Labels, f *float64) { l.VNow = f })},
		{"evpi_max", readUnit(func(l *label.Labels, f *float64) { l.EVPIMax = f })},
		{"evpi", readQuestions},
		{"missing", readMissing},
		{"policy_action", readPolicyAction},
		{"best_question", readBestQuestion},
		{"agrees", readAgrees},
		{"reading", s.readStored},
	} {
		value, ok := v.Get(field.key)
		if !ok {
			continue
		}
		set, err := field.read(value)
		if err != nil {
			return fmt.Errorf("%s: %w", field.key, err)
		}
		if set != nil {
			s.given.set = append(s.given.set, set)
		}
	}
	_, source := v.Get("belief_source")
	_, vnow := v.Get("v_now")
	_, missing := v.Get("missing")
	s.given.complete = source && vnow && missing
	return nil
}

// build returns the labels of the sample: looked up or built as F12 does,
// overlaid by the given ones.
func (s *sample) build(labeler *label.Labeler) (*label.Labels, error) {
	if s.labels != nil && len(s.given.set) == 0 && !s.other {
		return s.labels, nil
	}
	var l label.Labels
	switch {
	case s.labels != nil:
		l = *s.labels
	case !s.given.complete:
		built, err := labeler.LabelContext(context.Background(), s.Sample, s.sets, s.reading)
		if err != nil {
			return nil, err
		}
		l = built
	}
	if s.other {
		l.Reading = nil
	}
	for _, set := range s.given.set {
		set(&l)
	}
	if s.reading != nil {
		l.Reading = s.reading
	}
	return &l, nil
}

// readProvenance reads {held_out, rejected, alternatives, following}, as shards have it.
func (s *sample) readProvenance(v jsonvalue.Value) error {
	v, err := opened(v)
	switch {
	case err != nil:
		return err
	case v.IsNull():
		return nil
	case v.Kind() != jsonvalue.Object:
		return fmt.Errorf("it is of type %s; give {held_out, rejected, alternatives}", v.Kind())
	}
	if held := v.Field("held_out"); !held.IsNull() {
		if held.Kind() != jsonvalue.String {
			return fmt.Errorf("held_out is of type %s; give the name of a parameter", held.Kind())
		}
		s.HeldOut = held.Str()
	}
	if rejected := v.Field("rejected"); !rejected.IsNull() {
		m, err := dataset.ParseMessage(rejected)
		if err != nil {
			return fmt.Errorf("rejected: %w", err)
		}
		s.Rejected = &m
	}
	if s.Following, err = domains.ParseCalls(v.Field("following")); err != nil {
		return fmt.Errorf("following: %w", err)
	}
	if list := v.Field("alternatives"); !list.IsNull() {
		if s.Alternatives, err = readAlternatives(list, len(s.Reference.ToolCalls)); err != nil {
			return fmt.Errorf("alternatives: %w", err)
		}
	}
	return s.Derive()
}

func readAlternatives(list jsonvalue.Value, calls int) ([]dataset.Alternative, error) {
	if list.Kind() != jsonvalue.Array {
		return nil, fmt.Errorf("they are of type %s; give a list", list.Kind())
	}
	out := make([]dataset.Alternative, list.Len())
	for i, a := range list.Items() {
		call, ok := a.Field("call").Int()
		if !ok || call < 0 || call >= int64(calls) {
			return nil, fmt.Errorf("[%d] is of call %s, of %d", i, shorten(a.Field("call").JSON()), calls)
		}
		out[i] = dataset.Alternative{
			Call: int(call), Parameter: a.Field("parameter").Str(),
			Values: a.Field("values").Items(), Optional: a.Field("optional").Bool(),
		}
		for _, key := range a.Field("path").Items() {
			out[i].Path = append(out[i].Path, key.Str())
		}
	}
	return out, nil
}

// readCandidates reads [{name, arguments, weight}].
func (s *sample) readCandidates(source string) func(jsonvalue.Value) (func(*label.Labels), error) {
	return func(v jsonvalue.Value) (func(*label.Labels), error) {
		v, err := opened(v)
		if err != nil || v.IsNull() {
			return nil, err
		}
		if v.Kind() != jsonvalue.Array {
			return nil, fmt.Errorf("they are of type %s; give a list of {name, arguments, weight}", v.Kind())
		}
		rows := make([]dataset.Candidate, v.Len())
		belief := make([]certainty.Candidate, v.Len())
		for i, item := range v.Items() {
			calls, err := domains.ParseCalls(item)
			if err != nil {
				return nil, fmt.Errorf("[%d]: %w", i, err)
			}
			if item.Kind() != jsonvalue.Object || len(calls) != 1 {
				return nil, fmt.Errorf("[%d] is no call; give {name, arguments, weight}", i)
			}
			rows[i].Call = calls[0]
			if weight := item.Field("weight"); !weight.IsNull() {
				f, ok := weight.Float()
				if !ok || f < 0 {
					return nil, fmt.Errorf("[%d]: the weight is no number of at least 0", i)
				}
				rows[i].Weight = &f
			}
			belief[i] = certainty.Candidate{Call: rows[i].Call, Weight: rows[i].Weight}
		}
		if source == "" || source == string(label.Given) {
			s.Candidates = rows
			if source == "" {
				s.labels = nil // they are of another belief
				return nil, nil
			}
		}
		return func(l *label.Labels) { l.Candidates = belief }, nil
	}
}

// readStored reads the reading that a row holds beside its labels.
func (s *sample) readStored(v jsonvalue.Value) (func(*label.Labels), error) {
	v, err := opened(v)
	if err != nil || v.IsNull() {
		return nil, err
	}
	r, err := grounding.ParseReading(v, label.Input(s.Sample, s.sets))
	if err != nil {
		return nil, err
	}
	return func(l *label.Labels) { l.Reading = r }, nil
}

func readSource(v jsonvalue.Value) (func(*label.Labels), error) {
	source := label.Source(v.Str())
	if source != label.None {
		if _, err := label.ParseSources(v.Str()); err != nil || v.Str() == "" {
			return nil, fmt.Errorf("%s is no source of F12", shorten(v.JSON()))
		}
	}
	return func(l *label.Labels) { l.Source = source }, nil
}

// readUnit reads a number of [0, 1], or null.
func readUnit(set func(*label.Labels, *float64)) func(jsonvalue.Value) (func(*label.Labels), error) {
	return func(v jsonvalue.Value) (func(*label.Labels), error) {
		if v.IsNull() {
			return func(l *label.Labels) { set(l, nil) }, nil
		}
		f, ok := v.Float()
		if !ok || f < 0 || f > 1 {
			return nil, fmt.Errorf("%s is no number of 0 to 1", shorten(v.JSON()))
		}
		return func(l *label.Labels) { set(l, &f) }, nil
	}
}

func readQuestions(v jsonvalue.Value) (func(*label.Labels), error) {
	v, err := opened(v)
	if err != nil || v.IsNull() {
		return nil, err
	}
	if v.Kind() != jsonvalue.Array {
		return nil, fmt.Errorf("it is of type %s; give a list of {tool, aspects, evpi, cost, score}", v.Kind())
	}
	questions := make([]certainty.Question, v.Len())
	for i, item := range v.Items() {
		q := &questions[i]
		aspects, err := texts(item.Field("aspects"))
		if err != nil || item.Field("tool").Kind() != jsonvalue.String {
			return nil, fmt.Errorf("[%d] has no tool, or no list of aspects", i)
		}
		q.Tool, q.Aspects = item.Field("tool").Str(), aspects
		for _, n := range []struct {
			key string
			to  *float64
		}{{"evpi", &q.EVPI}, {"cost", &q.Cost}, {"score", &q.Score}} {
			f, ok := item.Field(n.key).Float()
			if !ok {
				return nil, fmt.Errorf("[%d]: %s is no number", i, n.key)
			}
			*n.to = f
		}
	}
	return func(l *label.Labels) { l.Questions = questions }, nil
}

func readMissing(v jsonvalue.Value) (func(*label.Labels), error) {
	names, err := texts(v)
	if err != nil {
		return nil, err
	}
	return func(l *label.Labels) { l.Missing = names }, nil
}

func readPolicyAction(v jsonvalue.Value) (func(*label.Labels), error) {
	action := certainty.Action(v.Str())
	switch action {
	case certainty.ActionCall, certainty.ActionAsk, certainty.ActionNone:
		return func(l *label.Labels) { l.Action = action }, nil
	}
	return nil, fmt.Errorf("%s is no action; give call, ask or none", shorten(v.JSON()))
}

func readBestQuestion(v jsonvalue.Value) (func(*label.Labels), error) {
	if !v.IsNull() && v.Kind() != jsonvalue.String {
		return nil, fmt.Errorf("it is of type %s; give a text", v.Kind())
	}
	return func(l *label.Labels) { l.BestQuestion = v.Str() }, nil
}

func readAgrees(v jsonvalue.Value) (func(*label.Labels), error) {
	var agrees *bool
	switch v.Kind() {
	case jsonvalue.Null:
	case jsonvalue.Bool:
		b := v.Bool()
		agrees = &b
	default:
		return nil, fmt.Errorf("it is of type %s; give true, false or null", v.Kind())
	}
	return func(l *label.Labels) { l.Agrees = agrees }, nil
}

// texts reads a list of texts.
func texts(v jsonvalue.Value) ([]string, error) {
	if v.Kind() != jsonvalue.Array {
		return nil, fmt.Errorf("it is of type %s; give a list of names", v.Kind())
	}
	out := make([]string, v.Len())
	for i, item := range v.Items() {
		if item.Kind() != jsonvalue.String {
			return nil, fmt.Errorf("[%d] is of type %s; give a name", i, item.Kind())
		}
		out[i] = item.Str()
	}
	return out, nil
}
