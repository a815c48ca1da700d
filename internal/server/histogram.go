package server

import (
	"math"
	"math/bits"
	"sync/atomic"
	"time"
)

// histogram counts durations in buckets that grow by an eighth of their power
// of two: a quantile is at most 12.5% too high.
type histogram struct {
	buckets [512]atomic.Int64
	n, sum  atomic.Int64 // sum in nanoseconds
	max     atomic.Int64
}

func bucketOf(ns int64) int {
	if ns < 8 {
		return int(max(ns, 0))
	}
	exp := bits.Len64(uint64(ns)) - 1
	return (exp-2)*8 + int(ns>>(exp-3))&7
}

// bucketEnd is the largest duration of a bucket.
func bucketEnd(b int) int64 {
	if b < 8 {
		return int64(b)
	}
	exp := b/8 + 2
	return (int64(b%8)+9)<<(exp-3) - 1
}

func (h *histogram) add(d time.Duration) {
	ns := int64(d)
	h.buckets[bucketOf(ns)].Add(1)
	h.n.Add(1)
	h.sum.Add(ns)
	for {
		old := h.max.Load()
		if ns <= old || h.max.CompareAndSwap(old, ns) {
			return
		}
	}
}

// quantile returns the duration that the share q of all does not exceed.
func (h *histogram) quantile(q float64) time.Duration {
	n := h.n.Load()
	if n == 0 {
		return 0
	}
	rank, seen := int64(math.Ceil(q*float64(n))), int64(0)
	for b := range h.buckets {
		if seen += h.buckets[b].Load(); seen >= rank {
			return time.Duration(min(bucketEnd(b), h.max.Load()))
		}
	}
	return time.Duration(h.max.Load())
}

// seconds are the ends of the buckets that Prometheus gets.
var seconds = [...]float64{1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60}

// cumulative returns the histogram as Prometheus has it.
func (h *histogram) cumulative() (n uint64, sum float64, buckets map[float64]uint64) {
	buckets = make(map[float64]uint64, len(seconds))
	at := 0
	for b := range h.buckets {
		for at < len(seconds) && float64(bucketEnd(b)) > seconds[at]*1e9 {
			buckets[seconds[at]] = n
			at++
		}
		n += uint64(h.buckets[b].Load())
	}
	return n, time.Duration(h.sum.Load()).Seconds(), buckets
}
