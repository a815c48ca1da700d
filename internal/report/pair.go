package report

import (
	"context"
	"errors"
	"io"
)

// pairing finds the partner of each row: the k-th row of a sample and group in A pairs with
// the k-th in B. It keeps the rows whose partner has not come yet; the rows of one key are
// all of one side.
type pairing struct {
	waiting map[pairKey]*queue
	pair    func(a, b *row)
}

// pairKey is the sample and the group of a row.
type pairKey struct{ sample, group uint64 }

type queue struct {
	rows []*row
	side int // 0: of A, 1: of B
}

// offer adds a row of a side.
func (p *pairing) offer(side int, r *row) {
	key := pairKey{r.digest, r.group}
	q := p.waiting[key]
	if q == nil {
		q = &queue{side: side}
		p.waiting[key] = q
	}
	if q.side == side {
		q.rows = append(q.rows, r)
		return
	}
	other := q.rows[0]
	if q.rows = q.rows[1:]; len(q.rows) == 0 {
		delete(p.waiting, key)
	}
	if side == 0 {
		p.pair(r, other)
	} else {
		p.pair(other, r)
	}
}

// left counts the rows without a partner on each side.
func (p *pairing) left() (n [2]int64) {
	for _, q := range p.waiting {
		n[q.side] += int64(len(q.rows))
	}
	return n
}

// lockstep reads two files in turns, row by row, so that partners in files with one order
// meet at once.
func lockstep(ctx context.Context, sources [2]*source, take func(side int, r *row)) error {
	open := [2]bool{true, true}
	for open[0] || open[1] {
		if err := ctx.Err(); err != nil {
			return err
		}
		for side, s := range sources {
			if !open[side] {
				continue
			}
			r, err := s.next()
			if errors.Is(err, io.EOF) {
				open[side] = false
				continue
			}
			if err != nil {
				return err
			}
			take(side, &r)
		}
	}
	return nil
}
