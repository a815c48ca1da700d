package score

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/reward"
)

// outRow is a row of the output before it is written: its input and its results.
type outRow struct {
	raw    reader.Raw
	native parquet.Row // instead of raw, where Parquet rows are copied
	rec    record
	step   string    // the step in the file's name, as JSON; "" for none
	stats  []float64 // mean and deviation of its group, for each profile
}

// writeBatch holds consecutive rows of one input until they are written.
type writeBatch struct {
	in     *input
	rows   []outRow
	read   []byte    // texts of rows
	arena  []byte    // of the records
	ends   []int     // of each record in arena
	stats  []float64 // of all rows
	out    []byte
	texts  [][]byte
	size   int64         // of the rows, in bytes
	values []parquet.Row // the rows as values of columns
}

// cells writes our columns of a row, in their order.
type cells interface {
	number(f float64, ok bool)
	action(n int)     // index in completion.Actions, their number for none
	text(json []byte) // empty for none
}

// results passes the results of a row to cells, profile by profile. texts are those of the
// row.
func (b *writeBatch) results(p *plan, l *layout, row *outRow, to cells) {
	for i, at := range l.offsets {
		ok := row.rec.ok(at)
		to.number(row.rec.reward(at), ok)
		for k := range l.widths[i] {
			to.number(row.rec.component(at, k), ok)
		}
		to.action(row.rec.action(at))
		to.text(b.texts[2*i])
		to.text(b.texts[2*i+1])
		mean, std := row.stats[2*i], row.stats[2*i+1]
		to.number(mean, mean == mean)
		to.number(std, mean == mean)
		to.number(reward.Advantage(row.rec.reward(at), mean, std, p.Advantage), ok)
	}
}

// settle points the rows to their records and statistics in the batch's memory, once that
// has stopped growing.
func (b *writeBatch) settle(profiles int) {
	start := 0
	for i := range b.rows {
		b.rows[i].rec = b.arena[start:b.ends[i]:b.ends[i]]
		b.rows[i].stats = b.stats[2*profiles*i : 2*profiles*(i+1)]
		start = b.ends[i]
	}
}

func (b *writeBatch) reset() {
	clear(b.rows)
	b.rows, b.read, b.arena, b.ends, b.stats, b.out = b.rows[:0], b.read[:0], b.arena[:0], b.ends[:0], b.stats[:0], b.out[:0]
}

// sink is an output format. encode may be called concurrently for different batches; write
// and close are called in order.
type sink interface {
	encode(b *writeBatch) error
	write(b *writeBatch) error
	close() error
}

// writer pairs the rows of the inputs with their records, and writes them.
type writer struct {
	plan    *plan
	inputs  []*input
	logs    *logs
	layout  *layout
	groups  *groups
	native  bool
	sink    sink
	rejects io.Writer
	rows    int64
	free    recycler[writeBatch]
}

func (w *writer) run(ctx context.Context) error {
	err := ordered.Run(ctx, w.plan.Workers, inFlightBytes, w.read, w.sink.encode, func(b *writeBatch) error {
		if err := w.sink.write(b); err != nil {
			return err
		}
		w.rows += int64(len(b.rows))
		b.reset()
		w.free.put(b, cap(b.read)+cap(b.arena)+cap(b.out))
		return nil
	})
	if err != nil {
		return err
	}
	return w.sink.close()
}

// rowSource is an input that is read for the second time.
type rowSource interface {
	// next reads a row and appends its text to arena, if there is room.
	next(row *outRow, arena *[]byte) (size int64, err error)
	close() error
}

func (w *writer) read(ctx context.Context, give func(*writeBatch, int64) error) error {
	for _, in := range w.inputs {
		if err := w.readInput(ctx, in, give); err != nil {
			return in.named(err)
		}
	}
	if _, err := w.layout.readRecord(w.logs.turn(), nil); !errors.Is(err, io.EOF) {
		return fmt.Errorf("the inputs have fewer rows than when they were scored: %w", errLog)
	}
	return nil
}

func (w *writer) readInput(ctx context.Context, in *input, give func(*writeBatch, int64) error) error {
	src, err := w.open(ctx, in)
	if err != nil {
		return err
	}
	defer src.close()
	b, size := w.free.get(), int64(0)
	var buf []byte
	var row outRow
	for {
		if b.read == nil {
			b.read = make([]byte, 0, batchBytes+batchBytes/8)
		}
		row = outRow{step: in.step}
		n, end := src.next(&row, &b.read)
		if end != nil && !errors.Is(end, io.EOF) {
			return end
		}
		if end == nil {
			rec, err := w.layout.readRecord(w.logs.turn(), buf)
			if err != nil {
				return fmt.Errorf("the inputs have more rows than when they were scored: %w", errors.Join(errLog, err))
			}
			if buf = rec; rec.rejected() {
				if _, err := w.rejects.Write(rec.rejection()); err != nil {
					return err
				}
				continue
			}
			b.rows = append(b.rows, row)
			b.arena = append(b.arena, rec...)
			b.ends = append(b.ends, len(b.arena))
			b.stats = w.groups.appendTo(b.stats, rec)
			size += n + int64(len(rec))
		}
		if len(b.rows) > 0 && (end != nil || len(b.rows) >= batchRows || size >= batchBytes) {
			b.in, b.size = in, size
			b.settle(len(w.plan.Profiles))
			if err := give(b, size); err != nil {
				return err
			}
			b, size = w.free.get(), 0
		}
		if end != nil {
			return in.unchanged()
		}
	}
}

func (w *writer) open(ctx context.Context, in *input) (rowSource, error) {
	if w.native {
		return openNative(ctx, in)
	}
	r, err := in.open(ctx, w.plan.MaxRecordBytes)
	return textSource{r}, err
}

// textSource returns rows as the reader splits them.
type textSource struct{ r *reader.Reader }

func (s textSource) next(row *outRow, arena *[]byte) (int64, error) {
	raw, err := s.r.NextInto(arena)
	row.raw = raw
	return int64(raw.Size()), err
}

func (s textSource) close() error { return s.r.Close() }
