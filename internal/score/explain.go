package score

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/term"
)

// Explained is one completion with the explanations of its rewards.
type Explained struct {
	File     string
	Line     int64
	SampleID string // "" for an inline sample without one
	Profiles []string
	Outcomes []item.Outcome // one for each profile
}

// ErrNoMatch is the error of an Explain that found no row.
var ErrNoMatch = errors.New("no row is that one; give a sample_id, or the number of a line")

// Explain scores the selected completions and explains their rewards. which is a sample id
// (for all of its completions), the number of a line, or "" for the first row. Nothing is
// written. A selected row that cannot be scored at all ends Explain with an error.
func Explain(ctx context.Context, opt Options, which string, each func(*Explained) error) error {
	opt.Out = "-"
	p, err := newPlan(opt)
	if err != nil {
		return err
	}
	line, _ := strconv.ParseInt(which, 10, 64)
	s := newScorer(p, newColumns(p, false))
	found := false
	for _, in := range newInputs(p.Inputs) {
		if found, err = s.explainInput(ctx, in, which, line, each); found || err != nil {
			return err
		}
	}
	return ErrNoMatch
}

// explainInput explains the selected rows of one input. done says that no further input has
// to be read.
func (s *scorer) explainInput(ctx context.Context, in *input, which string, line int64, each func(*Explained) error) (done bool, err error) {
	r, err := in.openOnce(ctx, s.plan)
	if err != nil {
		return false, err
	}
	defer r.Close()
	for raw, err := range r.All() {
		if err != nil {
			return done, err
		}
		at := which == "" || line > 0 && raw.Line == line
		sh, err := s.understand(new(scoreBatch), &raw) // an explanation quotes the row
		if !at && (err != nil || sh.item.SampleID != which) {
			continue
		}
		if err != nil {
			return true, fmt.Errorf("%s:%d: %s: %s", in.name, raw.Line, codeOf(err), messageOf(err))
		}
		done = true
		if err := each(s.explain(in, raw.Line, &sh.item)); err != nil || at {
			return true, err
		}
	}
	return done, nil
}

func (s *scorer) explain(in *input, line int64, it *item.Item) *Explained {
	e := &Explained{File: in.name, Line: line, SampleID: it.SampleID}
	for _, p := range s.plan.Profiles {
		e.Profiles = append(e.Profiles, p.Name())
		e.Outcomes = append(e.Outcomes, s.core.Score(p, it, true, nil))
	}
	return e
}

// Text is the explanation for a person. Texts from data are quoted.
func (e *Explained) Text() string {
	text := fmt.Sprintf("%s:%d", term.Quote(e.File), e.Line)
	if e.SampleID != "" {
		text += ", sample " + term.Quote(e.SampleID)
	}
	text += "\n"
	for i := range e.Outcomes {
		o := &e.Outcomes[i]
		if o.Explanation != nil {
			text += "\n" + o.Explanation.Text()
			continue
		}
		text += fmt.Sprintf("\nprofile %s: unscored, %s\n", term.Quote(e.Profiles[i]), term.Quote(o.Err.Error()))
	}
	return text
}

// Value is the explanation as JSON: {"file", "line", "sample_id", "profiles":
// {NAME: {"explanation"} or {"error": {"code", "message"}}}}.
func (e *Explained) Value() jsonvalue.Value {
	var profiles []jsonvalue.Member
	for i := range e.Outcomes {
		o := &e.Outcomes[i]
		var v jsonvalue.Value
		if o.Explanation != nil {
			v = jsonvalue.ObjectOf("explanation", o.Explanation.Value())
		} else {
			v = jsonvalue.ObjectOf("error", jsonvalue.ObjectOf(
				"code", o.Err.Code,
				"message", o.Err.Message))
		}
		profiles = append(profiles, jsonvalue.Member{Key: e.Profiles[i], Value: v})
	}
	id := jsonvalue.Value{}
	if e.SampleID != "" {
		id = jsonvalue.NewString(e.SampleID)
	}
	return jsonvalue.ObjectOf(
		"file", e.File,
		"line", e.Line,
		"sample_id", id,
		"profiles", jsonvalue.NewObject(profiles...))
}
