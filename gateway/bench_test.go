package gateway

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// overheadBody is a request of 8 KB.
func overheadBody() string {
	talk := strings.Repeat(`{"role":"user","content":"I am thinking about the trip to the coast with my family next summer."},{"role":"assistant","content":"That sounds lovely, tell me more about what you want."},`, 45)
	return `{"messages":[` + talk + `{"role":"user","content":"Book a hotel in Porto for 3 nights."}],"tools":` + bookTools + `}`
}

const overheadReply = `{"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","function":{"name":"book_hotel","arguments":"{\"hotel_id\":\"Porto\",\"nights\":3,\"board\":\"full\"}"}}]},"finish_reason":"tool_calls"}]}`

// BenchmarkConcurrent measures the cost of deciding on requests of 8 KB with 1,000 in
// flight: 300 a second, and a model that takes 3.3 seconds.
func BenchmarkConcurrent(b *testing.B) {
	const inFlight, perSecond = 1000, 300
	body, reply := overheadBody(), overheadReply
	for _, policy := range []string{"pass", "guard", "sage", "guard,nod"} {
		b.Run(policy, func(b *testing.B) {
			o := plainOptions(b)
			wait := time.Duration(inFlight) * time.Second / perSecond
			o.Upstream = &Upstream{url: "http://x", http: doer(func(r *http.Request) (*http.Response, error) {
				began := time.Now()
				time.Sleep(wait)
				r.Context().Value(sleptKey{}).(*atomic.Int64).Add(int64(time.Since(began)))
				return answers(func() string { return reply }).Do(r)
			})}
			g := sharedtest.Need(New(sharedtest.Need(ParseChain(policy, &o))(b), o))(b)
			var all []float64
			var mu sync.Mutex
			var wg sync.WaitGroup
			n := max(b.N, 3*inFlight)
			tick := time.NewTicker(time.Second / perSecond)
			defer tick.Stop()
			for i := range n {
				<-tick.C
				wg.Go(func() {
					var slept atomic.Int64
					began := time.Now()
					if status, text := g.Reply(context.WithValue(context.Background(), sleptKey{}, &slept), strings.Replace(body, "Porto", fmt.Sprintf("Porto %d", i), 1)); status != http.StatusOK {
						b.Error(text)
					}
					over := time.Since(began) - time.Duration(slept.Load())
					mu.Lock()
					all = append(all, over.Seconds()*1000)
					mu.Unlock()
				})
			}
			wg.Wait()
			slices.Sort(all)
			b.ReportMetric(all[len(all)/2], "ms-p50")
			b.ReportMetric(all[len(all)*99/100], "ms-p99")
		})
	}
}

type sleptKey struct{}
