package lru

import "sync"

// Generations keeps values by a hash of what they are made of: the young, and those of
// the generation before, which leave when the young are as many as there may be. It is
// for values that are found far more often than made, since finding one changes nothing.
// It is safe for concurrent use; what is in it may change no result.
type Generations[V any] struct {
	Most       int         // of a generation, in the unit of Size
	Size       func(V) int // of a value; one of more than a quarter of Most is not kept
	mu         sync.RWMutex
	young, old map[uint64]V
	size       int // of the young
}

// Find returns the value of a hash.
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
