package gateway

import (
	"runtime"
	"strings"
	"testing"

	"github.com/voi-rl/voi/configs"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// The cache of models' answers holds the bytes that it counts.
func TestAnswersTakeWhatTheyCount(t *testing.T) {
	sharedtest.Unraced(t)
	o := plainOptions(t)
	o.Upstream = &Upstream{url: "http://x/v1", http: answers(func() string {
		return `{"choices":[{"message":{"content":"{\"vote\":0}"}}],"more":[0` + strings.Repeat(",0", 300_000) + `]}`
	})}
	g := sharedtest.Need(New(sharedtest.Need(ParseChain("pass", &o))(t), o))(t)
	inUse := func() int64 {
		runtime.GC()
		runtime.GC() // pools are emptied at the second collection
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := inUse()
	for i := range 5 {
		m := &Model{g: g, calls: 1, tokens: 1 << 40}
		role := sharedtest.Need(m.role(nil))(t)
		sharedtest.Need(role.Role("vote", configs.VotePrompt(), tokensReview, nil, "vote").Ask(t.Context(), "", jsonvalue.ObjectOf("options", i)))(t)
	}
	held, counted := inUse()-before, g.answers.Stats()
	if runtime.KeepAlive(g); counted.Entries != 5 || held > 3*counted.Bytes {
		t.Errorf("%d answers take %d bytes, and count as %d", counted.Entries, held, counted.Bytes)
	}
}
