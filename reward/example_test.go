package reward_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/reward"
)

// The reward of one completion under the default profile.
func Example() {
	tool, _ := domains.ParseValue(`[{"name": "book", "parameters": {"type": "object",
		"properties": {"to": {"type": "string"}, "class": {"enum": ["first", "second"]}}, "required": ["to", "class"]}}]`)
	tools, _ := domains.ParseTools(tool)
	meant, _ := domains.ParseValue(`{"name": "book", "arguments": {"to": "Porto", "class": "<UNK>"}}`)
	calls, _ := domains.ParseCalls(meant)
	sample := &dataset.Sample{
		Messages:   []dataset.Message{{Role: "user", Content: "A ticket to Porto, please."}},
		Tools:      tools,
		Candidates: []dataset.Candidate{{Call: calls[0]}},
		Reference:  dataset.Reference{Action: "ASK"},
	}
	labels, _ := (&label.Labeler{}).Label(sample, nil) // the open parameters by the conversation (F12)

	profile, _ := reward.Load(reward.DefaultProfile)
	prepared, _ := profile.Prepare(sample, nil, &labels)
	got := prepared.Score(reward.Input{Completion: `<reasoning>
The class is open.
</reasoning>
<answer>
<ASK><TOOLCALL>[{"name": "book", "arguments": {"to": "Porto", "class": "<UNK>"}}]</TOOLCALL>
<question>First or second class?</question></ASK>
</answer>
`})

	fmt.Println(got.Reward, got.Action, got.Notes)
	for i, name := range profile.Components() {
		fmt.Println(name, got.Components[i])
	}
	// Output:
	// 3 ASK []
	// form 0.5
	// tool 0.5
	// cls 2
	// certainty 1
	// slot 1
}

// A group of completions of one prompt, as GRPO compares them.
func ExampleAdvantages() {
	rewards := []float64{4, 3, 0, 3}
	scored := []bool{true, true, false, true} // the third has no reward
	for _, a := range reward.Advantages(rewards, scored, reward.AdvantageStd) {
		fmt.Printf("%.3f ", a)
	}
	// Output: 1.155 -0.577 NaN -0.577
}

// The reasons for the points that a completion lost.
func ExamplePrepared_Explain() {
	ex := configs.Examples()[0]
	r, err := reader.Open(context.Background(), "-", reader.Options{Stdin: bytes.NewReader(ex.Data)})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	raw, _ := r.Next()
	profile, _ := reward.Load(reward.DefaultProfile)
	prepared, _ := profile.Prepare(r.Decode(raw).Sample, nil, nil)
	e := prepared.Explain(reward.Input{Completion: "<reasoning>Nothing to do.</reasoning><answer><DIRECTLY>It is done.</DIRECTLY></answer>"})
	for _, l := range e.Lost {
		fmt.Println(l.Cause, l.Points)
	}
	// Output:
	// class 2.5
}
