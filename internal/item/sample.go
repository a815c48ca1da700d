package item

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/lookup"
)

// Source finds samples by id, as a lookup.Store does. Its errors are *lookup.Error or
// *Error; any other becomes CodeInternal. It is safe for concurrent use. The caller does
// not change the results, nor does the source.
type Source interface {
	Get(id string) (*dataset.Sample, map[string]domains.Set, *label.Labels, error)
}

// sample is the sample of an item: looked up, with the inline fields written over it.
type sample struct {
	*dataset.Sample
	sets   map[string]domains.Set
	labels *label.Labels // nil until looked up or built
	given  labelFields

	reading *grounding.Reading // a corrected reading, which wins (F4), or a model's; nil: neither
	byRules bool               // a model should have read the conversation, and gave nothing
	other   bool               // messages, tools or domains differ from those that the labels were built from
	inline  int64              // the bytes of the inline fields, parsed
}

// values parses the inline fields. It parses all of them before any is used, so that an
// item in a text that is no JSON is never scored.
func (it *Item) values() (vs [fields]jsonvalue.Value, err *Error) {
	for f, raw := range it.inline {
		if raw == "" {
			continue
		}
		v, bad := Parse(raw)
		if bad != nil {
			e := asError(bad).In(Field(f).String())
			if e.broken {
				return vs, e
			}
			if err == nil {
				err = e
			}
		}
		vs[f] = v
	}
	return vs, err
}

// load makes the sample of an item.
func load(it *Item, source Source) (*sample, *Error) {
	vs, err := it.values()
	if err != nil {
		return nil, err
	}
	s, err := base(it, source)
	if err != nil {
		return nil, err
	}
	for _, read := range []func(*sample, *[fields]jsonvalue.Value) *Error{readMessages, readTools, readReference, readDomains, readLabels, readReading} {
		if err := read(s, &vs); err != nil {
			return nil, err
		}
	}
	for _, v := range vs {
		s.inline += heldBytes(v)
	}
	return s, nil
}

// base looks the sample up. An item with its own tools and reference needs no sample that
// can be found.
func base(it *Item, source Source) (*sample, *Error) {
	whole := it.inline[Tools] != "" && it.inline[Reference] != ""
	if it.SampleID == "" {
		if it.inline == [fields]string{} {
			return nil, errorf(CodeBadRequest, "the item names no sample; give sample_id, or messages, tools and reference")
		}
		return &sample{Sample: &dataset.Sample{}}, nil
	}
	if source == nil {
		if whole {
			return &sample{Sample: &dataset.Sample{ID: it.SampleID}}, nil
		}
		return nil, errorf(CodeUnknownSample, "there are no samples to look %q up in; give --data, or tools and reference beside it", shorten(it.SampleID))
	}
	found, sets, labels, err := source.Get(it.SampleID)
	if err == nil {
		if it.HasInline() { // the inline fields are written over a copy
			copied := *found
			found = &copied
		}
		return &sample{Sample: found, sets: sets, labels: labels}, nil
	}
	bad := fromSource(err)
	if bad.Code == CodeUnknownSample && whole {
		return &sample{Sample: &dataset.Sample{ID: it.SampleID}}, nil
	}
	return nil, bad
}

// fromSource turns an error of a source into one of an item.
func fromSource(err error) *Error {
	var own *Error
	var missing *lookup.Error
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &missing):
		return &Error{Code: missing.Code, Message: missing.Message}
	}
	return errorf(CodeInternal, "%v", err)
}

func readMessages(s *sample, vs *[fields]jsonvalue.Value) *Error {
	if vs[Messages].IsNull() {
		return nil
	}
	messages, err := dataset.ParseMessages(vs[Messages])
	if err != nil {
		return errorf(CodeBadRequest, "messages: %v", err)
	}
	s.Messages, s.other = export.SourceMessages(messages), true
	return nil
}

func readTools(s *sample, vs *[fields]jsonvalue.Value) *Error {
	if vs[Tools].IsNull() {
		return s.annotate(!vs[Domains].IsNull())
	}
	tools, err := domains.ParseTools(vs[Tools])
	if err != nil {
		return errorf(CodeBadTools, "tools: %v", err)
	}
	s.Tools, s.sets, s.other = tools, nil, true
	return s.annotate(true)
}

// annotate builds the missing domains from the schemas (F1). given says that the item
// brings its own tools.
func (s *sample) annotate(given bool) *Error {
	if !given && !slices.ContainsFunc(s.Tools, func(t domains.Tool) bool { _, known := s.sets[t.Name]; return !known }) {
		return nil
	}
	sets, err := domains.Complete(context.Background(), domains.SchemaAnnotator{}, s.Tools, s.sets)
	if err != nil {
		return errorf(CodeBadTools, "tools: %v", err)
	}
	s.sets = sets
	return nil
}

func readReference(s *sample, vs *[fields]jsonvalue.Value) *Error {
	if vs[Reference].IsNull() {
		if s.Reference.Action == "" {
			return errorf(CodeBadReference, "the item has no reference; give {\"action\", \"tool_calls\"}")
		}
		return nil
	}
	ref, err := dataset.ParseReference(vs[Reference])
	if err != nil {
		return errorf(CodeBadReference, "reference: %v", err)
	}
	s.Reference = ref
	s.Alternatives, s.Following = nil, nil // they belonged to the calls of the reference that was looked up
	return nil
}

// readDomains reads the item's domains. Each wins over the sample's domain of that
// parameter. Domains of tools that are not offered are ignored.
func readDomains(s *sample, vs *[fields]jsonvalue.Value) *Error {
	given, err := opened(vs[Domains])
	if err != nil {
		return errorf(CodeBadRequest, "domains: %v", err)
	}
	if given.IsNull() {
		return nil
	}
	if given.Kind() != jsonvalue.Object {
		return errorf(CodeBadRequest, "domains is of type %s; give {TOOL: {PARAMETER: domain}}", given.Kind())
	}
	s.other = true
	own := make(map[string]domains.Set, given.Len())
	for _, m := range given.Members() {
		if own[m.Key], err = domains.ParseSet(m.Value); err != nil {
			return errorf(CodeBadRequest, "domains of tool %q: %v", shorten(m.Key), err)
		}
	}
	s.sets = maps.Clone(s.sets) // other items share the map
	for name, set := range domains.Restore(s.Tools, own) {
		if of, offered := s.sets[name]; offered {
			s.sets[name] = of.Override(set)
		}
	}
	return nil
}

// opened parses a value that is a string, as columns of shards hold it. It returns any
// other value unchanged.
func opened(v jsonvalue.Value) (jsonvalue.Value, error) {
	if v.Kind() != jsonvalue.String {
		return v, nil
	}
	return Parse(v.Str())
}

// readReading reads a corrected reading. Labels that were looked up are dropped, because
// they were built from another reading.
func readReading(s *sample, vs *[fields]jsonvalue.Value) *Error {
	v, err := opened(vs[Reading])
	if err == nil && !v.IsNull() {
		if s.reading, err = grounding.ParseReading(v, label.Input(s.Sample, s.sets)); err == nil {
			s.reading.Correct()
			s.labels = nil
		}
	}
	if err != nil {
		return errorf(CodeBadRequest, "reading: %v", err)
	}
	return nil
}
