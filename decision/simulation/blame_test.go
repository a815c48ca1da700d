package simulation

import (
	"testing"

	"github.com/voi-rl/voi/decision"
)

// A failed run with one broken component is attributed to that component's part: the
// estimator is a signal; asking, answering and booking are execution; a user who does
// not know is the environment.
func TestBlame(t *testing.T) {
	parts := map[string]decision.Part{
		"estimator": decision.PartSignal, "question": decision.PartExecution, "question-half": decision.PartExecution, "user": decision.PartExecution,
		"executor": decision.PartExecution, "policy": decision.PartPolicy, "unknown": decision.PartEnvironment,
	}
	right, failed := 0, 0
	for _, f := range DefaultFaults() {
		got := map[decision.Part]int{}
		for _, scenario := range (Calendar{}).Scenarios() {
			for seed := range uint64(300) {
				e := WithFault(f, scenario, seed)
				if e.Success {
					continue
				}
				part := decision.Part("none")
				if b := e.Blame(); b != nil {
					part = b.Part
				}
				failed++
				got[part]++
				if part == parts[f.Name] {
					right++
				}
			}
		}
		t.Logf("%-14s %v", f.Name, got)
		if len(got) == 0 {
			t.Errorf("%s never makes a run fail", f.Name)
		}
	}
	if 100*right < 99*failed {
		t.Errorf("%d of %d failures are blamed on the part that was broken", right, failed)
	}
	for _, scenario := range []string{"S2", "S4", "S5"} {
		for _, controller := range (Graph{}).Controllers() {
			for seed := range uint64(300) {
				e := Graph{}.Run(scenario, controller, seed)
				b := e.Blame()
				switch {
				case e.Success != (b == nil):
					t.Fatalf("%s %s %d: success %t, blame %+v", scenario, controller, seed, e.Success, b)
				case b == nil:
				case controller == "retry" && b.Part != decision.PartPolicy, controller == "dc" && (b.Part != decision.PartSignal || b.Signal != "p_corr"):
					t.Fatalf("%s %s %d is blamed on %+v", scenario, controller, seed, b)
				}
			}
		}
	}
}
