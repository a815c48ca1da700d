package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/internal/term"
	"github.com/voi-rl/voi/trajectory"
)

// step is one committed step of a rank, as it stands in the journal.
type step struct {
	Records  int64   `json:"records"`   // records of the whole input that are done
	LogBytes int64   `json:"log_bytes"` // length of the rejected rows
	Counts   Counts  `json:"counts"`    // of this step alone
	Shards   []Shard `json:"shards"`
}

// Build reads, annotates and labels samples, and writes the shards of one rank. The last
// rank to finish also writes the manifest. After an error the folder holds only complete
// shards, and no manifest.
func Build(ctx context.Context, opt BuildOptions) (*Summary, error) {
	p, err := newPlan(opt)
	if err != nil {
		return nil, err
	}
	all, err := p.checkFiles(ctx)
	if err != nil {
		return nil, err
	}
	b := &builder{
		plan: p, sources: all,
		folder: &shard.Folder{Dir: p.Out, Owner: p.rank.String(), Hook: p.hook},
	}
	defer func() {
		if b.release != nil {
			b.release()
			b.folder.Prune() // if it is empty
		}
	}()
	if err := b.run(ctx); err != nil {
		return nil, err
	}
	return b.merge(ctx)
}

// builder is one run of one rank.
type builder struct {
	plan    *plan
	sources *sources
	folder  *shard.Folder
	work    *shard.Work
	header  []byte
	release func() // releases the lock of the folder; nil before it is taken

	done  step   // the sum of all steps; Records and LogBytes of the last one
	now   Counts // of the current step
	state State
}

// run works until the rank has its manifest.
func (b *builder) run(ctx context.Context) error {
	files, err := b.folder.List()
	if err != nil {
		return err
	}
	held, err := b.survey(files)
	if err != nil {
		return err
	}
	if err := b.folder.Make(); err != nil {
		return err
	}
	if b.release, err = b.folder.Lock(); err != nil {
		return err
	}
	defer b.sources.close()
	if err := b.sources.spool(ctx, b.plan, b.folder); err != nil {
		b.sources.close()
		b.folder.Prune()
		return err
	}
	m := b.newManifest()
	b.header = m.identity()
	finished, err := b.compare(held)
	if err != nil || finished {
		return err
	}
	if err := b.write(ctx); err != nil {
		b.undo()
		return b.resumable(ctx, err)
	}
	return nil
}

// resumable adds to the error of an unfinished build what is left of it, and how to
// continue.
func (b *builder) resumable(ctx context.Context, err error) error {
	switch {
	case errors.As(err, new(*UsageError)), errors.As(err, new(*shard.BusyError)):
		return err
	case b.work != nil && b.work.Steps > 0 && reader.Faulty(err):
		return fmt.Errorf("%w; %s in complete shards stay in %s, which no other input goes on with: remove it, or name another folder", err, term.Count(b.done.Counts.Rows, "row"), b.folder.Dir)
	case b.work != nil && b.work.Steps > 0:
		return fmt.Errorf("%w; %s in complete shards stay in %s, and the same command with --resume goes on behind them", err, term.Count(b.done.Counts.Rows, "row"), b.folder.Dir)
	case ctx.Err() != nil:
		return fmt.Errorf("%w before a shard was complete; nothing is kept: give the same command again", err)
	}
	return err
}

// write opens the journal, continues behind its last step, and finally writes the manifest
// of the rank.
func (b *builder) write(ctx context.Context) error {
	if err := b.open(); err != nil {
		return err
	}
	defer b.work.Close()
	base, err := b.baselines(ctx)
	if err != nil {
		return err
	}
	all, err := b.pump(ctx, base)
	if err != nil {
		return err
	}
	m := b.newManifest()
	for i := range m.Inputs {
		m.Inputs[i].Records = all[i]
	}
	sum, err := b.work.Log.Commit(ctx)
	if err != nil {
		return err
	}
	m.finish(&b.done, sum, rejectedName(b.plan.rank))
	m.Rank = &b.plan.rank.Index
	if _, err := b.folder.WriteFile(manifestName(b.plan.rank), m.encode()); err != nil {
		return err
	}
	return b.work.Done()
}

// open restores the state at the end of the journal.
func (b *builder) open() (err error) {
	keep := []string{"stdin"}
	for i := range b.sources.list {
		keep = append(keep, fmt.Sprintf("answers-%d", i))
	}
	b.work, err = b.folder.OpenWork(journalName(b.plan.rank), rejectedName(b.plan.rank), b.header, func(record []byte) (int64, error) {
		var s step
		err := json.Unmarshal(record, &s)
		b.done.add(&s)
		return s.LogBytes, err
	}, keep...)
	if err != nil {
		return asUsage(err)
	}
	b.state = State{Rows: b.done.Counts.Rows, Rejected: b.done.Counts.Rejected, Shards: len(b.done.Shards)}
	b.state.Records = b.done.Counts.records()
	for _, s := range b.sources.list {
		b.state.TotalBytes += s.sum.Bytes
	}
	return nil
}

