package label

import (
	"fmt"
	"testing"
	"time"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestHostile shows that questions about many parameters, calls with many arguments, and calls that
// leave as many open, are read in a time that does not grow with the square of their number.
func TestHostile(t *testing.T) {
	const n, limit = 1 << 14, 2 * time.Second
	tool := domains.Tool{Name: "f"}
	lists := make([][]certainty.Question, 2)
	for i := range n {
		tool.Params = append(tool.Params, domains.Param{Name: fmt.Sprint("parameter ", i)})
		lists[i%2] = append(lists[i%2], certainty.Question{Tool: "f", Aspects: []string{fmt.Sprint("parameter ", n-1-i)}})
	}
	w := &work{sample: &dataset.Sample{Tools: []domains.Tool{tool}}}
	start := sharedtest.CPU()
	pooled := w.pool(lists)
	if took := sharedtest.CPU() - start; took > limit {
		t.Errorf("%d questions in %v", n, took)
	}
	for i := range pooled {
		if want := tool.Params[i].Name; pooled[i].Aspects[0] != want {
			t.Fatalf("question %d is about %s, want %s", i, pooled[i].Aspects[0], want)
		}
	}
	start = sharedtest.CPU()
	var all []string
	for i, known := 0, map[string]bool{}; i < 2*n; i++ {
		all = unite(all, []string{tool.Params[i/2].Name}, known)
	}
	if took := sharedtest.CPU() - start; took > limit || len(all) != n {
		t.Errorf("%d of %d names in %v", len(all), n, took)
	}
	w.sample.GoldMissing = all
	w.sets = map[string]domains.Set{"f": make(domains.Set, n)}
	args := make([]jsonvalue.Member, n)
	for i := range args {
		w.sets["f"][i].Name, args[i] = all[i], jsonvalue.Member{Key: all[n-1-i], Value: unknown}
	}
	start = sharedtest.CPU()
	for range 4 {
		w.gold()
		w.groundedCall(domains.Call{Name: "f", Arguments: jsonvalue.NewObject(args...)})
	}
	if took := sharedtest.CPU() - start; took > limit {
		t.Errorf("%d arguments in %v", n, took)
	}
}
