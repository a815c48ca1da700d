package reader_test

import (
	"context"
	"fmt"
	"strings"

	rows "github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/trajectory/reader"
)

// A log of thoughts and actions, and a row that is no run.
func Example() {
	const file = `{"id": "q1", "reward": 1, "traj": "Question: Who wrote Emma?\nThought: look it up\nAction: search[Emma]\nObservation: A novel by Jane Austen."}
{"id": "q2"}`
	in, err := reader.Open(context.Background(), "-", rows.Options{Stdin: strings.NewReader(file)})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer in.Close()
	for raw, err := range in.All() {
		if err != nil {
			fmt.Println(err)
			return
		}
		record := in.Decode(raw)
		for _, run := range record.Runs {
			fmt.Println(run.ID, run.Source, len(run.Messages), "messages, outcome", *run.Outcome)
		}
		if r := record.Rejection; r != nil {
			fmt.Println("line", r.Line, r.Code)
		}
	}
	// Output:
	// q1 react 3 messages, outcome 1
	// line 2 unknown_format
}
