package score

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset/reader"
	"github.com/voi-rl/voi/export"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/internal/shard"
)

// workSuffix ends the name of the folder that holds the intermediate results of a run. The
// folder is removed when the output is written.
const workSuffix = ".work"

// IsWork reports whether a folder has the name of one for intermediate results.
func IsWork(dir string) bool {
	out, work := strings.CutSuffix(dir, workSuffix)
	_, err := formatOf(out)
	return work && err == nil
}

func resultsName(r shard.Rank) string { return "results-" + r.String() }
func markerName(r shard.Rank) string  { return "done-" + r.String() + ".json" }
func journalName(r shard.Rank) string { return "run-" + r.String() + ".journal" }
func stdinName(r shard.Rank) string   { return "stdin-" + r.String() }

// The files of the process that writes the output.
const (
	mergeJournal = "merge.journal"
	outputFile   = "output"   // what becomes FILE
	rejectedFile = "rejected" // what becomes FILE.rejected.jsonl
	metaFile     = "meta"     // what becomes FILE.meta.json
)

// ourFile matches every file of the folder, under its final or a temporary name; the number
// is that of the rank that owns the file.
var ourFile = regexp.MustCompile(`^\.?(?:(?:results|done|run|stdin)-(\d{5})|lock|merge\.journal|output|rejected|meta)(?:\.json|\.journal)?(?:\.[a-z0-9]+\.tmp)?$`)

// header identifies a run: all that its results depend on. The number of workers is not
// part of it.
type header struct {
	Voi       string    `json:"voi"`
	Inputs    []string  `json:"inputs"`
	Samples   string    `json:"samples"`
	Profiles  []profile `json:"profiles"`
	Group     []string  `json:"group"`
	Advantage string    `json:"advantage"`
	MaxRecord int       `json:"max_record_bytes"`
	Format    string    `json:"format"`
	WorldSize int       `json:"world_size"`
}

type profile struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

func newHeader(p *plan, inputs []*input) []byte {
	h := header{
		Voi: export.Version, Samples: p.SamplesID, Group: p.Group, Advantage: string(p.Advantage),
		MaxRecord: p.MaxRecordBytes, Format: fmt.Sprintf("%v", p.format.parquet), WorldSize: p.rank.Count,
	}
	for _, in := range inputs {
		h.Inputs = append(h.Inputs, in.identity())
	}
	for _, pr := range p.Profiles {
		h.Profiles = append(h.Profiles, profile{pr.Name(), pr.SHA256()})
	}
	text, err := json.Marshal(h)
	if err != nil { // a struct of texts and numbers always has a JSON form
		return nil
	}
	return text
}

// step is a committed state of a rank's work.
type step struct {
	Rows     int64       `json:"rows"` // rows of all inputs that are done
	Own      int64       `json:"own"`  // of these, rows of this rank
	Rejected int64       `json:"rejected"`
	LogBytes int64       `json:"log_bytes"`
	Columns  columnKinds `json:"columns"`
}

// marker says that a rank has scored all of its rows.
type marker struct {
	Header json.RawMessage `json:"header"`
	Counts []int64         `json:"counts"` // rows of each input, of all ranks
	step
}

// runFolder is the folder of a run, as this rank uses it.
type runFolder struct {
	plan   *plan
	folder *shard.Folder
	header []byte
	temp   bool // the folder is temporary, and no other process knows it
}

