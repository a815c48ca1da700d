package column

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// runs reads n numbers of width bits in the hybrid of runs and packed groups
// that levels and dictionary indexes are written in, and returns what follows.
func runs(b []byte, width uint, n int) (out []uint32, rest []byte, err error) {
	if width > 32 {
		return nil, nil, fmt.Errorf("numbers of %d bits", width)
	}
	out = make([]uint32, 0, n)
	for len(out) < n {
		head, size := binary.Uvarint(b)
		if size <= 0 {
			return nil, nil, errShort
		}
		b = b[size:]
		if head&1 == 0 {
			out, b, err = run(out, b, head>>1, width, n)
		} else {
			out, b, err = packed(out, b, head>>1, width, n)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return out, b, nil
}

// run reads one number that is repeated.
func run(out []uint32, b []byte, times uint64, width uint, n int) ([]uint32, []byte, error) {
	size := int(width+7) / 8
	if len(b) < size {
		return nil, nil, errShort
	}
	if times == 0 || times > uint64(n-len(out)) {
		return nil, nil, errors.New("a run is longer than the page")
	}
	v := uint32(0)
	for i := range size {
		v |= uint32(b[i]) << (8 * i)
	}
	for range times {
		out = append(out, v)
	}
	return out, b[size:], nil
}

// packed reads groups of 8 numbers. The last group may have more than is wanted.
func packed(out []uint32, b []byte, groups uint64, width uint, n int) ([]uint32, []byte, error) {
	if groups == 0 || groups > uint64(n-len(out)+7)/8 {
		return nil, nil, errors.New("a run is longer than the page")
	}
	size := int(groups) * int(width)
	if len(b) < size {
		return nil, nil, errShort
	}
	for i := range min(int(groups)*8, n-len(out)) {
		out = append(out, uint32(bitsAt(b[:size], uint(i)*width, width)))
	}
	return out, b[size:], nil
}

// bitsAt reads width bits, at most 64, from the bit at, lowest first. All of
// them must be there.
func bitsAt(b []byte, at, width uint) uint64 {
	var v uint64
	for got := uint(0); got < width; {
		i := at + got
		take := min(8-i%8, width-got)
		v |= uint64(b[i/8]>>(i%8)) & (1<<take - 1) << got
		got += take
	}
	return v
}

// Deltas reads n numbers that are each written as the difference from the one
// before, and returns where they end.
func Deltas(b []byte, n int, each func(i int, v int64) error) (end int, err error) {
	t := &compact{b: b} // which has the same numbers of variable length
	block, minis, count, v := t.uvarint(), t.uvarint(), t.uvarint(), t.int()
	if t.err != nil {
		return 0, t.err
	}
	if count != uint64(n) {
		return 0, fmt.Errorf("%d lengths for %d values", count, n)
	}
	if block == 0 || block > maxValues || minis == 0 || block%minis != 0 || (block/minis)%8 != 0 {
		return 0, fmt.Errorf("blocks of %d numbers in %d parts", block, minis)
	}
	if n == 0 {
		return t.pos, nil
	}
	if err := each(0, v); err != nil {
		return 0, err
	}
	for i := 1; i < n && t.err == nil; {
		if i, v, err = deltaBlock(t, i, n, v, int(minis), int(block/minis), each); err != nil {
			return 0, err
		}
	}
	return t.pos, t.err
}

// deltaBlock reads a block from number i on, v being the one before.
func deltaBlock(t *compact, i, n int, v int64, minis, size int, each func(int, int64) error) (int, int64, error) {
	least := t.int()
	widths := t.pos
	t.advance(minis)
	for m := 0; m < minis && i < n && t.err == nil; m++ {
		width := uint(t.b[widths+m])
		if width > 64 {
			return i, v, fmt.Errorf("differences of %d bits", width)
		}
		start := t.pos
		t.advance(size / 8 * int(width))
		if t.err != nil {
			break
		}
		for k := 0; k < size && i < n; k, i = k+1, i+1 {
			v += least + int64(bitsAt(t.b[start:t.pos], uint(k)*width, width))
			if err := each(i, v); err != nil {
				return i, v, err
			}
		}
	}
	return i, v, t.err
}
