package reward

import (
	"bytes"
	"math"
	"testing"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The vectors of F8 to F10, made by another implementation, agree within 1e-9.
func TestVectors(t *testing.T) {
	lines := bytes.Split(bytes.TrimSpace(unzip(t, "vectors", "reward.jsonl.gz")), []byte("\n"))
	samples := map[string]*dataset.Sample{}
	for _, s := range shared(t, "data", "when2call", "dev.jsonl") {
		samples[s.ID] = s
	}
	profiles := map[string]*Profile{}
	for _, name := range paperNames() {
		profiles[name] = builtin(t, name)
	}
	compared := 0
	for _, line := range lines {
		compared += checkVector(t, value(t, string(line)), samples, profiles)
	}
	if want := 2500 * len(profiles); compared < want {
		t.Errorf("%d rewards compared, want %d", compared, want)
	}
}

func checkVector(t *testing.T, v domains.Value, samples map[string]*dataset.Sample, profiles map[string]*Profile) (compared int) {
	t.Helper()
	id := v.Field("id").Str()
	known := samples[v.Field("sample").Str()]
	if known == nil {
		t.Fatalf("%s: no sample %s", id, v.Field("sample").Str())
	}
	s := *known
	var err error
	if s.Reference, err = dataset.ParseReference(v.Field("reference")); err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	sets := map[string]domains.Set{}
	for _, m := range v.Field("domains").Members() {
		if sets[m.Key], err = domains.ParseSet(m.Value); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
	}
	in := Input{Completion: v.Field("completion").Str()}
	if messages := v.Field("completion"); messages.Kind() == jsonvalue.Array {
		in.Messages = &messages
	}
	for _, m := range v.Field("rewards").Members() {
		p := profiles[m.Key]
		if p == nil {
			t.Fatalf("%s: no profile %s", id, m.Key)
		}
		got := prepare(t, p, &s, sets).Score(in)
		if got.Err != nil {
			t.Fatalf("%s: %v", id, got.Err)
		}
		if want := v.Field("action").Str(); string(got.Action) != want {
			t.Errorf("%s: action %q, want %q", id, got.Action, want)
		}
		if want, _ := m.Value.Float(); !(math.Abs(got.Reward-want) <= 1e-9) {
			t.Errorf("%s: %s gives %v, want %v", id, m.Key, got.Reward, want)
		}
		compared++
		if m.Key == "paper" {
			continue // the vector's certainty is that of the other three profiles
		}
		for i, name := range p.Components() {
			if want, ok := v.Field("components").Field(name).Float(); !ok || !(math.Abs(got.Components[i]-want) <= 1e-9) {
				t.Errorf("%s: %s is %v, want %v (%v)", id, name, got.Components[i], want, v.Field("completion").JSON())
			}
		}
	}
	return compared
}