// openRunFolder opens the folder of a run. It refuses a folder with the results of another
// run or, without Resume, of this one.
func openRunFolder(p *plan) (*runFolder, error) {
	w := &runFolder{plan: p, folder: &shard.Folder{Dir: p.Out + workSuffix, Owner: p.rank.String()}}
	if p.Out == "-" {
		dir, err := os.MkdirTemp("", "voi-score-*")
		if err != nil {
			return nil, fmt.Errorf("a folder for intermediate results: %w", err)
		}
		w.folder.Dir, w.temp = dir, true
		return w, nil
	}
	parent := &shard.Folder{Dir: filepath.Dir(p.Out)}
	for _, suffix := range []string{"", RejectedSuffix, metaSuffix} {
		if err := parent.Check(filepath.Base(p.Out) + suffix); err != nil {
			return nil, usagef("%w", err)
		}
	}
	files, err := w.folder.List()
	if err != nil {
		return nil, err
	}
	var own []string
	for _, name := range files {
		m := ourFile.FindStringSubmatch(name)
		if m == nil {
			return nil, usagef("%s holds %s, which no run of voi score has written; remove the folder, or name another output", w.folder.Dir, name)
		}
		if p.rank.Count == 1 || m[1] == p.rank.String() {
			own = append(own, name)
		}
	}
	if len(own) > 0 && !p.Resume {
		return nil, usagef("%s holds an unfinished run (%s); go on with it by --resume, or remove the folder",
			w.folder.Dir, strings.Join(own[:min(len(own), 3)], ", "))
	}
	return w, w.folder.Make()
}

// maxMarker bounds the bytes of a marker, which is one line of figures.
const maxMarker = 16 << 20

// marker reads the marker of a rank, nil while the rank is not done.
func (w *runFolder) marker(r shard.Rank) (*marker, error) {
	text, err := infile.Read(filepath.Join(w.folder.Dir, markerName(r)), maxMarker)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var m marker
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("%s in %s is damaged (%w); remove the folder and start again", markerName(r), w.folder.Dir, err)
	}
	if string(m.Header) != string(w.header) {
		return nil, w.otherRun(markerName(r))
	}
	return &m, nil
}

func (w *runFolder) otherRun(name string) error {
	return usagef("%s in %s belongs to a run with other inputs, samples or options; give the same ones, or remove the folder", name, w.folder.Dir)
}

// checkOthers refuses to work beside a rank of another run.
func (w *runFolder) checkOthers() error {
	for i := range w.plan.rank.Count {
		r := shard.Rank{Index: i, Count: w.plan.rank.Count}
		if _, err := w.marker(r); err != nil {
			return err
		}
		if exists, err := w.folder.Exists(journalName(r)); err != nil || !exists {
			continue
		}
		if have, ok, err := w.folder.ReadJournal(journalName(r)); err == nil && ok && string(have) != string(w.header) {
			return w.otherRun(journalName(r))
		}
	}
	return nil
}

// bring completes this rank's part if it is not done. It returns the markers of all ranks,
// by rank, and the ranks that are not done. pump makes the steps that follow at.
func (w *runFolder) bring(ctx context.Context, pump func(at *step, work *shard.Work) (counts []int64, err error)) (markers []*marker, missing []string, err error) {
	if err := w.checkOthers(); err != nil {
		return nil, nil, err
	}
	own, err := w.marker(w.plan.rank)
	if err == nil && own == nil {
		err = w.score(ctx, pump)
	}
	if err != nil {
		return nil, nil, err
	}
	return w.markers()
}

// score works until this rank has its marker.
func (w *runFolder) score(ctx context.Context, pump func(at *step, work *shard.Work) (counts []int64, err error)) error {
	var done step
	work, err := w.folder.OpenWork(journalName(w.plan.rank), resultsName(w.plan.rank), w.header, func(record []byte) (int64, error) {
		done = step{} // the last record holds the whole state
		err := json.Unmarshal(record, &done)
		return done.LogBytes, err
	}, stdinName(w.plan.rank))
	var other *shard.OtherRunError
	if errors.As(err, &other) {
		return w.otherRun(journalName(w.plan.rank))
	}
	if err != nil {
		return err
	}
	defer work.Close()
	counts, err := pump(&done, work)
	if err != nil {
		if done.Own == 0 {
			work.Undo(stdinName(w.plan.rank))
			if ctx.Err() != nil && !w.temp {
				err = fmt.Errorf("%w before the first %d rows were scored; nothing is kept: give the same command again", err, w.plan.stepRows)
			}
			return err
		}
		return w.resumable(err)
	}
	if err := work.Log.Publish(); err != nil {
		return err
	}
	text, err := json.Marshal(marker{Header: w.header, Counts: counts, step: done})
	if err != nil {
		return err
	}
	if _, err := w.folder.WriteFile(markerName(w.plan.rank), text); err != nil {
		return err
	}
	return work.Done()
}

