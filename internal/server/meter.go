package server

import (
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// meter counts what the server does.
type meter struct {
	requests atomic.Int64 // answered, whatever with, but for failed ones
	decided  atomic.Int64 // items of decide
	read     atomic.Int64 // items of read
	rewards  atomic.Int64 // items scored
	unscored atomic.Int64 // items that have an error in place of a reward
	queued   atomic.Int64 // requests read and not answered
	held     atomic.Int64 // bytes of requests and replies held
	refused  atomic.Int64 // HTTP requests over the limit
	conns    atomic.Int64 // HTTP connections
	evicted  atomic.Int64 // ... closed to make room

	reloads       atomic.Int64 // of the samples
	reloadsFailed atomic.Int64 // ... that left the old ones

	latency histogram

	mu       sync.Mutex
	requestE map[string]int64 // failed requests by code
	itemE    map[string]int64 // unscored items by code
	actions  map[string]int64 // scored items by action
}

func newMeter() *meter {
	return &meter{requestE: map[string]int64{}, itemE: map[string]int64{}, actions: map[string]int64{}}
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

// counts returns a copy of a map of counts with its keys sorted.
func (m *meter) counts(of map[string]int64) (keys []string, n []int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for k := range of {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		n = append(n, of[k])
	}
	return keys, n
}

// appendStats appends the reply to the op stats.
func (c *Core) appendStats(dst []byte, id string) []byte {
	m := c.meter
	cache := c.scorers.stats()
	dst = append(append(append(dst, `{"op":"stats","id":`...), id...), ',')
	for _, f := range []struct {
		key string
		n   int64
	}{
		{"requests", m.requests.Load()}, {"items_scored", m.rewards.Load()}, {"items_unscored", m.unscored.Load()},
		{"items_decided", m.decided.Load()}, {"items_read", m.read.Load()}, {"queue_depth", m.queued.Load()}, {"inflight_bytes", m.held.Load()},
	} {
		dst = appendCount(dst, f.key, f.n)
		dst = append(dst, ',')
	}
	dst = append(dst, `"latency_ms":{"p50":`...)
	dst = jsonvalue.AppendFloat(dst, milliseconds(m.latency.quantile(0.5)))
	dst = jsonvalue.AppendFloat(append(dst, `,"p99":`...), milliseconds(m.latency.quantile(0.99)))
	dst = jsonvalue.AppendFloat(append(dst, `,"max":`...), milliseconds(time.Duration(m.latency.max.Load())))
	dst = m.appendCounts(append(dst, `},"errors":`...), m.requestE)
	dst = m.appendCounts(append(dst, `,"item_errors":`...), m.itemE)
	dst = m.appendCounts(append(dst, `,"actions":`...), m.actions)
	dst = appendCount(append(dst, `,"prepared":{`...), "samples", cache.Entries)
	dst = appendCount(append(dst, ','), "bytes", cache.Bytes)
	dst = appendCount(append(dst, ','), "hits", cache.Hits)
	dst = appendCount(append(dst, ','), "misses", cache.Misses)
	dst = appendCount(append(dst, `},"reloads":{`...), "done", m.reloads.Load())
	dst = appendCount(append(dst, ','), "failed", m.reloadsFailed.Load())
	return append(dst, "}}"...)
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func appendCount(dst []byte, key string, n int64) []byte {
	dst = append(jsonvalue.AppendString(dst, key), ':')
	return jsonvalue.AppendFloat(dst, float64(n))
}

func (m *meter) appendCounts(dst []byte, of map[string]int64) []byte {
	keys, n := m.counts(of)
	dst = append(dst, '{')
	for i, k := range keys {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendCount(dst, k, n[i])
	}
	return append(dst, '}')
}
