package score

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/rollout"
)

// scorer scores rows into records. Its methods are safe for concurrent use on different
// batches.
type scorer struct {
	plan    *plan
	layout  layout
	core    *item.Scorer
	columns *columns
	heavy   sync.Mutex
}

func newScorer(p *plan, c *columns) *scorer {
	options := item.Options{CacheBytes: p.CacheBytes}
	if p.Samples != nil {
		options.Samples = p.Samples
	}
	return &scorer{plan: p, layout: newLayout(p), core: item.NewScorer(options), columns: c}
}

// scoreBatch holds consecutive rows of one input until their records are logged.
type scoreBatch struct {
	in      *input
	base    int64 // rows of the earlier inputs
	next    int64 // the index, in the whole input, of the row behind the last
	raws    []reader.Raw
	out     []byte // records
	rejects int64
	found   columnKinds
	fields  []field
	scored  scored
	values  []float64
	arena   []byte // texts of rows
	items   item.Reader
	scratch []byte
}

func (b *scoreBatch) reset() {
	clear(b.raws)
	b.raws, b.out, b.rejects = b.raws[:0], b.out[:0], 0
	b.arena = b.arena[:0]
	b.found = nil
}

// read splits the inputs into batches of this rank's rows, without the first skip rows. It
// returns the number of rows of each input.
func (s *scorer) read(ctx context.Context, inputs []*input, skip int64, free *recycler[scoreBatch], give func(b *scoreBatch, size int64) error) (counts []int64, err error) {
	total := int64(0)
	for _, in := range inputs {
		end, err := s.readInput(ctx, in, total, skip, free, give)
		if err != nil {
			return nil, in.named(err)
		}
		counts = append(counts, end-total)
		total = end
	}
	return counts, nil
}

func (s *scorer) readInput(ctx context.Context, in *input, k, skip int64, free *recycler[scoreBatch], give func(b *scoreBatch, size int64) error) (int64, error) {
	r, err := in.open(ctx, s.plan.MaxRecordBytes)
	if err != nil {
		return k, err
	}
	defer r.Close()
	b, size, base := free.get(), int64(0), k
	for {
		if b.arena == nil {
			b.arena = make([]byte, 0, batchBytes+batchBytes/8)
		}
		raw, err := r.NextInto(&b.arena)
		if err != nil && !errors.Is(err, io.EOF) {
			return k, err
		}
		if err == nil {
			k++
			if k <= skip || !s.plan.rank.Owns(k-1) {
				continue
			}
			b.raws = append(b.raws, raw)
			size += int64(raw.Size())
		}
		if len(b.raws) > 0 && (err != nil || size >= batchBytes || len(b.raws) >= batchRows) {
			b.in, b.base, b.next = in, base, k
			if err := give(b, size); err != nil {
				return k, err
			}
			b, size = free.get(), 0
		}
		if err != nil {
			return k, in.unchanged()
		}
	}
}

// work scores the rows of a batch.
func (s *scorer) work(b *scoreBatch) error {
	for i := range b.raws {
		s.row(b, &b.raws[i])
		b.raws[i] = reader.Raw{}
	}
	return nil
}

// row appends the record of one row.
func (s *scorer) row(b *scoreBatch, raw *reader.Raw) {
	if raw.Size() >= heavyBytes {
		s.heavy.Lock()
		defer s.heavy.Unlock()
	}
	start := len(b.out)
	err := s.tryRow(b, raw)
	if err != nil {
		b.out = appendRejection(b.out[:start], &reader.Rejection{File: b.in.name, Line: raw.Line, Code: codeOf(err), Message: messageOf(err)})
		b.rejects++
	}
}

// tryRow does the work of row; an error says why the row is rejected.
func (s *scorer) tryRow(b *scoreBatch, raw *reader.Raw) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = &item.Error{Code: item.CodeInternal, Message: fmt.Sprintf("scoring failed (%v); please report it: %.2000s", fault, debug.Stack())}
		}
	}()
	b.scored.flags = 0
	sh, err := s.understand(b, raw)
	if err != nil {
		return err
	}
	if s.columns.mustRewrite(raw, b.fields) {
		b.scored.flags |= flagRewrite
	}
	if s.columns.inferred() {
		if err := b.found.add(b.base+raw.Row, b.fields); err != nil {
			return err
		}
	}
	s.group(b, &sh.item)
	if err := s.score(b, &sh.item); err != nil {
		return err
	}
	b.out = s.layout.append(b.out, &b.scored)
	return nil
}

// group sets the digest of the row's group.
func (s *scorer) group(b *scoreBatch, it *item.Item) {
	step, own := b.field(rollout.StepKey)
	if !own && b.in.step != "" {
		b.scored.flags |= flagStep
	}
	b.scored.sample = s.sample(b, it)
	key, named := b.scratch[:0], len(s.plan.Group) > 0
	for _, column := range s.plan.Group {
		f, _ := b.field(column)
		value := b.key(f)
		if named = named && value != nullKey; !named {
			break
		}
		key = fmt.Appendf(key, "%d:%s", len(value), value)
	}
	switch {
	case named:
		b.scored.flags |= flagColumn
	case it.Group != "":
		key = append(append(key[:0], 'g'), it.Group...)
	default:
		at := b.key(step)
		if at == nullKey {
			at = b.in.step
		}
		key = append(append(append(key[:0], 's'), at...), ' ')
		key = binary.LittleEndian.AppendUint64(key, b.scored.sample)
	}
	b.scratch = key
	b.scored.group = digest(key)
}

// sample returns the digest of the row's sample: of its id, else of its inline fields.
func (s *scorer) sample(b *scoreBatch, it *item.Item) uint64 {
	key := append(b.scratch[:0], it.SampleID...)
	if it.SampleID == "" {
		for _, f := range []item.Field{item.Messages, item.Tools, item.Reference, item.Domains, item.Labels, item.Reading} {
			key = fmt.Appendf(key, "%d:%s", len(it.Inline(f)), it.Inline(f))
		}
	}
	b.scratch = key
	return digest(key)
}

// digest returns 64 bits of the SHA-256 of a key.
func digest(key []byte) uint64 {
	sum := sha256.Sum256(key)
	return binary.LittleEndian.Uint64(sum[:])
}

// score scores an item under every profile. An error says that the row is no JSON.
func (s *scorer) score(b *scoreBatch, it *item.Item) error {
	b.scored.reference = ""
	b.scored.outcomes = b.scored.outcomes[:0]
	b.values = b.values[:0]
	for i := range s.plan.Profiles {
		at := len(b.values)
		for range s.layout.widths[i] {
			b.values = append(b.values, 0)
		}
		out := s.scoreOne(b, i, it, b.values[at:at:len(b.values)])
		if out.Err != nil && out.Err.Broken() {
			return out.Err
		}
		b.scored.outcomes = append(b.scored.outcomes, out)
	}
	return nil
}

func (s *scorer) scoreOne(b *scoreBatch, i int, it *item.Item, components []float64) (out item.Outcome) {
	x, err := s.core.Prepare(s.plan.Profiles[i], it, false)
	if err != nil {
		return item.Outcome{Err: err}
	}
	b.scored.reference = x.Reference()
	if x.NumTools() == 0 {
		b.scored.flags |= flagNoTools
	}
	out.Result = x.AppendScore(components, it.Input())
	if e := out.Result.Err; e != nil {
		out.Err = &item.Error{Code: e.Code, Message: e.Message}
	}
	return out
}
