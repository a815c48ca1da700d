package export

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// row verifies one row of a layout with labels.
func (c *shardCheck) row(ctx context.Context, labeler *label.Labeler, r *Row) {
	if r.SampleID == "" {
		c.fault(r.SampleID, "sample_id is empty")
	}
	if !completion.Action(r.Action).Valid() {
		c.fault(r.SampleID, "action is %q", r.Action)
	}
	if !slices.Contains([]string{dataset.ActionGiven, dataset.ActionTag, dataset.ActionHeuristic}, r.ActionSource) {
		c.fault(r.SampleID, "action_source is %q", r.ActionSource)
	}
	c.conversation(r.SampleID, r.Prompt)
	if n := promptChars(r.Prompt); n != r.PromptChars {
		c.fault(r.SampleID, "prompt_chars is %d, the prompt has %d", r.PromptChars, n)
	}
	c.configured(r)
	if !slices.IsSorted(r.Flags) || len(slices.Compact(slices.Clone(r.Flags))) != len(r.Flags) {
		c.fault(r.SampleID, "flags %q are not sorted or repeat", r.Flags)
	}
	if !c.texts(r) {
		return
	}
	if err := c.labels(ctx, labeler, r); err != nil {
		c.fault(r.SampleID, "%v", err)
	}
}

// configured compares a row with the configuration of its folder.
func (c *shardCheck) configured(r *Row) {
	if c.manifest == nil {
		return
	}
	if r.Split != c.split {
		c.fault(r.SampleID, "split is %q in a shard of %s", r.Split, c.split)
	}
	config := &c.manifest.Config
	if config.MaxPromptChars > 0 && r.PromptChars > config.MaxPromptChars {
		c.fault(r.SampleID, "the prompt has %d characters, the configuration allows %d", r.PromptChars, config.MaxPromptChars)
	}
	if checkSplit(config.Split) != nil {
		c.fault(r.SampleID, "the configuration's split cannot be read")
		return
	}
	if want := SplitOf(config.Split, config.Seed, r.together()); want != r.Split {
		c.fault(r.SampleID, "split is %q, its question or task belongs to %s", r.Split, want)
	}
}

// together is the text that keeps rows in one split: the task, else the question.
func (r *Row) together() string {
	v, _ := jsonvalue.Parse(r.Provenance, columnOptions) // texts reports invalid JSON
	return cmp.Or(v.Field("task").Str(), rowQuestion(r.Prompt))
}

// rowQuestion is the question of a row.
func rowQuestion(prompt []Message) string { return dataset.Question(messagesOf(prompt)) }

// texts checks that all texts are UTF-8, and that all JSON columns hold their kind of JSON.
func (c *shardCheck) texts(r *Row) bool {
	before := c.found.Total
	for i := range RowColumns {
		column := &RowColumns[i]
		if text, ok := column.text(r); ok {
			v, err := jsonvalue.Parse(text, columnOptions)
			if err != nil {
				c.fault(r.SampleID, "%s: %v", column.Name, err)
			} else if v.Kind() != column.Holds {
				c.fault(r.SampleID, "%s is of kind %s, not %s", column.Name, v.Kind(), column.Holds)
			}
			continue
		}
		var texts []string
		switch f := column.Of(r).(type) {
		case *string:
			texts = []string{*f}
		case *[]string:
			texts = *f
		}
		for _, text := range texts {
			if clean(text) != text {
				c.fault(r.SampleID, "%q is not UTF-8", text)
			}
		}
	}
	return c.found.Total == before
}

// labels makes the reading and the labels of a row again and compares them. A reading that
// the rules did not make is taken from the row; only the labels that follow from it are
// compared.
func (c *shardCheck) labels(ctx context.Context, labeler *label.Labeler, r *Row) error {
	s, err := r.Sample()
	if err != nil {
		return fmt.Errorf("it cannot be read back: %w", err)
	}
	if len(s.Domains) != len(s.Tools) {
		return fmt.Errorf("domains are of %d tools, of %d", len(s.Domains), len(s.Tools))
	}
	reading, err := r.ParseReading(s)
	if err != nil {
		return fmt.Errorf("reading: %w", err)
	}
	if reading.Reader == grounding.Rules {
		reading = nil
	}
	if r.BeliefSource == string(label.LLM) {
		// The row contains the calls that a model named; the labels follow from them by
		// rules.
		if s.Candidates, err = r.candidates(); err != nil {
			return fmt.Errorf("candidates: %w", err)
		}
		labeler = &label.Labeler{Sources: []label.Source{label.Given}}
	}
	labels, err := labeler.LabelContext(ctx, s, s.Domains, reading)
	if err != nil {
		return fmt.Errorf("its labels cannot be made again: %w", err)
	}
	if r.BeliefSource == string(label.LLM) && labels.Source == label.Given {
		labels.Source = label.LLM
	}
	c.found.Labels++
	again := *r
	again.setLabels(&labels)
	if len(again.Missing) == 0 {
		again.Missing = r.Missing[:0] // an empty list, as the reader returns it
	}
	for i := range RowColumns {
		got, want := RowColumns[i].Of(r), RowColumns[i].Of(&again)
		if !reflect.DeepEqual(got, want) {
			c.fault(r.SampleID, "%s is %s, made again it is %s", RowColumns[i].Name, cell(got), cell(want))
		}
	}
	return nil
}

// cell formats the value of a column, or what it points to, for a message.
func cell(v any) string {
	at := reflect.ValueOf(v)
	for at.Kind() == reflect.Pointer && !at.IsNil() {
		at = at.Elem()
	}
	switch {
	case at.Kind() == reflect.Pointer:
		return "null"
	case at.Kind() == reflect.String:
		text := at.String()
		if len(text) > 120 {
			text = text[:120] + "..."
		}
		return fmt.Sprintf("%q", text)
	case at.Kind() == reflect.Slice && at.Type().Elem().Kind() == reflect.String:
		return fmt.Sprintf("%q", at.Interface())
	}
	return fmt.Sprint(at.Interface())
}
