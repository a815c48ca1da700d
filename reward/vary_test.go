package reward

import (
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// WithEpsilon gives the same profile as a text with that epsilon.
func TestWithEpsilon(t *testing.T) {
	for _, name := range Names() {
		p := sharedtest.Need(Load(name))(t)
		got := sharedtest.Need(p.WithEpsilon(1e-3))(t)
		want := sharedtest.Need(Parse("mine", []byte("extends: "+name+"\nrules: {epsilon: 1e-3}\n")))(t)
		if got.SHA256() != want.SHA256() || got.SHA256() == p.SHA256() {
			t.Errorf("%s: hash %.12s, want %.12s and not %.12s", name, got.SHA256(), want.SHA256(), p.SHA256())
		}
		for _, bad := range []float64{0, -1, 2, 1e-310} {
			if _, err := p.WithEpsilon(bad); err == nil {
				t.Errorf("%s: epsilon %v is taken", name, bad)
			}
		}
	}
}
