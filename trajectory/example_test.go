package trajectory_test

import (
	"fmt"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/trajectory"
)

// A run that renewed the right book, and another one that nobody asked for.
func Example() {
	run, _ := domains.ParseValue(`{"trajectory_id": "r1", "messages": [
		{"role": "user", "content": "Renew The Hobbit for me."},
		{"role": "assistant", "tool_calls": [{"id": "a", "name": "renew", "arguments": {"book": "The Hobbit"}}]},
		{"role": "tool", "tool_call_id": "a", "content": "done"},
		{"role": "assistant", "tool_calls": [{"id": "b", "name": "renew", "arguments": {"book": "Emma"}}]},
		{"role": "tool", "tool_call_id": "b", "content": "done"}],
		"reference": {"actions": [{"name": "renew", "arguments": {"book": "The Hobbit"}}]}, "outcome": 0}`)
	config, _ := domains.ParseValue(`{"critical": ["renew"], "read_only": ["search"]}`)

	t, _ := trajectory.Parse(run)
	critical, _ := trajectory.NewCritical(config)
	counter, _ := trajectory.NewCounter(critical, domains.Value{})
	n := counter.Tally(t)
	fmt.Printf("CAP %.2f, CAR %.2f\n", *n.CAP, *n.CAR)
	// Output: CAP 0.50, CAR 1.00
}
