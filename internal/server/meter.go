package server

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// meter counts what the server does.
type meter struct {
	requests atomic.Int64 // answered, whatever with, but for failed ones
	decided  atomic.Int64 // items of decide
	read     atomic.Int64 // items of read
	runs     atomic.Int64 // recorded runs scored
	rewards  atomic.Int64 // items scored
	unscored atomic.Int64 // items that have an error in place of a reward
	queued   atomic.Int64 // requests read and not answered
	held     atomic.Int64 // bytes of requests and replies held
	refused  atomic.Int64 // HTTP requests over the limit
	conns    atomic.Int64 // HTTP connections
	evicted  atomic.Int64 // ... closed to make room

	latency latency

	mu       sync.Mutex
	requestE map[string]int64 // failed requests by code
	itemE    map[string]int64 // unscored items by code
	actions  map[string]int64 // scored items by action
}

func newMeter() *meter {
	return &meter{latency: newLatency(), requestE: map[string]int64{}, itemE: map[string]int64{}, actions: map[string]int64{}}
}

func (m *meter) failed(err *item.Error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requestE[err.Code]++
}

func (m *meter) scored(b *item.Batch) {
	m.mu.Lock()
	defer m.mu.Unlock()
	failed := int64(0)
	for i := range b.Len() {
		o := b.Outcome(i)
		if o.Err != nil {
			m.itemE[o.Err.Code]++
			failed++
			continue
		}
		m.actions[string(o.Action)]++
	}
	m.unscored.Add(failed)
	m.rewards.Add(int64(b.Len()) - failed)
}

// counts returns a copy of a map of counts, in which some are there from the start: the
// first step of a counter that was not there is no rate.
func (m *meter) counts(of map[string]int64, least ...string) map[string]int64 {
	out := make(map[string]int64, len(least))
	for _, key := range least {
		out[key] = 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.Copy(out, of)
	return out
}

// appendStats appends the reply to the op stats.
func (c *Core) appendStats(dst []byte, id string) []byte {
	m, cache, e := c.meter, c.Scorer.Stats(), c.episodes()
	count := func(key string, n int64) jsonvalue.Member {
		return jsonvalue.Member{Key: key, Value: jsonvalue.NewInt(n)}
	}
	counts := func(key string, of map[string]int64) jsonvalue.Member {
		var members []jsonvalue.Member
		of = m.counts(of)
		for _, k := range slices.Sorted(maps.Keys(of)) {
			members = append(members, count(k, of[k]))
		}
		return jsonvalue.Member{Key: key, Value: jsonvalue.NewObject(members...)}
	}
	var took []jsonvalue.Member
	for i, ms := range m.latency.milliseconds() {
		took = append(took, jsonvalue.Member{Key: []string{"p50", "p99", "max"}[i], Value: jsonvalue.NewFloat(ms)})
	}
	stats := jsonvalue.NewObject(
		count("requests", m.requests.Load()), count("items_scored", m.rewards.Load()), count("items_unscored", m.unscored.Load()),
		count("items_decided", m.decided.Load()), count("items_read", m.read.Load()), count("trajectories_scored", m.runs.Load()),
		count("queue_depth", m.queued.Load()), count("inflight_bytes", m.held.Load()),
		jsonvalue.Member{Key: "latency_ms", Value: jsonvalue.NewObject(took...)},
		counts("errors", m.requestE), counts("item_errors", m.itemE), counts("actions", m.actions),
		jsonvalue.Member{Key: "prepared", Value: jsonvalue.NewObject(
			count("samples", cache.Entries), count("bytes", cache.Bytes), count("hits", cache.Hits), count("misses", cache.Misses))},
		jsonvalue.Member{Key: "episodes", Value: jsonvalue.NewObject(
			count("open", e.Open), count("ended", e.Ended), count("bytes", e.Bytes), count("resets", e.Resets), count("steps", e.Steps), count("evicted", e.Evicted))},
	)
	dst = append(append(append(dst, `{"op":"stats","id":`...), id...), ',')
	return append(dst, stats.JSON()[1:]...)
}
