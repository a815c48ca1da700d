package label_test

import (
	"context"
	"testing"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/sharedtest"
)

func readSamples(t testing.TB, rel ...string) []*dataset.Sample {
	t.Helper()
	r := sharedtest.Need(reader.Open(context.Background(), sharedtest.Shared(t, rel...), reader.Options{}))(t)
	defer r.Close()
	var out []*dataset.Sample
	for raw, err := range r.All() {
		sharedtest.OK(t, err)
		rec := r.Decode(raw)
		if rec.Sample == nil {
			t.Fatalf("row rejected: %+v", rec.Rejection)
		}
		out = append(out, rec.Sample)
	}
	return out
}

func annotate(t testing.TB, s *dataset.Sample) map[string]domains.Set {
	t.Helper()
	sets := make(map[string]domains.Set, len(s.Tools))
	for i := range s.Tools {
		set := sharedtest.Need(domains.SchemaAnnotator{}.Annotate(context.Background(), &s.Tools[i]))(t)
		sets[s.Tools[i].Name] = set
	}
	return sets
}

// tally counts rows by reference action: all rows, those where the policy agrees, and those
// where it calls. It also counts rows by the source of the belief.
type tally struct {
	rows, agree, call map[completion.Action]int
	sources           map[label.Source]int
}

func run(t testing.TB, samples []*dataset.Sample, l *label.Labeler) tally {
	t.Helper()
	out := tally{map[completion.Action]int{}, map[completion.Action]int{}, map[completion.Action]int{}, map[label.Source]int{}}
	for _, s := range samples {
		labels, err := l.Label(s, annotate(t, s))
		if err != nil {
			t.Fatalf("%s: %v", s.ID, err)
		}
		check(t, s, labels)
		out.sources[labels.Source]++
		out.rows[s.Reference.Action]++
		if labels.Action == certainty.ActionCall {
			out.call[s.Reference.Action]++
		}
		if labels.Agrees != nil && *labels.Agrees {
			out.agree[s.Reference.Action]++
		} else if s.Reference.Action == completion.ToolCall || s.Reference.Action == completion.Ask {
			t.Logf("%s %s %s by %s, missing %v: %.200s", s.SourceID, s.Reference.Action, labels.Action, labels.Source, labels.Missing, s.Messages[len(s.Messages)-1].Content)
		}
	}
	return out
}

// check checks the invariants of F12 for the labels of a sample.
func check(t testing.TB, s *dataset.Sample, l label.Labels) {
	t.Helper()
	if (l.VNow == nil) != (l.Source == label.None) || (l.VNow == nil) != (l.Action == certainty.ActionNone) || (l.VNow == nil) != (l.EVPIMax == nil) {
		t.Errorf("%s: v_now, evpi_max, policy_action and belief_source %s do not go together", s.ID, l.Source)
	}
	if l.VNow != nil && !(*l.VNow >= 0 && *l.VNow <= 1 && *l.EVPIMax >= 0 && *l.EVPIMax <= 1) {
		t.Errorf("%s: v_now %v, evpi_max %v", s.ID, *l.VNow, *l.EVPIMax)
	}
	if (l.BestQuestion == "") != (len(l.Questions) == 0) {
		t.Errorf("%s: best question %q of %d", s.ID, l.BestQuestion, len(l.Questions))
	}
	for i := 1; i < len(l.Questions); i++ {
		if l.Questions[i].Score > l.Questions[i-1].Score+1e-12 {
			t.Errorf("%s: question %d scores more than the one before it", s.ID, i)
		}
	}
}

// The required figures of the labels on the development data. They are judged on other
// samples of the same kind.
func TestAgreementWithTheReference(t *testing.T) {
	samples := readSamples(t, "data", "when2call", "dev.jsonl")
	for _, c := range []struct {
		name        string
		sources     string
		least, each int // of the 100 call and ask rows, and of the 50 of each
	}{
		{"default", "", 92, 42},
		{"no hint", "reference,contrast,schema", 84, 40},
	} {
		t.Run(c.name, func(t *testing.T) {
			sources := sharedtest.Need(label.ParseSources(c.sources))(t)
			got := run(t, samples, &label.Labeler{Sources: sources})
			call, ask := got.agree[completion.ToolCall], got.agree[completion.Ask]
			t.Logf("agrees: %d of %d calls, %d of %d questions; sources %v", call, got.rows[completion.ToolCall], ask, got.rows[completion.Ask], got.sources)
			if call+ask < c.least || call < c.each || ask < c.each {
				t.Errorf("want %d in all and %d of each", c.least, c.each)
			}
			if c.sources == "" && got.sources[label.HeldOut] != 50 {
				t.Errorf("%d beliefs by held_out, want 50", got.sources[label.HeldOut])
			}
		})
	}
}

// The reference calls of some of these rows have values that nobody said (one ticket, a
// default, the city of a theatre). A reading leaves these open. Earlier, tables and rules
// for single rows accepted such values, and 92% of the calls passed.
func TestCallsOfTheRebuiltRows(t *testing.T) {
	got := run(t, readSamples(t, "data", "when2call", "rebuilt_dev.jsonl.gz"), &label.Labeler{})
	call, rows := got.agree[completion.ToolCall], got.rows[completion.ToolCall]
	t.Logf("call: %d of %d (%.1f%%); sources %v", call, rows, 100*float64(call)/float64(rows), got.sources)
	if rows != 1153 || float64(call) < 0.90*float64(rows) {
		t.Errorf("%d of %d rows are call, want 90%% of 1153", call, rows)
	}
	// No tool does what is refused: a believed call is one of a similar tool.
	if n := got.call[completion.Refuse]; n > 40 {
		t.Errorf("%d of %d refusals have a belief that calls, want at most 40", n, got.rows[completion.Refuse])
	}
}
