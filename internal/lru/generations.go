package lru

import "sync"

// Generations keeps values by a hash of their input, in two generations. When the young
// generation is full, it becomes the old one, and the previous old one is dropped. It suits
// values that are found far more often than made: finding a young value takes only a read
// lock, and an old value that is found becomes young again. It is safe for concurrent use;
// callers' results must not depend on its content.
type Generations[V any] struct {
	Most       int         // size of a generation, in the unit of Size
	Size       func(V) int // size of a value; a value of more than a quarter of Most is not kept
	mu         sync.RWMutex
	young, old map[uint64]V
	size       int // of the young generation
}

// Find returns the value with a hash.
func (g *Generations[V]) Find(hash uint64) (V, bool) {
	g.mu.RLock()
	v, young := g.young[hash]
	found := young
	if !young {
		v, found = g.old[hash]
	}
	g.mu.RUnlock()
	if found && !young {
		g.Keep(hash, v)
	}
	return v, found
}

// Keep adds a value.
func (g *Generations[V]) Keep(hash uint64, v V) {
	n := g.Size(v)
	if n > g.Most/4 {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.size += n; g.young == nil || g.size > g.Most {
		g.old, g.young, g.size = g.young, map[uint64]V{}, n
	}
	g.young[hash] = v
}