// add adds a committed step to the sums.
func (s *step) add(o *step) {
	s.Records, s.LogBytes = o.Records, o.LogBytes
	s.Counts.add(&o.Counts)
	s.Shards = append(s.Shards, o.Shards...)
}

// pump moves rows from the pipeline into segments until the input ends. It returns the
// number of records of each input.
func (b *builder) pump(ctx context.Context, base *trajectory.Baselines) (records []int64, err error) {
	ctx, cancel := context.WithCancel(ctx)
	encoders := new(errgroup.Group) // its functions keep their errors
	encoders.SetLimit(b.plan.Workers)
	pipe := &pipeline{plan: b.plan, sources: b.sources, maker: newRecorder(b.plan, base), skip: b.done.Records, owns: b.plan.rank.Owns}
	seg, last := b.newSegment(encoders), b.done.Records
	defer func() {
		cancel()
		if err != nil {
			seg.abort()
		}
		_ = encoders.Wait()
	}()
	parse := func(got *batch) error { return pipe.parse(ctx, got) }
	err = ordered.Run(ctx, b.plan.Workers, readBytes, pipe.split, parse, func(got *batch) error {
		for i := range got.results {
			last = got.first[i] + 1
			if err := b.take(seg, last-1, &got.results[i]); err != nil {
				return err
			}
			got.results[i] = result{}
			if seg.largest >= b.plan.ShardRows {
				if err := b.commit(seg, last); err != nil {
					return err
				}
				seg = b.newSegment(encoders)
			}
		}
		b.report(pipe)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return pipe.counts, b.commit(seg, last)
}

// take adds the result of a record to the segment and the counts.
func (b *builder) take(seg *segment, k int64, r *result) error {
	b.state.Records++
	b.now.More += int64(len(r.rejections) + len(r.rows) - 1)
	for _, rejection := range r.rejections {
		b.state.Rejected++
		b.now.addRejection(rejection.Code)
		if _, err := b.work.Log.Write(rankRejection(k, rejection.AppendJSON(nil))); err != nil {
			return err
		}
	}
	for _, entries := range r.rows {
		b.state.Rows++
		b.now.addEntry(&entries[0])
		if err := seg.add(entries); err != nil {
			return err
		}
	}
	return nil
}

// commit completes a step. A step without rows is not committed.
func (b *builder) commit(seg *segment, records int64) error {
	if b.now.Rows+b.now.Rejected == 0 {
		return nil
	}
	shards, err := seg.finish()
	if err != nil {
		return err
	}
	seg.layoutRows(&b.now)
	s := step{Records: records, Counts: b.now, Shards: shards}
	err = b.work.Commit(func(logBytes int64) any {
		s.LogBytes = logBytes
		return s
	})
	if err != nil {
		return err
	}
	b.done.add(&s)
	b.state.Shards += len(shards)
	b.now = Counts{}
	return nil
}

func (b *builder) newSegment(workers *errgroup.Group) *segment {
	s := &segment{
		folder: b.folder, pool: workers, layouts: b.plan.layouts, tools: b.plan.config.Tools,
		meta: make(map[string]map[string]string, len(b.plan.layouts)),
		file: fmt.Sprintf("part-%s-%05d", b.plan.rank, b.work.Steps),
	}
	for _, l := range b.plan.layouts {
		s.meta[l.Name] = map[string]string{metaKey: b.fileMeta(l)}
	}
	return s
}

// metaKey is the metadata entry of a shard with its layout and the way its labels were
// made, which the columns do not say.
const metaKey = "voi"

func (b *builder) fileMeta(l *Layout) string {
	return jsonvalue.ObjectOf(
		"voi", Version,
		"schema_version", SchemaVersion,
		"layout", l.Name,
		"tools", b.plan.config.Tools[l.Name],
		"beliefs", b.plan.config.Beliefs,
	).JSON()
}

func (b *builder) report(pipe *pipeline) {
	if b.plan.Progress != nil {
		b.state.ReadBytes = pipe.read.Load()
		b.plan.Progress(b.state)
	}
}

// undo removes everything if no step was committed, so that the same command can be given
// again. Errors are left for the next run to find.
func (b *builder) undo() {
	if b.work == nil || b.work.Steps > 0 {
		return
	}
	b.sources.close()
	b.work.Undo()
}
