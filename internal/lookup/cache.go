package lookup

import (
	"container/list"
	"sync"
)

// cache keeps what was used last, up to a number of bytes. It is safe for
// concurrent use.
type cache[K comparable, V any] struct {
	max int64

	mu    sync.Mutex
	bytes int64
	known map[K]*list.Element // of *cached[K, V]
	order *list.List          // last used first
}

type cached[K comparable, V any] struct {
	key   K
	value V
	bytes int64
}

// cachedOverhead is about what an entry takes beside its value.
const cachedOverhead = 200

func newCache[K comparable, V any](max int64) *cache[K, V] {
	return &cache[K, V]{max: max, known: make(map[K]*list.Element), order: list.New()}
}

func (c *cache[K, V]) get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.known[key]
	if !ok {
		return value, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached[K, V]).value, true
}

// put keeps a value of some bytes, unless it alone is more than there is room
// for.
func (c *cache[K, V]) put(key K, value V, bytes int64) {
	bytes += cachedOverhead
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.known[key]; ok || bytes > c.max {
		return
	}
	c.known[key] = c.order.PushFront(&cached[K, V]{key, value, bytes})
	c.bytes += bytes
	for c.bytes > c.max {
		last := c.order.Remove(c.order.Back()).(*cached[K, V])
		delete(c.known, last.key)
		c.bytes -= last.bytes
	}
}

func (c *cache[K, V]) size() (entries int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.known), c.bytes
}
