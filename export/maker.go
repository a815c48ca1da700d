package export

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/lru"
)

// The codes of rows that export rejects, beside those of the reader.
const (
	CodePromptTooLong = "prompt_too_long" // longer than MaxPromptChars
	CodeFlagged       = "flagged"         // has one of DropFlags
	CodeAnnotate      = "bad_annotation"  // the annotator failed, or its result cannot be written
	CodeLabel         = "bad_label"       // the labels cannot be computed: a weight below 0
	CodeReading       = "bad_reading"     // a corrected reading (--readings) is invalid
	CodeNoPivot       = "no_pivot"        // rollouts of the sample do not vary, or are already good (--pivots)
	CodeNoDecision    = "no_decision"     // a run without a critical or clarifying step (--decisions)
	CodeInternal      = "internal_error"  // a fault of voi
)

func parseBeliefs(names []string) ([]label.Source, error) {
	return label.ParseSources(strings.Join(names, ","))
}

// maker makes rows of samples. It is safe for concurrent use, and a row depends only on its
// sample and the configuration.
type maker struct {
	toolsets toolsets
	labeler  label.Labeler
	readings Readings
	pivots   *Pivots    // nil: all samples are kept
	asks     Questioner // nil: no question is written
	split    []Share
	seed     int64
	maxChars int64
	drop     []string
	label    bool // a layout of the build needs Row.Label
}

func newMaker(p *plan) *maker {
	return &maker{
		toolsets: toolsets{annotator: p.Annotator, overlay: p.Overlay, prompt: p.SystemPrompt, modes: p.modes, known: lru.New[string, madeToolset](knownBytes)},
		labeler:  label.Labeler{Sources: p.sources, Reader: p.Reader, Proposer: p.Proposer},
		readings: p.Readings,
		pivots:   p.Pivots,
		asks:     p.Questioner,
		split:    p.Split,
		seed:     p.Seed,
		maxChars: p.MaxPromptChars,
		drop:     p.DropFlags,
		label:    slices.ContainsFunc(p.layouts, func(l *Layout) bool { return l.Carries }),
	}
}

// rejected is the reason why a sample gives no row.
type rejected struct{ code, message string }

// sample makes the entries of a sample, or returns the reason why it gives none. The error
// is the context's.
func (m *maker) sample(ctx context.Context, sample *dataset.Sample) (sampled, *rejected, error) {
	if why := m.pivots.reject(sample.ID); why != nil {
		return nil, why, nil
	}
	ts, err := m.toolsets.of(ctx, sample)
	if err != nil {
		code := CodeAnnotate
		var known *dataset.Error
		if errors.As(err, &known) {
			code = known.Code
		}
		return nil, &rejected{code, err.Error()}, ctx.Err()
	}
	entries := make(sampled, len(ts.views))
	for i, v := range ts.views {
		prompt := conversation(v.system, sample.Messages)
		chars := promptChars(prompt)
		if m.maxChars > 0 && chars > m.maxChars {
			return nil, &rejected{CodePromptTooLong, fmt.Sprintf("the prompt has %d characters, at most %d are allowed (--max-prompt-chars)", chars, m.maxChars)}, nil
		}
		entries[i] = Entry{Row: &Row{Prompt: prompt, PromptChars: chars}, Tools: m.toolsets.modes[i]}
	}
	// Labels are made from the content of the row, not from the input.
	s := *sample
	s.Tools, s.Domains = ts.tools, ts.sets
	s.Messages = messagesOf(entries[0].Row.conversation())
	s.AddFlags(s.DomainFlags(ts.sets)...)
	corrected, err := m.readings.of(&s)
	if err != nil {
		return nil, &rejected{CodeReading, err.Error()}, nil
	}
	labels, err := m.labeler.LabelContext(ctx, &s, ts.sets, corrected)
	if err != nil {
		return nil, &rejected{CodeLabel, err.Error()}, ctx.Err()
	}
	if m.labeler.Reader != nil && labels.Reading.Reader == grounding.Rules {
		s.AddFlags(dataset.FlagReadByRules)
	}
	s.AddFlags(labels.Flags(&s)...)
	if bad := flagged(m.drop, s.Flags); bad != nil {
		return nil, bad, nil // before a model is asked about it
	}
	if err := m.question(ctx, &s, &labels); err != nil {
		return nil, &rejected{CodeLabel, err.Error()}, ctx.Err()
	}
	r := newRow(&s, ts)
	r.Split = SplitOf(m.split, m.seed, s.Together())
	r.setLabels(&labels)
	return m.finish(entries, r, ts)
}

