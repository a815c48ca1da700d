package oldgrounding

import "math/bits"

// wordTable finds what a word stands for: a map from words to small numbers, for
// tables that are made once and asked for every word of a question. Words are
// compared as a whole, so that two of one hash are never mixed up.
type wordTable struct {
	slots []int32 // the place of an entry plus 1, 0 for none; a power of two of them, at most half of them taken
	list  []wordEntry
}

type wordEntry struct {
	word  string
	hash  uint32
	value int32
}

// nothing is the value of a word that a table does not have.
const nothing = int32(-1)

// newWordTable returns a table with room for n words.
func newWordTable(n int) wordTable {
	return wordTable{slots: make([]int32, slotsFor(n)), list: make([]wordEntry, 0, n)}
}

func slotsFor(n int) int { return 1 << bits.Len(uint(max(2*n, 8)-1)) }

// get returns the value of a word, nothing where there is none. hash is hashOf it.
func (t *wordTable) get(word string, hash uint32) int32 {
	if len(t.list) == 0 {
		return nothing
	}
	mask := uint32(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		at := t.slots[i]
		if at == 0 {
			return nothing
		}
		if e := &t.list[at-1]; e.hash == hash && e.word == word {
			return e.value
		}
	}
}

// put returns where the value of a word is kept, nothing being that of a new one.
// The place is good until the next put.
func (t *wordTable) put(word string, hash uint32) *int32 {
	if 2*len(t.list) >= len(t.slots) {
		t.grow()
	}
	mask := uint32(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		at := t.slots[i]
		if at == 0 {
			t.list = append(t.list, wordEntry{word, hash, nothing})
			t.slots[i] = int32(len(t.list))
			return &t.list[len(t.list)-1].value
		}
		if e := &t.list[at-1]; e.hash == hash && e.word == word {
			return &e.value
		}
	}
}

func (t *wordTable) grow() {
	t.slots = make([]int32, slotsFor(len(t.list)+1))
	mask := uint32(len(t.slots) - 1)
	for k := range t.list {
		i := t.list[k].hash & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(k + 1)
	}
}

// chain makes at the last of a word's chain, and returns what was: nothing for a
// new one.
func (t *wordTable) chain(word string, hash uint32, at int) int32 {
	last := t.put(word, hash)
	before := *last
	*last = int32(at)
	return before
}

// hashOf is the hash of a word, the same in every process.
func hashOf(w string) uint32 {
	const k0, k1 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	h := uint64(len(w)) * k1
	for len(w) > 8 {
		hi, lo := bits.Mul64(load64(w)^h^k0, k1)
		h, w = hi^lo, w[8:]
	}
	var a uint64
	switch n := len(w); {
	case n == 8:
		a = load64(w)
	case n >= 4:
		a = uint64(load32(w)) | uint64(load32(w[n-4:]))<<32
	case n > 0:
		a = uint64(w[0]) | uint64(w[n>>1])<<8 | uint64(w[n-1])<<16
	}
	hi, lo := bits.Mul64(a^h^k0, k1)
	h = hi ^ lo
	return uint32(h) ^ uint32(h>>32)
}

func load32(s string) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

func load64(s string) uint64 { return uint64(load32(s)) | uint64(load32(s[4:]))<<32 }
