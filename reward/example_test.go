package reward_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/reward"
)

// The reward of one completion, in ten lines.
func Example() {
	tool, _ := domains.ParseValue(`[{"name": "book", "parameters": {"type": "object",
		"properties": {"to": {"type": "string"}, "class": {"enum": ["first", "second"]}}, "required": ["to", "class"]}}]`)
	tools, _ := domains.ParseTools(tool)
	sample := &dataset.Sample{Tools: tools, Reference: dataset.Reference{Action: "ASK"}}

	profile, _ := reward.Load("certainty")
	prepared, _ := profile.Prepare(sample, nil, nil)
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
	// fmt_xml 0.5
	// fmt_soft 0.5
	// fmt_strict 0.5
	// tool 0.5
	// cls 2
	// certainty 0.5
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

// Where the points of a completion went.
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
	e := prepared.Explain(reward.Input{Completion: "<answer><DIRECTLY>It is done.</DIRECTLY></answer>"})
	for _, l := range e.Lost {
		fmt.Println(l.Cause, l.Points)
	}
	// Output:
	// parse 1.5
	// class 2
}