// question lets a model write the best question if the source says that asking is right but
// gives no text.
func (m *maker) question(ctx context.Context, s *dataset.Sample, labels *label.Labels) error {
	if m.asks == nil || s.Reference.Action != completion.Ask || s.Reference.Question+s.Answers[completion.Ask] != "" || len(labels.Questions) == 0 {
		return nil
	}
	best := labels.Questions[0]
	text, err := m.asks.Question(ctx, s, best.Tool, best.Aspects)
	if err != nil || text == "" {
		return err
	}
	s.Reference.Question = text
	s.AddFlags(dataset.FlagModelQuestion)
	return nil
}

// flagged rejects a row with a flag that the build drops.
func flagged[F ~string](drop []string, flags []F) *rejected {
	for _, f := range flags {
		if slices.Contains(drop, string(f)) {
			return &rejected{CodeFlagged, fmt.Sprintf("the row has the flag %s, which this build leaves out (--drop-flags)", f)}
		}
	}
	return nil
}

// finish completes all entries with their common parts.
func (m *maker) finish(entries sampled, r *Row, ts *toolset) (sampled, *rejected, error) {
	for i := range entries {
		e := &entries[i]
		row := *r
		row.Prompt, row.PromptChars = e.Prompt, e.PromptChars
		if ts.views[i].escaped > 0 {
			row.Flags = withFlag(row.Flags, dataset.FlagEscaped)
		}
		if bad := flagged(m.drop, row.Flags); bad != nil {
			return nil, bad, nil
		}
		e.Row = &row
	}
	if m.label {
		label, err := entries[0].Row.Label()
		var known *dataset.Error
		if errors.As(err, &known) {
			return nil, &rejected{known.Code, err.Error()}, nil
		}
		for i := range entries {
			entries[i].Label = label
		}
	}
	return entries, nil, nil
}

// newRow fills the columns that hold the sample itself.
func newRow(s *dataset.Sample, ts *toolset) *Row {
	r := &Row{
		SampleID:     clean(s.ID),
		Source:       clean(s.Source),
		Tools:        ts.toolsText,
		Domains:      ts.domainsText,
		Action:       string(s.Reference.Action),
		ActionSource: s.ActionSource,
		Reference:    s.Reference.Value().JSON(),
		Answers:      answersText(s),
		Provenance:   s.ProvenanceValue().JSON(),
		Flags:        make([]string, len(s.Flags)),
	}
	for i, f := range s.Flags {
		r.Flags[i] = string(f)
	}
	return r
}

// setLabels fills the columns of F12, and the reading behind them.
func (r *Row) setLabels(l *label.Labels) {
	r.BeliefSource = string(l.Source)
	r.Candidates = l.CandidatesValue().JSON()
	r.VNow, r.EVPIMax = l.VNow, l.EVPIMax
	r.EVPI = l.EVPIValue().JSON()
	r.Missing = l.Missing
	r.PolicyAction = string(l.Action)
	r.BestQuestion = l.BestQuestion
	r.Agrees = l.Agrees
	r.Reading = l.Reading.Value().JSON()
}

// record makes the entries of a record's sample, or returns the reason why there are none.
func (m *maker) record(ctx context.Context, b *batch, i int) (res result, err error) {
	rec := b.reader.Decode(b.raws[i])
	if rec.Rejection != nil {
		rec.Rejection.File = b.source.name
		return result{rejections: []*reader.Rejection{rec.Rejection}}, nil
	}
	entries, why, err := m.sample(ctx, rec.Sample)
	if why != nil {
		return result{rejections: []*reader.Rejection{b.reject(i, why.code, why.message)}}, err
	}
	return result{rows: []sampled{entries}}, err
}
