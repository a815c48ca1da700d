package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/voi-rl/voi/dataset/reader"
	runreader "github.com/voi-rl/voi/trajectory/reader"
)

// A batch is what goroutines pass to each other: passing single records would cost more
// than parsing them.
const (
	batchBytes   = 256 << 10
	batchRecords = 64
)

// batchRecords is the number of records in a batch: one if records may wait for a model.
func (p *plan) batchRecords() int {
	if p.Model != nil {
		return 1
	}
	return batchRecords
}

// readBytes bounds the raw records in work. Only one heavy record is parsed at a time.
const (
	readBytes  = 8 << 20
	heavyBytes = 512 << 10
)

// batch holds consecutive records of one input.
type batch struct {
	source  *source
	reader  *reader.Reader
	runs    *runreader.Reader // nil if the records are samples
	first   []int64           // the index of each record in the whole input, from 0
	raws    []reader.Raw
	results []result
}

// result is the result of a record: a sample, or a rejection; for recorded runs several of
// both.
type result struct {
	rows       []sampled
	rejections []*reader.Rejection
	credits    []credited // instead of both, if only credits are needed
}

// recorder makes the result of record i of a batch. The error is the context's.
type recorder interface {
	record(ctx context.Context, b *batch, i int) (result, error)
}

// reject returns the rejection of a record under the name of its input.
func (b *batch) reject(i int, code, message string) *reader.Rejection {
	r := b.raws[i].Rejected(code, message)
	r.File = b.source.name
	return r
}

// pipeline splits the inputs into batches, which workers parse and label.
type pipeline struct {
	plan    *plan
	sources *sources
	maker   recorder
	skip    int64              // records at the start that are done already
	owns    func(k int64) bool // the records that are processed

	heavy  sync.Mutex
	read   atomic.Int64 // bytes of the inputs read
	counts []int64      // records of each input, once all are read
}

// split makes the batches of all inputs.
func (p *pipeline) split(ctx context.Context, give func(*batch, int64) error) error {
	at, before := int64(0), int64(0)
	for _, src := range p.sources.list {
		n, err := p.splitSource(ctx, src, at, before, give)
		if err != nil {
			return err
		}
		p.counts = append(p.counts, n)
		at += n
		before += src.sum.Bytes
	}
	return nil
}

// splitSource splits one input, and returns the number of its records. at is the index of
// its first record in the whole input.
func (p *pipeline) splitSource(ctx context.Context, src *source, at, before int64, give func(*batch, int64) error) (n int64, err error) {
	r, err := src.open(ctx, p.plan.MaxRecordBytes)
	if err != nil {
		return 0, err
	}
	defer r.Close() // reading is complete; decoding does not need the file
	runs := p.openRuns(r)
	b, bytes := &batch{source: src, reader: r, runs: runs}, int64(0)
	for {
		raw, err := r.Next()
		if err != nil && !errors.Is(err, io.EOF) {
			var re *reader.ReadError
			if errors.As(err, &re) {
				re.File = src.shown()
			}
			return 0, err
		}
		if err == nil {
			n++
			if k := at + n - 1; k >= p.skip && p.owns(k) {
				b.first = append(b.first, k)
				b.raws = append(b.raws, raw)
				bytes += int64(raw.Size())
			}
		}
		if len(b.raws) > 0 && (err != nil || bytes >= batchBytes || len(b.raws) >= p.plan.batchRecords()) {
			read, _ := r.Progress()
			p.read.Store(before + read)
			if err := give(b, bytes); err != nil {
				return 0, err
			}
			b, bytes = &batch{source: src, reader: r, runs: runs}, 0
		}
		if err != nil {
			return n, src.unchanged()
		}
	}
}

// parse fills the results of a batch.
func (p *pipeline) parse(ctx context.Context, b *batch) (err error) {
	b.results = make([]result, len(b.raws))
	for i := range b.raws {
		if err := ctx.Err(); err != nil {
			return err
		}
		if b.results[i], err = p.parseOne(ctx, b, i); err != nil {
			return err
		}
		b.raws[i] = reader.Raw{}
	}
	return nil
}

// parseOne makes the result of a record. A panic rejects the record; it does not end the
// build.
func (p *pipeline) parseOne(ctx context.Context, b *batch, i int) (res result, err error) {
	if b.raws[i].Size() >= heavyBytes {
		p.heavy.Lock()
		defer p.heavy.Unlock()
	}
	defer func() {
		if fault := recover(); fault != nil {
			res, err = result{rejections: []*reader.Rejection{b.reject(i, CodeInternal, fmt.Sprintf("a fault in voi, please report it with this row: %v", fault))}}, nil
		}
	}()
	res, err = p.maker.record(ctx, b, i)
	for _, entries := range res.rows {
		for j := range entries {
			entries[j].Index = b.first[i]
		}
	}
	return res, err
}
