package gateway

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// BenchmarkOverhead decides on requests of 8 KB whose model answers at once.
func BenchmarkOverhead(b *testing.B) {
	talk := strings.Repeat(`{"role":"user","content":"I am thinking about the trip to the coast with my family next summer."},{"role":"assistant","content":"That sounds lovely, tell me more about what you want."},`, 45)
	body := `{"messages":[` + talk + `{"role":"user","content":"Book a hotel in Porto for 3 nights."}],"tools":` + bookTools + `}`
	reply := `{"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","function":{"name":"book_hotel","arguments":"{\"hotel_id\":\"Porto\",\"nights\":3,\"board\":\"full\"}"}}]},"finish_reason":"tool_calls"}]}`
	for _, policy := range []string{"pass", "guard", "guard,nod"} {
		b.Run(policy, func(b *testing.B) {
			o := plainOptions(b)
			o.Upstream = &Upstream{url: "http://x", http: answers(func() string { return reply })}
			g := sharedtest.Need(New(sharedtest.Need(ParseChain(policy, &o))(b), o))(b)
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				if status, text := g.Reply(context.Background(), body); status != http.StatusOK {
					b.Fatal(text)
				}
			}
		})
	}
}