// merge lets one rank, when all are done, write the output, and then removes the folder.
// done is false while another rank is writing.
func (w *runFolder) merge(write func() error) (done bool, err error) {
	journal, _, err := w.folder.OpenJournal(mergeJournal, w.header)
	var busy *shard.BusyError
	if errors.As(err, &busy) || errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := errors.Join(write(), journal.Close()); err != nil {
		return false, err
	}
	return true, w.remove()
}

// pump moves rows through the scorer into the log, step by step.
func (w *runFolder) pump(ctx context.Context, inputs []*input, s *scorer, done *step, work *shard.Work) (counts []int64, err error) {
	var free recycler[scoreBatch]
	at := *done
	err = ordered.Run(ctx, w.plan.Workers, inFlightBytes,
		func(ctx context.Context, give func(*scoreBatch, int64) error) error {
			counts, err = s.read(ctx, inputs, at.Rows, &free, give)
			return err
		},
		s.work,
		func(b *scoreBatch) error {
			if _, err := work.Log.Write(b.out); err != nil {
				return err
			}
			if err := at.Columns.merge(b.found); err != nil {
				return err
			}
			n := int64(len(b.raws))
			at.Rows, at.Own, at.Rejected = b.next, at.Own+n, at.Rejected+b.rejects
			b.reset()
			free.put(b, cap(b.arena)+cap(b.out)+cap(b.scratch))
			return w.commit(done, at, work, false)
		})
	if err != nil {
		return nil, err
	}
	return counts, w.commit(done, at, work, true)
}

// commit makes the work so far durable, if a step is full or the last one.
func (w *runFolder) commit(done *step, at step, work *shard.Work, last bool) error {
	w.report(&at)
	if !last && (w.temp || at.Own-done.Own < w.plan.stepRows) {
		return nil
	}
	err := work.Commit(func(logBytes int64) any {
		at.LogBytes = logBytes
		return &at
	})
	if err == nil {
		*done = at
	}
	return err
}

func (w *runFolder) report(at *step) {
	if w.plan.Progress != nil {
		w.plan.Progress(State{Rows: at.Own, Rejected: at.Rejected})
	}
}

// resumable adds to an error how to continue.
func (w *runFolder) resumable(err error) error {
	if w.temp {
		return err
	}
	if reader.Faulty(err) {
		return fmt.Errorf("%w; what was scored is kept in %s, which no other input goes on with: remove it", err, w.folder.Dir)
	}
	return fmt.Errorf("%w; what was scored is kept in %s, and the same command with --resume goes on with it", err, w.folder.Dir)
}

// markers returns the markers of all ranks, by rank, and the ranks that have none yet.
func (w *runFolder) markers() (all []*marker, missing []string, err error) {
	all = make([]*marker, w.plan.rank.Count)
	var first *marker
	for i := range all {
		r := shard.Rank{Index: i, Count: w.plan.rank.Count}
		m, err := w.marker(r)
		if err != nil {
			return nil, nil, err
		}
		if m == nil {
			missing = append(missing, r.String())
			continue
		}
		if first == nil {
			first = m
		}
		if !slices.Equal(m.Counts, first.Counts) {
			return nil, nil, fmt.Errorf("the ranks in %s read different numbers of rows; the inputs were changed meanwhile: remove the folder and start again", w.folder.Dir)
		}
		all[i] = m
	}
	return all, missing, nil
}

// remove deletes the folder once the output is written. It keeps files that voi did not
// make.
func (w *runFolder) remove() error {
	files, err := w.folder.List()
	if err != nil {
		return err
	}
	for _, name := range files {
		if ourFile.MatchString(name) {
			if err := w.folder.Remove(name); err != nil {
				return err
			}
		}
	}
	w.folder.Prune()
	return nil
}
