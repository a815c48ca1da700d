package shard

import "fmt"

// Rank is one of Count processes that share a job. The zero Rank is invalid;
// a job of one process is Rank{0, 1}.
type Rank struct {
	Index int // 0 .. Count-1
	Count int // at least 1
}

// MaxRanks is the largest Count, because names hold five digits.
const MaxRanks = 100000

// Validate returns what is wrong with a rank, nil for a valid one.
func (r Rank) Validate() error {
	switch {
	case r.Count < 1 || r.Count > MaxRanks:
		return fmt.Errorf("the world size is 1 to %d, not %d", MaxRanks, r.Count)
	case r.Index < 0 || r.Index >= r.Count:
		return fmt.Errorf("of %d ranks the first is 0 and the last is %d: there is no rank %d", r.Count, r.Count-1, r.Index)
	}
	return nil
}

// Owns reports whether row k of the whole input, counted from 0, belongs to
// this rank.
func (r Rank) Owns(k int64) bool { return k%int64(r.Count) == int64(r.Index) }

// String is the rank in file names: five digits.
func (r Rank) String() string { return fmt.Sprintf("%05d", r.Index) }
