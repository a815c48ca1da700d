package lru

import (
	"container/list"
	"sync"
)

// entryBytes estimates the size of an entry without its value.
const entryBytes = 256

// Cache is a cache of values by their keys. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	most int64

	mu      sync.Mutex
	entries map[K]*entry[K, V]
	order   list.List // of *entry, most recent first
	stats   Stats
}

// Stats are the state of a cache, and counts of its operations.
type Stats struct{ Entries, Bytes, Hits, Misses int64 }

// entry is one value. The first caller makes it, and the others wait.
type entry[K comparable, V any] struct {
	key   K
	once  sync.Once
	value V
	made  bool
	bytes int64 // 0 until the value is made
	place *list.Element
}

// New returns a cache of at most most bytes; 0 keeps nothing.
func New[K comparable, V any](most int64) *Cache[K, V] {
	return &Cache[K, V]{most: most, entries: map[K]*entry[K, V]{}}
}

// Most is the largest number of bytes in the cache.
func (c *Cache[K, V]) Most() int64 { return c.most }

// Get returns the value of a key. If the cache lacks it, produce makes it, and returns the
// value's size in bytes and whether to keep it. If produce panics, another caller that waits for
// the value makes it.
func (c *Cache[K, V]) Get(key K, produce func() (value V, bytes int64, keep bool)) V {
	for {
		e := c.entry(key)
		e.once.Do(func() {
			var bytes int64
			keep := false // also if produce panics
			defer func() { c.settle(e, bytes+entryBytes, keep) }()
			e.value, bytes, keep = produce()
			e.made = true
		})
		if e.made {
			return e.value
		}
	}
}

func (c *Cache[K, V]) entry(key K) *entry[K, V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[key]; ok {
		c.stats.Hits++
		c.order.MoveToFront(e.place)
		return e
	}
	c.stats.Misses++
	e := &entry[K, V]{key: key}
	e.place = c.order.PushFront(e)
	c.entries[key] = e
	return e
}

// settle counts a value that was made, and drops others to make room.
func (c *Cache[K, V]) settle(e *entry[K, V], bytes int64, keep bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.bytes = bytes
	c.stats.Bytes += bytes
	if !keep || bytes > c.most {
		c.drop(e)
	}
	for last := c.order.Back(); last != nil && c.stats.Bytes > c.most; {
		old := last.Value.(*entry[K, V])
		if last = last.Prev(); old.bytes != 0 { // not still being made
			c.drop(old)
		}
	}
}

func (c *Cache[K, V]) drop(e *entry[K, V]) {
	delete(c.entries, e.key)
	c.order.Remove(e.place)
	c.stats.Bytes -= e.bytes
}

// Stats returns the state of the cache.
func (c *Cache[K, V]) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.Entries = int64(len(c.entries))
	return s
}
