package score

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"

	"github.com/voi-rl/voi/internal/shard"
)

// maxHeld bounds the rows of one group that wait for its last.
const maxHeld = 4 << 20

// early writes the output of a run while its rows are scored, which saves
// reading the inputs a second time. It can where the rows of each group stand
// together, as trainers write them, and takes JSON lines into JSON lines, in one
// process that was never interrupted; else it gives up, and the output is written
// from the log, which is there in any case and gives the same bytes.
type early struct {
	sink   *jsonSink
	layout layout
	file   *os.File
	gone   atomic.Bool // it gave up
	known  survey      // of the rows so far
	rows   int64       // written

	groups closer
	batch  writeBatch // the rows that are not written yet
	own    int        // of them, the first ones, whose memory is kept
	open   int        // the first of them whose group may go on
	rest   []outRow   // memory that flush uses again
	kept   []byte     // memory of the own rows
	held   int        // bytes of texts from there on
	seen   map[uint64]struct{}
}

// newEarly returns nil where the output has to wait for the log.
func newEarly(p *plan, c *columns, path string) (*early, error) {
	if p.fromLog || p.format.parquet || p.format.codec != "" || p.rank.Count != 1 {
		return nil, nil
	}
	file, err := shard.CreateNew(path)
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w", p.Out, err)
	}
	sink, err := newJSONSink(p, c, file)
	if err != nil {
		return nil, err
	}
	e := &early{sink: sink, layout: newLayout(p), file: file, seen: map[uint64]struct{}{}}
	e.groups = newCloser(&e.layout)
	e.known = survey{tally: newTally(len(p.Profiles)), groups: make([]groupCounts, len(p.Profiles))}
	return e, nil
}

// wanted reports whether the texts of rows are needed once they are scored.
func (e *early) wanted() bool { return e != nil && !e.gone.Load() }

// giveUp leaves the output to the log.
func (e *early) giveUp() {
	if !e.wanted() {
		return
	}
	e.gone.Store(true)
	_ = e.file.Close() // it is written anew
	e.batch, e.rest, e.kept, e.seen, e.known = writeBatch{}, nil, nil, nil, survey{}
}

// take takes in the rows of a batch that has been scored. An error of writing
// ends the run, as it would later on.
func (e *early) take(b *scoreBatch) error {
	if !e.wanted() {
		return nil
	}
	e.batch.in = b.in
	for i, rec := range b.records() {
		if err := e.known.tally.add(rec, &e.layout); err != nil {
			return err
		}
		if i == b.inner.from && i < b.inner.to {
			if ok, err := e.takeInner(&b.inner); !ok {
				return err
			}
		}
		if rec.rejected() || i >= b.inner.from && i < b.inner.to {
			continue
		}
		if b.raws[i].Text == "" || !e.row(outRow{raw: b.raws[i], rec: rec, step: b.in.step}) {
			e.giveUp()
			return nil
		}
	}
	return e.flush()
}

// takeInner writes the groups that begin and end in a batch, after those before.
// It is false where nothing more is to be done.
func (e *early) takeInner(in *inner) (ok bool, err error) {
	for _, group := range in.groups {
		if !e.begin(group) {
			e.giveUp()
			return false, nil
		}
	}
	e.close()
	if err := e.flush(); err != nil {
		return false, err
	}
	if err := e.sink.write(&in.lines); err != nil {
		return false, err
	}
	e.rows += int64(len(in.lines.rows))
	e.known.addGroups(in.closer.counts)
	return true, nil
}

// begin notes a group; false where it has been there before.
func (e *early) begin(group uint64) bool {
	if _, again := e.seen[group]; again {
		return false
	}
	e.seen[group] = struct{}{}
	return true
}

// row adds a row; false where its group has been closed before, or is too large.
func (e *early) row(row outRow) bool {
	rows := e.batch.rows
	if n := len(rows); n > e.open && rows[n-1].rec.group() != row.rec.group() {
		e.close()
	}
	if len(rows) == e.open && !e.begin(row.rec.group()) {
		return false
	}
	e.batch.rows = append(e.batch.rows, row)
	e.held += len(row.raw.Text) + len(row.rec)
	return e.held <= maxHeld
}

// close ends the group that is open.
func (e *early) close() {
	e.batch.stats = e.groups.close(e.batch.rows[e.open:], e.batch.stats)
	e.open = len(e.batch.rows)
	e.held = 0
}

// flush writes the groups that are closed, and keeps what is open beyond the
// batch whose memory it stands in.
func (e *early) flush() error {
	b := &e.batch
	rest := append(e.rest[:0], b.rows[e.open:]...)
	b.rows = b.rows[:e.open]
	if err := e.sink.encode(b); err != nil {
		return err
	}
	if err := e.sink.write(b); err != nil {
		return err
	}
	e.rows += int64(len(b.rows))
	e.keep(rest, max(0, e.own-e.open))
	b.rows = append(b.rows[:0], rest...)
	b.stats, b.out = b.stats[:0], b.out[:0]
	e.rest, e.own, e.open = rest, len(rest), 0
	return nil
}

// keep copies the rows from the place from on, whose memory is about to be used
// again. The rows before it have been copied before.
func (e *early) keep(rows []outRow, from int) {
	if from == 0 {
		e.kept = e.kept[:0] // none of those that it holds is left
	}
	for i := from; i < len(rows); i++ {
		row := &rows[i]
		at := len(e.kept)
		e.kept = append(append(e.kept, row.raw.Text...), row.rec...)
		end := at + len(row.raw.Text)
		row.raw.Text = unsafe.String(&e.kept[at], len(row.raw.Text)) // written to only once the row is gone
		row.rec = record(e.kept[end:len(e.kept):len(e.kept)])
	}
}

// finish writes what is left, and returns what is known of all rows; nil where
// the output is to be written from the log.
func (e *early) finish() (*survey, error) {
	if !e.wanted() {
		return nil, nil
	}
	e.close()
	if err := e.flush(); err != nil {
		return nil, err
	}
	if err := e.sink.close(); err != nil {
		return nil, err
	}
	e.gone.Store(true)
	e.seen = nil
	e.known.addGroups(e.groups.counts)
	if err := errors.Join(e.file.Sync(), e.file.Close()); err != nil {
		return nil, err
	}
	if e.rows != e.known.tally.rows {
		return nil, fmt.Errorf("%d rows were written of %d that were scored: %w", e.rows, e.known.tally.rows, errLog)
	}
	return &e.known, nil
}
