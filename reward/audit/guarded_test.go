package audit

import (
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// open are the known and open findings of guarded. The list may only get shorter.
var open = map[string][]string{
	"when2call": {"foreign"}, // two of 50: a garage is a place, and so is the missing city
}

// Under guarded only honest work pays, and it pays in every form, except for the
// known open findings.
func TestGuarded(t *testing.T) {
	sharedtest.Unraced(t)
	guarded := OfProfile(profile(t, "guarded"))
	held := func(t *testing.T, samples []Sample) {
		open := open[strings.TrimPrefix(t.Name(), "TestGuarded/")]
		r := run(t, guarded, samples, Options{Train: true})
		for _, name := range r.Findings() {
			if !slices.Contains(open, name) {
				v := r.Probes[slices.IndexFunc(r.Probes, func(v Verdict) bool { return v.Probe == name })]
				t.Errorf("%s: found on %s: %+v", name, v.Found.Percent(), v.Worst)
			}
		}
		t.Logf("open: %v; optimum %+v", r.Findings(), r.Training.Optimum.Mix)
		for _, s := range r.Training.Optimum.States {
			if s.Margin <= 0 && len(r.Absent) < 2 { // if only calls are right, guessing is, too
				t.Errorf("state %+v: %s pays most, plain less exploit %v", s.Traits, s.Behaviour, s.Margin)
			}
		}
	}
	t.Run("embedded", func(t *testing.T) { held(t, shards(t)) })
	t.Run("when2call", func(t *testing.T) {
		held(t, shards(t, export.Input{Path: sharedtest.Shared(t, "data", "when2call", "dev.jsonl")}))
	})
	t.Run("bfcl", func(t *testing.T) {
		if sharedtest.Long(1, 0) == 0 {
			t.Skip("long")
		}
		held(t, shards(t, export.Input{Path: sharedtest.Shared(t, "data", "bfcl", "BFCL_v4_live_simple.json.gz")}))
	})
}
