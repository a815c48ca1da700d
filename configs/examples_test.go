package configs_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// samples reads every embedded example as a user's file would be read.
func samples(t *testing.T) []*dataset.Sample {
	t.Helper()
	dir := t.TempDir()
	put := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		sharedtest.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
		sharedtest.OK(t, os.WriteFile(path, data, 0o666))
		return path
	}
	var all []*dataset.Sample
	for _, ex := range configs.Examples() {
		path := put(ex.Name, ex.Data)
		if ex.Answers != nil {
			put(filepath.Join("examples/possible_answer", filepath.Base(path)), ex.Answers)
		}
		all = append(all, readFile(t, path)...)
	}
	return all
}

func readFile(t *testing.T, path string) []*dataset.Sample {
	t.Helper()
	r := sharedtest.Need(reader.Open(t.Context(), path, reader.Options{}))(t)
	defer r.Close()
	var all []*dataset.Sample
	for raw, err := range r.All() {
		sharedtest.OK(t, err)
		rec := r.Decode(raw)
		if rec.Rejection != nil {
			t.Errorf("rejected: %+v", *rec.Rejection)
			continue
		}
		all = append(all, rec.Sample)
	}
	return all
}

// annotate finds the domains of a sample's tools.
func annotate(t *testing.T, s *dataset.Sample) map[string]domains.Set {
	t.Helper()
	sets := map[string]domains.Set{}
	for i := range s.Tools {
		set := sharedtest.Need(domains.SchemaAnnotator{}.Annotate(t.Context(), &s.Tools[i]))(t)
		sets[s.Tools[i].Name] = set
	}
	maps.Copy(sets, s.Domains)
	return sets
}

// No example is rejected, every class occurs, and every oddity is flagged in its row.
func TestExamplesAreRead(t *testing.T) {
	classes := map[completion.Action]int{}
	sources := map[string]int{}
	flags := map[string][]dataset.Flag{}
	for _, s := range samples(t) {
		classes[s.Reference.Action]++
		sources[s.ActionSource]++
		if odd := slices.Concat(s.Flags, s.DomainFlags(annotate(t, s))); len(odd) > 0 {
			flags[s.ID] = odd
		}
	}
	want := map[completion.Action]int{completion.ToolCall: 24, completion.Ask: 12, completion.Refuse: 8, completion.Directly: 6}
	if !maps.Equal(classes, want) {
		t.Errorf("classes %v, want %v (the README of the examples says so too)", classes, want)
	}
	for _, source := range []string{dataset.ActionGiven, dataset.ActionTag, dataset.ActionHeuristic} {
		if sources[source] == 0 {
			t.Errorf("no example whose action_source is %s: %v", source, sources)
		}
	}
	wantFlags := map[string][]dataset.Flag{
		"ex-when2call-test-4":   {dataset.FlagNoTools},
		"ex-voi-direct":         {dataset.FlagNoTools},
		"ex-voi-duplicate-tool": {dataset.FlagDuplicateTool},
		"ex-voi-out-of-enum":    {dataset.FlagOutOfDomain},
	}
	if !maps.EqualFunc(flags, wantFlags, slices.Equal[[]dataset.Flag]) {
		t.Errorf("flags %v, want %v", flags, wantFlags)
	}
}

// The labels match what a careful reader expects: ASK or CALL as the reference has it, and
// every source of beliefs occurs.
func TestExamplesAreLabelled(t *testing.T) {
	var labeler label.Labeler
	beliefs := map[label.Source]int{}
	for _, s := range samples(t) {
		labels, err := labeler.Label(s, annotate(t, s))
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			continue
		}
		beliefs[labels.Source]++
		if labels.Agrees != nil && !*labels.Agrees {
			t.Errorf("%s: the reference is %s, the policy says %s (belief %s, v_now %v, missing %v)",
				s.ID, s.Reference.Action, labels.Action, labels.Source, *labels.VNow, labels.Missing)
		}
		t.Logf("%-24s %-9s %-10s %-5s %v %v", s.ID, s.Reference.Action, labels.Source, labels.Action, labels.Missing, labels.BestQuestion)
	}
	for _, source := range []label.Source{label.Given, label.HeldOut, label.Reference, label.Contrast, label.Schema, label.None} {
		if beliefs[source] == 0 {
			t.Errorf("no example with a belief from %s: %v", source, beliefs)
		}
	}
}
