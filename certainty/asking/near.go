package asking

import (
	"math"
	"sync/atomic"

	"github.com/voi-rl/voi/internal/words"
)

// likenesses keeps how near pairs of words are: the numbers of both in the upper 32
// bits, the float32 in the lower ones. Questions of a group hold the same words against
// the same tools. A pair that falls on another's place takes it; 256 KiB in all.
var likenesses [1 << likenessBits]atomic.Uint64

const likenessBits = 15

// likeness is words.Near of two words of the table.
func likeness(a, b words.ID) float32 {
	if a > math.MaxUint16 || b > math.MaxUint16 {
		return float32(words.Near(a, b))
	}
	pair := uint32(a)<<16 | uint32(b)
	at := &likenesses[pair*2654435769>>(32-likenessBits)]
	if kept := at.Load(); kept>>32 == uint64(pair) {
		return math.Float32frombits(uint32(kept))
	}
	near := float32(words.Near(a, b))
	at.Store(uint64(pair)<<32 | uint64(math.Float32bits(near)))
	return near
}
