package score

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/internal/shard"
	runs "github.com/voi-rl/voi/trajectory/reader"
)

// Recorded is the scoring of recorded runs into files, by several steps or ranks: what each
// row came to is kept, and the last rank makes the outputs of all.
type Recorded struct {
	Inputs    []string // regular files
	Out       string   // FILE; what is kept meanwhile stands in FILE.work
	Rank      int      // which of WorldSize processes this is, from 0
	WorldSize int      // 0: 1
	Resume    bool
	Workers   int
	Config    string // what the records depend on beside the inputs, for Resume

	// Work makes the record of a row: a text of one line, without its end. It is called
	// concurrently.
	Work     func(in *runs.Reader, raw reader.Raw) (record []byte, rejected bool, err error)
	Progress func(State)
	// Write writes the outputs; each visits all records in the order of the rows.
	Write func(each func(visit func(record []byte) error) error) error

	stepRows int64 // rows of one step; 0: recordedStep
}

// recordedStep is how many runs a step has: some 30 MB of tau2's.
const recordedStep = 512

// Run does this rank's part, and writes the outputs where it is the last. missing are the
// ranks that they wait for; complete is false, too, where another process writes them.
func (r *Recorded) Run(ctx context.Context) (complete bool, missing []string, err error) {
	opt := Options{Inputs: r.Inputs, Out: r.Out, Rank: r.Rank, WorldSize: r.WorldSize, Resume: r.Resume, Workers: r.Workers, SamplesID: r.Config, Progress: r.Progress, stepRows: r.stepRows}
	if opt.stepRows <= 0 {
		opt.stepRows = recordedStep
	}
	p := &plan{Options: opt, rank: shard.Rank{Index: r.Rank, Count: max(r.WorldSize, 1)}}
	if err := p.rank.Validate(); err != nil {
		return false, nil, usagef("%w", err)
	}
	inputs, err := openInputs(p)
	if err != nil {
		return false, nil, err
	}
	w, err := openWorkshop(p)
	if err != nil {
		return false, nil, err
	}
	release, err := w.folder.Lock()
	if err != nil {
		return false, nil, err
	}
	complete, missing, err = r.run(ctx, w, inputs)
	release()
	w.folder.Prune() // where nothing was left in it
	return complete, missing, err
}

func (r *Recorded) run(ctx context.Context, w *workshop, inputs []*input) (complete bool, missing []string, err error) {
	w.header = newHeader(w.plan, inputs)
	_, missing, err = w.bring(ctx, func(at *step, work *shard.Work) ([]int64, error) {
		return r.pump(ctx, w, inputs, at, work)
	})
	if err != nil || len(missing) > 0 {
		return false, missing, err
	}
	complete, err = w.merge(func() error {
		return r.Write(func(visit func(record []byte) error) error { return eachLine(ctx, w, visit) })
	})
	if err != nil {
		err = w.resumable(err)
	}
	return complete, nil, err
}

// recordedRow is a row on its way into the log.
type recordedRow struct {
	in       *runs.Reader
	raw      reader.Raw
	next     int64 // the place of the row after it in the whole input
	record   []byte
	rejected bool
}

// pump moves rows into the log, a step at a time.
func (r *Recorded) pump(ctx context.Context, w *workshop, inputs []*input, done *step, work *shard.Work) (counts []int64, err error) {
	at := *done
	skip, k := at.Rows, int64(0)
	err = ordered.Run(ctx, r.Workers, recordedBytes, func(ctx context.Context, give func(*recordedRow, int64) error) error {
		for _, in := range inputs {
			from := k
			if err := eachRun(ctx, in, func(reader *runs.Reader, raw reader.Raw) error {
				if k++; k <= skip || !w.plan.rank.Owns(k-1) {
					return nil
				}
				return give(&recordedRow{in: reader, raw: raw, next: k}, int64(raw.Size()))
			}); err != nil {
				return err
			}
			counts = append(counts, k-from)
		}
		return nil
	}, func(row *recordedRow) (err error) {
		row.record, row.rejected, err = r.Work(row.in, row.raw)
		return err
	}, func(row *recordedRow) error {
		if _, err := work.Log.Write(append(row.record, '\n')); err != nil {
			return err
		}
		at.Rows, at.Own = row.next, at.Own+1
		if row.rejected {
			at.Rejected++
		}
		return w.commit(done, at, work, false)
	})
	if err != nil {
		return nil, err
	}
	return counts, w.commit(done, at, work, true)
}

// recordedBytes bounds the text of the rows that are worked on at a time.
const recordedBytes = 32 << 20

// eachRun visits the rows of an input.
func eachRun(ctx context.Context, in *input, visit func(r *runs.Reader, raw reader.Raw) error) error {
	r, err := runs.Open(ctx, in.path, reader.Options{})
	if err != nil {
		return err
	}
	defer r.Close()
	for raw, err := range r.All() {
		if err == nil {
			err = visit(r, raw)
		}
		if err != nil {
			return err
		}
	}
	return in.unchanged()
}

// eachLine visits the records of all ranks in the order of the rows.
func eachLine(ctx context.Context, w *workshop, visit func(record []byte) error) error {
	logs, err := openLogs(w.folder.Dir, w.plan.rank.Count)
	if err != nil {
		return err
	}
	defer logs.close()
	for {
		line, err := logs.turn().ReadBytes('\n')
		switch {
		case errors.Is(err, io.EOF) && len(line) == 0:
			return nil
		case err != nil:
			return fmt.Errorf("reading what was kept in %s: %w; remove the folder and start again", w.folder.Dir, err)
		case ctx.Err() != nil:
			return context.Cause(ctx)
		}
		if err := visit(line[:len(line)-1]); err != nil {
			return err
		}
	}
}
