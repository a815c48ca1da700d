package oldgrounding

import (
	"sync"

	"github.com/voi-rl/voi/domains"
)

// The bounds of what is kept of the words of tools. In memory they take some
// eight times the text.
const (
	maxToolBytes = 1 << 16 // text of a tool; the words of a larger one are made for each sample
	maxKeptText  = 1 << 20 // text of all that are kept, twice
)

// toolCache keeps the words of the tools that were asked for last, since many
// samples offer the same tools. What is in it changes no result: an entry serves
// tools of exactly its text. It is safe for concurrent use.
type toolCache struct {
	mu    sync.RWMutex
	young map[uint64]*toolWords
	old   map[uint64]*toolWords // what was young before there was too much of it
	bytes int                   // of the text of the young
}

var keptTools toolCache

// words returns the words of a tool.
func (c *toolCache) words(t *domains.Tool, set domains.Set) *toolWords {
	key := hashOfTool(t)
	c.mu.RLock()
	w, young := c.young[key]
	if !young {
		w = c.old[key]
	}
	c.mu.RUnlock()
	if w != nil && w.text.is(t, set) {
		if !young {
			c.keep(key, w)
		}
		return w
	}
	text := textOf(t, set)
	if text.bytes > maxToolBytes {
		return newToolWords(text, maxAspects)
	}
	w = newToolWords(text.clone(), maxAspects)
	c.keep(key, w)
	return w
}

func (c *toolCache) keep(key uint64, w *toolWords) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if before := c.young[key]; before != nil {
		c.bytes -= before.text.bytes + toolOverhead
	}
	if c.bytes += w.text.bytes + toolOverhead; c.young == nil || c.bytes > maxKeptText {
		c.old, c.young, c.bytes = c.young, make(map[uint64]*toolWords), w.text.bytes+toolOverhead
	}
	c.young[key] = w
}

// toolOverhead is about what a tool takes beside its text, in bytes of text.
const toolOverhead = 64
