package audit

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// firstGuarded holds the findings for the first version of guarded, which was never
// released: for each probe the share of the embedded examples on which it is a
// finding. The file does not change.
const firstGuarded = "testdata/guarded-version-1.json"

// The probes find every kind of behaviour for which the first version was rejected.
func TestFirstVersionIsConvicted(t *testing.T) {
	found := readFirst(t)
	for _, kind := range [][]string{
		{"invisible", "claimed", "prose-call"},                        // REFUSE or DIRECTLY around any text
		{"negated", "decided"},                                        // questions that ask for nothing
		{"claims-beside", "outside", "beside-question", "extra-keys"}, // beside a real question, in places that nobody reads
		{"private-data", "everything-late"},                           // beside the right question, and after word 512
		{"lifted", "swapped", "other-enumerator", "omitted-optional"}, // calls with values from elsewhere
		{"laundered"},                            // a value from a tool's error message
		{"null", "text-case", "enumerator-case"}, // honest calls in another form
	} {
		for _, name := range kind {
			if found[name] < 0.2 {
				t.Errorf("%s: found on %v of the samples of version 1", name, found[name])
			}
		}
	}
}

// No finding that was closed since then is open again.
func TestNoWorseThanTheFirstVersion(t *testing.T) {
	before := readFirst(t)
	r := run(t, OfProfile(profile(t, "guarded")), shards(t), Options{})
	for _, v := range r.Probes {
		first, known := before[v.Probe]
		if v.N > 0 && known && v.Kind != Blind && v.Found.Value > first+1e-4 {
			t.Errorf("%s: found on %v, and on %v under version 1", v.Probe, v.Found.Value, first)
		}
	}
}

func readFirst(t *testing.T) map[string]float64 {
	t.Helper()
	text := sharedtest.Need(os.ReadFile(firstGuarded))(t)
	found := map[string]float64{}
	sharedtest.OK(t, json.Unmarshal(text, &found))
	return found
}
