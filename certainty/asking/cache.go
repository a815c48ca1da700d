package asking

import (
	"hash/maphash"
	"sync"

	"github.com/voi-rl/voi/domains"
)

// maxKept is how many words of prepared tools are kept, twice; about 1 MiB each.
const maxKept = 1 << 15

// cache keeps the tools that were prepared last, since many samples offer the same.
// What is in it changes no result. It is safe for concurrent use.
type cache struct {
	mu         sync.RWMutex
	seed       maphash.Seed
	young, old map[uint64]*tool
	words      int // of the young
}

var kept = cache{seed: maphash.MakeSeed()}

// tool returns a prepared tool, made anew where it is not kept.
func (c *cache) tool(t *domains.Tool, set domains.Set) *tool {
	key := c.hash(t, set)
	c.mu.RLock()
	x, young := c.young[key]
	if !young {
		x = c.old[key]
	}
	c.mu.RUnlock()
	if x == nil {
		x = newTool(t, set)
	} else if young {
		return x
	}
	n := x.size()
	if n > maxKept/4 {
		return x
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.words += n; c.young == nil || c.words > maxKept {
		c.old, c.young, c.words = c.young, map[uint64]*tool{}, n
	}
	c.young[key] = x
	return x
}

// hash is the same for tools that are prepared alike: it holds all that newTool reads.
func (c *cache) hash(t *domains.Tool, set domains.Set) uint64 {
	var h maphash.Hash
	h.SetSeed(c.seed)
	add := func(s string) {
		h.WriteString(s)
		h.WriteByte(0)
	}
	add(t.Name)
	for i := range t.Params {
		p := &t.Params[i]
		add(p.Name)
		add(p.Description)
		for _, field := range [...]string{"type", "format", "pattern"} {
			add(p.Schema.Field(field).Str())
		}
		if p.Required {
			h.WriteByte(1)
		}
		d, _ := set.Get(p.Name)
		add(string(d.Type))
		values, listed := enumOf(p, &d)
		if listed {
			h.WriteByte(2)
		}
		for _, v := range values[:min(len(values), maxValues)] {
			add(v.Str())
		}
	}
	return h.Sum64()
}

// size is how many words a prepared tool has; a parameter counts as two.
func (x *tool) size() int {
	n := 2 * len(x.params)
	for i := range x.params {
		n += len(x.params[i].name) + len(x.params[i].desc) + len(x.params[i].values)
	}
	return n
}
