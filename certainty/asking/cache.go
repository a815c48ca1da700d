package asking

import (
	"encoding/binary"
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
// same hash. Each text and each list has its length in front, so that others do not.
func hashOf(t *domains.Tool, set domains.Set) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	size := func(n int) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], uint64(n))
		h.Write(b[:])
	}
	add := func(s string) {
		size(len(s))
		h.WriteString(s)
	}
	note := func(is bool) {
		if is {
			h.WriteByte(1)
		} else {
			h.WriteByte(0)
		}
	}
	add(t.Name)
	add(t.Description)
	for i := range t.Params[:min(len(t.Params), maxParams)] {
		p := &t.Params[i]
		add(p.Name)
		add(p.Description)
		for _, field := range [...]string{"type", "format", "pattern"} {
			add(p.Schema.Field(field).Str())
		}
		note(p.Required)
		d, _ := set.Get(p.Name)
		add(string(d.Type))
		values, listed := enumOf(p, &d)
		note(listed)
		values = values[:min(len(values), maxValues)]
		size(len(values))
		for _, v := range values {
			add(v.Str())
		}
		_, _, isFlag := d.Flag() // of 0 and 1, too
		note(isFlag)
		parts := propertiesOf(p)
		size(len(parts))
		for _, part := range parts {
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
