package export_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/dataset/label"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/export"
)

const row = `{"question":"Book a table at Lotus","correct_answer":"request_for_info","held_out_param":"day",` +
	`"tools":["{\"name\":\"book\",\"parameters\":{\"type\":\"dict\",\"properties\":{\"place\":{\"type\":\"string\"},\"day\":{\"enum\":[\"Friday\",\"Saturday\"]}},\"required\":[\"place\",\"day\"]}}"],` +
	`"answers":{"tool_call":"{\"name\":\"book\",\"arguments\":{\"place\":\"Lotus\",\"day\":\"Friday\"}}","request_for_info":"For which day?"}}`

// The pipeline of the README, step by step, on one sample. Build does the same for a
// million samples.
func Example() {
	ctx := context.Background()

	// 1. Read a sample, in the format of its source.
	r, err := reader.Open(ctx, "-", reader.Options{Stdin: strings.NewReader(row)})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	raw, err := r.Next()
	if err != nil {
		log.Fatal(err)
	}
	sample := r.Decode(raw).Sample
	fmt.Printf("1 read      %q\n", sample.Messages[0].Content)

	// 2. Classify: the source labels this sample; its text alone would give the same class.
	fmt.Printf("2 classify  %s, by its text %s\n", sample.Reference.Action, completion.Classify(sample.Reference.Question).Action)

	// 3. Annotate: which values can each parameter take (F1)?
	book := &sample.Tools[0]
	set, err := domains.SchemaAnnotator{}.Annotate(ctx, book)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range set {
		fmt.Printf("3 annotate  %s: %s, n = %g\n", p.Name, p.Domain.Type, p.Domain.N(certainty.Options{}.Epsilon))
	}

	// 4. Believe: the call without the unstated value (F3, F5, F6, F7).
	sets := map[string]domains.Set{book.Name: set}
	unknown, err := domains.ParseValue(`"` + certainty.Unknown + `"`)
	if err != nil {
		log.Fatal(err)
	}
	call := sample.HeldOutCall[0]
	call.Arguments = call.Arguments.With("day", unknown)
	belief, err := certainty.NewBelief(sample.Tools, sets, []certainty.Candidate{{Call: call}}, certainty.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("4 believe   v_now %g, EVPI(day) %g\n", belief.VNow(), belief.EVPI("book", []string{"day"}))

	// 5. Label (F12), and export.
	labels, err := (&label.Labeler{}).Label(sample, sets)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("5 label     %s %s, belief from %s\n", labels.Action, labels.BestQuestion, labels.Source)

	dir, err := os.MkdirTemp("", "voi-example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	sum, err := export.Build(ctx, export.BuildOptions{Inputs: []export.Input{{Name: "row", Data: []byte(row)}}, Out: filepath.Join(dir, "data")})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("5 export    %d row, %d rejected\n", sum.Rows, sum.Rejected)

	// Output:
	// 1 read      "Book a table at Lotus"
	// 2 classify  ASK, by its text ASK
	// 3 annotate  place: string, n = 10000
	// 3 annotate  day: finite, n = 2
	// 4 believe   v_now 0.5, EVPI(day) 0.5
	// 5 label     ask book.day, belief from held_out
	// 5 export    1 row, 0 rejected
}
