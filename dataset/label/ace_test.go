package label_test

import (
	"slices"
	"testing"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset/label"
)

// What the readings leave open is held against what ACEBench says is missing of its
// incomplete rows: of the gold parameters 70% are to be found, and of what is said to
// be missing 70% is to be gold.
func TestMissingOfACEBench(t *testing.T) {
	found, gold, said := 0, 0, 0
	for _, s := range readSamples(t, "data", "acebench", "data_special_incomplete.json.gz") {
		if len(s.GoldMissing) == 0 {
			continue
		}
		sets := annotate(t, s)
		r := grounding.Read(label.Input(s, sets))
		// The tool that is meant is the gold's, whatever the belief makes of rivals.
		for i := range s.Tools {
			tool := &s.Tools[i]
			if !slices.ContainsFunc(s.GoldMissing, func(name string) bool { return tool.Param(name) != nil }) {
				continue
			}
			for k := range tool.Params {
				p := &tool.Params[k]
				isGold := slices.Contains(s.GoldMissing, p.Name)
				if isGold {
					gold++
				}
				if _, given := r.Given(tool.Name, p.Name); !given && (p.Required || isGold) {
					said++
					if isGold {
						found++
					}
				}
			}
			break
		}
	}
	// Asked for, what the source says is missing is what the labels say.
	for _, s := range readSamples(t, "data", "acebench", "data_special_incomplete.json.gz") {
		l, err := (&label.Labeler{Sources: []label.Source{label.Gold}}).Label(s, annotate(t, s))
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
