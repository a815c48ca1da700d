package item

import (
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// AppendReading reads the conversation (F4) of the JSON text {"messages", "tools",
// "domains"?} and appends {"reader", "mentions", "slots"}, or {"error"} where it cannot. An
// item may name its sample by sample_id instead. The reply is nil where a model has to be asked
// first (Asking).
func (s *Scorer) AppendReading(dst []byte, text string) (reply []byte) {
	start := len(dst)
	failed := func(err *Error) []byte {
		return append(err.AppendJSON(append(dst[:start], `{"error":`...)), '}')
	}
	defer func() {
		if fault := recover(); fault != nil {
			reply = failed(s.fault(fault))
		}
	}()
	var r reading
	it, err := r.checked(r.object(text, "messages and tools"))
	if err == nil && it.SampleID == "" && it.inline[Messages] == "" {
		err = errorf(CodeBadRequest, "the item has no messages; give a list")
	}
	if err != nil {
		return failed(err)
	}
	sample, err := s.conversation(&it)
	if err != nil {
		return failed(err)
	}
	if l := sample.labels; l != nil && l.Reading != nil && !sample.other {
		return l.Reading.Value().AppendJSON(dst)
	}
	if err := s.modelReads(sample); err != nil {
		return nil
	}
	if sample.reading == nil {
		sample.reading = grounding.Read(label.Input(sample.Sample, sample.sets))
	}
	return sample.reading.Value().AppendJSON(dst)
}

// conversation is load for an item that needs no reference.
func (s *Scorer) conversation(it *Item) (*sample, *Error) {
	vs, err := it.values()
	if err != nil {
		return nil, err
	}
	out := &sample{Sample: &dataset.Sample{}}
	if it.SampleID != "" {
		if out, err = base(it, s.samples); err != nil {
			return nil, err
		}
	}
	for _, read := range []func(*sample, *[fields]jsonvalue.Value) *Error{readMessages, readTools, readDomains} {
		if err := read(out, &vs); err != nil {
			return nil, err
		}
	}
	return out, nil
}
