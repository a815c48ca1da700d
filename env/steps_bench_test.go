package env_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/agent"
	"github.com/voi-rl/voi/env/tasks"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// BenchmarkSteps is a rewarded step of tasks from real rows, played by the oracle and by
// an agent that asks for everything. It reports the mean and the slowest percentile (E5
// requires less than a millisecond at p99).
func BenchmarkSteps(b *testing.B) {
	for _, file := range []string{"when2call/dev.jsonl", "bfcl/BFCL_v4_live_simple.json.gz", "bfcl/BFCL_v4_live_multiple.json.gz", "bfcl/multi_turn/BFCL_v4_multi_turn_miss_param.json.gz"} {
		b.Run(file[strings.LastIndexByte(file, '/')+1:], func(b *testing.B) {
			e := sharedtest.Need(env.New(env.Options{}))(b)
			m := &tasks.Maker{Env: e, Seed: 1}
			var ready []*env.Prepared
			for g, err := range tasks.Groups(b.Context(), sharedtest.Shared(b, "data/"+file), reader.Options{}) {
				sharedtest.OK(b, err)
				made, _ := m.Make(g)
				for _, task := range made {
					ready = append(ready, sharedtest.Need(e.Prepare(task))(b))
				}
				if len(ready) >= 200 {
					break
				}
			}
			agents := []agent.Agent{}
			for _, name := range []string{"oracle", "ask-all"} {
				agents = append(agents, sharedtest.Need(agent.New(name, agent.Options{Policy: certainty.DefaultPolicy()}))(b))
			}
			defer runtime.KeepAlive(make([]byte, 48<<20)) // never touched: voi serve keeps as much, so that a small heap is not collected all the time
			var took []time.Duration
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				for _, a := range agents {
					ep, _, err := ready[i%len(ready)].Reset(b.Context(), uint64(i))
					sharedtest.OK(b, err)
					for player := a.Meet(ep, uint64(i)); !ep.Done(); {
						v := sharedtest.Need(player.Act(b.Context()))(b)
						began := time.Now()
						_, err := ep.Step(b.Context(), v)
						took = append(took, time.Since(began))
						sharedtest.OK(b, err)
					}
				}
			}
			slices.Sort(took)
			for _, p := range []int{50, 99} {
				b.ReportMetric(float64(took[len(took)*p/100])/1e6, "ms-p"+string(rune('0'+p/10))+string(rune('0'+p%10)))
			}
		})
	}
}
