package asking

import (
	"hash/maphash"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/lru"
)

// maxKept bounds the cache: each of its two generations holds prepared tools of this
// many words, about 1 MiB.
const maxKept = 1 << 15

// kept caches the most recently prepared tools, because many samples offer the same
// ones.
var (
	kept = lru.Generations[*tool]{Most: maxKept, Size: (*tool).size}
	seed = maphash.MakeSeed()
)

// preparedTool returns a prepared tool from the cache, or prepares it.
func preparedTool(t *domains.Tool, set domains.Set) *tool {
	key := hashOf(t, set)
	x, ok := kept.Find(key)
	if !ok {
		x = newTool(t, set)
		kept.Keep(key, x)
	}
	return x
}

// hashOf hashes everything that newTool reads, so tools that are prepared alike have the
// same hash.
func hashOf(t *domains.Tool, set domains.Set) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	add := func(s string) {
		h.WriteString(s)
		h.WriteByte(0)
	}
	add(t.Name)
	add(t.Description)
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
		if _, _, isFlag := d.Flag(); isFlag { // of 0 and 1, too
			h.WriteByte(3)
		}
		for _, part := range propertiesOf(p) {
			add(part.Key)
		}
	}
	return h.Sum64()
}

// size returns the number of words in a prepared tool, with a full description; a parameter counts as seven, with its side.
func (x *tool) size() int {
	n := 7*len(x.params) + len(x.name) + maxAbout
	for i := range x.params {
		n += len(x.params[i].name) + len(x.params[i].desc) + len(x.params[i].values)
	}
	return n
}
