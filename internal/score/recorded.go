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

// Recorded scores recorded runs into files, by one or several ranks. Each rank logs a
// record for each of its rows; the last rank writes the outputs.
type Recorded struct {
	Inputs    []string // regular files
	Out       string   // FILE; intermediate results stand in FILE.work
	Rank      int      // which of WorldSize processes this is, from 0
	WorldSize int      // 0: 1
	Resume    bool
	Workers   int
	Config    string // identifies what the records depend on beside the inputs, for Resume

	// Work makes the record of a row: one line of text, without its end. It is called
	// concurrently.
	Work     func(in *runs.Reader, raw reader.Raw) (record []byte, rejected bool, err error)
	Progress func(State)
	// Write writes the outputs; each call of each visits all records in the order of the
	// rows.
	Write func(each func(visit func(record []byte) error) error) error

	stepRows int64 // rows of one step; 0: recordedStep
}

// recordedStep is the number of runs in a step: some 30 MB of tau2's runs.
const recordedStep = 512

// Run scores this rank's rows, and writes the outputs if it is the last rank. missing names
// the ranks that are not done. complete is false, too, while another process writes the
// outputs.
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
	w, err := openRunFolder(p)
	if err != nil {
		return false, nil, err
	}
	release, err := w.folder.Lock()
	if err != nil {
		return false, nil, err
	}
	complete, missing, err = r.run(ctx, w, inputs)
	release()
	w.folder.Prune() // if it is empty
	return complete, missing, err
}

func (r *Recorded) run(ctx context.Context, w *runFolder, inputs []*input) (complete bool, missing []string, err error) {
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
	next     int64 // the index of the following row in the whole input
	record   []byte
	rejected bool
}

// pump moves rows into the log, step by step.
func (r *Recorded) pump(ctx context.Context, w *runFolder, inputs []*input, done *step, work *shard.Work) (counts []int64, err error) {
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

// recordedBytes bounds the text of the rows in work.
const recordedBytes = 32 << 20

// eachRun visits the rows of an input.
func eachRun(ctx context.Context, in *input, visit func(r *runs.Reader, raw reader.Raw) error) error {
	r, err := runs.Open(ctx, in.path, reader.Options{Empty: in.empty})
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
func eachLine(ctx context.Context, w *runFolder, visit func(record []byte) error) error {
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
