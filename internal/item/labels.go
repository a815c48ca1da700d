package item

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// labelFields are the labels in an item. Each one wins over the same label looked up or
// built.
type labelFields struct {
	set      []func(*label.Labels)
	complete bool // no label has to be built
	read     bool // the reading is among them
}

// readLabels reads the labels field: the columns of F12, with candidates and provenance.
// From the provenance, and from candidates whose belief_source is absent or "given", labels
// are built; all other fields replace labels.
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
	if err := s.ParseProvenance(v.Field("provenance")); err != nil {
		return fmt.Errorf("provenance: %w", err)
	}
	if err := s.Derive(); err != nil {
		return fmt.Errorf("provenance: %w", err)
	}
	if err := s.ParseAnswers(v.Field("answers")); err != nil {
		return fmt.Errorf("answers: %w", err)
	}
	if err := s.readCandidates(v); err != nil {
		return fmt.Errorf("candidates: %w", err)
	}
	for _, column := range label.Columns {
		value, ok := v.Get(column.Name)
		if column.Name == "candidates" || column.Name == "evpi" { // in shards these columns are texts that hold lists
			var err error
			if value, err = opened(value); err != nil {
				return fmt.Errorf("%s: %w", column.Name, err)
			}
			ok = !value.IsNull() && (column.Name != "candidates" || v.Field("belief_source").Str() != "")
		}
		if !ok {
			continue
		}
		if err := column.Read(new(label.Labels), value); err != nil {
			return fmt.Errorf("%s: %w", column.Name, err)
		}
		s.given.set = append(s.given.set, func(l *label.Labels) { _ = column.Read(l, value) }) // it has just been tried
	}
	stored, err := opened(v.Field("reading"))
	if err == nil && !stored.IsNull() {
		var r *grounding.Reading
		if r, err = grounding.ParseReading(stored, label.Input(s.Sample, s.sets)); err == nil {
			s.given.read = true
			s.given.set = append(s.given.set, func(l *label.Labels) { l.Reading = r })
		}
	}
	if err != nil {
		return fmt.Errorf("reading: %w", err)
	}
	_, source := v.Get("belief_source")
	_, vnow := v.Get("v_now")
	_, missing := v.Get("missing")
	s.given.complete = source && vnow && missing
	return nil
}

// readCandidates takes the candidates in the labels as the sample's own, unless
// belief_source names another source.
func (s *sample) readCandidates(v jsonvalue.Value) error {
	candidates, err := domains.ParseCandidates(v.Field("candidates"))
	if err != nil || candidates == nil {
		return err
	}
	switch source := v.Field("belief_source").Str(); source {
	case "":
		s.labels = nil // they were built from other candidates
		fallthrough
	case string(label.Given):
		s.Candidates = candidates
	}
	return nil
}

// build returns the labels of the sample: looked up, or built as F12 says, with the given
// ones written over them.
func (s *sample) build(labeler *label.Labeler) (*label.Labels, error) {
	if s.labels != nil && len(s.given.set) == 0 && !s.other && s.reading == nil {
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
