package item

import (
	"container/list"
	"crypto/sha256"
	"encoding/binary"
	"sync"

	"github.com/voi-rl/voi/reward"
)

// key names a prepared sample: the profile it is prepared for, and the SHA-256
// of all that the sample is made of.
type key struct {
	profile  *reward.Profile
	labelled bool
	sample   [sha256.Size]byte
}

// keyOf returns the key of an item's sample. Items that bring the same text are
// of the same sample, whatever else they hold.
func keyOf(p *reward.Profile, labelled bool, it *Item) key {
	size := 0
	for _, raw := range it.inline {
		size += len(raw)
	}
	var small [256]byte
	buf := small[:0]
	if size+len(it.SampleID) > len(small)/2 {
		buf = make([]byte, 0, size+len(it.SampleID)+64)
	}
	buf = appendSized(buf, it.SampleID)
	for _, raw := range it.inline {
		buf = appendSized(buf, raw)
	}
	return key{p, labelled, sha256.Sum256(buf)}
}

func appendSized(buf []byte, s string) []byte {
	return append(binary.AppendUvarint(buf, uint64(len(s))), s...)
}

// entry is one sample in the cache. The first to ask prepares it, the others wait.
type entry struct {
	key      key
	once     sync.Once
	prepared *reward.Prepared
	err      *Error
	bytes    int64 // 0 while it is not counted
	place    *list.Element
}

// cache keeps prepared samples, the least recently used leaving first. It is
// safe for concurrent use.
type cache struct {
	most int64

	mu      sync.Mutex
	entries map[key]*entry
	order   *list.List // of *entry, most recent first
	bytes   int64
	hits    int64
	misses  int64
}

func newCache(most int64) *cache {
	return &cache{most: most, entries: map[key]*entry{}, order: list.New()}
}

// get returns the sample of a key, which make prepares where the cache lacks it.
// size is what the sample takes, in bytes; an error that may pass is not kept.
func (c *cache) get(k key, prepare func() (x *reward.Prepared, size int64, err *Error)) (*reward.Prepared, *Error) {
	e := c.entry(k)
	e.once.Do(func() {
		var size int64
		e.prepared, size, e.err = prepare()
		c.settle(e, size)
	})
	return e.prepared, e.err
}

func (c *cache) entry(k key) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[k]; ok {
		c.hits++
		c.order.MoveToFront(e.place)
		return e
	}
	c.misses++
	e := &entry{key: k}
	e.place = c.order.PushFront(e)
	c.entries[k] = e
	return e
}

// entryBytes is what an entry takes beside its sample.
const entryBytes = 512

// settle counts an entry that has been prepared, and lets others go for it.
func (c *cache) settle(e *entry, size int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.bytes = size + entryBytes
	c.bytes += e.bytes
	if e.err != nil && (e.err.Code == CodeInternal || e.err.Code == CodeUnknownSample) {
		c.drop(e)
	}
	for last := c.order.Back(); last != nil && c.bytes > c.most; last = c.order.Back() {
		old := last.Value.(*entry)
		if old.bytes == 0 { // still being prepared
			break
		}
		c.drop(old)
	}
}

func (c *cache) drop(e *entry) {
	if c.entries[e.key] == e {
		delete(c.entries, e.key)
		c.order.Remove(e.place)
		c.bytes -= e.bytes
	}
}

// CacheStats is the state of a cache of prepared samples.
type CacheStats struct {
	Entries, Bytes, Hits, Misses int64
}

func (c *cache) stats() CacheStats {
	c.mu.Lock()
	defer c.mu.Unlock()
	return CacheStats{Entries: int64(len(c.entries)), Bytes: c.bytes, Hits: c.hits, Misses: c.misses}
}
