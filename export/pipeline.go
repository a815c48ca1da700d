package export

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"github.com/voi-rl/voi/dataset/reader"
)

// A batch is what one hand-over between goroutines carries: single records
// would cost more to pass on than to parse.
const (
	batchBytes   = 256 << 10
	batchRecords = 64
)

// batchRecords is how many records a worker takes at a time: one where a model may
// be waited for.
func (p *plan) batchRecords() int {
	if p.Model != nil {
		return 1
	}
	return batchRecords
}

// readBytes bounds the raw records that wait, are being parsed, or wait to be
// written; a heavy record is parsed while no other heavy one is.
const (
	readBytes  = 8 << 20
	heavyBytes = 512 << 10
)

// batch is a run of records of one input.
type batch struct {
	source  *openSource
	first   []int64 // the place of each record in the whole input, from 0
	raws    []reader.Raw
	bytes   int64
	results []result
	err     error
	done    chan struct{}
}

// result is what a record came to: exactly one of the two is set.
type result struct {
	sampled   sampled
	rejection *reader.Rejection
}

// openSource is an input while its records are being parsed.
type openSource struct {
	*source
	reader *reader.Reader
	busy   sync.WaitGroup // batches not parsed yet
}

// pipeline splits the inputs into batches, has them parsed and labelled in the
// pool, and gives them back in order.
type pipeline struct {
	plan    *plan
	sources *sources
	maker   *maker
	pool    *errgroup.Group
	skip    int64 // records at the start that are done already

	order  chan *batch
	room   *semaphore.Weighted
	heavy  sync.Mutex
	read   atomic.Int64 // bytes of the inputs read
	err    error        // of reading, once order is closed
	counts []int64      // records of each input, once order is closed
}

func newPipeline(p *plan, all *sources, pl *errgroup.Group, skip int64) *pipeline {
	return &pipeline{
		plan: p, sources: all, maker: newMaker(p), pool: pl, skip: skip,
		order: make(chan *batch, 4*p.Workers), room: semaphore.NewWeighted(readBytes),
		counts: make([]int64, len(all.list)),
	}
}

// start splits the inputs in a goroutine of its own until ctx ends.
func (p *pipeline) start(ctx context.Context) {
	go func() {
		defer close(p.order)
		at, before := int64(0), int64(0)
		for i, src := range p.sources.list {
			n, err := p.readSource(ctx, src, at, before)
			if err != nil {
				p.err = err
				return
			}
			p.counts[i] = n
			at += n
			before += src.sum.Bytes
		}
	}()
}

// readSource splits one input, whose first record is number at of all, and
// returns how many it has.
func (p *pipeline) readSource(ctx context.Context, src *source, at, before int64) (n int64, err error) {
	r, err := src.open(ctx, p.plan.MaxRecordBytes)
	if err != nil {
		return 0, err
	}
	open := &openSource{source: src, reader: r}
	defer func() {
		go func() { // nothing waits for it: what could fail was read
			open.busy.Wait()
			_ = r.Close()
		}()
	}()
	b := &batch{source: open}
	for {
		raw, err := r.Next()
		if errors.Is(err, io.EOF) {
			if err := p.send(ctx, b); err != nil {
				return 0, err
			}
			return n, src.unchanged()
		}
		if err != nil {
			var re *reader.ReadError
			if errors.As(err, &re) {
				re.File = src.shown()
			}
			return 0, err
		}
		k := at + n
		n++
		if k < p.skip || !p.plan.rank.Owns(k) {
			continue
		}
		b.first = append(b.first, k)
		b.raws = append(b.raws, raw)
		b.bytes += int64(raw.Size())
		if b.bytes >= batchBytes || len(b.raws) >= p.plan.batchRecords() {
			read, _ := r.Progress()
			p.read.Store(before + read)
			if err := p.send(ctx, b); err != nil {
				return 0, err
			}
			b = &batch{source: open}
		}
	}
}

// send puts a batch into the order and has it parsed.
func (p *pipeline) send(ctx context.Context, b *batch) error {
	if len(b.raws) == 0 {
		return nil
	}
	b.bytes = min(b.bytes, readBytes)
	if err := p.room.Acquire(ctx, b.bytes); err != nil {
		return err
	}
	b.done = make(chan struct{})
	b.source.busy.Add(1)
	select {
	case p.order <- b:
	case <-ctx.Done():
		b.source.busy.Done()
		return ctx.Err()
	}
	p.pool.Go(func() error {
		p.parse(ctx, b)
		return nil
	})
	return nil
}

// parse fills the results of a batch.
func (p *pipeline) parse(ctx context.Context, b *batch) {
	defer close(b.done)
	defer b.source.busy.Done()
	b.results = make([]result, len(b.raws))
	for i := range b.raws {
		if b.err = ctx.Err(); b.err != nil {
			return
		}
		b.results[i], b.err = p.parseOne(ctx, b, i)
		b.raws[i] = reader.Raw{}
		if b.err != nil {
			return
		}
	}
}

func (p *pipeline) parseOne(ctx context.Context, b *batch, i int) (res result, err error) {
	raw := b.raws[i]
	if raw.Size() >= heavyBytes {
		p.heavy.Lock()
		defer p.heavy.Unlock()
	}
	res.sampled, res.rejection, err = p.maker.record(ctx, b.source.name, b.source.reader, raw)
	for j := range res.sampled {
		res.sampled[j].Index = b.first[i]
	}
	return res, err
}

// next returns the next batch in order, parsed; nil after the last one. Its
// room has to be given back with release.
func (p *pipeline) next(ctx context.Context) (*batch, error) {
	select {
	case b, ok := <-p.order:
		if !ok {
			return nil, p.err
		}
		<-b.done
		return b, b.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *pipeline) release(b *batch) { p.room.Release(b.bytes) }

// drain waits for everything under way, after ctx has ended.
func (p *pipeline) drain() {
	for b := range p.order {
		<-b.done
	}
}
