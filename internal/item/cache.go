package item

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/voi-rl/voi/internal/lru"
	"github.com/voi-rl/voi/reward"
)

// CacheStats is the state of a cache of prepared samples.
type CacheStats = lru.Stats

// key identifies a prepared sample: its profile, and the SHA-256 of all texts that the
// sample is made of.
type key struct {
	profile  *reward.Profile
	labelled bool
	sample   [sha256.Size]byte
}

// prepared is a cached sample, or the error of preparing it.
type prepared struct {
	x       *reward.Prepared
	err     *Error
	byRules bool // the note read_by_rules is due
}

// transient reports whether sending the item again may succeed; such an error is not
// cached.
func (e *Error) transient() bool {
	return e != nil && (e.Code == CodeInternal || e.Code == CodeUnknownSample)
}

// keyOf returns the key of an item's sample. Items with the same sample fields share it,
// whatever their completions are.
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
