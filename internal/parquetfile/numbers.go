package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// LevelBits is the number of bits of a level, given the highest level.
func LevelBits(highest int) uint { return uint(bits.Len(uint(highest))) }

// padding is the largest number of surplus numbers that a writer may add to fill a group.
const padding = 504

// EachRun calls do for the first n numbers of width bits, run by run. The numbers are in
// the hybrid encoding of runs and packed groups for levels and dictionary indexes. Surplus
// numbers may only fill the last group.
func EachRun(b []byte, width uint, n int64, do func(v uint64, times int64) error) error {
	if width > 32 {
		return fmt.Errorf("numbers of %d bits", width)
	}
	bytes := int(width+7) / 8
	for left := n; left > 0 || len(b) > 0; {
		head, size := binary.Uvarint(b)
		if size <= 0 {
			return errors.New("a page ends too early")
		}
		b = b[size:]
		times := head >> 1
		if head&1 == 1 {
			if times > uint64(n+padding)/8 || uint64(len(b)) < times*uint64(width) {
				return errors.New("a page ends too early")
			}
			for i := uint64(0); i < 8*times && left > 0; i++ {
				if err := do(bitsAt(b, uint(i)*width, width), 1); err != nil {
					return err
				}
				left--
			}
			b = b[times*uint64(width):]
			continue
		}
		if len(b) < bytes {
			return errors.New("a page ends too early")
		}
		if times > uint64(left+padding) {
			return fmt.Errorf("a run of %d numbers where %d are left", times, left)
		}
		v := uint64(0)
		for i := range bytes {
			v |= uint64(b[i]) << (8 * i)
		}
		b = b[bytes:]
		if times := min(int64(times), left); times > 0 {
			if err := do(v, times); err != nil {
				return err
			}
			left -= times
		}
	}
	return nil
}

// bitsAt reads width bits, at most 64, from bit at on, lowest first. The bits must exist.
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

// Deltas reads n numbers that are encoded as differences, and returns the offset behind
// them.
func Deltas(b []byte, n int, each func(i int, v int64) error) (end int, err error) {
	t := &compact{b: b} // it has the same numbers of variable length
	block, minis, count, v := t.uvarint(), t.uvarint(), t.uvarint(), t.int()
	if t.err != nil {
		return 0, t.err
	}
	if count != uint64(n) {
		return 0, fmt.Errorf("%d lengths for %d values", count, n)
	}
	if block == 0 || block > maxRow || minis == 0 || block%minis != 0 || (block/minis)%8 != 0 {
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

// deltaBlock reads a block that starts with number i; v is the previous number.
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
