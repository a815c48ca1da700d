package decision_test

import (
	"fmt"

	"github.com/voi-rl/voi/decision"
)

// A policy decides on stored signals. With another threshold it decides on the same
// signals, and is another policy.
func ExampleRules_With() {
	stored := decision.NewSignals(map[string]float64{"p_dense": 0.9, "p_llm": 0.7})
	policy := decision.Mixed("p_dense", "p_llm", 0.4, 0.8)
	lenient, err := policy.With("tau", 0.7)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range []*decision.Rules{policy, lenient} {
		action, err := decision.Decide(p, []string{decision.Stop, decision.Expand}, stored)
		fmt.Println(p.Identity().Name, p.Params(), action, err)
	}
	fmt.Println(policy.Identity().SHA256 == lenient.Identity().SHA256)
	// Output:
	// mixed-threshold [{alpha 0.4} {tau 0.8}] expand <nil>
	// mixed-threshold [{alpha 0.4} {tau 0.7}] stop <nil>
	// false
}
