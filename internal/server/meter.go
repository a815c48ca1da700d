package server

import (
	"maps"
	"sync"
	"sync/atomic"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// meter counts the server's work.
type meter struct {
	requests atomic.Int64 // answered without an error
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

// counts returns a copy of a map of counts. The keys in least are there from the start,
// with 0: Prometheus computes no rate from the first value of a new counter.
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
	took := m.latency.milliseconds()
	stats := jsonvalue.ObjectOf(
		"requests", m.requests.Load(),
		"items_scored", m.rewards.Load(),
		"items_unscored", m.unscored.Load(),
		"items_decided", m.decided.Load(),
		"items_read", m.read.Load(),
		"trajectories_scored", m.runs.Load(),
		"queue_depth", m.queued.Load(),
		"inflight_bytes", m.held.Load(),
		"latency_ms", jsonvalue.ObjectOf("p50", took[0], "p99", took[1], "max", took[2]),
		"errors", m.counts(m.requestE),
		"item_errors", m.counts(m.itemE),
		"actions", m.counts(m.actions),
		"prepared", jsonvalue.ObjectOf("samples", cache.Entries, "bytes", cache.Bytes, "hits", cache.Hits, "misses", cache.Misses),
		"episodes", jsonvalue.ObjectOf("open", e.Open, "ended", e.Ended, "bytes", e.Bytes, "resets", e.Resets, "steps", e.Steps, "evicted", e.Evicted),
	)
	if c.Reader != nil {
		stats = stats.With("reader", c.Reader())
	}
	dst = append(append(append(dst, `{"op":"stats","id":`...), id...), ',')
	return append(dst, stats.JSON()[1:]...)
}
