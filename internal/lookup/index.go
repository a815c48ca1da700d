package lookup

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"sort"

	"golang.org/x/sync/errgroup"

	"github.com/voi-rl/voi/internal/lookup/column"
)

// place is a row of a shard: shard<<32 | row.
type place uint64

func placeOf(shard int, row int64) place { return place(shard)<<32 | place(uint32(row)) }

func (p place) shard() int { return int(p >> 32) }
func (p place) row() int64 { return int64(uint32(p)) }

// entry is one row in the index of ids.
type entry struct {
	hi, lo uint64 // digest of the id
	at     place
}

// digestOf returns 128 bits of the SHA-256 of an id. Two ids with the same digest cannot be
// constructed.
func digestOf(id []byte) (hi, lo uint64) {
	sum := sha256.Sum256(id)
	return binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])
}

// index is sorted by digest, and then by place.
type index []entry

// find returns the rows whose id has that digest.
func (x index) find(hi, lo uint64) []entry {
	from := sort.Search(len(x), func(i int) bool {
		return x[i].hi > hi || x[i].hi == hi && x[i].lo >= lo
	})
	to := from
	for to < len(x) && x[to].hi == hi && x[to].lo == lo {
		to++
	}
	return x[from:to]
}

func (x index) sort() {
	slices.SortFunc(x, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.hi, b.hi), cmp.Compare(a.lo, b.lo), cmp.Compare(a.at, b.at))
	})
}

// eachShard calls fn for every shard, for at most workers shards at a time.
func eachShard(ctx context.Context, shards []*shard, workers int, fn func(context.Context, int) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i := range shards {
		group.Go(func() (err error) {
			defer func() {
				if fault := recover(); fault != nil {
					err = fmt.Errorf("a fault in voi, please report it with the shard %s: %v", shards[i].path, fault)
				}
			}()
			if err := ctx.Err(); err != nil {
				return err
			}
			return fn(ctx, i)
		})
	}
	return group.Wait()
}

// buildIndex reads the ids of all shards. Each shard fills its own part of the index.
func buildIndex(ctx context.Context, shards []*shard, workers int) (index, error) {
	starts := make([]int64, len(shards)+1)
	for i, s := range shards {
		starts[i+1] = starts[i] + s.rows
	}
	x := make(index, starts[len(shards)])
	err := eachShard(ctx, shards, workers, func(ctx context.Context, i int) error {
		return scanIDs(ctx, shards[i], i, x[starts[i]:starts[i+1]])
	})
	if err != nil {
		return nil, err
	}
	x.sort()
	return x, nil
}

// scanIDs fills the entries of one shard.
func scanIDs(ctx context.Context, s *shard, number int, out []entry) error {
	return s.dir.Pages(columnID, func(ref column.Ref) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := s.page(ref)
		if err != nil {
			return err
		}
		from, to := p.Rows()
		for row := from; row < to; row++ {
			i, _ := p.Values(row)
			e := &out[row]
			e.hi, e.lo = digestOf(p.Text(i))
			e.at = placeOf(number, row)
		}
		return nil
	})
}
