package certainty_test

import (
	"fmt"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
)

// The value of asking for the cabin of a flight if nothing else is missing.
func Example() {
	schema, _ := domains.ParseValue(`[{"name": "book", "parameters": {"type": "object", "properties":
		{"to": {"type": "string"}, "cabin": {"enum": ["economy", "business"]}}, "required": ["to", "cabin"]}}]`)
	args, _ := domains.ParseValue(`{"to": "Oslo", "cabin": "<UNK>"}`)
	tools, _ := domains.ParseTools(schema)
	cands := []certainty.Candidate{{Call: domains.Call{Name: "book", Arguments: args}}}
	belief, _ := certainty.NewBelief(tools, nil, cands, certainty.Options{})
	fmt.Println(belief.VNow(), belief.EVPI("book", []string{"cabin"}))
	// Output: 0.5 0.5
}

func ExampleDecide() {
	schema, _ := domains.ParseValue(`[{"name": "book", "parameters": {"type": "object", "properties":
		{"to": {"type": "string"}, "cabin": {"enum": ["economy", "business"]}}, "required": ["to", "cabin"]}}]`)
	tools, _ := domains.ParseTools(schema)
	args, _ := domains.ParseValue(`{"to": "Oslo"}`)
	cands := []certainty.Candidate{{Call: domains.Call{Name: "book", Arguments: args}}}
	belief, _ := certainty.NewBelief(tools, nil, cands, certainty.Options{})

	decision := certainty.Decide(belief, certainty.DefaultPolicy(), nil, 0)
	fmt.Println(decision.Action, decision.Best.Aspects)

	economy, _ := domains.ParseValue(`"economy"`)
	belief, _ = belief.Update(certainty.Answer{Tool: "book", Values: []certainty.Argument{{Name: "cabin", Value: economy}}})
	decision = certainty.Decide(belief, certainty.DefaultPolicy(), nil, 1)
	fmt.Println(decision.Action, belief.Call(belief.Best()).Arguments.JSON())
	// Output:
	// ask [cabin]
	// call {"to":"Oslo","cabin":"economy"}
}
