package export

import (
	"fmt"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// Sample reads a row back, as far as readings, labels and rewards need it: those
// made from it (F4, F12) are those of the row. Messages are those that readings
// count: of the system message what the source wrote, earlier calls as their text
// (F8). Candidates are set where the row's belief came from given ones. An error
// names the column.
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
		if err := r.readCandidates(s); err != nil {
			return nil, fmt.Errorf("candidates: %w", err)
		}
	}
	return s, s.Derive()
}

// ParseReading reads the reading column of the row that s was read back from (F4).
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
		if err = ParseAnswers(v, s); err != nil {
			return fmt.Errorf("answers: %w", err)
		}
	}
	if v, err = jsonvalue.Parse(r.Provenance, columnOptions); err != nil {
		return fmt.Errorf("provenance: %w", err)
	}
	if err := parseProvenance(v, s); err != nil {
		return fmt.Errorf("provenance: %w", err)
	}
	return nil
}

func (r *Row) readCandidates(s *dataset.Sample) error {
	candidates, err := r.candidates()
	if err != nil {
		return err
	}
	s.Candidates = candidates
	return nil
}

// candidates reads the candidates column, whatever the belief came from.
func (r *Row) candidates() ([]dataset.Candidate, error) {
	v, err := jsonvalue.Parse(r.Candidates, columnOptions)
	if err != nil {
		return nil, err
	}
	out := make([]dataset.Candidate, 0, v.Len())
	for i, item := range v.Items() {
		calls, err := domains.ParseCalls(jsonvalue.NewArray(item))
		if err != nil || len(calls) != 1 {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
		c := dataset.Candidate{Call: calls[0]}
		if w, ok := item.Get("weight"); ok && !w.IsNull() {
			weight, ok := w.Float()
			if !ok {
				return nil, fmt.Errorf("[%d]: the weight %s is no number", i, w.JSON())
			}
			c.Weight = &weight
		}
		out = append(out, c)
	}
	return out, nil
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

// Conversation returns messages as the rows of a build hold them, and so as readings
// number them (F4): the source's system messages as one, first, and earlier calls as
// their text (F8).
func Conversation(messages []dataset.Message) []dataset.Message {
	return messagesOf((&Row{Prompt: conversation("", messages)}).conversation())
}
