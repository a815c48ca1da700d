package label_test

import (
	"slices"
	"testing"

	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// Compares the column missing with the missing parameters in ACEBench's incomplete rows,
// for all tools: at least 70% of the gold parameters are found, and at least 70% of those
// found are gold.
func TestMissingOfACEBench(t *testing.T) {
	found, gold, said := 0, 0, 0
	for _, s := range readSamples(t, "data", "acebench", "data_special_incomplete.json.gz") {
		if len(s.GoldMissing) == 0 {
			continue
		}
		l, err := (&label.Labeler{}).Label(s, annotate(t, s))
		sharedtest.OK(t, err)
		gold += len(s.GoldMissing)
		said += len(l.Missing)
		for _, name := range s.GoldMissing {
			if slices.Contains(l.Missing, name) {
				found++
			}
		}
		t.Logf("%s by %s: missing %v, the source says %v", s.ID, l.Source, l.Missing, s.GoldMissing)
		// With the source gold, the labels' missing parameters are those of the source.
		l, err = (&label.Labeler{Sources: []label.Source{label.Gold}}).Label(s, annotate(t, s))
		if err != nil || l.Source == label.Gold && !slices.ContainsFunc(s.GoldMissing, func(name string) bool { return slices.Contains(l.Missing, name) }) {
			t.Errorf("%s: %v, missing %v, the source says %v", s.ID, err, l.Missing, s.GoldMissing)
		}
	}
	recall, precision := float64(found)/float64(max(gold, 1)), float64(found)/float64(max(said, 1))
	t.Logf("of %d gold parameters %d are found (%.1f%%), of %d said to be missing %.1f%% are gold", gold, found, 100*recall, said, 100*precision)
	if recall < 0.7 || precision < 0.7 {
		t.Errorf("recall %.2f and precision %.2f, want 0.70 of both", recall, precision)
	}
}
