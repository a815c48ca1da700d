package export

import (
	"fmt"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Sample restores the sample of a row, as far as readings, labels and rewards need it:
// those made from it (F4, F12) equal the row's. The messages are those that readings
// number: the system message is the source's own, and earlier calls are text (F8).
// Candidates are set if the row's belief came from given ones. An error names the column.
func (r *Row) Sample() (*dataset.Sample, error) {
	tools, sets, err := parseToolColumns(r.Tools, r.Domains)
	if err != nil {
		return nil, err
	}
	s := &dataset.Sample{ID: r.SampleID, Source: r.Source, Tools: tools, Domains: sets, ActionSource: r.ActionSource}
	s.Messages = messagesOf(r.conversation())
	for _, f := range r.Flags {
		s.Flags = append(s.Flags, dataset.Flag(f))
	}
	if err := r.readReference(s); err != nil {
		return nil, err
	}
	if r.BeliefSource == string(label.Given) {
		if s.Candidates, err = r.candidates(); err != nil {
			return nil, fmt.Errorf("candidates: %w", err)
		}
	}
	return s, s.Derive()
}

// ParseReading reads the reading column of the row that s was restored from (F4).
func (r *Row) ParseReading(s *dataset.Sample) (*grounding.Reading, error) {
	v, err := jsonvalue.Parse(r.Reading, columnOptions)
	if err != nil {
		return nil, err
	}
	return grounding.ParseReading(v, label.Input(s, s.Domains))
}

func (r *Row) readReference(s *dataset.Sample) error {
	v, err := jsonvalue.Parse(r.Reference, columnOptions)
	if err != nil {
		return fmt.Errorf("reference: %w", err)
	}
	if s.Reference, err = dataset.ParseReference(v); err != nil {
		return fmt.Errorf("reference: %w", err)
	}
	if string(s.Reference.Action) != r.Action {
		return fmt.Errorf("reference: its action is %s, the row's is %s", s.Reference.Action, r.Action)
	}
	if r.Answers != nil {
		if v, err = jsonvalue.Parse(*r.Answers, columnOptions); err != nil {
			return fmt.Errorf("answers: %w", err)
		}
		if err = s.ParseAnswers(v); err != nil {
			return fmt.Errorf("answers: %w", err)
		}
	}
	if v, err = jsonvalue.Parse(r.Provenance, columnOptions); err != nil {
		return fmt.Errorf("provenance: %w", err)
	}
	if err := s.ParseProvenance(v); err != nil {
		return fmt.Errorf("provenance: %w", err)
	}
	return nil
}

// candidates reads the candidates column, for any source of the belief.
func (r *Row) candidates() ([]domains.Candidate, error) {
	v, err := jsonvalue.Parse(r.Candidates, columnOptions)
	if err != nil {
		return nil, err
	}
	return domains.ParseCandidates(v)
}

// Labels reads the labels (F12) and the reading (F4) of the row that s was restored from. A
// value that no build writes is an error, so that no reward is computed from it.
func (r *Row) Labels(s *dataset.Sample) (*label.Labels, error) {
	l := &label.Labels{
		Source: label.Source(r.BeliefSource), VNow: r.VNow, EVPIMax: r.EVPIMax, Missing: r.Missing,
		Action: certainty.Action(r.PolicyAction), BestQuestion: r.BestQuestion, Agrees: r.Agrees,
	}
	if err := l.Check(); err != nil {
		return nil, err
	}
	var err error
	if l.Candidates, err = r.candidates(); err != nil {
		return nil, fmt.Errorf("candidates: %w", err)
	}
	v, err := jsonvalue.Parse(r.EVPI, columnOptions)
	if err == nil {
		l.Questions, err = label.ParseQuestions(v)
	}
	if err != nil {
		return nil, fmt.Errorf("evpi: %w", err)
	}
	if l.Reading, err = r.ParseReading(s); err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	return l, nil
}

// reference reads the reference column of a row that was made here.
func (r *Row) reference() dataset.Reference {
	v, err := jsonvalue.Parse(r.Reference, columnOptions)
	if err != nil {
		return dataset.Reference{}
	}
	ref, err := dataset.ParseReference(v)
	if err != nil {
		return dataset.Reference{Action: completion.Action(r.Action)}
	}
	return ref
}

// Conversation returns messages in the form of a build's rows, in which readings number
// them (F4): the source's system messages joined into the first message, and earlier calls
// as text (F8).
func Conversation(messages []dataset.Message) []dataset.Message {
	return messagesOf((&Row{Prompt: conversation("", messages)}).conversation())
}
